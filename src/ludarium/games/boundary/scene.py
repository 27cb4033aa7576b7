"""Boundary on a screen: pieces, treasures and walls in pixels from the top left corner, and what the last turn did.

Who holds which ground, the screen reckons itself, live while pieces are dragged: the formula is in `influence`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludarium.engine import Move, View
from ludarium.engine.position import Plain
from ludarium.engine.sentences import counted, introduction, listed, outcome
from ludarium.games.boundary.geometry import hundredths
from ludarium.games.boundary.notation import orders, plan_text
from ludarium.games.boundary.rules import FROM_ENEMY, STAY, TO_ALLY, TO_ENEMY, TO_MIDDLE, TO_TREASURE
from ludarium.games.boundary.state import GONE, HUNDREDTHS, MAX_PIECES, SEATS

if TYPE_CHECKING:
    from ludarium.games.boundary.game import Boundary

_PARAMETERS = ("influence", "reach", "merge", "split")
_WHOLE_PARAMETERS = ("surround", "piece_value", "max_turns")
_WAYS = ("right", "down and right", "down", "down and left", "left", "up and left", "up", "up and right")
_PROPOSALS = {
    STAY: "everybody stays",
    TO_TREASURE: "each to the nearest treasure",
    TO_ALLY: "each to its nearest ally",
    TO_ENEMY: "each towards the nearest enemy",
    FROM_ENEMY: "each away from the nearest enemy",
    TO_MIDDLE: "all to the middle of the team",
} | {number: f"all {way}" for number, way in enumerate(_WAYS, 1)}


@dataclass(frozen=True)
class _Field:
    """The part of a state that tells where pieces stand."""

    width: int
    height: int
    pieces: int
    reach: float
    influence: float
    blob: list[list[int]]
    place: list[list[list[float]]]

    @classmethod
    def of(cls, state: Plain) -> _Field:
        width, height = int(state.width), int(state.height)
        return cls(width, height, state.pieces, state.reach, state.influence, state.blob, state.place)

    @property
    def standing(self) -> list[tuple[int, int]]:
        """The pieces that are on the field, by seat and place in the list."""
        return [(seat, piece) for seat in range(SEATS) for piece in range(MAX_PIECES) if self.blob[seat][piece] != GONE]

    def pixels(self, x: float, y: float) -> list[float]:
        """A place from the top left corner, to hundredths of a pixel."""
        return [(hundredths(x) + 50 * self.width) / 100, (hundredths(y) + 50 * self.height) / 100]

    def number(self, seat: int, piece: int) -> int:
        """The number that people know a piece by."""
        return self.pieces * seat + piece + 1

    def piece(self, seat: int, piece: int) -> dict[str, Any]:
        x, y = self.pixels(*self.place[seat][piece])
        size = self.blob[seat].count(self.blob[seat][piece])
        return {
            "piece": self.number(seat, piece),
            "seat": seat,
            "x": x,
            "y": y,
            "blob": self.number(seat, self.blob[seat][piece]),
            "size": size,
            "reach": self.reach * size,
            "influence": self.influence * size,
        }

    def treasures(self, state: Plain) -> list[dict[str, Any]]:
        found = []
        for number, (worth, place) in enumerate(zip(state.worth, state.treasure, strict=True)):
            if worth:
                x, y = self.pixels(*place)
                found.append({"treasure": number, "x": x, "y": y, "worth": worth})
        return found


def scene(view: View, past: Sequence[View] = ()) -> dict[str, Any]:
    """The field. Pieces have the numbers that plans call them by; `blob` is the number of the blob's first piece."""
    state = view.plain
    field = _Field.of(state)
    committed = _has_planned(view)
    return {
        "width": field.width,
        "height": field.height,
        "turn": state.turn,
        "parameters": {name: getattr(state, name) for name in (*_PARAMETERS, *_WHOLE_PARAMETERS)},
        "walls": _walls(field, state),
        "pieces": [field.piece(seat, piece) for seat, piece in field.standing],
        "treasures": field.treasures(state),
        "committed": committed,
        "plan": plan_text(state.pending[view.seat], view.state, view.seat) if committed else None,
        "last_turn": _last_turn(field, view, past),
    }


