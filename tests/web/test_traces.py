"""What a browser measures of people who play, from the page to the desk: pointer, keys and pauses, where they agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from ludarium.studies.plan.model import Plan
from ludarium.studies.running.gathering import gather
from ludarium.studies.running.studies import find
from ludarium.studies.timing import TimeModel
from tests.server.serving import Running, serving
from tests.web.conftest import PATIENCE, Meet
from tests.web.driving import my_turn, wait_for_more
from tests.web.participating import LAPTOP, PHONE, agree, go_on, heading, member, watched

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

PLAN: dict[str, Any] = {
    "title": "Where do you look?",
    "stages": [
        {"kind": "consent", "name": "consent", "title": "Hello", "statements": ["Yes."], "pointer": "ask"},
        {"kind": "play", "name": "play", "title": "A game", "game": "tic-tac-toe", "seats": ["me", "random"]},
        {"kind": "debrief", "name": "end", "title": "Thank you!"},
    ],
}
HIDE = """hidden => {
  Object.defineProperty(document, 'visibilityState', {configurable: true, get: () => hidden ? 'hidden' : 'visible'});
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.fixture(scope="module")
def lab(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(str(tmp_path_factory.mktemp("traces") / "lab.db")) as running:
        yield running


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TimeModel, "draw", lambda *_, **__: 0.05)


def click_a_cell(page: Page) -> None:
    """Play by the mouse: the first cell that is free."""
    before = int(page.get_by_test_id("status").get_attribute("data-decision") or 0)
    page.locator(".spot.able").first.click()
    wait_for_more(page, before)


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_pointer_keys_and_pauses_from_the_page_to_the_desk(
    meet: Meet, lab: Running, picture: Callable[[Page, str], None], accessible: Callable[[Page], list[str]]
) -> None:
    plan = msgspec.convert(PLAN, Plan)
    desk = watched(member(meet(size=LAPTOP), "Ada Traces"), "traced", plan)
    page = meet(size=PHONE).visit("/study/traced?lang=en")
    agree(page, recorded=True)
    heading(page, "A game")
    assert my_turn(page)
    page.evaluate(HIDE, True)  # another tab lies in front
    page.wait_for_timeout(700)
    page.evaluate(HIDE, False)
    page.mouse.move(*middle(page, ".spot.able"))
    page.wait_for_timeout(100)
    while my_turn(page):
        click_a_cell(page)
    page.keyboard.press("Tab")
    go_on(page)
    heading(page, "Thank you!")
    page.wait_for_load_state("networkidle")  # the last piece of the trace is sent when the table is left

    # Kept with the decision: more than half a second of the first was spent elsewhere.
    found = lab.do(lab.app.state.lab.tables.read(lambda connection: gather(connection, find(connection, "traced"))))
    own = [one for one in found.decisions if one.player == "person"]
    assert 0.5 < own[0].hidden <= (own[0].seconds or 0)
    assert [one.hidden for one in own[1:]] == [0.0] * (len(own) - 1)
    moves = len(found.decisions)

    desk.get_by_role("button", name="Games of").click()
    desk.get_by_role("button", name="Pointer and keys in play").click()
    box = desk.locator(".trace-box")
    # The game is replayed in a process of its own, which may have to be started first.
    expect(box.locator(".board-picture")).to_be_visible(timeout=4 * PATIENCE)
    # As it was when the pointer first moved: the other side may have begun.
    begun = (
        "The start" if found.decisions[0].player == "person" else f"After move 1 of {moves}: {found.decisions[0].move}"
    )
    expect(desk.get_by_test_id("trace-frame")).to_have_text(begun)
    board, over = box.locator(".board-picture").bounding_box(), box.locator(".trace-over").bounding_box()
    assert board is not None
    assert over is not None
    assert all(abs(board[side] - over[side]) < 1.5 for side in ("x", "y", "width", "height"))
    picture(desk, "desk-traces-start")
    # The first point lies on the cell where the pointer was: it is the one that the first move went to.
    time = desk.get_by_label("Time")
    time.fill("0")
    point = box.locator(".trace-point")
    shares = [float(point.get_attribute(name) or -1) for name in ("x1", "y1")]
    assert all(0 < share < 1 for share in shares)
    time.fill(time.get_attribute("max") or "0")
    expect(box).to_have_attribute("data-frame", str(moves))
    expect(desk.get_by_test_id("trace-frame")).to_contain_text(f"After move {moves} of {moves}")
    assert accessible(desk) == []
    picture(desk, "desk-traces-end")
    time.fill("0")
    desk.get_by_label("Speed").select_option("10×")
    desk.get_by_role("button", name="Play", exact=True).click()
    expect(box).to_have_attribute("data-frame", str(moves))

    # Who did not agree leaves no trace.
    other = meet(size=LAPTOP).visit("/study/traced?lang=en")
    agree(other)
    heading(other, "A game")
    other.mouse.move(*middle(other, ".study-board"))
    other.evaluate(HIDE, True)
    other.evaluate(HIDE, False)
    refused = other.evaluate(
        """async () => (await fetch('/api/studies/traced/trace', {method: 'POST', body: JSON.stringify(
           {number: 1, step: 1, points: [[1, 0.5, 0.5, 0]]}), headers: {'Content-Type': 'application/json'}})).status"""
    )
    assert refused == 409
