"""People who do to a study what they should not: each is refused in words or handled, and nothing is lost by it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludarium.store.study_models import StudyAnswerRow
from ludarium.studies.plan.model import Plan, to_plain
from tests.server.serving import PATIENCE, Person, Running, serving
from tests.server.studying import Browser
from tests.web.participating import stored
from tests.web.small_study import SMALL

SCRIPT = "<script>alert('planted')</script><img src=x onerror=alert(2)>"
OPEN = [
    "/desk/studies", "/desk/studies/small", "/desk/studies/small/monitor", "/desk/studies/small/audit",
    "/desk/studies/small/export.zip", "/desk/studies/small/report", "/desk/studies/small/figures",
    "/desk/studies/small/grading", "/desk/studies/small/roles", "/desk/studies/small/links",
    "/desk/studies/small/refinement", "/desk/builtin",
]  # fmt: skip
"""What only researchers may ask for."""


def plan() -> Plan:
    """The small study with every kind of question, without what must be read for a while."""
    stages = [stage | {"seconds": 0.1} if stage["kind"] == "text" else stage for stage in SMALL["stages"]]
    return msgspec.convert(SMALL | {"stages": stages}, Plan)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with serving(str(tmp_path / "lab.db")) as started:
        yield started


@pytest.fixture
def ada(running: Running) -> Person:
    """The researcher whose study it is."""
    person = running.person()
    person.post("/account/register", {"name": "Ada Desk", "password": "a password that is long"})
    person.post("/desk/studies", {"text": json.dumps(to_plain(plan())), "slug": "small"})
    person.http.patch("/desk/studies/small", json={"state": "open"})
    return person


def to_the_questions(browser: Browser) -> Browser:
    browser.agree()
    browser.send()
    while browser.page["kind"] == "text":
        answer = browser.http.post("/page", json={"step": browser.page["step"]})
        browser.page = answer.json() if answer.status_code < 400 else browser.page
    browser.send({"goal": "line"})
    assert browser.page["heading"] == "All sorts of questions"
    return browser


GOOD: dict[str, Any] = {
    "free": SCRIPT, "many": 3, "fruit": ["b"], "pairs": {"x": "one", "o": "two"}, "order": ["a", "b", "c"],
}  # fmt: skip


@pytest.mark.usefixtures("ada")
def test_links_that_are_none_or_somebody_elses(running: Running) -> None:
    for link in ({"slug": "nowhere"}, {"i": "somebody-elses"}, {"i": "<script>"}):
        with pytest.raises(AssertionError, match="404"):
            Browser(running.address, **link)
    one = to_the_questions(Browser(running.address))
    guessed = Browser(running.address, p="a" * 43)
    assert (guessed.page["kind"], guessed.page["participant"]) == ("consent", "")
    assert guessed.refused("/data", method="GET")[0] == 401
    # Somebody else's game: there is none for others.
    one.send(GOOD)
    table = one.until("play", table=True)["table"]
    other = to_the_questions(Browser(running.address))
    assert other.refused(f"/tables/{table}/replay", method="GET")[0] == 409
    path = f"ws://{running.address}/api/studies/small/tables/{table}/socket"
    for cookie in (other.cookie, guessed.cookie, "ludarium_study_small=wrong"):
        with connect(path, additional_headers={"Cookie": cookie}, open_timeout=PATIENCE) as socket:
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code in (4401, 4404)
    assert other.http.get("/data").json()["games"] == []


@pytest.mark.usefixtures("ada")
def test_sent_twice_from_two_tabs_or_from_a_page_of_before_it_counts_once(running: Running) -> None:
    one = to_the_questions(Browser(running.address))
    step = one.page["step"]
    first = one.http.post("/page", json={"step": step, "answers": GOOD})
    assert first.status_code == 200
    again = one.http.post("/page", json={"step": step, "answers": GOOD})  # a double click
    other = one.http.post("/page", json={"step": step, "answers": GOOD | {"many": 9}})  # the other tab
    back = one.http.post("/page", json={"step": 1, "answers": {"age": 99}})  # the back button
    ahead = one.http.post("/page", json={"step": step + 2, "answers": {}})
    assert [answer.status_code in (200, 409) for answer in (again, other, back, ahead)] == [True] * 4
    kept = {
        row["question"]: row["value"] for row in stored(running, "small", StudyAnswerRow) if row["stage"] == "kinds"
    }
    assert kept == GOOD
    assert one.look()["kind"] == "play"


BAD: list[tuple[str, Any]] = [
    ("free", 7), ("free", "x" * 30_000), ("free", ["a"]), ("many", 0), ("many", 10), ("many", "3; DROP TABLE study"),
    ("many", 1e308), ("fruit", []), ("fruit", ["b", "b"]), ("fruit", ["poison"]), ("fruit", "b"),
    ("pairs", {"x": "one"}), ("pairs", {"x": "three", "o": "two"}), ("pairs", {"x": "one", "o": "two", "z": "one"}),
    ("order", ["a", "b"]), ("order", ["a", "b", "b"]), ("order", ["a", "b", "d"]), ("unknown", 1), ("goal", "line"),
]  # fmt: skip


@pytest.mark.usefixtures("ada")
def test_answers_out_of_range_are_refused_whole(running: Running) -> None:
    one = to_the_questions(Browser(running.address))
    for question, value in BAD:
        answer = one.http.post("/page", json={"step": one.page["step"], "answers": GOOD | {question: value}})
        assert answer.status_code in (400, 413, 422), (question, value, answer.status_code)
        assert answer.json()["detail"]
    for more in (
        {"hidden": -1},
        {"seconds": {"free": -5}},
        {"changes": {"free": "x"}},
        {"attempt": -1},
        {"skip": True},
    ):
        body = {"step": one.page["step"], "answers": GOOD} | more
        assert one.http.post("/page", json=body).status_code in (409, 422), more
    assert [row for row in stored(running, "small", StudyAnswerRow) if row["stage"] == "kinds"] == []
    assert one.send(GOOD)["kind"] == "play"  # and they can go on


def test_scripts_stay_texts_wherever_they_are_read(running: Running, ada: Person) -> None:
    one = to_the_questions(Browser(running.address))
    one.send(GOOD)
    page = ada.http.get("/desk/studies/small/report")
    assert page.status_code == 200
    assert "planted" not in page.text or "&lt;script&gt;" in page.text
    assert "<script>alert" not in page.text
    policy = page.headers["content-security-policy"]
    assert "script-src 'self'" in policy or "default-src 'none'" in policy
    assert one.http.get("/data").headers["content-type"].startswith("application/json")


def test_researchers_pages_are_closed_to_those_who_take_part(running: Running, ada: Person) -> None:
    one = to_the_questions(Browser(running.address))
    for path in OPEN:
        assert ada.http.get(path).status_code == 200, path
        answer = one.http.get(f"http://{running.address}/api{path}")
        assert answer.status_code in (401, 403), (path, answer.status_code)
        assert "planted" not in answer.text
    who = one.page["participant"]
    for method, path, body in (
        ("PATCH", "/desk/studies/small", {"state": "closed"}), ("DELETE", "/desk/studies/small", None),
        ("POST", f"/desk/studies/small/people/{who}/advance", None), ("POST", "/desk/studies/small/freeze", None),
        ("PUT", "/desk/studies/small/plan", {"text": "title = 'mine'"}),
        ("PUT", "/desk/studies/small/roles", {"name": "Ada Desk", "role": "viewer"}),
    ):  # fmt: skip
        answer = one.http.request(method, f"http://{running.address}/api{path}", json=body)
        assert answer.status_code in (401, 403), (path, answer.status_code)
    assert one.refused("/findings", method="GET")[0] == 409  # until they are opened
    assert ada.get("/desk/studies/small")["state"] == "open"
    assert one.look()["heading"] == "All sorts of questions"
