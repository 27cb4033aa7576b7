"""The stand-ins between games and compiled code.

A game's author writes the kernels of the first part. Searches call those of the second part, without knowing the game.
`engine.rules` puts one in the place of the other.
"""

from __future__ import annotations

from typing import Any

from ludarium.engine.kernels.jit import constant, slot

State = Any
"""A state of whatever game is put in: its record, which a game's own kernels know as its class of `Fields`."""
Moves = Any
"""An int64 array that receives moves, or holds those of all seats that decide at once."""
Points = Any
"""A float64 array that receives points or rewards by seat."""
Seat = int

MAX_SEATS = 4
SEATS = constant("SEATS")
STATE = constant("STATE")
"""The dtype of the state."""
MAX_MOVES = constant("MAX_MOVES")
MAX_PLIES = constant("MAX_PLIES")
LOWEST = constant("LOWEST")
HIGHEST = constant("HIGHEST")

# --- written by the author of a game ----------------------------------------------------------------------------------


@slot
def start(state: State) -> None:
    """Set up a zeroed state. Parameters and the random stream are already in their fields."""


@slot
def to_move(state: State) -> Seat:
    """The seat that must decide, or -1 when the game is over."""
    return -1


@slot
def legal(state: State, seat: Seat, moves: Moves) -> int:
    """Write the moves of the seat, sorted, into the buffer; return their number.

    Reads only what the seat may know. Where moves are checked these are numbers of proposals, not of all moves.
    """
    return 0


@slot
def apply(state: State, seat: Seat, move: int) -> None:
    """Make a legal move. Chance is drawn from `state.rng`."""


@slot
def result(state: State, points: Points) -> None:
    """Write each seat's points of a finished game: more is better."""


@slot
def movers(state: State) -> int:
    """Several movers at once: the seats that must decide as a bit mask, 0 when the game is over."""
    return 0


@slot
def resolve(state: State, moves: Any) -> None:
    """Several movers at once: carry out the moves of all movers, `moves[seat]` for each."""


@slot
def hide(state: State, seat: Seat) -> None:
    """Erase what the seat may not know; seat -1 is a spectator, who knows only what is public."""


@slot
def determinize(state: State, seat: Seat) -> None:
    """Fill in what `hide` erased, uniformly among all states consistent with what is left, drawing on `state.rng`."""


@slot
def propose(state: State, seat: Seat, option: int, move: Any) -> None:
    """Checked moves: write the move of a proposal listed by `legal`."""


@slot
def check(state: State, seat: Seat, move: Any) -> int:
    """Checked moves: 0 when the move is allowed, else a number that `Game.move_fault` explains."""
    return 0


@slot
def hash(state: State) -> Any:  # named for what authors look for; kernels never need the builtin
    """A 64-bit key of everything that matters for the rest of the game. By default all words of the record."""


@slot
def reward(state: State, rewards: Points) -> None:
    """What searches maximise, between -1 and 1 for each seat of a finished game.

    The buffer has two places per seat; the second half is free for scratch.
    """


@slot
def evaluate(state: State, rewards: Points) -> None:
    """An estimate of `reward` for a game that is not over."""


@slot
def playout_move(state: State, seat: Seat, moves: Moves, source: Any) -> int:
    """A move for play-outs, drawing on the search's own stream `source`. By default uniform among the legal ones."""
    return 0


@slot
def prior(state: State, seat: Seat, moves: Moves, found: int, priors: Any) -> None:
    """How good each of the `found` moves looks before it is tried, at least 0: trees then select by it (PUCT)."""


@slot
def observe(state: State, seat: Seat, seen: Any) -> None:
    """Write what a seat sees as the numbers that `Game.encoding` says, one after the other, all of them. The state is
    that seat's view."""


@slot
def bounds(state: State, seat: Seat) -> Any:
    """The lowest and the highest value, -1, 0 or 1, that perfect play can give the seat that must decide.

    For the solver, in games that it can prove; what is settled is not searched. By default -1 and 1.
    """
    return -1, 1


# --- called by searches -----------------------------------------------------------------------------------------------


@slot
def conceal(state: State, seat: Seat) -> None:
    """Turn a state into the seat's view: `hide`, and the random stream and other seats' commitments erased."""


@slot
def forget(state: State) -> None:
    """Erase only the random stream and all commitments: equal positions are equal whatever chance has in store."""


@slot
def deciders(state: State) -> int:
    """The seats that must decide and have not yet, as a bit mask; 0 when the game is over."""
    return 0


@slot
def encode(states: Any, words: Any, row: int, seat: Seat, table: Any, seen: Any) -> None:
    """Write a view within an array of states and its 64-bit words as numbers: by the game's `observe`, or field by
    field as the table says."""


@slot
def next_mover(state: State, favourite: Seat) -> Seat:
    """The seat that decides next, or -1 when the game is over; of several movers at once, the favourite comes first."""
    return -1


@slot
def key(states: Any, words: Any, row: int) -> Any:
    """The hash of a state within an array of states and its 64-bit words."""


@slot
def estimate(states: Any, row: int, spare: int, moves: Moves, source: Any, rewards: Points) -> None:
    """An estimate of the rewards of a state, by the game's `evaluate` or by a play-out in the spare row."""
