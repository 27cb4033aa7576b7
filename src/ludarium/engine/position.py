"""A position of a game, and what one seat may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from ludarium.engine.errors import IllegalMove, LudariumError, MalformedMove, MalformedPosition
from ludarium.engine.kernels.rng import derive
from ludarium.engine.move import Move, MoveValue
from ludarium.engine.result import Result
from ludarium.engine.slots import MAX_SEATS

if TYPE_CHECKING:
    from ludarium.engine.game import Game

SPECTATOR = -1
"""The seat of somebody who only watches."""
_ILLEGAL = "not a legal move here"


class Plain:
    """A state's fields as plain numbers and lists, each read once: where many are looked at, as in scenes, attributes
    of a record take most of the time."""

    def __init__(self, states: Any) -> None:
        self._states = states

    def __getattr__(self, name: str) -> Any:
        if name not in self._states.dtype.names:
            raise AttributeError(f"the state has no field {name}")
        value = self.__dict__[name] = self._states[name][0].tolist()
        return value


_MOVERS = [tuple(seat for seat in range(MAX_SEATS) if mask >> seat & 1) for mask in range(1 << MAX_SEATS)]
_ONLY = [seats[0] if len(seats) == 1 else None for seats in _MOVERS]
_SEATS = len(_MOVERS) - 1
_UNKNOWN = -1
_new = object.__new__


class _State:
    """What positions and views have in common: a game and one state record of it, held as 64-bit words.

    A state does not change. What follows from it is found when it is asked for, and who must decide only once.
    """

    _deciding = _UNKNOWN
    """The movers as a bit mask."""

    def __init__(self, game: Game, states: Any) -> None:
        self.game = game
        self._words = states.view(np.uint64)

    @property
    def _states(self) -> Any:
        """The same memory as the array of one record that most doors of the rules take."""
        return self._words.view(self.game.rules.dtype)

    @property
    def state(self) -> Any:
        """The state record, a view on memory that must not be written to."""
        return self._states[0]

    @property
    def movers(self) -> tuple[int, ...]:
        """The seats that must decide now, in order; none when the game is over."""
        if self._deciding == _UNKNOWN:
            self._deciding = int(self.game.bound.movers(self._words))
        return _MOVERS[self._deciding]

    @property
    def over(self) -> bool:
        return not self.movers

    @property
    def words(self) -> Any:
        """The state as 64-bit words, memory that must not be written to."""
        return self._words

    def options_of(self, seat: int) -> list[int]:
        """The numbers that `legal` lists for a mover: moves, or where they are checked its proposals."""
        return [*self._options(seat)] if seat in self.movers else []

    def fields(self) -> dict[str, Any]:
        """The state as plain Python values, field by field."""
        names = self.state.dtype.names or ()
        return {name: np.asarray(self.state[name]).tolist() for name in names if name not in ("rng", "padding")}

    def to_bytes(self) -> bytes:
        return bytes(self._words.tobytes())

    def _values(self, seat: int) -> list[MoveValue]:
        """What `legal` lists for a seat that is a mover: moves, or where they are checked the proposed ones."""
        options = self._options(seat)
        return [*options] if self.game.rules.checked is None else [*self._proposed(seat, options)]

    def _proposed(self, seat: int, options: list[int]) -> dict[MoveValue, int]:
        """The moves that are proposed, each with its number; the first where several come out as the same."""
        found: dict[MoveValue, int] = {}
        for option in options:
            found.setdefault(self._proposal(seat, option), option)
        return found

    def _options(self, seat: int) -> list[int]:
        """The numbers that `legal` lists for a mover."""
        bound = self.game.bound
        room = bound.borrow()
        listed: list[int] = room[1][: bound.legal(self._words, seat, room[0])].tolist()
        bound.spare.append(room)
        return listed

    def _proposal(self, seat: int, option: int) -> MoveValue:
        move = self.game.empty_move()
        self.game.bound.propose(self._states, 0, seat, option, move)
        return tuple(move.tolist())

    def fault(self, value: MoveValue, seat: int) -> str:
        """Why a mover may not make this move; empty when it may."""
        if self.game.rules.checked is not None:
            return self.game.check_move(value, self._states, seat)
        return "" if isinstance(value, int) and value in self._values(seat) else _ILLEGAL

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, _State) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())


class Position(_State):
    """A whole position, hidden things and future dice included. Playing a move gives a new position.

    Players never see one: they get `view(seat)`.
    """

    _listed: list[int] | None = None
    """The moves of the only mover, once they are known, in games whose moves are listed."""
    made: tuple[MoveValue, ...] | None = None
    """What all seats decided at once, in the position that it led to; where moves are checked and nothing is hidden."""

    def seat_to_move(self, seat: int | None = None) -> int:
        """The given seat if it must decide, or the only one that must; an error says who must decide otherwise."""
        movers = self.movers
        if seat is None and len(movers) == 1:
            return movers[0]
        if seat in movers:
            return seat
        if not movers:
            raise IllegalMove("the game is over: there is nothing left to decide")
        waiting = " and ".join(f"seat {mover + 1}" for mover in movers)
        given = "" if seat is None else f", not seat {_number(seat) + 1}"
        raise IllegalMove(f"{waiting} must decide now{given}")

    def moves(self, seat: int | None = None) -> list[Move]:
        """The legal moves of a mover, sorted; where moves are checked, those that are proposed to it."""
        listed: Sequence[MoveValue] | None = self._listed
        if seat is None and listed:
            return list(map(Move, listed, repeat(self)))
        seat = self.seat_to_move(seat)
        listed = self._values(seat)
        if len(self.movers) == 1:
            return list(map(Move, listed, repeat(self)))
        return [Move(value, self.game.move_text(value, self.state, seat)) for value in listed]

    def move_text(self, value: MoveValue) -> str:
        """A move of the only mover in words."""
        return self.game.move_text(value, self.state, self.movers[0])

    def play(self, move: Move | str, seat: int | None = None) -> Position:
        """The position after a move (a `Move`, or its text). Moves of several movers at once take effect together."""
        only = _ONLY[self._deciding]
        seat = only if seat is None and only is not None else self.seat_to_move(seat)
        value = move.value if isinstance(move, Move) else self._read(move, seat)
        listed, bound = self._listed, self.game.bound
        if not listed:
            if bound.rules.checked is not None:
                return self._commit(move, value, seat)
            listed = self._options(seat)
        if value not in listed or not isinstance(value, int):
            raise IllegalMove(f"{move}: {_ILLEGAL}")
        following: Position = _new(Position)  # as `clone` does, and below as `borrow` does; two calls less
        following.game, following._words = self.game, self._words.copy()
        try:
            room = bound.spare.pop()
        except IndexError:
            room = bound.borrow()
        situation = bound.play(following._words, seat, value, room[0])
        following._deciding = situation & _SEATS
        following._listed = room[1][: situation >> MAX_SEATS].tolist()
        bound.spare.append(room)
        return following

    def _read(self, move: object, seat: int) -> MoveValue:
        if isinstance(move, str):
            return self.game.read_move(move, self.state, seat).value
        raise MalformedMove(f"{move!r} is no move: give one of position.moves(), or its text")

    def _commit(self, move: Move | str, value: MoveValue, seat: int) -> Position:
        """The position after a move that is checked."""
        fault = self.fault(value, seat)
        if fault:
            raise IllegalMove(f"{move}: {fault}")
        following = self.clone()
        self.game.bound.commit(following._states, 0, seat, self.game.move_array(value))
        if self.game.at_once and not self.game.hidden and not following.state.committed:
            plans: list[MoveValue] = [tuple(plan) for plan in self.state.pending[: self.game.seats].tolist()]
            plans[seat] = value
            following.made = tuple(plans)
        return following

    def _options(self, seat: int) -> list[int]:
        if self._listed and seat == self.movers[0]:
            return self._listed
        listed = super()._options(seat)
        if self.movers == (seat,) and self.game.rules.checked is None:
            self._listed = listed
        return listed

    def view(self, seat: int) -> View:
        """What a seat may know; `SPECTATOR` for what is public."""
        game, words = self.game, self._words.copy()
        number = seat if type(seat) is int else _number(seat)  # a call more would take a tenth of the time
        if not SPECTATOR <= number < game.seats:
            raise LudariumError(f"no seat {number + 1} in {game.name}: it has {game.seats}")
        view: View = _new(View)
        view.game, view._words, view.seat = game, words, number
        going_on = self._deciding > 0 or self.movers
        view.result, view.whole, view.made = None if going_on else self.result(), False, self.made
        game.bound.conceal(words, seat)
        return view

    def result(self) -> Result:
        """How the game ended; an error while it has not."""
        if not self.over:
            raise LudariumError("the game is not over: it has no result yet")
        points = np.zeros(2 * self.game.seats)
        self.game.bound.result(self._states, 0, points)
        return self.game.rank(points[: self.game.seats].tolist(), self.state)

    @property
    def text(self) -> str:
        """The short text form, which `Game.read_position` reads."""
        return self.game.position_text(self.state)

    def draw(self) -> str:
        return self.game.draw(self.state, None)

    def svg(self) -> str:
        """The whole board as an SVG drawing, hidden things included: the browser's own."""
        from ludarium.engine.scene import open_view
        from ludarium.engine.svg import svg_of

        return svg_of(open_view(self))

    def __repr__(self) -> str:
        return f"<{self.game.describe()}: {self.text}>"

    def _repr_html_(self) -> str:
        from ludarium.engine.markup import board

        return board(self)

    def clone(self) -> Position:
        copy: Position = _new(Position)
        copy.game, copy._words = self.game, self._words.copy()
        return copy

    def with_stream(self, seed: int) -> Position:
        """The same position with the random stream of a game with this seed."""
        position = self.clone()
        position.state.rng = np.uint64(derive(seed, "game"))
        return position

    @classmethod
    def from_bytes(cls, game: Game, data: bytes) -> Position:
        """The position that `to_bytes` wrote; only the size is checked."""
        size = game.rules.dtype.itemsize
        if len(data) != size:
            raise MalformedPosition(f"a position of {game.name} has {size} bytes, got {len(data)}")
        return cls(game, np.frombuffer(data, game.rules.dtype).copy())