def move_scene(move: Move, view: View) -> dict[str, Any]:
    """A proposed plan: what it is about in words, and the targets of the pieces that move."""
    field = _Field.of(view.plain)
    targets = [
        {"piece": field.number(view.seat, piece), "to": field.pixels(x / HUNDREDTHS, y / HUNDREDTHS)}
        for piece, (x, y) in orders(move.value, view.state, view.seat)
    ]
    option = view.proposals.get(move.value)
    return {"words": move.text if option is None else _PROPOSALS[option], "orders": targets}


def standing(view: View) -> list[float]:
    return [float(view.plain.points[seat]) for seat in range(SEATS)]


def describe(game: Boundary, view: View) -> str:
    """Blobs and their pieces, treasures, walls, and where the game stands, in sentences."""
    state = view.plain
    field = _Field.of(state)
    sentences = [
        introduction(view),
        f"{counted(state.turn, 'turn')} played.".capitalize(),
        f"The field is {field.width} × {field.height} pixels.",
        *(_about(game, field, state, seat) for seat in range(SEATS)),
    ]
    treasures = [f"{found['worth']} at {found['x']:g},{found['y']:g}" for found in field.treasures(state)]
    sentences.append(f"Treasures: {listed(treasures)}." if treasures else "No treasure is left.")
    sentences += ["A wall from {left:g},{top:g} to {right:g},{bottom:g}.".format_map(w) for w in _walls(field, state)]
    if view.over:
        sentences.append(outcome(view))
    elif _has_planned(view):
        sentences.append("Your plan is made; the other side is still planning.")
    elif view.seat >= 0:
        sentences.append("Make your plan.")
    return " ".join(sentences)


def _has_planned(view: View) -> bool:
    """Whether the reader's own plan waits for the other's."""
    return view.seat >= 0 and bool(view.plain.committed >> view.seat & 1)


def _about(game: Boundary, field: _Field, state: Plain, seat: int) -> str:
    blobs: dict[int, list[dict[str, Any]]] = {}
    for own, piece in field.standing:
        if own == seat:
            blobs.setdefault(field.blob[seat][piece], []).append(field.piece(seat, piece))
    texts = []
    for members in blobs.values():
        who = listed([f"{member['piece']} at {member['x']:g},{member['y']:g}" for member in members])
        company = f"a blob of {len(members)}" if len(members) > 1 else "alone"
        texts.append(f"{company}, reach {members[0]['reach']:g}: {who}")
    count = sum(map(len, blobs.values()))
    points = counted(state.points[seat], "point")
    standing_there = f": {'; '.join(texts)}" if texts else ""
    return f"{game.seat_names[seat]} has {points} and {counted(count, 'piece')}{standing_there}."


def _walls(field: _Field, state: Plain) -> list[dict[str, float]]:
    found = []
    for left, top, right, bottom in state.wall[: state.wall_count]:
        edges = [*field.pixels(left, top), *field.pixels(right, bottom)]
        found.append(dict(zip(("left", "top", "right", "bottom"), edges, strict=True)))
    return found


def _last_turn(field: _Field, view: View, past: Sequence[View]) -> dict[str, Any] | None:
    """How the last turn went, for who would see it again; what was lost in it only where an earlier view tells."""
    state = view.plain
    if not state.turn:
        return None
    moved = []
    for seat, piece in field.standing:
        (x, y), (across, down) = field.place[seat][piece], state.last[seat][piece]
        moved.append(
            {
                "piece": field.number(seat, piece),
                "seat": seat,
                "from": field.pixels(x - across, y - down),
                "to": field.pixels(x, y),
                "aim": field.pixels(*state.aim[seat][piece]),
            }
        )
    before = next((earlier.plain for earlier in reversed(past) if earlier.plain.turn == state.turn - 1), None)
    if before is None:
        return {"moved": moved, "captured": [], "taken": [], "points": None}
    old = _Field.of(before)
    left = {found["treasure"] for found in field.treasures(state)}
    return {
        "moved": moved,
        "captured": [old.piece(seat, piece) for seat, piece in old.standing if field.blob[seat][piece] == GONE],
        "taken": [found for found in old.treasures(before) if found["treasure"] not in left],
        "points": [state.points[seat] - before.points[seat] for seat in range(SEATS)],
    }
