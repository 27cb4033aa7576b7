"""JSON schemas of all scenes, from which the types of the browser's boards are made.

`python -m ludarium.server.scene_types web/src/boards` writes `scene.json` there and in the folder of each board; then
`npm run types` in `web` makes `scene.ts` beside each.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from ludarium.engine.entry import OURS, PLAIN
from ludarium.engine.scene_types import Schema, frame_schema, game_schema, plain_schema
from ludarium.games import REGISTRY

NAME = "scene.json"


def schemas() -> Iterator[tuple[str, Schema]]:
    """The folder below that of all boards, and the schema that belongs there."""
    yield "", frame_schema()
    yield PLAIN, plain_schema()
    found: dict[str, Schema] = {}
    for name, entry in REGISTRY.entries.items():
        if entry.origin != OURS:  # others bring their boards along
            continue
        game = type(REGISTRY.load(name))
        schema = game_schema(game) if game.board_kind != PLAIN else None
        if schema is not None and found.setdefault(game.board_kind, schema) != schema:
            raise ValueError(f"two games declare different scenes for the board '{game.board_kind}'")
    yield from found.items()


def text(schema: Schema) -> str:
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def main(folder: Path) -> None:
    for board, schema in schemas():
        path = folder / board / NAME
        path.write_text(text(schema), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
