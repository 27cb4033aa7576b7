"""Positions, questions, counts, proofs and checks."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Ludarium
from tests.cli.test_errors import OWN


def test_show_draws_a_position_and_lists_the_moves(ludarium: Ludarium) -> None:
    shown = ludarium("show", "tic-tac-toe", "xo1/1x1/3 o").out
    assert "x o ·" in shown
    assert "position  xo1/1x1/3 o" in shown
    assert "o to move, 6 moves: a1, b1, c1, a2, c2, c3" in shown


def test_a_position_that_begins_with_a_dash_is_no_option(ludarium: Ludarium) -> None:
    assert "position  - - -/- 30:0" in ludarium("show", "goofspiel", "- - -/- 30:0").out


def test_show_says_how_a_finished_game_ended(ludarium: Ludarium) -> None:
    assert "x wins." in ludarium("show", "tic-tac-toe", "xxx/oo1/3 o").out


def test_show_of_a_seat_keeps_what_it_may_not_know(ludarium: Ludarium) -> None:
    whole = ludarium("show", "kuhn-poker", "KJ -").out
    assert "K" in whole
    assert "J" in whole
    second = ludarium("show", "kuhn-poker", "KJ -", "--seat", "2").out
    assert "K" not in second
    assert "J" in second
    spectator = ludarium("show", "kuhn-poker", "KJ -", "--seat", "0").out
    assert "K" not in spectator
    assert "J" not in spectator


def test_ask_gives_move_reason_and_figures(ludarium: Ludarium) -> None:
    line = ("ask", "tic-tac-toe", "mcts:iterations=300", "xx1/oo1/3 x")
    answer = json.loads(ludarium(*line, "--json").out)
    assert answer["move"] == "c3"
    assert answer["seat"] == 0
    assert "c3" in answer["reason"]
    assert {entry["move"] for entry in answer["moves"]} == {"c3", "c2", "a1", "b1", "c1"}
    assert answer["moves"][0]["move"] == "c3"
    assert answer["figures"]["per_second"] > 0
    shown = ludarium(*line).out
    assert "x plays c3" in shown
    assert "visits" in shown


def test_ask_is_repeatable(ludarium: Ludarium) -> None:
    line = ("ask", "tic-tac-toe", "random", "--seed", "5", "--json")
    first, second = (json.loads(ludarium(*line).out) for _ in range(2))
    assert {**first, "seconds": 0} == {**second, "seconds": 0}
    moves = {json.loads(ludarium(*line[:4], str(seed), "--json").out)["move"] for seed in range(12)}
    assert len(moves) > 1


def test_ask_chooses_among_several_movers(ludarium: Ludarium) -> None:
    line = ("ask", "goofspiel", "random", "--set", "cards=3", "--json")
    assert json.loads(ludarium(*line).out)["seat"] == 0
    assert json.loads(ludarium(*line, "--seat", "2").out)["seat"] == 1


def test_perft_counts(ludarium: Ludarium) -> None:
    assert json.loads(ludarium("perft", "reversi", "4", "--json").out) == {
        "game": "reversi",
        "counts": [4, 12, 56, 244],
    }
    shown = ludarium("perft", "tic-tac-toe", "2", "--position", "xx1/oo1/3 x").out
    assert [line.split() for line in shown.splitlines()[2:4]] == [["1", "5"], ["2", "17"]]


def test_solve_says_who_wins(ludarium: Ludarium) -> None:
    solved = json.loads(ludarium("solve", "tic-tac-toe", "--position", "xx1/oo1/3 x", "--json").out)
    assert (solved["verdict"], solved["value"]) == ("first player wins", 1)
    shown = ludarium("solve", "tic-tac-toe", "--position", "xo1/ox1/2o x").out
    assert shown.startswith("draw (")
    assert "positions searched" in shown


def test_solve_gives_up_at_its_limit(ludarium: Ludarium) -> None:
    solved = json.loads(ludarium("solve", "reversi", "--limit", "50", "--json").out)
    assert solved["value"] is None
    assert solved["verdict"].startswith("not proved")


def test_check_passes_a_sound_game(ludarium: Ludarium) -> None:
    outcome = ludarium("check", f"{OWN}:WhichHand", "--games", "1")
    assert "✗" not in outcome.out
    assert outcome.code == 0


def test_check_fails_with_code_1(ludarium: Ludarium, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludarium.engine.conformance import Finding

    def find(*_: object, **__: object) -> list[Finding]:
        return [Finding("plays_to_its_end", "it never ends", 0, 3)]

    monkeypatch.setattr("ludarium.engine.conformance.check_game", find)
    outcome = ludarium("check", "pig")
    assert outcome.code == 1
    assert "plays_to_its_end: it never ends (seed 0, ply 3)" in outcome.out


@pytest.mark.compiled
def test_bench_measures(ludarium: Ludarium) -> None:
    (row,) = json.loads(ludarium("bench", "tic-tac-toe", "--seconds", "0.02", "--json").out)["rows"]
    assert row["game"] == "tic-tac-toe"
    assert row["random_games_per_second"] > 0
    assert row["simulations_per_second"] > 0


@pytest.mark.compiled
def test_warm_compiles_what_it_is_told(ludarium: Ludarium) -> None:
    assert ludarium("warm", "tic-tac-toe").out.startswith("1 game ready after ")
