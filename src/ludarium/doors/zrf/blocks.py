"""Move code in Python: each block of a rules file becomes the lines of one kernel.

A block is worked through from where a piece stands (or where one might be dropped): `here` goes from position to
position, `verify` and the edge of the board end it, and each `add` makes a move of what was noted so far. The
directions that a block names become arguments, `way1`, `way2` …: blocks that differ in those alone share a kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludarium.doors.zrf.arguments import bracketed, flags_asked, flags_set, local_name, nothing_after, the_only
from ludarium.doors.zrf.errors import BadZrf
from ludarium.doors.zrf.lines import Row, goes_with, rows_of
from ludarium.doors.zrf.macros import word_of
from ludarium.doors.zrf.names import Names
from ludarium.doors.zrf.reader import Form, Node, Text, Word, flat, shown, words_in

_STEP = "    "
_PLAIN_CONDITIONS = {
    "empty?": "empty(state, {cell})",
    "friend?": "friend(state, side, {cell})",
    "enemy?": "enemy(state, side, {cell})",
    "neutral?": "neutral(state, {cell})",
    "on-board?": "{cell} >= 0",
    "adjacent-to-enemy?": "beside_enemy(state, side, {cell})",
    "attacked?": "attacked(state, side, {cell})",
    "defended?": "defended(state, side, {cell}, start)",
    "marked?": "{cell} == mark",
    "last-from?": "{cell} == state.last_from - 1",
    "last-to?": "{cell} == state.last_to - 1",
}
_ASKING = ("attacked?", "defended?")
_NAMED_CONDITIONS = ("in-zone?", "piece?", "position?", "flag?", "position-flag?")
_CONDITIONS = {*_PLAIN_CONDITIONS, *_NAMED_CONDITIONS, "goal-position?"}
"""What move code asks by a word of the language, the last of which is not supported."""
_PLACES = {
    "from": "origin",
    "to": "goal",
    "mark": "mark",
    "last-from": "state.last_from - 1",
    "last-to": "state.last_to - 1",
}


@dataclass
class Written:
    """The lines of a block, and what they need."""

    lines: list[str]
    ways: list[str]
    """The directions that it names, in order."""
    adds: int
    """How many moves it can make, at most; one that adds in a loop may make many."""
    asks: bool
    """Whether it asks what is attacked."""
    remembers: bool
    moves_others: bool
    """Whether its moves may begin elsewhere than at the piece's place."""
    rows: bool
    """Whether it flips whole rows."""

    def notes(self, cells: int) -> int:
        """How many notes it makes at most, each row counted as one; in a loop, each of them on every cell and some
        more, since a loop may come to a cell again."""
        notes = sum("note(" in line or "flip_rows(" in line for line in self.lines)
        looped = any("range(STEPS)" in line for line in self.lines)
        return notes * cells + _MANY_NOTES if notes and looped else notes


MANY_ADDS = 64
_MANY_NOTES = 24


