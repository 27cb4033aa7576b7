"""The researcher's desk: roles, the plan, the monitor, steering, grading, exports, and the notes of who did what."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from ludarium.studies.data import StudyData
from ludarium.studies.plan import builtin
from tests.server.serving import Line, Person, Running, serving
from tests.server.studying import Browser

PLAN = """
title = "Small"
kind = "turing"
people = 4
[[stages]]
kind = "consent"
name = "consent"
statements = ["I agree."]
[[stages]]
kind = "questions"
name = "ask"
[[stages.questions]]
kind = "half-open"
name = "rule"
text = "Who begins?"
answer = "the youngest"
[[stages]]
kind = "play"
name = "play"
game = "tic-tac-toe"
seats = ["me", "person"]
questionnaire = "after"
[[stages]]
kind = "debrief"
name = "end"
[questionnaires.after]
[[questionnaires.after.questions]]
kind = "choice"
name = "who"
text = "Is {opponent} a person?"
about = "opponents"
role = "judgement"
options = { human = "yes", artificial = "no" }
"""


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with serving(str(tmp_path / "lab.db")) as started:
        yield started


def member(running: Running, name: str) -> Person:
    person = running.person()
    person.post("/account/register", {"name": name, "password": "a password that is long"})
    return person


def made(person: Person, slug: str = "small", plan: str = PLAN) -> dict[str, Any]:
    study: dict[str, Any] = person.post("/desk/studies", {"text": plan, "slug": slug})
    return study


def opened(person: Person, plan: str = PLAN) -> None:
    made(person, plan=plan)
    assert person.http.patch("/desk/studies/small", json={"state": "open"}).json()["state"] == "open"


def test_guests_and_strangers_have_no_desk(running: Running) -> None:
    ada = member(running, "Ada Desk")
    made(ada)
    assert running.person().refused("/desk/studies", {"text": PLAN})[0] == 403
    stranger = member(running, "Bea Desk")
    for path in ("", "/monitor", "/audit", "/grading", "/export.zip", "/report", "/roles", "/links", "/refinement"):
        answer = stranger.http.get(f"/desk/studies/small{path}")
        assert answer.status_code == 403, path
        assert "shared with you" in answer.json()["detail"]
    assert stranger.http.get("/desk/studies").json() == []
    assert stranger.http.get("/desk/studies/other").status_code == 404


def test_roles_are_given_and_kept_to(running: Running) -> None:
    ada, bea, eve = member(running, "Ada Desk"), member(running, "Bea Desk"), member(running, "Eve Desk")
    made(ada)
    answer = ada.http.put("/desk/studies/small/roles", json={"name": "bea desk", "role": "grader"})
    assert answer.json() == [{"name": "Ada Desk", "role": "owner"}, {"name": "Bea Desk", "role": "grader"}]
    assert bea.get("/desk/studies/small/grading") == []
    assert bea.http.get("/desk/studies/small/monitor").status_code == 403
    assert bea.http.patch("/desk/studies/small", json={"state": "open"}).status_code == 403
    assert ada.http.put("/desk/studies/small/roles", json={"name": "nobody", "role": "viewer"}).status_code == 409
    lonely = ada.http.put("/desk/studies/small/roles", json={"name": "Ada Desk", "role": None})
    assert "needs an owner" in lonely.json()["detail"]
    assert eve.http.get("/desk/studies/small").status_code == 403
    actions = [(note["who"], note["action"]) for note in ada.get("/desk/studies/small/audit")]
    assert actions == [("Ada Desk", "gave a role"), ("Ada Desk", "created")]


def test_plans_are_checked_previewed_and_changed(running: Running) -> None:
    ada = member(running, "Ada Desk")
    wrong = ada.post("/desk/check", {"text": PLAN.replace("seats =", "seat =")})
    assert [mistake["line"] for mistake in wrong["mistakes"]] == [PLAN.splitlines().index("[[stages]]", 18) + 1] or any(
        "seat" in mistake["what"] for mistake in wrong["mistakes"]
    )
    assert ada.refused("/desk/studies", {"text": "title = 3"})[0] == 400
    for name in builtin.NAMES:
        pages = ada.post("/desk/preview", {"text": builtin.text_of(name), "language": "de"})
        assert (pages[0]["kind"], pages[-1]["kind"]) == ("consent", "debrief")
        assert "@" not in pages[0]["text"][:1]
    made(ada)
    changed = ada.http.put("/desk/studies/small/plan", json={"text": PLAN.replace("Small", "Smaller")}).json()
    assert (changed["version"], changed["title"]) == (2, "Smaller")
    assert ada.http.post("/desk/studies/small/freeze").json()["changed"] == []
    again = ada.http.put("/desk/studies/small/plan", json={"text": PLAN}).json()
    assert again["changed"] == ["plan"]


def test_nobody_overwrites_a_plan_that_they_have_not_seen(running: Running) -> None:
    ada, bea = member(running, "Ada Desk"), member(running, "Bea Desk")
    made(ada)
    ada.http.put("/desk/studies/small/roles", json={"name": "Bea Desk", "role": "researcher"})
    first = {"text": PLAN.replace("Small", "Bea's"), "version": 1}
    assert bea.http.put("/desk/studies/small/plan", json=first).json()["version"] == 2
    second = {"text": PLAN.replace("Small", "Ada's"), "version": 1}
    refused = ada.http.put("/desk/studies/small/plan", json=second)
    assert refused.status_code == 409
    assert "Bea Desk has stored version 2 meanwhile" in refused.json()["detail"]
    assert ada.get("/desk/studies/small")["title"] == "Bea's"
    stored = ada.http.put("/desk/studies/small/plan", json=second | {"version": 2}).json()
    assert (stored["version"], stored["title"]) == (3, "Ada's")
    # Remarks are no new version, but they are kept.
    remarked = {"text": "# a remark\n" + stored["text"], "version": 3}
    again = ada.http.put("/desk/studies/small/plan", json=remarked).json()
    assert (again["version"], again["text"]) == (3, remarked["text"])


def test_the_preview_has_all_that_people_see(running: Running) -> None:
    ada = member(running, "Ada Desk")
    pages = ada.post(
        "/desk/preview", {"text": builtin.text_of("turing").replace('then = "go-on"', 'then = "screen-out"')}
    )
    by_kind = {page["kind"]: page for page in reversed(pages)}
    assert by_kind["consent"]["pointer"] == "ask"
    assert len(by_kind["consent"]["statements"]) == 3
    assert by_kind["text"]["rules"] == by_kind["quiz"]["rules"] == "jostle"
    assert by_kind["text"]["settings"] == by_kind["play"]["settings"] == {"seats": 3}  # as it is played here
    assert by_kind["quiz"]["tries"] == 3
    assert by_kind["screened"]["questions"] == []
    waiting = [page["waiting"] for page in pages if page["kind"] == "play"]
    assert waiting[0] is None  # practice needs nobody
    assert waiting[1] == {"here": 1, "needed": 2, "seconds": 0.0, "limit": 180.0, "then": "player"}
    text = PLAN.replace('kind = "consent"', 'kind = "consent"\ncontact = "Ada, ada@example.org"')
    assert {page["contact"] for page in ada.post("/desk/preview", {"text": text})} == {"Ada, ada@example.org"}


def test_the_preview_shows_how_each_game_begins(running: Running) -> None:
    ada = member(running, "Ada Desk")
    for name in builtin.NAMES:
        pages = ada.post("/desk/preview", {"text": builtin.text_of(name)})
        for game, settings in {(page["game"], tuple(page["settings"].items())) for page in pages if page["game"]}:
            begun = ada.http.get(f"/desk/start/{quote(game)}", params=dict(settings)).json()
            assert begun["scene"]["board"] == begun["board"]
            assert (begun["scene"]["you"], begun["scene"]["over"], begun["scene"]["turn"]["decision"]) == (0, False, 0)
    widths = [ada.http.get("/desk/start/reversi", params={"size": size}).json() for size in (6, 8)]
    assert [begun["scene"]["board_data"]["width"] for begun in widths] == [6, 8]
    assert 400 <= ada.http.get("/desk/start/no-such-game").status_code < 500
    assert running.person().http.get("/desk/start/reversi").status_code == 403


def play(*lines: Line) -> None:
    """Two people play in turn, each the first move that there is."""
    seats = {line.welcome["you"]: line for line in lines}
    assert lines[0].scene is not None
    seat = lines[0].scene["turn"]["movers"][0]
    while seats[seat].wait_for_turn():
        scene = seats[seat].scene
        assert scene is not None
        seats[seat].say(type="move", decision=scene["turn"]["decision"], moves=[scene["moves"][0]["text"]])
        seat = 1 - seat


def test_pointers_are_followed_over_the_board_that_people_saw(running: Running) -> None:
    ada = member(running, "Ada Desk")
    opened(ada, PLAN.replace('name = "consent"', 'name = "consent"\npointer = "ask"'))
    two = [Browser(running.address) for _ in range(2)]
    for browser in two:
        browser.agree(pointer=browser is two[0])
        browser.send({"rule": "somebody"})
    table = two[0].until("play", table=True)["table"]
    two[1].until("play", table=True)
    who = two[0].page["participant"]
    shown = time.monotonic()
    time.sleep(0.1)

    def age() -> int:
        return int(1000 * (time.monotonic() - shown))

    piece = {"number": 1, "step": 2, "table": table, "points": [[40, 0.5, 0.25, 0], [90, 0.5, 0.5, 1]], "sent": age()}
    assert two[0].http.post("/trace", json=piece).status_code == 204
    assert two[1].refused("/trace", piece)[0] == 409
    path = f"/desk/studies/small/people/{who}/games/{table}/replay"
    assert ada.http.get(path).status_code == 409  # while it is played
    with two[0].follow() as one, two[1].follow() as other:
        play(one, other)
    assert two[0].http.post("/trace", json=piece | {"number": 2, "sent": age()}).status_code == 204
    found = ada.get(f"/desk/studies/small/people/{who}/traces", game=table)
    frames = ada.get(path)["frames"]
    assert len(found["moved"]) == len(frames) - 1
    assert found["moved"] == sorted(found["moved"])
    assert [point[1:] for point in found["points"]] == [[0.5, 0.25, 0], [0.5, 0.5, 1]] * 2
    times = [point[0] for point in found["points"]]
    assert times[1] - times[0] == 50
    assert 0 <= times[0] <= found["moved"][-1]  # on one clock: the first piece came before the last move
    stranger = member(running, "Bea Desk")
    assert stranger.http.get(path).status_code == 403
    assert ada.http.get(path.replace(table, "no-such-table")).status_code == 409
    assert "looked at a game" in [note["action"] for note in ada.get("/desk/studies/small/audit")]


def test_people_are_watched_steered_graded_and_exported(running: Running) -> None:
    ada, bea = member(running, "Ada Desk"), member(running, "Bea Desk")
    opened(ada)
    ada.http.put("/desk/studies/small/roles", json={"name": "Bea Desk", "role": "grader"})
    (link,) = ada.post("/desk/studies/small/links", {"labels": ["pupil 1"]})
    one = Browser(running.address, i=link["link"].partition("?i=")[2])
    one.agree(invitation=link["link"].partition("?i=")[2])
    two = Browser(running.address)
    two.agree()
    two.send({"rule": "whoever is youngest"})
    ada.http.patch("/desk/studies/small", json={"message": "A short break at noon."})
    assert two.look()["message"] == "A short break at noon."
    people = {row["participant"]: row for row in ada.get("/desk/studies/small/monitor")["people"]}
    assert people[two.page["participant"]]["doing"] == "waiting"
    assert people[one.page["participant"]]["kind"] == "questions"
    ada.post(f"/desk/studies/small/people/{one.page['participant']}/advance")
    assert one.until("play", table=True)["table"] == two.until("play", table=True)["table"]
    assert ada.refused(f"/desk/studies/small/people/{one.page['participant']}/advance")[0] == 409
    ada.post(f"/desk/studies/small/people/{one.page['participant']}/release")
    assert one.look()["kind"] == "debrief"
    assert ada.refused("/desk/studies/small/people/other/release")[0] == 409
    (answer,) = bea.get("/desk/studies/small/grading")
    assert (answer["right"], answer["text"], answer["grade"]) == ("the youngest", "whoever is youngest", None)
    assert bea.http.put(f"/desk/studies/small/grading/{answer['id']}", json={"grade": 9}).status_code == 409
    assert bea.http.put(f"/desk/studies/small/grading/{answer['id']}", json={"grade": 2}).status_code == 204
    assert bea.get("/desk/studies/small/grading")[0]["grade"] == 2
    packed = ada.http.get("/desk/studies/small/export.zip")
    assert packed.status_code == 200
    names = zipfile.ZipFile(io.BytesIO(packed.content)).namelist()
    assert {"participants.csv", "answers.parquet", "wide.csv", "dictionary.csv", "study.json"} <= set(names)
    assert "exported" in [note["action"] for note in ada.get("/desk/studies/small/audit")]


def test_the_page_and_the_folder_and_the_figures_agree(running: Running, tmp_path: Path) -> None:
    ada = member(running, "Ada Desk")
    opened(ada)
    for _ in range(2):
        browser = Browser(running.address)
        browser.agree()
        browser.send({"rule": "somebody"})
    page = ada.http.get("/desk/studies/small/report")
    assert '<html lang="de">' in ada.http.get("/desk/studies/small/report?language=de").text
    assert ada.http.get("/desk/studies/small/report?language=fr").status_code == 422
    assert page.status_code == 200
    assert "<html" in page.text
    figures = ada.get("/desk/studies/small/figures")
    archive = zipfile.ZipFile(io.BytesIO(ada.http.get("/desk/studies/small/export.zip").content))
    archive.extractall(tmp_path / "out")
    from ludarium.studies.running.reporting import report_of_folder

    again = report_of_folder(tmp_path / "out").to_dict()
    assert figures == json.loads(json.dumps(again))
    assert len(StudyData.read(tmp_path / "out").participants) == 2
    browser = Browser(running.address)
    assert browser.http.get("/findings").status_code == 409
    ada.http.patch("/desk/studies/small", json={"findings": True})
    assert "<html" in browser.http.get("/findings").text


def test_studies_that_people_took_part_in_are_not_deleted(running: Running) -> None:
    ada = member(running, "Ada Desk")
    opened(ada)
    made(ada, "another")
    assert ada.http.delete("/desk/studies/another").status_code == 204
    Browser(running.address).agree()
    assert ada.http.delete("/desk/studies/small").status_code == 409
