"""A game's entry: everything of the game by name, so that whoever needs a part finds it without loading the rest.

A game's folder holds its entry in its `__init__.py`, which imports nothing else:

    ENTRY = Entry("nim", ".game:Nim", "2", "take stones, the last one wins", home=__name__, board="board.js")

Whatever stands in a module is written `module:object`, and `.module:object` is a module of the game's own folder.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import inf
from types import ModuleType
from typing import Any

from ludarium.engine.errors import BadRules, LudariumError

PLAIN = "plain"
"""The board of games that have none of their own: the terminal's picture."""
OURS = "ludarium"
"""Where the games come from that belong to this package."""


@dataclass(frozen=True)
class Family:
    """Games without an entry of their own, each described by a text. Their compiled code is that of the entry's game.

    Anybody on the network may give such a text, if it is one of `anybody`: `game` reads no file and runs no code for
    it.
    """

    form: str
    """A regular expression of the texts, letters of either case."""
    game: str
    """`module:function` from a text to the game."""
    example: str
    suffix: str = ""
    """How the names of files end that hold a game of the family, and `file` the function from a path to the game."""
    file: str = ""
    python: str = ""
    """`module:function` from a text to the Python file that plays it, `file.py:Class`: so it can be registered."""
    anybody: str = r"[\w×,-]+(?: [\w×,-]+)*"
    """A regular expression of those texts that may come from the network: by default, nothing that could be a path."""


@dataclass(frozen=True)
class Entry:
    """One game: how it is called, where its class is, and all that belongs to it."""

    name: str
    game: str
    """The class, `package.module:Class`."""
    seats: str
    """How many play: `2`, `2–4`."""
    summary: str
    home: str = ""
    """The package of the game's folder."""
    title: str = ""
    board: str = PLAIN
    """The board that shows it in the browser: one of the client's, or a file such as `board.js` beside the class."""
    players: Mapping[str, str] = field(default_factory=dict)
    """The game's own players: name → `module:Class`."""
    levels: str = ""
    """The opponents that people are offered: a tuple of `Level`, weakest first."""
    elements: str = ""
    """The grammar of its composed players, where it has such: `Elements`."""
    quiz: str = ""
    """Questions about its rules: a function from the game to a tuple of `RuleCheck`."""
    introduction: str = ""
    """How to learn it on the board: a tuple of `Step`."""
    commands: str = ""
    """What `ludarium NAME …` does: a Typer application."""
    reproductions: Mapping[str, str] = field(default_factory=dict)
    """Published figures about the game: the source's name → a `Reproduction`."""
    studies: Mapping[str, str] = field(default_factory=dict)
    """What the game's source found in studies with people: the kind of study → its figures."""
    habits: str = ""
    """A function from records with the seats that count, `[(record, seats)]`, to what people are known to do in the
    game: by the habit's name a dict of `value`, `low`, `high`, `of`, and what the source counted among `people`."""
    notation: str = ""
    """A module that writes records as the game's source does, and reads them: `write_game(record, game)` and
    `read_game(text, game)`."""
    rule_bases: str = ""
    """How rule bases play it, where that is not the common way: a class of `RuleBases`."""
    family: Family | None = None
    place: float = inf
    """Where it stands in lists: the smaller before the larger, games without a place last and by name."""
    origin: str = OURS
    """The package, file or folder that it comes from."""
    fault: str = ""
    """Why it cannot be loaded."""

    def __post_init__(self) -> None:
        for name in (
            "game",
            "levels",
            "elements",
            "quiz",
            "introduction",
            "commands",
            "habits",
            "notation",
            "rule_bases",
        ):
            object.__setattr__(self, name, self._absolute(getattr(self, name)))
        for name in ("players", "reproductions", "studies"):
            own = {key: self._absolute(reference) for key, reference in getattr(self, name).items()}
            object.__setattr__(self, name, own)

    def _absolute(self, reference: str) -> str:
        if reference.startswith(".") and not self.home:
            raise LudariumError(f"the entry of {self.name} refers to {reference}: give it home=__name__, too")
        return f"{self.home}{reference}" if reference.startswith(".") else reference

    def at_home(self, reference: str) -> str:
        """A reference of the entry's family, with the folder's name."""
        return self._absolute(reference)


def entries_of(module: ModuleType) -> tuple[Entry, ...]:
    """The entries of a game's folder: its `ENTRY`, or `ENTRIES` where there are several."""
    several = getattr(module, "ENTRIES", None)
    found = (getattr(module, "ENTRY", None),) if several is None else tuple(several)
    if not found or not all(isinstance(entry, Entry) for entry in found):
        raise LudariumError(f"{module.__name__} has no ENTRY: its __init__.py should say ENTRY = Entry(…)")
    return found


# --- games without an entry -------------------------------------------------------------------------------------------


def entry_of_class(kind: Any, reference: str, origin: str, name: str = "") -> Entry:
    """The entry of a game that is given by its class alone."""
    for said in ("name", "rules"):
        if not hasattr(kind, said):
            raise BadRules(f"{origin}: the class {kind.__name__} is no whole game yet: give it a {said}")
    own = kind.entry
    if own is not None and own.name == (name or own.name):
        return own  # type: ignore[no-any-return]
    seats = next((p for p in kind.parameters if p.name == "seats"), None)
    low, high = (kind.seat_count,) * 2 if seats is None else (int(seats.low), int(seats.high))
    return Entry(name or kind.name, reference, _span(low, high), kind.summary, origin=origin, title=kind.title)


def entry_of_source(source: str, class_name: str, reference: str, origin: str, name: str = "") -> Entry | None:
    """The same from the text of its module, which is quick; None where only running it would tell.

    Without a class name, the class is the only one that says to be a game.
    """
    try:
        classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    except SyntaxError:
        return None
    chosen = [node for node in classes if node.name == class_name or (not class_name and _is_game(node))]
    if len(chosen) != 1:
        return None
    said = dict(_said(chosen[0].body))
    try:
        known = {key: ast.literal_eval(said[key]) for key in ("name", "title", "summary", "seat_count") if key in said}
        low, high = _seats_said(said.get("parameters"), known.get("seat_count", 2))
        if "entry" in said or not isinstance(name or known["name"], str):
            return None
        if not class_name:
            reference = f"{reference}:{chosen[0].name}"
        return Entry(
            name or known["name"],
            reference,
            _span(low, high),
            known["summary"],
            origin=origin,
            title=known.get("title", ""),
        )
    except (KeyError, ValueError, TypeError):  # not said in so many words
        return None


def _is_game(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).rpartition(".")[2] == "Game" for base in node.bases)


def _said(body: Iterable[ast.stmt]) -> Iterable[tuple[str, ast.expr]]:
    """The names of a class and what is assigned to them."""
    for line in body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.value is not None:
            yield line.target.id, line.value
        elif isinstance(line, ast.Assign):
            yield from ((target.id, line.value) for target in line.targets if isinstance(target, ast.Name))


def _seats_said(parameters: ast.expr | None, count: int) -> tuple[int, int]:
    """The least and the most seats, from the parameter of that name or the number that is always the same."""
    if parameters is None:
        return count, count
    if not isinstance(parameters, ast.Tuple | ast.List):
        raise ValueError(ast.unparse(parameters))
    for call in parameters.elts:
        if not isinstance(call, ast.Call) or not call.args:
            raise ValueError(ast.unparse(call))
        if ast.literal_eval(call.args[0]) == "seats":
            named = {keyword.arg: keyword.value for keyword in call.keywords}
            return int(ast.literal_eval(named["low"])), int(ast.literal_eval(named["high"]))
    return count, count


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"
