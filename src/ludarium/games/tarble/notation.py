"""The notation of turns: `3 | [(0,1),(0,-1)], [(2,1),(3,2)] | (0,0)`, the roll, the pieces moved, the pieces captured.

Each pair is where a piece stood before the turn and where it ended, before pieces on corners and centre are removed; a
piece that came back to its cell leaves no trace. `(0,0)` among the captured is the neutral piece. Nothing moved or
captured is `-`. Paths are not recorded: the reader finds one with the turn generator. Pieces of a player are all alike,
so that any pairing that describes the same position is the same turn.

A whole game is a few lines of heading and one line for each turn:

    Tarble
    Red: joey
    Blue: sarah
    Seed: 7
    1 red: 4 | [(-1,-4),(1,0)] | (0,0)
    2 blue: 2 | [(1,4),(0,2)] | -
    Result: 9:6

Only the turns are needed, and each may do without its number and colour. `Start:` gives another position to begin with.
With a seed the dice are those of the game with that seed, and the game is a record; without one they are what the lines
say, as in games that were played elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludarium.engine import Game, LudariumError, Position, Record
from ludarium.engine.record import Decision, check_of, seal_of
from ludarium.games.tarble.board import CELL, CENTRE, NEIGHBOUR
from ludarium.games.tarble.rules import EMPTY, FACES, NEUTRAL, State
from ludarium.games.tarble.turns import MADE_SHIFT, NEUTRAL_SHIFT, Turns, turns_from
from ludarium.games.tarble.wording import COLOURS, ON_THE_BOARD, goal_of, place_text, plain, read_places

_PAIR = r"\[\s*\([^()]*\)\s*,\s*\([^()]*\)\s*\]"
_PLACE = r"\(\s*-?\d{1,3}\s*,\s*-?\d{1,3}\s*\)"
_PREFIX = re.compile(r"(?:\d+\s*\.?\s*)?(?P<colour>red|blue|r|b)\s*[:.]?\s*(?=\d+\s*\|)", re.ASCII)
_HEADING = re.compile(r"(?P<name>red|blue|seed|start|result)\s*:\s*(?!\d+\s*\|)(?P<value>.*)", re.IGNORECASE)
_POSITION_BITS = np.uint64((1 << int(MADE_SHIFT)) - 1)


class BadNotation(LudariumError):
    """A line that is no turn, or a turn that cannot be made."""


@dataclass(frozen=True)
class Line:
    """What a line of notation says, as cells."""

    roll: int
    moved: tuple[tuple[int, int], ...]
    captured: tuple[int, ...]

    def __str__(self) -> str:
        pairs = ", ".join(f"[{place_text(came)},{place_text(goal)}]" for came, goal in self.moved)
        taken = ", ".join(place_text(cell) for cell in self.captured)
        return f"{self.roll} | {pairs or '-'} | {taken or '-'}"


# --- one turn ---------------------------------------------------------------------------------------------------------


def write_turn(position: Position, movements: Sequence[int]) -> str:
    """The notation of a whole turn, given as its movements from the position where it began."""
    state = position.clone().state
    seat, roll = int(state.seat), int(state.roll)
    board = state.board
    stands: dict[int, int] = {}
    """For each piece that has moved, by the cell where it stood: where it stands."""
    captured = []
    for move in movements:
        cell, goal = move // 6, goal_of(state, seat, move)
        beside = int(NEIGHBOUR[cell, move % 6])
        if goal != beside:
            captured.append(beside)
            board[beside] = EMPTY
        board[cell], board[goal] = EMPTY, seat + 1
        piece = next((piece for piece, stand in stands.items() if stand == cell), cell)
        stands[piece] = goal
    return str(Line(roll, tuple((came, goal) for came, goal in stands.items() if came != goal), tuple(captured)))


def read_line(text: str) -> Line:
    """The parts of a line, checked to have the right form and to lie on the board; where the pieces are, it ignores."""
    parts = [part.strip() for part in plain(text).split("|")]
    form = "expected ROLL | [from,to], … | captured, …, such as '3 | [(0,1),(0,-1)], [(2,1),(3,2)] | (0,0)'"
    if len(parts) != 3:
        raise BadNotation(f"'{text.strip()}' has {len(parts)} parts between bars instead of 3; {form}")
    roll, moved, captured = parts
    if not re.fullmatch(r"\d{1,3}", roll, re.ASCII):
        raise BadNotation(f"the roll '{roll}' is no number; {form}")
    if not 1 <= int(roll) <= FACES:
        raise BadNotation(f"a roll of {int(roll)}: a die shows 1 to {FACES}")
    if moved not in ("", "-") and not re.fullmatch(rf"{_PAIR}(?:\s*,?\s*{_PAIR})*", moved):
        raise BadNotation(f"'{moved}' does not say which pieces moved; {form}")
    pairs = []
    for pair in re.findall(_PAIR, moved):
        cells = _cells(pair)
        if len(cells) != 2:
            raise BadNotation(f"'{pair}' is no pair of places; {form}")
        pairs.append((cells[0], cells[1]))
    if captured not in ("", "-") and not re.fullmatch(rf"{_PLACE}(?:\s*,?\s*{_PLACE})*", captured, re.ASCII):
        raise BadNotation(f"'{captured}' does not say which pieces were captured; {form}")
    return Line(int(roll), tuple(pairs), tuple(_cells(captured)))


def _cells(text: str) -> list[int]:
    cells = []
    for place in read_places(text):
        if place not in CELL:
            raise BadNotation(f"({place[0]},{place[1]}) is not on the board: {ON_THE_BOARD}")
        cells.append(CELL[place])
    return cells


def read_turn(position: Position, text: str) -> list[int]:
    """The movements of the turn that a line means here: some path that fits. A line that has none is refused.

    Where the game ends within the turn, it is a path with as few movements as possible.
    """
    line = read_line(text)
    state = position.state
    if position.over:
        raise BadNotation(f"'{line}': the game is over, there is no turn to make")
    if state.left < state.roll:
        raise BadNotation(f"'{line}': a line is a whole turn, but movements of this turn have been made already")
    if line.roll != state.roll:
        raise BadNotation(f"'{line}' is a turn with a roll of {line.roll}, but the die shows {state.roll}")
    wanted = _key(state, line)
    path = _path(turns_from(position), wanted)
    if path is None:
        others = [roll for roll in range(1, FACES + 1) if _path(turns_from(position, roll), wanted) is not None]
        could = (
            f"; with a roll of {' or '.join(map(str, others))} they could" if others else "; with no roll they could"
        )
        movements = "1 movement" if line.roll == 1 else f"{line.roll} movements"
        raise BadNotation(f"'{line}': no {movements} of {COLOURS[int(state.seat)]} lead there{could}")
    return path


def _key(state: State, line: Line) -> Any:
    """What the turn generator calls the position that a line leads to."""
    seat = int(state.seat)
    own = {int(cell) for cell in state.pieces[seat][: int(state.count[seat])]}
    for came, _ in line.moved:
        if state.board[came] != seat + 1:
            raise BadNotation(f"'{line}': {COLOURS[seat]} has no piece on {place_text(came)}")
    _check_once(line, [came for came, _ in line.moved], "moves twice from")
    _check_once(line, [goal for _, goal in line.moved], "moves two pieces to")
    _check_once(line, line.captured, "captures twice on")
    stay = own - {came for came, _ in line.moved}
    for _, goal in line.moved:
        if goal in stay:
            raise BadNotation(f"'{line}': on {place_text(goal)} there is a piece of {COLOURS[seat]} that does not move")
    ends = sorted(stay | {goal for _, goal in line.moved})
    key = (1 << int(NEUTRAL_SHIFT) - 7) - 1  # NOWHERE in all places
    for place, cell in enumerate(ends):
        key ^= (cell ^ 127) << 7 * place
    enemies = [int(cell) for cell in state.pieces[1 - seat][: int(state.count[1 - seat])]]
    for cell in line.captured:
        if cell == CENTRE and state.board[CENTRE] == NEUTRAL:
            key |= 1 << int(NEUTRAL_SHIFT)
        elif cell in enemies:
            key |= 1 << int(NEUTRAL_SHIFT) - 7 + enemies.index(cell)
        else:
            raise BadNotation(f"'{line}': there is nothing to capture on {place_text(cell)}")
    return np.uint64(key)


def _check_once(line: Line, cells: Sequence[int], what: str) -> None:
    for cell in cells:
        if cells.count(cell) > 1:
            raise BadNotation(f"'{line}' {what} {place_text(cell)}")


def _path(turns: Turns, wanted: Any) -> list[int] | None:
    found = np.flatnonzero((turns.keys & _POSITION_BITS) == wanted)
    return turns.path(int(found[0])) if len(found) else None


# --- whole games ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Turn:
    """A turn of a game: the position when the die had been thrown, and the movements."""

    position: Position
    movements: tuple[int, ...]

    @property
    def seat(self) -> int:
        return int(self.position.state.seat)


@dataclass
class NotatedGame:
    """A game that was read, every turn of it checked."""

    game: Game
    players: list[str]
    seed: int | None
    start: str
    """The text of the position it began with; empty for the game's own start."""
    turns: list[Turn] = field(default_factory=list)
    end: Position | None = None
    """The position after the last turn."""

    def record(self) -> Record:
        """The game as a record, which replays. Only a seed's dice can be replayed: without one this is an error."""
        if self.seed is None:
            raise BadNotation(
                "a game without a seed has dice of its own and cannot be a record; a line 'Seed: 7' would say whose"
            )
        made = Record(self.game.name, self.game.version, dict(self.game.settings), self.seed, self.players, self.start)
        position = _beginning(self.game, self.start, self.seed)
        for turn in self.turns:
            for move in turn.movements:
                text = self.game.move_text(move, position.state, turn.seat)
                position = position.play(text, turn.seat)
                made.decisions.append(Decision(turn.seat, text, 0.0, check_of(position)))
        if position.over:
            made.result, made.seal = position.result(), seal_of(position)
        return made


