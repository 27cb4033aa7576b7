"""Games that are not ours in the browser: a package's with its own board, and files and folders that are offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from ludarium.games.starting import start_file, start_folder
from tests.games.installing import install
from tests.server.serving import Process, serving
from tests.web.conftest import PATIENCE
from tests.web.driving import decision as decisions
from tests.web.driving import my_turn, wait_for_more

pytestmark = [pytest.mark.browser, pytest.mark.compiled]
Picture = Callable[[Page, str], None]
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}


@pytest.fixture(scope="module")
def packaged(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server where a package with a game is installed, and nothing else is different."""
    place = tmp_path_factory.mktemp("packaged")
    install(start_folder("last-stone", place / "own"), place / "site")
    running = Process(str(place / "lab.db"), packages=place / "site")
    yield running
    running.stop()


@contextmanager
def page_of(browser: Browser, address: str, size: tuple[int, int], *, policy: bool = True) -> Iterator[Page]:
    """A page of this size. With the site's policy in force, as for everybody: a board must get along with it."""
    viewport = {"width": size[0], "height": size[1]}
    context = browser.new_context(viewport=viewport, reduced_motion="reduce", bypass_csp=not policy)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if "Content Security" in message.text else None)
    page.goto(f"http://{address}/")
    yield page
    context.close()
    assert faults == []


@pytest.mark.parametrize("size", SIZES)
def test_a_packages_game_is_played_on_its_own_board(
    browser: Browser, packaged: Process, picture: Picture, size: str
) -> None:
    # Its picture shows a position: the rules are compiled first, and a page does not ask twice.
    assert httpx.get(f"http://{packaged.address}/api/games/last-stone/picture.svg", timeout=240).status_code == 200
    with page_of(browser, packaged.address, SIZES[size]) as page:
        card = page.locator("article.game-card", has_text="Last stone")
        expect(card.get_by_text("Take one to three stones; the last one wins.")).to_be_visible()
        drawn = "image => image.complete && image.naturalWidth > 0"
        card.scroll_into_view_if_needed()
        page.wait_for_function(drawn, arg=card.locator("img").element_handle(), timeout=4 * PATIENCE)
        picture(page, f"own folder first page {size}")
        card.get_by_role("button", name="Play Last stone").click()
        page.wait_for_url("**/table/**", timeout=4 * PATIENCE)
        expect(page.locator(".last-stone-stone")).to_have_count(21)
        picture(page, f"own folder table {size}")
        while my_turn(page):
            before = decisions(page)
            page.locator(".last-stone-moves button").last.click()
            wait_for_more(page, before)
        expect(page.locator(".last-stone-stone")).to_have_count(0)
        expect(page.get_by_text("could not be shown")).to_have_count(0)
        match = page.url.rpartition("/")[2].partition("?")[0]
        page.goto(f"http://{packaged.address}/match/{match}")
        expect(page.locator(".last-stone-stone")).to_have_count(21)
        picture(page, f"own folder replay {size}")
        page.goto(f"http://{packaged.address}/history")
        expect(page.get_by_role("link", name="Last stone").first).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_its_pages_can_be_used_by_everybody(
    browser: Browser, packaged: Process, accessible: Callable[[Page], list[str]], picture: Picture, size: str
) -> None:
    with page_of(browser, packaged.address, SIZES[size], policy=False) as page:
        page.goto(f"http://{packaged.address}/games/last-stone")
        expect(page.get_by_role("heading", name="Last stone")).to_be_visible()
        picture(page, f"own folder settings {size}")
        assert accessible(page) == []
        page.goto(f"http://{packaged.address}/")
        page.get_by_role("button", name="Play Last stone").click()
        expect(page.locator(".last-stone-stone")).to_have_count(21, timeout=4 * PATIENCE)
        assert accessible(page) == []


def test_a_board_is_sent_under_an_address_that_never_changes_its_meaning(packaged: Process) -> None:
    cards = {card["name"]: card for card in httpx.get(f"http://{packaged.address}/api/games").json()}
    address = cards["last-stone"]["board"]
    answer = httpx.get(f"http://{packaged.address}{address}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "export default function board" in answer.text
    for name in ("0" * 32 + ".js", "board.js", "..%2Frules.py", "%2e%2e%2fgame.py"):
        assert httpx.get(f"http://{packaged.address}/api/boards/{name}").status_code == 404


def test_files_and_folders_that_a_server_offers(
    browser: Browser, tmp_path: Path, picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file without a board, one whose board nobody knows, and a folder whose board throws: moves can be made."""
    monkeypatch.setenv("LUDARIUM_GAMES", "")
    plain, unknown = start_file("plain-stone", tmp_path), start_file("strange-stone", tmp_path)
    text = unknown.read_text(encoding="utf-8")
    unknown.write_text(
        text.replace("    rules = ", '    board_kind = "hall-of-mirrors"\n    rules = '), encoding="utf-8"
    )
    broken = start_folder("broken-stone", tmp_path)
    board = broken / "broken_stone" / "board.js"
    board.write_text("export default function () { throw new Error('no chalk'); }\n", encoding="utf-8")
    games = (str(plain), f"{unknown}:StrangeStone", str(broken))
    with (
        serving(str(tmp_path / "lab.db"), games=games) as running,
        page_of(browser, running.address, SIZES["desktop"]) as page,
    ):
        for title, says in {
            "Plain stone": None,
            "Strange stone": None,
            "Broken stone": "The game’s own board could not be shown (no chalk).",
        }.items():
            page.goto(f"http://{running.address}/")
            page.get_by_role("button", name=f"Play {title}").click()
            expect(page.locator(".plain-board")).to_be_visible(timeout=4 * PATIENCE)
            expect(page.get_by_text("could not be shown")).to_have_count(0 if says is None else 1)
            if says is not None:
                expect(page.get_by_text(says)).to_be_visible()
                picture(page, "own folder broken board")
            expect(page.locator(".plain-picture")).not_to_be_empty()
            before = page.locator(".plain-picture").inner_text()
            page.locator(".plain-moves button").first.click()
            expect(page.locator(".plain-picture")).not_to_have_text(before)
