"""Every page: no serious fault of accessibility, nothing wider than the screen, light and dark, wide and narrow."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.clicking import Hand, men, take
from tests.web.conftest import DESKTOP, PATIENCE, PHONE, Meet
from tests.web.driving import my_turn, show_moves, start

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

Picture = Callable[[Page, str], None]
Accessible = Callable[[Page], list[str]]

PAGES = {
    "home": ("/", "Choose a game"),
    "new-table": ("/games/tarble", "Tarble"),
    "lobby": ("/lobby", "Lobby"),
    "history": ("/history", "History"),
    "account": ("/account", "Guest"),
    "arena": ("/arena", "Arena"),
    "designs": ("/designs", "Designed games"),
    "help": ("/help", "How to play here"),
    "rules": ("/help/jostle", "Rules of Jostle"),
    "nowhere": ("/nowhere", "No such page"),
}
LOOKS = {"light": (DESKTOP, False), "dark": (DESKTOP, True), "phone": (PHONE, False)}


@pytest.mark.parametrize("look", LOOKS)
def test_pages_can_be_used_by_everybody(meet: Meet, picture: Picture, accessible: Accessible, look: str) -> None:
    size, dark = LOOKS[look]
    visitor = meet(size=size, dark=dark)
    faults: dict[str, list[str]] = {}
    for name, (path, title) in PAGES.items():
        page = visitor.visit(path)
        expect(page.get_by_role("heading", level=1)).to_contain_text(title)
        expect(page.get_by_text("Loading…")).to_have_count(0)
        found = accessible(page)
        if found:
            faults[name] = found
        picture(page, f"{name}-{look}")
    assert faults == {}


@pytest.mark.parametrize("look", ["light", "phone"])
def test_the_arena_shows_a_run(meet: Meet, picture: Picture, accessible: Accessible, look: str) -> None:
    size, dark = LOOKS[look]
    page = meet(size=size, dark=dark).visit("/arena")
    page.get_by_role("link", name="Match of tic-tac-toe").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Match of Tic-tac-toe")
    expect(page.get_by_text("20 of 20 games")).to_be_visible()
    expect(page.locator(".figures").first).to_contain_text("random")
    expect(page.locator("figure.chart")).not_to_have_count(0)
    for chart in page.locator("figure.chart").all():
        expect(chart.locator("svg, canvas").first).to_be_visible()
    assert accessible(page) == []
    picture(page, f"arena-run-{look}")


@pytest.mark.parametrize("look", ["light", "phone"])
def test_the_games_of_a_design_run_are_played(meet: Meet, picture: Picture, accessible: Accessible, look: str) -> None:
    size, dark = LOOKS[look]
    page = meet(size=size, dark=dark).visit("/designs")
    page.locator(".run-title").click()
    game = page.locator(".designs > li").first
    expect(game).to_be_visible()
    assert accessible(page) == []
    picture(page, f"design-{look}")
    game.get_by_role("link", name="Rules of").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Rules of")
    page.go_back()
    game.get_by_role("button", name="Play").click()
    page.wait_for_url("**/table/**", timeout=4 * PATIENCE)
    assert my_turn(page)
    take(Hand(page, finger=size == PHONE), men)
    show_moves(page)
    picture(page, f"design-table-{look}")


GAMES = ("tarble", "jostle", "colonizers", "boundary", "checkers", "pig")


@pytest.mark.parametrize("look", ["light", "phone"])
def test_tables_can_be_used_by_everybody(meet: Meet, picture: Picture, accessible: Accessible, look: str) -> None:
    size, dark = LOOKS[look]
    visitor = meet(size=size, dark=dark)
    faults: dict[str, list[str]] = {}
    for game in GAMES:
        page = visitor.visit(f"/games/{game}")
        start(page)
        my_turn(page)
        expect(page.get_by_text("Loading the board…")).to_have_count(0)
        found = accessible(page)
        if found:
            faults[game] = found
        picture(page, f"table-{game}-{look}")
    assert faults == {}


def test_a_page_is_read_from_its_top_and_the_keyboard_reaches_everything(meet: Meet) -> None:
    page = meet().visit("/")
    page.get_by_role("link", name="Help", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.goto(page.url)
    expect(page.get_by_role("heading", level=1)).to_be_visible()  # drawn: before that there is nothing to reach
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_a_game_on_the_phone_by_keyboard_alone(meet: Meet) -> None:
    page = meet(size=PHONE).visit("/games/tic-tac-toe")
    start(page)
    my_turn(page)
    page.locator(".spot[tabindex='0']").focus()
    page.keyboard.press("Enter")
    show_moves(page)


@pytest.mark.parametrize("size", [(1366, 768), PHONE])
def test_accounts(meet: Meet, picture: Picture, accessible: Accessible, size: tuple[int, int]) -> None:
    name = f"Player of {size[0]} tests"
    visitor = meet(size=size)
    page = visitor.visit("/account")
    headline = page.get_by_role("heading", level=1)
    form = page.get_by_role("form", name="Make an account")
    picture(page, f"account-guest-{size[0]}")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill("password1")
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_contain_text("among the first")
    form.get_by_label("Password").fill("a long password")
    form.get_by_role("button").click()
    # The code is shown once, until somebody says that it is written down.
    code = page.get_by_test_id("recovery-code").inner_text()
    expect(headline).to_have_text(name)
    picture(page, f"account-code-{size[0]}")
    assert accessible(page) == []
    page.get_by_role("button", name="I have written it down").click()
    expect(page.get_by_text(code)).to_have_count(0)
    expect(page.get_by_text("This browser")).to_be_visible()
    page.get_by_role("button", name="Log out", exact=True).click()
    expect(headline).to_contain_text("Guest")
    form = page.get_by_role("form", name="Log in")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill("a wrong password")
    form.get_by_role("button", name="Log in").click()
    expect(form.get_by_role("alert")).to_be_visible()
    form.get_by_label("Password").fill("a long password")
    form.get_by_role("button", name="Log in").click()
    expect(headline).to_have_text(name)
    expect(page.get_by_text("This browser")).to_be_visible()
    # Another browser, by the recovery code: this one is logged out.
    other = meet(size=size).visit("/account")
    other.get_by_role("button", name="Password lost?").click()
    form = other.get_by_role("form", name="Choose another password")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Recovery code").fill(code.lower())
    form.get_by_label("New password").fill("a longer password")
    picture(other, f"account-recover-{size[0]}")
    form.get_by_role("button", name="Set the password").click()
    assert other.get_by_test_id("recovery-code").inner_text() != code
    other.get_by_role("button", name="I have written it down").click()
    page.reload()
    expect(headline).to_contain_text("Guest")
    form = page.get_by_role("form", name="Log in")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill("a longer password")
    form.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("listitem").filter(has_text="Last used")).to_have_count(1)
    picture(page, f"account-member-{size[0]}")
    assert accessible(page) == []
    form = page.get_by_role("form", name="Change your password")
    form.get_by_label("Current password").fill("a longer password")
    form.get_by_label("New password").fill("the longest password")
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_contain_text("another password")
    expect(page.get_by_role("listitem").filter(has_text="Last used")).to_have_count(0)
    form = page.get_by_role("form", name="Recovery code")
    form.get_by_label("Your password").fill("the longest password")
    form.get_by_role("button").click()
    assert page.get_by_test_id("recovery-code").inner_text() != code
    page.get_by_role("button", name="I have written it down").click()
    page.get_by_role("button", name="Log out everywhere").click()
    expect(headline).to_contain_text("Guest")