@dataclass
class BlockWriter:
    """Writes one block. `drop` says that it drops a piece, `stays` that this one has no moves; `plain` that nothing is
    asked about attacks."""

    names: Names
    drop: bool
    plain: bool = False
    stays: bool = False
    ways: list[str] = field(default_factory=list)
    adds: int = 0
    looped: int = 0
    asks: bool = False
    remembers: bool = False
    moves_others: bool = False
    rows: dict[int, Row] = field(default_factory=dict)
    """The commands that flip rows, which are written as sets of cells."""

    def write(self, block: Form) -> Written:
        items = list(block.items)
        lines: list[str] = []
        used = words_in(block)
        self.rows = rows_of(self.names, block)
        self._to = "to" in used
        self._others = bool(used & {"from", "cascade"})
        if self.drop and items and isinstance(items[0], Word) and items[0].text in self.names.board.zones:
            lines += self._verify(f"in_zone({self._zone(items.pop(0))}, side, here)", 0)
        lines += self._all(items, 0)
        if not self.adds:
            raise BadZrf("this makes no move: an add is missing", block.line)
        head = [f"here, origin, count = start, {'-1' if self.drop else 'start'}, 0"]
        if self.rows:
            head += ["mine, theirs = men_of(state, side), enemies_of(state, side)"]
        elif used & {"mark", "back", "marked?", "not-marked?"}:
            head.append("mark = start")
        if "to" in used:
            head.append("goal = -1")
        flags = sorted(self._names_of("flag", block))
        head += [f"{local_name('flag', flag)} = False" for flag in flags]
        marks = sorted(self._names_of("position-flag", block))
        head += [f"{local_name('marks', flag)} = np.zeros({len(self.names.positions)}, np.bool_)" for flag in marks]
        return Written(
            [*head, *lines, "return found"],
            self.ways,
            self.adds,
            self.asks,
            self.remembers,
            self.moves_others,
            bool(self.rows),
        )

    # --- statements ---------------------------------------------------------------------------------------------------

    def _all(self, items: Sequence[Node], depth: int) -> list[str]:
        lines: list[str] = []
        rows: list[Row] = []
        for item in flat(items):
            row = self.rows.get(id(item))
            if row is None or (rows and not goes_with(self.names, rows, row)):
                lines += self._flipped(rows, depth)
                rows = []
            if row is None:
                lines += self._statement(item, depth)
            else:
                rows.append(row)
        return lines + self._flipped(rows, depth)

    def _statement(self, node: Node, depth: int) -> list[str]:
        if isinstance(node, Text):
            raise BadZrf(f'"{node.text}" is no command', node.line)
        name = node.text if isinstance(node, Word) else node.head
        arguments = node.rest if isinstance(node, Form) else ()
        if isinstance(node, Form) and node.items and not name:
            return self._all(node.items, depth)  # brackets around several commands
        if name in self.names.positions or name in self.names.directions:
            self.names.one_of(name, node.line, "position", "direction")
            if arguments:
                return self._all(node.items, depth)  # type: ignore[union-attr]
            return self._go(self._cell(Word(name, node.line, node.column)), depth)
        writer = _STATEMENTS.get(name)
        if writer is None:
            what = "command" if not name.endswith("?") else "command (but perhaps a condition)"
            raise self.names.unknown(
                name, node.line, what, [*_STATEMENTS, *self.names.directions, *self.names.positions]
            )
        written: list[str] = writer(self, name, arguments, node, depth)
        return written

    def _line(self, text: str, depth: int) -> str:
        return f"{_STEP * depth}{text}"

    def _verify(self, condition: str, depth: int) -> list[str]:
        return [self._line(f"if not {bracketed(condition)}:", depth), self._line("return found", depth + 1)]

    def _go(self, cell: str, depth: int) -> list[str]:
        there = [self._line(f"here = {cell}", depth)]
        if cell.isdigit():
            return there
        return [*there, self._line("if here < 0:", depth), self._line("return found", depth + 1)]

    def _s_verify(self, name: str, arguments: Sequence[Node], node: Node, depth: int) -> list[str]:
        return self._verify(self._condition(the_only(arguments, node, "(verify condition)")), depth)

    def _s_if(self, name: str, arguments: Sequence[Node], node: Node, depth: int) -> list[str]:
        if not arguments:
            raise BadZrf("(if needs a condition", node.line)
        places = [place for place, item in enumerate(arguments) if isinstance(item, Word) and item.text == "else"]
        if len(places) > 1:
            raise BadZrf("(if has more than one else", node.line)
        split = places[0] if places else len(arguments)
        if split == 0:
            raise BadZrf("(if needs a condition", node.line)
        condition = self._condition(arguments[0])
        then, other = self._all(arguments[1:split], depth + 1), self._all(arguments[split + 1 :], depth + 1)
        lines = [self._line(f"if {condition}:", depth), *(then or [self._line("pass", depth + 1)])]
        return [*lines, self._line("else:", depth), *other] if other else lines

    def _flipped(self, rows: Sequence[Row], depth: int) -> list[str]:
        """The lines that flip rows which set the same flags."""
        if not rows:
            return []
        lines = []
        for place, row in enumerate(rows):
            lines.append(
                f"rows {'|' if place else ''}= outflanked(side, {self._way(row.direction)}, here, mine, theirs)"
            )
        flags = [line for flag in rows[0].flags for line in self._statement(flag, 1)]
        lines += ["if some(rows):", *flags, f"{_STEP}count = flip_rows(notes, count, rows)"]
        return [self._line(line, depth) for line in lines]

    def _s_while(self, name: str, arguments: Sequence[Node], node: Node, depth: int) -> list[str]:
        if not arguments:
            raise BadZrf("(while needs a condition", node.line)
        condition = self._condition(arguments[0])
        self.looped += 1
        body = self._all(arguments[1:], depth + 1)
        self.looped -= 1
        return [
            self._line("for _ in range(STEPS):", depth),
            self._line(f"if not {bracketed(condition)}:", depth + 1),
            self._line("break", depth + 2),
            *body,
        ]

    def _s_add(self, name: str, arguments: Sequence[Node], node: Node, depth: int) -> list[str]:
        kinds: list[str] = []
        following = "1" if name.endswith("partial") else "0"
        for argument in arguments:
            word = word_of(argument, "a piece or a type of move")
            if name.endswith("partial"):
                self.names.one_of(word, argument.line, "piece", "type of move")
            if word in self.names.kinds:
                kinds.append(self.names.python["piece", word])
            elif name.endswith("partial") and word in self.names.move_types and following == "1":
                following = f"2 + {self.names.python['type', word]}"
            else:
                raise self.names.unknown(word, argument.line, "piece", self.names.kinds)
        if self.drop and self.stays and following == "1" and not kinds:
            raise BadZrf(f"{shown(node)}: the turn would go on with the dropped piece, which has no moves", node.line)
        origin = "-1" if "copy" in name else "origin"
        lines = []
        # What moves last may be another piece than the one that the block belongs to: it stays what it is.
        moved = "kind_moved(state, start, origin, piece)" if self._others and "copy" not in name else "piece"
        for kind in kinds or [moved]:
            lines += [
                f"found = add(state, notes, count, {origin}, {self._goal()}, {kind}, {following}, "
                "code, wanted, moves, found)",
                "if found < 0:",
                f"{_STEP}return found",
                "code += 1",
            ]
            self.adds += MANY_ADDS if self.looped else 1
        return [self._line(line, depth) for line in lines]

    def _goal(self) -> str:
        return "here if goal < 0 else goal" if self._to else "here"

    _to = False
    _others = False

    def _s_to(self, name: str, arguments: Sequence[Node], node: Node, depth: int) -> list[str]:
        nothing_after(arguments, node)
        return [self._line("goal = here", depth)]

    def _s_from(self, name: str, arguments: Sequence[Node], node: Node, depth: int) -> list[str]:
        nothing_after(arguments, node)
        self.moves_others = True
        return [self._line("origin = here", depth)]

    def _s_cascade(self, name: str, arguments: Sequence[Node], node: Node, depth: int) -> list[str]:
        nothing_after(arguments, node)
        self.moves_others = True
        lines = [f"count = note(notes, count, MOVE, origin, {self._goal()})", "origin = here"]
        if self.drop:
            raise BadZrf("cascade in a drop: there is no piece that moves", node.line)
        lines += ["goal = -1"] if self._to else []
        return [self._line(line, depth) for line in lines]

    def _s_mark(self, name: str, arguments: Sequence[Node], node: Node, depth: int) -> list[str]:
        return self._there(arguments, node, depth, "mark = {cell}")

    def _s_back(self, name: str, arguments: Sequence[Node], node: Node, depth: int) -> list[str]:
        nothing_after(arguments, node)
        return [self._line("here = mark", depth)]

    def _s_go(self, name: str, arguments: Sequence[Node], node: Node, depth: int) -> list[str]:
        place = word_of(the_only(arguments, node, "(go from)"), "from, to, mark, last-from or last-to")
        if place not in _PLACES:
            raise self.names.unknown(place, node.line, "place to go to", _PLACES)
        self.remembers |= place.startswith("last")
        return self._go(_PLACES[place], depth)

    def _s_opposite(self, name: str, arguments: Sequence[Node], node: Node, depth: int) -> list[str]:
        return self._go(self._cell(node), depth)

    def _s_effect(self, name: str, arguments: Sequence[Node], node: Node, depth: int) -> list[str]:
        what = {"capture": "CAPTURE", "flip": "FLIP", "change-owner": "OWN"}[name]
        return self._there(arguments, node, depth, f"count = note(notes, count, {what}, {{cell}}, 0)")

    def _s_change_type(self, name: str, arguments: Sequence[Node], node: Node, depth: int) -> list[str]:
        if not arguments:
            raise BadZrf("(change-type needs a piece", node.line)
        kind = self._kind(arguments[0])
        return self._there(arguments[1:], node, depth, f"count = note(notes, count, CHANGE, {{cell}}, {kind})")

    def _s_create(self, name: str, arguments: Sequence[Node], node: Node, depth: int) -> list[str]:
        rest, owner, kind = list(arguments), "side + 1", "piece"
        words = [item.text if isinstance(item, Word) else "" for item in rest]
        if words and not (len(words) > 1 and words[1] in self.names.kinds):
            self.names.one_of(words[0], node.line, "player", "piece")
        if rest and isinstance(rest[0], Word) and rest[0].text in self.names.game.players:
            owner = str(self.names.player(word_of(rest.pop(0), "a player")) + 1)
        if rest and isinstance(rest[0], Word) and rest[0].text in self.names.kinds:
            kind = self._kind(rest.pop(0))
        value = f"256 * {owner} + {kind}" if owner.isdigit() else f"256 * ({owner}) + {kind}"
        return self._there(rest, node, depth, f"count = note(notes, count, CREATE, {{cell}}, {value})")

    def _s_set_attribute(self, name: str, arguments: Sequence[Node], node: Node, depth: int) -> list[str]:
        if len(arguments) not in (2, 3):
            raise BadZrf("an attribute is set by (set-attribute name true position)", node.line)
        attribute = word_of(arguments[0], "an attribute")
        if attribute not in self.names.attributes:
            raise self.names.unknown(attribute, node.line, "attribute", self.names.attributes)
        value = self._condition(arguments[1])
        number = {"True": "1", "False": "0"}.get(value, f"int({value})")
        bit = self.names.python["attribute", attribute]
        line = f"count = note(notes, count, MARK, {{cell}}, 2 * {bit} + {number})"
        return self._there(arguments[2:], node, depth, line)

    def _s_set_flag(self, name: str, arguments: Sequence[Node], node: Node, depth: int) -> list[str]:
        if len(arguments) != 2:
            raise BadZrf("a flag is set by (set-flag name true)", node.line)
        return [
            self._line(
                f"{local_name('flag', word_of(arguments[0], 'a flag'))} = {self._condition(arguments[1])}", depth
            )
        ]

    def _s_set_position_flag(self, name: str, arguments: Sequence[Node], node: Node, depth: int) -> list[str]:
        if len(arguments) not in (2, 3):
            raise BadZrf("a position's flag is set by (set-position-flag name true position)", node.line)
        marks, value = local_name("marks", word_of(arguments[0], "a flag")), self._condition(arguments[1])
        lines = self._there(arguments[2:], node, depth, f"{marks}[{{cell}}] = {value}")
        if len(lines) == 1:
            return lines
        # Off the board there is nothing to mark, and nothing happens: published files mark what lies on both sides of
        # a row along the edge.
        there, _, _, marked = lines
        return [there, self._line("if there >= 0:", depth), f"{_STEP}{marked}"]

    def _there(self, arguments: Sequence[Node], node: Node, depth: int, line: str) -> list[str]:
        """A line about the position or direction that is given, or about here."""
        if not arguments:
            return [self._line(line.format(cell="here"), depth)]
        cell = self._cell(the_only(arguments, node, f"one position or direction after {shown(node)}"))
        if cell.isdigit():
            return [self._line(line.format(cell=cell), depth)]
        lines = [f"there = {cell}", "if there < 0:", f"{_STEP}return found", line.format(cell="there")]
        return [self._line(one, depth) for one in lines]

    # --- conditions ---------------------------------------------------------------------------------------------------

    def _condition(self, node: Node) -> str:
        """A condition as an expression."""
        if isinstance(node, Text):
            raise BadZrf(f'"{node.text}" is no condition', node.line)
        name = node.text if isinstance(node, Word) else node.head
        arguments = node.rest if isinstance(node, Form) else ()
        if isinstance(node, Form) and len(node.items) == 1 and not name:
            return self._condition(node.items[0])
        if name in ("true", "false") and not arguments:
            return name.capitalize()
        if name in ("and", "or"):
            if not arguments:
                raise BadZrf(f"({name} needs conditions", node.line)
            return f"({f' {name} '.join(self._condition(item) for item in arguments)})"
        if name == "not":
            return f"not {bracketed(self._condition(the_only(arguments, node, '(not condition)')))}"
        if name.startswith("not-") and name not in self.names.attributes:
            positive = name.removeprefix("not-")
            return f"not {bracketed(self._asked(positive, arguments, node, said=name))}"
        return self._asked(name, arguments, node, said=name)

    def _asked(self, name: str, arguments: Sequence[Node], node: Node, said: str) -> str:
        if name in _PLAIN_CONDITIONS:
            if name in _ASKING:
                self.asks = True
                if self.plain:
                    self._cell_of(arguments, node)
                    return "False"
            self.remembers |= name.startswith("last")
            cell = self._cell_of(arguments, node)
            if name == "on-board?" and (cell == "here" or cell.isdigit()):
                return "True"
            return _PLAIN_CONDITIONS[name].format(cell=cell)
        if name in self.names.attributes:
            bit = self.names.python["attribute", name]
            return f"has_attribute(state, {self._cell_of(arguments, node)}, {bit})"
        if name not in _NAMED_CONDITIONS:
            raise self.names.unknown(
                said, node.line, "condition", [*_PLAIN_CONDITIONS, *_NAMED_CONDITIONS, *self.names.attributes]
            )
        if not arguments:
            raise BadZrf(f"({said} needs a name", node.line)
        named = word_of(arguments[0], "a name")
        if name == "flag?":
            nothing_after(arguments[1:], node)
            return local_name("flag", named)
        cell = self._cell_of(arguments[1:], node)
        if name == "in-zone?":
            return f"in_zone({self._zone(arguments[0])}, side, {cell})"
        if name == "piece?":
            return f"is_piece(state, {cell}, {self._kind(arguments[0])})"
        if name == "position?":
            if named not in self.names.positions:
                raise self.names.unknown(named, node.line, "position", self.names.positions)
            return f"{cell} == {self.names.positions[named]}"
        return f"flagged({local_name('marks', named)}, {cell})"

    def _cell_of(self, arguments: Sequence[Node], node: Node) -> str:
        return (
            self._cell(the_only(arguments, node, f"one position or direction in {shown(node)}"))
            if arguments
            else "here"
        )

    def _cell(self, node: Node) -> str:
        """The cell of a position, or the one in a direction from here."""
        if isinstance(node, Form):
            if node.head != "opposite":
                raise BadZrf(f"expected a position or a direction, got {shown(node)}", node.line)
            direction = word_of(the_only(node.rest, node, "(opposite direction)"), "a direction")
            if direction not in self.names.directions:
                raise self.names.unknown(direction, node.line, "direction", self.names.directions)
            if direction not in self.names.opposites:
                raise BadZrf(f"no direction leads back from {direction}", node.line)
            return f"LINKS[side, OPPOSITE[{self._way(direction)}], here]"
        name = word_of(node, "a position or a direction")
        self.names.one_of(name, node.line, "position", "direction")
        if name in self.names.positions:
            return str(self.names.positions[name])
        if name in self.names.directions:
            return f"LINKS[side, {self._way(name)}, here]"
        raise self.names.unknown(
            name, node.line, "position or direction", [*self.names.positions, *self.names.directions]
        )

    def _way(self, direction: str) -> str:
        if direction not in self.ways:
            self.ways.append(direction)
        return f"way{self.ways.index(direction) + 1}"

    def _kind(self, node: Node) -> str:
        name = word_of(node, "a piece")
        if name not in self.names.kinds:
            raise self.names.unknown(name, node.line, "piece", self.names.kinds)
        return self.names.python["piece", name]

    def _zone(self, node: Node) -> str:
        name = word_of(node, "a zone")
        if name not in self.names.board.zones:
            raise self.names.unknown(name, node.line, "zone", self.names.board.zones)
        return self.names.python["zone", name]

    def _names_of(self, what: str, block: Form) -> set[str]:
        """The flags of a block: what some move asks for, some move sets, and the other way round."""
        asked, given = flags_asked(block, what), flags_set(block, f"set-{what}")
        asked_anywhere, given_anywhere = self.names.flags[what]
        for name, line in given.items():
            # Where a block asks for no flag at all, what it sets cannot matter.
            if asked and name not in asked_anywhere:
                raise BadZrf(f"the {what.replace('-', ' ')} {name} is set, but no move asks for it", line)
        for name, line in asked.items():
            if name not in given_anywhere:
                raise BadZrf(f"the {what.replace('-', ' ')} {name} is asked for, but no move sets it", line)
        return {*asked, *given}


