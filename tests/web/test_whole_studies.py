"""The built-in studies from the first page to the code, in a real browser, with the researcher's desk beside them: in
two languages, on a laptop and on a phone. The games are small ones, and texts need not be read for so long; all else is
as it is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from ludarium.store.study_models import StudyAnswerRow
from ludarium.studies.plan.builtin import plan_of
from ludarium.studies.plan.model import Plan, to_plain
from ludarium.studies.timing import TimeModel
from tests.server.serving import Running, serving
from tests.web.conftest import Meet
from tests.web.driving import DECIDED
from tests.web.participating import (
    LAPTOP,
    PHONE,
    agree,
    asked,
    go_on,
    heading,
    judge,
    label_of,
    member,
    pass_quiz,
    stored,
    together,
    watched,
)

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

Picture = Callable[[Page, str], None]
Accessible = Callable[[Page], list[str]]

ENGLISH = re.compile(
    r"\b(the|your|you|piece|pieces|turn|turns|and|is|are|to move|rolled|stack|wins|points|field)\b", re.IGNORECASE
)
"""Words that no German page has."""
SPOKEN = """() => {
  const main = document.querySelector('main');
  const labels = [...main.querySelectorAll('[aria-label]')].map(one => one.getAttribute('aria-label'));
  // What is typed is the game's own notation, and names of settings stand in the rules as they are.
  const own = [...main.querySelectorAll('code, pre, .typed form, .typed .quiet-text')].map(one => one.textContent);
  return [main.textContent, ...labels].map(text => own.reduce((left, one) => left.replace(one, ' '), text));
}"""


@pytest.fixture(scope="module")
def lab(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(str(tmp_path_factory.mktemp("whole") / "lab.db")) as running:
        yield running


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hidden players take no time: how long they take is tested elsewhere."""
    monkeypatch.setattr(TimeModel, "draw", lambda *_, **__: 0.05)


def shortened(name: str, settings: dict[str, Any], **play: Any) -> Plan:
    """A built-in study with smaller games."""
    plain = json.loads(json.dumps(to_plain(plan_of(name))))
    for stage in plain["stages"]:
        stage.pop("seconds", None) if stage["kind"] == "text" else None
        if stage["kind"] in ("play", "practice"):
            stage["settings"] = stage.get("settings", {}) | settings
            stage.update(play if stage["kind"] == "play" else {})
    return msgspec.convert(plain, Plan)


def german(page: Page) -> list[str]:
    """What is said in English on a page that is to be German, seen or read aloud."""
    found = [(text, word) for text in page.evaluate(SPOKEN) for word in ENGLISH.finditer(text)]
    return [text[max(0, word.start() - 40) : word.end() + 40] for text, word in found]


def test_one_person_through_a_whole_learning_study(
    meet: Meet, lab: Running, picture: Picture, accessible: Accessible
) -> None:
    plan = shortened("learning", {"max_turns": 1, "pieces": 2, "treasures": 2, "width": 200, "height": 160})
    desk = watched(member(meet(size=LAPTOP), "Ada Learning"), "learning", plan)
    page = meet(size=PHONE).visit("/study/learning?lang=de")
    faults: dict[str, list[str]] = {}

    def looked_at(name: str) -> None:
        faults[name] = [*accessible(page), *german(page)]
        picture(page, f"learning-{name}")

    heading(page, "Bevor es losgeht")
    looked_at("consent")
    agree(page, "Ich stimme zu und nehme teil")
    heading(page, "Über Sie")
    looked_at("profile")
    who = desk.locator("[data-person]")
    expect(who).to_contain_text("profile")
    go_on(page, "Weiter")
    heading(page, "Die Regeln")
    expect(page.get_by_text("Steine, die beisammenstehen")).to_be_visible()
    looked_at("rules")
    go_on(page, "Weiter")
    heading(page, "Ein paar Fragen zu den Regeln")
    looked_at("quiz")
    pass_quiz(page, plan, "de", "Weiter")
    for title, games in (("Zwei Partien zum Üben", 2), ("Fünf Partien", 5), ("Noch fünf Partien", 5)):
        for number in range(games):
            heading(page, title)
            expect(page.get_by_text(f"Partie {number + 1} von {games}")).to_be_visible()
            if number == 0:
                expect(who).to_contain_text("playing")
                page.wait_for_selector(DECIDED)
                looked_at(f"table-{title}")
            page.get_by_role("button", name="Senden: alle bleiben").click()
            expect(page.get_by_test_id("status")).to_have_attribute("data-state", "over")
            if number == 0:
                looked_at(f"over-{title}")
            go_on(page, "Weiter")
        if games == 5:
            heading(page, "Zu den letzten fünf Partien")
            looked_at(f"survey-{title}")
            asked(page, "strategy").get_by_role("textbox").fill("ein Plan")
            for name, point in (("difficulty", 4), ("predictability", 2), ("fun", 5)):
                asked(page, name).get_by_role("radio").nth(point - 1).check()
            go_on(page, "Weiter")
    heading(page, "Vielen Dank!")
    looked_at("debrief")
    assert (
        page.get_by_role("textbox", name="Ihr Abschlusscode").or_(page.locator("input[readonly]")).first.input_value()
    )
    expect(desk.get_by_test_id("count-completed")).to_have_text("1")
    picture(desk, "learning-desk")
    assert accessible(desk) == []
    assert not any(faults.values()), json.dumps(faults, ensure_ascii=False, indent=1)
    answers = [row for row in stored(lab, "learning", StudyAnswerRow) if row["question"] == "difficulty"]
    assert [(row["stage"], row["value"]) for row in answers] == [("after-basic", 4), ("after-adaptive", 4)]


