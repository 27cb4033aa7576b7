"""OpenSpiel's games as games of the lab: `openspiel:connect_four(rows=7)`.

The rules are OpenSpiel's own, called from kernels that are never compiled. Chance is drawn from the lab's stream as
soon as it is due, so that a seed gives the game and a record replays; moves made at once are made one after the other,
unseen.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any, ClassVar

import numpy as np

from ludarium.doors.openspiel.histories import Histories
from ludarium.doors.openspiel.loading import PREFIX, Loaded, load, openspiel_version
from ludarium.engine.errors import IllegalMove, LudariumError, MalformedMove, MalformedPosition
from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import constant, kernel
from ludarium.engine.kernels.rng import next_bits
from ludarium.engine.levels import BEGINNER, Level
from ludarium.engine.move import Move, MoveValue
from ludarium.engine.observing import Encoding, fields_encoding
from ludarium.engine.position import Position, View
from ludarium.engine.rules import Rules, playout
from ludarium.engine.sentences import call, introduction, outcome
from ludarium.engine.slots import Moves, Points, Seat

HISTORIES: Histories = constant("HISTORIES")
WHOLE, SPECTATORS = 0, -1
"""Whose view a state is: nobody's, a spectator's, or a seat's, counted from 1."""
_NUMBER = re.compile(r"#\s*(\d+)")
_SHOWN_MOVES = 12
_USUAL = 100
"""Iterations of the opponent that people usually meet: of a search a thousand, as elsewhere, would take ten seconds at
a move of chess."""

# --- the rules: a state has `actions`, the first `count` of which are its history, or in a view what its seat knows ---


@kernel
def start(state: Any) -> None:
    advance(HISTORIES, state, HISTORIES.root, [])


@kernel
def to_move(state: Any) -> Seat:
    return int(state.mover)


@kernel
def legal(state: Any, seat: Seat, moves: Moves) -> int:
    if state.viewer == WHOLE:
        found = HISTORIES.after(history_of(state)).legal_actions(seat)
    else:
        found = np.flatnonzero(np.unpackbits(state.offered, bitorder="little"))
    most = HISTORIES.loaded.actions
    if len(found) and found[-1] >= most:
        raise LudariumError(f"OpenSpiel offers action {found[-1]} of a game of which it says that it has {most}")
    moves[: len(found)] = found
    return len(found)


@kernel
def apply(state: Any, seat: Seat, move: int) -> None:
    advance(HISTORIES, state, HISTORIES.after(history_of(state)), [int(move)])


@kernel
def result(state: Any, points: Points) -> None:
    if state.viewer == WHOLE:
        points[: HISTORIES.loaded.seats] = HISTORIES.after(history_of(state)).returns()
    else:
        points[: HISTORIES.loaded.seats] = state.points


@kernel
def reward(state: Any, rewards: Points) -> None:
    """The points, the range that OpenSpiel declares stretched to -1 … 1. Some games leave it: 2048(max_tile=32)."""
    assert HISTORIES.loaded.points is not None
    lowest, highest = HISTORIES.loaded.points
    result(state, rewards)
    for seat in range(HISTORIES.loaded.seats):
        rewards[seat] = max(-1.0, min(1.0, 2.0 * (rewards[seat] - lowest) / (highest - lowest) - 1.0))


@kernel
def hide(state: Any, seat: Seat) -> None:
    if state.viewer != WHOLE:
        return  # a view already
    history = history_of(state)
    whole = HISTORIES.after(history)
    known = HISTORIES.known(history, seat)[0] if seat >= 0 else ()
    state.actions[:] = 0
    state.actions[: len(known)] = known
    state.count, state.viewer = len(known), seat + 1 if seat >= 0 else SPECTATORS
    if whole.is_terminal():
        state.points[:] = whole.returns()  # which everybody may know
    elif HISTORIES.has_others and seat >= 0:
        # Not the history itself: one that hangs on what the seat knows alone, from which others can be drawn.
        if HISTORIES.deals is not None:
            other = HISTORIES.deals.in_order(list(whole.history()), int(seat))
        else:
            other = HISTORIES.drawn(history, int(seat), random.Random(digest_of(state)))
        state.other[: len(other)] = other
        state.others = len(other)
    if state.mover == seat >= 0:
        offered = np.zeros(8 * state.offered.shape[0], np.uint8)
        offered[whole.legal_actions(seat)] = 1
        state.offered[:] = np.packbits(offered, bitorder="little")
    HISTORIES.show(key_of(state), history)


