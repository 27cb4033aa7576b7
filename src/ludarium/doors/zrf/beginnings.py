"""Where a block of move code may lead to a move, for all cells at once.

The steps and the plain questions with which a block begins are asked of a whole set of cells by shifting it. What is
not so easily asked is left out: the answer may have cells too many, which the block itself then turns down, but never
too few.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.doors.zrf.names import Names
from ludarium.doors.zrf.reader import Form, Node, Word

_SKIPPED = frozenset(
    {"capture", "flip", "change-owner", "change-type", "create", "mark", "from", "to"}
    | {"set-attribute", "set-flag", "set-position-flag"}
)
"""Commands that go nowhere."""


def beginning(names: Names, items: Sequence[Node], ways: Sequence[str]) -> list[str]:
    """The lines of a kernel from `cells` to those from which the block may go on; none where it could tell nothing."""
    lines: list[str] = []
    gone: list[str] = []
    for node in _flat(items):
        name = node.text if isinstance(node, Word) else node.head if isinstance(node, Form) else ""
        if isinstance(node, Word) and name in names.regular and name not in names.positions:
            way = f"way{ways.index(name) + 1}"
            lines.append(f"cells = onward(cells, side, {way})")
            gone.append(way)
        elif isinstance(node, Form) and name == "verify" and len(node.items) == 2:
            lines += [f"cells &= {asked}" for asked in _parts(names, node.items[1], ways)]
        elif name not in _SKIPPED:
            break
    if not lines:
        return []
    return [*lines, *(f"cells = before(cells, side, {way})" for way in reversed(gone)), "return cells"]


def _flat(items: Sequence[Node]) -> list[Node]:
    found: list[Node] = []
    for item in items:
        if isinstance(item, Form) and item.items and not item.head:
            found += _flat(item.items)
        else:
            found.append(item)
    return found


def _parts(names: Names, node: Node, ways: Sequence[str]) -> list[str]:
    """The conditions that must all hold, as sets, as far as they can be said."""
    if isinstance(node, Form) and node.head == "and":
        return [asked for item in node.rest for asked in _parts(names, item, ways)]
    asked = _set(names, node, ways)
    return [] if asked is None else [asked]


def _set(names: Names, node: Node, ways: Sequence[str]) -> str | None:
    """The set of the cells at which a condition holds, exactly; None where it cannot be said."""
    name = node.head if isinstance(node, Form) else node.text
    arguments = list(node.rest) if isinstance(node, Form) else []
    if name == "not" and len(arguments) == 1:
        inner = _set(names, arguments[0], ways)
        return None if inner is None else f"~{inner}"
    if name.startswith("not-") and name not in names.attributes:
        positive = Word(name.removeprefix("not-"), node.line, node.column)
        inner = _set(names, Form((positive, *arguments), node.line, node.column), ways)
        return None if inner is None else f"~{inner}"
    plain = {"empty?": "~taken(state)", "friend?": "men_of(state, side)", "enemy?": "enemies_of(state, side)"}
    found = plain.get(name)
    if name == "piece?" and arguments and isinstance(first := arguments[0], Word) and first.text in names.kinds:
        found = f"all_of(state, {names.python['piece', first.text]})"
        del arguments[0]
    if found is None or len(arguments) > 1:
        return None
    if not arguments:
        return f"({found})"
    where = arguments[0]
    if not isinstance(where, Word) or where.text in names.positions or where.text not in names.regular:
        return None
    return f"before({found}, side, way{ways.index(where.text) + 1})"
