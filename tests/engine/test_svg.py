"""Boards as SVG: what is drawn, what is not, and what happens when it cannot be."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Thread
from xml.etree import ElementTree

import pytest

from ludarium.engine import svg
from ludarium.engine.scene import scene_of
from ludarium.engine.svg import BOARDS, NoDrawing, draw, svg_of
from tests.engine.sample_games import HighCard

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def _drawn() -> None:
    if not BOARDS.is_file():
        pytest.skip("the functions that draw boards are not built: `make web` builds them")


def texts(document: str) -> list[str]:
    return ["".join(element.itertext()) for element in ElementTree.fromstring(document).iter(f"{SVG}text")]


def test_a_game_without_a_board_of_its_own_is_drawn_as_its_picture() -> None:
    view = HighCard().start(3).view(0)
    wanted = [row for row in view.game.picture(view).splitlines() if row.strip()]
    assert [text for text in texts(svg_of(view)) if text.strip()] == wanted


def test_an_unknown_board_is_drawn_plainly() -> None:
    scene = scene_of(HighCard().start(3).view(0)) | {"board": "no such board", "picture": 'one\n  <two> & "three"'}
    assert texts(draw(scene)) == ["one", '  <two> & "three"']


def test_what_xml_cannot_hold_is_left_out() -> None:
    scene = scene_of(HighCard().start(3).view(0)) | {"picture": "a\x00b\x1b[1mc\ud800d"}
    assert texts(draw(scene)) == ["ab[1mcd"]


def test_a_scene_that_is_none_is_a_typed_error_and_spoils_nothing() -> None:
    scene = scene_of(HighCard().start(3).view(0))
    with pytest.raises(NoDrawing, match="the board 'plain' cannot draw this scene"):
        draw({"board": "plain"})
    assert draw(scene) == draw(scene)


def test_every_thread_draws() -> None:
    scene = scene_of(HighCard().start(3).view(0))
    found: list[str] = []
    threads = [Thread(target=lambda: found.extend(draw(scene) for _ in range(5))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [draw(scene)] * 20


def test_without_the_drawing_functions_the_error_names_the_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(svg, "BOARDS", tmp_path / "boards.js")
    monkeypatch.setattr(svg, "_kept", svg._Kept())
    with pytest.raises(NoDrawing, match="make web"):
        svg_of(HighCard().start(3).view(0))


def test_without_the_javascript_engine_the_error_names_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "quickjs", None)
    monkeypatch.setattr(svg, "_kept", svg._Kept())
    with pytest.raises(NoDrawing, match="quickjs-ng, which is not installed: pip install"):
        svg_of(HighCard().start(3).view(0))


def test_a_drawing_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    endless = tmp_path / "boards.js"
    endless.write_text("globalThis.draw = () => { for (;;); }; globalThis.knows = () => true;", encoding="utf-8")
    monkeypatch.setattr(svg, "BOARDS", endless)
    monkeypatch.setattr(svg, "SECONDS", 0.1)
    monkeypatch.setattr(svg, "_kept", svg._Kept())
    with pytest.raises(NoDrawing, match="cannot draw"):
        svg_of(HighCard().start(3).view(0))
