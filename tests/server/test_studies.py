"""Studies through the server: people go their way, wait, play, answer and leave, whatever happens to the server."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludarium.engine.game import Game
from ludarium.engine.record import Record
from ludarium.games import load
from ludarium.server.studies import room
from ludarium.server.work.preparing import Preparing
from ludarium.store import Database, lab
from ludarium.store import studies as store
from ludarium.studies.data import StudyData
from ludarium.studies.plan.model import Plan
from ludarium.studies.running import games
from ludarium.studies.running.gathering import gather
from ludarium.studies.running.studies import find
from tests.server.serving import PATIENCE, Process, serving
from tests.server.studying import Browser, bytes_in, opened
from tests.studies.running.places import small, with_play


@pytest.fixture
def place(tmp_path: Path) -> str:
    return str(tmp_path / "lab.db")


def brief(**changes: Any) -> Plan:
    """The small plan with another play stage, and nothing that must be read for some time."""
    plan = with_play(**changes)
    return replace(plan, stages=tuple(stage for stage in plan.stages if stage.name != "read"))


def data_of(place: str) -> StudyData:
    with Database.open(place) as database, database.reading() as connection:
        return gather(connection, find(connection, "small"))


def to_the_game(browser: Browser) -> Browser:
    browser.agree()
    browser.send()
    browser.send({"right": "a"})
    return browser


def play(browser: Browser) -> None:
    browser.until("play", table=True)
    with browser.follow() as line:
        line.play()


def whole(browser: Browser) -> dict[str, Any]:
    """Through a whole study, whatever comes, to its end."""
    while browser.page["kind"] != "debrief":
        match browser.page["kind"]:
            case "consent":
                browser.agree()
            case "play":
                table = browser.until("play", table=True)["table"]
                with browser.follow() as line:
                    line.play()
                while browser.look().get("table") == table:
                    time.sleep(0.02)
            case "quiz":
                browser.send({"right": "a"})
            case _:
                browser.send(browser.answers())
    return browser.page


def at_once(*works: Callable[[], Any]) -> list[Any]:
    with ThreadPoolExecutor(len(works)) as pool:
        return [future.result() for future in [pool.submit(work) for work in works]]


def test_one_person_against_a_hidden_player(place: str) -> None:
    opened(place, brief(seats=["me", "random"], games=1, seconds=3))
    with serving(place) as running:
        browser = to_the_game(Browser(running.address))
        browser.until("play", table=True)
        with browser.follow() as line:
            assert {seat["kind"] for seat in line.table["seats"]} == {"person"}
            assert {seat["player"] for seat in line.table["seats"]} == {None}
            line.play()
            heard = str(line.heard)
        assert "random" not in heard
        page = browser.until("questions")
        assert len(page["about"]["moves"]) >= 5
        page = browser.send(browser.answers(who="artificial"))
        assert (page["kind"], len(page["code"])) == ("debrief", 8)
        assert "random" in str(page["revealed"])
    data = data_of(place)
    (judgement,) = data.judgements
    assert (judgement.truth, judgement.player, judgement.said) == ("artificial", "random", "artificial")
    (game,) = data.games
    assert (game.opponents, game.ended, game.practice) == (("random",), "played", False)
    assert len(data.decisions) == game.plies
    assert {decision.player for decision in data.decisions} == {"random", "person"}


def test_two_people_meet_and_judge_each_other(place: str) -> None:
    opened(place, brief(games=1))
    with serving(place) as running:
        two = [to_the_game(Browser(running.address)) for _ in range(2)]
        assert two[0].page["waiting"]["needed"] == 2
        ends = at_once(*(lambda browser=browser: whole(browser) for browser in two))
        assert [page["completed"] for page in ends] == [True, True]
    data = data_of(place)
    assert [(one.truth, one.player) for one in data.judgements] == [("human", "person")] * 2
    assert len({game.table for game in data.games}) == 1
    assert [person.status for person in data.participants] == ["completed"] * 2


def test_who_has_not_agreed_is_nobody(place: str) -> None:
    opened(place, small())
    with serving(place) as running:
        browser = Browser(running.address)
        assert browser.refused("/page", method="GET")[0] == 401
        assert browser.refused("/page", {"step": 1})[0] == 401
        for wrong in ({"slug": "other"}, {"i": "somebody-elses"}):
            with pytest.raises(AssertionError, match="404"):
                Browser(running.address, **wrong)
        one, two = Browser(running.address), Browser(running.address)
        one.agree()
        assert one.refused("/page", {"step": 4, "answers": {}})[0] == 409
        assert one.refused("/page", {"step": 1, "answers": {"age": "<script>"}})[0] == 400
        assert one.refused("/page", {"step": 1, "answers": {"other": 1}})[0] == 400
        assert one.refused("/page", {"step": 1, "answers": {"age": 500}})[0] == 400
        assert two.refused("/data", method="GET")[0] == 401
        assert one.look()["step"] == 1  # nothing of it counted


def test_the_own_link_works_in_another_browser(place: str) -> None:
    opened(place, small())
    with serving(place) as running:
        browser = Browser(running.address)
        page = browser.agree()
        browser.send({"age": 40})
        other = Browser(running.address, p=page["link"].partition("?p=")[2])
        assert (other.page["step"], other.page["participant"]) == (2, page["participant"])
        assert browser.look()["participant"] == page["participant"]  # which stays known, too


def test_a_link_goes_before_what_a_browser_remembers(place: str) -> None:
    """On a computer that several people use."""
    opened(place, small())
    with serving(place) as running:
        browser = Browser(running.address, PROLIFIC_PID="A")
        first = browser.agree(recruited="A")["participant"]
        browser.link = {"PROLIFIC_PID": "B"}
        assert browser.enter()["kind"] == "consent"
        second = browser.agree(recruited="B")["participant"]
        assert second != first
        assert browser.agree(recruited="B")["participant"] == second  # sent twice
        browser.link = {"PROLIFIC_PID": "A"}
        assert browser.enter()["participant"] == first
        assert browser.look()["participant"] == first


def test_a_consent_whose_answer_is_lost_counts_once(place: str) -> None:
    """As when the server is killed when it has stored it and not answered yet."""
    opened(place, small())
    with serving(place) as running:
        browser = Browser(running.address)
        cookies = dict(browser.http.cookies)
        first = browser.agree()["participant"]
        browser.page = {"version": 2, "statements": ["I agree."]}
        browser.http.cookies = httpx.Cookies(cookies)
        assert browser.agree()["participant"] == first
        # What an own link holds is no way to make somebody agree under a name that others know.
        other = Browser(running.address, p="known-to-others")
        assert "known-to-others" not in other.cookie
        assert "known-to-others" not in other.agree()["link"]
    assert len(data_of(place).participants) == 2


def test_sent_ten_times_at_once_it_counts_once(place: str) -> None:
    opened(place, small())
    with serving(place) as running:
        browser = Browser(running.address)
        browser.agree()
        body = {"step": 1, "answers": {"age": 40}}
        headers = {"Cookie": browser.cookie}

        def send() -> int:
            address = f"http://{running.address}/api/studies/small/page"
            return httpx.post(address, json=body, headers=headers, timeout=30).json()["step"]  # type: ignore[no-any-return]

        assert at_once(*[send] * 10) == [2] * 10


def test_everything_of_a_person_goes_and_the_other_plays_on(place: str) -> None:
    opened(place, brief(games=1, seconds=2, dropout={"wait": 1, "player": "random"}))
    with serving(place) as running:
        two = [to_the_game(Browser(running.address)) for _ in range(2)]
        two[0].http.put("/profile", json={"email": "planted-word@example.org"})
        for browser in two:
            browser.until("play", table=True)
        with two[1].follow() as line:
            receipt = two[0].http.post("/withdraw").json()
            assert receipt["removed"]["study_participant"] == 1
            assert two[0].refused("/page", method="GET")[0] == 401
            line.play()
        assert whole(two[1])["completed"]
        table = two[1].page["revealed"][0]["table"]
        assert two[0].http.get(f"/receipts/{receipt['code']}").json() == receipt
        # While the server still runs: neither the file nor its log holds what was taken back.
        deadline = time.monotonic() + 30
        while b"planted-word" in bytes_in(Path(place).parent):
            assert time.monotonic() < deadline
            time.sleep(0.1)
    assert b"planted-word" not in bytes_in(Path(place).parent)
    with Database.open(place) as database, database.reading() as connection:
        record = Record.from_json(lab.record(connection, table) or "")
        record.replay(load)
        assert len(store.participants(connection, find(connection, "small").id)) == 1


def test_a_person_who_leaves_does_not_hold_up_the_other(place: str) -> None:
    opened(place, brief(games=1, dropout={"wait": 1, "then": "player", "player": "random"}, seconds=3))
    with serving(place) as running:
        two = [to_the_game(Browser(running.address)) for _ in range(2)]
        for browser in two:
            browser.until("play", table=True)
        assert whole(two[1])["completed"]  # the first never came to the table
        about = two[0].until("questions")["about"]
        assert about["table"] == two[1].page["revealed"][0]["table"]
        assert about["moves"] == []  # the match went on without them, and is over now
    games = {game.participant: game.ended for game in data_of(place).games}
    assert sorted(games.values()) == ["played", "replaced"]


def test_whoever_keeps_a_socket_open_is_there_however_seldom_they_ask(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a page does that nobody looks at: its clocks run once a minute."""
    monkeypatch.setattr(games, "ALIVE", 1.0)
    monkeypatch.setattr(room, "KEEPING", 0.2)
    opened(place, brief(games=1, seconds=3))
    with serving(place) as running:
        first, gone = (to_the_game(Browser(running.address)) for _ in range(2))
        hidden = f"ws://{running.address}/api/studies/small/waiting"
        with connect(hidden, additional_headers={"Cookie": first.cookie}, open_timeout=PATIENCE) as socket:
            # They asked at the same moment, and were matched; the others come when both have long been silent.
            two = [first.look()["table"], gone.look()["table"]]
            assert two[0] == two[1] is not None
            assert json.loads(socket.recv(PATIENCE)) == {"type": "look"}
        waiting, silent = to_the_game(Browser(running.address)), None
        with connect(hidden, additional_headers={"Cookie": waiting.cookie}, open_timeout=PATIENCE) as socket:
            time.sleep(1.5)
            silent = to_the_game(Browser(running.address))
            assert silent.until("play", table=True)["table"]
            assert json.loads(socket.recv(PATIENCE)) == {"type": "look"}
            assert waiting.look()["table"] == silent.page["table"]
        with pytest.raises(ConnectionClosed), connect(hidden, open_timeout=PATIENCE) as nobody:
            nobody.recv(PATIENCE)


