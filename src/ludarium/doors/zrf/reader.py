"""Rules files as nested lists: words, texts and brackets, each with the line and column at which it stands.

Everything after a semicolon is a comment. A text in quotation marks may go over several lines. Three slips that
Zillions' own readers made are mended, each with a warning that says so: a closing bracket too many, sections that no
`(game …)` encloses, and macros that are used above their definition (`macros` sees to those).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ludarium.doors.zrf.errors import BadZrf


@dataclass(frozen=True)
class Word:
    """A word or a number."""

    text: str
    line: int
    column: int


@dataclass(frozen=True)
class Text:
    """What stands in quotation marks."""

    text: str
    line: int
    column: int


@dataclass(frozen=True)
class Form:
    """What stands between two brackets."""

    items: tuple[Node, ...]
    line: int
    column: int

    @property
    def head(self) -> str:
        """The first word; empty where it is none."""
        return self.items[0].text if self.items and isinstance(self.items[0], Word) else ""

    @property
    def rest(self) -> tuple[Node, ...]:
        return self.items[1:]


Node = Word | Text | Form


def shown(node: Node) -> str:
    """A node as it would be typed."""
    if isinstance(node, Word):
        return node.text
    return f'"{node.text}"' if isinstance(node, Text) else f"({' '.join(shown(item) for item in node.items)})"


def words_in(node: Node) -> set[str]:
    """All words of a node."""
    if isinstance(node, Form):
        return {word for item in node.items for word in words_in(item)}
    return {node.text} if isinstance(node, Word) else set()


def words_of(node: Node) -> list[str]:
    """The same, as often as they stand there."""
    if isinstance(node, Form):
        return [word for item in node.items for word in words_of(item)]
    return [node.text] if isinstance(node, Word) else []


def name_of(node: Node) -> str:
    """The word, or that with which a form begins."""
    return node.head if isinstance(node, Form) else node.text


def flat(items: Sequence[Node]) -> list[Node]:
    """The nodes without brackets that only stand around several."""
    found: list[Node] = []
    for item in items:
        if isinstance(item, Form) and item.items and not item.head:
            found += flat(item.items)
        else:
            found.append(item)
    return found


@dataclass
class Source:
    """A file that is being read: its forms, and what was mended."""

    forms: list[Node]
    warnings: list[str] = field(default_factory=list)


_TOKEN = re.compile(r'(?P<left_out>[\s\0\x1a\ufeff]+|;[^\n]*)|"[^"]*"|"|[()]|[^\s();"\0\x1a\ufeff]+')
"""Blanks of every kind, those of pages copied from the web among them, and comments are left out; all else counts."""
SECTIONS = frozenset(
    {"title", "description", "history", "strategy", "option", "define", "default", "engine", "solution", "music"}
    | {"players", "turn-order", "board", "board-setup", "piece", "move-priorities"}
    | {"win-condition", "loss-condition", "draw-condition", "count-condition"}
)
"""Words that begin the parts of a game."""
OUTERMOST = frozenset({"game", "variant", "define", "include", "version", "translate"})
"""Words that begin what stands in a file beside each other."""


def text_of(path: Path) -> str:
    """The text of a file, in whichever encoding it was written."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadZrf(f"{path} cannot be read: {error.strerror}") from error
    try:
        return data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1251" if _is_cyrillic(data) else "cp1252", errors="replace")


def _is_cyrillic(data: bytes) -> bool:
    """Whether most letters beyond ASCII stand in words of such letters: elsewhere they are accents among others."""
    words = re.findall(rb"[\xa8\xb8\xc0-\xff]+", data)
    return sum(len(word) for word in words if len(word) > 1) > sum(len(word) for word in words) / 2


def read(text: str) -> Source:
    """The forms of a text; brackets that do not match are an error with a line, or mended where it is plain how."""
    source = Source([])
    opened: list[tuple[list[Node], int, int]] = []
    stray: list[tuple[int, bool]] = []
    """Brackets that close nothing: their lines, and whether it is plain where they belong."""
    inside: list[Node] = source.forms
    for token, line, column in _tokens(re.sub("\r\n?", "\n", text)):
        if stray and token != ")" and not stray[-1][1]:
            raise BadZrf("a closing bracket too many, here or above", stray[-1][0])
        if token == "(":
            opened.append((inside, line, column))
            inside = []
        elif token == ")":
            if not opened:
                stray.append((line, _mend(source, line)))
                continue
            outer, begun, at = opened.pop()
            outer.append(Form(tuple(inside), begun, at))
            inside = outer
        elif token.startswith('"'):
            inside.append(Text(token[1:-1], line, column))
        else:
            inside.append(Word(token, line, column))
    if opened:
        _, begun, _ = opened[-1]
        raise BadZrf("this bracket is never closed", begun)
    if len(stray) > 1:
        raise BadZrf(f"{len(stray)} closing brackets too many", stray[0][0])
    _gather(source)
    return source


def _tokens(text: str) -> Iterator[tuple[str, int, int]]:
    line, begun, place = 1, 0, 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        assert found is not None
        token = found[0]
        if token == '"':
            raise BadZrf("this quotation mark is never closed", line)
        if not found["left_out"]:
            yield token, line, place - begun + 1
        lines = token.count("\n")
        if lines:
            line += lines
            begun = place + token.rindex("\n") + 1
        place = found.end()


def _mend(source: Source, line: int) -> bool:
    """A bracket that closes nothing: one above it may have been too many, and what follows that belongs into what it
    closed too early. Whether that is plain; if not, the bracket may only be the last of the file."""
    last = source.forms[-1] if source.forms else None
    before = source.forms[-2] if len(source.forms) > 1 else None
    if (
        isinstance(last, Form)
        and last.head not in SECTIONS | OUTERMOST
        and isinstance(before, Form)
        and before.head == "board-setup"
    ):
        source.forms[-2:] = [Form((*before.items, last), before.line, before.column)]
        source.warnings.append(
            f"line {last.line}: a closing bracket too many before ({last.head} …), which was taken to belong to the "
            f"{before.head} of line {before.line}"
        )
        return True
    source.warnings.append(f"line {line}: a closing bracket too many was left out")
    return False


def _gather(source: Source) -> None:
    """Sections that stand in no game are put into one."""
    games = [form for form in source.forms if isinstance(form, Form) and form.head in ("game", "variant")]
    loose = [form for form in source.forms if not (isinstance(form, Form) and form.head in OUTERMOST)]
    for node in loose:
        if not isinstance(node, Form):
            raise BadZrf(f"'{node.text}' stands outside of all brackets", node.line)
        if node.head not in SECTIONS:
            raise BadZrf(f"({node.head or '…'} is nothing that a rules file may begin with", node.line)
    if not loose:
        return
    if games:
        raise BadZrf(f"({loose[0].head} stands outside of (game …): a bracket above it closes too early", loose[0].line)  # type: ignore[union-attr]
    first = loose[0]
    place = source.forms.index(first)
    game = Form((Word("game", first.line, first.column), *loose), first.line, first.column)
    kept = [form for form in source.forms if form not in loose]
    source.forms[:] = [*kept[:place], game, *kept[place:]]
    source.warnings.append(f"line {first.line}: no (game …) around the rules: all of them were taken for one game")
