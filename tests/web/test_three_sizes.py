"""What makes people come back, at three sizes and in three ways: by mouse, by keys alone, and by finger on a phone.

Every test is written once, with `press`. By keys that means as somebody without a mouse comes there: tab to it, arrow
keys on boards and among choices, and Enter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from ludarium.server.tables import changing
from tests.server.serving import Line, Person, Running, serving
from tests.web.clicking import Hand
from tests.web.conftest import Meet, Visitor
from tests.web.driving import YOUR_TURN, decision, my_turn, wait_for_more

pytestmark = [pytest.mark.browser, pytest.mark.compiled]


@dataclass(frozen=True)
class Way:
    """How somebody uses the lab."""

    name: str
    size: tuple[int, int]


MOUSE, KEYS, FINGER = Way("mouse", (1440, 900)), Way("keys", (1366, 768)), Way("finger", (390, 844))
ways = pytest.mark.parametrize("way", [MOUSE, KEYS, FINGER], ids=lambda way: way.name)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server of their own for these tests: its lobby is empty, and `meet` leads to it."""
    with serving(str(tmp_path_factory.mktemp("sizes") / "lab.db")) as running:
        yield running


STOPS = 150
"""Stops of the tab key or steps on a board after which something counts as out of reach."""
HERE = "target => target === document.activeElement"


def press(way: Way, target: Locator) -> None:
    """Click it, tap it, or go to it by keys and press Enter: Space for what is ticked, arrows for what is chosen."""
    if way is MOUSE:
        target.click()
    elif way is FINGER:
        target.tap()
    else:
        expect(target).to_be_enabled()
        kind = target.get_attribute("type") or ""
        reach(target)
        if kind != "radio":
            target.page.keyboard.press("Space" if kind == "checkbox" else "Enter")


def reach(target: Locator) -> None:
    """Come to something by keys: by tab from stop to stop, on a board and among choices by arrow keys from there."""
    expect(target).to_be_visible()
    keyboard = target.page.keyboard
    for _ in range(STOPS):
        if target.evaluate(HERE):
            return
        way = target.evaluate(_WAY)
        keyboard.press(way)
    raise AssertionError(f"out of reach for the keyboard: {target}")


_WAY = """target => {
  const here = document.activeElement;
  if (target.type === 'radio' && here.name === target.name) return 'ArrowDown';
  const board = target.closest('[data-spots]');
  if (!target.dataset.spot || board === null || !board.contains(here)) return 'Tab';
  const [one, other] = [here, target].map((each) => each.getBoundingClientRect());
  const x = other.x + other.width / 2 - one.x - one.width / 2, y = other.y + other.height / 2 - one.y - one.height / 2;
  return Math.abs(x) > Math.abs(y) ? (x > 0 ? 'ArrowRight' : 'ArrowLeft') : y > 0 ? 'ArrowDown' : 'ArrowUp';
}"""


def choose(way: Way, field: Locator, words: str) -> None:
    """Choose from a list that drops down; what the system shows for it cannot be clicked by a test."""
    if way is KEYS:
        reach(field)
        field.page.keyboard.type(words)
        field.page.keyboard.press("Enter")
    else:
        field.select_option(label=words)
    expect(field.locator("option:checked")).to_have_text(words)


def sitting(visitor: Visitor, game: str, *others: str, **wishes: Any) -> str:
    """Open a table beside the pages and sit down at it; its number."""
    seats = [{"kind": "me"}] + [{"kind": "open"} if other == "open" else _player(other) for other in others]
    answer = visitor.page.request.post(
        f"http://{visitor.address}/api/tables",
        data={"game": game, "seats": seats, **wishes},
        headers={"Origin": f"http://{visitor.address}"},
    )
    assert answer.ok, answer.text()
    number: str = answer.json()["id"]
    return number


def _player(text: str) -> dict[str, str]:
    return {"kind": "player", "player": text}


