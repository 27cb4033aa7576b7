"""`python -m ludarium.server.openapi`: the interface as an OpenAPI document, the messages of the sockets included."""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter

from ludarium.server.app import create_app
from ludarium.server.sockets import messages as socket_messages

SOCKETS: dict[str, TypeAdapter[Any]] = {
    "ClientMessage": socket_messages.CLIENT,
    "LobbyClientMessage": socket_messages.LOBBY,
    "ServerMessage": socket_messages.SERVER,
    "LobbyServerMessage": socket_messages.LOBBY_SERVER,
}


def document() -> dict[str, Any]:
    """The document, from which the client's types are made."""
    described = create_app().openapi()
    schemas = described["components"]["schemas"]
    for name, adapter in SOCKETS.items():
        schema = adapter.json_schema(ref_template="#/components/schemas/{model}")
        for other, definition in schema.pop("$defs", {}).items():
            schemas.setdefault(other, definition)
        schemas[name] = schema
    return described


def text() -> str:
    return json.dumps(document(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(), end="")
