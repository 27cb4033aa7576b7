"""Rows that are outflanked and flipped: a common loop of move code, found in a block to be written as sets of cells.

    (if (enemy? n) mark n (while (enemy? n) n)
        (if (friend? n) (set-flag f true) (while not-marked? flip (opposite n))) back)

says: if enemies stand in a row from here on with a friend behind them, all of them are flipped. Of a row that never
turns, on a board whose cells fit into a word, that is a few operations on sets instead of a walk there and back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludarium.doors.zrf.names import Names
from ludarium.doors.zrf.reader import Form, Node, Word, flat, name_of, shown, words_of
from ludarium.engine.kernels import bitset64

_MARKING = ("mark", "back", "marked?", "not-marked?")
_OTHERWISE = frozenset({"capture", "change-owner", "change-type", "create", "cascade", "from", "set-attribute"})
"""What a block does beside, with which the order of what it does might matter."""


@dataclass(frozen=True)
class Row:
    """A command that flips a row."""

    direction: str
    flags: tuple[Form, ...]
    """What it sets when there is one."""


def rows_of(names: Names, block: Form) -> dict[int, Row]:
    """The commands of a block that flip rows, by the identity of their forms; none where the rest of the block could
    tell the difference."""
    if len(names.positions) > bitset64.CELLS or len(names.game.players) != 2 or len(names.seats) != 2:
        return {}
    words = words_of(block)
    if any(word in _OTHERWISE for word in words):
        return {}
    found: dict[int, Row] = {}
    marking = 0
    for form in _ifs(block):
        row = _row(names, form)
        if row is not None:
            found[id(form)] = row
            marking += sum(word in _MARKING for word in words_of(form))
    # Whoever goes back to a mark elsewhere would go to another one.
    return found if marking == sum(word in _MARKING for word in words) else {}


def goes_with(names: Names, rows: Sequence[Row], row: Row) -> bool:
    """Whether a row can be flipped together with those before it: it sets the same flags and shares no cell with them,
    wherever they begin."""
    if any(list(map(shown, row.flags)) != list(map(shown, other.flags)) for other in rows):
        return False
    for player in names.game.players:
        rays = [_ray(names, player, each.direction) for each in (*rows, row)]
        for cell in names.positions:
            if any(rays[-1][cell] & ray[cell] for ray in rays[:-1]):
                return False
    return True


def _ray(names: Names, player: str, direction: str) -> dict[str, set[str]]:
    """By position: those that lie from there on in a direction."""
    links = names.board.links[names.board.meant(player, direction)]
    found: dict[str, set[str]] = {}
    for cell in names.positions:
        here, found[cell] = cell, set()
        while here in links:
            here = links[here]
            found[cell].add(here)
    return found


def _ifs(form: Form) -> list[Form]:
    """All forms that begin with `if`, but for those within others that flip a row: these are no rows themselves."""
    inner = [found for item in form.items if isinstance(item, Form) for found in _ifs(item)]
    return [form, *inner] if form.head == "if" else inner


def _row(names: Names, form: Form) -> Row | None:
    items = flat(form.rest)
    if len(items) != 6 or [name_of(item) for item in items[1:2] + items[5:]] != ["mark", "back"]:
        return None
    asked, _, step, going, turning, _ = items
    direction = name_of(step)
    if not isinstance(step, Word) or not _leads_straight(names, direction):
        return None
    if not _asks(asked, "enemy?", direction):
        return None
    if not (isinstance(going, Form) and going.head == "while" and len(going.items) == 3):
        return None
    if not _asks(going.items[1], "enemy?", direction) or not _is_word(going.items[2], direction):
        return None
    if not (isinstance(turning, Form) and turning.head == "if" and len(turning.items) >= 3):
        return None
    if not _asks(turning.items[1], "friend?", direction):
        return None
    *flags, flipping = flat(turning.items[2:])
    if not _flips_back(flipping, direction):
        return None
    settings = [flag for flag in flags if isinstance(flag, Form) and _is_flag(flag)]
    return Row(direction, tuple(settings)) if len(settings) == len(flags) else None


def _asks(node: Node, word: str, direction: str) -> bool:
    """Whether a node is `(word direction)`."""
    if not (isinstance(node, Form) and node.head == word and len(node.items) == 2):
        return False
    return _is_word(node.items[1], direction)


def _is_word(node: Node, text: str) -> bool:
    return isinstance(node, Word) and node.text == text


def _is_flag(node: Form) -> bool:
    return node.head == "set-flag" and len(node.items) == 3 and name_of(node.items[2]) in ("true", "false")


def _flips_back(node: Node, direction: str) -> bool:
    """Whether a command is `(while not-marked? flip (opposite direction))`."""
    if not (isinstance(node, Form) and node.head == "while" and len(node.items) == 4):
        return False
    asked, effect, step = node.items[1:]
    return _is_word(asked, "not-marked?") and _is_word(effect, "flip") and _asks(step, "opposite", direction)


def _leads_straight(names: Names, direction: str) -> bool:
    """Whether a direction leads on by the same number everywhere, and its opposite back, whoever goes."""
    if direction in names.positions or direction not in names.regular or direction not in names.opposites:
        return False
    board = names.board
    for player in names.game.players:
        there = board.links[board.meant(player, direction)]
        back = board.links[board.meant(player, names.opposites[direction])]
        if any(back.get(two) != one for one, two in there.items()):
            return False
    return True
