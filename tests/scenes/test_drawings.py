"""Every game's board as SVG: whole, standing alone, and with as many pieces as the scene has."""

from __future__ import annotations

import json
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

from ludarium.engine import SPECTATOR, Position, View
from ludarium.engine.scene import open_view, scene_of
from ludarium.engine.svg import BOARDS, draw, svg_of
from ludarium.games import REGISTRY
from tests.scenes.make import GROUND, SAMPLES

GAMES = sorted(REGISTRY.entries)
SCENES = sorted(path.stem for path in SAMPLES.glob("*.json") if path.stem != GROUND)
DECISIONS = (0, 7, 30)
"""How many random decisions the drawn positions lie after the start."""
QUICK = 0.25
"""Seconds within which the quickest of some drawings must be made: on a quiet machine it takes a tenth of that."""

_ELEMENTS = {
    "svg",
    "g",
    "style",
    "desc",
    "title",
    "defs",
    "pattern",
    "rect",
    "circle",
    "path",
    "polygon",
    "polyline",
    "line",
    "text",
}


@pytest.fixture(autouse=True)
def _drawn() -> None:
    if not BOARDS.is_file():
        pytest.skip("the functions that draw boards are not built: `make web` builds them")


@cache
def positions(name: str) -> list[Position]:
    source = random.Random(name)
    position = REGISTRY.load(name).start(1)
    found = []
    for decision in range(max(DECISIONS) + 1):
        if decision in DECISIONS:
            found.append(position)
        if position.over:
            break
        seat = position.movers[0]
        position = position.play(source.choice(position.moves(seat)), seat)
    return [*found, position]


def views(name: str) -> Iterator[View]:
    for position in positions(name):
        yield from (position.view(seat) for seat in range(SPECTATOR, position.game.seats))
        yield open_view(position)


def parts(document: str) -> list[ElementTree.Element]:
    """All elements of a document; their names without the namespace."""
    found = list(ElementTree.fromstring(document).iter())
    for element in found:
        assert element.tag.startswith("{http://www.w3.org/2000/svg}")
        element.tag = element.tag.partition("}")[2]
    return found


def check_alone(document: str) -> None:
    """A document refers to nothing outside, runs nothing, and needs nothing that only browsers know."""
    elements = parts(document)
    assert {element.tag for element in elements} <= _ELEMENTS
    names = {name for element in elements for name in element.attrib}
    assert not {name for name in names if "href" in name or name.startswith("on")}
    assert document.count("http") == 1, "only the namespace"
    references = set(re.findall(r"url\(([^)]*)\)", document))
    assert references <= {f"#{element.get('id')}" for element in elements}
    for browser_only in ("var(", "color-mix", "currentcolor", "NaN", "undefined", "@import", "foreignObject"):
        assert browser_only not in document
    used = {name for element in elements for name in element.get("class", "").split()}
    assert used == set(re.findall(r"\.(\w+)\{", document)), "a class without style, or a style without class"


def pieces(document: str) -> Counter[str]:
    return Counter(name for element in parts(document) if (name := element.get("data-piece")) is not None)


def wanted(scene: Any) -> Counter[str]:
    """The pieces that a scene has, as drawings mark them."""
    data = scene["board_data"]
    match scene["board"]:
        case "rulesets":
            found = [cell["content"]["seat"] for cell in data["cells"] if cell["content"]]
        case "tarble":
            found = [piece["side"] for piece in data["pieces"]] + ["neutral"] * data["neutral"]
        case "jostle":
            found = [piece["seat"] for piece in data["pieces"]]
        case "boundary":
            found = [piece["seat"] for piece in data["pieces"]] + ["treasure" for _ in data["treasures"]]
        case "colonizers":
            cards = [card for colony in data["seats"] for card in (*colony["colony"], *colony["hand"])]
            found = [card["name"] if card else "unknown" for card in (*cards, *data["drawn"])]
        case "pig":
            found = [seat for seat, _ in enumerate(data["banked"])]
        case "kuhn_poker":
            found = [card or "unknown" for card in data["hand"]["cards"]]
        case "goofspiel":
            found = [seat for seat, hand in enumerate(data["hands"]) for _ in hand] + ["prize"] * bool(data["prize"])
        case "blotto":
            plans = armies(scene)
            found = [seat for seat, plan in plans.items() for troops in plan for _ in range(troops)]
        case _:
            found = []
    return Counter(map(str, found))


def armies(scene: Any) -> dict[int, list[int]]:
    """The armies that a scene of Blotto shows, by seat: the last round's, or a plan that is sent and what stood against
    the last one. In the tests every soldier is drawn."""
    data, you = scene["board_data"], scene["you"] or 0
    last = dict(enumerate(data["last"] or []))
    return last | {you: data["plan"]} if data["plan"] else last


@pytest.mark.parametrize("name", GAMES)
def test_every_view_is_drawn_with_the_pieces_of_its_scene(name: str) -> None:
    for view in views(name):
        document = svg_of(view)
        check_alone(document)
        assert pieces(document) == wanted(scene_of(view))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_a_drawing_of_its_own_where_it_has_a_board(name: str) -> None:
    position = positions(name)[0]
    rows = [row for row in position.game.picture(open_view(position)).splitlines() if row.strip()]
    texts = ["".join(element.itertext()) for element in parts(svg_of(open_view(position))) if element.tag == "text"]
    plain = all(row in texts for row in rows)
    assert plain == (position.game.board_kind == "plain")


@pytest.mark.parametrize("name", SCENES)
def test_every_sample_is_drawn_with_its_pieces(name: str) -> None:
    scene = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    document = draw(scene)
    check_alone(document)
    assert pieces(document) == wanted(scene)
    description = ElementTree.fromstring(document).find("{http://www.w3.org/2000/svg}desc")
    assert description is not None
    assert scene["text"] in (description.text or "")


def test_equal_views_are_drawn_alike_whatever_is_hidden() -> None:
    """What a view does not show, no drawing can give away: it is made from the scene."""
    view = REGISTRY.load("kuhn-poker").start(3).view(0)
    hidden = {1: "jack", 2: "queen", 3: "king"}
    held = int(view.state.card[0])
    document = svg_of(view)
    assert hidden[held] in document
    assert not any(card in document for number, card in hidden.items() if number != held)


def test_a_drawing_is_quick() -> None:
    for name in SCENES:
        scene = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
        times = []
        for _ in range(3):
            begin = time.process_time()
            draw(scene)
            times.append(time.process_time() - begin)
        assert min(times[1:]) < QUICK, name


def test_what_decided_a_game_is_drawn() -> None:
    position = REGISTRY.load("tic-tac-toe").start()
    for move in ("b2", "a1", "a3", "b1"):
        position = position.play(move)
    assert "polyline" not in {element.tag for element in parts(svg_of(open_view(position)))}
    over = parts(svg_of(open_view(position.play("c1"))))
    # A line and its edge, from corner to corner.
    lines = [element.attrib["points"].split() for element in over if element.tag == "polyline"]
    assert [len(points) for points in lines] == [3, 3]
    assert any("x has 3 in a row: c1 b2 a3." in (element.text or "") for element in over if element.tag == "text")