def test_two_people_and_a_hidden_player(meet: Meet, lab: Running, picture: Picture, accessible: Accessible) -> None:
    """One of them on a laptop in English, the other on a phone in German, at the same table."""
    plan = shortened("turing", {"seats": 3, "pieces": 1}, games=1)
    desk = watched(member(meet(size=LAPTOP), "Ada Turing"), "turing", plan)
    ada, ben = meet(size=LAPTOP), meet(size=PHONE)
    words = {ada: ("en", "I agree and take part", "Continue"), ben: ("de", "Ich stimme zu und nehme teil", "Weiter")}
    faults: dict[str, list[str]] = {}

    def looked_at(name: str) -> None:
        faults[f"{name}, laptop"] = accessible(ada.page)
        faults[f"{name}, phone"] = [*accessible(ben.page), *german(ben.page)]
        picture(ada.page, f"turing-{name}-en")
        picture(ben.page, f"turing-{name}-de")

    for visitor, (language, yes, onward) in words.items():
        page = visitor.visit(f"/study/turing?lang={language}")
        agree(page, yes)
        heading(page, re.compile("About you|Über Sie"))
        go_on(page, onward)
        heading(page, re.compile("The rules|Die Regeln"))
        go_on(page, onward)
        pass_quiz(page, plan, language, onward)
        heading(page, re.compile("A game to practise|Eine Partie zum Üben"))
    for page in (ada.page, ben.page):
        page.wait_for_selector(DECIDED)
    looked_at("practice")
    for visitor, (_, _, onward) in words.items():
        together(visitor.page)
        go_on(visitor.page, onward)
        if visitor is ada:
            expect(visitor.page.get_by_text("1 of 2 are here")).to_be_visible()
            expect(desk.get_by_text("waiting for others for")).to_be_visible()
            assert accessible(visitor.page) == []
            picture(visitor.page, "turing-waiting")
            # Nobody looks at the page of whoever waits: it begins all the same.
            picture(desk, "turing-desk-waiting")
    names = [label_of(visitor) for visitor in (ada, ben)]
    assert names[0] != names[1]
    for visitor in (ada, ben):
        seats = visitor.page.locator(".seats")
        expect(seats.locator(".seat")).to_have_count(3)
        expect(seats).to_contain_text(names[0])
        expect(seats).not_to_contain_text(re.compile("PALS|ADVANCER|player", re.IGNORECASE))
    looked_at("table")
    together(ada.page, ben.page)
    looked_at("over")
    for visitor, (_, _, onward) in words.items():
        go_on(visitor.page, onward)
        judge(visitor.page)
    looked_at("after")
    for visitor, (_, _, onward) in words.items():
        go_on(visitor.page, onward)
        heading(visitor.page, re.compile("Thank you!|Vielen Dank!"))
    for visitor, person, program in ((ada, "a person", "^a program: "), (ben, "ein Mensch", "^ein Programm: ")):
        revealed = visitor.page.get_by_role("table").last
        expect(revealed.get_by_text(person, exact=True)).to_have_count(1)
        expect(revealed.get_by_text(re.compile(program))).to_have_count(1)
    looked_at("debrief")
    expect(desk.get_by_test_id("count-completed")).to_have_text("2")
    assert not any(faults.values()), json.dumps(faults, ensure_ascii=False, indent=1)
    judged = [row for row in stored(lab, "turing", StudyAnswerRow) if row["question"] == "judgement"]
    assert len(judged) == 4
    assert {row["value"] for row in judged} == {"human", ""}
