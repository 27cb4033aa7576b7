"""Scenes are of the types that the games declare, and the browser's boards are given these very types."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from ludarium.engine import View
from ludarium.engine.errors import BadRules
from ludarium.engine.scene import PlainData
from ludarium.engine.scene_types import board_type, game_schema, misfit, move_type, plain_schema
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.scene import Cell, RuleSetData
from ludarium.games.tarble.game import Tarble
from ludarium.server.scene_types import NAME, schemas, text
from tests.engine.sample_games import HighCard
from tests.scenes.make import GROUND, SAMPLES

if TYPE_CHECKING:
    from ludarium.engine.scene import ResultData

BOARDS = SAMPLES.parent
SCHEMAS = dict(schemas())
SCENES = sorted(path.stem for path in SAMPLES.glob("*.json") if path.stem != GROUND)


@pytest.mark.parametrize("board", SCHEMAS)
def test_the_schemas_of_the_browser_are_current(board: str) -> None:
    written = (BOARDS / board / NAME).read_text(encoding="utf-8")
    assert written == text(SCHEMAS[board]), (
        "python -m ludarium.server.scene_types web/src/boards; cd web; npm run types"
    )


def test_there_are_no_other_schemas() -> None:
    assert set(BOARDS.rglob(NAME)) == {BOARDS / board / NAME for board in SCHEMAS}


def validator(board: str, root: str) -> Draft202012Validator:
    return Draft202012Validator({**SCHEMAS[board], "$ref": f"#/$defs/{root}"})


@pytest.mark.parametrize("name", SCENES)
def test_a_sample_is_as_its_schemas_say(name: str) -> None:
    scene = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    schema = SCHEMAS[scene["board"]]
    validator("", "Scene").validate(scene)
    validator(scene["board"], schema["board"]).validate(scene["board_data"])
    for move in scene["moves"]:
        validator(scene["board"], schema["move"]).validate(move)


@pytest.mark.parametrize("change", [{"side": "red"}, {"side": None}, {"colour": 1}])
def test_a_schema_refuses_what_is_not_declared(change: dict[str, Any]) -> None:
    scene = json.loads((SAMPLES / "tarble-1-start.json").read_text(encoding="utf-8"))
    with pytest.raises(ValidationError):
        validator("tarble", "TarbleData").validate(scene["board_data"] | change)


def test_types_are_read_from_what_the_methods_return() -> None:
    assert board_type(RuleSetGame) is RuleSetData
    assert move_type(Tarble).__name__ == "TarbleMove"
    assert board_type(HighCard) is None
    assert game_schema(HighCard) is None
    assert plain_schema()["board"] == "PlainData"


def test_a_type_that_only_type_checkers_know_is_an_error_with_a_remedy() -> None:
    class Careless(HighCard):
        def scene(self, view: View, past: Sequence[View] = ()) -> ResultData:
            raise AssertionError

    with pytest.raises(BadRules, match="not for type checkers alone"):
        board_type(Careless)


def test_misfits_are_told_with_their_place() -> None:
    assert misfit({"facts": [{"label": "a", "value": "b"}]}, PlainData) == ""
    assert misfit({}, PlainData) == ""
    assert misfit({"facts": [{"label": "a"}]}, PlainData) == ("Object missing required field `value` - at `$.facts[0]`")
    wrong = {"facts": [{"label": "a", "value": "b", "more": 1}]}
    assert misfit(wrong, PlainData) == "Object contains unknown field `more` - at `$.facts[0]`"
    cell = {"x": 0, "y": 0, "name": "a1", "content": None}
    assert misfit(cell, Cell) == ""
    assert "Expected `int`, got `bool`" in misfit(cell | {"x": True}, Cell)


def test_the_words_below_fields_are_in_the_schema() -> None:
    cell = SCHEMAS["rulesets"]["$defs"]["Cell"]["properties"]
    assert cell["removed"]["description"] == "The board lacks this cell."
    assert SCHEMAS["jostle"]["$defs"]["JostleMove"]["properties"]["words"]["description"] == "The move in words."
