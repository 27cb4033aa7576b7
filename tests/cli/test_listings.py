"""What can be played, by which rules, and by whom."""

from __future__ import annotations

import json

import pytest

from ludarium.engine.entry import OURS
from ludarium.games import REGISTRY
from ludarium.players import GENERIC
from tests.cli.conftest import Ludarium


def test_games_lists_every_game(ludarium: Ludarium) -> None:
    shown = ludarium("games").out
    for entry in REGISTRY.entries.values():
        assert entry.name in shown
        assert entry.summary in shown
    listed = json.loads(ludarium("games", "--json").out)
    assert [entry["name"] for entry in listed] == list(REGISTRY.entries)


def test_our_games_stand_in_the_order_in_which_they_are_got_to_know() -> None:
    """Not by the names of their folders: the best known first, the largest last."""
    small = ["tic-tac-toe", "reversi", "checkers", "kuhn-poker", "goofspiel", "blotto", "pig"]
    ours = [entry for entry in REGISTRY.entries.values() if entry.origin == OURS]
    assert [entry.name for entry in ours] == [*small, "tarble", "jostle", "boundary", "colonizers"]
    assert len({entry.place for entry in ours}) == len(ours)


@pytest.mark.parametrize("name", [*REGISTRY.entries, "5x5 drop line-4"])
def test_rules_explains_every_game(name: str, ludarium: Ludarium) -> None:
    outcome = ludarium("rules", name)
    assert (outcome.code, outcome.err) == (0, "")
    assert "seats" in outcome.out
    assert len(outcome.out.splitlines()) > 4


def test_rules_shows_parameters_with_their_ranges_and_values(ludarium: Ludarium) -> None:
    shown = ludarium("rules", "pig", "--set", "goal=70").out
    line = next(line for line in shown.splitlines() if line.startswith("goal"))
    assert "70" in line
    assert "a whole number from 10 to 1000" in line


def test_players_lists_names_and_options(ludarium: Ludarium) -> None:
    shown = ludarium("players").out
    for name in GENERIC:
        assert f"\n{name} " in shown
    assert "iterations=1000" in shown


def test_opponents_stand_in_the_order_of_what_was_measured(ludarium: Ludarium) -> None:
    shown = ludarium("players", "tic-tac-toe").out
    assert "Elo: among these opponents" in shown
    assert shown.index("Novice") > shown.index("Infallible")
    listed = json.loads(ludarium("players", "tic-tac-toe", "--json").out)
    assert {row["name"] for row in listed["players"]} >= {"random", "mcts"}
    figures = [row["elo"] for row in listed["opponents"]]
    assert figures == sorted(figures, reverse=True)
    assert listed["opponents"][-1]["player"] == "random"
    assert "--measure" in ludarium("players", "5x5 drop line-4").out


def test_opponents_are_measured_when_asked_for(ludarium: Ludarium) -> None:
    told = json.loads(ludarium("players", "4x3 drop line-3", "--measure", "--rounds", "1", "--json").out)
    assert told["rounds"] == 1
    assert {"player", "title", "strength", "elo", "low", "high", "games", "seconds"} <= set(told["opponents"][0])
    for words in (("--measure",), ("reversi", "--rounds", "3")):
        refused = ludarium("players", *words)
        assert refused.code == 2
        assert "--measure" in refused.err


def test_players_of_a_game_says_who_cannot_play_it(ludarium: Ludarium) -> None:
    lines = ludarium("players", "kuhn-poker").out.splitlines()
    assert "not here" in next(line for line in lines if line.startswith("perfect"))
    assert "not here" not in next(line for line in lines if line.startswith("random"))
