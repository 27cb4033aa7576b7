"""A whole game of each kind against a player, and two people against each other, through the pages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.clicking import TURNS, Hand, play_by_clicking, take
from tests.web.conftest import DESKTOP, PHONE, Meet
from tests.web.driving import YOUR_TURN, Choose, decision, my_turn, offered, start, type_move

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


def type_some(page: Page, count: int, choose: Choose) -> None:
    for _ in range(count):
        if my_turn(page):
            type_move(page, choose(offered(page)))


GAMES: dict[str, tuple[dict[str, str], Choose, int]] = {
    "tarble": ({}, hunt, 100),
    "jostle": ({"Seats": "2", "Pieces": "1"}, first, 100),
    "colonizers": ({}, first, 200),
    "boundary": ({"Max turns": "5"}, first, 10),
    "checkers": ({"Size": "4"}, first, 50),
}
BY_FINGER = ("jostle", "checkers")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_a_player(meet: Meet, picture: Picture, game: str) -> None:
    """Some moves are typed, then it is played on the board to its end: with the mouse, or with a finger on a phone."""
    settings, choose, most = GAMES[game]
    page = meet(size=PHONE if game in BY_FINGER else DESKTOP).visit(f"/games/{game}")
    page.get_by_role("radio").first.check()
    for name, value in settings.items():
        wish(page, name, value)
    start(page)
    type_some(page, 2, choose)
    assert play_by_clicking(Hand(page, finger=game in BY_FINGER), TURNS[game], most) > 0
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    picture(page, f"over-{game}")
    page.get_by_role("link", name="Analyse").click()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text(re.compile(r"^Move 1 of \d+$"))).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    picture(page, f"replay-{game}")


@pytest.mark.parametrize("size", [(1366, 768), PHONE], ids=["laptop", "phone"])
def test_a_piece_is_named_before_the_second_roll(meet: Meet, picture: Picture, size: tuple[int, int]) -> None:
    """Jostle by its original rule: after a six the piece first, and then the question about a second roll."""
    page = meet(size=size).visit("/games/jostle")
    page.get_by_role("radio").first.check()
    wish(page, "Seats", "2")
    page.get_by_role("combobox", name="Second roll").select_option("chosen")
    start(page)
    for _ in range(200):
        assert my_turn(page), "no six was rolled"
        if page.get_by_text("then you may roll once more for it").is_visible():
            break
        moves = offered(page)
        if moves:
            type_move(page, moves[0][0])
    picture(page, f"jostle-naming-{size[0]}")
    take(Hand(page, finger=size == PHONE), TURNS["jostle"])
    expect(page.get_by_text("move this piece by the sum")).to_be_visible()
    picture(page, f"jostle-named-{size[0]}")
    page.get_by_role("button", name="Roll once more and add it to the six", exact=True).click()
    expect(page.get_by_text("move this piece by the sum")).to_be_hidden()


SMALL: dict[str, dict[str, str]] = {
    "pig": {"Goal": "30"},
    "kuhn-poker": {"Hands": "4"},
    "goofspiel": {"Cards": "5"},
    "blotto": {"Rounds": "2"},
}
LAPTOP = (1366, 768)


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("game", SMALL)
def test_a_small_game_is_played_on_its_board_to_the_end(
    meet: Meet, picture: Picture, accessible: Callable[[Page], list[str]], game: str, size: tuple[int, int]
) -> None:
    """With the mouse, or with a finger on a phone; nothing serious for axe at the start and at the end."""
    page = meet(size=size, dark=size == PHONE).visit(f"/games/{game}")
    page.get_by_role("radio").first.check()
    for name, value in SMALL[game].items():
        wish(page, name, value)
    start(page)
    assert my_turn(page)
    page.wait_for_selector(".board-bar")
    assert accessible(page) == []
    picture(page, f"start-{game}-{size[0]}")
    hand = Hand(page, finger=size == PHONE)
    take(hand, TURNS[game])
    picture(page, f"begun-{game}-{size[0]}")
    play_by_clicking(hand, TURNS[game], 60)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    assert accessible(page) == []
    picture(page, f"over-{game}-{size[0]}")


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_man_that_is_let_go_off_the_board_is_put_back(meet: Meet, size: tuple[int, int]) -> None:
    page = meet(size=size).visit("/games/checkers")
    page.get_by_role("radio").first.check()
    start(page)
    assert my_turn(page)
    hand, man = Hand(page, finger=size == PHONE), page.locator(".spot.start").first
    before = decision(page)
    hand.drag(man, -500, 0)
    expect(page.get_by_text("Let go off the board: it is back where it was.")).to_be_visible()
    hand.drag_to(man, page.locator('[data-spot="0,7"]'))
    expect(page.get_by_text("It cannot go there: it is back where it was.")).to_be_visible()
    assert decision(page) == before
    hand.press(man)
    expect(page.locator(".board-told")).to_have_count(0)


def test_people_are_offered_a_match_of_kuhn_poker(meet: Meet) -> None:
    page = meet().visit("/games/kuhn-poker")
    page.get_by_text("Settings of the game").click()
    expect(page.get_by_role("spinbutton", name="Hands", exact=True)).to_have_value("10")
    page.get_by_role("radio").first.check()
    start(page)
    expect(page.get_by_text("Hand 1 of 10", exact=True)).to_be_visible()


def sit_together(meet: Meet, game: str, settings: dict[str, str], size: tuple[int, int]) -> tuple[Page, Page]:
    """Two browsers at one table: the first opens it, the other, of this size, has its link. The game begins."""
    page = meet().visit(f"/games/{game}")
    page.get_by_role("radio", name="Somebody else").check()
    for name, value in settings.items():
        wish(page, name, value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/**")
    other = meet(size=size).page
    other.goto(page.get_by_label("Link to this table").input_value())
    other.get_by_role("button", name="Sit here").click()
    other.get_by_role("button", name="Agree and play").click()
    return page, other


def both_see_the_end(picture: Picture, name: str, page: Page, other: Page) -> None:
    for each in (page, other):
        expect(each.get_by_role("button", name="Rematch")).to_be_visible()
    assert page.get_by_test_id("status").inner_text() == other.get_by_test_id("status").inner_text()
    picture(other, name)


def test_two_people_at_a_tarble_board(meet: Meet, picture: Picture) -> None:
    """One plays on the board, the other types, until somebody has no pieces left."""
    page, other = sit_together(meet, "tarble", {}, DESKTOP)
    hand = Hand(page)
    for _ in range(100):
        if not my_turn(page):
            break
        take(hand, TURNS["tarble"])
        my_turn(other)
        while other.locator(YOUR_TURN).count():
            type_move(other, hunt(offered(other)))
    assert re.search(r"(Red|Blue): no pieces", page.locator(".board > .hidden-text").inner_text())
    assert other.locator(".log-move").first.inner_text() == page.locator(".log-move").first.inner_text()
    both_see_the_end(picture, "two-tarble", page, other)


def test_two_people_on_a_boundary_field(meet: Meet, picture: Picture) -> None:
    """Both drag at once: one with the mouse, the other with a finger on a phone."""
    page, other = sit_together(meet, "boundary", {"Max turns": "3"}, PHONE)
    hands = Hand(page), Hand(other, finger=True)
    turns = 0
    while my_turn(page):
        for hand in hands:
            assert my_turn(hand.page)
            take(hand, TURNS["boundary"])
        turns += 1
    assert turns == 3
    both_see_the_end(picture, "two-boundary", page, other)