def turns_of(record: Record, game: Game) -> Iterator[Turn]:
    """The turns of a recorded game, each with its movements; one that was broken off may lack movements of its last."""
    steps = record.replay(lambda name, **settings: game)
    _, before = next(steps)
    begun, movements = before, list[int]()
    for decision, after in steps:
        assert decision is not None
        value = game.read_move(decision.move, before.state, decision.seat).value
        assert isinstance(value, int)
        movements.append(value)
        before = after
        if after.over or after.state.turns != begun.state.turns:
            yield Turn(begun, tuple(movements))
            begun, movements = after, []
    if movements:
        yield Turn(begun, tuple(movements))


def write_game(record: Record, game: Game) -> str:
    """A recorded game in notation, with its seed, so that it can become a record again.

    What is lost: the paths, thinking times and reasons, and how many movements were left when the last piece was taken.
    A game that began or was broken off within a turn cannot be written: a line is a whole turn.
    """
    lines = ["Tarble", f"Red: {record.players[0]}", f"Blue: {record.players[1]}", f"Seed: {record.seed}"]
    lines += [f"Start: {record.start}"] if record.start else []
    for number, turn in enumerate(turns_of(record, game), 1):
        state = turn.position.state
        if state.left < state.roll or (record.result is None and len(turn.movements) < state.roll):
            raise BadNotation(f"turn {number} of the game is not whole, and a line of notation is a whole turn")
        lines.append(f"{number} {COLOURS[turn.seat]}: {write_turn(turn.position, turn.movements)}")
    if record.result is not None:
        lines.append(f"Result: {':'.join(f'{points:g}' for points in record.result.points)}")
    return "\n".join(lines) + "\n"


