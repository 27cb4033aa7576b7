"""The conformance suite itself: right games pass, and every check refuses a game made to fail it."""

from __future__ import annotations

import pytest

from ludarium.engine import Game
from ludarium.engine.conformance import CHECKS, Case, Finding, check_game, demand, run_check
from tests.conformance.broken_games import BROKEN, NeverTheSame, nothing_for_the_second, with_kernels
from tests.conftest import scaled
from tests.documentation import ROOT, blocks
from tests.engine.sample_games import SAMPLE_GAMES, HighCard

SEEDS = range(6)
PAGE = ROOT / "docs" / "conformance.md"


@pytest.mark.parametrize("name", SAMPLE_GAMES)
def test_right_games_pass_every_check(name: str) -> None:
    assert check_game(SAMPLE_GAMES[name](), games=scaled(5) + 1) == []


@pytest.mark.parametrize(
    ("name", "game", "words"), [pytest.param(*case, id=f"{case[0]}-{number}") for number, case in enumerate(BROKEN)]
)
def test_a_broken_game_is_found_out(name: str, game: type[Game], words: str) -> None:
    findings = [run_check(CHECKS[name], Case(game(), seed, deals=300)) for seed in SEEDS]
    found = next((finding for finding in findings if finding), None)
    assert found is not None
    assert found.check == name
    assert words in found.message


def test_every_check_has_a_game_that_fails_it() -> None:
    assert {name for name, _, _ in BROKEN} == set(CHECKS)


def test_every_check_says_what_it_demands() -> None:
    for name, check in CHECKS.items():
        assert demand(check).endswith((".", ":")), name


def test_the_documentation_lists_every_check() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    assert rows == [f"| `{name}` | {demand(check)} |" for name, check in CHECKS.items()]


@pytest.mark.compiled
def test_the_examples_of_the_documentation_run() -> None:
    examples = [text for _, text in blocks(PAGE, "python")]
    assert len(examples) == 2
    for text in examples:
        exec(compile(text, PAGE.name, "exec"), {})


def test_a_finding_names_check_seed_and_ply() -> None:
    game = with_kernels(HighCard, legal=nothing_for_the_second)()
    [found] = check_game(game, seed=40, games=1)
    assert str(found) == "plays_to_its_end: seat 2 must decide but has no move (seed 40, ply 1)"


def test_a_crash_is_a_finding() -> None:
    class Crashing(HighCard):
        def position_text(self, state: object) -> str:
            raise ZeroDivisionError("no text today")

    found = run_check(CHECKS["survives_writing_as_text"], Case(Crashing(), 5))
    assert found == Finding("survives_writing_as_text", "stopped by ZeroDivisionError: no text today", 5)


def test_progress_names_every_check_once() -> None:
    seen: list[str] = []
    check_game(HighCard(), games=1, progress=seen.append)
    assert seen == list(CHECKS)


def test_a_game_gets_at_most_one_finding_per_check() -> None:
    names = [finding.check for finding in check_game(NeverTheSame(), games=3)]
    assert len(names) == len(set(names)) > 0
