"""Messages made from the interface's own description, and then spoilt: nearly right is what finds faults."""

from __future__ import annotations

import json
import random
import re
import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

_LONE = re.compile("[\ud800-\udfff]")
STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, -(2**63), 10**400, 0.1, -0.0, 1e308, "", " ", "0", "self", "name",
    "null", "\x00", "a\x00b", "\ud800", "\udfff\ud800", "\u202e", "\u200b", "ﬀ", "𝟘", "💥" * 10, "'", '"', "';--",
    "%s%n", "{}", "${x}", "../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "[", "http://[", "<script>",
    "mcts:iterations=.", "mcts:iterations=1e999", "mcts:seconds=nan", "program:/bin/sh", "random.py:Player",
    "0001-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59-23:59", "NaN", "Infinity", "x" * 5000, [], {}, [[]], [None], {"": None}, {"self": 1},
)  # fmt: skip
"""Values that have broken programs before."""
WORDS = (
    "tic-tac-toe", "kuhn-poker", "goofspiel", "blotto", "jostle", "pig", "reversi", "5x5 drop line-4", "b2", "a1",
    "pass", "bet", "check", "random", "mcts", "mcts:iterations=30", "me", "open", "size", "line", "cards", "seats",
    "hello",
)  # fmt: skip


@dataclass(frozen=True)
class Operation:
    """A request of the interface."""

    method: str
    path: str
    parameters: tuple[dict[str, Any], ...]
    body: dict[str, Any] | None


@dataclass(frozen=True)
class Request:
    """A request as it is sent."""

    method: str
    target: str
    body: bytes | None


