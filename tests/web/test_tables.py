"""At the tables, in a real browser: a game from the first page to the replay, chat, people, lost connections."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.serving import Process, serving
from tests.web.conftest import PATIENCE, Meet, Visitor
from tests.web.driving import decision, my_turn, play_by_typing, start, type_move

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

Picture = Callable[[Page, str], None]
Accessible = Callable[[Page], list[str]]


def test_one_click_to_a_game_and_its_replay(meet: Meet, picture: Picture, accessible: Accessible) -> None:
    page = meet().visit("/")
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Tic-tac-toe"))
    card.get_by_role("button", name="Play Tic-tac-toe").click()
    page.wait_for_url("**/table/**", timeout=4 * PATIENCE)
    # The board is pressed like any other: the first cell that can be.
    while my_turn(page):
        before = decision(page)
        page.locator(".spot.able").first.click()
        page.wait_for_function(
            "before => { const status = document.querySelector('[data-testid=status]');"
            " return Number(status.dataset.decision) > before || status.dataset.state === 'over' }",
            arg=before,
        )
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.get_by_test_id("status")).to_have_text(re.compile(r"wins|draw|tie", re.IGNORECASE))
    assert accessible(page) == []
    picture(page, "table-over")

    page.get_by_role("link", name="Analyse").click()
    words = page.get_by_test_id("frame-words")
    page.get_by_role("button", name="Next").click()
    expect(words).to_contain_text("x: ")
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    shared = page.url
    assert "at=" in shared
    assert accessible(page) == []
    picture(page, "replay")
    # Somebody else who has the link sees the same position.
    other = meet().page
    other.goto(shared)
    expect(other.get_by_test_id("frame-words")).to_have_text(words.inner_text())

    page.get_by_role("link", name="History").click()
    expect(page.get_by_role("link", name="Tic-tac-toe")).to_be_visible()
    picture(page, "history")


def test_a_record_can_be_downloaded_and_shown_again(meet: Meet, tmp_path: Path) -> None:
    page = meet().visit("/games/pig")
    page.get_by_text("Settings of the game").click()
    page.get_by_label("Goal", exact=True).fill("10")
    start(page)
    play_by_typing(page, 200)
    page.get_by_role("link", name="Analyse").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    record = tmp_path / "game.json"
    download.value.save_as(record)
    # Someone who has never been here shows it.
    other = meet().visit("/history")
    other.get_by_label("Show a record of yours").set_input_files(record)
    other.wait_for_url("**/match/**")
    expect(other.get_by_test_id("frame-words")).to_be_visible()
    # A changed one is refused, with the reason.
    changed = tmp_path / "changed.json"
    changed.write_text(record.read_text(encoding="utf-8").replace('"roll"', '"hold"', 1), encoding="utf-8")
    other.goto(other.url.split("/match/")[0] + "/history")
    other.get_by_label("Show a record of yours").set_input_files(changed)
    expect(other.get_by_role("alert")).to_be_visible()


def test_chat_is_text_and_reaches_watchers(meet: Meet, picture: Picture) -> None:
    page = meet().visit("/games/tic-tac-toe")
    start(page)
    watcher = meet().page
    watcher.goto(page.url)
    expect(watcher.get_by_text("You are watching. You see")).to_be_visible()
    said = "<img src=x onerror=document.title='gone'>"
    page.get_by_role("textbox", name="Message").fill(said)
    page.get_by_role("button", name="Send").click()
    expect(watcher.get_by_role("list", name="Messages")).to_contain_text(said)
    assert "gone" not in watcher.title()
    # The watcher has nothing to press on the board.
    assert watcher.locator(".spot.able").count() == 0
    picture(watcher, "table-watching")


def test_a_sheet_lies_over_nothing_and_a_half_typed_line_outlives_the_language(meet: Meet, picture: Picture) -> None:
    page = meet((1366, 768)).visit("/games/tic-tac-toe")
    start(page)
    page.get_by_role("textbox", name="Message").fill("half a li")
    sheets = page.locator(".play-more > details")
    for number in range(sheets.count()):
        sheets.nth(number).locator("summary").click()
        sheet, chat, controls = (
            page.locator(part).bounding_box() for part in ("details[open] > .fold-body", ".chat", ".play-controls")
        )
        assert sheet is not None
        assert chat is not None
        assert controls is not None
        assert sheet["y"] + sheet["height"] <= chat["y"]
        assert controls["y"] + controls["height"] <= sheet["y"]
        assert sheet["height"] > 150
        picture(page, f"sheet {number}")
    page.locator("details.typed > summary").click()
    page.locator("details.typed input").fill("b")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_test_id("status")).to_have_text("Sie sind am Zug.")
    expect(page.get_by_role("textbox", name="Nachricht")).to_have_value("half a li")
    expect(page.locator("details.typed[open] input")).to_have_value("b")


def test_a_player_gives_its_reason(meet: Meet) -> None:
    page = meet().visit("/games/tic-tac-toe")
    page.get_by_role("radio").nth(1).check()
    start(page)
    my_turn(page)
    type_move(page)
    my_turn(page)
    page.get_by_role("button", name=re.compile(r"^Why\?")).first.click()
    expect(page.locator(".reason")).to_be_visible()


def test_resigning_asks_first_and_a_rematch_opens_a_new_table(meet: Meet) -> None:
    page = meet().visit("/games/reversi")
    start(page)
    first = page.url
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="No, play on").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_function("first => location.href !== first", arg=first)
    expect(page.get_by_role("button", name="Resign")).to_be_visible()


def test_the_second_press_of_a_double_click_does_nothing(meet: Meet) -> None:
    """What a button asks for first may come to lie under the pointer, and an answer takes its time."""
    page = meet(size=(1366, 768)).visit("/games/reversi")
    page.get_by_role("radio").first.check()
    start(page)
    assert my_turn(page)
    page.get_by_role("button", name="Resign").dblclick()
    expect(page.get_by_text("Give the game up?")).to_be_visible()
    expect(page.get_by_test_id("status")).to_have_text("Your turn.")
    page.get_by_role("button", name="No, play on").click()
    type_move(page)
    assert my_turn(page)
    page.get_by_role("button", name="Take back").dblclick()
    expect(page.get_by_test_id("status")).to_have_attribute("data-decision", "0")
    expect(page.get_by_role("alert")).to_have_count(0)

    page.goto(page.url.split("/table/")[0] + "/games/tic-tac-toe")
    page.get_by_role("radio", name="Somebody else").check()
    page.get_by_role("button", name="Open the table").dblclick()
    page.wait_for_url("**/table/**")
    other = meet().page
    other.goto(page.get_by_label("Link to this table").input_value())
    other.get_by_role("region", name="Sit down").get_by_role("button").dblclick()
    other.get_by_role("button", name="Agree and play").dblclick()
    expect(other.get_by_test_id("status")).to_have_attribute("data-state", "running")
    expect(other.get_by_role("alert")).to_have_count(0)


def test_two_people_agree_on_settings_and_play(meet: Meet, picture: Picture) -> None:
    one, two = meet(), meet()
    page = one.visit("/games/blotto")
    page.get_by_role("radio", name="Somebody else").check()
    page.get_by_text("Settings of the game").click()
    page.get_by_label("Rounds", exact=True).fill("1")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/**")
    expect(page.get_by_text("Loading…")).to_have_count(0)
    picture(page, "table-waiting")
    # The other finds the table in the lobby.
    other = two.visit("/lobby")
    other.get_by_role("button", name="Sit down at Colonel Blotto").first.click()
    other.wait_for_url("**/table/**")
    expect(page.get_by_role("button", name="You agree; waiting for the others")).to_be_disabled()
    # One proposes; both see it at once, and what was agreed to before is void.
    other.get_by_text("Propose other settings").click()
    other.get_by_label("Clock").select_option("move")
    other.get_by_label("Seconds a decision").fill("90")
    other.get_by_role("button", name="Propose these").click()
    expect(page.get_by_text("90 seconds a decision").first).to_be_visible()
    agree = page.get_by_role("button", name="Agree and play")
    expect(agree).to_be_enabled()
    picture(page, "table-negotiating")
    agree.click()
    expect(page.get_by_test_id("status")).to_have_text("Your turn.")
    # Both decide at once: that the other has decided is seen, what it decided is not.
    type_move(page)
    expect(other.get_by_text("has decided").first).to_be_visible()
    play_by_typing(other, 50)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def test_a_game_is_claimed_from_whoever_has_left(browser: Browser, tmp_path: Path, picture: Picture) -> None:
    with serving(str(tmp_path / "lab.db"), claim=2.0) as running:
        one, two = (Visitor(browser.new_context(), running.address) for _ in range(2))
        page = one.visit("/games/tic-tac-toe")
        page.get_by_role("radio", name="Somebody else").check()
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/table/**")
        other = two.visit("/lobby")
        other.get_by_role("button", name="Sit down at Tic-tac-toe").first.click()
        other.get_by_role("button", name="Agree and play").click()
        assert my_turn(page)
        other.goto("about:blank")
        # Nothing can be claimed while it is one's own turn.
        page.locator(".spot.able").first.click()
        expect(page.get_by_text("has left.")).to_be_visible()
        picture(page, "table-left")
        page.get_by_role("button", name="Claim the win").click()
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
        expect(page.get_by_test_id("status")).to_contain_text("left.")
        one.context.close()
        two.context.close()


def test_a_private_table_opens_by_its_link_only(meet: Meet) -> None:
    page = meet().visit("/games/tic-tac-toe")
    page.get_by_role("radio", name="Somebody else").check()
    page.get_by_role("checkbox", name=re.compile("^Private")).check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/**")
    link = page.get_by_label("Link to this table").input_value()
    stranger = meet().page
    stranger.goto(link.split("?")[0])
    expect(stranger.get_by_text("This table is private", exact=False)).to_be_visible()
    assert stranger.get_by_role("button", name="Sit here").count() == 0
    friend = meet().page
    friend.goto(link)
    friend.get_by_role("button", name="Sit here").click()
    friend.get_by_role("button", name="Agree and play").click()
    expect(page.get_by_test_id("status")).to_have_text("Your turn.")


def test_a_challenge_in_the_lobby_is_accepted(meet: Meet, picture: Picture, accessible: Accessible) -> None:
    """One waits with a table, asks somebody in the lobby, and both meet at the table and play."""
    waiting = meet().visit("/games/tic-tac-toe")
    waiting.get_by_role("radio", name="Somebody else").check()
    waiting.get_by_role("button", name="Open the table").click()
    waiting.wait_for_url("**/table/**")
    table = waiting.url.partition("?")[0]
    called = meet().visit("/lobby")
    expect(called.locator(".me")).to_contain_text("Guest")
    name = called.locator(".me").inner_text().rpartition(":")[2].strip()
    waiting.get_by_role("link", name="Lobby", exact=True).click()
    waiting.get_by_role("button", name=re.compile(f"^Ask to your table.*{name}")).click()
    expect(waiting.get_by_role("button", name=re.compile(f"^Asked.*{name}"))).to_be_disabled()
    accept = called.get_by_role("button", name="Accept")
    expect(accept).to_be_visible()
    assert accessible(called) == []
    picture(called, "lobby-challenged")
    accept.click()
    called.wait_for_url(f"{table}**")
    called.get_by_role("button", name="Agree and play").click()
    # Whoever asked waits in the lobby, and is told.
    waiting.get_by_role("link", name="To your table", exact=True).click()
    waiting.wait_for_url(f"{table}**")
    assert my_turn(waiting)
    waiting.locator(".spot.able").first.click()
    assert my_turn(called)


def test_a_lost_connection_comes_back_by_itself_with_what_was_missed(meet: Meet) -> None:
    one = meet()
    page = one.visit("/games/tic-tac-toe")
    page.get_by_role("radio", name="Somebody else").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/**")
    other = meet().page
    other.goto(page.get_by_label("Link to this table").input_value())
    other.get_by_role("button", name="Sit here").click()
    other.get_by_role("button", name="Agree and play").click()
    assert my_turn(page)
    page.locator(".spot.able").first.click()
    assert my_turn(other)
    one.context.set_offline(True)
    lost = page.get_by_text("The connection is lost", exact=False)
    expect(lost).to_be_visible()
    # The other goes on; what is said meanwhile on this side waits.
    other.locator(".spot.able").first.click()
    other.get_by_role("textbox", name="Message").fill("are you there?")
    other.get_by_role("button", name="Send").click()
    expect(other.get_by_role("list", name="Messages")).to_contain_text("are you there?")
    page.get_by_role("textbox", name="Message").fill("just a moment")
    page.get_by_role("button", name="Send").click()
    assert decision(page) == 1
    one.context.set_offline(False)
    expect(lost).to_be_hidden()
    assert my_turn(page)
    assert decision(page) == 2
    for each in (page, other):
        expect(each.get_by_role("list", name="Messages")).to_contain_text("just a moment")
        assert each.get_by_role("list", name="Messages").get_by_role("listitem").count() == 2
    page.locator(".spot.able").first.click()
    assert my_turn(other)


@pytest.fixture
def killable(tmp_path: Path) -> Iterator[Process]:
    process = Process(str(tmp_path / "lab.db"))
    yield process
    process.stop()


def test_a_killed_server_brings_the_game_back_without_a_reload(meet: Meet, killable: Process, tmp_path: Path) -> None:
    page = meet(address=killable.address).visit("/games/reversi")
    start(page)
    my_turn(page)
    type_move(page)
    my_turn(page)
    before = decision(page)
    killable.kill()
    expect(page.get_by_text("The connection is lost", exact=False)).to_be_visible()
    # A message of that time waits for the server.
    page.get_by_role("textbox", name="Message").fill("still here")
    page.get_by_role("button", name="Send").click()
    again = Process(str(tmp_path / "lab.db"), port=killable.port)
    try:
        expect(page.get_by_text("The connection is lost", exact=False)).to_be_hidden()
        expect(page.get_by_role("list", name="Messages")).to_have_text(re.compile("still here"))
        assert page.get_by_role("list", name="Messages").get_by_text("still here").count() == 1
        assert my_turn(page)
        assert decision(page) == before
        type_move(page)
        my_turn(page)
    finally:
        again.stop()
