"""One decision: a player is asked, and what it answers becomes a move, a position and a line of the record.

`ask` is the only place where a player is called in play, and where its faults get their words. `turn` is pure: the same
position, seat and answer give the same turn, wherever the question was put. Matches, the tables of the server and
single questions are made of these two.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field, replace

from ludarium.engine.errors import LudariumError, PlayerError
from ludarium.engine.move import Move
from ludarium.engine.player import Clock, Player, Quit, Thought
from ludarium.engine.position import Position, View
from ludarium.engine.record import Decision, check_of

GRACE = 2.0
"""Seconds by which an answer may come late without cost: a busy machine is not the player's to answer for."""
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""Signs that a terminal obeys, and halves of pairs, which neither files nor databases take."""


@dataclass(frozen=True)
class Answer:
    """What came of asking a seat: a move, or the fault that costs it the decision.

    The move may be a text where it was asked in another process; `turn` reads it.
    """

    move: Move | str | None = None
    seconds: float = 0.0
    fault: str = ""
    thought: Thought | None = None
    error: Exception | None = field(default=None, repr=False, compare=False)
    """What was raised, for those who would rather have it than go on."""

    @property
    def reason(self) -> str:
        return self.thought.reason if self.thought else ""


@dataclass(frozen=True)
class Turn:
    """A decision carried out."""

    move: Move
    position: Position
    """After the move."""
    decision: Decision


def ask(player: Player, view: View, clock: Clock, *, grace: float = GRACE) -> Answer:
    """Ask a player for its move. Whatever it does wrong becomes a fault of the answer, but for quitting.

    To answer later than the clock and the grace allow is a fault, too.
    """
    player.thought = None
    try:
        move = player.choose(view, clock)
        spent = clock.spent
        if clock.seconds is not None and spent > clock.seconds + grace:
            raise PlayerError(f"took {spent:.1f} s, but had {clock.seconds:g} s")
        if not isinstance(move, Move):
            raise PlayerError(f"answered {move!r}, expected a Move")
        fault = view.fault(move.value, view.seat)
        if fault:
            raise PlayerError(f"answered {move}: {fault}")
        if not isinstance(player.thought, Thought | None):
            raise PlayerError(f"set self.thought to {player.thought!r}: write Thought('a sentence')")
        thought = player.thought and replace(player.thought, reason=writable(str(player.thought.reason)))
        # In the game's own words, whatever the player's were: the record must replay.
        text = view.game.move_text(move.value, view.state, view.seat)
        return Answer(Move(move.value, text), spent, "", thought)
    except Quit:
        raise
    except Exception as error:
        player.thought = None
        return Answer(seconds=clock.spent, fault=fault_of(player.label, error), error=error)


def fault_of(label: str, error: Exception) -> str:
    """How a player's error is told: its own words, and where it is none of ours, what kind it is."""
    name = "" if isinstance(error, LudariumError) else f"{type(error).__name__}: "
    return writable(f"{label}: {name}{error}")


def writable(text: str) -> str:
    """What a player says, without what cannot be shown or kept: it may be anybody's program."""
    return _UNWRITABLE.sub("\ufffd", text)


def settled(view: View, answer: Answer, source: random.Random) -> Answer:
    """The answer with a move that can be made: its own, or the game's `stand_in` where there is none that can be read.

    The source of chance is the match's own; it is drawn on for stand-ins alone.
    """
    if isinstance(answer.move, str):
        try:
            return replace(answer, move=view.move(answer.move))
        except LudariumError as error:
            answer = replace(answer, move=None, fault=str(error), error=error)
    if answer.move is not None:
        return answer
    return replace(answer, move=view.game.stand_in(view, source), thought=None)


def turn(position: Position, seat: int, answer: Answer, source: random.Random) -> Turn:
    """What a seat's answer leads to; the stand-in, if there must be one, draws on `source`."""
    move = answer.move
    if not isinstance(move, Move):
        answer = settled(position.view(seat), answer, source)
        move = answer.move
        assert isinstance(move, Move)
    after = position.play(move, seat)
    return Turn(move, after, Decision(seat, move.text, answer.seconds, check_of(after), answer.fault, answer.reason))
