"""Views in words, and the template for a player's file: short, legal, and better than chance."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from ludarium.cli.app import run
from ludarium.engine import Match, Player, Position
from ludarium.engine.kernels.rng import derive
from ludarium.games import load
from ludarium.games.colonizers import cards
from ludarium.games.colonizers.reading import EARNS, MODULES, STAGES, module_of, read
from ludarium.players import make
from tests.conftest import scaled

CLEVER = Path(__file__).parents[3] / "examples" / "clever.py"


def positions(seed: int) -> list[Position]:
    """All positions of a random game."""
    game = load("colonizers")
    match = Match(game, [make("random", game) for _ in range(game.seats)], seed=seed)
    return [match.position, *(match.position for _ in match.play())]


def test_the_modules_are_those_of_the_rule_book() -> None:
    assert len(MODULES) == 16
    assert (MODULES["Quarry"].cost, MODULES["Quarry"].value, MODULES["Quarry"].colour) == (5, 6, "blue")
    assert MODULES["Mass Relay"].colour == "no colour"
    assert EARNS == {"Ecologist": "green", "Miner": "blue", "General": "red"}


@pytest.mark.parametrize("seed", range(scaled(10)))
def test_what_is_read_is_what_the_whole_position_holds_as_far_as_the_seat_knows(seed: int) -> None:
    for position in positions(seed):
        state = position.state
        for seat in range(4):
            seen = read(position.view(seat))
            assert (seen.seat, seen.round, seen.stage) == (seat, state.rounds, STAGES[state.stage])
            assert seen.omnium == tuple(state.omnium)
            assert seen.points == tuple(state.score)
            assert seen.cards == tuple(state.cards)
            assert [len(colony) for colony in seen.colonies] == list(state.built)
            for other in range(4):
                held = [cards.MODULE_NAMES[module] for module in state.hand[other] if module]
                for module in seen.hands[other]:
                    held.remove(module.name)  # an error if it is not there
                assert other != seat or not held
                if state.colonist[other]:
                    assert cards.COLONIST_NAMES[state.colonist[other]] in seen.may_be[other]
            if state.colonist[seat]:
                assert seen.colonist == cards.COLONIST_NAMES[state.colonist[seat]]
            if seen.stage == "keep" and seat == state.seat:
                assert sorted(module.name for module in seen.drawn) == sorted(
                    cards.MODULE_NAMES[module] for module in state.drawn
                )


def test_a_move_names_its_module() -> None:
    found = set()
    for before, after in pairwise(positions(3)):
        if before.movers == after.movers:
            found |= {move.text for move in before.moves() if module_of(move)}
        for move in before.moves():
            module = module_of(move)
            assert (module is None) == (not move.text.startswith(("keep ", "build ")))
            assert module is None or move.text.endswith(f" {module.name}")
    assert found


# --- the template -----------------------------------------------------------------------------------------------------


def test_the_template_is_short() -> None:
    assert len(CLEVER.read_text(encoding="utf-8").splitlines()) < 40


def test_the_template_plays_without_faults_and_better_than_chance() -> None:
    game, wins, games = load("colonizers"), 0, scaled(20)
    reasons: set[str] = set()
    for number in range(games):
        players: list[Player] = [make(text, game) for text in (f"{CLEVER}:Clever", "random", "random", "random")]
        record = Match(game, players, seed=derive(7, number)).run()
        assert not [decision.fault for decision in record.decisions if decision.fault]
        assert record.result is not None
        wins += record.result.ranks[0] == 1
        reasons |= {decision.reason for decision in record.decisions if decision.reason and decision.seat == 0}
    assert wins > games / 2
    assert reasons
    assert all("Omnium and modules on average" in reason for reason in reasons)


def test_the_template_plays_in_the_terminal_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "clever.py").write_text(CLEVER.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    seats = [word for text in ("random", "./clever.py:Clever", "random", "heuristic") for word in ("--seat", text)]
    assert run(["play", "colonizers", *seats, "--seed", "1"]) == 0
    captured = capsys.readouterr()
    assert "Violet (./clever.py:Clever) has moved, unseen." in captured.out
    assert "A move was drawn" not in captured.err
