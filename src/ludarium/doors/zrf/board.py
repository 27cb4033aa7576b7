"""Boards: positions with their places in the picture, links by direction, zones and symmetries.

A grid makes positions whose names are put together from its dimensions' (`("a/b/c" (112 0)) ("3/2/1" (0 112))` gives
a3, a2, a1, b3 …) and links them by its directions' offsets. Positions and links can also be given one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

from ludarium.doors.zrf.errors import BadZrf
from ludarium.doors.zrf.macros import word_of
from ludarium.doors.zrf.reader import Form, Node, Text, Word, shown

Rectangle = tuple[int, int, int, int]
"""Left, top, right and bottom in the picture; all 0 for a position that is not shown."""
NOWHERE: Rectangle = (0, 0, 0, 0)
MOST_POSITIONS = 1000
_IGNORED = {"image", "image-rotated", "thumbnail"}
_TOLD_OF_ZONES = {"help", "description"}
"""What a zone says to people only."""


@dataclass
class Board:
    """What a `(board …)` says. `links[direction][position]` is the position that is reached."""

    rectangles: dict[str, Rectangle] = field(default_factory=dict)
    links: dict[str, dict[str, str]] = field(default_factory=dict)
    zones: dict[str, dict[str | None, list[str]]] = field(default_factory=dict)
    """By name and player, None for all who have none of their own: the positions."""
    zone_lines: dict[str, int] = field(default_factory=dict)
    symmetries: dict[str, dict[str, str]] = field(default_factory=dict)
    """By player: the direction that is meant by each direction's name."""
    said: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)
    """The links that were given one by one, by direction and position: where they lead, and their line."""

    @property
    def positions(self) -> list[str]:
        return list(self.rectangles)

    @property
    def directions(self) -> list[str]:
        return list(self.links)

    def zone(self, name: str, player: str) -> list[str]:
        """The positions of a zone for a player."""
        of_players = self.zones[name]
        return of_players.get(player, of_players.get(None, []))

    def meant(self, player: str, direction: str) -> str:
        """The direction that a player goes when a move says this one."""
        return self.symmetries.get(player, {}).get(direction, direction)


def read_board(form: Form) -> Board:
    """The board of a form; what is not understood is refused."""
    board = Board()
    for part in form.rest:
        if not isinstance(part, Form):
            raise BadZrf(f"'{shown(part)}' is no part of a board", part.line)
        if part.head in _IGNORED:
            continue
        reader = _PARTS.get(part.head)
        if reader is None:
            raise BadZrf(f"({part.head or '…'} is no part of a board; there are {', '.join(sorted(_PARTS))}", part.line)
        reader(board, part)
        if len(board.rectangles) > MOST_POSITIONS:
            raise BadZrf(f"the board has more than {MOST_POSITIONS} positions", part.line)
    if not board.rectangles:
        raise BadZrf("the board has no positions", form.line)
    for name, of_players in board.zones.items():
        for positions in of_players.values():
            for position in positions:
                if position not in board.rectangles:
                    raise BadZrf(f"the zone {name} has a position {position} that the board has not", form.line)
    _check_symmetries(board, form)
    return board


def _check_symmetries(board: Board, form: Form) -> None:
    for player, turned in board.symmetries.items():
        for direction in (*turned, *turned.values()):
            if direction not in board.links:
                raise BadZrf(f"the symmetry of {player} names a direction {direction} that there is not", form.line)