def at_table(meet: Meet, way: Way, game: str) -> Page:
    """A game against players that are there at once, at the first decision."""
    visitor = meet(size=way.size)
    others = ["random"] * (3 if game == "colonizers" else 1)
    page = visitor.visit(f"/table/{sitting(visitor, game, *others)}")
    assert my_turn(page)
    return page


@contextmanager
def against_a_person(meet: Meet, running: Running, way: Way, game: str) -> Iterator[tuple[Page, Line]]:
    """A game that has begun between the page and a person who speaks to the server without one."""
    visitor = meet(size=way.size)
    number = sitting(visitor, game, "open")
    other = running.person()
    other.post(f"/tables/{number}/join", {})
    with other.follow(number) as line:
        line.say(type="agree", revision=1)
        page = visitor.visit(f"/table/{number}")
        assert my_turn(page)
        yield page, line


def spot(page: Page, key: str) -> Locator:
    return page.locator(f'[data-spot="{key}"]')


Move = Callable[[Way, Page], None]


def throw(way: Way, page: Page) -> None:
    press(way, spot(page, "die"))


def bet(way: Way, page: Page) -> None:
    press(way, spot(page, "chip"))


def bid(way: Way, page: Page) -> None:
    card = page.locator(".goofspiel-card").last
    press(way, card)
    expect(card).to_have_attribute("aria-pressed", "true")
    press(way, card)


def spread(way: Way, page: Page) -> None:
    page.wait_for_selector(".blotto-planning")
    field = page.get_by_role("textbox", name="Troops for field 1")
    press(way, page.get_by_role("button", name="One more to field 1"))
    expect(field).to_have_value("1")
    press(way, page.get_by_role("button", name="Spread evenly"))
    press(way, page.get_by_role("button", name="Send troops"))


def lay(way: Way, page: Page) -> None:
    press(way, page.locator(".spot.able").first)


def pick(way: Way, page: Page) -> None:
    card = page.locator(".colonizers-choices").get_by_role("listitem").first.get_by_role("button")
    press(way, card)
    expect(card).to_have_attribute("aria-pressed", "true")
    press(way, page.locator(".colonizers-choices .board-actions .primary"))


def send(way: Way, page: Page) -> None:
    """Send a piece of Boundary some way toward the middle, by drag or by arrow keys, and then the plan."""
    piece = page.locator(".boundary-own").first
    piece.wait_for()
    if way is KEYS:
        press(way, piece)
        for _ in range(3):
            page.keyboard.press("Shift+ArrowDown")
    else:
        Hand(page, finger=way is FINGER).drag(piece, 0, 15)
    expect(piece).to_have_attribute("aria-label", re.compile(r"sent to -?\d+, -?\d+"))
    press(way, page.get_by_role("button", name="Send plan"))


def made(way: Way, page: Page, move: Move) -> None:
    """Make a move and see that it counts, and that nobody's move was stood in for."""
    before = decision(page)
    move(way, page)
    wait_for_more(page, before)
    expect(page.get_by_test_id("status")).not_to_have_attribute("data-decision", str(before))
    if way is FINGER:
        press(way, page.locator("details.play-moves > summary"))
    expect(page.locator(".log-move").first).to_be_visible()
    expect(page.locator(".log-fault")).to_have_count(0)
    page.keyboard.press("Escape")


# 1. Boards of their own.

BOARDS: dict[str, Move] = {"pig": throw, "kuhn-poker": bet, "goofspiel": bid, "blotto": spread}


@ways
@pytest.mark.parametrize("game", BOARDS)
def test_a_first_move_on_the_board(meet: Meet, way: Way, game: str) -> None:
    page = at_table(meet, way, game)
    expect(page.locator("svg.board-picture")).to_be_visible()
    made(way, page, BOARDS[game])


# 2. A table that fits the screen.

FITTING: dict[str, Move] = {"reversi": lay, "colonizers": pick, "boundary": send}
PARTS = ("[data-testid=status]", ".board", ".board-bar strong", ".play-side .table-seats", ".play-controls")


