"""Rules files on the general board: positions and lines where the file has them, moves by their ends."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import serving
from tests.web.conftest import PATIENCE
from tests.web.test_own_folder import Picture, page_of

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

MORRIS = str(Path(__file__).parents[2] / "examples" / "zrf" / "morris.zrf")
SIZES = {"laptop": (1440, 900), "phone": (390, 800)}


def test_a_rules_file_is_played_on_the_general_board(
    browser: Browser, tmp_path: Path, picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDARIUM_GAMES", "")
    with serving(str(tmp_path / "lab.db"), games=(MORRIS,)) as running:
        for size, viewport in SIZES.items():
            with page_of(browser, running.address, viewport) as page:
                page.get_by_role("button", name="Play Nine men's morris").click()
                expect(page.locator(".zrf-spot")).to_have_count(24, timeout=4 * PATIENCE)
                expect(page.locator(".zrf-line")).to_have_count(32)
                page.locator(".zrf-spot", has_text="d6").click()
                expect(page.locator(".zrf-piece").first).to_be_visible(timeout=4 * PATIENCE)
                board = page.locator(".zrf-board").bounding_box()
                assert board is not None
                assert board["y"] + board["height"] <= viewport[1]  # all of it, without scrolling
                white = page.locator('.zrf-spot[aria-label*="White"] .zrf-piece').first
                assert white.evaluate("disk => getComputedStyle(disk).fill") == "rgb(247, 243, 234)"
                page.get_by_role("button", name="Deutsch").click()
                expect(page.locator(".zrf-says")).to_contain_text(re.compile("(Weiß|Schwarz) am Zug"))
                page.get_by_role("button", name="English").click()
                picture(page, f"rules file {size}")
