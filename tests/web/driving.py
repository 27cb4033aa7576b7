"""Playing at a table through the page."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.conftest import PATIENCE

YOUR_TURN = "[data-testid=status].yours"
DECIDED = "[data-testid=status].yours, [data-testid=status][data-state=over]"


def start(page: Page) -> None:
    """Press the button of the page with all choices, and wait for the board."""
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/table/**", timeout=4 * PATIENCE)  # the game's rules may have to be compiled first
    expect(page.get_by_test_id("status")).to_be_visible(timeout=4 * PATIENCE)


def my_turn(page: Page) -> bool:
    """Wait until it is this visitor's turn; False when the game is over."""
    page.wait_for_selector(DECIDED, timeout=4 * PATIENCE)
    return page.locator(YOUR_TURN).count() > 0


def decision(page: Page) -> int:
    return int(page.get_by_test_id("status").get_attribute("data-decision") or 0)


def wait_for_more(page: Page, before: int) -> None:
    """Wait until a decision more has been made, or the game is over, or this visitor has decided."""
    page.wait_for_function(
        """before => {
          const status = document.querySelector('[data-testid=status]');
          return status !== null && (Number(status.dataset.decision) > before || status.dataset.state === 'over'
            || !status.classList.contains('yours'));
        }""",
        arg=before,
        timeout=PATIENCE,
    )


def type_move(page: Page, move: str | None = None) -> None:
    """Type a move, by default the first that is offered."""
    panel = page.locator("details.typed")
    if panel.get_attribute("open") is None:
        panel.locator("summary").click()
    field = panel.locator("input")
    before = decision(page)
    field.fill(move if move is not None else field.get_attribute("placeholder") or "")
    panel.locator("button[type=submit]").click()
    wait_for_more(page, before)
    panel.evaluate("panel => panel.open = false")  # it lies over what else there is


def show_moves(page: Page) -> None:
    """Have the list of moves in sight, where it is folded away."""
    folded = page.locator("details.play-moves:not([open]) > summary")
    if folded.count():
        folded.click()
    expect(page.locator(".log-move").first).to_be_visible()


Choose = Callable[[list[tuple[str, str]]], str]
"""Chooses among the moves that are offered: their texts, each with its words."""


def offered(page: Page) -> list[tuple[str, str]]:
    """The moves that the box for typed moves proposes."""
    moves: list[list[str]] = page.evaluate(
        "[...document.querySelectorAll('details.typed datalist option')].map(move => [move.value, move.textContent])"
    )
    return [(text, words) for text, words in moves]


def play_by_typing(page: Page, most: int, choose: Choose = lambda moves: moves[0][0]) -> int:
    """Play, by default the first move each time, until the game is over; the number of moves made."""
    made = 0
    while my_turn(page):
        assert made < most, "the game does not end"
        moves = offered(page)
        if not moves:  # it was this visitor's turn, and is not any more
            continue
        type_move(page, choose(moves))
        made += 1
    return made
