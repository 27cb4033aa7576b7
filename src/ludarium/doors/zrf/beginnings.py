"""Where a block of move code may lead to a move, for all cells at once.

The steps and the plain questions with which a block begins are asked of a whole set of cells by shifting it. Flags that
are set on the way, as by disks that are outflanked, are worked out backwards: from where they are set to the cells from
which that is reached, a `while` going on until it finds no more. What is not so easily asked is left out: the answer
may have cells too many, which the block itself then turns down, but never too few. Where nothing is left out and the
block ends with one move in any case, the answer is *sure*: those cells are the moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludarium.doors.zrf.names import Names
from ludarium.doors.zrf.reader import Form, Node, Word, flat, name_of

_EFFECTS = frozenset({"capture", "flip", "change-owner", "change-type", "set-attribute"})
"""Commands that go nowhere and end nothing, unless they are said of another position."""
_SKIPPED = _EFFECTS | {"create", "mark", "from", "to", "set-flag", "set-position-flag"}
"""Commands that go nowhere."""


_ASKED = {"mine": "men_of(state, side)", "theirs": "enemies_of(state, side)", "occupied": "taken(state)"}
_MANY_WAYS = 4
_MOST_STEPS = 12


@dataclass
class Beginning:
    """The lines from `cells` to those from which the block may lead to a move; none where they could tell nothing."""

    lines: list[str]
    sure: bool
    gone: list[str]
    """The directions that the block has gone in the end, where it is sure."""


@dataclass
class _Writer:
    names: Names
    ways: Sequence[str]
    lines: list[str] = field(default_factory=list)
    flags: dict[str, list[str]] = field(default_factory=dict)
    """By flag: the sets of cells from which it is set."""
    unknown: set[str] = field(default_factory=set)
    """Flags that something else may set."""
    exact: bool = True
    made: int = 0

    def _new(self, expression: str) -> str:
        self.made += 1
        self.lines.append(f"set{self.made} = {expression}")
        return f"set{self.made}"

    def write(self, items: Sequence[Node]) -> Beginning:
        gone: list[str] = []
        told = sure = False
        nodes = flat(items)
        for place, node in enumerate(nodes):
            name = name_of(node)
            if self._is_way(node):
                way = self._way(name)
                self.lines.append(f"cells = onward(cells, side, {way})")
                gone.append(way)
                told = True
            elif name == "verify" and isinstance(node, Form) and len(node.items) == 2:
                asked = self._verified(node.items[1], gone)
                self.lines += [f"cells &= {part}" for part in asked]
                told |= bool(asked)
            elif name == "if" and isinstance(node, Form) and not gone and self._looks(node):
                pass
            elif name in _SKIPPED:
                self._skip(node)
            else:
                sure = self.exact and place == len(nodes) - 1 and self._one_move(node)
                break
        if not told:
            return Beginning([], False, [])
        back = [f"cells = before(cells, side, {way})" for way in reversed(gone)]
        return Beginning(_once([*self.lines, *back, "return cells"]), sure, gone)

    def _skip(self, node: Node) -> None:
        """Leave out a command that goes nowhere; what it may do about flags or end is no longer known."""
        name = name_of(node)
        if name == "set-flag" and isinstance(node, Form) and len(node.items) == 3:
            flag = name_of(node.items[1])
            if not self._is_flag(node, "false") or self.flags.get(flag):
                self.unknown.add(flag)
                self.exact = False
        elif name not in _EFFECTS or (isinstance(node, Form) and not self._about_here(node)):
            self.exact = False

    @staticmethod
    def _about_here(node: Form) -> bool:
        return node.head == "set-attribute" or (node.head == "change-type" and len(node.items) == 2)

    def _is_way(self, node: Node) -> bool:
        return isinstance(node, Word) and node.text in self.names.regular and node.text not in self.names.positions

    def _way(self, direction: str) -> str:
        return f"way{self.ways.index(direction) + 1}"

    def _before(self, cells: str, direction: str) -> str:
        """The cells from which a step leads to some of these. A block that looks in many directions is one of a kind:
        its steps are written out where they are the same for all players, others share a kernel."""
        links = [
            self.names.board.links[self.names.board.meant(player, direction)] for player in self.names.game.players
        ]
        if len(self.ways) < _MANY_WAYS or any(one != links[0] for one in links):
            return f"before({cells}, side, {self._way(direction)})"
        number = self.names.positions
        one, two = next(iter(links[0].items()))
        shift, onto = number[two] - number[one], sum(1 << number[there] for there in links[0].values())
        return f"{'down' if shift > 0 else 'up'}({cells} & np.uint64({onto}), {abs(shift)})"

    def _longest(self, direction: str) -> int:
        """How many steps one can go in a direction, wherever one begins and whoever goes."""
        board, most = self.names.board, 0
        for player in self.names.game.players:
            links = board.links[board.meant(player, direction)]
            for cell in links.keys() - set(links.values()):
                steps, here = 0, cell
                while here in links:
                    steps, here = steps + 1, links[here]
                most = max(most, steps)
        return most

    def _is_flag(self, node: Node, value: str) -> bool:
        return (
            isinstance(node, Form)
            and node.head == "set-flag"
            and len(node.items) == 3
            and name_of(node.items[2]) == value
        )

    def _verified(self, condition: Node, gone: list[str]) -> list[str]:
        """The sets in which a cell must be; a flag must have been set somewhere."""
        if isinstance(condition, Form) and condition.head == "and" and condition.rest:
            return [part for item in condition.rest for part in self._verified(item, gone)]
        if isinstance(condition, Form) and condition.head == "flag?" and len(condition.items) == 2 and not gone:
            flag = name_of(condition.items[1])
            found = self.flags.get(flag)
            if found and flag not in self.unknown:
                return [f"({' | '.join(found)})"]
        asked = self._set(condition)
        if asked is None:
            self.exact = False
            return []
        return [asked]

    # --- looking along the lines -------------------------------------------------------------------------------------

    def _looks(self, node: Form) -> bool:
        """Whether an `if` only looks along a line from the start and comes back; the flags that it sets are noted."""
        items = flat(node.rest)
        condition = self._set(items[0]) if items else None
        inner = items[1:]
        if condition is None or len(inner) < 3 or name_of(inner[0]) != "mark" or name_of(inner[-1]) != "back":
            return False
        if any(name_of(item) in ("else", "mark", "back") for item in inner[1:-1]):
            return False
        flags = {name_of(form.items[1]) for form in _forms(inner) if self._is_flag(form, "true")}
        if len(flags) != 1 or any(not self._is_flag(form, "true") for form in _forms(inner) if form.head == "set-flag"):
            return False
        (flag,) = flags
        kept = len(self.lines)
        found = self._reaches(inner[1:-1])
        if found is None:
            del self.lines[kept:]
            return False
        self.flags.setdefault(flag, []).append(self._new(f"{condition} & {found}"))
        return True

    def _reaches(self, items: Sequence[Node]) -> str | None:
        """The set of the cells from which these commands come to set the flag; None where it cannot be said."""
        if not items:
            return None
        node, rest = items[0], items[1:]
        name = name_of(node)
        if self._is_flag(node, "true"):
            return "EVERYWHERE" if self._comes_back(rest) else None
        if self._is_way(node):
            found = self._reaches(rest)
            return None if found is None else self._before(found, name)
        if not isinstance(node, Form) or len(node.items) < 2:
            return None
        condition = self._set(node.items[1])
        if condition is None:
            return None
        if name == "if" and not rest:
            found = self._reaches(flat(node.items[2:]))
            return None if found is None else f"({condition} & {found})"
        if name == "while" and len(node.items) == 3 and self._is_way(node.items[2]):
            # Going on while a condition holds that holds on the board only, one never falls off it.
            found = self._reaches(rest)
            step = name_of(node.items[2])
            if found is None or not self._asks_ahead(node.items[1], step):
                return None
            asked = self._new(condition)
            here = self._new(f"~{asked} & {found}")
            steps = self._longest(step)
            if steps <= _MOST_STEPS:
                # As often as a line is long, whatever stands there: quicker than to look each time whether to go on.
                self.lines += [f"for _ in range({steps}):", f"    {here} |= {asked} & {self._before(here, step)}"]
                return here
            further = self._new(here)
            self.lines += [
                f"while some({further}):",
                f"    {further} = {asked} & {self._before(further, step)} & ~{here}",
                f"    {here} |= {further}",
            ]
            return here
        return None

    @staticmethod
    def _asks_ahead(condition: Node, direction: str) -> bool:
        """Whether a condition holds only where the next cell in a direction is on the board."""
        return (
            isinstance(condition, Form)
            and condition.head in ("enemy?", "friend?", "empty?")
            and len(condition.items) == 2
            and name_of(condition.items[1]) == direction
        )

    @staticmethod
    def _comes_back(rest: Sequence[Node]) -> bool:
        """Whether what follows only does something on every cell of the way back."""
        if not rest:
            return True
        node = rest[0]
        if len(rest) > 1 or not isinstance(node, Form) or node.head != "while" or len(node.items) < 3:
            return False
        *effects, step = node.items[2:]
        plain = all(isinstance(effect, Word) and effect.text in _EFFECTS for effect in effects)
        return name_of(node.items[1]) == "not-marked?" and name_of(step) == "opposite" and plain

    # --- the end of a block -------------------------------------------------------------------------------------------

    def _one_move(self, node: Node) -> bool:
        """Whether a command makes one move in any case."""
        name = name_of(node)
        if name in ("add", "add-partial"):
            given = node.rest if isinstance(node, Form) else ()
            return sum(name_of(item) in self.names.kinds for item in given) <= 1
        if name == "if" and isinstance(node, Form):
            branches = flat(node.items[2:])
            if len(branches) == 3 and name_of(branches[1]) == "else":
                return self._one_move(branches[0]) and self._one_move(branches[2])
        return False

    def _set(self, node: Node) -> str | None:
        """The set of the cells at which a condition holds, exactly; None where it cannot be said."""
        names = self.names
        name = name_of(node)
        arguments = list(node.rest) if isinstance(node, Form) else []
        if name == "not" and len(arguments) == 1:
            inner = self._set(arguments[0])
            return None if inner is None else f"~{inner}"
        if name.startswith("not-") and name not in names.attributes:
            positive = Word(name.removeprefix("not-"), node.line, node.column)
            inner = self._set(Form((positive, *arguments), node.line, node.column))
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
        return self._before(found, where.text)


def _once(lines: list[str]) -> list[str]:
    """The lines, with what is asked of the board several times asked once before."""
    text = "\n".join(lines)
    head = []
    for name, asked in _ASKED.items():
        if text.count(asked) > 1:
            head.append(f"{name} = {asked}")
            text = text.replace(asked, name)
    return [*head, *text.split("\n")]


def beginning(names: Names, items: Sequence[Node], ways: Sequence[str]) -> Beginning:
    """Where a block may lead to a move."""
    return _Writer(names, ways).write(items)


def _forms(items: Sequence[Node]) -> list[Form]:
    """All forms, those within others included."""
    return [found for item in items if isinstance(item, Form) for found in (item, *_forms(item.items))]
