"""The browser's types of scenes name the very fields that the games write."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.scenes.make import GROUND, SAMPLES

TYPES = SAMPLES.parent / "scenes.ts"
_INTERFACE = re.compile(
    r"interface (\w+)(?:<[^{]*>)?(?: extends ([\w, ]+))? \{\n(.*?)\n\}"
    r"|interface (\w+) extends ([\w, ]+) \{\}",
    re.DOTALL,
)
_FIELD = re.compile(r"^  (\w+)(\??):", re.MULTILINE)

Fields = dict[str, bool]
"""Names of fields, and whether each must be there."""


def interfaces() -> dict[str, Fields]:
    """Every interface with the fields of those that it extends."""
    found: dict[str, Fields] = {}
    for name, parents, body, empty, its_parents in _INTERFACE.findall(_without_comments()):
        fields: Fields = {}
        for parent in (parents or its_parents).replace(" ", "").split(","):
            fields |= found.get(parent, {})
        found[name or empty] = fields | {field: not optional for field, optional in _FIELD.findall(body)}
    return found


def _without_comments() -> str:
    text = re.sub(r"/\*\*.*?\*/", "", TYPES.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"//.*", "", text)


INTERFACES = interfaces()
BOARDS = {
    "tarble": ("TarbleData", "TarbleMove"),
    "jostle": ("JostleData", "JostleMove"),
    "colonizers": ("ColonizersData", "ColonizersMove"),
    "boundary": ("BoundaryData", "BoundaryMove"),
    "rulesets": ("RuleSetData", "RuleSetMove"),
    "plain": ("PlainData", "MoveScene"),
}
PARTS = {
    ("tarble", "moved"): "TarblePastMovement",
    ("tarble", "last_turn"): "TarblePastMovement",
    ("jostle", "track"): "JostleField",
    ("jostle", "last"): "JostleChange",
    ("jostle", "jostles"): "JostlePush",
    ("colonizers", "seats"): "Colony",
    ("colonizers", "hand"): "Card",
    ("colonizers", "colony"): "Card",
    ("colonizers", "drawn"): "Card",
    ("colonizers", "card"): "Card",
    ("boundary", "pieces"): "BoundaryPiece",
    ("boundary", "treasures"): "Treasure",
    ("boundary", "captured"): "BoundaryPiece",
    ("boundary", "taken"): "Treasure",
    ("boundary", "last_turn"): "BoundaryTurn",
    ("rulesets", "cells"): "Cell",
    ("rulesets", "content"): "Man",
    ("rulesets", "extras"): "Stock",
}
"""By board and key: the interface of what stands there, or of each entry of a list."""


def misfits(value: Any, interface: str) -> set[str]:
    """Fields that are there and should not be, or should be and are not."""
    fields = INTERFACES[interface]
    return (set(value) - set(fields)) | {name for name, needed in fields.items() if needed and name not in value}


def walk(board: str, value: Any, key: str = "") -> Iterator[tuple[str, set[str]]]:
    """All misfits within a value, with the names of their interfaces."""
    if isinstance(value, list):
        for entry in value:
            yield from walk(board, entry, key)
    elif isinstance(value, dict):
        interface = PARTS.get((board, key))
        if interface:
            yield interface, misfits(value, interface)
        for name, part in value.items():
            yield from walk(board, part, name)


SCENES = sorted(path.stem for path in SAMPLES.glob("*.json") if path.stem != GROUND)


@pytest.mark.parametrize("name", SCENES)
def test_a_sample_has_the_fields_of_its_types(name: str) -> None:
    scene = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    data, move = BOARDS[scene["board"]]
    assert not misfits(scene, "SceneOf")
    assert not misfits(scene["turn"], "Turn")
    assert scene["result"] is None or not misfits(scene["result"], "Result")
    assert not misfits(scene["board_data"], data)
    for entry in scene["moves"]:
        assert not misfits(entry, move)
    wrong = {found: fields for found, fields in walk(scene["board"], [scene["board_data"], scene["moves"]]) if fields}
    assert not wrong


def test_the_ground_sample_has_the_fields_of_its_type() -> None:
    assert not misfits(json.loads((SAMPLES / f"{GROUND}.json").read_text(encoding="utf-8")), "GroundSample")


def test_a_missing_and_an_unknown_field_are_found() -> None:
    assert misfits({"points": [1], "rank": [1]}, "Result") == {"rank", "ranks"}


def test_the_types_of_all_boards_were_read() -> None:
    assert {interface for pair in BOARDS.values() for interface in pair} | set(PARTS.values()) <= set(INTERFACES)
    assert INTERFACES["TarbleMove"].keys() >= {"text", "words", "from", "to", "captures", "deadly"}
    assert INTERFACES["Cell"] == {"x": True, "y": True, "name": True, "removed": False, "content": True}
