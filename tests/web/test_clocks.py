"""Clocks, moves chosen ahead, challenges by name and sitting down, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, Meet, Visitor
from tests.web.driving import YOUR_TURN, my_turn, offered, type_move
from tests.web.participating import member

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

Picture = Callable[[Page, str], None]
Accessible = Callable[[Page], list[str]]
LAPTOP = (1366, 768)
_NUMBERS = count(1)


def new_table(page: Page, kind: str | None = None) -> None:
    """Choose another person as the opponent, and a kind of clock."""
    page.get_by_role("radio", name=re.compile("Somebody else|Jemand anderes")).check()
    if kind is not None:
        page.get_by_label(re.compile("^(Clock|Uhr)$")).select_option(kind)


def opened(visitor: Visitor, game: str, kind: str | None, **fields: str) -> Page:
    """A table with a free seat."""
    page = visitor.visit(f"/games/{game}")
    new_table(page, kind)
    for label, value in fields.items():
        page.get_by_label(label.replace("_", " ")).fill(value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/**")
    return page


def two_at_a_table(
    meet: Meet, game: str, kind: str | None, size: tuple[int, int] = LAPTOP, **fields: str
) -> list[Page]:
    """Two people who have begun a game."""
    page = opened(meet(size=size), game, kind, **fields)
    other = meet(size=size).page
    other.goto(page.get_by_label("Link to this table").input_value())
    other.get_by_role("region", name="Sit down").get_by_role("button").click()
    other.get_by_role("button", name="Agree and play").click()
    for each in (page, other):
        expect(each.get_by_test_id("status")).to_have_attribute("data-state", "running")
    return [page, other]


def registered(visitor: Visitor) -> str:
    """Somebody with an account; gives the name."""
    name = f"Visitor Clock {next(_NUMBERS)}"
    member(visitor, name)
    return name


def test_a_clock_is_chosen_shown_and_lost_by(meet: Meet, picture: Picture, accessible: Accessible) -> None:
    visitor = meet(size=LAPTOP)
    page = visitor.visit("/games/tic-tac-toe")
    new_table(page, "game")
    picture(page, "clock-form")
    minutes = page.get_by_label("Minutes each")
    start = page.get_by_role("button", name="Open the table")
    for wrong in ("soon", "-5", "0", "99999", ""):
        minutes.fill(wrong)
        expect(page.get_by_role("alert")).to_have_text("A game may have 0.1 to 600 minutes.")
        expect(start).to_be_disabled()
    minutes.fill("5")
    page.get_by_label("Seconds more a turn").fill("-1")
    expect(page.get_by_role("alert")).to_contain_text("A turn may add 0 to 600 seconds.")
    page.get_by_label("Seconds more a turn").fill("3")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert accessible(page) == []

    page, other = two_at_a_table(meet, "tic-tac-toe", "game", Minutes_each="0.1", Seconds_more_a_turn="2")
    expect(page.get_by_role("timer")).to_have_count(2)
    expect(page.locator(".seat-clock.runs")).to_have_count(1)
    type_move(page, "b2")
    expect(other.locator(YOUR_TURN)).to_be_visible()
    expect(other.locator(".seat.moving .seat-clock.low.runs")).to_be_visible()
    picture(other, "clock-table")
    assert accessible(other) == []
    # Whoever lets the time run out has lost.
    expect(page.get_by_role("heading", name="You won on time")).to_be_visible()
    expect(other.get_by_role("heading", name="You lost on time")).to_be_visible()
    expect(other.get_by_test_id("status")).to_contain_text("Won on time: the clock of")
    picture(page, "clock-end")


def test_days_for_a_decision_stand_with_your_games(meet: Meet, picture: Picture) -> None:
    page, other = two_at_a_table(meet, "reversi", "days", PHONE)
    expect(page.locator(".seat-clock.runs")).to_have_text(re.compile(r"2 d 2\d h|3 d 0 h"))
    for each in (page, other):
        each.get_by_role("link", name="Ludarium", exact=True).click()
    expect(page.locator(".your-games")).to_contain_text("3 days a decision")
    expect(page.locator(".your-games")).to_contain_text("You have 3 days left.")
    expect(other.locator(".your-games")).to_contain_text("They have 3 days left.")
    picture(page, "clock-your-games-phone")


def test_a_move_is_chosen_ahead(meet: Meet, picture: Picture) -> None:
    page, other = two_at_a_table(meet, "tic-tac-toe", None)
    # On the board, while the other thinks; only here it is shown.
    other.locator('[data-spot="0,0"].able').click()
    expect(other.get_by_test_id("premove")).to_contain_text("a1")
    expect(page.get_by_test_id("premove")).to_have_count(0)
    picture(other, "premove")
    other.keyboard.press("Escape")
    expect(other.get_by_test_id("premove")).to_have_count(0)
    # Typed, and cancelled by a click.
    panel = other.locator("details.typed")
    panel.locator("summary").click()
    panel.locator("input").fill("b2")
    panel.get_by_role("button", name="Choose ahead").click()
    expect(other.get_by_test_id("premove")).to_contain_text("b2")
    other.get_by_role("button", name="Cancel").click()
    expect(other.get_by_test_id("premove")).to_have_count(0)
    # Not possible any more: dropped with a word.
    panel.locator("input").fill("b2")
    panel.get_by_role("button", name="Choose ahead").click()
    type_move(page, "b2")
    expect(other.get_by_text("The move chosen ahead was not possible any more.").first).to_be_visible()
    assert my_turn(other)
    type_move(other, "a1")
    # Possible: made at once.
    expect(page.locator(YOUR_TURN)).to_be_visible()
    panel.locator("summary").click()
    panel.locator("input").fill("c3")
    panel.get_by_role("button", name="Choose ahead").click()
    expect(other.get_by_test_id("premove")).to_contain_text("c3")
    type_move(page, "b1")
    expect(page.get_by_test_id("status")).to_have_attribute("data-decision", "4")
    expect(other.get_by_test_id("premove")).to_have_count(0)


def test_a_throw_is_chosen_ahead_and_where_a_die_falls_first_it_is_said(meet: Meet) -> None:
    page, other = two_at_a_table(meet, "pig", None)
    top = other.locator(".board-space").bounding_box()
    other.locator('[data-spot="die"].able').click()
    expect(other.get_by_test_id("premove")).to_contain_text("roll")
    assert other.locator(".board-space").bounding_box() == top  # the board stays where it is
    type_move(page, "roll")
    if "hold" in [text for text, _ in offered(page)]:  # a 1 has ended the turn
        type_move(page, "hold")
    # Thrown at once, without another press.
    expect(other.get_by_test_id("premove")).to_have_count(0)
    expect(page.get_by_test_id("status")).to_have_attribute("data-decision", re.compile(r"^[23]$"))

    page, other = two_at_a_table(meet, "tarble", None)
    expect(other.get_by_test_id("premove-why")).to_contain_text("your die is thrown first")
    expect(page.get_by_test_id("premove-why")).to_have_count(0)
    assert other.locator(".spot.able").count() == 0


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_a_friend_sits_down_by_one_key(
    meet: Meet, picture: Picture, accessible: Accessible, size: tuple[int, int]
) -> None:
    page = opened(meet(size=size), "reversi", "game")
    friend = meet(size=size).page
    friend.goto(page.get_by_label("Link to this table").input_value())
    button = friend.get_by_role("region", name="Sit down").get_by_role("button", name="Sit down")
    expect(button).to_be_focused()
    box = button.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < size[1], "at once in sight"
    assert accessible(friend) == []
    picture(friend, f"sit-down-{size[0]}")
    friend.keyboard.press("Enter")
    expect(friend.get_by_role("button", name="Agree and play")).to_be_visible()
    expect(button).to_have_count(0)
    picture(friend, f"sat-down-{size[0]}")


def test_a_person_is_challenged_by_name(meet: Meet, picture: Picture, accessible: Accessible) -> None:
    one, two = meet(size=LAPTOP), meet(size=PHONE)
    mine, theirs = registered(one), registered(two)
    two.visit("/")
    page = one.visit("/games/reversi")
    page.get_by_role("radio", name="Somebody by name").check()
    whom = page.get_by_label("Whom do you challenge?")
    whom.fill("Nobody At All")
    page.get_by_role("button", name="Send the challenge").click()
    expect(page.get_by_text("There is nobody with the name Nobody At All here")).to_be_visible()
    whom.fill(theirs.upper())
    picture(page, "challenge-form")
    assert accessible(page) == []
    page.get_by_role("button", name="Send the challenge").click()
    page.wait_for_url("**/table/**")
    expect(page.get_by_role("heading", name=f"Waiting for {theirs}")).to_be_visible()
    # The other sees it wherever they are, and declines.
    call = two.page.get_by_role("region", name="Challenges")
    expect(call).to_contain_text(f"{mine} challenges you to a game of Reversi.")
    assert accessible(two.page) == []
    picture(two.page, "challenge-notice-phone")
    call.get_by_role("button", name="Decline").click()
    expect(call).to_have_count(0)
    expect(page.get_by_text(f"{theirs} declines to come.").first).to_be_visible()
    picture(page, "challenge-declined")
    # And the other way round, from the profile: accepted.
    number = one.page.request.get(f"http://{one.address}/api/me").json()["id"]
    back = two.visit(f"/people/{number}")
    back.get_by_label(f"Challenge {mine} to a game of").select_option("tic-tac-toe")
    back.get_by_role("region", name="Challenge").get_by_role("link", name="Challenge").click()
    expect(back.get_by_label("Whom do you challenge?")).to_have_value(mine)
    back.get_by_role("button", name="Send the challenge").click()
    back.wait_for_url("**/table/**")
    one.visit("/lobby")
    one.page.get_by_role("region", name="Challenges").get_by_role("button", name="Accept").click()
    one.page.wait_for_url("**/table/**")
    one.page.get_by_role("button", name="Agree and play").click()
    expect(one.page.get_by_test_id("status")).to_have_attribute("data-state", "running")


def test_all_of_it_in_german(meet: Meet, picture: Picture) -> None:
    for size in (LAPTOP, PHONE):
        visitor = meet(size=size, locale="de-DE")
        page = visitor.visit("/games/reversi")
        new_table(page, "game")
        page.get_by_label("Minuten für jeden").fill("viele")
        expect(page.get_by_role("alert")).to_have_text("Eine Partie kann 0.1 bis 600 Minuten haben.")
        picture(page, f"de-clock-form-{size[0]}")
        page.get_by_label("Minuten für jeden").fill("5")
        page.get_by_role("button", name="Tisch öffnen").click()
        page.wait_for_url("**/table/**")
        friend = meet(size=size, locale="de-DE").page
        friend.goto(page.locator(".chat-form input").first.input_value())
        expect(friend.locator(".sit-down")).to_contain_text("wartet auf Sie.")
        expect(friend.locator(".sit-down")).to_contain_text("5 Min. + 3 s")
        picture(friend, f"de-sit-down-{size[0]}")
        friend.locator(".sit-down button").click()
        friend.locator(".negotiation .primary").click()
        expect(friend.get_by_role("timer")).to_have_count(2)
        picture(friend, f"de-clock-table-{size[0]}")
