"""Tables of a study: who may see them, when hidden players answer, and what happens when somebody leaves."""

from __future__ import annotations

import asyncio
import statistics
import time
from itertools import pairwise
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from ludarium.engine.errors import BadParameter
from ludarium.engine.kernels.rng import derive
from ludarium.games import load
from ludarium.server.sockets.table import NOWHERE
from ludarium.server.tables.masks import NAMES, Mask, StudySeat, StudyWish, drawn_names
from ludarium.server.work.players import Answer, Question, Workers
from ludarium.server.work.shares import Share
from ludarium.store import lab, standing
from ludarium.studies.timing import PRIOR
from tests.server.classifying import at_once
from tests.server.masking import QUICK, decided, open_table, order, tables_of
from tests.server.serving import Person, Running, serving

SLOW = QUICK.__class__(**{**QUICK.__dict__, "level": 6.0, "noise": 0.01, "between": 0.001, "least": 300.0})
"""People who take minutes: nothing happens by itself."""


def _play(person: Person, table: str) -> None:
    with person.follow(table) as line:
        line.play()


# --- who may see it ---------------------------------------------------------------------------------------------------


def test_a_studys_table_is_there_for_its_people_alone(server: Running) -> None:
    one, two, stranger = (server.person() for _ in range(3))
    held = open_table(server, [one, two], pacing=SLOW)
    table, key = held.state.id, held.state.table.key
    missing = stranger.http.get("/tables/nowhere").text
    for query in ("", f"?key={key}"):
        assert stranger.http.get(f"/tables/{table}{query}").text == missing
        assert stranger.http.get(f"/matches/{table}{query}").status_code == 404
        assert stranger.http.get(f"/matches/{table}/replay{query}").status_code == 404
        assert stranger.http.get(f"/matches/{table}/record{query}").status_code == 404
    assert stranger.refused(f"/tables/{table}/join", {"key": key})[0] == 404
    with pytest.raises(ConnectionClosed) as closed, stranger.follow(table, key=key):
        pass
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == NOWHERE
    assert table not in stranger.http.get("/tables").text + one.http.get("/tables").text
    info = one.get(f"/tables/{table}")
    assert key not in str(info)
    assert {seat["label"] for seat in info["seats"]} <= set(NAMES)
    assert info["you"] == 0


