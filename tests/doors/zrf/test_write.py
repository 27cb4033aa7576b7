"""Rule sets written as rules files: what is read back is the same game."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.zrf import uncompiled, writable

from ludarium.cli.app import run
from ludarium.doors.zrf.errors import BadZrf
from ludarium.doors.zrf.files import load
from ludarium.doors.zrf.write import write_zrf
from ludarium.engine import Game
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import RuleSet
from ludarium.games.rulesets.space import all_games
from ludarium.search.perft import perft
from tests.doors.zrf.counting import perft_by_turns, same_walk


def read_back(rules: RuleSet, folder: Path) -> Game:
    path = folder / "rules.zrf"
    path.write_text(write_zrf(rules), encoding="utf-8")
    return load(str(path))


def test_how_much_of_the_space_can_be_written() -> None:
    assert len(writable()) == len(all_games()) == 5_616


@pytest.mark.parametrize("number", range(20))
def test_what_is_read_back_goes_the_same_way(number: int, tmp_path: Path) -> None:
    """Smaller boards than the space has, since this is done without the compiler."""
    chosen = random.Random(f"rule set {number}").choice(writable())
    rules = replace(chosen, width=min(chosen.width, 4), height=min(chosen.height, 4))
    one, two = uncompiled(RuleSetGame(rules)), uncompiled(read_back(rules, tmp_path))
    assert same_walk(one, two, turns=8, seed=number, every=4) > 0, rules.short_form


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("6x6 reversi no-men non-flipping", 6),
        ("6x6 checkers line-4 misere", 8),
        ("6x5 without c3,d3 drop line-3 non-flipping", 3),
    ],
)
@pytest.mark.skipif(not JIT_ENABLED, reason="counts deep, which only the compiler does in seconds")
def test_deeper_and_beyond_the_space(text: str, depth: int, tmp_path: Path) -> None:
    rules = RuleSet.read(text)
    assert perft(RuleSetGame(rules).start(), depth) == perft_by_turns(read_back(rules, tmp_path).start(), depth)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("5x5 drop line-3 misere scoring", "scoring"),
        ("5x5 drop line-3 misere hybrid-disk", "hybrid-disk"),
        ("5x5 drop connect", "connect"),
        ("6x6 step reach", "step"),
        ("5x5 drop most-men misere", "misere"),
    ],
)
def test_what_cannot_be_said_is_refused_by_name(text: str, word: str) -> None:
    with pytest.raises(BadZrf, match=word):
        write_zrf(RuleSet.read(text))


def test_the_command_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--zrf", "4x4 reversi most-men"]) == 0
    written = capsys.readouterr().out
    assert written.strip() == write_zrf(RuleSet.read("4x4 reversi most-men")).strip()
    assert run(["rules", "--zrf", "pig"]) == 2
    assert "pig" in capsys.readouterr().err
