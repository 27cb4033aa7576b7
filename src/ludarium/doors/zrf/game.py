"""A translated game for people: its moves and positions in words, its board as a picture and as a scene."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ludarium.doors.zrf import frame, scene, state
from ludarium.doors.zrf.listing import ADDS, PASS, SIDE
from ludarium.doors.zrf.moving import CAPTURE, COUNTED, FROM, HEAD, KIND, MOVE, SIZE, TO, fresh_notes, wide
from ludarium.doors.zrf.scene import ZrfData, ZrfMove
from ludarium.doors.zrf.state import TURNS, WAYS, run
from ludarium.engine.game import Game, normal
from ludarium.engine.kernels import bitset64
from ludarium.engine.kernels.jit import Constant, kernel
from ludarium.engine.move import Move, MoveValue
from ludarium.engine.position import Position, View
from ludarium.engine.rules import Rules

_KEPT_TEXTS = 64
"""Positions whose moves' texts are kept: they are asked for one by one, but made together."""


@kernel
def trace(states: Any, row: int, move: int) -> Any:
    """The notes of a move that is not made."""
    notes = fresh_notes()
    none = np.empty(0, np.int64)
    cell, way = move // ADDS // WAYS, move // ADDS % WAYS
    side = wide(TURNS[states[row].turn, SIDE])
    run(states[row], side, cell, way, (cell * WAYS + way) * ADDS, move, notes, none, 0)
    return notes


def translated(
    owner: str,
    numbers: Mapping[str, Any],
    tables: Mapping[str, Any],
    links: Any,
    run: Callable[..., int],
    threaten: Callable[..., int],
    starts: Callable[..., Any],
    reached: Callable[..., bool],
) -> Rules:
    """The rules that all translated games share, with the parts of one filled in."""
    filled: dict[Any, Any] = {state.run: run, state.threaten: threaten, state.reached: reached, state.LINKS: links}
    filled |= {state.starts: starts, state.SETS: numbers["CELLS"] <= bitset64.CELLS}
    filled[state.SHIFTS], filled[state.ONTO] = _shifts(links)
    filled[state.RAYS] = _rays(links, filled[state.SHIFTS])
    for name, number in numbers.items():
        filled[_stand_in(name)] = number
    for name, table in tables.items():
        filled[_stand_in(name)] = np.array(table, np.int64)
    return Rules.collect(
        owner,
        vars(frame),
        state.State,
        max_moves=numbers["MOST_MOVES"],
        max_plies=numbers["LONGEST"] + 2 * numbers["CELLS"] + 2,
        replacements=filled,
    )


def _shifts(links: Any) -> tuple[Any, Any]:
    """What a step in each direction adds to a cell, and onto which cells it leads; nothing where it differs."""
    shifts, onto = np.zeros(links.shape[:2], np.int64), np.zeros(links.shape[:2], np.uint64)
    for side, way in np.ndindex(*links.shape[:2]):
        there = {cell: int(goal) for cell, goal in enumerate(links[side, way]) if 0 <= goal < bitset64.CELLS}
        if len({goal - cell for cell, goal in there.items()}) == 1:
            shifts[side, way] = next(goal - cell for cell, goal in there.items())
            onto[side, way] = sum(1 << goal for goal in there.values())
    return shifts, onto


def _rays(links: Any, shifts: Any) -> Any:
    """The cells that lie from each cell on in each direction that leads on by the same number everywhere."""
    rays = np.zeros(links.shape if links.shape[2] <= bitset64.CELLS else (1, 1, 1), np.uint64)
    for side, way, cell in np.ndindex(*rays.shape):
        here = int(links[side, way, cell]) if shifts[side, way] else -1
        while here >= 0:
            rays[side, way, cell] |= np.uint64(1 << here)
            here = int(links[side, way, here])
    return rays


def _stand_in(name: str) -> Constant:
    found = getattr(state, name)
    assert isinstance(found, Constant), name
    return found


