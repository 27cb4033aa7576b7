"""Playing at the terminal: who sits where, and what may be seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludarium.cli.play import seat_players
from ludarium.engine import Record
from ludarium.games import load
from tests.cli.conftest import Ludarium
from tests.cli.test_errors import OWN

WHICH_HAND = f"{OWN}:WhichHand"
LEFT = f"{OWN}:Left"


@pytest.mark.parametrize(
    ("given", "seated"),
    [
        ([], ["human", "ismcts", "ismcts"]),
        (["random"], ["random", "human", "ismcts"]),
        (["random", "human"], ["random", "human", "ismcts"]),
        (["random", "maxn", "mcts"], ["random", "maxn", "mcts"]),
    ],
)
def test_seats_not_given_are_yours_then_the_usual_opponents(given: list[str], seated: list[str]) -> None:
    assert seat_players(load("goofspiel", seats=3), given) == seated


def test_a_person_plays_to_the_end(ludarium: Ludarium) -> None:
    outcome = ludarium("play", WHICH_HAND, "--seat", LEFT, typed="?\nmiddle\nright\n")
    assert outcome.code == 0
    assert "your move" in outcome.out
    assert "'middle' is no move" in outcome.out
    assert f"Hider ({LEFT}) wins." in outcome.out
    assert "You win." in ludarium("play", WHICH_HAND, "--seat", LEFT, typed="left\n").out


def test_a_hidden_move_is_not_told_before_the_end(ludarium: Ludarium) -> None:
    shown = ludarium("play", WHICH_HAND, "--seat", LEFT, typed="quit\n").out
    assert "has moved, unseen." in shown
    assert "left" not in shown.replace(LEFT, "").replace("You left the game.", "").replace("1: left", "")
    assert "lucky" not in shown


def test_what_is_seen_is_told(ludarium: Ludarium) -> None:
    shown = ludarium("play", WHICH_HAND, "--seat", "human", "--seat", LEFT, typed="left\n").out
    assert f"Guesser ({LEFT}) plays left" in shown
    assert f"Guesser ({LEFT}) wins." in shown


def test_open_shows_everything(ludarium: Ludarium) -> None:
    shown = ludarium("play", WHICH_HAND, "--seat", LEFT, "--seat", LEFT, "--open").out
    assert f"Hider ({LEFT}) plays left\n  the left one feels lucky\n\ncoin: left" in shown


def test_without_people_a_spectator_watches(ludarium: Ludarium) -> None:
    shown = ludarium("play", WHICH_HAND, "--seat", LEFT, "--seat", LEFT).out
    assert f"Hider ({LEFT}) has moved, unseen.\n\ncoin: ?" in shown
    assert shown.endswith(f"coin: left\n\nGuesser ({LEFT}) wins.\n")


def test_people_pass_the_keyboard_where_something_is_hidden(ludarium: Ludarium) -> None:
    line = ("play", WHICH_HAND, "--seat", "human", "--seat", "human")
    shown = ludarium(*line, typed="\nright\n\nright\n").out
    assert shown.count("Pass the keyboard to") == 2
    _, hider, guesser = shown.split("Pass the keyboard to ")
    assert hider.startswith("Hider")
    assert guesser.startswith("Guesser")
    assert "coin: ?" in guesser
    assert "coin: right" not in guesser.split("your move")[0]
    assert shown.endswith("Guesser (human) wins.\n")


def test_people_do_not_pass_the_keyboard_where_all_is_open(ludarium: Ludarium) -> None:
    shown = ludarium("play", "tic-tac-toe", "--seat", "human", "--seat", "human", typed="a1\nb2\nquit\n").out
    assert "Pass the keyboard" not in shown
    assert "You left the game." in shown


def test_moves_at_once_are_told_together(ludarium: Ludarium) -> None:
    line = ("play", "goofspiel", "--set", "cards=3", "--seat", "human", "--seat", "random", "--seed", "1")
    shown = ludarium(*line, typed="3\n2\n1\n").out
    first, second = shown.index("First (you) plays 3"), shown.index("Second (random) plays")
    assert first < second
    assert "\n\n" not in shown[first:second]
    assert shown.count("Second (random) plays") == 3


def test_a_fault_is_told_and_the_game_goes_on(ludarium: Ludarium) -> None:
    outcome = ludarium("play", WHICH_HAND, "--seat", f"{OWN}:Faulty", "--seat", LEFT)
    assert outcome.code == 0
    assert "ValueError: out of order" in outcome.err


def test_a_fault_that_may_tell_a_secret_is_told_after_the_game(ludarium: Ludarium, tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(
        "from ludarium.engine import Player\n"
        "class Wrong(Player):\n"
        "    def choose(self, view, clock):\n"
        "        raise ValueError('I see ' + view.draw())\n"
    )
    wrong = f"{tmp_path / 'wrong.py'}:Wrong"
    line = ("play", WHICH_HAND, "--seat", wrong, "--seat", "human")
    outcome = ludarium(*line, typed="left\n")
    warnings = outcome.err.splitlines()
    assert warnings[0] == f"A move was drawn for Hider ({wrong}), whose answer could not be used: why, after the game"
    assert warnings[-1] == f"{wrong}: ValueError: I see no coin yet (line 4)"
    left = ludarium(*line, typed="quit\n").err
    assert left.splitlines()[-1] == warnings[-1]
    assert f"A move was drawn: {warnings[-1]}" in ludarium(*line, "--open", typed="left\n").err


def test_a_saved_game_replays(ludarium: Ludarium, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    line = ("play", "tic-tac-toe", "--seat", "random", "--seat", "random", "--seed", "4", "--save", str(file))
    assert f"Saved: ludarium replay {file}" in ludarium(*line).out
    shown = ludarium("replay", str(file)).out
    assert "\nstart\n" in shown
    assert f"of {len(Record.load(file).decisions)}: " in shown
    assert "The record is sound" in shown


def test_a_game_that_is_left_is_saved_as_far_as_it_went(ludarium: Ludarium, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ludarium("play", "tic-tac-toe", "--seat", "human", "--seat", "human", "--save", str(file), typed="a1\nquit\n")
    assert [decision.move for decision in Record.load(file).decisions] == ["a1"]
    assert "The game was broken off here." in ludarium("replay", str(file), "--all").out


def test_a_changed_record_says_where(ludarium: Ludarium, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ludarium("play", "tic-tac-toe", "--seat", "random", "--seat", "random", "--seed", "4", "--save", str(file))
    record = Record.load(file)
    moves = [decision.move for decision in record.decisions]
    record.decisions[2].move, record.decisions[4].move = moves[4], moves[2]
    record.save(file)
    outcome = ludarium("replay", str(file))
    assert outcome.code == 2
    assert "decision 3 (seat 1, " in outcome.err


def test_stepping_through_a_record(ludarium: Ludarium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludarium.cli import replay

    file = tmp_path / "game.json"
    ludarium("play", "tic-tac-toe", "--seat", "random", "--seat", "random", "--seed", "4", "--save", str(file))
    record = Record.load(file)
    steps = list(record.replay(load))
    seen: list[int] = []
    keys = iter(["n", " ", "b", "n", "q"])
    monkeypatch.setattr("typer.getchar", lambda: next(keys))
    monkeypatch.setattr(replay, "_show", lambda _record, number, *_: seen.append(number))
    replay._step_through(record, steps)
    assert seen == [0, 1, 2, 1, 2]
