"""Boundary on a screen: pieces, treasures and walls in pixels from the top left corner, and what the last turn did.

Who holds which ground, the screen reckons itself, live while pieces are dragged: the formula is in `influence`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from ludarium.engine import Move, View
from ludarium.engine.position import Plain
from ludarium.engine.scene import MoveWords, Spot
from ludarium.engine.sentences import counted, introduction, listed, outcome
from ludarium.games.boundary.account import Moment, account, longest_way
from ludarium.games.boundary.notation import orders, plan_text
from ludarium.games.boundary.planning import WAYS, plan_words
from ludarium.games.boundary.rules import FROM_ENEMY, STAY, TO_ALLY, TO_ENEMY, TO_MIDDLE, TO_TREASURE
from ludarium.games.boundary.state import GONE, HUNDREDTHS, MAX_PIECES, SEATS

if TYPE_CHECKING:
    from ludarium.games.boundary.game import Boundary

_PROPOSALS = {
    STAY: "everybody stays",
    TO_TREASURE: "each to the nearest treasure",
    TO_ALLY: "each to its nearest ally",
    TO_ENEMY: "each towards the nearest enemy",
    FROM_ENEMY: "each away from the nearest enemy",
    TO_MIDDLE: "all to the middle of the team",
} | {number: f"all {way}" for number, way in enumerate(WAYS, 1)}


class BoundaryPiece(TypedDict):
    piece: int
    """The number by which plans call it."""
    seat: int
    x: float
    """Pixels from the top left corner, to hundredths."""
    y: float
    blob: int
    """The number of the first piece of its blob."""
    size: int
    reach: float
    """How far it may be sent."""
    influence: float
    """The influence radius of its blob."""


class Treasure(TypedDict):
    treasure: int
    x: float
    y: float
    worth: int


class Wall(TypedDict):
    left: float
    top: float
    right: float
    bottom: float


class Order(TypedDict):
    piece: int
    to: Spot


class BoundaryMove(MoveWords):
    orders: list[Order]
    """Of the pieces that move."""


_From = TypedDict("_From", {"from": Spot})


class BoundaryMoved(_From):
    piece: int
    seat: int
    to: Spot
    aim: Spot
    """Where it was sent."""


class BoundaryFallen(TypedDict):
    piece: int
    seat: int
    x: float
    """Where it stood when it was captured."""
    y: float


class BoundaryJoined(TypedDict):
    piece: int
    blob: int
    """The number of the first piece of the blob that it has belonged to since."""


class BoundaryMoment(TypedDict):
    share: float
    """Of the turn's longest way, 0 to 1: when this had happened."""
    captured: list[BoundaryFallen]
    taken: list[int]
    """The numbers of treasures."""
    joined: list[BoundaryJoined]
    """Pieces that are in another blob than before."""


class BoundaryTurn(TypedDict):
    moved: list[BoundaryMoved]
    """Pieces still on the field."""
    captured: list[BoundaryPiece]
    """Pieces captured in the turn, as they stood before it."""
    taken: list[Treasure]
    blobs: list[BoundaryJoined]
    """The blobs before the turn, of the pieces that were there."""
    way: float
    """How far the piece went that was sent farthest; 0 where no earlier view tells."""
    moments: list[BoundaryMoment]
    """When in the turn something changed, by the rules; none where that is not known."""
    points: list[int] | None
    """Points gained; null where no earlier view tells."""


class BoundaryParameters(TypedDict):
    influence: float
    reach: float
    merge: float
    split: float
    surround: int
    piece_value: int
    max_turns: int


class BoundaryData(TypedDict):
    width: int
    height: int
    turn: int
    """Turns played."""
    parameters: BoundaryParameters
    walls: list[Wall]
    pieces: list[BoundaryPiece]
    treasures: list[Treasure]
    committed: bool
    """Whether your plan is made and waits for the other's."""
    plan: str | None
    """That plan."""
    last_turn: BoundaryTurn | None


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
        return self.corner(round(x * HUNDREDTHS), round(y * HUNDREDTHS))

    def corner(self, x: int, y: int) -> list[float]:
        """As `pixels`, from hundredths."""
        return [(x + 50 * self.width) / HUNDREDTHS, (y + 50 * self.height) / HUNDREDTHS]

    def number(self, seat: int, piece: int) -> int:
        """The number that people know a piece by."""
        return self.pieces * seat + piece + 1

    def piece(self, seat: int, piece: int) -> BoundaryPiece:
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

    def treasures(self, state: Plain) -> list[Treasure]:
        found: list[Treasure] = []
        for number, (worth, place) in enumerate(zip(state.worth, state.treasure, strict=True)):
            if worth:
                x, y = self.pixels(*place)
                found.append({"treasure": number, "x": x, "y": y, "worth": worth})
        return found


