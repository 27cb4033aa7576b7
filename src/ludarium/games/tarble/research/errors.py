"""Errors: what a player's turns give away in endings that are known.

A turn's error is what the best turn of the roll is worth less what the turn that was made is worth, both against the
best play from then on: 0.1 is a tenth of a game. All players are asked about the same positions, which come from games
of one of them, so that they are positions as they are met.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ludarium.engine import Game, Position, kernel
from ludarium.engine.errors import LudariumError
from ludarium.engine.kernels.rng import derive
from ludarium.engine.match import Match
from ludarium.engine.state import States
from ludarium.games.tarble.board import PIECES
from ludarium.games.tarble.endings import GROUP, SAME, Endings, do_covers, known_value, result_value, value_of_turn
from ludarium.games.tarble.research.asking import turn_of
from ludarium.games.tarble.rules import State
from ludarium.games.tarble.turns import doors, states_of, turns_from
from ludarium.players import make

MET_BY = "sarah"
"""Whose games the positions come from, unless another player is asked for."""
BLUNDER = 0.05
"""An error from here on is a big one."""
_MOST_GAMES = 100
"""Games for each position that is looked for, after which there seem to be none."""


@kernel
def do_turn_values(states: States[State], endings: Endings, keys: Any, values: Any) -> None:
    """What turns are worth that the turn generator has listed."""
    cells = np.empty(PIECES, np.int64)
    for turn in range(keys.shape[0]):
        values[turn] = value_of_turn(states[0], keys[turn], endings, cells)


def turn_values(position: Position, endings: Endings) -> tuple[Any, Any]:
    """All turns from a position (`Turns`), and what each is worth to whoever makes it."""
    turns = turns_from(position)
    values = np.empty(len(turns))
    doors().bind(do_turn_values)(states_of(position), endings, turns.keys, values)
    return turns, values


def is_known(position: Position, endings: Endings) -> bool:
    """Whether what every turn from a position is worth is known."""
    return not position.over and bool(doors().bind(do_covers)(states_of(position), endings))


def value_after(before: Position, after: Position, endings: Endings) -> float:
    """What a turn is worth to whoever made it: from the positions before it and after it."""
    state, seat = after.state, int(before.state.seat)
    lead = int(state.points[seat]) - int(state.points[1 - seat])
    return float(doors().bind(do_value_after)(states_of(after), endings, seat, lead))


@kernel
def do_value_after(states: States[State], endings: Endings, seat: int, lead: int) -> float:
    state = states[0]
    mine, yours = int(state.count[seat]), int(state.count[1 - seat])
    if mine == 0 or yours == 0:
        return result_value(lead, mine > 0, yours > 0)
    own = int(GROUP[state.pieces[seat, 0], state.pieces[seat, mine - 1]])
    other = int(GROUP[state.pieces[1 - seat, 0], state.pieces[1 - seat, yours - 1]])
    return 1.0 - known_value(endings, other, own, -lead)


# --- positions --------------------------------------------------------------------------------------------------------


def endings_met(
    game: Game,
    endings: Endings,
    count: int,
    seed: int,
    *,
    by: str = MET_BY,
    told: Callable[[int], None] = lambda found: None,
) -> list[Position]:
    """So many positions at the beginning of a turn that are known, in the order in which games of a player with itself
    came to them. Those with nothing to choose, where all turns are worth the same, are left out."""
    found: list[Position] = []
    for number in range(_MOST_GAMES * count):
        match = Match(game, [make(by, game), make(by, game)], seed=derive(seed, "endings", number))
        turn = -1
        for _ in match.play():
            position = match.position
            if position.over or int(position.state.turns) == turn:
                continue
            turn = int(position.state.turns)
            if is_known(position, endings) and _matters(position, endings):
                found.append(position)
                if len(found) == count:
                    return found
        told(len(found))
    raise LudariumError(f"only {len(found)} endings in {_MOST_GAMES * count:,} games of {by}: take another player's")


def _matters(position: Position, endings: Endings) -> bool:
    _, values = turn_values(position, endings)
    return bool(values.max() - values.min() > SAME)


# --- players ----------------------------------------------------------------------------------------------------------


def errors_of(
    player: str,
    positions: Sequence[Position],
    endings: Endings,
    seed: int,
    told: Callable[[int], None] = lambda done: None,
) -> list[float]:
    """What a player's turn gives away in each of some positions."""
    found = []
    for number, position in enumerate(positions):
        _, values = turn_values(position, endings)
        _, after = turn_of(player, position, derive(seed, "errors", number))
        found.append(max(0.0, float(values.max()) - value_after(position, after, endings)))
        told(number + 1)
    return found
