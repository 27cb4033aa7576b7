"""Players that are compiled policies, as those who decide in the loop of whole games.

They sit as in a `Match` with the same seed: the same streams, the same notes, and a view of what each may know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from ludarium.engine.calls import GAME
from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import kernel, slot
from ludarium.engine.kernels.rng import GENERATOR, branch, word_of
from ludarium.engine.loop import bind_games
from ludarium.engine.player import NOTES
from ludarium.engine.slots import SEATS, Seat, State, conceal

Policy = Callable[..., int]
"""A kernel `policy(state, seat, moves, source, notes)`, see `Player.policy`."""

_SEAT, _PLAYER = (np.uint64(word_of(word)) for word in ("seat", "player"))


class Policies(NamedTuple):
    """Players, and who of them sits where."""

    kinds: Any
    """[player]: the number of its policy."""
    first_notes: Any
    """[player, place]: what its notes hold at the start of a game."""
    line_ups: Any
    """[game, seat]: which player sits there."""
    veiled: bool
    """Whether a seat may not know everything. Then row 1 of the states receives what it may."""
    notes: Any
    """[seat, place]: as the game goes on."""
    sources: Any
    """[seat]: its random stream."""
    moves: Any
    """Scratch."""


def seated(
    game: Game,
    kinds: Sequence[int],
    first_notes: Sequence[Sequence[int]],
    line_ups: Any,
    *,
    veiled: bool | None = None,
) -> Policies:
    """Players, each with its kind of policy and its first notes, at the seats that `line_ups` says game by game."""
    given = np.zeros((len(first_notes), NOTES), np.int64)
    for row, notes in enumerate(first_notes):
        given[row, : len(notes)] = notes
    return Policies(
        np.array(kinds, np.int64),
        given,
        line_ups,
        (game.hidden or game.chance or game.at_once) if veiled is None else veiled,
        np.zeros((game.seats, NOTES), np.int64),
        np.zeros(game.seats, GENERATOR),
        game.bound.moves(),
    )


@slot
def choose(kind: int, state: State, seat: Seat, moves: Any, source: Any, notes: Any) -> int:
    """The move of the policy of this number."""
    return 0


@kernel
def take_seats(states: Any, game: int, seed: Any, table: Policies) -> bool:
    """The streams and notes of a `Match` with this seed."""
    states[0].rng = branch(seed, GAME)
    for seat in range(SEATS):
        table.sources[seat].rng = branch(branch(branch(seed, _SEAT), _PLAYER), np.uint64(seat))
    lay_out_notes(game, table)
    return True


@kernel
def lay_out_notes(game: int, table: Policies) -> None:
    notes, first_notes, line_ups = table.notes, table.first_notes, table.line_ups
    for seat in range(SEATS):
        for place in range(NOTES):
            notes[seat, place] = first_notes[line_ups[game, seat], place]


@kernel
def decide_by_policy(states: Any, seat: Seat, game: int, ply: int, table: Policies) -> int:
    row = 0
    if table.veiled:
        row = 1
        states[1] = states[0]
        conceal(states[1], seat)
    kind = table.kinds[table.line_ups[game, seat]]
    return choose(kind, states[row], seat, table.moves, table.sources[seat], table.notes[seat])


def bind_policies(
    game: Game, policies: Sequence[Policy], *, prepare: Callable[..., bool] = take_seats, **fillers: Any
) -> Callable[..., int]:
    """`bind_games` for players of these policies, by their number; `fillers` are those who watch."""
    others = {choose: chooser(tuple(policies))}
    return bind_games(game, prepare=prepare, decide=decide_by_policy, others=others, **fillers)


# --- several policies in one kernel -----------------------------------------------------------------------------------


@slot
def policy(state: State, seat: Seat, moves: Any, source: Any, notes: Any) -> int:
    return 0


@kernel
def only(kind: int, state: State, seat: Seat, moves: Any, source: Any, notes: Any) -> int:
    return policy(state, seat, moves, source, notes)


@kernel
def first_or_further(kind: int, state: State, seat: Seat, moves: Any, source: Any, notes: Any) -> int:
    if kind == 0:
        return policy(state, seat, moves, source, notes)
    return choose(kind - 1, state, seat, moves, source, notes)


@cache
def chooser(policies: tuple[Policy, ...]) -> Callable[..., int]:
    """A kernel for `choose`: a chain of copies, each of which knows one policy and the rest of the chain.

    The calls are direct, so that they are inlined and cached as any others; one policy alone is not asked for.
    """
    link: FunctionType = only if len(policies) == 1 else first_or_further  # type: ignore[assignment]
    known = {"policy": policies[0]} | ({"choose": chooser(policies[1:])} if len(policies) > 1 else {})
    name = f"{link.__name__}_{len(policies)}"
    return kernel(FunctionType(link.__code__, {**link.__globals__, **known}, name, link.__defaults__))
