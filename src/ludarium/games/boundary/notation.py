"""Boundary in text: places, plans such as `3 to 120,88; 5 to 90.5,100`, walls, and positions as one line.

People count pixels from the top left corner, x to the right and y down, to hundredths. Red's pieces have the numbers
from 1, Blue's go on after Red's: with seven each, 1 to 7 and 8 to 14.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from ludarium.engine import BadParameter, IllegalMove, MalformedMove, MalformedPosition, MoveValue, Position
from ludarium.games.boundary.blobs import number_blobs
from ludarium.games.boundary.geometry import blocked, gap, hundredths, reach_of
from ludarium.games.boundary.rules import GONE_PIECE, IN_WALL, OUTSIDE, REASONS, THROUGH_WALL, TOO_FAR
from ludarium.games.boundary.state import GONE, HUNDREDTHS, MAX_PIECES, MAX_TREASURES, MAX_WALLS, SEATS, State

if TYPE_CHECKING:
    from ludarium.games.boundary.game import Boundary

STAY = "stay"
MOST_WORTH = 100
_NUMBER = r"-?\d{1,5}(?:\.\d{1,2})?"
_ORDER = re.compile(rf"(\d{{1,3}}) to ({_NUMBER}) ?, ?({_NUMBER})", re.ASCII | re.IGNORECASE)
_PLACE = re.compile(rf"({_NUMBER}),({_NUMBER})", re.ASCII)
_HALF = 50
"""Hundredths of half a pixel: the corner is half the field's pixels away from the centre."""

Point = tuple[int, int]
"""A place in hundredths of a pixel from the centre."""


# --- places and pieces ------------------------------------------------------------------------------------------------


def number_of(state: State, seat: int, piece: int) -> int:
    """The number that people know a piece by."""
    return int(state.pieces) * seat + piece + 1


def place_text(state: State, x: float, y: float) -> str:
    """A place as people see it: `120,88.5` pixels from the top left corner."""
    return point_text(state, (hundredths(x), hundredths(y)))


def point_text(state: State, point: Point) -> str:
    """As `place_text`, from hundredths."""
    return f"{_decimal(point[0] + _HALF * int(state.width))},{_decimal(point[1] + _HALF * int(state.height))}"


