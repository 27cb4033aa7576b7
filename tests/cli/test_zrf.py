"""Commands that take a game take a rules file: played at the terminal, matched, measured, stored and replayed."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Ludarium

TICTACTOE = str(Path(__file__).parents[2] / "examples" / "zrf" / "tictactoe.zrf")


def test_a_game_is_played_at_the_terminal_saved_and_replayed(ludarium: Ludarium, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    line = ("play", TICTACTOE, "--seat", "human", "--seat", "human", "--seed", "1", "--save", str(file))
    shown = ludarium(*line, typed="b2\na1\nb3\nb1\nz9\na3\nc1\n").out
    assert "z9" in shown
    assert file.is_file()
    replayed = ludarium("replay", str(file)).out
    assert "The record is sound" in replayed


def test_it_is_matched_and_compared(ludarium: Ludarium) -> None:
    shown = ludarium("match", TICTACTOE, "random", "random", "--games", "4", "--seed", "1", "--workers", "1").out
    assert "random" in shown
    shown = ludarium("tournament", TICTACTOE, "random", "random", "--games", "4", "--seed", "1", "--workers", "1").out
    assert "random" in shown


def test_it_is_measured(ludarium: Ludarium) -> None:
    line = ("metrics", TICTACTOE, "--player", "random", "--games", "4", "--seed", "1", "--workers", "1")
    shown = ludarium(*line).out
    assert "branching" in shown
