"""A whole game of each kind against a player, and two people against each other, through the pages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Meet
from tests.web.driving import Choose, my_turn, play_by_typing, start, type_move

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

Picture = Callable[[Page, str], None]


def hunt(moves: list[tuple[str, str]]) -> str:
    """In Tarble: capture, or else go to the middle, so that the game ends soon."""

    def far(move: tuple[str, str]) -> tuple[bool, int]:
        text, words = move
        x, y = (int(number) for number in re.findall(r"-?\d+", text)[2:4])
        return "captur" not in words, x * x + y * y + (x + y) * (x + y)

    return min(moves, key=far)[0]


def first(moves: list[tuple[str, str]]) -> str:
    return moves[0][0]


def wish(page: Page, name: str, value: str) -> None:
    """Set a parameter on the page with all choices."""
    field = page.get_by_role("spinbutton", name=name, exact=True)
    if not field.is_visible():
        page.get_by_text("Settings of the game").click()
    field.fill(value)


GAMES: dict[str, tuple[dict[str, str], Choose, int]] = {
    "tarble": ({}, hunt, 400),
    "jostle": ({"Seats": "2", "Pieces": "1"}, first, 100),
    "colonizers": ({}, first, 200),
    "boundary": ({"Max turns": "3"}, first, 10),
    "checkers": ({"Size": "4"}, first, 50),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_a_player(meet: Meet, picture: Picture, game: str) -> None:
    settings, choose, most = GAMES[game]
    page = meet().visit(f"/games/{game}")
    page.get_by_role("radio").first.check()
    for name, value in settings.items():
        wish(page, name, value)
    start(page)
    assert play_by_typing(page, most, choose) > 0
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    picture(page, f"over-{game}")
    page.get_by_role("link", name="Look at it again").click()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text(re.compile(r"^Move 1 of \d+$"))).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    picture(page, f"replay-{game}")


@pytest.mark.parametrize(("game", "settings"), [("boundary", {"Max turns": "2"}), ("tarble", {})])
def test_two_people_in_two_browsers(meet: Meet, picture: Picture, game: str, settings: dict[str, str]) -> None:
    page = meet().visit(f"/games/{game}")
    page.get_by_role("radio", name="Somebody else").check()
    for name, value in settings.items():
        wish(page, name, value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/**")
    other = meet().page
    other.goto(page.get_by_label("Link to this table").input_value())
    other.get_by_role("button", name="Sit here").click()
    other.get_by_role("button", name="Agree and play").click()
    if game == "boundary":  # both plan at once
        while my_turn(page):
            type_move(page)
            assert my_turn(other)
            type_move(other)
    else:
        assert my_turn(page)
        type_move(page)
        expect(other.locator(".log-move").first).to_be_visible()
        assert other.locator(".log-move").first.inner_text() == page.locator(".log-move").first.inner_text()
        other.get_by_role("button", name="Resign").click()
        other.get_by_role("button", name="Yes, resign").click()
    for each in (page, other):
        expect(each.get_by_role("button", name="Rematch")).to_be_visible()
    picture(other, f"two-{game}")