def _grid(board: Board, form: Form) -> None:
    start: Rectangle | None = None
    names: list[list[str]] = []
    offsets: list[tuple[int, int]] = []
    directions: list[tuple[str, list[int], int]] = []
    for part in form.rest:
        head = part.head if isinstance(part, Form) else ""
        assert isinstance(part, Form) or not head
        if not isinstance(part, Form):
            raise BadZrf(f"'{shown(part)}' is no part of a grid", part.line)
        if head == "start-rectangle":
            start = _rectangle(part.rest, part)
        elif head == "dimensions":
            for dimension in part.rest:
                listed, offset = _dimension(dimension)
                names.append(listed)
                offsets.append(offset)
        elif head == "directions":
            directions += [_direction(one) for one in part.rest]
            for nth, (direction, _, line) in enumerate(directions):
                if direction in (other for other, _, _ in directions[:nth]):
                    raise BadZrf(f"the direction {direction} is given twice", line)
        else:
            raise BadZrf(
                f"({head or '…'} is no part of a grid: expected start-rectangle, dimensions or directions", part.line
            )
    if start is None or not names:
        raise BadZrf("a grid needs a start-rectangle and dimensions", form.line)
    total = 1
    for listed in names:
        total *= len(listed)
    if total > MOST_POSITIONS:
        raise BadZrf(f"the grid has {total} positions, more than {MOST_POSITIONS}", form.line)
    sizes = [range(len(listed)) for listed in names]

    def name(place: Sequence[int]) -> str:
        return "".join(listed[index] for listed, index in zip(names, place, strict=True))

    for place in product(*sizes):
        across = sum(dx * index for (dx, _), index in zip(offsets, place, strict=True))
        down = sum(dy * index for (_, dy), index in zip(offsets, place, strict=True))
        if name(place) in board.rectangles:
            raise BadZrf(f"the position {name(place)} is made twice", form.line)
        board.rectangles[name(place)] = (start[0] + across, start[1] + down, start[2] + across, start[3] + down)
    for direction, steps, line in directions:
        if len(steps) != len(names):
            raise BadZrf(f"the direction {direction} has {len(steps)} numbers for {len(names)} dimensions", line)
        links = board.links.setdefault(direction, {})
        for place in product(*sizes):
            there = [index + step for index, step in zip(place, steps, strict=True)]
            if all(index in size for index, size in zip(there, sizes, strict=True)):
                links[name(place)] = name(there)


def _dimension(node: Node) -> tuple[list[str], tuple[int, int]]:
    if not isinstance(node, Form) or len(node.items) != 2:
        raise BadZrf('a dimension is written ("a/b/c" (dx dy))', node.line)
    listed, offset = node.items
    if not isinstance(listed, Text) or not isinstance(offset, Form) or len(offset.items) != 2:
        raise BadZrf('a dimension is written ("a/b/c" (dx dy))', node.line)
    names = listed.text.split("/")
    if len(set(names)) < len(names) or any(not name.strip() for name in names):
        raise BadZrf(f'"{listed.text}": the names along a dimension must differ and not be empty', listed.line)
    return names, (number(offset.items[0]), number(offset.items[1]))


def _direction(node: Node) -> tuple[str, list[int], int]:
    if not isinstance(node, Form) or len(node.items) < 2:
        raise BadZrf("a direction is written (n 0 -1)", node.line)
    return word_of(node.items[0], "a direction's name"), [number(item) for item in node.rest], node.line


def _positions(board: Board, form: Form) -> None:
    for node in form.rest:
        if not isinstance(node, Form) or len(node.items) != 5:
            raise BadZrf("a position is written (name left top right bottom)", node.line)
        board.rectangles[word_of(node.items[0], "a position's name")] = _rectangle(node.rest, node)


def _dummies(board: Board, form: Form) -> None:
    for node in form.rest:
        board.rectangles[word_of(node, "a position's name")] = NOWHERE


def _links(board: Board, form: Form) -> None:
    if len(form.items) < 2:
        raise BadZrf("links are written (links n (a1 a2) (b1 b2))", form.line)
    direction = word_of(form.items[1], "a direction")
    links = board.links.setdefault(direction, {})
    for pair in form.items[2:]:
        if not isinstance(pair, Form) or len(pair.items) != 2:
            raise BadZrf("a link is written (a1 a2)", pair.line)
        one, two = _known(board, pair.items[0]), _known(board, pair.items[1])
        links[one] = two
        board.said[direction, one] = two, pair.line