class Grammar:
    """Makes values for the schemas of an OpenAPI document."""

    def __init__(self, document: dict[str, Any], source: random.Random) -> None:
        self._schemas: dict[str, Any] = document["components"]["schemas"]
        self._source = source
        self.operations = [
            Operation(method.upper(), path, tuple(described.get("parameters", ())), _body(described))
            for path, methods in document["paths"].items()
            for method, described in methods.items()
        ]

    # --- values that fit ----------------------------------------------------------------------------------------------

    def value(self, schema: dict[str, Any], depth: int = 0) -> Any:
        """A value that a schema allows, more or less."""
        source = self._source
        if "$ref" in schema:
            return self.value(self._schemas[schema["$ref"].rpartition("/")[2]], depth + 1)
        for choice in ("oneOf", "anyOf", "allOf"):
            if choice in schema:
                return self.value(source.choice(schema[choice]), depth + 1)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return source.choice(schema["enum"])
        kind = schema.get("type")
        makers: dict[Any, Callable[[dict[str, Any], int], Any]] = {
            "object": self._object, "array": self._array, "string": self._string, "integer": self._integer,
            "number": self._number, "boolean": lambda *_: source.random() < 0.5, "null": lambda *_: None,
        }  # fmt: skip
        if kind not in makers:
            return source.choice(STRANGE)
        return makers[kind](schema, depth)

    def _object(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        required = set(schema.get("required", ()))
        made = {
            name: self.value(each, depth + 1)
            for name, each in schema.get("properties", {}).items()
            if name in required or self._source.random() < 0.5
        }
        extra = schema.get("additionalProperties")
        if isinstance(extra, dict) and depth < 6:
            for _ in range(self._source.randrange(3)):
                made[self._source.choice(WORDS)] = self.value(extra, depth + 1)
        return made

    def _array(self, schema: dict[str, Any], depth: int) -> list[Any]:
        low, high = schema.get("minItems", 0), min(schema.get("maxItems", 3), 4)
        count = self._source.randint(low, max(low, high)) if depth < 8 else low
        return [self.value(schema.get("items", {}), depth + 1) for _ in range(count)]

    def _string(self, schema: dict[str, Any], _: int) -> str:
        source = self._source
        if source.random() < 0.7:
            return source.choice(WORDS)
        high = schema.get("maxLength", 40)
        length = source.choice((schema.get("minLength", 0), 5, high, min(high, 64)))
        return "".join(source.choices(string.printable + "äß→😀", k=length))

    def _integer(self, schema: dict[str, Any], _: int) -> int:
        low, high = int(schema.get("minimum", -5)), int(schema.get("maximum", schema.get("exclusiveMaximum", 50)))
        return self._source.choice((low, high, min(high, low + 1), self._source.randint(low, max(low, high))))

    def _number(self, schema: dict[str, Any], _: int) -> float:
        low, high = schema.get("minimum", -1e6), schema.get("maximum", 1e6)
        return float(self._source.choice((low, high, self._source.uniform(low, high))))

    # --- and values that do not ---------------------------------------------------------------------------------------

    def spoilt(self, value: Any) -> Any:
        """A value with something wrong somewhere."""
        source = self._source
        if isinstance(value, dict) and value and source.random() < 0.8:
            name = source.choice(list(value))
            way = source.randrange(5)
            if way == 0:
                return {each: kept for each, kept in value.items() if each != name}
            if way == 1:
                return {**value, str(source.choice(STRANGE)): source.choice(STRANGE)}
            return {**value, name: self.spoilt(value[name])}
        if isinstance(value, list) and value and source.random() < 0.7:
            place = source.randrange(len(value))
            way = source.randrange(4)
            if way == 0:
                return value * source.choice((0, 2, 50))
            return [*value[:place], self.spoilt(value[place]), *value[place + 1 :]]
        if isinstance(value, str) and source.random() < 0.4:
            place = source.randrange(len(value) + 1)
            return value[:place] + str(source.choice(STRANGE)) + value[place:]
        return source.choice(STRANGE)

    def text(self, value: Any) -> str:
        """As JSON, sometimes broken."""
        source = self._source
        written = json.dumps(value, ensure_ascii=source.random() < 0.5)
        if _LONE.search(written):  # a text that cannot be sent as it is; escaped, it reaches the server
            written = json.dumps(value)
        way = source.randrange(40)
        if way == 0:
            return written[: source.randrange(len(written) + 1)]
        if way == 1:
            return "[" * source.choice((10, 5000)) + written
        if way == 2:
            place = source.randrange(len(written) + 1)
            return (
                written[:place]
                + source.choice(("\x00", "\\ud800", "NaN", "1e999", ",", "\ufeff", "}"))
                + written[place:]
            )
        return written

    def message(self, name: str = "ClientMessage") -> str:
        """A message for a socket: right in a third of all cases."""
        value = self.value(self._schemas[name] if name in self._schemas else {"$ref": f"#/{self._any_message()}"})
        if self._source.random() < 0.67:
            value = self.spoilt(value)
        return self.text(value)

    def _any_message(self) -> str:
        known = [name for name in ("Move", "Chat", "Propose", "Agree", "Preview") if name in self._schemas]
        return self._source.choice(known or list(self._schemas))

    def request(self, names: Sequence[str] = ()) -> Request:
        """A request of the interface; `names` are tables, matches and games that there are."""
        source = self._source
        operation = source.choice(self.operations)
        path, query = operation.path, []
        for parameter in operation.parameters:
            value = self.value(parameter.get("schema", {}))
            if source.random() < 0.4:
                value = source.choice(STRANGE)
            elif parameter["in"] == "path" and names and source.random() < 0.8:
                value = source.choice(names)
            written = _percent(value)
            if parameter["in"] == "path":
                path = path.replace("{" + parameter["name"] + "}", written or "x")
            elif parameter["in"] == "query" and source.random() < 0.7:
                query.append(f"{parameter['name']}={written}")
        if source.random() < 0.05:
            query.append(f"{_percent(source.choice(STRANGE))}={_percent(source.choice(STRANGE))}")
        body = None
        if operation.body is not None or operation.method in ("POST", "PATCH"):
            value = self.value(operation.body or {})
            if source.random() < 0.6:
                value = self.spoilt(value)
            body = self.text(value).encode("utf-8", "surrogatepass")
        method = (
            operation.method if source.random() < 0.97 else source.choice(("PUT", "DELETE", "OPTIONS", "TRACE", "X"))
        )
        return Request(method, path + ("?" + "&".join(query) if query else ""), body)


def _percent(value: Any) -> str:
    written = value if isinstance(value, str) else json.dumps(value)
    return quote(written[:3000].encode("utf-8", "surrogatepass"), safe="")


def _body(described: dict[str, Any]) -> dict[str, Any] | None:
    content = described.get("requestBody", {}).get("content", {})
    schema: dict[str, Any] | None = content.get("application/json", {}).get("schema")
    return schema


def socket_schemas(document: dict[str, Any]) -> dict[str, Any]:
    """An OpenAPI document with the messages of the sockets: a server's own describes its requests only."""
    from ludarium.server.openapi import document as whole

    schemas = {**whole()["components"]["schemas"], **document["components"]["schemas"]}
    return {**document, "components": {**document["components"], "schemas": schemas}}