def test_pauses_are_kept_with_the_decisions_and_go_with_their_person(place: str) -> None:
    opened(place, brief(seats=["me", "random"], games=1, seconds=30, hidden=False))
    with serving(place) as running:
        browser = to_the_game(Browser(running.address))
        browser.until("play", table=True)
        with browser.follow() as line:
            assert line.wait_for_turn()
            time.sleep(0.3)
            first = line.scene["moves"][0]["text"] if line.scene else ""
            decision = line.scene["turn"]["decision"] if line.scene else 0
            line.say(type="move", decision=decision, moves=[first], hidden=0.1, idle=1000.0)
            line.play()
        whole(browser)
        own = browser.http.get("/data").json()["games"][0]["moves"]
        made = [one for one in data_of(place).decisions if one.player == "person"]
        assert (made[0].hidden, made[0].idle > 0, made[0].idle <= (made[0].seconds or 0.0) - 0.1 + 1e-3) == (
            0.1,
            True,
            True,
        )
        assert [(one.hidden, one.idle) for one in made[1:]] == [(0.0, 0.0)] * (len(made) - 1)
        assert (own[0]["hidden"], own[0]["idle"]) == (0.1, made[0].idle)
        table = browser.page["revealed"][0]["table"]
        browser.http.post("/withdraw")
    with Database.open(place) as database, database.reading() as connection:
        events = [event for event in lab.events(connection, table) if event.kind == "moved"]
    assert events
    assert not any({"hidden", "idle"} & set(event.private) for event in events)