def _unlink(board: Board, form: Form) -> None:
    """`(unlink a1 (b2 n) (c3 c4))`: all links of and to a position, one direction of one, both ways between two."""
    for node in form.rest:
        if isinstance(node, Form):
            if len(node.items) != 2:
                raise BadZrf("an unlink is written (a1 n) or (a1 b1)", node.line)
            position, other = _known(board, node.items[0]), word_of(node.items[1], "a direction or a position")
            if other in board.links:
                board.links[other].pop(position, None)
                continue
            pairs = {(position, _known(board, node.items[1])), (other, position)}
            for links in board.links.values():
                for one, two in pairs:
                    if links.get(one) == two:
                        del links[one]
        else:
            position = _known(board, node)
            for (direction, one), (two, line) in board.said.items():
                if position in (one, two) and board.links[direction].get(one) == two:
                    # Whether Zillions keeps such links is not known, and files that say both mean them to be kept.
                    raise BadZrf(
                        f"(unlink {position}) takes back ({direction} {one} {two}) of line {line}: "
                        "put the unlink above the links that are to stay",
                        node.line,
                    )
            _cut(board, position)


def _cut(board: Board, position: str) -> None:
    for links in board.links.values():
        links.pop(position, None)
        for other in [one for one, two in links.items() if two == position]:
            del links[other]


def _kill(board: Board, form: Form) -> None:
    for node in form.rest:
        position = _known(board, node)
        _cut(board, position)
        del board.rectangles[position]
        for of_players in board.zones.values():
            for positions in of_players.values():
                if position in positions:
                    positions.remove(position)


def _zone(board: Board, form: Form) -> None:
    for part in form.rest:
        if not isinstance(part, Form):
            raise BadZrf(f"'{shown(part)}' is no part of a zone", part.line)
        if part.head not in ("name", "positions", "players", *_TOLD_OF_ZONES):
            raise BadZrf(f"({part.head or '…'} is no part of a zone: expected name, players or positions", part.line)
    said = [part for part in form.rest if isinstance(part, Form) and part.head not in _TOLD_OF_ZONES]
    parts = {part.head: part for part in said}
    if len(parts) != len(said) or not {"name", "positions"} <= parts.keys():
        raise BadZrf("a zone is written (zone (name x) (players White) (positions a1 b1))", form.line)
    if len(parts["name"].items) != 2:
        raise BadZrf("a zone has one name", form.line)
    name = word_of(parts["name"].items[1], "a zone's name")
    positions = [word_of(node, "a position") for node in parts["positions"].rest]
    players: list[str | None] = [None]
    if "players" in parts:
        players = [word_of(node, "a player") for node in parts["players"].rest]
    of_players = board.zones.setdefault(name, {})
    board.zone_lines[name] = form.line
    for player in players:
        of_players[player] = [*of_players.get(player, []), *positions]


def _symmetry(board: Board, form: Form) -> None:
    if len(form.items) < 2:
        raise BadZrf("a symmetry is written (symmetry Black (n s) (s n))", form.line)
    turned = board.symmetries.setdefault(word_of(form.items[1], "a player"), {})
    for pair in form.items[2:]:
        if not isinstance(pair, Form) or len(pair.items) != 2:
            raise BadZrf("a symmetry's pair is written (n s)", pair.line)
        turned[word_of(pair.items[0], "a direction")] = word_of(pair.items[1], "a direction")


def _known(board: Board, node: Node) -> str:
    name = word_of(node, "a position")
    if name not in board.rectangles:
        raise BadZrf(f"the board has no position {name}", node.line)
    return name


def _rectangle(nodes: Sequence[Node], form: Form) -> Rectangle:
    if len(nodes) != 4:
        raise BadZrf("a rectangle has four numbers: left, top, right and bottom", form.line)
    left, top, right, bottom = (number(node) for node in nodes)
    return left, top, right, bottom


def number(node: Node) -> int:
    """A whole number."""
    text = node.text if isinstance(node, Word) else ""
    try:
        return int(text)
    except ValueError:
        raise BadZrf(f"expected a whole number, got {shown(node)}", node.line) from None


_PARTS = {
    "grid": _grid,
    "positions": _positions,
    "dummy": _dummies,
    "links": _links,
    "unlink": _unlink,
    "kill-positions": _kill,
    "zone": _zone,
    "symmetry": _symmetry,
}
