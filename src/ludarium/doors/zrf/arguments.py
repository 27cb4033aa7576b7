"""What stands after a word of move code: how much of it there must be, and what it names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ludarium.doors.zrf.errors import BadZrf
from ludarium.doors.zrf.reader import Form, Node, Word, shown


def the_only(arguments: Sequence[Node], node: Node, expected: str) -> Node:
    if len(arguments) != 1:
        raise BadZrf(f"expected {expected}, got {shown(node)[:80]}", node.line)
    return arguments[0]


def nothing_after(arguments: Sequence[Node], node: Node) -> None:
    if arguments:
        raise BadZrf(f"{shown(node)[:80]}: expected nothing after the word", node.line)


def bracketed(condition: str) -> str:
    return condition if re.fullmatch(r"\w+(\(.*\))?", condition) and condition.count("(") < 2 else f"({condition})"


def local_name(what: str, name: str) -> str:
    plain = name.replace("_", "__").replace("-", "_")
    return f"{what}_{re.sub(r'[^0-9A-Za-z_]', lambda found: f'_{ord(found[0]):x}_', plain)}"


def flags_asked(node: Node, what: str) -> dict[str, int]:
    return flags_set(node, f"{what}?") | flags_set(node, f"not-{what}?")


def flags_set(node: Node, head: str) -> dict[str, int]:
    """The names after a head, with the lines at which they stand."""
    found: dict[str, int] = {}
    if isinstance(node, Form):
        if node.head == head and len(node.items) > 1 and isinstance(node.items[1], Word):
            found[node.items[1].text] = node.line
        for item in node.items:
            found |= flags_set(item, head)
    return found
