"""Positions, views and games as a notebook shows them."""

from __future__ import annotations

import base64
import re

import pytest

import ludarium
from ludarium.engine import markup, svg
from ludarium.engine.svg import NoDrawing

pytestmark = pytest.mark.compiled  # the same without the compiler, which engine and search are tested without


def drawing(html: str) -> str:
    """The one drawing of a piece of HTML."""
    (data,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', html)
    return base64.b64decode(data).decode()


def built() -> None:
    if not svg.BOARDS.is_file():
        pytest.skip("the functions that draw boards are not built: make web")


def test_a_position_shows_everything_and_a_view_what_its_seat_may_know() -> None:
    built()
    position = ludarium.game("kuhn-poker").start(1)
    whole, first, second = (drawing(place._repr_html_()) for place in (position, position.view(0), position.view(1)))
    assert whole.startswith("<svg")
    assert len({whole, first, second}) == 3
    assert position.svg() == whole
    assert repr(position) == f"<kuhn-poker: {position.text}>"
    assert "seat 1 sees" in repr(position.view(0))


def test_who_is_to_decide_and_how_it_ended() -> None:
    position = ludarium.game("tic-tac-toe").read_position("xx1/oo1/3 x")
    assert "tic-tac-toe: x to decide" in position._repr_html_()
    assert "tic-tac-toe: x wins" in position.play("c3")._repr_html_()
    assert "tic-tac-toe: x wins" in position.play("c3").view(1)._repr_html_()


def test_where_boards_cannot_be_drawn_the_text_is_shown_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(view: object) -> str:
        raise NoDrawing("not <built>")

    monkeypatch.setattr(svg, "svg_of", fail)
    position = ludarium.game("tic-tac-toe").start()
    html = position._repr_html_()
    assert "not &lt;built&gt;" in html
    assert "<pre" in html
    assert "a b c" in html
    replay = ludarium.replay(ludarium.match("tic-tac-toe", ["random", "random"], games=1).record(0))
    assert "<pre" in replay._repr_html_()


def test_texts_are_no_markup() -> None:
    html = markup.table(("<a>", "b"), [("<i>", "2")], caption="<b>") + markup.text("<u>") + markup.pre("<s>")
    html += markup.folded("<q>", "") + markup.picture("<svg/>", '"<x>')
    assert not re.search(r"<[abiusqx]>", html)