@kernel
def determinize(state: Any, seat: Seat) -> None:
    if state.viewer == WHOLE:
        return
    known, mover, drawn = state.actions[: state.count].tolist(), int(state.mover), random.Random(int(next_bits(state)))
    if HISTORIES.deals is not None and state.others:
        deal = state.other[: state.others].tolist()
        offered = np.flatnonzero(np.unpackbits(state.offered, bitorder="little")).tolist()
        found = HISTORIES.dealt_otherwise(deal, known, offered, int(seat), mover, drawn)
    elif HISTORIES.resampled and state.others:
        found = HISTORIES.redrawn(bytes(state.other[: state.others].tobytes()), int(seat), drawn)
    else:
        found = HISTORIES.possible(known, int(seat), mover, state.points.tolist(), drawn)
    if HISTORIES.has_others:
        state.other[:], state.others = 0, 0
    state.viewer, state.offered[:], state.points[:] = WHOLE, 0, 0
    write(state, found, mover)


@kernel
def hash(state: Any) -> Any:
    return np.uint64(digest_of(state))


@kernel
def observe(state: Any, seat: Seat, seen: Any) -> None:
    HISTORIES.encode(history_of(state) if state.viewer == WHOLE else HISTORIES.shown(key_of(state)), int(seat), seen)


@kernel
def playout_of_openspiel(state: Any, moves: Moves, source: Any) -> int:
    """As `playout`, with one state that changes instead of one for each move."""
    drawn = random.Random(int(next_bits(source)))
    whole = HISTORIES.after(history_of(state)).clone()
    decisions = 0
    while not whole.is_terminal():
        if whole.is_chance_node():
            whole.apply_action(outcome_of(whole, drawn.random()))
        else:
            whole.apply_action(drawn.choice(whole.legal_actions()))
            decisions += 1
    write(state, whole.history(), -1)
    return decisions


# --- what the kernels share -------------------------------------------------------------------------------------------


def history_of(state: Any) -> bytes:
    """The history of a whole position."""
    return bytes(state.actions[: state.count].tobytes())


def key_of(state: Any) -> bytes:
    """Everything in a state that matters, the random stream aside."""
    return history_of(state) + bytes((int(state.viewer) & 255, int(state.mover) & 255))


def digest_of(state: Any) -> int:
    return int.from_bytes(hashlib.blake2b(key_of(state), digest_size=8).digest(), "little")


def write(state: Any, history: Any, mover: int) -> None:
    """Put a history into a state."""
    length = len(history)
    if length > state.actions.shape[0]:
        raise LudariumError(f"the game is longer than OpenSpiel says it can be: more than {state.actions.shape[0]}")
    state.actions[:length] = history
    state.actions[length:] = 0
    state.count, state.mover = length, mover


def advance(histories: Histories, state: Any, before: Any, actions: list[int]) -> None:
    """Carry out actions after the history of a state, and whatever is then left to chance."""
    count = int(state.count)
    after = before
    made = list(actions)
    if made or before.is_chance_node():
        after = before.clone()
        for action in made:
            after.apply_action(action)
    while after.is_chance_node() and not after.is_terminal():  # games that are broken off may be both
        made.append(outcome_of(after, (int(next_bits(state)) >> 11) / (1 << 53)))
        after.apply_action(made[-1])
    if count + len(made) > state.actions.shape[0]:
        raise LudariumError(f"the game is longer than OpenSpiel says it can be: more than {state.actions.shape[0]}")
    state.actions[count : count + len(made)] = made
    state.count, state.mover = count + len(made), histories.mover(after)
    histories.keep(history_of(state), after)


def outcome_of(state: Any, chosen: float) -> int:
    """The outcome of a chance node that a number between 0 and 1 chooses."""
    outcomes = state.chance_outcomes()
    for action, chance in outcomes:
        chosen -= chance
        if chosen < 0:
            return int(action)
    return int(outcomes[-1][0])


def search_of(loaded: Loaded) -> str:
    """The search that suits a game."""
    return "ismcts" if loaded.hidden else "mcts"


# --- the game ---------------------------------------------------------------------------------------------------------


