"""Clocks for whole games, for each decision and for days: who has how much left, and who loses by it.

No test waits for a clock: the time that has passed is set by `wind`, as for tables that are read from the database.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, text, update

from ludarium.engine.errors import BadParameter
from ludarium.engine.turn import Answer
from ludarium.server.people.standing import your_games
from ludarium.server.tables import deciding, giving_up
from ludarium.server.tables import state as tables_state
from ludarium.server.tables.audience import Order
from ludarium.server.tables.clocks import DAY, Control
from ludarium.server.tables.events import follow
from ludarium.server.tables.held import LATENESS, HeldTable
from ludarium.server.tables.recovery import LEAST, continued
from ludarium.server.tables.registry import Tables
from ludarium.server.tables.shelf import Shelf
from ludarium.server.tables.state import TableState
from ludarium.store import lab
from ludarium.store.lab import Account, Event, Heartbeat, Sitting, Table
from ludarium.store.lab_models import EventRow
from tests.server.serving import Running
from tests.server.test_putting_away import opened, started

NOW = datetime(2026, 3, 1, tzinfo=UTC)
FIVE = Control("game", 300.0, 3.0, "lose")
PEOPLE = (Sitting("person", "A", 1), Sitting("person", "B", 2))


@pytest.fixture(autouse=True)
def still(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still where no server runs, however busy the machine."""
    if not {"place", "server"} & set(request.fixturenames):
        monkeypatch.setattr(tables_state, "time", SimpleNamespace(monotonic=lambda: 1000.0))


def running(control: Control | None, game: str = "tic-tac-toe", seats: Sequence[Sitting] = PEOPLE) -> TableState:
    """A table at which a game has just started."""
    shelf = Shelf()
    settings: dict[str, Any] = {"seats": len(seats)} if len(seats) > 2 else {}
    loaded = shelf.game(game, settings)
    table = Table("t", game, "", rated=False, seed=7, created=NOW, settings=settings)
    state = TableState(table, loaded, shelf.game)
    drafts = deciding.opening(seats, 1, dict(loaded.settings) if loaded.parameters else {}, control)
    drafts += [deciding.Draft("agreed", {"seat": seat, "revision": 1}) for seat in range(1, len(seats))]
    return follow(state, drafts, uptime=0.0).state


def after(state: TableState, drafts: Sequence[deciding.Draft]) -> TableState:
    return follow(state, drafts, uptime=0.0).state


def moved(state: TableState, spent: float, move: str = "") -> TableState:
    """After a move of whoever must decide, so many seconds after the clocks were set."""
    seat = state.deciding[0]
    state.wind(spent)
    assert state.position is not None
    chosen = move or state.position.view(seat).moves()[0].text
    return after(state, deciding.moving(state, seat, len(state.decisions), [chosen], state.spent))


def lefts(state: TableState) -> list[float | None]:
    return [None if (left := state.left(seat)) is None else round(left, 1) for seat in range(len(state.seats))]


# --- what can be chosen -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clock", "fault"),
    [
        ({"kind": "move", "seconds": 0}, "1 to 86400 seconds"),
        ({"kind": "move", "seconds": -5}, "1 to 86400 seconds, not -5"),
        ({"kind": "move", "seconds": 1e12}, "1 to 86400 seconds"),
        ({"kind": "game", "seconds": 0.5}, "1 second to 600 minutes"),
        ({"kind": "game", "seconds": 1e9}, "1 second to 600 minutes"),
        ({"kind": "game", "seconds": 60, "increment": -1}, "add 0 to 600 seconds, not -1"),
        ({"kind": "game", "seconds": 60, "increment": 601}, "add 0 to 600 seconds"),
        ({"kind": "game", "seconds": 60, "time_up": "move"}, "no move can be made"),
        ({"kind": "move", "seconds": 60, "increment": 3}, "leave the increment out"),
        ({"kind": "days", "seconds": 60}, "1 to 30 whole days"),
        ({"kind": "days", "seconds": 1.5 * DAY}, "1 to 30 whole days, not 1.5"),
        ({"kind": "days", "seconds": 31 * DAY}, "1 to 30 whole days, not 31"),
    ],
)
def test_clocks_that_cannot_be_used_are_refused(clock: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadParameter, match=fault):
        Control.wished(None, {"increment": 0.0, "time_up": None} | clock, 2)