def test_killed_servers_lose_and_double_nothing(place: str) -> None:
    """People go through a study while its server is killed again and again."""
    opened(place, brief(games=2, seconds=2, seats=["me", "random"], questionnaire="after"))
    server = Process(place)
    stop = threading.Event()

    def kills() -> int:
        nonlocal server
        count = 0
        while count < 3 and not stop.wait(3.0):
            server.kill()
            server = Process(place, port=server.port)
            count += 1
        return count

    def stubborn(number: int) -> dict[str, Any]:
        browser: Browser | None = None
        while True:
            try:
                browser = browser or Browser(server.address)
                browser.enter()
                return whole(browser)
            except (httpx.TransportError, OSError, AssertionError, EOFError) as error:
                if isinstance(error, AssertionError) and "(503" not in str(error) and "refused" not in str(error):
                    raise
                time.sleep(0.1)
            except Exception as error:
                if "ConnectionClosed" not in type(error).__mro__.__repr__():
                    raise
                time.sleep(0.1)

    with ThreadPoolExecutor(4) as pool:
        killing = pool.submit(kills)
        ends: Sequence[dict[str, Any]] = list(pool.map(stubborn, range(3)))
        stop.set()
        assert killing.result() >= 1
    server.stop()
    assert all(page["completed"] for page in ends)
    data = data_of(place)
    people = {page["participant"] for page in ends}
    assert len(people) == 3
    for person in people:
        assert [game.number for game in data.games if game.participant == person] == [1, 2]
        asked = [(one.stage, one.occurrence, one.question) for one in data.answers if one.participant == person]
        assert len(asked) == len(set(asked))
        assert sum(1 for one in data.judgements if one.judge == person) == 2


