"""Players that remember people from game to game: each person apart, each game once, whatever happens to the server."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import func, select

from ludarium.engine import Clock, Record
from ludarium.games import load
from ludarium.games.starting import start_folder
from ludarium.players import make
from ludarium.server.people.memories import TRIES, Memories
from ludarium.server.tables import recalling
from ludarium.server.tables.audience import Order
from ludarium.server.tables.orders import NOBODY
from ludarium.store import Database
from ludarium.store.lab_models import OutboxRow
from ludarium.store.memories import MemoryRow, RecalledRow
from tests.server.serving import PATIENCE, Person, Process, Running, serving

ELEPHANT = '''

import json

from ludarium.engine import Thought


class Elephant(Player):
    """Takes a stone each time, and says what it remembers of whom."""

    name = "elephant"
    summary = "never forgets"
    remembers = True

    def choose(self, view: View, clock: Clock) -> Move:
        self.thought = Thought(json.dumps(dict(self.recalled)))
        return view.moves()[0]

    def remember(self, played):
        other = 1 - self.seat
        known = self.recalled.get(other, {"games": 0, "seen": []})
        if played.result is None:
            return {}
        seen = [int(view.state.left) for view in played.views]
        return {other: {"games": known["games"] + 1, "seen": seen, "complete": played.complete}}


class Amnesiac(Player):
    """Fails whenever it is to remember."""

    name = "amnesiac"
    summary = "forgets everything"
    remembers = True

    def choose(self, view: View, clock: Clock) -> Move:
        return view.moves()[0]

    def remember(self, played):
        raise RuntimeError("what was it?")


LEVELS = (*LEVELS, Level("elephant", "Jumbo", "Never forgets.", 2, 0.0))
'''


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game with a player that remembers."""
    place = start_folder("kept-stone", tmp_path_factory.mktemp("own")) / "kept_stone"
    players, entry = place / "players.py", place / "__init__.py"
    players.write_text(players.read_text(encoding="utf-8") + ELEPHANT, encoding="utf-8")
    more = '"elephant": ".players:Elephant", "amnesiac": ".players:Amnesiac", '
    entry.write_text(entry.read_text(encoding="utf-8").replace("players={", "players={" + more), encoding="utf-8")
    return str(place)


