"""Taking part in a study, in a real browser: from the link to the code, alone and with others, with every kind of
question, and with everything that people do to pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from ludarium.store.study_models import StudyAnswerRow, StudyPageRow
from ludarium.studies.timing import TimeModel
from tests.server.serving import Running, serving
from tests.web.conftest import PATIENCE, Meet
from tests.web.driving import my_turn, offered, type_move
from tests.web.participating import LAPTOP, PHONE, agree, asked, go_on, heading, opened, read, stored
from tests.web.small_study import SMALL

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

Picture = Callable[[Page, str], None]
Accessible = Callable[[Page], list[str]]


@pytest.fixture(scope="module")
def lab(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for studies alone: what the other pages show is not needed."""
    with serving(str(tmp_path_factory.mktemp("studies") / "lab.db")) as running:
        yield running


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hidden players take no time: how long they take is tested elsewhere."""
    monkeypatch.setattr(TimeModel, "draw", lambda *_, **__: 0.05)


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


def test_one_person_through_a_whole_study(meet: Meet, lab: Running, picture: Picture, accessible: Accessible) -> None:
    path = opened(lab, "small-alone", SMALL)
    page = meet(size=LAPTOP).visit(f"{path}?PROLIFIC_PID=abc&lang=en")
    heading(page, "What this is")
    assert accessible(page) == []
    picture(page, "study-consent")
    page.get_by_role("button", name="I agree and take part").click()
    expect(page.locator("#consent-fault")).to_have_text("To take part, please tick every statement.")
    expect(page.get_by_role("checkbox").first).to_be_focused()
    agree(page, recorded=True)

    heading(page, "About you")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    asked(page, "age").get_by_role("textbox").fill("5")
    page.get_by_label("E-mail address").fill("nobody")
    go_on(page)
    expect(asked(page, "age").get_by_text("At least 16.")).to_be_visible()
    assert accessible(page) == []
    picture(page, "study-profile")
    asked(page, "age").get_by_role("textbox").fill("35")
    page.get_by_label("E-mail address").fill("")
    go_on(page)

    heading(page, "The rules")
    expect(page.locator("#reading")).to_have_text(re.compile("You can continue in"))
    expect(page.get_by_role("heading", name="Rules of the game")).to_be_visible()
    picture(page, "study-text")
    read(page)

    heading(page, "A question about the rules")
    page.get_by_role("radio", name="a corner").check()
    go_on(page)
    expect(page.get_by_text("Tries left: 2")).to_be_visible()
    page.get_by_text("Open the rules again").click()
    expect(page.get_by_role("heading", name="Rules of the game")).to_be_visible()
    assert accessible(page) == []
    picture(page, "study-quiz")
    page.get_by_role("radio", name="three in a row").check()
    go_on(page)

    heading(page, "All sorts of questions")
    go_on(page)
    expect(page.get_by_text("5 answers still need your attention.").first).to_be_visible()
    expect(asked(page, "free").get_by_role("textbox")).to_be_focused()
    picture(page, "study-missing")
    fill_all(page)
    pictures = asked(page, "pairs").locator("img")
    expect(pictures).to_have_count(3)
    assert pictures.evaluate_all("all => all.every(one => one.complete && one.naturalWidth > 0)")
    asked(page, "fruit").get_by_label("Plums").check()
    assert accessible(page) == []
    picture(page, "study-questions")
    ranked = asked(page, "order").locator(".ranking-text").all_inner_texts()
    page.wait_for_timeout(400)  # drafts are kept a moment after a change
    page.reload()  # what was typed is still there
    expect(asked(page, "free").get_by_role("textbox")).to_have_value(re.compile("script"))
    expect(asked(page, "order").locator(".ranking-text")).to_have_text(ranked)
    go_on(page)

    heading(page, "A game")
    assert my_turn(page)
    assert accessible(page) == []
    picture(page, "study-table")
    page.reload()  # in the middle of a game
    play(page)
    picture(page, "study-table-over")
    go_on(page)

    heading(page, "About this game")
    who = page.get_by_role("radiogroup", name=re.compile(r"Was \w+ a person"))
    who.get_by_label("a program").check()
    page.get_by_role("radio", name="4 of 5").check()
    marks = page.locator(".markable")
    marks.get_by_role("checkbox").first.check()
    # The game is replayed in a process of its own, which may have to be started first.
    marks.get_by_role("button").first.click(timeout=4 * PATIENCE)
    expect(page.get_by_test_id("frame-words")).not_to_have_text("The start")
    page.get_by_label("What was its plan?").fill("a line")
    assert accessible(page) == []
    picture(page, "study-after")
    go_on(page)

    heading(page, "Thank you!")
    expect(page.get_by_text("a program: random")).to_be_visible()
    code = page.get_by_role("textbox", name="Your completion code").input_value()
    back = page.get_by_role("link", name="Back to where you came from")
    assert back.get_attribute("href") == f"https://example.org/done?code={code}&who=abc"
    assert accessible(page) == []
    picture(page, "study-debrief")

    page.get_by_text("Your part", exact=True).click()
    picture(page, "study-menu")
    page.get_by_role("button", name="My data").click()
    expect(page.get_by_text("a line", exact=True)).to_be_visible()
    assert accessible(page) == []
    picture(page, "study-data")

    answers = {row["question"]: row for row in stored(lab, "small-alone", StudyAnswerRow) if row["attempt"] == 0}
    assert answers["pairs"]["value"] == {"x": "one", "o": "two"}
    assert answers["fruit"]["value"] == ["b", "c"]
    assert answers["fruit"]["changes"] == [["b"]]
    assert answers["moves"]["value"]
    assert answers["sure"]["value"] == 4
    assert answers["free"]["value"].startswith("Something <script>")
    assert not page.evaluate("'hacked' in window")
    assert all(row["seconds"] >= 0 for row in answers.values())
    assert [row["outcome"] for row in stored(lab, "small-alone", StudyPageRow)].count("failed") == 1
    assert page.evaluate("sessionStorage.length") == 0  # what was sent is not kept here


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