def test_no_list_shows_it_when_it_is_over(server: Running) -> None:
    one = server.person()
    held = open_table(server, [one, "random"])
    _play(one, held.state.id)
    for path in ("/matches", "/matches?mine=true", "/tables"):
        assert held.state.id not in one.http.get(path).text
    assert one.http.get(f"/matches/{held.state.id}/record").status_code == 409
    before = one.get(f"/matches/{held.state.id}")["players"]
    assert order(server, held.state.id, type="unmask")["type"] == "ack"
    after = one.get(f"/matches/{held.state.id}")["players"]
    assert after[0] == before[0]
    assert after[1].startswith(f"{before[1]} (")
    seats = one.get(f"/tables/{held.state.id}")["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "player"]
    assert one.http.get(f"/matches/{held.state.id}/record").status_code == 200
    assert held.state.id not in one.http.get("/matches?mine=true").text
    assert order(server, held.state.id, type="unmask")["stale"]


def test_nobody_can_give_the_servers_orders(server: Running) -> None:
    one, two = server.person(), server.person()
    held = open_table(server, [one, two], pacing=SLOW)
    with one.follow(held.state.id) as line:
        for kind in ("unmask", "hand_over", "finish", "erase", "run_out"):
            assert "cannot be read" in line.say(type=kind, seat=1, player="random")["reason"]
    assert order(server, held.state.id, type="unmask")["type"] == "refused", "the match is not over"


def test_talk_and_resigning_as_the_plan_says(server: Running) -> None:
    one, two = server.person(), server.person()
    held = open_table(server, [one, two], chat=True, resign=True)
    with one.follow(held.state.id) as line:
        assert line.say(type="chat", text="hello")["type"] == "ack"
        said = line.events[-1]["data"]
        assert said["who"] == held.state.seats[0].label
        assert line.say(type="resign")["type"] == "ack"
        line.wait(lambda: line.table["state"] == "over")
        assert line.table["reason"] == f"{held.state.seats[0].label} resigned."


def test_what_a_plan_gets_wrong_is_said() -> None:
    with pytest.raises(BadParameter, match="same name"):
        drawn_names([StudySeat(1, name="Ash"), StudySeat(2, name="Ash")], 1)
    with pytest.raises(BadParameter, match="below 0"):
        Mask.of(StudyWish("s", "tic-tac-toe", [], reconnects=-1), 1)


def test_seats_must_be_filled(server: Running) -> None:
    one = server.person()
    for seats, fault in [([one], "2 seats"), ([one, one], "two seats"), ([one, ""], "not both")]:
        with pytest.raises(BadParameter, match=fault):
            open_table(server, seats)  # type: ignore[arg-type]


# --- when hidden players answer ---------------------------------------------------------------------------------------


def test_a_hidden_player_answers_when_a_person_might(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workers, "choose", at_once)
    one = server.person()
    held = open_table(server, [one, "random"], seconds=30.0)
    _play(one, held.state.id)
    mask, moved = held.state.mask, [event for event in held.state.events if event.kind in ("started", "moved")]
    assert mask is not None
    compared = 0
    for number, (before, event) in enumerate(pairwise(moved)):
        if event.data["seat"] == 1:
            due = mask.due(1, number, 9 - number, 0.0, 30.0)
            assert due - 1e-6 <= event.private["seconds"], "never before"
            assert event.private["seconds"] < due + 2.0, "nor much later; a busy machine aside"
            assert event.private["seconds"] == pytest.approx((event.at - before.at).total_seconds(), abs=1.0)
            compared += 1
    assert compared >= 2


def test_thinking_longer_than_people_do_is_no_sign(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another time is drawn, of those that are longer, instead of an answer in the moment in which the player has
    it."""

    async def slow(self: Workers, question: Question, limit: float, share: Share, *, alone: bool) -> Answer:
        await asyncio.sleep(0.3)
        return Answer("b2" if question.seconds is not None and question.seconds <= 0.2 else "a1", 0.3)

    monkeypatch.setattr(Workers, "choose", slow)
    with serving(place) as running:
        one = running.person()
        seed = next(seed for seed in range(100) if Mask(derive(seed, "mask"), QUICK).due(0, 0, 9, 0.0, None) < 0.15)
        held = open_table(running, ["random", one], seed=seed)
        with one.follow(held.state.id) as line:
            line.wait_for_turn()
        mask, event = held.state.mask, held.state.events[3]
        assert mask is not None
        drawn = mask.due(0, 0, 9, 0.0, None, ready=0.3)
        assert drawn > 0.3
        assert event.private["move"] == "b2", "it was told to think no longer than the drawn time"
        assert drawn - 0.005 <= event.private["seconds"] < drawn + 2.0


def test_who_is_late_takes_a_time_of_people_who_take_longer() -> None:
    """The times of a player that is never ready before a moment are people's without the shorter ones; with a clock, in
    time all the same."""
    masks = [Mask(derive(seed, "late"), QUICK) for seed in range(400)]
    usual = [time for mask in masks if (time := mask.due(0, 0, 9, 0.0, None)) > 0.1]
    late = [mask.due(0, 0, 9, 0.0, None, ready=0.1) for mask in masks]
    assert min(late) > 0.1
    assert statistics.median(late) == pytest.approx(statistics.median(usual), rel=0.1)
    assert all(0.95 <= mask.due(0, 0, 9, 0.0, 1.0, ready=0.95) <= 1.0 for mask in masks)
    assert all(0.2 <= mask.due(0, 0, 9, 0.1, 1.0, ready=0.2) <= 1.0 for mask in masks)
    beyond = QUICK.most + 1.0
    assert all(mask.due(0, 0, 9, 0.0, None, ready=beyond) > beyond for mask in masks)


def test_where_people_send_whole_turns_hidden_players_do(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And take the time of all its moves for it."""
    monkeypatch.setattr(Workers, "choose", at_once)
    with serving(place) as running:
        one = running.person()
        starts = ((seed, load("tarble").start(seed)) for seed in range(50))
        seed = next(seed for seed, start in starts if start.play(start.moves(0)[0], 0).movers == (0,))
        held = open_table(running, ["random", one], game="tarble", seed=seed)
        with one.follow(held.state.id) as line:
            assert line.wait_for_turn()
            scenes = [said for said in line.heard if said["type"] == "scene"]
        mask, turn = held.state.mask, [event for event in held.state.events if event.kind == "moved"]
        assert mask is not None
        assert len(turn) > 1
        assert {event.data["seat"] for event in turn} == {0}
        assert len({event.at for event in turn}) == 1
        assert len(scenes) <= 1, "one picture for the whole turn"
        assert sum(event.private["seconds"] for event in turn) >= len(turn) * QUICK.least


def test_faults_of_a_player_are_not_told(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(self: Workers, question: Question, limit: float, share: Share, *, alone: bool) -> Answer:
        return Answer(fault="random: its process ended")

    monkeypatch.setattr(Workers, "choose", fails)
    with serving(place) as running:
        one = running.person()
        held = open_table(running, [one, "random"])
        with one.follow(held.state.id) as line:
            line.play()
            moved = [event["data"] for event in line.events if event["kind"] == "moved"]
        assert {data["fault"] for data in moved} == {""}
        assert "its process ended" in held.state.decisions[1].fault


def test_when_a_hidden_players_time_is_up_a_move_is_made(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def stuck(self: Workers, question: Question, limit: float, share: Share, *, alone: bool) -> Answer:
        await asyncio.sleep(1000)
        raise AssertionError

    monkeypatch.setattr(Workers, "choose", stuck)
    with serving(place) as running:
        one = running.person()
        held = open_table(running, ["random", one], seconds=1.0)
        with one.follow(held.state.id) as line:
            assert line.until_event("moved")["data"]["fault"] == "the time for this decision was up"


def test_a_restart_changes_no_time(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped while a hidden player takes its time: it answers as late as it would have, and not at once."""
    monkeypatch.setattr(Workers, "choose", at_once)
    with serving(place) as running:
        one = running.person()
        seed = next(seed for seed in range(1000) if 2.0 < _first_due(seed) < 3.0)
        held = open_table(running, ["random", one], seed=seed, pacing=_EVEN)
        time.sleep(1.2)
        with one.follow(held.state.id) as line:
            assert not line.my_turn()
        cookies = one.http.cookies
        table = held.state.id
    with serving(place) as running:
        again = Person.__new__(Person)
        again.address = running.address
        again.http = one.http.__class__(base_url=f"http://{running.address}/api", timeout=60, cookies=cookies)
        with again.follow(table) as line:
            assert line.wait_for_turn()
        found = tables_of(running).here(table)
        assert found is not None
        *_, resumed, moved = found.state.events
        assert resumed.kind == "clock"
        assert resumed.private["waited"] > 0.1, "what it had waited before counts, up to the last heartbeat"
        assert _first_due(seed) <= moved.private["seconds"] < _first_due(seed) + 1.0


_EVEN = QUICK.__class__(**{**QUICK.__dict__, "level": 0.9, "noise": 0.3})


def _first_due(seed: int) -> float:
    return Mask(derive(seed, "mask"), _EVEN).due(0, 0, 9, 0.0, None)


# --- who seems to be there --------------------------------------------------------------------------------------------


def test_connections_are_lost_as_often_as_the_plan_says() -> None:
    """Counted over many games of the usual length."""
    rate, games, length = 0.5, 400, PRIOR.length * 2.718281828 ** PRIOR.expected(8, 0.5)
    found = 0
    for seed in range(games):
        mask, age = Mask(seed, reconnects=rate), 0.0
        while True:
            begins, ends = mask.outage(1, age)
            assert 2.0 <= ends - begins <= 30.0
            assert mask.outage(1, begins) == (begins, ends)
            if begins > length:
                break
            found, age = found + 1, ends
    assert found / games == pytest.approx(rate, abs=0.15)
    assert Mask(1).outage(1, 0.0)[0] == float("inf")


def test_a_hidden_player_seems_to_lose_its_connection(server: Running) -> None:
    """And does not answer while it seems to be away."""
    one = server.person()
    usual = QUICK.length * 2.718281828 ** QUICK.expected(8, 0.5)
    often = usual / 4.0  # every four seconds or so
    seed = next(seed for seed in range(10_000) if _soon_away(Mask(derive(seed, "mask"), QUICK, reconnects=often)))
    held = open_table(server, [one, "random"], seed=seed, reconnects=often)
    with one.follow(held.state.id) as line:
        line.wait(lambda: line.table["seats"][1]["present"])
        line.wait(lambda: not line.table["seats"][1]["present"])
        line.say(type="move", decision=0, moves=["a1"])
        line.wait_for_turn()
        assert line.table["seats"][1]["present"], "it came back before it moved"
        seen = [said["table"]["seats"][1]["present"] for said in line.heard if "table" in said]
        changes = [now for now, before in zip(seen, [None, *seen], strict=False) if now != before]
        assert changes[-3:] == [True, False, True]


def _soon_away(mask: Mask) -> bool:
    begins, ends = mask.outage(1, 0.0)
    return mask.arrival(1, 3) + 0.5 < begins < 2.5 and ends - begins < 3.0 and mask.outage(1, ends)[0] > ends + 5


def test_where_players_lose_no_connections_nobody_sees_whose_is_lost(server: Running) -> None:
    one, two = server.person(), server.person()
    held = open_table(server, [one, two], pacing=SLOW)
    with one.follow(held.state.id) as line:
        with two.follow(held.state.id):
            pass
        line.say(type="ask_reason", decision=0)
        assert [said["type"] for said in line.heard] == ["welcome", "refused"]
        assert all(seat["present"] for seat in line.table["seats"])


# --- somebody leaves --------------------------------------------------------------------------------------------------


def test_a_seat_is_handed_over_and_nobody_sees_it(server: Running) -> None:
    one, two = server.person(), server.person()
    held = open_table(server, [one, two], seconds=60.0)
    label = held.state.seats[1].label
    with one.follow(held.state.id) as line, two.follow(held.state.id) as other:
        line.say(type="move", decision=0, moves=["a1"])
        asked = time.monotonic()
        assert order(server, held.state.id, type="hand_over", seat=1, player="random", why="left")["type"] == "ack"
        assert other.until_closed()
        assert line.wait_for_turn()
        mask = held.state.mask
        assert mask is not None
        assert time.monotonic() - asked > 0.03, "not at once"
        line.play()
        numbers = [event["number"] for event in line.events]
        assert numbers == list(range(1, len(numbers) + 1))
        assert {event["kind"] for event in line.events} == {"opened", "proposal", "started", "moved", "ended"}
        assert line.table["seats"][1]["label"] == label
        assert line.table["seats"][1]["kind"] == "person"
    with one.follow(held.state.id, after=numbers[-1] - 1) as line:
        assert [event["number"] for event in line.events] == numbers[-1:]
    assert two.http.get(f"/tables/{held.state.id}").status_code == 404
    handed = next(event for event in held.state.events if event.kind == "handed")
    assert handed.private["account"] == two.me["id"]
    assert handed.private["why"] == "left"
    assert handed.data == {}
    again = _refetched(server, held.state.id)
    assert [seat.player for seat in again.state.seats] == ["", "random"]
    assert order(server, held.state.id, type="unmask")["type"] == "ack"
    assert two.http.get(f"/tables/{held.state.id}").status_code == 200, "now everybody may know"


def _refetched(server: Running, table: str) -> Any:
    """A table read anew from what is stored."""
    tables = tables_of(server)

    async def fetch() -> Any:
        here = tables.here(table)
        assert here is not None
        await tables.put_away(here)
        return await tables.find(table)

    return server.do(fetch())


def test_whoever_resigns_among_three_is_stood_in_for(server: Running) -> None:
    one, two = server.person(), server.person()
    held = open_table(server, [one, two, "random"], game="goofspiel", settings={"cards": 3, "seats": 3}, resign=True)
    with one.follow(held.state.id) as line:
        with two.follow(held.state.id) as other:
            other.socket.send('{"type": "resign", "id": "r"}')
            assert other.until_closed()
        line.play()
        assert "left" not in {event["kind"] for event in line.events}
    assert [seat.kind for seat in held.state.seats] == ["person", "player", "player"]


def test_a_match_is_ended_for_the_rest(server: Running) -> None:
    one, two = server.person(), server.person()
    held = open_table(server, [one, two], pacing=SLOW)
    result = {"points": [1.0, 0.0], "ranks": [1, 2]}
    with one.follow(held.state.id) as line:
        assert order(server, held.state.id, type="finish", reason="This game ends here.", result=result)
        line.wait(lambda: line.table["state"] == "over")
        assert line.table["result"] == result
        assert line.table["reason"] == "This game ends here."
    assert order(server, held.state.id, type="finish", reason="", result=None)["stale"]


def test_the_clock_of_somebody_who_left_stands_for_a_while(server: Running) -> None:
    one, two = server.person(), server.person()
    held = open_table(server, [one, two], seconds=3.0, pause=1.5, pacing=SLOW)
    with one.follow(held.state.id) as line:
        with two.follow(held.state.id):
            line.say(type="move", decision=0, moves=["a1"])
        line.until_event("clock", lambda data: data["stopped"] == [1])
        time.sleep(0.7)
        assert held.state.left(1) == pytest.approx(3.0, abs=0.5)
        with two.follow(held.state.id) as other:
            line.until_event("clock", lambda data: data["stopped"] == [])
            assert other.my_turn()
            other.say(type="move", decision=1, moves=["b2"])
        line.say(type="move", decision=2, moves=["a2"])
        line.until_event("clock", lambda data: data["stopped"] == [1])
        line.until_event("clock", lambda data: data["stopped"] == [])  # the pause is over
        line.until_event("moved", lambda data: data["fault"] != "")
        assert held.state.decisions[1].seconds > 0.7
        assert decided(held, 1)[0] == "b2"


def test_lists_of_the_store_leave_studies_out(server: Running) -> None:
    one, two = server.person(), server.person()
    held = open_table(server, [one, two], pacing=SLOW)

    def look(connection: Any) -> tuple[int, bool]:
        here = lab.table(connection, held.state.id)
        assert here is not None
        assert (here.study, here.masked) == ("s", True)
        listed = any(table.id == held.state.id for table in standing.public(connection, 1000))
        return lab.unfinished_of(connection, one.me["id"]), listed

    assert server.do(tables_of(server).read(look)) == (0, False)
