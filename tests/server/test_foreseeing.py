"""Which moves somebody may have next, for those who choose one ahead: nothing that is not known yet is told."""

from __future__ import annotations

from typing import Any

import pytest

from ludarium.server.tables import changing
from ludarium.server.tables.deciding import Refusal
from ludarium.server.tables.state import TableState
from ludarium.store.lab import Sitting
from tests.server.serving import Running
from tests.server.test_game_clocks import moved, running


def _by_hand(state: TableState, seat: int) -> set[str]:
    """The moves that a seat has after any move of the other: the slow and obvious way."""
    assert state.position is not None
    (mover,) = state.deciding
    found: set[str] = set()
    for move in state.position.view(mover).moves():
        after = state.position.play(move.text, mover)
        if seat in after.movers:
            found |= {own.text for own in after.view(seat).moves()}
    return found


@pytest.mark.parametrize("game", ["tic-tac-toe", "reversi", "checkers"])
def test_it_is_what_any_move_of_the_other_leads_to(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changing, "FORESEEING", 60.0)  # however busy the machine
    state = running(None, game)
    for _ in range(3):
        (mover,) = state.deciding
        waiting = 1 - mover
        found = changing.foreseeing(state, waiting + 1, len(state.decisions))
        assert {move["text"] for move in found} == _by_hand(state, waiting)
        assert changing.foreseeing(state, mover + 1, len(state.decisions)) == []
        state = moved(state, 1.0)


@pytest.mark.parametrize("game", ["jostle", "tarble", "pig", "kuhn-poker", "goofspiel", "boundary"])
def test_nothing_is_told_where_chance_or_secrets_come_first(game: str) -> None:
    state = running(None, game)
    for account in (1, 2):
        assert changing.foreseeing(state, account, 0) == []


def test_only_those_who_sit_there_may_ask(server: Running) -> None:
    one, two, other = server.person(), server.person(), server.person()
    table = one.open("tic-tac-toe", ["me", "open"])
    two.post(f"/tables/{table['id']}/join", {})
    with two.follow(table["id"]) as second, other.follow(table["id"]) as third:
        second.say(type="agree", revision=1)
        second.until("scene")
        answer: dict[str, Any] = second.say(type="foresee", decision=0)
        assert (answer["type"], len(answer["moves"])) == ("foreseen", 9)
        assert second.say(type="foresee", decision=7)["stale"]
        assert third.say(type="foresee", decision=0)["type"] == "refused"


def test_it_ends_in_time_and_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    state = running(None, "checkers", (Sitting("person", "A", 1), Sitting("person", "B", 2)))
    monkeypatch.setattr(changing, "FORESEEING", -1.0)
    some = changing.foreseeing(state, 2, 0)
    monkeypatch.setattr(changing, "FORESEEN", 2)
    assert len(changing.foreseeing(state, 2, 0)) == 2
    assert 0 < len(some) < 20
    with pytest.raises(Refusal):
        changing.foreseeing(state, 99, 0)
