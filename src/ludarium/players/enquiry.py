"""What a program may ask while it thinks: worlds that fit its view, moves in them, and games played on from there.

Everything is made from the view and a seed: whoever asks learns nothing that the view does not hold, and the same
questions are answered alike in two positions that its seat cannot tell apart.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import derive, generator, split
from ludarium.engine.policies import Policies, Policy, choose, chooser, decide_by_policy, lay_out_notes, seated
from ludarium.engine.position import Position, View
from ludarium.engine.scene import open_view
from ludarium.engine.slots import MAX_PLIES, SEATS, apply, playout_move, reward, to_move

PARTS = ("moves", "fields", "text", "drawing", "scene")
"""What can be shown of a position beside who moves and how it ended."""
AT_ONCE = 100_000
"""Play-outs of a single question."""
_LONGEST_LINE = 10_000
_SHORT = 0.05
"""Seconds between two looks at the clock, roughly."""


class Refused(Exception):
    """A question that cannot be answered; says why."""


@kernel
def move_of_playouts(state: Any, seat: int, moves: Any, source: Any, notes: Any) -> int:
    return playout_move(state, seat, moves, source)


@kernel
def play_on(states: Any, count: int, table: Policies, source: Any, rewards: Any) -> None:
    """Play the state in the last row to its end so many times, with other dice each time; add up the rewards in row 0.

    Row 0 of the states has the game, row 1 what a seat may know of it.
    """
    for _ in range(count):
        states[0] = states[2]
        states[0].rng = split(source[0])
        for seat in range(SEATS):
            table.sources[seat].rng = split(source[0])
        lay_out_notes(0, table)
        ply, seat = 0, to_move(states[0])
        while seat >= 0 and ply < MAX_PLIES:
            apply(states[0], seat, decide_by_policy(states, seat, 0, ply, table))
            seat = to_move(states[0])
            ply += 1
        reward(states[0], rewards[1])
        for seat in range(SEATS):
            rewards[0, seat] += rewards[1, seat]


@lru_cache(maxsize=64)
def _player_of(game: Game, name: str) -> tuple[Policy, tuple[int, ...]]:
    from ludarium.players import listing, make

    # No options and no files: whoever asks may be closed off, and this is not.
    if name not in listing(game) and (":" in name or game.read_player(name) is None):
        raise Refused(f"no player '{name}' here: name one of this game's, without options")
    player = make(name, game)
    if type(player).policy is None:
        raise Refused(f"'{name}' is no compiled player: play-outs are made by players that decide in compiled code")
    return type(player).policy, tuple(player.notes())  # type: ignore[return-value]


class Enquiry:
    """The questions of one decision. Each is answered by one message; a wrong one by `refused`."""

    def __init__(
        self, view: View, seed: int, deadline: float, *, questions: int, playouts: int, positions: int
    ) -> None:
        """`deadline` is the end of the decision, as a time of `time.monotonic`."""
        self._view, self._seed = view, seed
        self.deadline = deadline
        self._questions, self._playouts, self._most = questions, playouts, positions
        self._samples = self._numbers = 0
        self._positions: OrderedDict[int, Position] = OrderedDict()

    KINDS: Mapping[str, Callable[[Enquiry, Mapping[str, Any]], dict[str, Any]]]

    def answer(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """What is said to a question, whose type is one of `KINDS`."""
        try:
            self._spend_question()
            return self.KINDS[message["type"]](self, message)
        except Refused as refusal:
            return {"type": "refused", "reason": str(refusal)}
        except LudariumError as error:
            return {"type": "refused", "reason": str(error)}

    # --- the questions ------------------------------------------------------------------------------------------------

    def _sample(self, message: Mapping[str, Any]) -> dict[str, Any]:
        self._samples += 1
        return self._kept(self._view.sample(derive(self._seed, "sample", self._samples)), message)

    def _play(self, message: Mapping[str, Any]) -> dict[str, Any]:
        position, line = self._position(message), message.get("moves")
        if not isinstance(line, list) or not line or len(line) > _LONGEST_LINE:
            raise Refused("'moves' must be a list of the moves to be made one after the other")
        if "seed" in message:
            position = position.with_stream(derive(self._seed, "dice", self._number(message, "seed", 0, 0, 1 << 62)))
        for place, made in enumerate(line, start=1):
            move, seat = (made, None) if isinstance(made, str) else _with_seat(made)
            try:
                position = position.play(move, seat)
            except LudariumError as error:
                raise Refused(f"move {place} of {len(line)}: {error}" if len(line) > 1 else str(error)) from None
        return self._kept(position, message)

    def _legal(self, message: Mapping[str, Any]) -> dict[str, Any]:
        position = self._position(message)
        seat = self._number(message, "seat", None, 0, self._view.game.seats - 1)
        return {"type": "legal", "moves": [move.text for move in position.moves(seat)]}

    def _playout(self, message: Mapping[str, Any]) -> dict[str, Any]:
        position = self._position(message)
        count = self._number(message, "count", 1, 1, AT_ONCE)
        if count > self._playouts:
            raise Refused(f"{self._playouts} play-outs are left of this decision: ask for fewer, or decide")
        self._playouts -= count
        values = self._play_out(position, count, message.get("by"))
        return {"type": "playout", "count": count, "values": values}

    # --- how they are answered ----------------------------------------------------------------------------------------

    def _play_out(self, position: Position, count: int, by: object) -> list[float]:
        """The mean reward of each seat, from -1 (lost) to 1 (won)."""
        game = position.game
        if by is None:
            policy, notes = move_of_playouts, ()
        elif isinstance(by, str):
            policy, notes = _player_of(game, by)  # type: ignore[assignment]
        else:
            raise Refused("'by' must be the name of a player")
        # A play-out of the game's own sees the whole world, as in searches; a player what its seat may know.
        veiled = None if by is not None else False
        table = seated(game, [0], [notes], np.zeros((1, game.seats), np.int64), veiled=veiled)
        play = game.bound.binder.also({choose: chooser((policy,))}).bind(play_on)
        states, rewards = game.bound.states(3), np.zeros((2, 2 * game.seats))
        states[2] = position.state
        self._numbers += 1
        source = generator(derive(self._seed, "playout", self._numbers))
        if (play_on, policy) not in game.bound.ready:
            begun = time.monotonic()
            play(states, 0, table, source, rewards)
            self.deadline += time.monotonic() - begun  # compiling is no time of the program's
            game.bound.ready.add((play_on, policy))
        done, step = 0, 1
        while done < count:
            begun = time.monotonic()
            if begun > self.deadline:
                raise Refused(f"time is over after {done} of {count} play-outs")
            play(states, min(step, count - done), table, source, rewards)
            done += min(step, count - done)
            step = step * 2 if time.monotonic() - begun < _SHORT else step
        means: list[float] = np.round(rewards[0, : game.seats] / count, 6).tolist()
        return means

    def _kept(self, position: Position, message: Mapping[str, Any]) -> dict[str, Any]:
        """A position under a new number, and what the question wants to see of it."""
        self._numbers += 1
        self._positions[self._numbers] = position
        if len(self._positions) > self._most:
            self._positions.popitem(last=False)
        over = position.over
        shown = {
            "type": "position",
            "position": self._numbers,
            "movers": list(position.movers),
            "over": over,
            "points": list(position.result().points) if over else None,
        }
        for part in self._wanted(message):
            shown[part] = self._part(position, part)
        return shown

    def _wanted(self, message: Mapping[str, Any]) -> list[str]:
        wanted = message.get("show", [])
        if not isinstance(wanted, list) or any(part not in PARTS for part in wanted):
            raise Refused(f"'show' must be a list of some of {', '.join(PARTS)}")
        return wanted

    def _part(self, position: Position, part: str) -> Any:
        if part == "moves":
            return [move.text for move in position.moves(position.movers[0])] if position.movers else []
        if part == "fields":
            return position.fields()
        if part == "scene":
            return position.game.scene(open_view(position))
        return position.text if part == "text" else position.draw()

    def _position(self, message: Mapping[str, Any]) -> Position:
        number = message.get("position")
        found = self._positions.get(number) if isinstance(number, int) else None
        if found is None:
            raise Refused(
                f"no position {number!r}: 'position' is a number that sample or play has given in this decision, "
                f"one of the last {self._most} that were used"
            )
        self._positions.move_to_end(number)  # type: ignore[arg-type]
        return found

    def _number(self, message: Mapping[str, Any], name: str, default: Any, low: int, high: int) -> Any:
        value = message.get(name, default)
        if value is default:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise Refused(f"'{name}' must be a whole number from {low} to {high}")
        return value

    def _spend_question(self) -> None:
        if self._questions == 0:
            raise Refused("all questions of this decision are asked: decide")
        self._questions -= 1


Enquiry.KINDS = {
    "sample": Enquiry._sample,
    "play": Enquiry._play,
    "legal": Enquiry._legal,
    "playout": Enquiry._playout,
}


def _with_seat(made: object) -> tuple[str, int]:
    """`["bet", 1]`: where several seats decide at once, who makes a move must be said."""
    match made:
        case [str(move), int(seat)] if not isinstance(seat, bool):
            return move, seat
    raise Refused("a move is its text, or a list of the text and the seat that makes it")