@ways
@pytest.mark.parametrize("game", FITTING)
def test_nothing_scrolls_while_playing(meet: Meet, way: Way, game: str) -> None:
    page = at_table(meet, way, game)
    for moment in ("at the start", "after a move"):
        page.wait_for_selector(".board")
        beyond = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert beyond[0] <= way.size[0], moment
        assert beyond[1] <= way.size[1], moment
        for part in PARTS:
            for shown in page.locator(part).all():
                box = shown.bounding_box()
                assert box is not None, (moment, part)
                assert min(box["x"], box["y"]) >= 0, (moment, part)
                assert box["x"] + box["width"] <= way.size[0], (moment, part)
                assert box["y"] + box["height"] <= way.size[1], (moment, part)
        if moment == "at the start":
            made(way, page, FITTING[game])
            my_turn(page)


# 3. The opening minutes.


@ways
def test_a_fresh_table_shows_its_board_and_the_usual_opponent_answers(meet: Meet, way: Way) -> None:
    page = meet(size=way.size).visit("/games/tic-tac-toe")
    press(way, page.get_by_role("button", name="Start the game"))
    page.wait_for_url("**/table/**")
    expect(page.locator(".spot.able").first).to_be_visible()
    assert my_turn(page)
    made(way, page, lay)
    assert my_turn(page)
    assert decision(page) == 2
    expect(page.locator(".log-fault")).to_have_count(0)


@ways
def test_what_is_prepared_is_said_and_the_board_is_there(meet: Meet, way: Way) -> None:
    visitor = meet(size=way.size)
    number = sitting(visitor, "tic-tac-toe", "random")

    def relay(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(_unprepared(str(text))))

    visitor.page.route_web_socket(re.compile("/socket"), relay)
    page = visitor.visit(f"/table/{number}")
    said = page.get_by_test_id("preparing")
    expect(said).to_have_text(re.compile(r"The opponent is being prepared, about \d+ s\. No clock runs for it\."))
    expect(page.get_by_role("progressbar", name="Preparing")).to_be_visible()
    # One's own move need not wait.
    press(way, page.locator(".spot.able").first)
    expect(page.get_by_test_id("status")).not_to_have_attribute("data-decision", "0")


def _unprepared(text: str) -> str:
    """What the server tells, as if what the player needs were still being compiled."""
    message = json.loads(text)
    if isinstance(message.get("table"), dict):
        message["table"] |= {"ready": False, "preparing": {"left": 40.0, "whole": 60.0}}
    return json.dumps(message)


# 4. Play.


