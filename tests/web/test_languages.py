"""The lab in German, and games learnt on the board."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, Meet

pytestmark = pytest.mark.browser

PAGES = (
    "/",
    "/lobby",
    "/history",
    "/account",
    "/arena",
    "/designs",
    "/help",
    "/help/reversi",
    "/games/boundary",
    "/nothing",
)
ENGLISH = re.compile(r"\b(the|your|you|and|is|are|with|for|not|this|that|has|have|from)\b", re.IGNORECASE)


def test_every_page_is_german_for_a_german_browser_and_the_switch_is_kept(meet: Meet) -> None:
    visitor = meet(locale="de-AT")
    for path in PAGES:
        page = visitor.visit(path)
        expect(page.locator("h1")).to_be_visible()
        expect(page.locator("main")).not_to_contain_text("Wird geladen")
        lines = page.locator("body").inner_text().split("\n")
        assert [line for line in lines if ENGLISH.search(line)] == [], path
        assert page.locator("html").get_attribute("lang") == "de"
    page = visitor.visit("/")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="Choose a game")).to_be_visible()
    page = visitor.visit("/help")
    expect(page.get_by_role("link", name="Lobby", exact=True)).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "en"


@pytest.mark.parametrize("size", [(1366, 768), PHONE])
def test_a_game_is_learnt_by_keyboard_and_touch(
    meet: Meet, accessible: Callable[[Page], list[str]], size: tuple[int, int]
) -> None:
    page = meet(size).visit("/learn/reversi")
    cell = (
        page.locator("[role=button], button")
        .filter(has_text=re.compile("^d3"))
        .or_(page.get_by_label(re.compile("^d3")))
    )
    expect(cell.first).to_be_visible()
    assert accessible(page) == []
    if size == PHONE:
        cell.first.tap()
    else:
        cell.first.focus()
        page.keyboard.press("Enter")
    expect(page.get_by_text("The white disc between yours is black now.").first).to_be_visible()
    page.get_by_role("button", name="Next step").click()
    page.get_by_role("button", name="Show me").click()
    expect(page.get_by_text("Eight discs with one move.").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
