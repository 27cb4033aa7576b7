"""Widgets for notebooks: a table to play at, and a replay to be followed."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ludarium
from ludarium.api.widgets import ReplayWidget, Sitting, TableWidget
from ludarium.engine.errors import LudariumError
from ludarium.games import load


@pytest.mark.parametrize("name", ["tic-tac-toe", "kuhn-poker", "goofspiel", "pig", "blotto"])
@pytest.mark.parametrize("seat", [0, 1])
def test_games_of_all_kinds_are_played_to_the_end(name: str, seat: int) -> None:
    game = load(name)
    players = ["random"] * game.seats
    players[seat] = "me"
    table = ludarium.table(game, *players, seed=4)
    for _ in range(500):
        if table.over:
            break
        table._heard(table, {"move": table.moves[0]["text"]}, [])
        assert table.fault == ""
    assert table.over
    assert "turn" not in table.status
    table._heard(table, {"move": "a1"}, [])
    assert table.fault == "the game is over: begin a new one"
    assert table.record.result is not None
    assert table.record.verify(load).over


def test_what_cannot_be_played_is_said_and_nothing_happens() -> None:
    table = ludarium.table("tic-tac-toe", "random", "me")
    before = len(table.record.decisions)
    for message in ({"move": "z9"}, {"move": 3}, {"fly": True}, "a1", None):
        table._heard(table, message, [])
        assert table.fault
        assert len(table.record.decisions) == before
    table._heard(table, {"move": table.moves[0]["text"]}, [])
    assert (table.fault, len(table.record.decisions)) == ("", before + 2)


def test_a_new_game_is_another() -> None:
    table = ludarium.table("tic-tac-toe", "random", "me")
    seed = table.sitting.seed
    table._heard(table, {"new": True}, [])
    assert table.sitting.seed != seed
    assert not table.over


def test_what_is_hidden_stays_so() -> None:
    """Two deals that differ in the other's card alone look the same in the cell."""
    game = load("kuhn-poker")
    shown: dict[str, set[str]] = {}
    for seed in range(30):
        table = ludarium.table(game, "me", "random", seed=seed)
        own = str(table.sitting.view.fields()["card"][0])
        shown.setdefault(own, set()).add(f"{table.board}{table.status}{table.moves}{table.told}")
    assert len(shown) == 3
    assert all(len(seen) == 1 for seen in shown.values())


def test_long_lists_and_checked_moves_are_written() -> None:
    table = ludarium.table("blotto", "me", "random")
    assert table.writing
    assert not ludarium.table("tic-tac-toe").writing
    assert isinstance(table, TableWidget)


def test_who_sits_down_is_checked() -> None:
    with pytest.raises(LudariumError, match="'human' asks at a terminal, which a cell is not: your seat is 'me'"):
        ludarium.table("tic-tac-toe", "me", " Human")
    with pytest.raises(LudariumError, match="one of the players must be 'me'"):
        ludarium.table("tic-tac-toe", "random", "random")
    with pytest.raises(LudariumError, match="5 is no player's text"):
        ludarium.table("tic-tac-toe", 5, "me")  # type: ignore[arg-type]
    with pytest.raises(LudariumError, match="2 seats"):
        ludarium.table("tic-tac-toe", "me")
    with pytest.raises(LudariumError, match="did you mean"):
        ludarium.table("tic-tac-to")
    sitting = Sitting(load("tic-tac-toe"), ["me", "random"], 1)
    sitting.close()


def test_a_replay_can_be_followed() -> None:
    record = ludarium.match("tic-tac-toe", ["random", "random"], games=1, seed=2, progress=False).record(0)
    widget = ludarium.replay(record).widget()
    assert isinstance(widget, ReplayWidget)
    seen = []
    widget.observe(lambda change: seen.append(change["new"]), "at")
    widget.at = 3
    assert seen == [3]
    assert widget.position == widget.replay[3].position
    assert "3 of" in widget.words
    widget.at = 10_000
    assert widget.at == widget.last == len(widget.replay) - 1
    widget.at = -5
    assert widget.at == 0


def test_without_the_package_the_remedy_is_named() -> None:
    code = "import sys; sys.modules['anywidget'] = None; import ludarium; ludarium.table('pig')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "MissingExtra" in done.stderr
    assert "pip install 'ludarium[notebook]'" in done.stderr
