"""Playing on the boards themselves, with a mouse or a finger: whatever a board marks as possible is pressed."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import copysign, hypot

from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.web.driving import decision, my_turn, wait_for_more

Turn = Callable[["Hand"], None]
"""Makes one decision, or one turn of several, on a board."""


class Hand:
    """A person's hand at a page: the mouse, or where the page has a touch screen and `finger` says so, a finger."""

    def __init__(self, page: Page, finger: bool = False) -> None:
        self.page = page
        self._touch: CDPSession | None = page.context.new_cdp_session(page) if finger else None

    def press(self, target: Locator) -> None:
        if self._touch is None:
            target.click()
        else:
            target.tap()

    def press_spot(self, key: str) -> None:
        self.press(self.page.locator(f'[data-spot="{key}"]'))

    def press_button(self, name: str) -> None:
        self.press(self.page.get_by_role("button", name=name, exact=True))

    def drag(self, target: Locator, x: float, y: float) -> None:
        """Take something and let it go so many pixels to the right and down."""
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None
        left, top = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if self._touch is None:
            self.page.mouse.move(left, top)
            self.page.mouse.down()
            self.page.mouse.move(left + x, top + y, steps=5)
            self.page.mouse.up()
            return
        scrolled = self.page.evaluate("scrollY")
        self._feel("touchStart", left, top)
        for step in range(1, 6):
            self._feel("touchMove", left + x * step / 5, top + y * step / 5)
        self.page.wait_for_timeout(100)  # lifted in full motion, a finger flings, and the next tap would only stop that
        self._feel("touchMove", left + x, top + y)
        self._feel("touchEnd")
        assert self.page.evaluate("scrollY") == scrolled, "the page moved under the finger"

    def drag_to(self, target: Locator, goal: Locator) -> None:
        """Take something and let it go over something else."""
        target.scroll_into_view_if_needed()
        one, other = target.bounding_box(), goal.bounding_box()
        assert one is not None
        assert other is not None
        across, down = (other[far] / 2 - one[far] / 2 for far in ("width", "height"))
        self.drag(target, other["x"] - one["x"] + across, other["y"] - one["y"] + down)

    def _feel(self, kind: str, *place: float) -> None:
        assert self._touch is not None
        points = [{"x": place[0], "y": place[1]}] if place else []
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def take(hand: Hand, turn: Turn) -> None:
    """Make a decision and wait until the page shows that it was made."""
    before = decision(hand.page)
    turn(hand)
    wait_for_more(hand.page, before)


def play_by_clicking(hand: Hand, turn: Turn, most: int) -> int:
    """Play until the game is over; the number of decisions or turns made."""
    made = 0
    while my_turn(hand.page):
        assert made < most, "the game does not end"
        take(hand, turn)
        made += 1
    return made


def _able(page: Page) -> list[tuple[str, str, str]]:
    """The places of the board that can be pressed: name, words, and class."""
    found: list[list[str]] = page.evaluate(
        "[...document.querySelectorAll('.spot.able')]"
        ".map(spot => [spot.dataset.spot, spot.getAttribute('aria-label'), spot.getAttribute('class')])"
    )
    return [(spot, label, kind) for spot, label, kind in found]


def tarble(hand: Hand) -> None:
    """Capture, or else go to the middle, where pieces are given away: so the game ends soon."""
    page = hand.page
    end = page.get_by_role("button", name="End turn")
    while not end.is_enabled():
        if not page.locator(".tarble-own.pressed").count():  # a piece that has moved stays chosen
            hand.press_spot(min((spot for spot, _, kind in _able(page) if "tarble-own" in kind), key=_from_middle))
        page.wait_for_selector('.spot.able[aria-label*="reachable"]')  # a piece that can be chosen can go somewhere
        reachable = [(spot, label) for spot, label, _ in _able(page) if "reachable" in label]
        spot, _ = min(reachable, key=lambda each: ("captures" not in each[1], _from_middle(each[0])))
        if decision(page) % 2:
            hand.press_spot(spot)
        else:
            hand.drag_to(page.locator(".tarble-own.pressed"), page.locator(f'[data-spot="{spot}"]'))
        page.wait_for_selector(".tarble-own, .board-actions .primary:not(:disabled)")  # the server has answered
    hand.press(end)


def _from_middle(spot: str) -> int:
    x, y = (int(number) for number in spot.split(","))
    return max(abs(x), abs(y), abs(x - y))


def jostle(hand: Hand) -> None:
    """Choose a piece, then the field it goes to where that is free, pressed or dragged to, else the piece once more."""
    page = hand.page
    pieces = page.locator(".jostle-movable")
    if not pieces.count():  # a six is kept, or no piece can move
        hand.press(page.get_by_role("list", name="Your moves").get_by_role("button").first)
        return
    hand.press(pieces.first)
    expect(pieces.first).to_have_attribute("aria-pressed", "true")
    goals = page.locator(".spot.able[data-spot^=f]")
    if goals.count() and decision(page) % 2:
        hand.drag_to(pieces.first, _goal_of(page))
    else:
        hand.press(_goal_of(page) if goals.count() else pieces.first)


