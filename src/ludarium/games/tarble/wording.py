"""Places, movements and positions of Tarble as text.

A place is `(-1,-4)`, a movement where a piece comes from and where it goes: `(-1,-4) (0,-3)`. A position names the
places of red's pieces, of blue's, the points, who moves and the die:

    r(-1,-4)(0,-3) b(1,4)(2,5) 3:2 r 6

Within a turn, the movements left stand before the die (`r 4/6`), and `neutral=gone` follows if the neutral piece has
been captured and nobody stands on the centre. Finished turns follow as `turns=12` where there are any. `r-` and `b-`
are players without pieces. Where a turn is finished before the game ends (see `finish` in `rules`), a player who is to
move without any has lost the last one in the turn before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ludarium.engine import IllegalMove, MalformedMove, MalformedPosition
from ludarium.games.tarble.board import CELL, CENTRE, DEADLY, DIRECTIONS, PIECES, PLACES, REACH, Place
from ludarium.games.tarble.rules import (
    BLUE,
    EMPTY,
    FACES,
    MOST_TURNS,
    NEUTRAL,
    NOWHERE,
    RED,
    State,
    can_move,
    target,
    to_move,
)

COLOURS = ("red", "blue")
MOST_POINTS = FACES * MOST_TURNS
"""Nobody can score more: a movement takes one piece at most."""
ON_THE_BOARD = f"x, y and x − y of a place lie between -{REACH} and {REACH}"

_PLACE = re.compile(r"\(\s*(-?\d{1,4})\s*,\s*(-?\d{1,4})\s*\)", re.ASCII)
_PLACES = rf"-|(?:\s*{_PLACE.pattern.replace('(-?', '(?:-?')})+"
_FORM = re.compile(
    rf"r(?:ed)?\s*(?P<red>{_PLACES})\s*b(?:lue)?\s*(?P<blue>{_PLACES})\s+"
    r"(?P<points>\d{1,6}\s*:\s*\d{1,6})\s+(?P<seat>red|blue|r|b)\s*(?:(?P<left>\d{1,3})\s*/\s*)?(?P<roll>\d{1,3})"
    r"(?P<gone>\s+neutral\s*=\s*gone)?(?:\s+turns\s*=\s*(?P<turns>\d{1,6}))?",
    re.ASCII,
)
_MOVEMENT_SIGNS = re.compile(r"to|->|→|>|=>|:|x|(?<=\))\s*-\s*(?=\()|[()\[\],;]")


def place_text(cell: int) -> str:
    x, y = PLACES[cell]
    return f"({x},{y})"


def plain(text: str) -> str:
    """A text as it is read: one kind of minus sign, small letters, single blanks."""
    return " ".join(text.replace("−", "-").replace("–", "-").lower().split())


def read_places(text: str) -> list[Place]:
    """All places that a text names, on the board or not."""
    return [(int(x), int(y)) for x, y in _PLACE.findall(text)]


# --- movements --------------------------------------------------------------------------------------------------------


def goal_of(state: Any, seat: int, move: int) -> int:
    """The cell where a movement ends, -1 if it cannot be made."""
    return int(target(state.board, seat, move // 6, move % 6))


def movement_text(state: State, seat: int, move: int) -> str:
    goal = goal_of(state, seat, move)
    return f"{place_text(move // 6)} {place_text(goal)}"


def looks_like_a_movement(text: str) -> bool:
    return _four_numbers(text) is not None


def read_movement(text: str, state: State, seat: int) -> int:
    """The movement that a text means: two places in almost any dress, such as `-1,-4 0,-3` or `(-1,-4) to (0,-3)`."""
    numbers = _four_numbers(text)
    if numbers is None:
        raise MalformedMove(
            f"'{text.strip()}' is no movement of tarble: write where a piece comes from and where it goes, "
            "such as '(-1,-4) (0,-3)'"
        )
    cells = []
    for place in (numbers[:2], numbers[2:]):
        cell = CELL.get((place[0], place[1]))
        if cell is None:
            raise IllegalMove(f"({place[0]},{place[1]}) is not on the board: {ON_THE_BOARD}")
        cells.append(cell)
    came, goal = cells
    if state.board[came] != seat + 1:
        own = " ".join(place_text(int(cell)) for cell in state.pieces[seat][: int(state.count[seat])])
        raise IllegalMove(f"{COLOURS[seat]} has no piece on {place_text(came)}; its pieces are on {own}")
    goals = {goal_of(state, seat, came * 6 + direction): came * 6 + direction for direction in range(len(DIRECTIONS))}
    goals.pop(-1, None)
    if goal not in goals:
        ways = f"to {' '.join(place_text(cell) for cell in sorted(goals))}" if goals else "nowhere"
        raise IllegalMove(
            f"the piece on {place_text(came)} cannot go to {place_text(goal)} in one movement; it can go {ways}"
        )
    return goals[goal]


def _four_numbers(text: str) -> list[int] | None:
    """The numbers of a movement, None if the text is none. A dash right behind a digit could mean two things."""
    words = _MOVEMENT_SIGNS.sub(" ", plain(text)).split()
    if len(words) != 4 or not all(re.fullmatch(r"-?\d{1,3}", word, re.ASCII) for word in words):
        return None
    return [int(word) for word in words]


# --- positions --------------------------------------------------------------------------------------------------------


def position_text(state: State) -> str:
    left, roll = int(state.left), int(state.roll)
    words = [_side("r", state, RED), _side("b", state, BLUE), f"{state.points[RED]}:{state.points[BLUE]}"]
    words += ["rb"[int(state.seat)], f"{roll}" if left == roll else f"{left}/{roll}"]
    if state.board[CENTRE] == EMPTY:
        words.append("neutral=gone")
    if state.turns:
        words.append(f"turns={state.turns}")
    return " ".join(words)


def _side(letter: str, state: State, seat: int) -> str:
    cells = state.pieces[seat][: int(state.count[seat])]
    return letter + ("".join(place_text(int(cell)) for cell in cells) or "-")


def read_position(text: str, state: Any) -> None:
    """Write the position that a text means to a zeroed state; what no game can lead to is refused."""
    match = _FORM.fullmatch(plain(text))
    if match is None:
        raise MalformedPosition(
            f"'{text.strip()}' is no position of tarble: expected red's places, blue's places, points, who moves and "
            "the die, as in 'r(-1,-4)(0,-3) b(1,4)(2,5) 3:2 r 6'; within a turn 'r 4/6' if 4 of 6 movements are left"
        )
    seat = 0 if match["seat"].startswith("r") else 1
    roll = int(match["roll"])
    left = roll if match["left"] is None else int(match["left"])
    places = [read_places(match["red"]), read_places(match["blue"])]
    points = [int(number) for number in match["points"].split(":")]
    finish = bool(state.finish)
    _check_places(places, both_may_be_empty=finish and left == roll)
    _check_numbers(points, roll, left, int(match["turns"] or 0))
    _check_turn(places, points, seat, within=left < roll, gone=bool(match["gone"]), finish=finish)

    for own in range(2):
        cells = sorted(CELL[place] for place in places[own])
        state.pieces[own] = cells + [NOWHERE] * (PIECES - len(cells))
        state.count[own] = len(cells)
        state.points[own] = points[own]
        state.board[cells] = own + 1
    if state.board[CENTRE] == EMPTY and not match["gone"]:
        state.board[CENTRE] = NEUTRAL
    state.seat, state.roll, state.left, state.turns = seat, roll, left, int(match["turns"] or 0)

    if left == 0 and (finish or state.count[1 - seat] > 0):
        raise MalformedPosition(f"'0/{roll}': with no movement left it is the other player's turn; give that and a die")
    if to_move(state) >= 0 and not can_move(state, seat):
        raise MalformedPosition(f"{COLOURS[seat]} cannot move any piece, so that its turn is over; let the other move")


def _check_places(places: list[list[Place]], *, both_may_be_empty: bool) -> None:
    for seat, own in enumerate(places):
        if len(own) > PIECES:
            raise MalformedPosition(f"{COLOURS[seat]} has {len(own)} pieces: a player has {PIECES} at most")
        for x, y in own:
            if (x, y) not in CELL:
                raise MalformedPosition(f"the place ({x},{y}) is not on the board: {ON_THE_BOARD}")
    both = places[RED] + places[BLUE]
    for x, y in both:
        if both.count((x, y)) > 1:
            raise MalformedPosition(f"{both.count((x, y))} pieces on ({x},{y}): a cell holds one; move or remove one")
    if not both and not both_may_be_empty:
        raise MalformedPosition("nobody has a piece: the game is over as soon as one player has none, the other has")


def _check_numbers(points: list[int], roll: int, left: int, turns: int) -> None:
    if not 1 <= roll <= FACES:
        raise MalformedPosition(f"a die of {roll}: it shows 1 to {FACES}")
    if left > roll:
        raise MalformedPosition(f"'{left}/{roll}': no more movements can be left than the die shows, {roll}")
    if turns > MOST_TURNS:
        raise MalformedPosition(f"turns={turns}: the game ends after {MOST_TURNS} turns")
    if max(points) > MOST_POINTS:
        raise MalformedPosition(f"{max(points)} points: nobody can score more than {MOST_POINTS}")


def _check_turn(
    places: list[list[Place]], points: list[int], seat: int, *, within: bool, gone: bool, finish: bool
) -> None:
    """What depends on whose turn it is, and on whether movements of it have been made (`within`)."""
    if not places[seat] and (within or not finish):
        raise MalformedPosition(
            f"{COLOURS[seat]} is to move but has no pieces: the turn is the other's when a player has lost the last one"
        )
    allowed = f"only the player to move can stand there, within a turn, as '{'rb'[seat]} 3/4'"
    for own in range(2):
        deadly = _first(place for place in places[own] if DEADLY[CELL[place]])
        if deadly is not None and (own != seat or not within):
            kind = "the centre" if deadly == PLACES[CENTRE] else "a corner"
            raise MalformedPosition(f"{COLOURS[own]} has a piece on {kind} ({deadly[0]},{deadly[1]}): {allowed}")
    if gone and not within:
        raise MalformedPosition("neutral=gone: the neutral piece comes back before a turn begins; leave it out")
    if (gone or PLACES[CENTRE] in places[seat]) and points[seat] == 0:
        raise MalformedPosition(
            f"{COLOURS[seat]} has captured the neutral piece this turn and must have a point for it"
        )


def _first(places: Iterable[Place]) -> Place | None:
    return next(iter(places), None)
