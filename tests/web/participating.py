"""What those do who take part in studies, in a browser; and researchers, as far as others need them."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page, expect

from ludarium.store import studies as store
from ludarium.store import study_answers
from ludarium.studies.plan.model import Choice, Plan, Quiz, to_plain
from ludarium.studies.plan.quiz import filled
from ludarium.studies.plan.texts import Texts
from ludarium.studies.running.studies import create, find, set_state
from tests.server.serving import Running
from tests.web.conftest import PATIENCE, Visitor
from tests.web.driving import offered, type_move

LAPTOP, PHONE = (1440, 900), (390, 844)


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


def member(visitor: Visitor, name: str) -> Visitor:
    """Somebody with an account."""
    # Who has no account becomes a guest by the page, and would be one again if that came after this.
    expect(visitor.visit("/").locator(".me")).to_contain_text(re.compile(r"\d"))
    made = visitor.page.request.post(
        f"http://{visitor.address}/api/account/register", data={"name": name, "password": "a password that is long"}
    )
    assert made.ok, made.text()
    return visitor


def watched(visitor: Visitor, slug: str, plan: Plan) -> Page:
    """An open study of a researcher's, whose desk is open at the monitor."""
    address = f"http://{visitor.address}/api/desk/studies"
    made = visitor.page.request.post(address, data={"text": json.dumps(to_plain(plan)), "slug": slug})
    assert made.ok, made.text()
    opened = visitor.page.request.patch(f"{address}/{slug}", data={"state": "open"})
    assert opened.ok, opened.text()
    page = visitor.visit(f"/desk/{slug}?tab=monitor")
    expect(page.get_by_role("heading", name="People", exact=True)).to_be_visible()
    return page


def pass_quiz(page: Page, plan: Plan, language: str, button: str) -> None:
    """Answer the questions about the rules rightly."""
    ready = filled(plan)
    quiz, texts = next(stage for stage in ready.stages if isinstance(stage, Quiz)), Texts(ready, language)
    for question in quiz.questions:
        assert isinstance(question, Choice)
        right = texts.say(question.options[question.right or ""])
        asked(page, question.name).get_by_label(right, exact=True).check()
    go_on(page, button)


def label_of(visitor: Visitor) -> str:
    """The name under which somebody sits at the table."""
    own = visitor.page.locator(".seat", has=visitor.page.locator(".you")).locator(".seat-who")
    own.wait_for(timeout=120_000)
    return str(own.evaluate("one => one.firstChild.textContent")).strip()


def together(*pages: Page) -> None:
    """Play until the game is over: whoever is to move does."""
    deadline = time.monotonic() + 4 * PATIENCE / 1000
    while any(page.locator("[data-testid=status][data-state=over]").count() == 0 for page in pages):
        assert time.monotonic() < deadline, "the game does not end"
        moving = next((page for page in pages if page.locator("[data-testid=status].yours").count()), None)
        if moving is None or not offered(moving):
            pages[0].wait_for_timeout(30)
        else:
            type_move(moving)


def judge(page: Page) -> None:
    """One of the two others is taken for a person, of the other one it cannot be told."""
    heading(page, re.compile("About this game|Zu dieser Partie"))
    groups = page.locator('[data-question^="judgement"]')
    expect(groups).to_have_count(2)
    groups.nth(0).get_by_role("radio").first.check()
    groups.nth(1).get_by_role("radio").last.check()
    page.locator('[data-question^="confidence"]').get_by_role("radio").nth(2).check()
    for group in page.locator('[data-question^="challenge."], [data-question="challenge"]').all():
        group.get_by_role("radio").last.check()
    asked(page, "fun").get_by_role("radio").last.check()
