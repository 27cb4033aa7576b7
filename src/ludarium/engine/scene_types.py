"""The types of scenes, read from where they are declared: what a scene is held to, and JSON schemas of it.

A game declares its part of a scene by what its methods `scene` and `move_scene` return. A `TypedDict` there says which
fields there are; anything else says nothing, and nothing is checked.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_type_hints, is_typeddict

import msgspec

from ludarium.engine.errors import BadRules
from ludarium.engine.game import Game
from ludarium.engine.scene import MoveScene, MoveWords, PlainData, Scene

Schema = dict[str, Any]


def board_type(game: type[Game]) -> Any:
    """The type of a game's `board_data`; None where it declares none."""
    return _returned(game.scene)


def move_type(game: type[Game]) -> Any:
    """The type of what a game says of a move; None where it declares none."""
    return _returned(game.move_scene)


def _returned(method: Any) -> Any:
    try:
        declared = get_type_hints(method, include_extras=True).get("return")
    except NameError as error:
        raise BadRules(
            f"what {method.__qualname__} returns cannot be read: {error}. A type of scenes is imported in earnest, not "
            "for type checkers alone"
        ) from None
    return declared if is_typeddict(declared) else None


def misfit(value: Any, declared: Any) -> str:
    """How a value differs from its declared type, in words; empty where it does not."""
    try:
        read = msgspec.convert(value, declared, strict=True)
    except msgspec.ValidationError as error:
        return str(error)
    unknown = next(_unknown(value, read, "$"), None)
    return "" if unknown is None else f"Object contains unknown field `{unknown[1]}` - at `{unknown[0]}`"


def _unknown(value: Any, read: Any, path: str) -> Iterator[tuple[str, str]]:
    """The fields that reading a value by its type has left out."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            if name not in read:
                yield path, name
            else:
                yield from _unknown(part, read[name], f"{path}.{name}")
    elif isinstance(value, list):
        for place, (part, kept) in enumerate(zip(value, read, strict=True)):
            yield from _unknown(part, kept, f"{path}[{place}]")


def scene_misfit(scene: Scene, game: type[Game]) -> str:
    """How a scene of a game differs from the types of all scenes and of the game's own; empty where it does not."""
    of_board, of_move = board_type(game), move_type(game)
    frame = {**scene, "moves": [{name: move.get(name) for name in ("text", "words")} for move in scene["moves"]]}
    found = [misfit(frame, Scene), of_board and misfit(scene["board_data"], of_board)]
    if of_move:
        own = ({name: part for name, part in move.items() if name != "text"} for move in scene["moves"])
        found += [misfit(move, of_move) for move in own]
    return next((fault for fault in found if fault), "")


# --- schemas ----------------------------------------------------------------------------------------------------------


def frame_schema() -> Schema:
    """What is the same in all scenes."""
    schema = _schema(Scene)
    # Here games add what their boards need.
    definitions = schema["$defs"]
    definitions["MoveScene"]["additionalProperties"] = True
    definitions["Scene"]["properties"]["board_data"]["additionalProperties"] = True
    return schema


def game_schema(game: type[Game]) -> Schema | None:
    """A game's own part: `board` and `move` name the definitions of both. None where it declares none.

    A move is described as it is offered, with the text that every move has.
    """
    board, move = board_type(game), move_type(game) or MoveWords
    return None if board is None else _with_roots(board, move)


def plain_schema() -> Schema:
    """The part of games without a board of their own."""
    return _with_roots(PlainData, MoveWords)


def _with_roots(board: Any, move: Any) -> Schema:
    schema = _schema(board, move)
    offered, text = schema["$defs"][move.__name__], _schema(MoveScene)["$defs"]["MoveScene"]
    offered["properties"] = {"text": text["properties"]["text"], **offered["properties"]}
    offered["required"] = ["text", *offered["required"]]
    return {**schema, "board": board.__name__, "move": move.__name__}


def _schema(*roots: Any) -> Schema:
    _, definitions = msgspec.json.schema_components(roots, ref_template="#/$defs/{name}")
    for declared in _typed(roots):
        definition = definitions[declared.__name__]
        for name, text in _documents(declared).items():
            definition["properties"][name]["description"] = text
        # Nothing else is in a scene, which the conformance suite sees to.
        definition["additionalProperties"] = False
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions}


def _typed(roots: Any) -> list[Any]:
    """All `TypedDict`s within some types, each once."""
    found: dict[str, Any] = {}
    waiting = list(roots)
    while waiting:
        declared = waiting.pop()
        if is_typeddict(declared):
            if declared.__name__ not in found:
                found[declared.__name__] = declared
                waiting += get_type_hints(declared, include_extras=True).values()
        else:
            waiting += get_args(declared)
    return list(found.values())


def _documents(declared: Any) -> dict[str, str]:
    """The texts below the fields of a class and of those that it is made from."""
    found: dict[str, str] = {}
    module = inspect.getmodule(declared)
    try:
        body = ast.parse(textwrap.dedent(inspect.getsource(declared))).body[0]
    except OSError:
        return found
    if not isinstance(body, ast.ClassDef):
        return found
    # A TypedDict does not remember what it was made from.
    for parent in body.bases:
        known = getattr(module, parent.id, None) if isinstance(parent, ast.Name) else None
        found |= _documents(known) if is_typeddict(known) else {}
    for field, below in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(below, ast.Expr):
            text = ast.literal_eval(below.value)
            found[field.target.id] = " ".join(text.split())
    return found
