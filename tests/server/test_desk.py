"""The researcher's desk: roles, the plan, the monitor, steering, grading, exports, and the notes of who did what."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludarium.studies.data import StudyData
from ludarium.studies.plan import builtin
from tests.server.serving import Person, Running, serving
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


def made(person: Person, slug: str = "small") -> dict[str, Any]:
    study: dict[str, Any] = person.post("/desk/studies", {"text": PLAN, "slug": slug})
    return study


def opened(person: Person) -> None:
    made(person)
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
    assert page.status_code == 200
    assert "<html" in page.text
    figures = ada.get("/desk/studies/small/figures")
    archive = zipfile.ZipFile(io.BytesIO(ada.http.get("/desk/studies/small/export.zip").content))
    archive.extractall(tmp_path / "out")
    from ludarium.studies.running.reporting import report_of_folder

    again = report_of_folder(tmp_path / "out").to_dict()
    assert figures["people"] == again["people"]
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