def _noted(notes: Any, what: int) -> dict[int, int]:
    """The cells of which a move notes something, and what it is worth."""
    places = range(HEAD, HEAD + SIZE * int(notes[COUNTED]), SIZE)
    return {int(notes[place + 1]): int(notes[place + 2]) for place in places if notes[place] == what}


class ZrfGame(Game):
    """A game that was translated from a rules file."""

    points_range = (0.0, 1.0)
    board_kind = "board.js"
    said: ClassVar[Mapping[str, str]] = {}
    """The file's title, description, history and strategy."""
    players_named: ClassVar[tuple[str, ...]] = ()
    """All players, those without a seat included."""
    pieces: ClassVar[Mapping[str, str]] = {}
    """The letter of each kind of piece, in the order of their numbers."""
    helps: ClassVar[Mapping[str, str]] = {}
    """What the file says of its pieces."""
    positions: ClassVar[tuple[str, ...]] = ()
    places: ClassVar[Sequence[tuple[int, int, int, int]]] = ()
    """By position: left, top, right and bottom in the file's picture; zeros where it is not shown."""

    attributes: ClassVar[tuple[str, ...]] = ()

    def attribute(self, name: str) -> int:
        """The bit of an attribute, -1 where no piece has it."""
        return self.attributes.index(name) if name in self.attributes else -1

    # --- moves in words -----------------------------------------------------------------------------------------------

    @cached_property
    def _trace(self) -> Any:
        return self.bound.bind(trace)

    @cached_property
    def _kept(self) -> dict[bytes, dict[int, str]]:
        return {}

    def move_text(self, value: MoveValue, state: Any, seat: int) -> str:
        """`e2-e4`, `e4xd5`, `e7-e8=Q`, `c3xd4-e5`; `P@e4` or `e4` for a drop; `/2` where two would read the same."""
        assert isinstance(value, int)
        states = np.zeros(1, self.rules.dtype)
        states[0] = state
        key = states.tobytes()
        if key not in self._kept:
            if len(self._kept) >= _KEPT_TEXTS:
                self._kept.clear()
            self._kept[key] = self._texts(states, seat)
        return self._kept[key].get(value) or self._text(states, value)

    def _texts(self, states: Any, seat: int) -> dict[int, str]:
        found: dict[int, str] = {}
        times: dict[str, int] = {}
        for value in Position(self, states)._options(seat):
            text = self._text(states, value)
            times[text] = times.get(text, 0) + 1
            found[value] = text if times[text] == 1 else f"{text}/{times[text]}"
        return found

    def _text(self, states: Any, value: int) -> str:
        if value == PASS:
            return "stop" if states[0].going else "pass"
        notes = self._trace(states, 0, value)
        origin, target, kind = int(notes[FROM]), int(notes[TO]), int(notes[KIND])
        letter = list(self.pieces.values())[kind - 1]
        taken_there = [cell for cell in _noted(notes, CAPTURE) if states[0].owner[cell] != 0 or cell == target]
        captured = "".join(f"x{self.positions[cell]}" for cell in taken_there)
        along = [f"{self.positions[one]}-{self.positions[two]}" for one, two in _noted(notes, MOVE).items()]
        if origin < 0:
            several = sum(1 for drops in np.diff(self._table("FIRST_DROP")) if drops) > 1
            text = f"{letter}@{self.positions[target]}" if several else self.positions[target]
        else:
            taken = states[0].owner[target] != 0 and target != origin
            text = f"{self.positions[origin]}{'x' if taken else '-'}{self.positions[target]}"
        text = ",".join([*along, text]) + captured
        return text if origin < 0 or int(states[0].kind[origin]) == kind else f"{text}={letter}"

    def _table(self, name: str) -> Any:
        return self.rules.replacements[_stand_in(name)]

    def looks_like_a_move(self, text: str) -> bool:
        return any(normal(name) in normal(text) for name in self.positions)

    def ends_of(self, move: Move, view: View) -> tuple[int | None, int | None]:
        """The cells where a move begins and ends: of what moves first, where several do; None for a drop or a pass."""
        if move.value == PASS:
            return None, None
        notes = self._trace(view._states, 0, move.value)
        for origin, target in _noted(notes, MOVE).items():
            return origin, target
        return int(notes[FROM]) if notes[FROM] >= 0 else None, int(notes[TO])

    @cached_property
    def lines(self) -> list[tuple[int, int]]:
        """Positions between which there is a way, though their places in the picture do not touch."""
        links = self._table("LINKS")
        pairs = {
            (min(cell, there), max(cell, there))
            for way in links[0]
            for cell, there in enumerate(int(number) for number in way)
            if there >= 0 and self.is_shown(cell) and self.is_shown(there)
        }
        return sorted((one, two) for one, two in pairs if one != two and not self._touch(one, two))

    def _touch(self, one: int, two: int) -> bool:
        left, top, right, bottom = self.places[one]
        west, north, east, south = self.places[two]
        return left <= east and west <= right and top <= south and north <= bottom

    # --- scenes -------------------------------------------------------------------------------------------------------

    def is_shown(self, cell: int) -> bool:
        return any(self.places[cell])

    def scene(self, view: View, past: Sequence[View] = ()) -> ZrfData:
        return scene.scene(self, view, past)

    def move_scene(self, move: Move, view: View) -> ZrfMove:
        return scene.move_scene(self, move, view)

    def describe_view(self, view: View) -> str:
        return scene.describe(self, view)

    # --- the board ----------------------------------------------------------------------------------------------------

    @property
    def cells(self) -> int:
        return len(self.positions)

    def occupied(self, state: Any) -> set[int]:
        return {cell for cell in range(self.cells) if state.owner[cell] != 0}

    def letter(self, owner: int, kind: int) -> str:
        """A piece as one letter: capitals for the first player, small ones for the second."""
        letter = list(self.pieces.values())[kind - 1]
        return letter if owner == 1 else letter.lower() if owner == 2 else f"{letter}"

    @cached_property
    def _rows(self) -> list[list[int]]:
        """The positions that are shown, line by line from the top."""
        shown = [cell for cell in range(self.cells) if self.is_shown(cell)]
        rows: dict[int, list[int]] = {}
        for cell in shown:
            rows.setdefault(self.places[cell][1], []).append(cell)
        return [sorted(rows[top], key=lambda cell: self.places[cell][0]) for top in sorted(rows)]

    def draw(self, state: Any, seat: int | None) -> str:
        width = max((len(name) for name in self.positions), default=1)
        lines = []
        for row in self._rows:
            shown = " ".join(self._drawn(state, cell) for cell in row)
            indent = self._indent(row)
            lines.append(f"{self.positions[row[0]]:>{width}}  {' ' * indent}{shown}  {self.positions[row[-1]]}")
        for player, name in enumerate(self.players_named):
            off = [
                f"{int(state.off[player, kind])} {piece}"
                for kind, piece in enumerate(self.pieces, 1)
                if state.off[player, kind]
            ]
            lines += [f"{name} has off the board: {', '.join(off)}"] if off else []
        return "\n".join(lines)

    def _indent(self, row: list[int]) -> int:
        """How far a row begins to the right of the leftmost one, in letters."""
        left = min(self.places[cell][0] for cells in self._rows for cell in cells)
        step = min(
            (
                self.places[two][0] - self.places[one][0]
                for cells in self._rows
                for one, two in itertools.pairwise(cells)
            ),
            default=1,
        )
        return round(2 * (self.places[row[0]][0] - left) / max(1, step))

    def _drawn(self, state: Any, cell: int) -> str:
        owner, kind = int(state.owner[cell]), int(state.kind[cell])
        return self.letter(owner, kind) if owner else "."

    def rules_text(self) -> str:
        parts = [self.said.get(part, "") for part in ("description", "strategy", "history")]
        parts += [f"{piece} ({self.pieces[piece]}): {text}" for piece, text in self.helps.items()]
        return "\n\n".join(part for part in parts if part) or f"{self.title}: its rules file says nothing more."
