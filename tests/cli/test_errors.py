"""Whatever is wrong is said in one line that names the remedy, with exit code 2 and never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Ludarium

HERE = Path(__file__).parent
OWN = f"{HERE / 'which_hand.py'}"

WRONG_LINES = {
    "a command misspelt": (["gaems"], "no such command 'gaems'. Did you mean 'games'? See 'ludarium --help'"),
    "an unknown option": (["games", "--jsno"], "see 'ludarium games --help'"),
    "a missing argument": (["rules"], "missing argument 'GAME'; see 'ludarium rules --help'"),
    "no whole number": (["perft", "reversi", "deep"], "'deep' is no whole number"),
    "a depth of nothing": (["perft", "reversi", "0"], "0 is not in the range"),
    "a short form without quotes": (["rules", "5x5", "drop", "line-4"], "needs quotes"),
    "a game misspelt": (["perft", "revesi", "3"], "no game 'revesi'; did you mean 'reversi'?"),
    "a game unlike any": (["rules", "zzzz"], "`ludarium games` lists them"),
    "no such file": (["rules", "nowhere.py:Game"], "no file nowhere.py"),
    "no such class": (["rules", f"{OWN}:Which"], "no Game class 'Which'; it defines WhichHand"),
    "a setting misspelt": (["rules", "pig", "--set", "gaol=50"], "no parameter 'gaol'; did you mean 'goal'?"),
    "a setting out of range": (["play", "pig", "--set", "goal=3"], "expected a whole number from 10 to"),
    "a setting without a value": (["play", "pig", "--set", "goal"], "write KEY=VALUE"),
    "a setting of a short form": (["rules", "5x5 drop line-4", "--set", "size=6"], "it takes no settings, got size"),
    "a player misspelt": (["play", "pig", "--seat", "randm"], "no player 'randm'; did you mean 'random'?"),
    "a player's option misspelt": (["match", "pig", "mcts:iteration=5", "random"], "did you mean 'iterations'?"),
    "too few players": (
        ["match", "goofspiel", "random"],
        "goofspiel has 2 seats, got 1 player: give one for each seat",
    ),
    "too many players": (
        ["match", "goofspiel", *["random"] * 3],
        "one for each seat, or set seats=3 (--set KEY=VALUE)",
    ),
    "too many seats taken": (
        ["play", "kuhn-poker", *["--seat", "random"] * 3],
        "kuhn-poker has 2 seats, got 3 players",
    ),
    "a person in a match": (["match", "pig", "random", "human"], "nobody at the keyboard (people use `ludarium play`)"),
    "a player that does not suit": (["match", "kuhn-poker", "perfect", "random"], "perfect cannot play kuhn-poker"),
    "a game that cannot be solved": (["solve", "pig"], "pig cannot be solved"),
    "no position": (["show", "tic-tac-toe", "zzz"], "expected"),
    "no such seat": (["show", "tic-tac-toe", "--seat", "3"], "no seat 3 in tic-tac-toe"),
    "a seat that need not decide": (
        ["ask", "tic-tac-toe", "random", "--seat", "2"],
        "seat 1 must decide now, not seat 2",
    ),
    "a game that is over": (["ask", "tic-tac-toe", "random", "xxx/oo1/3 o"], "the game is over"),
    "an answer that is no move": (["ask", "tic-tac-toe", f"{OWN}:Speechless"], "answered None, expected a Move"),
    "no record": (["replay", "nowhere.json"], "cannot read the record nowhere.json"),
    "no folder to save in": (["play", "pig", "--save", "nowhere/game.json"], "there is no folder nowhere"),
    "a folder in the file's place": (["play", "pig", "--save", "."], "it is a folder"),
    "a folder that is in use": (["match", "pig", "random", "random", "--save", str(HERE)], "is no empty folder"),
}


@pytest.mark.parametrize(("line", "expected"), WRONG_LINES.values(), ids=WRONG_LINES)
def test_a_wrong_line(line: list[str], expected: str, ludarium: Ludarium) -> None:
    outcome = ludarium(*line)
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.count("\n") == 1
    assert expected in outcome.err


def test_a_fault_of_ours_is_one_line_too(ludarium: Ludarium, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("first line\nsecond line")

    monkeypatch.setattr("ludarium.games.load", fail)
    outcome = ludarium("rules", "pig")
    assert outcome.code == 2
    assert outcome.err.startswith("unexpected KeyError: ")
    assert outcome.err.endswith("LUDARIUM_TRACEBACK=1 shows where it happened\n")
    monkeypatch.setenv("LUDARIUM_TRACEBACK", "1")
    with pytest.raises(KeyError):
        ludarium("rules", "pig")


def test_a_file_that_may_not_be_written_is_named(
    ludarium: Ludarium, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    target = tmp_path / "game.json"
    monkeypatch.setattr("os.access", lambda *_: False)
    outcome = ludarium("play", "pig", "--save", str(target))
    assert (outcome.code, outcome.err) == (2, f"cannot save to {target}: it may not be written\n")