def test_bad_clocks_are_refused_by_the_server(server: Running) -> None:
    person = server.person()
    wish = {"game": "tic-tac-toe", "seats": [{"kind": "me"}, {"kind": "open"}]}
    for clock in ({"kind": "move", "seconds": 0}, {"kind": "game", "seconds": 1e300}, {"kind": "days", "seconds": 5}):
        status, reason = person.refused("/tables", wish | {"clock": clock})
        assert (status, "not" in reason) == (400, True), reason
    for unread in ({"kind": "move", "seconds": "soon"}, {"kind": "week", "seconds": 5}, {"seconds": 5}, "5+3"):
        assert person.refused("/tables", wish | {"clock": unread})[0] == 422
    both = person.refused("/tables", wish | {"clock": {"kind": "move", "seconds": 5}, "seconds": 5})
    assert both == (400, "Give seconds for a decision or a clock, not both.")
    table = person.open("tic-tac-toe", ["me", "open"], clock={"kind": "game", "seconds": 300, "increment": 3})
    assert table["clock"] == {"kind": "game", "seconds": 300.0, "increment": 3.0, "time_up": "lose"}
    assert table["seconds"] is None
    with person.follow(table["id"]) as line:
        worse = {"kind": "move", "seconds": -1}
        refused = line.say(type="propose", revision=1, settings={}, clock=worse)
        assert refused["reason"] == "A decision may have 1 to 86400 seconds, not -1."
        assert line.say(type="propose", revision=1, settings={}, clock={"kind": "days", "seconds": DAY})["number"]
        line.wait(lambda: bool(line.table["clock"]["kind"] == "days"))


@pytest.mark.parametrize(("kind", "people", "usual"), [("move", 1, "move"), ("move", 2, "lose"), ("game", 1, "lose")])
def test_between_people_time_that_is_up_loses(kind: str, people: int, usual: str) -> None:
    made = Control.wished(None, {"kind": kind, "seconds": 60.0, "increment": 0.0, "time_up": None}, people)
    assert made is not None
    assert made.time_up == usual


def test_tables_of_older_versions_have_the_clock_that_they_had() -> None:
    state = running(None)
    old = Event(state.last + 1, NOW, "proposal", {"settings": {}, "seconds": 60.0, "by": 0, "revision": 2})
    state.apply(old)
    assert state.control == Control("move", 60.0, 0.0, "move")
    assert Control.wished(60.0, None, 2) == state.control
    assert Control.stored(None, None) is None


# --- what is left -----------------------------------------------------------------------------------------------------


def test_a_turn_takes_from_the_time_for_the_game_and_adds_the_increment() -> None:
    state = running(FIVE)
    assert lefts(state) == [300.0, 300.0]
    state = moved(state, 10.0)
    assert lefts(state) == [293.0, 300.0]
    state.wind(20.0)
    assert lefts(state) == [293.0, 280.0]
    state = moved(state, 30.0)
    state = moved(state, 1.0)
    assert lefts(state) == [295.0, 273.0]
    assert [made.seconds for made in state.decisions] == pytest.approx([10.0, 30.0, 1.0], abs=0.1)


def test_what_is_left_follows_from_the_events_alone() -> None:
    state = moved(moved(running(FIVE), 10.0), 30.0)
    again = TableState(state.table, state.game, state.load)
    for event in state.events:
        again.apply(event)
    again.wind(0.0)
    state.wind(0.0)
    assert lefts(again) == lefts(state) == [293.0, 273.0]


def test_the_increment_comes_when_the_turn_ends_not_with_each_decision() -> None:
    state = running(FIVE, "tarble")
    seat = state.deciding[0]
    for _ in range(50):
        state = moved(state, 1.0)
        if state.deciding != (seat,):
            break
    made = len(state.decisions)
    assert made > 1
    assert lefts(state)[seat] == pytest.approx(300.0 - made + 3.0, abs=0.2)


