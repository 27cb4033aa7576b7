"""Every game has a picture for the first page: a small SVG that stands alone."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import REGISTRY, load
from tests.engine.sample_games import HighCard


@pytest.mark.parametrize("name", [*REGISTRY.entries, "rhombus-7 drop connect", "hex-4 step reach jump"])
def test_a_picture_is_a_small_svg(name: str) -> None:
    if name == "boundary" and not JIT_ENABLED:
        pytest.skip("its ground takes a minute to paint without the compiler")
    text = load(name).thumbnail()
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.attrib["viewBox"] == "0 0 320 220"
    assert root.attrib["aria-label"]
    assert len(text) < 20_000
    assert len(list(root.iter())) > 10
    assert not any(part in text for part in ("<script", "href", "url(http", "nan"))
    assert text == load(name).thumbnail()


def test_a_game_without_one_gets_a_sheet_with_its_name() -> None:
    assert ElementTree.fromstring(HighCard().thumbnail()).find("{*}text").text == "high-card"  # type: ignore[union-attr]
