"""Taking part in a study, in a real browser: from the link to the code, alone and with others, with every kind of
question, and with everything that people do to pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from ludarium.store import study_answers
from ludarium.store.study_models import StudyAnswerRow
from ludarium.studies.plan.model import Plan
from ludarium.studies.running.studies import create, find, set_state
from ludarium.studies.timing import TimeModel
from tests.server.serving import Running, serving
from tests.web.conftest import Meet
from tests.web.driving import my_turn, offered, type_move

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

Picture = Callable[[Page, str], None]
Accessible = Callable[[Page], list[str]]

LAPTOP, PHONE = (1440, 900), (390, 844)

OPTIONS = {"a": "Apples", "b": "Pears", "c": "Plums"}
SMALL: dict[str, Any] = {
    "title": "Noughts and questions",
    "summary": "A short game, and every kind of question.",
    "languages": ["en", "de"],
    "texts": {
        "en": {"hello": "What this is", "say": "You play **one** short game.\n\n- first you read\n- then you play"},
        "de": {"hello": "Worum es geht", "say": "Sie spielen **eine** kurze Partie.\n\n- erst lesen\n- dann spielen"},
    },
    "questionnaires": {
        "kinds": {
            "title": "All sorts of questions",
            "questions": [
                {"kind": "open", "name": "free", "text": "Say something.", "help": "In your own words."},
                {"kind": "number", "name": "many", "text": "How many?", "low": 1, "high": 9, "unit": "pieces"},
                {"kind": "choices", "name": "fruit", "text": "Which of these?", "options": OPTIONS, "least": 1},
                {
                    "kind": "matching", "name": "pairs", "text": "What belongs together?",
                    "left": {"x": "Cross", "o": "Nought"}, "to": {"one": "first", "two": "second"},
                },
                {"kind": "ranking", "name": "order", "text": "In which order?", "options": OPTIONS},
            ],
        },
        "after": {
            "title": "About this game",
            "questions": [
                {
                    "kind": "choice", "name": "who", "text": "Was {opponent} a person?", "about": "opponents",
                    "role": "judgement", "options": {"human": "a person", "artificial": "a program"},
                    "neutral": "I can't tell",
                },
                {
                    "kind": "scale", "name": "sure", "text": "How sure are you?", "about": "opponents",
                    "low": "guessed", "high": "certain", "show_if": "who!=",
                },
                {
                    "kind": "moves", "name": "moves", "text": "Which moves of {opponent} gave it away?",
                    "about": "opponents", "required": False,
                },
                {"kind": "half-open", "name": "plan", "text": "What was its plan?", "answer": "a line"},
            ],
        },
    },
    "stages": [
        {
            "kind": "consent", "name": "consent", "title": "@hello", "text": "@say", "pointer": "ask",
            "statements": ["I have read this.", "I take part freely."], "contact": "Ada, ada@example.org",
        },
        {
            "kind": "profile", "name": "profile", "title": "About you", "email": True,
            "questions": [
                {"kind": "number", "name": "age", "text": "Age?", "low": 16, "high": 120, "unit": "years"},
                {"kind": "choice", "name": "plays", "text": "Do you play?", "options": {"y": "often", "n": "seldom"},
                 "neutral": "I would rather not say"},
            ],
        },
        {"kind": "text", "name": "read", "title": "The rules", "text": "Please read.", "rules": "tic-tac-toe",
         "seconds": 2},
        {
            "kind": "quiz", "name": "quiz", "title": "A question about the rules", "tries": 3,
            "questions": [{"kind": "choice", "name": "goal", "text": "What wins?", "right": "line",
                           "options": {"line": "three in a row", "corner": "a corner"}}],
        },
        {"kind": "questions", "name": "kinds", "questionnaire": "kinds"},
        {
            "kind": "play", "name": "play", "title": "A game", "game": "tic-tac-toe", "seats": ["me", "random"],
            "questionnaire": "after", "seconds": 60,
        },
        {"kind": "debrief", "name": "end", "title": "Thank you!", "text": "That was all."},
    ],
    "recruiting": {"return_to": "https://example.org/done?code={code}&who={id}"},
}  # fmt: skip


@pytest.fixture(scope="module")
def lab(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for studies alone: what the other pages show is not needed."""
    with serving(str(tmp_path_factory.mktemp("studies") / "lab.db")) as running:
        yield running


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hidden players take no time: how long they take is tested elsewhere."""
    monkeypatch.setattr(TimeModel, "draw", lambda *_, **__: 0.05)


def opened(lab: Running, slug: str, plan: dict[str, Any] | Plan) -> str:
    """An open study on the server that runs, and its path."""
    ready = plan if isinstance(plan, Plan) else msgspec.convert(plan, Plan)
    lab.do(
        lab.app.state.lab.tables.write(
            lambda connection: set_state(connection, create(connection, ready, "", slug=slug), "open")
        )
    )
    return f"/study/{slug}"


def stored(lab: Running, slug: str, row: Any) -> list[dict[str, Any]]:
    """All rows of a kind that are kept of the people of a study, in the order in which the people came."""

    def read(connection: Any) -> list[dict[str, Any]]:
        from ludarium.store import studies as store

        people = store.participants(connection, find(connection, slug).id)
        return [found for who in people for found in study_answers.own_rows(connection, row, who.id)]

    return list(lab.do(lab.app.state.lab.tables.read(read)))


def heading(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def go_on(page: Page, name: str = "Continue") -> None:
    page.get_by_role("button", name=name, exact=True).click()


def asked(page: Page, key: str) -> Locator:
    return page.locator(f'[data-question="{key}"]')


def agree(page: Page, button: str = "I agree and take part", *, recorded: bool = False) -> None:
    expect(page.get_by_role("button", name=button)).to_be_visible()
    for box in page.get_by_role("checkbox").all():
        box.check()
    if recorded:
        page.get_by_role("radio", name="Yes, record them").check()
    page.get_by_role("button", name=button).click()


def read(page: Page) -> None:
    """A page that must be read for a while."""
    expect(page.locator("#reading")).to_have_count(0)
    go_on(page)


def to_the_questions(page: Page) -> None:
    """From the consent of the small study to its page of questions."""
    agree(page)
    heading(page, "About you")
    go_on(page)
    heading(page, "The rules")
    read(page)
    heading(page, "A question about the rules")
    page.get_by_role("radio", name="three in a row").check()
    go_on(page)
    heading(page, "All sorts of questions")


def fill_all(page: Page) -> None:
    asked(page, "free").get_by_role("textbox").fill("Something <script>window.hacked = 1</script>")
    asked(page, "many").get_by_role("textbox").fill("3")
    asked(page, "fruit").get_by_label("Pears").check()
    asked(page, "pairs").get_by_label("Cross").select_option("first")
    asked(page, "pairs").get_by_label("Nought").select_option("second")
    # They stand in an order drawn by lot.
    asked(page, "order").locator("li").last.get_by_role("button", name=re.compile("^Move .* up$")).click()


def play(page: Page) -> None:
    while my_turn(page):
        if offered(page):
            type_move(page)


def test_at_phone_width_and_in_german(meet: Meet, lab: Running, picture: Picture, accessible: Accessible) -> None:
    path = opened(lab, "small-phone", SMALL)
    visitor = meet(size=PHONE)
    page = visitor.visit(f"{path}?lang=de")
    heading(page, "Worum es geht")
    assert page.evaluate("document.documentElement.lang") == "de"
    picture(page, "study-phone-consent")
    assert accessible(page) == []
    agree(page, "Ich stimme zu und nehme teil")
    heading(page, "About you")
    assert accessible(page) == []
    picture(page, "study-phone-profile")
    go_on(page, "Weiter")
    heading(page, "The rules")
    picture(page, "study-phone-text")
    expect(page.locator("#reading")).to_have_count(0)
    go_on(page, "Weiter")
    page.get_by_role("radio", name="three in a row").check()
    go_on(page, "Weiter")
    heading(page, "All sorts of questions")
    go_on(page, "Weiter")
    expect(page.get_by_text("5 Antworten brauchen noch Ihre Aufmerksamkeit.").first).to_be_visible()
    assert accessible(page) == []
    picture(page, "study-phone-questions")
    page.get_by_role("button", name="English").click()
    fill_english(page)
    go_on(page)
    assert my_turn(page)
    assert accessible(page) == []
    picture(page, "study-phone-table")
    play(page)
    go_on(page)
    heading(page, "About this game")
    page.get_by_role("radiogroup").get_by_label("I can't tell").check()
    expect(page.get_by_text("How sure are you?")).to_have_count(0)
    page.get_by_label("What was its plan?").fill("none")
    assert accessible(page) == []
    picture(page, "study-phone-after")
    go_on(page)
    heading(page, "Thank you!")
    picture(page, "study-phone-debrief")

    # One's own link works elsewhere, and takes everything back.
    page.get_by_text("Your part", exact=True).click()
    page.get_by_role("button", name="My own link").click()
    link = page.get_by_role("textbox", name="Your own link").input_value()
    picture(page, "study-phone-link")
    other = meet(size=PHONE).page
    other.goto(link)
    heading(other, "Thank you!")
    assert "p=" not in other.url
    other.get_by_text("Your part", exact=True).click()
    other.get_by_role("button", name="Change my profile").click()
    other.get_by_role("textbox", name=re.compile("Age")).fill("44")
    other.get_by_role("button", name="Save").click()
    expect(other.get_by_text("Saved.").first).to_be_visible()
    picture(other, "study-phone-change")
    other.get_by_role("button", name="Close").click()
    other.get_by_text("Your part", exact=True).click()
    other.get_by_role("button", name="Withdraw").click()
    other.get_by_role("button", name="I want to withdraw").click()
    picture(other, "study-phone-withdraw")
    other.get_by_role("button", name="Yes, delete everything").click()
    heading(other, "You have withdrawn")
    assert accessible(other) == []
    picture(other, "study-phone-receipt")
    code = other.get_by_role("textbox", name="Receipt").input_value()
    receipt = other.request.get(f"http://{lab.address}/api/studies/small-phone/receipts/{code}").json()
    assert receipt["removed"]
    assert stored(lab, "small-phone", StudyAnswerRow) == []


def fill_english(page: Page) -> None:
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    fill_all(page)


def test_what_people_do_to_pages(meet: Meet, lab: Running, picture: Picture) -> None:
    path = opened(lab, "small-rough", SMALL)
    visitor = meet()
    page = visitor.visit(path)
    to_the_questions(page)
    fill_all(page)

    # Another tab of the same browser has its own drafts, and goes on; here it is seen when one comes back.
    second = visitor.context.new_page()
    second.goto(page.url)
    heading(second, "All sorts of questions")
    fill_all(second)
    with second.expect_response("**/page") as sent:
        second.get_by_role("button", name="Continue", exact=True).dblclick()
    assert sent.value.ok
    assert my_turn(second)
    go_on(page)  # sent from a page that is done with: nothing happens but that one sees where one is
    assert my_turn(page)
    assert len(stored(lab, "small-rough", StudyAnswerRow)) == 6  # the quiz and five questions, once

    # Back and forward: the server knows where one is.
    page.goto("about:blank")
    page.go_back()
    assert my_turn(page)
    play(page)
    go_on(page)
    heading(page, "About this game")

    # Without a network nothing gets lost.
    page.get_by_role("radiogroup").get_by_label("I can't tell").check()
    page.get_by_label("What was its plan?").fill("a fork")
    visitor.context.set_offline(True)
    go_on(page)
    expect(page.get_by_text("Not sent yet")).to_be_visible()
    visitor.context.set_offline(False)
    heading(page, "Thank you!")
    assert [row["value"] for row in stored(lab, "small-rough", StudyAnswerRow) if row["question"] == "plan"] == [
        "a fork"
    ]

    # Links that are none.
    stranger = meet().visit("/study/no-such-study")
    expect(stranger.get_by_role("alert")).to_contain_text("There is no study")
    stranger = meet().visit(f"{path}?i=nobodys-link")
    expect(stranger.get_by_role("alert")).to_contain_text("This personal link is not known here")
    stranger = meet().visit(f"{path}?p=guessed-token")
    heading(stranger, re.compile("What this is|Worum es geht"))