_STATEMENTS = {
    "verify": BlockWriter._s_verify,
    "if": BlockWriter._s_if,
    "while": BlockWriter._s_while,
    "add": BlockWriter._s_add,
    "add-partial": BlockWriter._s_add,
    "add-copy": BlockWriter._s_add,
    "add-copy-partial": BlockWriter._s_add,
    "to": BlockWriter._s_to,
    "from": BlockWriter._s_from,
    "cascade": BlockWriter._s_cascade,
    "mark": BlockWriter._s_mark,
    "back": BlockWriter._s_back,
    "go": BlockWriter._s_go,
    "opposite": BlockWriter._s_opposite,
    "capture": BlockWriter._s_effect,
    "flip": BlockWriter._s_effect,
    "change-owner": BlockWriter._s_effect,
    "change-type": BlockWriter._s_change_type,
    "create": BlockWriter._s_create,
    "set-attribute": BlockWriter._s_set_attribute,
    "set-flag": BlockWriter._s_set_flag,
    "set-position-flag": BlockWriter._s_set_position_flag,
}


def check_attributes(names: Names) -> None:
    """Refuse attributes that move code could not ask for."""
    for piece in names.game.pieces.values():
        for name in piece.attributes:
            if name.removeprefix("not-") in _CONDITIONS:
                raise BadZrf(f"the attribute {name} has the name of a condition: give it another", piece.line)
