"""Whole games inside compiled code: one loop, with slots for who decides and who watches.

    prepare → start → (decide → watch → enact) … → conclude

`prepare` and `decide` are those of who decides, `watch`, `enact` and `conclude` of who watches; each side works in a
named tuple of its own. Whoever wants many games fills the slots and has the loop bound by `bind_games`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludarium.engine.calls import GAME
from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import kernel, slot
from ludarium.engine.kernels.lending import lent
from ludarium.engine.kernels.rng import branch
from ludarium.engine.slots import MAX_PLIES, Seat, State, apply, start, to_move

STOP = -(1 << 62)
"""In place of a move: no game is played any more, and the present one does not count."""
BREAK_OFF = STOP + 1
"""In place of a move: the present game ends here, as it stands."""


@slot
def prepare(states: Any, game: int, seed: Any, deciders: Any) -> bool:
    """Before a game starts: put its random stream into row 0, which holds the settings. False: play no further."""
    return True


@slot
def decide(states: Any, seat: Seat, game: int, ply: int, deciders: Any) -> int:
    """The move of a seat in row 0, or `BREAK_OFF` or `STOP`. The rows between the first and the last are its own."""
    return 0


@slot
def watch(state: State, seat: Seat, move: int, game: int, made: int, watchers: Any) -> bool:
    """A decision, before it takes effect; `made` counts those before it in all games of the call. False is `STOP`."""
    return True


@slot
def enact(state: State, seat: Seat, move: int, game: int, watchers: Any) -> None:
    """A decision takes effect, as `apply` has it; for who must see its parts."""


@slot
def conclude(state: State, game: int, plies: int, watchers: Any) -> None:
    """A game is over, or broken off."""


@kernel
def play_games(states: Any, seeds: Any, first: int, deciders: Any, watchers: Any) -> int:
    """Play game number `first` and following, one for each seed; returns the number of the first that is not finished.

    Row 0 of the states holds the game, the last row its settings.
    """
    deciders, watchers = lent(deciders), lent(watchers)
    state = states[0]
    made = 0
    for game in range(first, seeds.shape[0]):
        states[0] = states[states.shape[0] - 1]
        if not prepare(states, game, seeds[game], deciders):
            return game
        start(state)
        begun = made
        seat = to_move(state)
        while seat >= 0 and made - begun < MAX_PLIES:
            move = decide(states, seat, game, made - begun, deciders)
            if move == BREAK_OFF:
                break
            if move == STOP or not watch(state, seat, move, game, made, watchers):
                return game
            made += 1
            enact(state, seat, move, game, watchers)
            seat = to_move(state)
        conclude(state, game, made - begun, watchers)
    return int(seeds.shape[0])


# --- ready-made fillers -----------------------------------------------------------------------------------------------


@kernel
def own_stream(states: Any, game: int, seed: Any, deciders: Any) -> bool:
    """Prepare nothing but the game itself, the same that `Game.start` gives for the seed."""
    states[0].rng = branch(seed, GAME)
    return True


@kernel
def watch_nothing(state: State, seat: Seat, move: int, game: int, made: int, watchers: Any) -> bool:
    return True


@kernel
def enact_unseen(state: State, seat: Seat, move: int, game: int, watchers: Any) -> None:
    apply(state, seat, move)


@kernel
def conclude_nothing(state: State, game: int, plies: int, watchers: Any) -> None:
    pass


# --- for Python -------------------------------------------------------------------------------------------------------

_PREPARE, _DECIDE, _WATCH, _ENACT, _CONCLUDE = prepare, decide, watch, enact, conclude


def bind_games(
    game: Game,
    *,
    decide: Callable[..., int],
    prepare: Callable[..., bool] = own_stream,
    watch: Callable[..., bool] = watch_nothing,
    enact: Callable[..., None] = enact_unseen,
    conclude: Callable[..., None] = conclude_nothing,
    others: Mapping[Any, Any] | None = None,
) -> Callable[..., int]:
    """`play_games` compiled for a game with these fillers; `others` are slots that the fillers call themselves."""
    fillers = {_PREPARE: prepare, _DECIDE: decide, _WATCH: watch, _ENACT: enact, _CONCLUDE: conclude}
    return game.bound.binder.also({**fillers, **(others or {})}).bind(play_games)


def states_for(game: Game, spare: int = 0) -> Any:
    """The states of a loop: the game, rows for who decides, and the settings."""
    states = game.bound.states(spare + 2)
    states[-1] = game.blank_states(0)[0]
    return states
