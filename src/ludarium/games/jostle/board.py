"""Boards as data: a TOML file says how long the track is and where its special fields are.

    title = "Jostle 2007"
    length = 31                       # track fields 0 (start) to 30
    switches = [[6, 14], [13, 18]]    # pairs
    back = [10, 22, 23]               # "back three"
    goals = [26, 27, 28, 29, 30]      # worth 1, 2, 3 … in this order

A board that cannot be played on is refused with what is wrong and what would be right.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ludarium.engine.errors import BadRules, UnknownName
from ludarium.games.jostle.rules import BACK, MAX_GOALS, MAX_LENGTH, MIN_LENGTH, State

FOLDER = Path(__file__).parent / "boards"
_KEYS = ("title", "length", "switches", "back", "goals")


@dataclass(frozen=True)
class Board:
    """A track: its length, switch pairs (lower end first), back fields, and goal fields in the order of their worth."""

    title: str
    length: int
    switches: tuple[tuple[int, int], ...]
    back: tuple[int, ...]
    goals: tuple[int, ...]

    @cached_property
    def steps(self) -> Mapping[int, int]:
        """How far each special field leads a piece on (or, below 0, back)."""
        steps = dict.fromkeys(self.back, -BACK)
        for low, high in self.switches:
            steps |= {low: high - low, high: low - high}
        return steps

    def write(self, state: State) -> None:
        """Copy the board's tables into the fields of a blank state."""
        state.length, state.goals = self.length, len(self.goals)
        for field, step in self.steps.items():
            state.step[field] = step
        for worth, field in enumerate(self.goals, 1):
            state.worth[field] = worth

    def mark(self, field: int) -> str:
        """What is printed on a field: `start`, `→14`, `←6`, `−3`, `★2` (goal 2), nothing on a normal one."""
        if field in self.goals:
            return f"★{self.goals.index(field) + 1}"
        if field in self.back:
            return f"−{BACK}"
        step = self.steps.get(field, 0)
        if step:
            return f"{'→' if step > 0 else '←'}{field + step}"
        return "start" if field == 0 else ""


def names() -> list[str]:
    """The boards that come with the game."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def load_board(name: str) -> Board:
    """A board by its name, or by the path of a TOML file."""
    if name in names():
        return read_board((FOLDER / f"{name}.toml").read_text(encoding="utf-8"), name)
    path = Path(name)
    if path.suffix != ".toml":
        raise UnknownName("board", name, names(), hint=f"known: {', '.join(names())}, or the path of a .toml file")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRules(f"the board {name} cannot be read: {error}") from error
    return read_board(text, name)


def read_board(text: str, name: str) -> Board:
    """The board that a TOML text describes, checked; `name` is for error messages."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRules(f"the board {name} is no TOML: {error}") from error
    fault = next(_faults(data), None)
    if fault:
        raise BadRules(f"the board {name}: {fault}")
    return Board(
        title=data.get("title", Path(name).stem),
        length=data["length"],
        switches=tuple(sorted((min(pair), max(pair)) for pair in data.get("switches", []))),
        back=tuple(sorted(data.get("back", []))),
        goals=tuple(data["goals"]),
    )


def _faults(data: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong, the form first: later sentences rely on what the earlier ones found in order."""
    for key in data:
        if key not in _KEYS:
            yield f"it has '{key}', expected only {', '.join(_KEYS)}"
    if not isinstance(data.get("title", ""), str):
        yield f"title is {data['title']!r}, expected a text"
    length: Any = data.get("length")
    if not _whole(length) or not MIN_LENGTH <= length <= MAX_LENGTH:
        yield f"length is {length!r}, expected the number of track fields, {MIN_LENGTH} to {MAX_LENGTH}"
    for key in ("back", "goals"):
        listing = data.get(key, [])
        if not isinstance(listing, list) or not all(map(_whole, listing)):
            yield f"{key} is {listing!r}, expected a list of fields such as [10, 22]"
    switches = data.get("switches", [])
    if not isinstance(switches, list):
        yield f"switches is {switches!r}, expected a list of pairs such as [[6, 14]]"
    for pair in switches:
        if not isinstance(pair, list) or len(pair) != 2 or not all(map(_whole, pair)):
            yield f"the switch {pair!r} is unpaired: every switch joins two fields, such as [6, 14]"
    yield from _misplaced(data)


def _misplaced(data: Mapping[str, Any]) -> Iterator[str]:
    last = data["length"] - 1
    used: dict[int, str] = {0: "the start"}
    kinds = [
        *(("a switch", field) for pair in data.get("switches", []) for field in pair),
        *(("a back field", field) for field in data.get("back", [])),
        *(("a goal", field) for field in data.get("goals", [])),
    ]
    for kind, field in kinds:
        if not 0 <= field <= last:
            yield f"field {field} ({kind}) is not on the track: its fields are 0 to {last}"
        if field in used:
            yield f"field {field} is {kind} and {used[field]}: a field is one thing only"
        used[field] = kind
    for field in data.get("back", []):
        if field < BACK:
            yield f"the back field {field} leads below the start: back fields are {BACK} or higher"
    goals = data.get("goals", [])
    if not goals:
        yield "it has no goal: name at least one field in goals"
    if len(goals) > MAX_GOALS:
        yield f"it has {len(goals)} goals, expected at most {MAX_GOALS}"


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