def read_game(text: str, game: Game) -> NotatedGame:
    """Read a game; the first line that cannot be is refused with its number."""
    headings: dict[str, str] = {}
    turns: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if heading := _HEADING.fullmatch(stripped):
            headings[heading["name"].lower()] = heading["value"].strip()
        elif stripped and not stripped.startswith("#") and stripped.lower() != game.name:
            turns.append((number, stripped))
    seed = headings.get("seed")
    if seed is not None and not re.fullmatch(r"-?\d{1,20}", seed, re.ASCII):
        raise BadNotation(f"'Seed: {seed}': expected a whole number")
    read = NotatedGame(
        game,
        players=[headings.get(colour, "?") for colour in COLOURS],
        seed=None if seed is None else int(seed),
        start=headings.get("start", ""),
    )
    position = _beginning(game, read.start, read.seed)
    for number, line in turns:
        try:
            position = _read_into(read, position, line)
        except LudariumError as error:
            raise BadNotation(f"line {number}: {error}") from error
    read.end = position
    _check_result(headings.get("result"), position)
    return read


def with_roll(position: Position, roll: int) -> Position:
    """The position as if the die of the turn that begins here had shown another number."""
    changed = position.clone()
    changed.state.roll = changed.state.left = roll
    return changed


def _beginning(game: Game, start: str, seed: int | None) -> Position:
    if not start:
        return game.start(seed or 0)
    position = game.read_position(start)
    return position if seed is None else position.with_stream(seed)


def _read_into(read: NotatedGame, position: Position, line: str) -> Position:
    """Add the turn of a line to a game; give the position after it."""
    seat = int(position.state.seat)
    prefix = _PREFIX.match(plain(line))
    text = plain(line)[prefix.end() :] if prefix else line
    if prefix and not COLOURS[seat].startswith(prefix["colour"]):
        raise BadNotation(f"'{line}' is a turn of {prefix['colour']}, but it is {COLOURS[seat]}'s turn")
    roll = read_line(text).roll
    if read.seed is None and not position.over:
        position = with_roll(position, roll)
    elif roll != position.state.roll and not position.over:
        raise BadNotation(
            f"'{line}': with seed {read.seed} the die shows {position.state.roll}; "
            "without the line 'Seed:' the game has the dice of its lines"
        )
    turn = Turn(position, tuple(read_turn(position, text)))
    read.turns.append(turn)
    for move in turn.movements:
        position = position.play(read.game.move_text(move, position.state, seat), seat)
    return position


def _check_result(given: str | None, end: Position) -> None:
    if given is None:
        return
    if not end.over:
        raise BadNotation(f"'Result: {given}', but the game is not over after the last line")
    points = ":".join(f"{value:g}" for value in end.result().points)
    if "".join(given.split()) != points:
        raise BadNotation(f"'Result: {given}', but the game ends {points}")