def test_who_decides_at_once_has_a_clock_each() -> None:
    state = running(FIVE, "blotto")
    plans = [state.position.view(seat).moves()[0].text for seat in range(2)]  # type: ignore[union-attr]
    state.wind(10.0)
    state = after(state, deciding.moving(state, 0, 0, [plans[0]], state.spent))
    assert lefts(state) == [293.0, 290.0]
    state.wind(40.0)
    assert lefts(state) == [293.0, 260.0]
    state = after(state, deciding.moving(state, 1, 0, [plans[1]], state.spent))
    assert [event.data.get("left") for event in state.made] == pytest.approx([293.0, 263.0], abs=0.1)


def test_a_takeback_gives_the_time_back() -> None:
    seats = (Sitting("person", "A", 1), Sitting("player", "R", None, "random"))
    state = moved(moved(moved(running(FIVE, seats=seats), 10.0), 5.0), 100.0)
    assert lefts(state)[0] == 196.0
    (draft,) = (deciding.Draft("taken_back", {"seat": 0, "decisions": 2}),)
    state = after(state, [draft])
    assert lefts(state) == [293.0, 298.0]
    state = after(state, [deciding.Draft("taken_back", {"seat": 0, "decisions": 0})])
    assert lefts(state) == [300.0, 300.0]


def test_a_player_pays_for_its_thoughts_not_for_its_place_in_the_queue() -> None:
    seats = (Sitting("player", "R", None, "random"), Sitting("person", "A", 1))
    state = running(FIVE, seats=seats)
    state.wind(60.0)
    state = after(state, deciding.deciding(state, 0, [Answer("a1", seconds=2.0)]))
    assert lefts(state) == [301.0, 300.0]


def test_while_something_is_compiled_no_clock_runs() -> None:
    seats = (Sitting("player", "R", None, "random"), Sitting("person", "A", 1))
    state = running(FIVE, seats=seats)
    state.wind(5.0)
    state = after(state, deciding.stopping(state, {0}))
    state.wind(600.0)
    assert lefts(state) == [295.0, 300.0]
    state = after(state, deciding.stopping(state, set()))
    state.wind(5.0)
    assert lefts(state) == [290.0, 300.0]


@pytest.mark.parametrize("jump", [0.0, 3600.0, -3600.0])
def test_a_restart_costs_no_time_of_a_game(jump: float) -> None:
    """However the time of day was set meanwhile, and whoever was to move."""
    state = moved(running(FIVE), 10.0)
    state.clock_up = 100.0
    (draft,) = continued(state, Heartbeat(NOW + timedelta(seconds=20 + jump), 120.0))
    state = after(state, [draft])
    state.wind(1.0)
    assert lefts(state) == [293.0, 279.0]
    # Nobody comes back to a clock that has run out, and nobody gains by it either.
    state.clock_up = 100.0
    (draft,) = continued(state, Heartbeat(NOW, 100_000.0))
    assert draft.data["left"] == {"1": LEAST}
    state = after(state, [draft])
    state.clock_left[1], state.clock_up = 2.0, 100.0
    (draft,) = continued(state, Heartbeat(NOW, 100_000.0))
    assert draft.data["left"] == {"1": 2.0}


# --- time that is up --------------------------------------------------------------------------------------------------


async def _two(tables: Tables, first: Account, game: str = "tic-tac-toe", **wishes: Any) -> tuple[HeldTable, Account]:
    """A running game of two people; whoever comes second is given."""
    second = await tables.write(lambda connection: lab.add_guest(connection, "another"))
    if not first.guest:
        second = Account(second.id, second.name, guest=False)
    table = await opened(tables, first, "open", **({"game": game} | wishes))
    await _do(table, second, type="join", seat=None, key=None)
    await _do(table, second, type="agree", revision=1)
    assert table.state.state == "running"
    return table, second


async def _do(table: HeldTable, who: Account, **message: Any) -> None:
    answer = await table.ask(Order(who, {"id": str(time.monotonic_ns()), **message}))
    assert answer["type"] == "ack", answer