def scene(view: View, past: Sequence[View] = ()) -> BoundaryData:
    """The field. Pieces have the numbers that plans call them by; `blob` is the number of the blob's first piece."""
    state = view.plain
    field = _Field.of(state)
    committed = _has_planned(view)
    return {
        "width": field.width,
        "height": field.height,
        "turn": state.turn,
        "parameters": {
            "influence": state.influence,
            "reach": state.reach,
            "merge": state.merge,
            "split": state.split,
            "surround": state.surround,
            "piece_value": state.piece_value,
            "max_turns": state.max_turns,
        },
        "walls": _walls(field, state),
        "pieces": [field.piece(seat, piece) for seat, piece in field.standing],
        "treasures": field.treasures(state),
        "committed": committed,
        "plan": plan_text(state.pending[view.seat], view.state, view.seat) if committed else None,
        "last_turn": _last_turn(field, view, past),
    }


def move_scene(move: Move, view: View) -> BoundaryMove:
    """A plan: what it is about in words, not in coordinates, and the targets of the pieces that move."""
    field = _Field.of(view.plain)
    targets: list[Order] = [
        {"piece": field.number(view.seat, piece), "to": field.corner(x, y)}
        for piece, (x, y) in orders(move.value, view.state, view.seat)
    ]
    option = view.proposals.get(move.value)
    other = view.game.seat_names[1 - view.seat]
    told = plan_words(move.value, view.plain, view.state, view.seat, other) if option is None else _PROPOSALS[option]
    return {"words": told, "orders": targets}


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
    blobs: dict[int, list[BoundaryPiece]] = {}
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


def _walls(field: _Field, state: Plain) -> list[Wall]:
    found: list[Wall] = []
    for one, two, three, four in state.wall[: state.wall_count]:
        (left, top), (right, bottom) = field.pixels(one, two), field.pixels(three, four)
        found.append({"left": left, "top": top, "right": right, "bottom": bottom})
    return found


def _moment(field: _Field, moment: Moment) -> BoundaryMoment:
    captured: list[BoundaryFallen] = []
    for seat, piece, across, down in moment.captured:
        x, y = field.pixels(across, down)
        captured.append({"piece": field.number(seat, piece), "seat": seat, "x": x, "y": y})
    return {
        "share": moment.share,
        "captured": captured,
        "taken": list(moment.taken),
        "joined": [
            {"piece": field.number(seat, piece), "blob": field.number(seat, blob)}
            for seat, piece, blob in moment.joined
        ],
    }


def _last_turn(field: _Field, view: View, past: Sequence[View]) -> BoundaryTurn | None:
    """How the last turn went, for who would see it again; what was lost in it only where an earlier view tells."""
    state = view.plain
    if not state.turn:
        return None
    moved: list[BoundaryMoved] = []
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
    began = next((earlier for earlier in reversed(past) if earlier.plain.turn == state.turn - 1), None)
    if began is None:
        return {"moved": moved, "captured": [], "taken": [], "blobs": [], "way": 0.0, "moments": [], "points": None}
    before = began.plain
    old = _Field.of(before)
    left = {found["treasure"] for found in field.treasures(state)}
    return {
        "moved": moved,
        "captured": [old.piece(seat, piece) for seat, piece in old.standing if field.blob[seat][piece] == GONE],
        "taken": [found for found in old.treasures(before) if found["treasure"] not in left],
        "blobs": [
            {"piece": old.number(seat, piece), "blob": old.number(seat, old.blob[seat][piece])}
            for seat, piece in old.standing
        ],
        "way": longest_way(began, view),
        "moments": [_moment(old, moment) for moment in account(began, view)],
        "points": [state.points[seat] - before.points[seat] for seat in range(SEATS)],
    }