def test_hidden_players_take_the_time_that_people_take(place: str) -> None:
    """Matches of people in the lab are what the times are drawn by."""
    opened(place, brief(seats=["me", "random"], games=1))
    with serving(place) as running:
        two = [running.person() for _ in range(2)]
        table = two[0].open("tic-tac-toe", ["me", "open"])["id"]
        two[1].post(f"/tables/{table}/join", {})
        with two[0].follow(table) as one, two[1].follow(table) as other:
            other.say(type="agree", revision=1)
            at_once(one.play, other.play)
        room = running.app.state.studies
        to_the_game(Browser(running.address))
        deadline = time.monotonic() + 60
        while room._pacing["tic-tac-toe"].decisions == 0:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert room._pacing["tic-tac-toe"].people == 2


def test_players_are_prepared_when_somebody_comes(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not when they must move: a hidden player that is being compiled would give itself away."""
    wanted: list[str] = []

    async def prepared(self: Preparing, game: Game, text: str) -> None:
        wanted.append(text)

    monkeypatch.setattr(Preparing, "prepared", prepared)
    monkeypatch.setattr(Preparing, "is_ready", lambda self, game, players: False)
    opened(place, brief(seats=["me", "random"], games=1))
    with serving(place) as running:
        Browser(running.address).agree()
        deadline = time.monotonic() + PATIENCE
        while wanted != ["random"] and time.monotonic() < deadline:
            time.sleep(0.02)
    assert wanted == ["random"]