async def _pass(table: HeldTable, seconds: float, until: str = "over") -> None:
    """Let so much time pass at a table, in no time."""
    table.state.wind(seconds)
    await table.attach(_Nobody(), None)  # so that it looks up
    for _ in range(500):
        if table.state.state == until:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{table.state.state}, not {until}")


async def _put_away(tables: Tables, table: HeldTable) -> None:
    """Nobody has followed the table for an hour, and it leaves the memory."""
    while table.busy:
        await asyncio.sleep(0.01)
    table.quiet_since = time.monotonic() - 3600
    await tables.housekeeping.put_away()
    assert tables.here(table.state.id) is None


class _Nobody:
    account = Account(10**6, "somebody who looks on", guest=True)

    def send(self, text: str) -> None: ...

    def hang_up(self) -> None: ...


GAME = {"kind": "game", "seconds": 60, "increment": 2}


@pytest.mark.parametrize("rated", [False, True])
def test_whose_time_is_up_loses(place: str, rated: bool) -> None:
    async def run() -> None:
        async with started(place) as (tables, guest):
            person = Account(guest.id, guest.name, guest=not rated)
            table, second = await _two(tables, person, clock=GAME, rated=rated)
            await _do(table, person, type="move", decision=0, moves=["b2"])
            await _pass(table, 60.0 + LATENESS)
            assert table.state.result is not None
            assert table.state.result.ranks == (1, 2)
            assert table.state.how == "time"
            info = table.info(person)
            assert info["words"].startswith("Won on time: the clock of another ran out. ")
            assert info["how"] == "time"
            waiting = await tables.read(lambda connection: lab.due(connection, "rating"))
            assert (waiting is not None) == rated
            # What was sent too late changes nothing.
            late = await table.ask(Order(second, {"type": "move", "id": "late", "decision": 1, "moves": ["a1"]}))
            assert late["type"] == "refused"

    asyncio.run(run())


def test_a_moment_late_is_in_time(place: str) -> None:
    async def run() -> None:
        async with started(place) as (tables, person):
            table, _ = await _two(tables, person, clock=GAME)
            table.state.wind(60.0 + LATENESS / 3)
            await _do(table, person, type="move", decision=0, moves=["b2"])
            assert table.state.left(0) == 2.0  # the increment

    asyncio.run(run())


def test_a_move_is_made_where_that_was_chosen(place: str) -> None:
    async def run() -> None:
        async with started(place) as (tables, person):
            clock = {"kind": "move", "seconds": 60, "time_up": "move"}
            table, _ = await _two(tables, person, clock=clock)
            table.state.wind(60.0 + LATENESS)
            await table.attach(_Nobody(), None)
            while not table.state.decisions:
                await asyncio.sleep(0.01)
            assert table.state.decisions[0].fault == "the time for this decision was up"
            assert table.state.state == "running"

    asyncio.run(run())


def test_both_at_the_same_moment_draw(place: str) -> None:
    async def run() -> None:
        async with started(place) as (tables, person):
            table, _ = await _two(tables, person, "blotto", clock={"kind": "move", "seconds": 60})
            await _pass(table, 61.0)
            assert table.state.result is not None
            assert table.state.result.ranks == (1, 1)
            assert table.state.reason == "Both clocks ran out at the same moment."

    asyncio.run(run())


def test_of_two_who_are_late_the_first_loses() -> None:
    state = running(FIVE, "blotto")
    state.clock_left = {0: 100.0, 1: 99.0}
    state.wind(200.0)
    (draft,) = giving_up.losing_on_time(state, [0, 1])
    assert draft.data["result"]["ranks"] == [1, 2]


def test_of_more_than_two_a_player_takes_the_seat() -> None:
    seats = (*PEOPLE, Sitting("person", "C", 3))
    state = running(Control("move", 60.0, time_up="lose"), "goofspiel", seats)
    state.wind(61.0)
    state = after(state, giving_up.losing_on_time(state, [0, 2]))
    assert [sitting.kind for sitting in state.seats] == ["player", "person", "player"]
    assert state.state == "running"
    assert [event.data["why"] for event in state.events if event.kind == "left"] == ["time", "time"]
    titles = {level.title for level in state.game.levels()}
    assert {event.data["player"] for event in state.events if event.kind == "left"} <= titles, "as people call it"
    assert state.left(0) == pytest.approx(60.0, abs=1.0)


