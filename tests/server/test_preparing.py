"""Compiling is nobody's thinking: tables wait for it, are told how long, and no move is made in place of a player's."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

from ludarium.engine.player import Clock
from ludarium.games import load
from ludarium.games.offered import made
from ludarium.players.preparing import Preparation, prepare_player, usual_players
from ludarium.server.work import preparing
from ludarium.server.work.preparing import Preparing
from ludarium.server.work.processes import Compiling, Ended, Helper, Late
from tests.server.serving import serving

pytestmark = pytest.mark.compiled


COMPILING = 2.0
"""Seconds."""


@pytest.fixture
def slow_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled yet, and all that tables want takes a while."""
    monkeypatch.setattr(Preparation, "done", property(lambda self: False))
    monkeypatch.setattr(preparing, "_prepare", _sleeping)
    monkeypatch.setattr(Preparing, "start", lambda self, first=(): None)


def _sleeping(connection: Any) -> None:
    while True:
        try:
            connection.recv()
        except (EOFError, OSError):
            return
        time.sleep(COMPILING)
        connection.send("")


@pytest.mark.usefixtures("slow_compiler")
def test_a_table_whose_player_is_not_compiled_says_so_and_waits(tmp_path: Path) -> None:
    """Its clock stands meanwhile: it would have run out long before."""
    with serving(str(tmp_path / "lab.db"), warm=True) as server:
        you = server.person()
        begun = time.monotonic()
        table = you.open("tic-tac-toe", ["random", "me"], seconds=1)
        with you.follow(table["id"]) as line:
            line.wait_for_turn()
            assert time.monotonic() - begun > COMPILING
            moved = [event for event in line.events if event["kind"] == "moved"]
            line.wait(lambda: bool(line.table["ready"]))
            told = [message["table"] for message in line.heard if message["type"] == "table"]
    assert [event["data"]["fault"] for event in moved] == [""]
    waiting = [line.welcome["table"], *told]
    assert any(each["preparing"] and each["preparing"]["left"] > 0 for each in waiting)
    assert (waiting[-1]["ready"], waiting[-1]["preparing"]) == (True, None)
    clocks = [event["data"] for event in line.events if event["kind"] == "clock"]
    assert [clock["stopped"] for clock in clocks] == [[0], []]


@pytest.mark.usefixtures("slow_compiler")
def test_several_tables_wait_for_the_same_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    whole = Preparing._compile

    async def counted(self: Preparing, work: preparing.Work, helper: Helper) -> None:
        compiled.append(work.preparation.player)
        await whole(self, work, helper)

    monkeypatch.setattr(Preparing, "_compile", counted)
    with serving(str(tmp_path / "lab.db"), warm=True) as server:
        you = server.person()
        tables = [you.open("tic-tac-toe", ["random", "me"]) for _ in range(3)]
        for table in tables:
            with you.follow(table["id"]) as line:
                line.wait_for_turn()
                assert all(event["data"]["fault"] == "" for event in line.events if event["kind"] == "moved")
    assert compiled == ["random"]


def test_what_is_compiled_is_noted_for_other_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    game = made("kuhn-poker")
    wanted, usual = Preparation.of("random", game), Preparation.of("ismcts", game).estimate
    assert not wanted.done
    wanted.note(2 * wanted.estimate)
    assert wanted.done
    assert not Preparation.of("ismcts", game).done
    assert Preparation.of("ismcts", game).estimate == pytest.approx(2 * usual, rel=0.01), "this machine is slow"
    assert Preparing(True).is_ready(game, ["random"])
    assert not Preparing(True).is_ready(game, ["random", "ismcts"])
    assert Preparing(False).is_ready(game, ["ismcts"])


def test_preparing_a_player_notes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tic-tac-toe")
    prepare_player("random", game)  # what is compiled stays in this process
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    assert not Preparation.of("random", game).done
    assert prepare_player("random", game) == 0.0
    assert Preparation.of("random", game).done


def test_players_of_one_kind_share_what_is_compiled() -> None:
    one, other = load("5x5 drop line-4"), load("6x6 drop line-4")
    quick, slow = Preparation.of("mcts:iterations=30", one), Preparation.of("mcts:iterations=3000", other)
    assert quick.key == slow.key
    assert quick.key != Preparation.of("minimax", one).key
    assert quick.key != Preparation.of("mcts", load("pig")).key


@pytest.mark.parametrize("name", ["reversi", "jostle", "boundary", "pig"])
def test_the_usual_opponent_is_the_one_that_the_first_page_names(name: str) -> None:
    from ludarium.server.tables.cards import game_card

    card = game_card(name)
    texts = [player.text for player in card.players]
    usual = usual_players(load(name))
    assert sorted(usual) == sorted(texts)
    strength = {player.text: player.strength for player in card.players}
    if card.opponent in texts:
        assert usual[0] == card.opponent
    else:
        assert abs(strength[usual[0]] - 3) == min(abs(each - 3) for each in strength.values())


def test_a_clock_stands_while_something_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = 0.0
    monkeypatch.setattr("ludarium.engine.player.compile_seconds", lambda: compiled)
    clock = Clock(10.0, compiled=0.0)
    clock.started -= 7.0
    assert 7.0 <= clock.spent < 8.0
    compiled = 6.5
    assert 0.5 <= clock.spent < 1.5
    assert clock.left is not None
    assert clock.left > 8.5


class Scripted:
    """A connection to a process that says things after so many seconds of a clock that only it moves."""

    def __init__(self, *said: tuple[float, Any]) -> None:
        self.now, self._said = 100.0, list(said)

    def poll(self, limit: float) -> bool:
        wait = self._said[0][0]
        self.now += min(wait, limit)
        return wait <= limit

    def recv(self) -> Any:
        return self._said.pop(0)[1]


@pytest.mark.parametrize(("thinks", "late"), [(2.5, False), (3.5, True)])
def test_an_answer_is_not_late_for_what_was_compiled(
    monkeypatch: pytest.MonkeyPatch, thinks: float, late: bool
) -> None:
    """Of its 5 seconds it has used 2 before it compiles for a minute, and has 3 left afterwards."""
    said = Scripted((1.0, Compiling(True)), (60.0, Compiling(False)), (1.0, Compiling(True)), (9.0, Compiling(False)))
    said._said.append((thinks, "answered"))
    monkeypatch.setattr("ludarium.server.work.processes.time.monotonic", lambda: said.now)
    helper = Helper(_dying, "test-scripted")
    if late:
        with pytest.raises(Late):
            helper._answer(said, 5.0)  # type: ignore[arg-type]
    else:
        assert helper._answer(said, 5.0) == "answered"  # type: ignore[arg-type]
    assert not helper.compiling


def test_a_process_that_dies_while_compiling_is_no_dead_end() -> None:
    helper = Helper(_dying, "test-dying")
    try:
        with pytest.raises(Ended):
            helper.ask("anything", 30.0)
    finally:
        helper.close()


def _dying(connection: Any) -> None:
    connection.recv()
    connection.send(Compiling(True))
    os._exit(1)