@ways
def test_moves_are_looked_at_taken_back_and_hinted(meet: Meet, way: Way, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hint is the quickest adviser's: the strongest would have to be compiled."""
    monkeypatch.setattr(changing, "adviser", lambda state: "random")
    page = at_table(meet, way, "tic-tac-toe")
    press(way, page.get_by_role("button", name="Hint"))
    expect(page.get_by_text(re.compile("^Hint: "))).to_be_visible()
    press(way, spot(page, "1,1"))
    page.wait_for_selector(f"{YOUR_TURN}[data-decision='2']")
    if way is FINGER:
        press(way, page.locator("details.play-moves > summary"))
    press(way, page.locator("button.move").first)
    expect(page.get_by_text("The position after move 1.")).to_be_visible()
    expect(page.locator(".spot.able")).to_have_count(0)
    page.keyboard.press("Escape")
    press(way, page.get_by_role("button", name="Back to the game"))
    expect(page.locator(".spot.able")).to_have_count(7)
    press(way, page.get_by_role("button", name="Take back"))
    expect(page.get_by_test_id("status")).to_have_attribute("data-decision", "0")
    expect(page.locator(".spot.able")).to_have_count(9)


@ways
def test_a_draw_is_offered_and_a_game_given_up(meet: Meet, lab: Running, way: Way) -> None:
    with against_a_person(meet, lab, way, "tic-tac-toe") as (page, line):
        press(way, page.get_by_role("button", name="Offer a draw"))
        line.until_event("draw_offered")
        expect(page.get_by_role("button", name="Draw offered")).to_be_disabled()
        line.say(type="decline_draw")
        expect(page.get_by_role("button", name="Offer a draw")).to_be_enabled()
        press(way, page.get_by_role("button", name="Resign"))
        press(way, page.get_by_role("button", name="Yes, resign"))
        expect(page.get_by_role("heading", name="You lost")).to_be_visible()


@ways
def test_sound_theme_and_side_are_switched(meet: Meet, way: Way) -> None:
    page = at_table(meet, way, "checkers")
    place = spot(page, "0,0")
    before = place.bounding_box()
    menu = page.locator(".settings-menu")
    press(way, menu.locator("summary"))
    choose(way, menu.get_by_label("Colours"), "dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    for words in ("Sounds", "Coordinates", "Board from the other side"):
        switch = menu.get_by_role("checkbox", name=words)
        was = switch.is_checked()
        press(way, switch)
        expect(switch).to_be_checked(checked=not was)
    page.keyboard.press("Escape")
    expect(page.locator(".without-names")).to_have_count(1)
    assert place.bounding_box() != before
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


# 5. The end.


@ways
def test_the_end_says_who_won_and_how_and_what_next(meet: Meet, lab: Running, way: Way) -> None:
    with against_a_person(meet, lab, way, "tic-tac-toe") as (page, line):
        for own, other in (("0,0", "a2"), ("1,0", "b2"), ("2,0", None)):
            assert my_turn(page)
            press(way, spot(page, own))
            if other is not None:
                line.wait_for_turn()
                _answer(line, other)
        expect(page.get_by_role("heading", name="You won")).to_be_visible()
        expect(page.locator("polyline.rulesets-decided-line")).to_have_count(1)
        expect(page.locator(".table-seats")).to_contain_text(re.compile("winner"))
        for button in ("Analyse", "Share"):
            expect(page.locator(".play-end").get_by_text(button, exact=True)).to_be_visible()
        ended = page.url
        press(way, page.get_by_role("button", name="Rematch"))
        page.wait_for_function("ended => location.href !== ended", arg=ended)


def _answer(line: Line, move: str) -> None:
    assert line.scene is not None
    answer = line.say(type="move", decision=line.scene["turn"]["decision"], moves=[move])
    assert answer["type"] == "ack", answer


# 6. Boundary worth playing.


@ways
def test_boundary_is_offered_as_people_like_it_and_a_turn_is_made(meet: Meet, way: Way) -> None:
    page = meet(size=way.size).visit("/games/boundary")
    expect(page.get_by_label("Clock")).to_have_value("move")
    expect(page.get_by_label("Seconds a decision")).to_have_value("60")
    press(way, page.locator("summary", has_text="Settings of the game"))
    for name, value in (("Max turns", "30"), ("Reach", "30"), ("Influence", "26")):
        expect(page.get_by_role("spinbutton", name=name, exact=True)).to_have_value(value)
    press(way, page.get_by_role("radio").first)
    press(way, page.get_by_role("button", name="Start the game"))
    page.wait_for_url("**/table/**")
    assert my_turn(page)
    expect(page.get_by_role("timer").first).to_have_text(re.compile(r"1:00|\d\d"))
    made(way, page, send)


# 7. Your games and the lobby.


@ways
def test_your_games_are_resumed_and_left(meet: Meet, way: Way) -> None:
    visitor = meet(size=way.size)
    numbers = [sitting(visitor, game, "random") for game in ("reversi", "tic-tac-toe")]
    page = visitor.visit("/")
    strip = page.get_by_role("region", name="Your games")
    expect(strip.get_by_role("article")).to_have_count(2)
    press(way, strip.get_by_role("link", name="Resume Reversi"))
    page.wait_for_url(f"**/table/{numbers[0]}**")
    assert my_turn(page)
    page.go_back()
    press(way, strip.get_by_role("button", name="Leave Tic-tac-toe"))
    expect(strip.get_by_text("Drop this game? It counts for nothing.")).to_be_visible()
    press(way, strip.get_by_role("button", name="Yes, drop it"))
    expect(strip.get_by_role("article")).to_have_count(1)
    expect(strip).to_contain_text("Reversi")


@ways
def test_the_lobby_is_filtered_and_a_seat_taken(meet: Meet, lab: Running, way: Way) -> None:
    host = lab.person()
    _waiting(host, "goofspiel", None)
    number = _waiting(host, "blotto", {"kind": "days", "seconds": 86_400.0})
    page = meet(size=way.size).visit("/lobby")
    tables = page.locator(".table-card")
    sits = [page.get_by_role("button", name=f"Sit down at {title}") for title in ("Goofspiel", "Colonel Blotto")]
    for each in sits:
        expect(each.first).to_be_visible()
    choose(way, page.get_by_label("Clock"), "Days a decision")
    press(way, page.get_by_label("Only with free seats"))
    expect(sits[0]).to_have_count(0)
    choose(way, page.get_by_role("combobox", name="Game"), "Colonel Blotto")
    expect(tables).to_have_count(1)
    expect(tables.locator("img, svg").first).to_be_visible()
    expect(tables).to_contain_text(re.compile(r"\d+ min ago"))
    press(way, sits[1])
    page.wait_for_url(f"**/table/{number}**")
    expect(page.get_by_role("button", name="Agree and play")).to_be_visible()
    with host.follow(number) as line:
        press(way, page.get_by_role("button", name="Agree and play"))
        assert my_turn(page)
        line.say(type="resign")


def _waiting(host: Person, game: str, clock: dict[str, Any] | None) -> str:
    number: str = host.open(game, ["me", "open"], clock=clock)["id"]
    return number


# 8. First page, rules and introductions.


@ways
def test_the_first_page_says_what_this_is_and_a_picture_opens_a_table(meet: Meet, way: Way) -> None:
    page = meet(size=way.size).visit("/")
    expect(page.locator(".what")).to_contain_text("A laboratory for board and strategy games.")
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Pig"))
    # The picture does the same as the button, and keys need one stop only.
    press(way, card.get_by_role("button", name="Play Pig") if way is KEYS else card.locator(".picture-button"))
    page.wait_for_url("**/table/**")
    expect(page.locator("svg.board-picture")).to_be_visible()


@ways
def test_rules_have_diagrams_and_the_first_step_is_solved_on_the_board(meet: Meet, way: Way) -> None:
    page = meet(size=way.size).visit("/help/reversi")
    diagrams = page.get_by_role("region", name="Diagrams").locator("figure")
    expect(diagrams.first.locator("svg.board-picture")).to_be_visible()
    assert diagrams.count() >= 3
    assert not re.search(r"\{\w+\}", page.locator("main").inner_text()), "an unresolved variable"
    press(way, page.get_by_role("link", name="Learn it on the board"))
    press(way, page.get_by_label(re.compile("^d3")).first)
    expect(page.get_by_text("The white disc between yours is black now.").first).to_be_visible()
    press(way, page.get_by_role("button", name="Next step"))
    expect(page.get_by_role("button", name="Step 2 of")).to_have_attribute("aria-current", "step")


# 9. Two languages.


@ways
def test_german_and_back_stays_on_the_page(meet: Meet, way: Way) -> None:
    page = meet(size=way.size).visit("/help/reversi")
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text("Rules of Reversi")
    address = page.url
    press(way, page.get_by_role("button", name="Deutsch"))
    expect(title).to_have_text("Regeln von Reversi")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.url == address
    press(way, page.get_by_role("button", name="English"))
    expect(title).to_have_text("Rules of Reversi")
    assert page.url == address
