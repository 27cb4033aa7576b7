"""A board never waits for the compiler: the serving process compiles nothing, and interpreted rules are the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from ludarium.engine import Record
from ludarium.engine.game import Game
from ludarium.engine.scene import scene_of
from ludarium.games import load
from ludarium.games.offered import made
from ludarium.server.tables.shelf import Shelf
from tests.golden import make
from tests.server.serving import Line, serving

RECORDS = sorted(make.FOLDER.glob("*.json"))
DECISIONS = 12
"""Of each golden game, as many as Boundary plays in a second or so; the run without the compiler replays them all."""

pytestmark = pytest.mark.compiled


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is compiled from now on, with nothing in the cache and nothing loaded before."""
    from numba.core import event

    class Compilations(event.Listener):
        def on_start(self, event: Any) -> None:
            names.append(event.data["dispatcher"].py_func.__qualname__)

        def on_end(self, event: Any) -> None:
            pass

    names: list[str] = []
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for path in RECORDS:
        game = load(path.stem)
        monkeypatch.delitem(game.rules._bound, (game.seats, None), raising=False)
    listener = Compilations()
    event.register("numba:compile", listener)  # type: ignore[no-untyped-call]
    yield names
    event.unregister("numba:compile", listener)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_golden_games_are_replayed_and_shown_without_the_compiler(path: Path, compiled: list[str]) -> None:
    """Each decision of a record holds a check of the position's bytes: one that differed would be an error here."""
    record = Record.load(path)
    shelf = Shelf()
    game = shelf.game(record.game, record.settings)
    shelf.prepare(game)
    for _, position in islice(record.replay(lambda name, **settings: shelf.game(name, settings)), DECISIONS):
        for seat in position.movers:
            assert position.view(seat).moves()
    scene_of(position.view(0), 0)
    assert game.read_position(position.text).text == position.text or position.over
    assert game.thumbnail().startswith("<svg")
    assert compiled == []
    assert not game.bound.load()


def test_a_game_of_two_people_is_opened_and_played(tmp_path: Path, compiled: list[str]) -> None:
    with serving(str(tmp_path / "lab.db")) as server:
        one, two = server.person(), server.person()
        table = one.open("reversi", ["me", "open"], settings={"size": 4})
        two.post(f"/tables/{table['id']}/join", {})
        with one.follow(table["id"]) as first, two.follow(table["id"]) as second:
            assert second.say(type="agree", revision=1)["type"] == "ack"
            for line in (first, second, first):
                _move(line)
            second.wait_for_turn()
            assert second.say(type="resign")["type"] == "ack"
            first.wait(lambda: first.table["state"] == "over")
    assert compiled == []


def _move(line: Line) -> None:
    assert line.wait_for_turn()
    scene = line.scene
    assert scene is not None
    move = scene["moves"][0]["text"]
    assert line.say(type="move", decision=scene["turn"]["decision"], moves=[move])["type"] == "ack"


def test_compiled_code_is_used_as_soon_as_another_has_stored_it(compiled: list[str]) -> None:
    game: Game = made("kuhn-poker")
    Shelf().prepare(game)
    assert (game.bound.load(), compiled) == (False, [])
    other = load("kuhn-poker")
    other.bound = type(other.bound)(other.rules, other.seats, {})  # as another process has it
    Shelf().prepare(other)
    stored = len(compiled)
    assert stored > 0
    assert game.bound.load()
    start = game.start(5)
    assert start.to_bytes() == other.start(5).to_bytes()
    assert start.play(start.moves()[0]).to_bytes() == other.start(5).play(start.moves()[0]).to_bytes()
    assert len(compiled) == stored, "what the other has stored is not compiled again"