def _decimal(number: int) -> str:
    """Hundredths as a decimal number without needless zeros."""
    return str(number / 100) if number % 100 else str(number // 100)


def _hundredths(text: str) -> int:
    return int(Decimal(text) * 100)


def _point(state: State, across: str, down: str) -> Point:
    """The place that two numbers from the corner mean."""
    return _hundredths(across) - _HALF * int(state.width), _hundredths(down) - _HALF * int(state.height)


# --- plans ------------------------------------------------------------------------------------------------------------


def stay_plan(state: Any, seat: int) -> list[int]:
    """The plan in which every piece stays where it is."""
    # All at once, and by items, which are quicker than attributes, since every decision and every proposal on a screen
    # comes through here. Pieces that are gone stand at 0, 0.
    plan: list[int] = np.rint(state["place"][seat] * HUNDREDTHS).astype(np.int64).ravel().tolist()
    return plan


def orders(plan: Any, state: State, seat: int) -> Iterator[tuple[int, Point]]:
    """The pieces that a plan moves, and where to."""
    stay = stay_plan(state, seat)
    numbers = list(plan) if isinstance(plan, tuple) else [int(number) for number in plan]
    pairs = zip(numbers[::2], numbers[1::2], stay[::2], stay[1::2], strict=True)
    return ((piece, (x, y)) for piece, (x, y, own_x, own_y) in enumerate(pairs) if x != own_x or y != own_y)


def plan_text(plan: Any, state: Any, seat: int) -> str:
    """A plan in words; pieces that stay are left out."""
    first, left, top = int(state["pieces"]) * seat + 1, _HALF * int(state["width"]), _HALF * int(state["height"])
    texts = (
        f"{first + piece} to {_decimal(x + left)},{_decimal(y + top)}" for piece, (x, y) in orders(plan, state, seat)
    )
    return "; ".join(texts) or STAY


def read_plan(game: Boundary, text: str, state: State, seat: int) -> MoveValue:
    """The plan that a text means; pieces that it does not name stay."""
    plan = stay_plan(state, seat)
    if text.strip().lower() == STAY:
        return tuple(plan)
    named = set()
    for part in text.strip().rstrip(";").split(";"):
        order = _ORDER.fullmatch(" ".join(part.split()))
        if order is None:
            raise MalformedMove(
                f"'{part.strip()}' is no order: expected a piece and its target in pixels with at most two decimals, "
                f"such as '{number_of(state, seat, 0)} to 120,88', several separated by ';', or 'stay'"
            )
        piece = _own_piece(game, int(order[1]), state, seat)
        if piece in named:
            raise MalformedMove(f"piece {order[1]} is named twice: give each piece one target")
        named.add(piece)
        plan[2 * piece : 2 * piece + 2] = _point(state, order[2], order[3])
    return tuple(plan)


def _own_piece(game: Boundary, number: int, state: State, seat: int) -> int:
    """The piece of a seat that has a number; an error where it is another's, captured, or there is none."""
    pieces = int(state.pieces)
    first, last = number_of(state, seat, 0), number_of(state, seat, pieces - 1)
    if not 1 <= number <= SEATS * pieces:
        raise IllegalMove(f"there is no piece {number}: yours are {first} to {last}")
    if not first <= number <= last:
        raise IllegalMove(f"piece {number} is {game.seat_names[1 - seat]}'s: yours are {first} to {last}")
    if state.blob[seat, number - first] == GONE:
        raise IllegalMove(f"piece {number} has been captured: it can go nowhere")
    return number - first


def fault_text(code: int, plan: Any, state: State, seat: int) -> str:
    """Why a plan is not allowed, with the figures."""
    piece, reason = divmod(code, REASONS)
    target = int(plan[2 * piece]), int(plan[2 * piece + 1])
    x, y = target[0] / HUNDREDTHS, target[1] / HUNDREDTHS
    place = state.place[seat, piece]
    name = f"piece {number_of(state, seat, piece)}"
    there = point_text(state, target)
    if reason == GONE_PIECE:
        return f"{name} is not on the field: its target must be left out"
    if reason == TOO_FAR:
        way, reach = gap(float(place[0]), float(place[1]), x, y), reach_of(state, seat, piece)
        return f"{name} is {way:.2f} px away from {there}, its move radius is {reach:.2f} px"
    if reason == OUTSIDE:
        size = f"{int(state.width)} × {int(state.height)}"
        return f"{name} cannot go to {there}: that is outside the field of {size} px"
    if reason == IN_WALL:
        return f"{name} cannot go to {there}: a wall is there"
    assert reason == THROUGH_WALL
    return f"{name} cannot go from {place_text(state, *place)} to {there}: a wall stands in the way"


# --- walls ------------------------------------------------------------------------------------------------------------


def read_walls(text: str, width: int, height: int) -> list[tuple[int, int, int, int]]:
    """The walls of a text such as `100,50,200,80;300,0,310,200`: left, top, right, bottom in whole pixels."""
    walls = []
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        words = [word.strip() for word in part.split(",")]
        if len(words) != 4 or not all(word.isascii() and word.isdecimal() and len(word) < 6 for word in words):
            raise BadParameter(
                f"walls: '{part}' is no wall: expected left,top,right,bottom in whole pixels, as in '100,50,200,80'"
            )
        left, top, right, bottom = map(int, words)
        if not (left < right <= width and top < bottom <= height):
            raise BadParameter(
                f"walls: '{part}': expected left < right ≤ {width} and top < bottom ≤ {height}, the field's size"
            )
        walls.append((left, top, right, bottom))
    if len(walls) > MAX_WALLS:
        raise BadParameter(f"walls: {len(walls)} walls, expected at most {MAX_WALLS}")
    return walls


# --- positions --------------------------------------------------------------------------------------------------------


def position_text(game: Boundary, state: State) -> str:
    """Turns played, points, pieces by blobs, treasures; then last movements, last targets and waiting plans, if any.

    `turn=2 points=5:30 red=1@120,88+2@130,90/4@20,300 blue=… treasures=5@10,20/-/3@400,7 moved=1@5,-3/… aimed=1@…`
    """
    parts = [f"turn={state.turn}", f"points={state.points[0]}:{state.points[1]}"]
    for seat in range(SEATS):
        blobs = [
            "+".join(
                f"{number_of(state, seat, piece)}@{place_text(state, *state.place[seat, piece])}"
                for piece in range(MAX_PIECES)
                if state.blob[seat, piece] == leader
            )
            for leader in range(MAX_PIECES)
            if state.blob[seat, leader] == leader
        ]
        parts.append(f"{_colour(game, seat)}={'/'.join(blobs) or '-'}")
    treasures = [
        f"{worth}@{place_text(state, *place)}" if worth else "-"
        for worth, place in zip(state.worth[: int(state.treasures)], state.treasure, strict=False)
    ]
    parts.append(f"treasures={'/'.join(treasures)}")
    moved = [
        f"{number}@{_decimal(hundredths(last[0]))},{_decimal(hundredths(last[1]))}"
        for number, last in _numbered(state, state.last)
    ]
    aimed = [f"{number}@{place_text(state, *aim)}" for number, aim in _numbered(state, state.aim)]
    parts += [f"{name}={'/'.join(texts)}" for name, texts in (("moved", moved), ("aimed", aimed)) if texts]
    for seat in range(SEATS):
        if state.committed >> seat & 1:
            targets = [
                f"{number_of(state, seat, piece)}@{point_text(state, target)}"
                for piece, target in orders(state.pending[seat], state, seat)
            ]
            parts.append(f"{_colour(game, seat)}-plan={'/'.join(targets) or STAY}")
    return " ".join(parts)


def _colour(game: Boundary, seat: int) -> str:
    return game.seat_names[seat].lower()


def _numbered(state: State, pairs: Any) -> Iterator[tuple[int, tuple[float, float]]]:
    """The numbers of pieces and what is noted for them, where that is not 0, 0."""
    for seat in range(SEATS):
        for piece in range(MAX_PIECES):
            x, y = (float(number) for number in pairs[seat, piece])
            if x or y:
                yield number_of(state, seat, piece), (x, y)


def read_position(game: Boundary, text: str) -> Position:
    """The position that a text means; what no game can come to is refused."""
    colours = [_colour(game, seat) for seat in range(SEATS)]
    plans = [f"{colour}-plan" for colour in colours]
    needed = ("turn", "points", *colours, "treasures")
    parts: dict[str, str] = {}
    for part in text.split():
        name, equals, value = part.partition("=")
        if not equals or name not in (*needed, "moved", "aimed", *plans) or name in parts:
            raise MalformedPosition(
                f"'{part}' is no part of a position of {game.name}: expected {', '.join(f'{n}=' for n in needed)} "
                f"and at will moved=, aimed=, {plans[0]}= or {plans[1]}=, each once"
            )
        parts[name] = value
    missing = [name for name in needed if name not in parts]
    if missing:
        raise MalformedPosition(f"the position lacks {', '.join(f'{name}=' for name in missing)}: see 'ludarium show'")
    states = game.blank_states(0)
    state = states[0]
    state.turn = _whole(parts["turn"], "turn", int(state.max_turns))
    points = parts["points"].split(":")
    if len(points) != SEATS:
        raise MalformedPosition(f"points={parts['points']}: expected the points of both, as in 'points=12:30'")
    for seat in range(SEATS):
        state.points[seat] = _whole(points[seat], "points", 1_000_000)
        _read_pieces(state, seat, f"{colours[seat]}={parts[colours[seat]]}", parts[colours[seat]])
    _read_treasures(state, parts["treasures"])
    for name, noted, corner in (("moved", state.last, False), ("aimed", state.aim, True)):
        for seat, piece, point in _read_targets(state, name, parts.get(name, "")):
            shift = (0, 0) if corner else (_HALF * int(state.width), _HALF * int(state.height))
            for axis in range(2):
                noted[seat, piece, axis] = (point[axis] + shift[axis]) / HUNDREDTHS
    waiting = [seat for seat in range(SEATS) if plans[seat] in parts]
    if len(waiting) == SEATS or (waiting and not Position(game, states).movers):
        raise MalformedPosition(f"{plans[0]}= and {plans[1]}=: expected the plan of one who waits for the other")
    for seat in waiting:
        _read_waiting_plan(game, states, seat, plans[seat], parts[plans[seat]])
    return Position(game, states)


def _whole(text: str, name: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) <= most):
        raise MalformedPosition(f"{name}: '{text}', expected a whole number from 0 to {most}")
    return int(text)