def test_resigning_and_claiming_with_a_clock(place: str) -> None:
    async def run() -> None:
        async with started(place, claim=0.0) as (tables, person):
            table, second = await _two(tables, person, clock=GAME)
            await _do(table, second, type="claim")
            assert table.state.reason == "somebody left."
            table, second = await _two(tables, person, clock=GAME)
            await _do(table, second, type="resign")
            assert table.state.reason == "another resigned."
            assert table.state.how == ""
            days, second = await _two(tables, person, clock={"kind": "days", "seconds": DAY})
            refused = await days.ask(Order(second, {"type": "claim", "id": "c"}))
            assert "wait until the time is up" in refused["reason"]
            assert days.info(second)["seats"][0]["claim_in"] is None
            await _do(days, second, type="resign")

    asyncio.run(run())


# --- days -------------------------------------------------------------------------------------------------------------

DAYS = {"kind": "days", "seconds": 14 * DAY}


def test_tables_with_days_leave_the_memory_and_lists_know_whose_turn_it_is(place: str) -> None:
    async def run() -> None:
        async with started(place) as (tables, person):
            table, second = await _two(tables, person, clock=DAYS)
            await _put_away(tables, table)
            (mine,), (theirs,) = await your_games(tables, person), await your_games(tables, second)
            assert (mine.your_turn, theirs.your_turn) == (True, False)
            assert mine.until is not None
            assert datetime.fromisoformat(mine.until) > datetime.now(UTC) + timedelta(days=13)
            assert mine.expires is None
            again = await tables.find(table.state.id)
            assert isinstance(again, HeldTable)
            await _do(again, person, type="move", decision=0, moves=["b2"])
            (mine,) = await your_games(tables, person)
            assert mine.your_turn is False
            await _put_away(tables, again)
            (mine,) = await your_games(tables, person)
            assert mine.your_turn is False
            # Half a minute before the time is up it is back, and then the game is lost.
            assert tables.housekeeping._alarms[table.state.id] > time.monotonic() + 13 * DAY
            tables.housekeeping._alarms[table.state.id] = time.monotonic()
            await tables.housekeeping.put_away()
            back = tables.here(table.state.id)
            assert isinstance(back, HeldTable)
            await _pass(back, 14 * DAY + 1)
            assert back.state.how == "time"
            assert await your_games(tables, person) == []

    asyncio.run(run())


def test_who_has_days_is_not_swept_away(place: str) -> None:
    async def run() -> None:
        async with started(place) as (tables, person):
            days, _ = await _two(tables, person, clock=DAYS)
            plain, _ = await _two(tables, person)
            for table in (days, plain):
                await _put_away(tables, table)
            old = datetime.now(UTC) - timedelta(days=8)

            def age(connection: Connection) -> None:
                connection.execute(update(EventRow).values(at=old))

            await tables.write(age)
            await tables.housekeeping.sweep()
            query = text("SELECT id, state FROM lab_table")
            states = await tables.read(lambda connection: {row.id: row.state for row in connection.execute(query)})
            assert states == {days.state.id: "running", plain.state.id: "abandoned"}

    asyncio.run(run())


def test_a_game_with_days_goes_on_after_a_restart(place: str) -> None:
    async def play(tables: Tables, person: Account) -> str:
        table, _ = await _two(tables, person, clock=DAYS)
        await _do(table, person, type="move", decision=0, moves=["b2"])
        return table.state.id

    async def run() -> None:
        async with started(place) as (tables, person):
            table_id = await play(tables, person)
        async with started(place) as (tables, _):
            process = tables.process
            elsewhere = await tables.read(lambda connection: lab.running_elsewhere(connection, process))
            assert [found for found, _ in elsewhere] == [table_id]
            again = await tables.find(table_id)
            assert isinstance(again, HeldTable)
            left = again.state.left(1)
            assert left is not None
            assert 13.9 * DAY < left <= 14 * DAY
            assert again.state.events[-1].kind == "clock"

    asyncio.run(run())