def _goal_of(page: Page) -> Locator:
    """The field to which the piece that is chosen goes, or else any that can be pressed."""
    said = page.locator(".jostle-movable.pressed").get_attribute("aria-label") or ""
    found = re.search(r"can go: piece \d+ to (?:field (\d+)|the start)", said)
    goal = (
        page.locator(f'.spot.able[data-spot="f{found[1] or 0}"]') if found else page.locator(".spot.able[data-spot^=f]")
    )
    return goal.first if goal.count() else page.locator(".jostle-movable.pressed")


def colonizers(hand: Hand) -> None:
    """Pick the last card that is offered up, and play it: pressed once more, or by the button that names it."""
    choices = hand.page.locator(".colonizers-choices")
    card = choices.get_by_role("listitem").last.get_by_role("button")
    hand.press(card)
    expect(card).to_have_attribute("aria-pressed", "true")
    hand.press(card if decision(hand.page) % 2 else choices.locator(".board-actions .primary"))


_SENT = re.compile(r"at (-?\d+), (-?\d+), .*reach ([\d.]+), sent to (-?\d+), (-?\d+)")


def boundary(hand: Hand) -> None:
    """Drag a piece a little and another too far, both inward: that one goes as far as it may. Then send the plan."""
    page = hand.page
    page.wait_for_selector(".boundary-own")  # the turn before may still be shown
    field = page.locator(".boundary-field").bounding_box()
    assert field is not None
    for number, far in enumerate((14, 400)):
        piece = page.locator(".boundary-own").nth(number)
        if not piece.count():
            break
        place = piece.bounding_box()
        assert place is not None
        x, y = field["x"] + field["width"] / 2 - place["x"], field["y"] + field["height"] / 2 - place["y"]
        hand.drag(piece, copysign(far, x), copysign(far / 2, y))
        expect(piece).to_have_attribute("aria-label", _SENT)
        sent = _SENT.search(piece.get_attribute("aria-label") or "")
        assert sent is not None
        at_x, at_y, reach, to_x, to_y = (float(figure) for figure in sent.groups())
        assert hypot(to_x - at_x, to_y - at_y) <= reach + 1.5  # the words are rounded
    hand.press_button("Send plan")


def men(hand: Hand) -> None:
    """Games of rules: a man and where it goes, step by step, pressed or dragged, or an empty cell."""
    page = hand.page
    before = decision(page)
    can_pass = page.get_by_role("button", name="Pass", exact=True)
    page.locator(".spot.goal, .spot.start").or_(can_pass).first.wait_for()  # the board may still be on its way
    if can_pass.count():  # nothing else is allowed then
        hand.press(can_pass)
        return
    while decision(page) == before and page.locator(".spot.goal, .spot.start").count():
        goal, held = page.locator(".spot.goal"), page.locator(".spot.takes.pressed")
        if goal.count() and held.count() and before % 4 < 2:
            hand.drag_to(held.last, goal.first)
        else:
            hand.press(goal.first if goal.count() else page.locator(".spot.start").first)


def pig(hand: Hand) -> None:
    """Throw the die itself until ten points are at risk, then hold."""
    hold = hand.page.get_by_role("button", name=re.compile(r"^Hold: bank \d\d"))
    if hold.count():
        hand.press(hold)
    else:
        hand.press_spot("die")


def kuhn_poker(hand: Hand) -> None:
    """Bet by the chip, or pass by the button."""
    if decision(hand.page) % 3:
        hand.press(hand.page.locator(".kuhn-actions button").first)
    else:
        hand.press_spot("chip")


def goofspiel(hand: Hand) -> None:
    """Take up the highest card, and bid it: pressed once more, by the button, or dragged to the middle."""
    card = hand.page.locator(".goofspiel-card").last
    hand.press(card)
    expect(card).to_have_attribute("aria-pressed", "true")
    if decision(hand.page) % 8 == 4:
        hand.drag_to(card, hand.page.locator(".goofspiel-place").first)
    else:
        hand.press(card if decision(hand.page) % 4 else hand.page.get_by_role("button", name=re.compile(r"^Bid \d")))


def blotto(hand: Hand) -> None:
    """Drag a soldier from the camp to the first field and another too far, then spread the rest by buttons."""
    page = hand.page
    page.wait_for_selector(".blotto-planning")  # the armies of the round before may still be shown
    field = page.get_by_role("textbox", name="Troops for field 1")
    soldier = page.locator(".blotto-camp ~ .blotto-soldier").first
    picture = page.locator("svg.board-picture").bounding_box()
    assert picture is not None
    hand.drag(soldier, 0, -0.4 * picture["height"])
    expect(field).to_have_value("1")
    hand.drag(soldier, -0.2 * picture["width"], -0.4 * picture["height"])
    expect(field).to_have_value("1")
    hand.press_button("Spread evenly")
    hand.press_button("One fewer to field 2")
    hand.press_button("One more to field 1")
    hand.press_button("Send troops")


TURNS: dict[str, Turn] = {
    "tarble": tarble,
    "jostle": jostle,
    "colonizers": colonizers,
    "boundary": boundary,
    "checkers": men,
    "tic-tac-toe": men,
    "reversi": men,
    "pig": pig,
    "kuhn-poker": kuhn_poker,
    "goofspiel": goofspiel,
    "blotto": blotto,
}
