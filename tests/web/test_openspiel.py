"""A game of OpenSpiel in the browser, against a bot of OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import DESKTOP, PHONE, Meet
from tests.web.driving import play_by_typing, start

pytest.importorskip("pyspiel", reason="needs the extra openspiel")

pytestmark = [pytest.mark.browser, pytest.mark.compiled]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_bot_is_an_opponent(meet: Meet, picture: Callable[[Page, str], None], size: tuple[int, int]) -> None:
    page = meet(size=size).visit("/games/openspiel:tic_tac_toe")
    page.get_by_role("radio", name="OpenSpiel's search").check()
    picture(page, f"choose-openspiel-bot-{size[0]}")
    start(page)
    assert play_by_typing(page, 9) > 0
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.get_by_text("OpenSpiel's search").first).to_be_visible()
    picture(page, f"over-openspiel-bot-{size[0]}")