def _read_pieces(state: State, seat: int, part: str, listing: str) -> None:
    """Set the pieces of a seat, blob by blob."""
    for piece in range(MAX_PIECES):
        state.blob[seat, piece] = GONE
    for blob, group in enumerate(listing.split("/") if listing != "-" else []):
        for word in group.split("+"):
            owner, piece, (x, y) = _piece_at(state, word)
            if owner != seat or state.blob[seat, piece] != GONE:
                raise MalformedPosition(f"{part}: piece {number_of(state, owner, piece)} belongs elsewhere or is twice")
            if blocked(state, x / HUNDREDTHS, y / HUNDREDTHS):
                raise MalformedPosition(f"{part}: {word} stands outside the field or in a wall")
            state.place[seat, piece, 0], state.place[seat, piece, 1] = x / HUNDREDTHS, y / HUNDREDTHS
            state.blob[seat, piece] = blob
    number_blobs(state, seat)


def _piece_at(state: State, word: str) -> tuple[int, int, Point]:
    """Seat, piece and place of `3@120,88`."""
    number, at, place = word.partition("@")
    numbers = _PLACE.fullmatch(place)
    known = number.isascii() and number.isdecimal() and 1 <= int(number[:4]) <= SEATS * int(state.pieces)
    if not at or numbers is None or not known:
        raise MalformedPosition(
            f"'{word}': expected a piece from 1 to {SEATS * int(state.pieces)} and a place, as in '3@120,88.5'"
        )
    seat, piece = divmod(int(number) - 1, int(state.pieces))
    return seat, piece, _point(state, numbers[1], numbers[2])


