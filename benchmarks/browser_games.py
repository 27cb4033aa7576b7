"""Whole games of every kind through the browser, played by scripted people on the real boards.

    python -m benchmarks.browser_games [--games 10] [--game pig --game tarble] [--json]

A server is started on a database of its own, with the settings that people are offered and its players' pauses left
out. For each of the eleven games of the first page, and a rule set that somebody has just designed, tables are opened
in Chromium against the weakest opponent of its list and played to the end: on a laptop's screen with the mouse and on a
phone's with a finger, in turn; the first of each kind with movement shown. Every move is made on the board itself,
pressed or dragged (`tests/web/clicking.py`); none is typed. Counted are decisions of the person, errors and warnings of
the console, errors of the page, and moves that stood in for a player's or the person's, by the stored record. A game
that comes to no end is a failure, and the rest goes on.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright
from tests.server.serving import serving
from tests.web.clicking import TURNS, Hand, men, play_by_clicking
from tests.web.conftest import OPTIONS, PATIENCE, PHONE, chromium
from tests.web.driving import start

from ludarium.games.offered import offered

DESIGNED = "5x5 drop line-4"
LAPTOP = (1366, 768)
MOST = 2_000
"""Decisions of the person after which a game is given up."""
MOVING = 1
"""Games of each kind in which things move as they do for people; in the others nothing does, which is quicker."""


@dataclass
class Kind:
    """What came of the games of one kind."""

    game: str
    games: int = 0
    finished: int = 0
    decisions: int = 0
    console: int = 0
    page: int = 0
    stand_ins: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10, help="games of each kind")
    parser.add_argument("--game", action="append", help="only this kind; may be said several times")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    path = chromium()
    if path is None:
        print("no Chromium here: install the system's package `chromium`, or name one in LUDARIUM_CHROMIUM")
        return 2
    expect.set_options(timeout=PATIENCE)
    found: list[Kind] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(str(Path(folder) / "lab.db")) as lab,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=path, args=list(OPTIONS))
        for name in chosen.game or [*offered(), DESIGNED]:
            kind = Kind(name)
            found.append(kind)
            begun = time.perf_counter()
            for number in range(chosen.games):
                play_one(browser, lab.address, kind, number)
            kind.seconds = round(time.perf_counter() - begun, 1)
            if not chosen.json:
                tell(kind, heading=len(found) == 1)
        browser.close()
    if chosen.json:
        print(json.dumps([asdict(kind) for kind in found], indent=1))
    else:
        print(f"{sum(kind.finished for kind in found)} of {sum(kind.games for kind in found)} games played to the end")
    return 1 if any(kind.finished < kind.games or kind.faults for kind in found) else 0


def tell(kind: Kind, *, heading: bool) -> None:
    if heading:
        print(f"{'game':16} games ended decisions console page stand-ins      s")
    counts = f"{kind.games:5} {kind.finished:5} {kind.decisions:9} {kind.console:7} {kind.page:4} {kind.stand_ins:9}"
    print(f"{kind.game:16} {counts} {kind.seconds:6.1f}", flush=True)
    for fault in kind.faults:
        print(f"    {fault}", flush=True)


def play_one(browser: Browser, address: str, kind: Kind, number: int) -> None:
    """A game from the page with all choices to its end; what went wrong is noted."""
    phone = number % 2 == 1
    width, height = PHONE if phone else LAPTOP
    context = browser.new_context(
        locale="en-US",
        viewport={"width": width, "height": height},
        has_touch=phone,
        reduced_motion="no-preference" if number < MOVING else "reduce",
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            kind.console += 1
            kind.faults.append(f"game {number + 1}: console: {message.text}")

    def broken(error: Any) -> None:
        kind.page += 1
        kind.faults.append(f"game {number + 1}: page: {error}")

    page.on("console", heard)
    page.on("pageerror", broken)
    kind.games += 1
    try:
        page.goto(f"http://{address}/games/{quote(kind.game)}")
        page.get_by_role("radio").first.check()
        start(page)
        kind.decisions += play_by_clicking(Hand(page, finger=phone), TURNS.get(kind.game, men), MOST)
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
        kind.stand_ins += stand_ins(page)
        kind.finished += 1
    except Exception as error:  # a timeout of the browser, an assertion of the script: the other games still count
        kind.faults.append(f"game {number + 1}: {str(error).splitlines()[0]}")
    finally:
        context.close()


def stand_ins(page: Page) -> int:
    """Moves of the stored record that were made in somebody's place."""
    table = re.search(r"/table/([^/?]+)", page.url)
    assert table is not None
    record = page.request.get(f"{page.url.split('/table/')[0]}/api/matches/{table[1]}/record").json()
    return sum(bool(decision.get("fault")) for decision in record["decisions"])


if __name__ == "__main__":
    sys.exit(main())
