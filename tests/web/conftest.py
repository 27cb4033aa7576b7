"""A real browser for the tests of the client: the system's Chromium, driven by Playwright.

`LUDARIUM_CHROMIUM` names another Chromium; `LUDARIUM_SCREENSHOTS` a folder into which pictures of the pages go.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.session import Session
from ludarium.design.folder import Folder
from ludarium.design.run import carry_out
from ludarium.design.settings import Settings
from ludarium.server.settings import CLIENT
from ludarium.store import Database
from tests.server.serving import Running, serving

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OPTIONS = (
    "--no-sandbox",  # tests run as root in containers
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 60_000
"""Milliseconds after which a test gives up waiting for something to appear."""

DESKTOP, PHONE = (1200, 800), (360, 740)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: drives the built client in a real browser")


def chromium() -> str | None:
    named = os.environ.get("LUDARIUM_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """For these tests only: while Playwright runs, no other test of the process could run an event loop of its own."""
    path = chromium()
    if path is None:
        pytest.skip("no Chromium here: install the system's package `chromium`, or name one in LUDARIUM_CHROMIUM")
    if not (CLIENT / "index.html").is_file():
        pytest.skip("the client is not built: `make web` builds it")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(OPTIONS))
        yield started
        started.close()


@pytest.fixture(scope="package")
def lab(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all tests that do not end it. A small run of the arena and one of game design were made before."""
    folder = tmp_path_factory.mktemp("web")
    place = str(folder / "lab.db")
    with Database.open(place) as database:
        plan = Plan("tic-tac-toe", ("random", "mcts:iterations=30"), 20, 20, "fixed", {})
        for _ in Session(plan, run=database.start_run(plan.to_dict())).play(workers=1):
            pass
    settings = Settings(space="small", seed=5, method="random", children=2, games=4, budget=2)
    carry_out(Folder.create(folder / "found", settings), workers=1)
    with serving(place, designs=folder) as running:
        yield running


class Visitor:
    """Somebody with a browser of their own. Faults that the page reports fail the test."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def visit(self, path: str) -> Page:
        self.page.goto(f"http://{self.address}{path}")
        return self.page


Meet = Callable[..., Visitor]


@pytest.fixture
def meet(browser: Browser, lab: Running) -> Iterator[Meet]:
    """`meet()` opens a browser without a past; `size`, `dark`, `address` and `locale` may be chosen."""
    visitors: list[Visitor] = []

    def come(
        size: tuple[int, int] = DESKTOP, dark: bool = False, address: str = lab.address, locale: str = "en-US"
    ) -> Visitor:
        context = browser.new_context(
            locale=locale,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            bypass_csp=True,  # or axe-core could not be put into the page
            has_touch=size[0] < 480,
        )
        visitors.append(Visitor(context, address))
        return visitors[-1]

    yield come
    faults = [fault for visitor in visitors for fault in visitor.faults]
    for visitor in visitors:
        visitor.context.close()
    assert faults == []


@pytest.fixture
def picture(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """`picture(page, name)` keeps a picture of the page where a folder is given for them."""
    folder = os.environ.get("LUDARIUM_SCREENSHOTS")

    def take(page: Page, name: str) -> None:
        if folder:
            place = Path(folder)
            place.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=place / f"{re.sub(r'[^a-z0-9-]+', '-', name.lower())}.png", full_page=True)

    return take


@pytest.fixture
def accessible() -> Callable[[Page], list[str]]:
    """`accessible(page)` gives the serious faults that axe-core finds, and says if a page is too wide or too long."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: `make web` installs the client's packages")
    script = AXE.read_text(encoding="utf-8")

    def look(page: Page) -> list[str]:
        page.evaluate(script)
        found = page.evaluate("axe.run()")
        faults = [
            f"{fault['id']}: {[node['target'] for node in fault['nodes']]}"
            for fault in found["violations"]
            if fault["impact"] in ("serious", "critical")
        ]
        beyond = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        below = page.evaluate(
            "Math.floor(document.documentElement.scrollHeight - scrollY"
            " - Math.max(innerHeight, document.querySelector('.site-foot').getBoundingClientRect().bottom))"
        )
        wide = [f"the page is {beyond} pixels too wide"] if beyond > 0 else []
        return faults + wide + ([f"{below} empty pixels below the page"] if below > 0 else [])

    return look