def _read_treasures(state: State, listing: str) -> None:
    words = listing.split("/")
    if len(words) != state.treasures or len(words) > MAX_TREASURES:
        raise MalformedPosition(
            f"treasures={listing}: {len(words)} treasures, expected {state.treasures}, '-' for one that is taken"
        )
    for treasure, word in enumerate(words):
        if word == "-":
            continue
        worth, _, place = word.partition("@")
        numbers = _PLACE.fullmatch(place)
        if numbers is None or _whole(worth, "treasures", MOST_WORTH) == 0:
            raise MalformedPosition(f"treasures: '{word}', expected a worth and a place, as in '5@120,88'")
        x, y = (number / HUNDREDTHS for number in _point(state, numbers[1], numbers[2]))
        if blocked(state, x, y):
            raise MalformedPosition(f"treasures: {word} lies outside the field or in a wall")
        state.treasure[treasure, 0], state.treasure[treasure, 1] = x, y
        state.worth[treasure] = int(worth)


def _read_targets(state: State, name: str, listing: str) -> Iterator[tuple[int, int, Point]]:
    """Seat, piece and point of each of `1@5,-3/2@0,4`; only pieces that are on the field have any."""
    seen = set()
    for word in listing.split("/") if listing else []:
        seat, piece, point = _piece_at(state, word)
        if state.blob[seat, piece] == GONE or (seat, piece) in seen:
            raise MalformedPosition(f"{name}: {word} names a piece that is not on the field, or twice")
        seen.add((seat, piece))
        yield seat, piece, point


def _read_waiting_plan(game: Boundary, states: Any, seat: int, name: str, listing: str) -> None:
    state = states[0]
    plan = stay_plan(state, seat)
    for owner, piece, point in _read_targets(state, name, "" if listing == STAY else listing):
        if owner != seat:
            raise MalformedPosition(f"{name}: piece {number_of(state, owner, piece)} is the other's")
        plan[2 * piece : 2 * piece + 2] = point
    fault = game.check_move(tuple(plan), states, seat)
    if fault:
        raise MalformedPosition(f"{name}: {fault}")
    state.pending[seat] = plan
    state.committed |= 1 << seat