class View(_State):
    """What one seat may know of a position. Everything else, the future dice included, is erased, not just unread."""

    def __init__(
        self,
        game: Game,
        states: Any,
        seat: int,
        *,
        result: Result | None = None,
        whole: bool = False,
        made: tuple[MoveValue, ...] | None = None,
    ) -> None:
        """`result` is how the game ended, which everybody may know, even where the view does not show why.

        `made` is what all seats have just decided at once, public as soon as it has taken effect; where moves are
        checked and nothing is hidden.

        `whole` marks what somebody sees who may know everything: a game that is over, looked at afterwards.
        """
        super().__init__(game, states)
        self.seat, self.result, self.whole, self.made = seat, result, whole, made

    @cached_property
    def plain(self) -> Any:
        """The state for reading only, quicker than `state` where much of it is read."""
        return Plain(self._states)

    @cached_property
    def proposals(self) -> dict[MoveValue, int]:
        """Where moves are checked: those that are proposed to this seat, with their numbers."""
        return self._proposed(self.seat, self.options())

    def _values(self, seat: int) -> list[MoveValue]:
        proposing = self.game.rules.checked is not None and seat == self.seat
        return list(self.proposals) if proposing else super()._values(seat)

    def moves(self) -> list[Move]:
        """The legal moves of this seat, sorted; where moves are checked, those that are proposed to it."""
        return list(map(Move, self._values(self.seat), repeat(self))) if self.seat in self.movers else []

    @cached_property
    def worded(self) -> dict[str, Move]:
        """As `moves`, by their texts, which are written once: what a screen offers comes back as the text of a move."""
        state, seat = self.state, self.seat
        found: dict[str, Move] = {}
        for value in self._values(seat) if seat in self.movers else ():
            text = self.game.move_text(value, state, seat)
            found.setdefault(text, Move(value, text))
        return found

    def move_text(self, value: MoveValue) -> str:
        """A move of this seat in words."""
        return self.game.move_text(value, self.state, self.seat)

    def move(self, text: str) -> Move:
        """The move of this seat that a text means."""
        if not isinstance(text, str):
            raise MalformedMove(f"{text!r} is no text: a move is asked for by its text, such as those of view.moves()")
        offered = self.__dict__.get("worded", {}).get(text)
        return offered or self.game.read_move(text, self.state, self.seat)

    def options(self) -> list[int]:
        """The numbers that `legal` lists for this seat: moves, or where they are checked its proposals."""
        return self.options_of(self.seat)

    def observation(self) -> Any:
        """What this seat sees as an array of numbers, in the form that `Game.encoding` says."""
        from ludarium.engine.observing import observation_of

        return observation_of(self)

    def value(self, number: int) -> MoveValue:
        """What a search's number stands for: itself, or where moves are checked that proposal."""
        return number if self.game.rules.checked is None else self._proposal(self.seat, number)

    def numbered(self, number: int) -> Move:
        """As `value`, the move."""
        return Move(self.value(number), self)

    def from_seat(self, seat: int) -> View:
        """The same from another seat, in a game where everybody sees the same."""
        view = View(self.game, self._words, seat, result=self.result, whole=self.whole, made=self.made)
        view.__dict__ |= {"plain": self.plain, "_deciding": self._deciding}  # need not be found out again
        return view

    def clone(self) -> View:
        return View(self.game, self._words.copy(), self.seat, result=self.result, whole=self.whole, made=self.made)

    def sample(self, seed: int) -> Position:
        """A whole position consistent with this view, uniformly drawn, with a random stream of its own."""
        states = self.clone()._states
        self.game.bound.sample(states, 0, self.seat, np.uint64(seed))
        return Position(self.game, states)

    def draw(self) -> str:
        return self.game.draw(self.state, self.seat)

    def svg(self) -> str:
        """What this seat sees, as an SVG drawing: the browser's own."""
        from ludarium.engine.svg import svg_of

        return svg_of(self)

    def __repr__(self) -> str:
        seen = "everything" if self.whole else "a spectator sees" if self.seat < 0 else f"seat {self.seat + 1} sees"
        return f"<{self.game.describe()}, {seen}: {self.game.position_text(self.state)}>"

    def _repr_html_(self) -> str:
        from ludarium.engine.markup import board

        return board(self)


def _number(seat: object) -> int:
    if not isinstance(seat, int | np.integer):
        raise LudariumError(f"{seat!r} is no seat: expected its number, 0 for the first")
    return int(seat)