@pytest.fixture(scope="module")
def lab(game: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDARIUM_GAMES", "")
        patch.setattr(recalling, "PATIENCE", PATIENCE)  # a busy machine may take long to learn
        with serving(str(tmp_path_factory.mktemp("lab") / "lab.db"), games=(game,)) as running:
            yield running


def begin(person: Person, stones: int = 5, player: str = "elephant", **wishes: Any) -> str:
    seats = [{"kind": "me"}, {"kind": "player", "player": player, **wishes}]
    settings = {"stones": stones}
    table: dict[str, Any] = person.post("/tables", {"game": "kept-stone", "settings": settings, "seats": seats})
    return str(table["id"])


def play(person: Person, table: str) -> Any:
    """Play to the end, one stone each time; what the elephant remembered."""
    with person.follow(table) as line:
        line.play(lambda moves: moves[0])
    return remembered(person, table)


def remembered(person: Person, table: str) -> Any:
    record = Record.from_json(person.http.get(f"/matches/{table}/record").text)
    reasons = [decision.reason for decision in record.decisions if decision.seat == record.players.index("elephant")]
    assert len(set(reasons)) == 1
    return json.loads(reasons[0])


def memories(person: Person) -> list[tuple[str, str, int]]:
    return [(each["title"], each["player"], each["games"]) for each in person.get("/account/memories")]


def wait(until: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_player_knows_a_person_again_and_nobody_else(lab: Running) -> None:
    ann, bob = lab.person(), lab.person()
    assert play(ann, begin(ann)) == {}
    # At once, without a pause: it has taken in the game before all the same.
    known = {"games": 1, "seen": [4, 2], "complete": True}
    assert play(ann, begin(ann)) == {"0": known}
    assert play(bob, begin(bob)) == {}
    wait(lambda: memories(ann) == [("Kept stone", "Jumbo", 2)] and memories(bob) == [("Kept stone", "Jumbo", 1)])
    # Other settings that matter to it: it does not know her there.
    assert play(ann, begin(ann, stones=7)) == {}
    card = next(card for card in ann.get("/games") if card["name"] == "kept-stone")
    assert {player["text"]: player["remembers"] for player in card["players"]}["elephant"]
    assert not any(player["remembers"] for player in card["players"] if player["text"] != "elephant")


def test_a_rematch_remembers_and_a_switch_turns_it_off(lab: Running) -> None:
    ann = lab.person()
    table = begin(ann)
    play(ann, table)
    again = ann.post(f"/tables/{table}/rematch")["id"]
    with ann.follow(again) as line:
        line.play(lambda moves: moves[0])
    # She sits one seat further; what is known of her comes along.
    assert remembered(ann, again)["1"]["games"] == 1
    wait(lambda: memories(ann) == [("Kept stone", "Jumbo", 2)])
    assert play(ann, begin(ann, remembers=False)) == {}
    assert play(ann, begin(ann, remembers=True))["0"]["games"] == 2


def test_somebody_who_resigns_is_remembered_and_a_game_left_alone_is_not(lab: Running) -> None:
    ann = lab.person()
    given_up, left = begin(ann), begin(ann)
    for table in (left, given_up):
        with ann.follow(table) as line:
            line.say(type="move", decision=0, moves=["1"])
            assert line.wait_for_turn()
            if table == given_up:
                line.say(type="resign")

    async def leave() -> None:
        found = await lab.app.state.lab.tables.find(left)
        await found.ask(Order(NOBODY, {"type": "run_out", "reason": "Nobody came any more."}))

    lab.do(leave())
    wait(lambda: waiting(lab) == 0)
    assert play(ann, begin(ann)) == {"0": {"games": 1, "seen": [4], "complete": False}}


def waiting(lab: Running) -> int:
    """Games that are yet to be learnt from."""
    tables = lab.app.state.lab.tables
    return int(lab.do(tables.read(lambda connection: connection.scalar(select(func.count()).select_from(OutboxRow)))))


def test_one_can_have_them_forget(lab: Running) -> None:
    ann, bob = lab.person(), lab.person()
    for person in (ann, bob):
        play(person, begin(person))
        play(person, begin(person, stones=6))
    wait(lambda: len(memories(ann)) == len(memories(bob)) == 2)
    first = ann.get("/account/memories")[0]["id"]
    assert bob.http.delete(f"/account/memories/{first}").status_code == 404
    assert ann.http.delete(f"/account/memories/{first}").status_code == 204
    assert ann.http.delete(f"/account/memories/{first}").status_code == 404
    assert len(memories(ann)) == 1
    assert ann.http.delete("/account/memories").status_code == 204
    assert (memories(ann), len(memories(bob))) == ([], 2)
    assert play(ann, begin(ann)) == {}
    assert play(bob, begin(bob))["0"]["games"] == 1


def test_what_cannot_be_wished_for(lab: Running) -> None:
    ann = lab.person()
    seats: list[Any] = [{"kind": "me"}, {"kind": "player", "player": "random", "remembers": True}]
    _, reason = ann.refused("/tables", {"game": "kept-stone", "seats": seats})
    assert reason == "Novice keeps no memory of people: leave that wish out."
    for option in ("memory=5", "opponent=7"):
        seats[1] = {"kind": "player", "player": f"elephant:{option}"}
        _, reason = ann.refused("/tables", {"game": "kept-stone", "seats": seats})
        assert "here the server keeps what players remember" in reason


def test_a_player_that_cannot_remember_holds_up_nobody(lab: Running) -> None:
    ann = lab.person()
    with ann.follow(begin(ann, player="amnesiac")) as line:
        line.play(lambda moves: moves[0])
    for _ in range(TRIES):
        lab.do(lab.app.state.memories.catch_up())
    assert waiting(lab) == 0
    assert memories(ann) == []


def test_what_a_server_did_not_come_to_the_next_one_does_once(
    game: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDARIUM_GAMES", "")
    with monkeypatch.context() as patch:
        patch.setattr(Memories, "start", lambda self: None)
        patch.setattr(recalling, "PATIENCE", 0.5)
        with serving(place, games=(game,)) as first:
            ann = first.person()
            play(ann, begin(ann))
            running = begin(ann)
            with ann.follow(running) as line:  # it waits for what was not learnt, but not for ever
                line.say(type="move", decision=0, moves=["1"])
                assert line.wait_for_turn()
            assert memories(ann) == []
            cookies = ann.http.cookies
    with serving(place, games=(game,)) as second:
        ann = second.person()
        ann.http.cookies = cookies
        wait(lambda: memories(ann) == [("Kept stone", "Jumbo", 1)])
        # The game that was running goes on with what was known when it began.
        assert play(ann, running) == {}
        wait(lambda: memories(ann) == [("Kept stone", "Jumbo", 2)])
        assert play(ann, begin(ann))["0"]["games"] == 2
    with Database.open(place) as database, database.reading() as connection:
        recalled = connection.execute(select(RecalledRow.games, RecalledRow.content).order_by(RecalledRow.games)).all()
    assert [games for games, _ in recalled] == [0, 0, 2]
    assert [content is None for _, content in recalled] == [True, True, False]


def test_killed_servers_learn_from_each_game_once(game: str, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed when the game is over, learnt from or not: the next server learns what is missing, and nothing twice."""
    monkeypatch.setenv("LUDARIUM_GAMES", "")
    chosen = f"games={json.dumps([game])}"
    server = Process(place, chosen)
    ann = server.person()
    for number, pause in enumerate((0.0, 0.3), start=1):
        with ann.follow(begin(ann)) as line:
            line.play(lambda moves: moves[0])
        time.sleep(pause)
        server.kill()
        server = Process(place, chosen, port=server.port)
        wait(lambda known=number: memories(ann) == [("Kept stone", "Jumbo", known)])  # type: ignore[misc]
    server.stop()
    with Database.open(place) as database, database.reading() as connection:
        content = connection.execute(select(MemoryRow.content)).scalar_one()
        assert connection.scalar(select(func.count()).select_from(OutboxRow)) == 0
    assert json.loads(content or "")["games"] == 2


def test_the_adaptive_player_recognises_a_persons_strategy_in_their_second_game(server: Running) -> None:
    settings = {"width": 200, "height": 150, "pieces": 2, "treasures": 4, "max_turns": 6}
    strategist, stranger = server.person(), server.person()

    def first_reason(person: Person, seed: int) -> str:
        """A game that a person plays by a strategy; why the adaptive player did what it did first."""
        game = load("boundary", **settings)
        seats = ["me", "adaptive:ahead=0"]
        table = person.open("boundary", seats, settings=settings, seed=seed)
        strategy, position = make("greedy-treasure", game), game.start(seed)
        strategy.begin(game, 0, 1)
        with person.follow(table["id"]) as line:
            decision = 0
            while not position.over:
                move = strategy.choose(position.view(0), Clock()).text
                assert line.say(type="move", decision=decision, moves=[move])["type"] == "ack"
                decision += 2
                for seat in (0, 1):
                    moved = line.until_event("moved", lambda data, seat=seat: data["seat"] == seat)  # type: ignore[misc]
                    position = position.play(moved["data"]["move"], seat)
        record = Record.from_json(person.http.get(f"/matches/{table['id']}/record").text)
        return next(decision.reason for decision in record.decisions if decision.seat == 1)

    assert "nothing is known yet" in first_reason(strategist, 11)
    wait(lambda: [each["games"] for each in strategist.get("/account/memories")] == [1])
    assert "this opponent mostly plays a treasure hunter" in first_reason(strategist, 12)
    assert "nothing is known yet" in first_reason(stranger, 13)
