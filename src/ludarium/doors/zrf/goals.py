"""Conditions that end a game in Python: each goal becomes a kernel that says whether it holds for a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludarium.doors.zrf.board import number
from ludarium.doors.zrf.description import Goal
from ludarium.doors.zrf.errors import BadZrf
from ludarium.doors.zrf.macros import word_of
from ludarium.doors.zrf.names import Names
from ludarium.doors.zrf.reader import Form, Node, Text, Word, shown
from ludarium.doors.zrf.state import EARLY, LATE

_LATE = ("stalemated", "checkmated", "repetition")
"""What can only be said once it is known what the next player can do."""
_KNOWN = (
    *_LATE,
    "captured",
    "absolute-config",
    "relative-config",
    "pieces-remaining",
    "total-piece-count",
    "and",
    "or",
    "not",
)


_Pattern = list[tuple[str, str]]
"""Steps: a direction to go, and the question to be asked of the cell that is reached."""


@dataclass
class GoalWriter:
    """Writes the goals of a game one after the other; patterns become kernels of their own."""

    names: Names
    kernels: list[str] = field(default_factory=list)
    royal: set[tuple[str, str]] = field(default_factory=set)
    """Player and piece: what must not be left attacked."""
    repetition: bool = False
    shared: dict[tuple[str, ...], str] = field(default_factory=dict)
    """The kernels of patterns by what they do."""

    def write(self, goal: Goal) -> tuple[str, int]:
        """The expression of a goal for `player`, and when it can hold."""
        for player in goal.players:
            if player not in self.names.game.players:
                raise self.names.unknown(player, goal.line, "player", self.names.game.players)
        late = _late_in(goal.condition)
        if _negated_late(goal.condition):
            when = LATE
        else:
            when = (LATE if late else 0) | (0 if _only_late(goal.condition) else EARLY)
        return self._condition(goal.condition, goal), when

    def _condition(self, node: Node, goal: Goal) -> str:
        if isinstance(node, Text):
            raise BadZrf(f'"{node.text}" is no condition', node.line)
        name = node.text if isinstance(node, Word) else node.head
        arguments = list(node.rest) if isinstance(node, Form) else []
        if isinstance(node, Form) and not name and len(node.items) == 1:
            return self._condition(node.items[0], goal)
        if name in ("and", "or"):
            if not arguments:
                raise BadZrf(f"({name} needs conditions", node.line)
            if name == "or":
                return f"({' or '.join(self._alternatives(arguments, goal))})"
            return f"({' and '.join(self._condition(item, goal) for item in arguments)})"
        if name == "not":
            if len(arguments) != 1:
                raise BadZrf("(not takes one condition", node.line)
            return f"not {self._condition(arguments[0], goal)}"
        if name in ("stalemated", "repetition"):
            if arguments:
                raise BadZrf(f"{name} takes nothing", node.line)
            self.repetition |= name == "repetition"
            return "state.stuck == player + 1" if name == "stalemated" else "state.repeated == player + 1"
        if name in ("captured", "checkmated"):
            return self._pieces(name, arguments, node, goal)
        if name in ("pieces-remaining", "total-piece-count"):
            return self._count(name, arguments, node)
        if name == "absolute-config":
            return self._absolute(arguments, node)
        if name == "relative-config":
            return self._relative(arguments, node)
        raise self.names.unknown(name, node.line, "condition of a goal", _KNOWN)

    def _pieces(self, name: str, arguments: Sequence[Node], node: Node, goal: Goal) -> str:
        if not arguments:
            raise BadZrf(f"({name} needs a piece", node.line)
        kinds = [self._kind(item) for item in arguments]
        if name == "captured":
            return f"({' or '.join(f'was_lost(state, player, {kind})' for kind in kinds)})"
        self.royal |= {(player, word_of(item, "a piece")) for player in goal.players for item in arguments}
        return "(state.stuck == player + 1 and royal_attacked(state, player))"

    def _count(self, name: str, arguments: Sequence[Node], node: Node) -> str:
        if len(arguments) not in (1, 2):
            raise BadZrf(f"expected ({name} number piece), got {shown(node)}", node.line)
        kind = self._kind(arguments[1]) if len(arguments) == 2 else "0"
        if number(arguments[0]) < 0:
            raise BadZrf(f"{shown(node)}: there are never so few pieces", node.line)
        whose = "player" if name == "pieces-remaining" else "-1"
        return f"count_pieces(state, {whose}, {kind}) == {number(arguments[0])}"

    def _absolute(self, arguments: list[Node], node: Node) -> str:
        """Each position, and some position of each zone, is held by one of the occupants."""
        if len(arguments) < 2 or not isinstance(arguments[-1], Form):
            raise BadZrf("expected (absolute-config piece (position …))", node.line)
        places = arguments[-1]
        if not places.items:
            raise BadZrf("(absolute-config names no positions", node.line)
        wanted = []
        for place in places.items:
            name = word_of(place, "a position or a zone")
            self.names.one_of(name, place.line, "position", "zone")
            if name in self.names.positions:
                wanted.append(self._occupied(arguments[:-1], str(self.names.positions[name])))
            elif name in self.names.board.zones:
                wanted.append(f"{self._zone_pattern(name, arguments[:-1])}(state, player)")
            else:
                raise self.names.unknown(
                    name, place.line, "position or zone", [*self.names.positions, *self.names.board.zones]
                )
        return f"({' and '.join(wanted)})"

    def _zone_pattern(self, zone: str, occupants: Sequence[Node]) -> str:
        name = f"somebody_in_{len(self.kernels) + 1}"
        self.kernels.append(
            f"@kernel\ndef {name}(state: State, player: int) -> bool:\n"
            f"    for cell in range({len(self.names.positions)}):\n"
            f"        if {self.names.python['zone', zone]}[player, cell] and {self._occupied(occupants, 'cell')}:\n"
            f"            return True\n"
            f"    return False\n"
        )
        return name

    def _relative(self, arguments: list[Node], node: Node) -> str:
        """From some position on, occupants and directions in turn."""
        if not arguments:
            raise BadZrf("(relative-config names nothing", node.line)
        return self._patterns([self._steps(arguments, node)], node)

    def _alternatives(self, arguments: Sequence[Node], goal: Goal) -> list[str]:
        """The parts of an `or`; patterns that go the same way are looked for together."""
        found: list[str] = []
        together: dict[tuple[str, ...], list[_Pattern]] = {}
        for item in arguments:
            if isinstance(item, Form) and item.head == "relative-config":
                pattern = self._steps(list(item.rest), item)
                together.setdefault(tuple(way for way, _ in pattern), []).append(pattern)
            else:
                found.append(self._condition(item, goal))
        return [*found, *(self._patterns(patterns, arguments[0]) for patterns in together.values())]

    def _steps(self, arguments: list[Node], node: Node) -> _Pattern:
        """A pattern as steps: a direction to go first (none for the first of them), and what must stand there."""
        steps: _Pattern = []
        way = ""
        for place, item in enumerate(arguments):
            if isinstance(item, Word) and item.text in self.names.directions:
                if item.text in self.names.kinds:
                    raise BadZrf(f"{item.text} is a piece and a direction", item.line)
                if way or place == 0:
                    steps.append((way, "True"))
                way = item.text
            else:
                if place and not way:
                    raise BadZrf(f"{shown(node)[:80]}: a direction is missing before {shown(item)}", item.line)
                steps.append((way, self._occupant(item, "{cell}")))
                way = ""
        return [*steps, (way, "True")] if way else steps

    def _patterns(self, patterns: list[_Pattern], node: Node) -> str:
        """Whether one of the patterns stands somewhere. They go the same ways, which the kernel is given: patterns that
        differ in nothing else share it."""
        ways: list[str] = []
        for way, _ in patterns[0]:
            if way and way not in ways:
                ways.append(way)
        body = _tree(patterns, 0, ways)
        key = (*body, str(len(ways)))
        if key not in self.shared:
            self.shared[key] = f"pattern_{len(self.kernels) + 1}"
            given = "".join(f", way{number}: int" for number in range(1, len(ways) + 1))
            self.kernels.append(
                f"@kernel\ndef {self.shared[key]}(state: State, player: int{given}) -> bool:\n"
                f"    for cell_0 in range({len(self.names.positions)}):\n"
                + "".join(f"        {line}\n" for line in body)
                + "    return False\n"
            )
        asked = "".join(f", {self.names.python['direction', way]}" for way in ways)
        return f"{self.shared[key]}(state, player{asked})"

    def _occupied(self, occupants: Sequence[Node], cell: str) -> str:
        found = [self._occupant(occupant, cell) for occupant in occupants]
        return found[0] if len(found) == 1 else f"({' or '.join(found)})"

    def _occupant(self, node: Node, cell: str) -> str:
        if isinstance(node, Word):
            return f"(friend(state, player, {cell}) and is_piece(state, {cell}, {self._kind(node)}))"
        if not isinstance(node, Form) or len(node.items) != 2:
            raise BadZrf(
                f"expected a piece, (opponent piece), (any-owner piece) or (not …), got {shown(node)}", node.line
            )
        if node.head == "not":
            return f"(not {self._occupant(node.items[1], cell)})"
        kind = self._kind(node.items[1]) if node.head in ("opponent", "any-owner") else ""
        if node.head == "opponent":
            return f"(enemy(state, player, {cell}) and is_piece(state, {cell}, {kind}))"
        if node.head == "any-owner":
            return f"is_piece(state, {cell}, {kind})"
        raise self.names.unknown(node.head, node.line, "kind of occupant", ["opponent", "any-owner", "not"])

    def _kind(self, node: Node) -> str:
        name = word_of(node, "a piece")
        if name not in self.names.kinds:
            raise self.names.unknown(name, node.line, "piece", self.names.kinds)
        return self.names.python["piece", name]


def _tree(patterns: list[_Pattern], depth: int, ways: list[str]) -> list[str]:
    """The lines that return when one of the patterns stands there, from one of its steps on: those that begin alike are
    followed together."""
    lines: list[str] = []
    for asked in dict.fromkeys(pattern[depth][1] for pattern in patterns):
        alike = [pattern for pattern in patterns if pattern[depth][1] == asked]
        inner = ["return True"]
        if depth + 1 < len(alike[0]):
            way = ways.index(alike[0][depth + 1][0]) + 1
            inner = [
                f"cell_{depth + 1} = LINKS[player, way{way}, cell_{depth}]",
                f"if cell_{depth + 1} >= 0:",
                *(f"    {line}" for line in _tree(alike, depth + 1, ways)),
            ]
        condition = asked.format(cell=f"cell_{depth}")
        lines += inner if condition == "True" else [f"if {condition}:", *(f"    {line}" for line in inner)]
    return lines


def _name(node: Node) -> str:
    return node.head if isinstance(node, Form) else node.text


def _late_in(node: Node) -> bool:
    inner = node.rest if isinstance(node, Form) else ()
    return _name(node) in _LATE or any(_late_in(item) for item in inner)


def _negated_late(node: Node) -> bool:
    if not isinstance(node, Form):
        return False
    return (node.head == "not" and _late_in(node)) or any(_negated_late(item) for item in node.rest)


def _only_late(node: Node) -> bool:
    """Whether a condition cannot hold before it is known what the next player can do."""
    if isinstance(node, Form) and node.head == "or":
        return all(_only_late(item) for item in node.rest)
    if isinstance(node, Form) and node.head == "and":
        return any(_only_late(item) for item in node.rest)
    return _name(node) in _LATE