class OpenSpielGame(Game):
    """A game of OpenSpiel, by its own rules.

    The rules are called from Python, so that searches make hundreds of simulations a second where those of the lab's
    own games make many thousands: give players few iterations.
    """

    board_kind: ClassVar[str] = "plain"
    histories: ClassVar[Histories]

    @classmethod
    def of(cls, loaded: Loaded) -> type[OpenSpielGame]:
        """The class of one of OpenSpiel's games."""
        histories = Histories(loaded)
        length = loaded.longest
        fields: list[tuple[Any, ...]] = [("count", "i4"), ("mover", "i1"), ("viewer", "i1")]
        kernels: dict[str, Callable[..., Any]] = {"start": start, "to_move": to_move, "legal": legal, "apply": apply}
        kernels |= {"result": result, "hash": hash}
        if histories.tensor_shape is not None:
            kernels["observe"] = observe
        if loaded.hidden:
            kernels |= {"hide": hide, "determinize": determinize}
            length = 2 * length + 1  # what a seat knows: what it was shown after each action, and its own actions
            fields += [("offered", "u1", (loaded.actions // 8 + 1,)), ("points", "f8", (loaded.seats,))]
        if histories.has_others:
            fields += [("others", "i4"), ("other", "i4", (loaded.longest,))]
        points: dict[str, Any] = {}
        if loaded.points is not None:
            points = {"payoff": "points", "lowest": loaded.points[0], "highest": loaded.points[1]}
            kernels["reward"] = reward
        rules = Rules(
            f"openspiel-{re.sub(r'[^a-z0-9]+', '-', loaded.text.lower()).strip('-')}",
            [("actions", histories.kind.str[1:], (length,)), *fields],
            kernels,
            max_moves=loaded.actions,
            max_plies=loaded.decisions,
            interpreted=True,
            replacements={HISTORIES: histories, playout: playout_of_openspiel},
            **points,
        )
        said = {
            "name": PREFIX + loaded.text,
            "title": loaded.title,
            "summary": f"{loaded.title}, by OpenSpiel's rules",
            "version": openspiel_version(),
            "seat_count": loaded.seats,
            "rules": rules,
            "chance": loaded.chance,
            "points_range": loaded.points,
            "points_sum": loaded.points_sum,
            "opponent": f"{search_of(loaded)}:iterations={_USUAL}",
            "histories": histories,
            "__doc__": cls.__doc__,
        }
        return type("OpenSpielGame", (cls,), said)

    @property
    def by_python(self) -> bool:
        """Whether the rules are Python there, too."""
        return self.histories.loaded.text.startswith("python_")

    def __reduce__(self) -> tuple[Any, ...]:
        return from_text, (self.name,)

    def levels(self) -> tuple[Level, ...]:
        search = search_of(self.histories.loaded)
        return (
            BEGINNER,
            Level(f"{search}:iterations=20", "Quick glance", "Tries every idea a few times.", 2, 0.1),
            Level(f"{search}:iterations={_USUAL}", "Casual player", "Thinks a little, at the speed of Python.", 3, 0.5),
            *self._bots(),
            Level(f"{search}:iterations=500", "Serious player", "Takes seconds, at the speed of Python.", 4, 3.0),
        )

    def _bots(self) -> tuple[Level, ...]:
        """OpenSpiel's own search, which knows games whose points all come at the end, and of hidden things those that
        are told as an information state."""
        kind = self.histories.loaded.game.get_type()
        if kind.reward_model != type(kind).RewardModel.TERMINAL:
            return ()
        if not self.hidden:
            return (Level("openspiel-bot:mcts", "OpenSpiel's search", "A hundred games before each move.", 3, 0.1),)
        if not kind.provides_information_state_string:
            return ()
        return (Level("openspiel-bot:ismcts", "OpenSpiel's search", "A hundred imagined games a move.", 3, 0.5),)

    # --- as numbers for learners --------------------------------------------------------------------------------------

    @property
    def move_range(self) -> tuple[int, int]:
        """OpenSpiel's own actions."""
        return 0, self.histories.loaded.actions - 1

    @cached_property
    def encoding(self) -> Encoding:
        """OpenSpiel's own tensor, where the game has one."""
        shape = self.histories.tensor_shape
        if shape is None:
            return fields_encoding(self)
        return Encoding(shape, np.float32, -np.inf, np.inf)

    # --- words --------------------------------------------------------------------------------------------------------

    def _behind(self, state: Any) -> bytes | None:
        """A history whose words are those of a position or view; None in a process that was only sent the view."""
        return history_of(state) if state.viewer == WHOLE else self.histories.shown(key_of(state))

    def move_text(self, value: MoveValue, state: Any, seat: int) -> str:
        assert isinstance(value, int)
        history = self._behind(state)
        return (self.histories.texts(history, seat).get(value) if history is not None else None) or f"#{value}"

    def read_move(self, text: str, state: Any, seat: int) -> Move:
        """A move in OpenSpiel's words, or `#` and its number. Capitals count where words differ in them alone."""
        states = np.zeros(1, self.rules.dtype)
        states[0] = state
        moves = Position(self, states).moves(seat)
        wanted = " ".join(text.split())
        if numbered := _NUMBER.fullmatch(wanted):
            found = [move for move in moves if move.value == int(numbered[1])]
        else:
            found = [move for move in moves if move.text == wanted]
            found = found or [move for move in moves if move.text.lower() == wanted.lower()]
        if len(found) == 1:
            return found[0]
        shown = ", ".join(move.text for move in moves[:_SHOWN_MOVES])
        more = f" … ({len(moves)} in all)" if len(moves) > _SHOWN_MOVES else ""
        listing = f"the legal moves are {shown}{more}"
        if len(found) > 1:
            raise MalformedMove(f"'{wanted}' may mean {' or '.join(move.text for move in found)}: write capitals, too")
        if numbered:
            raise IllegalMove(f"'{wanted}' is not legal here; {listing}")
        raise MalformedMove(f"'{wanted}' is no move of {self.name} here; {listing}")

    def position_text(self, state: Any) -> str:
        """The history, as numbers with commas; of a view, how much its seat knows."""
        if state.viewer != WHOLE:
            return f"known-{hashlib.blake2b(key_of(state), digest_size=4).hexdigest()}"
        return ",".join(map(str, state.actions[: state.count].tolist())) or "-"

    def read_position(self, text: str) -> Position:
        history = [] if text.strip() == "-" else [part.strip() for part in text.split(",")]
        states = self.blank_states(0)
        whole = self.histories.root.clone()
        for number, part in enumerate(history, 1):
            if not part.isdecimal():
                raise MalformedPosition(f"'{part}' is no action of {self.name}: expected numbers with commas")
            if whole.is_terminal() or int(part) not in whole.legal_actions():
                raise MalformedPosition(f"action {number}, {part}, is not legal there in {self.name}")
            whole.apply_action(int(part))
        write(states[0], whole.history(), -1)
        advance(self.histories, states[0], whole, [])
        return Position(self, states)

    def draw(self, state: Any, seat: int | None) -> str:
        history = self._behind(state)
        if history is None:
            return "(what this seat sees can be shown only where the game is played)"
        whole = self.histories.after(history)
        if state.viewer == WHOLE:
            return str(whole).rstrip()
        if state.viewer == SPECTATORS:
            return "(what the seats see is hidden from spectators until the game is over)"
        return self.histories.picture(whole, int(state.viewer) - 1).rstrip()

    def describe_view(self, view: View) -> str:
        ending = outcome(view) if view.over else call(view)
        return f"{introduction(view)}\n{self.picture(view)}\n{ending}"

    def rules_text(self) -> str:
        given = ", ".join(f"{key}={value}" for key, value in self.histories.loaded.parameters.items())
        told = [f"{self.title}, one of OpenSpiel's games: its rules are OpenSpiel's own."]
        if given:
            told.append(f"Parameters, written after the name in brackets: {given}.")
        if self.histories.loaded.at_once:
            told.append("Moves that are made at once are made one after the other, unseen by the others.")
        told.append(
            "The rules are called from Python: searches are some hundred times slower than in the lab's own games, so "
            "give players few iterations."
        )
        return "\n\n".join(told)


@lru_cache(maxsize=64)
def _class_of(text: str) -> type[OpenSpielGame]:
    return OpenSpielGame.of(load(text))


def from_text(name: str) -> OpenSpielGame:
    """The game that a name such as `openspiel:connect_four(rows=7)` means."""
    return _class_of(name.strip()[len(PREFIX) :])()
