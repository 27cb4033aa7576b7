"""Macros: `(define step ($1 (verify empty?) add))`, used as `(step n)`.

A use is replaced by what the definition says, with the arguments in the places of `$1`, `$2` and so on; what comes out
is looked through again. A definition holds from where it stands; one that stands further down is used all the same,
with a warning. A use within a definition that gives no `$2` means the `$2` of that definition, as it does in Zillions,
which puts texts into texts; that comes with a warning too, since it may be a slip of the pen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ludarium.doors.zrf.errors import BadZrf
from ludarium.doors.zrf.reader import Form, Node, Text, Word

_PARAMETER = re.compile(r"\$(\d+)")
_DEEPEST = 60
_MOST_NODES = 400_000


@dataclass(frozen=True)
class Macro:
    name: str
    body: tuple[Node, ...]
    line: int


@dataclass
class Macros:
    """The definitions so far, and those that are still to come."""

    later: dict[str, Macro] = field(default_factory=dict)
    known: dict[str, Macro] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    lent: set[str] = field(default_factory=set)
    """Macros of which some use took an argument from the one around it: one warning says so."""
    made: int = 0

    @classmethod
    def of(cls, forms: Iterable[Node]) -> Macros:
        """All definitions of a file as ones that are still to come."""
        found = cls()
        for form in _defines(forms):
            macro = _macro(form)
            found.later.setdefault(macro.name, macro)
        return found

    def define(self, form: Form) -> None:
        macro = _macro(form)
        self.known[macro.name] = macro

    def expand(self, nodes: Iterable[Node], within: tuple[Form, ...] = ()) -> Iterator[Node]:
        """The nodes with every use of a macro replaced; definitions among them take effect and vanish.

        `within` are the uses whose text this is, the outermost first."""
        for node in nodes:
            if not isinstance(node, Form):
                yield node
                continue
            if node.head == "define":
                self.define(node)
                continue
            macro = self._macro_for(node)
            if macro is None:
                self._count(node.line)
                yield Form(tuple(self.expand(node.items, within)), node.line, node.column)
                continue
            if len(within) >= _DEEPEST:
                raise BadZrf(f"the macro {macro.name} uses itself", node.line)
            yield from self.expand(self._filled(macro, node, within), (*within, node))

    def _macro_for(self, use: Form) -> Macro | None:
        name = use.head
        if name in self.known:
            return self.known[name]
        if name in self.later:
            macro = self.later[name]
            self.known[name] = macro
            self.warnings.append(f"line {use.line}: the macro {name} is used above its definition in line {macro.line}")
            return macro
        return None

    def _filled(self, macro: Macro, use: Form, within: tuple[Form, ...]) -> Iterator[Node]:
        for node in macro.body:
            yield from self._put(node, macro, (*within, use))

    def _put(self, node: Node, macro: Macro, uses: tuple[Form, ...]) -> Iterator[Node]:
        self._count(uses[-1].line)
        if isinstance(node, Form):
            items = tuple(part for item in node.items for part in self._put(item, macro, uses))
            yield Form(items, node.line, node.column)
        elif "$" not in node.text:
            yield node
        elif isinstance(node, Word) and (whole := _PARAMETER.fullmatch(node.text)):
            yield self._argument(int(whole[1]), macro, uses)
        else:
            text = _PARAMETER.sub(lambda found: self._text(int(found[1]), macro, uses), node.text)
            yield type(node)(text, node.line, node.column)

    def _argument(self, number: int, macro: Macro, uses: tuple[Form, ...]) -> Node:
        """What a use gives for a parameter, or else the one around it."""
        *around, use = uses
        if 1 <= number < len(use.items):
            return use.items[number]
        for other in reversed(around):
            if 1 <= number < len(other.items):
                if macro.name not in self.lent:
                    self.lent.add(macro.name)
                    self.warnings.append(
                        f"line {use.line}: the macro {macro.name} is used without ${number}: "
                        f"what is given to {other.head} around it was taken"
                    )
                return other.items[number]
        raise BadZrf(f"the macro {macro.name} needs ${number}, which is not given", use.line)

    def _text(self, number: int, macro: Macro, uses: tuple[Form, ...]) -> str:
        """An argument within a longer word or a text."""
        given = self._argument(number, macro, uses)
        if isinstance(given, Form):
            raise BadZrf(f"${number} of the macro {macro.name} stands within a word: expected a word", given.line)
        return given.text

    def _count(self, line: int) -> None:
        self.made += 1
        if self.made > _MOST_NODES:
            raise BadZrf("the macros come to more than anybody could play", line)


def _macro(form: Form) -> Macro:
    if len(form.items) < 2 or not isinstance(form.items[1], Word):
        raise BadZrf("(define needs a name and what it stands for", form.line)
    return Macro(form.items[1].text, form.items[2:], form.line)


def _defines(forms: Iterable[Node]) -> Iterator[Form]:
    for form in forms:
        if isinstance(form, Form):
            if form.head == "define":
                yield form
            else:
                yield from _defines(form.items)


def word_of(node: Node, what: str) -> str:
    """A word, or an error that says what was expected in its place."""
    if not isinstance(node, Word):
        raise BadZrf(f"expected {what}, got {_short(node)}", node.line)
    return node.text


def _short(node: Node) -> str:
    return f'"{node.text[:20]}"' if isinstance(node, Text) else f"({node.head} …)" if isinstance(node, Form) else "?"
