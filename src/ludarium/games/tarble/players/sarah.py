"""Sarah: whole turns, the rule of three, and nothing risked without a reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludarium.engine import Clock, Thought, View, below, kernel
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive, generator
from ludarium.engine.state import States
from ludarium.games.tarble.board import CELLS, CENTRE, PIECES
from ludarium.games.tarble.players.development import development, fill_goals
from ludarium.games.tarble.players.distances import FAR, SAFE, fill_nearest
from ludarium.games.tarble.players.order import piece_by_piece
from ludarium.games.tarble.players.outcomes import LOST, TIED, WON, at_risk, closest_pair, outcome, unpack
from ludarium.games.tarble.players.whole_turns import TurnPlayer
from ludarium.games.tarble.players.words import turn_words
from ludarium.games.tarble.rules import FACES, NEUTRAL, State
from ludarium.games.tarble.turns import all_turns, doors, path_of, states_of

CLEAR_LEAD = 4
"""From this lead on Sarah sacrifices pieces to have the game over."""
GOOD_LEAD = 2
"""With this lead before her turn she trades one for one."""

LOSS, TIE, WASTE, REFUSED, QUIET, TRADE, SACRIFICE, WIN = range(8)
"""What a turn is to Sarah, the best last. Refused: a capture that risks too much."""
_CLASS = 100_000_000
_PIECE = 1_000_000
_RISK = 100_000  # more than any retreat
_STEP = 1_000  # more than any development

FIGURES = ("kind", "captured", "at_risk", "was_at_risk", "lost", "distance", "development", "turns")


@kernel
def sarah_choice(state: State, source: Any, movements: Any, figures: Any) -> int:
    """Sarah's turn: writes its movements and its `FIGURES`, returns how many movements there are.

    Equally good turns are drawn from.
    """
    seat = int(state.seat)
    nearest = np.empty((1 << PIECES, CELLS), np.int16)
    goals = np.empty((1 << PIECES, 3), np.int16)
    fill_nearest(state, seat, nearest)
    fill_goals(state, seat, nearest, goals)
    keys, paths, _, _, ends, end_count = all_turns(state, int(state.left), False)
    cells = np.empty(PIECES, np.int64)
    enemies = int(state.count[1 - seat])
    lead = int(state.points[seat]) - int(state.points[1 - seat])
    gone = 0 if state.board[CENTRE] == NEUTRAL else 1  # captured earlier in this turn

    threatened = 0
    for piece in range(state.count[seat]):
        if nearest[0, state.pieces[seat, piece]] < SAFE:
            threatened += 1

    chosen, best, equals = 0, -_CLASS, 0
    for end in range(end_count):
        entry = int(ends[end])
        kept, lost, captured, taken, neutral = unpack(keys[entry], cells)
        gain = taken + neutral - gone
        risked = at_risk(cells, kept, nearest[captured])
        kind = kind_of(outcome(state, lead + gain, enemies - taken, kept), lead, gain, lost, risked)
        worth = kind * _CLASS - risked * _RISK
        if kind == SACRIFICE:
            worth += (lost + gain) * _PIECE
        elif kind == TRADE:
            worth += (gain - risked) * _PIECE
        elif kind == WASTE:
            worth -= lost * _PIECE
        if worth < best:
            continue  # no development makes up for that
        if kind == QUIET and threatened > 0:
            worth -= _STEP * (FAR - closest_pair(cells, kept, nearest[captured]))
        worth -= development(cells, kept, goals[captured])
        if worth > best:
            best, equals = worth, 0
        if worth == best:
            equals += 1
            if below(source, equals) == 0:
                chosen = entry
                figures[0], figures[1], figures[2], figures[4] = kind, gain, risked, lost

    kept, lost, captured, taken, neutral = unpack(keys[chosen], cells)
    figures[5] = closest_pair(cells, kept, nearest[captured])
    figures[6] = development(cells, kept, goals[captured])
    figures[7] = end_count
    figures[3] = threatened
    return path_of(keys[chosen], paths[chosen], movements)


@kernel
def kind_of(ended: int, lead: int, gain: int, lost: int, risk: int) -> int:
    """What a turn is to Sarah, who counts every piece at risk against a capture, needful or not."""
    if ended == WON:
        return WIN
    if ended == LOST:
        return LOSS
    if ended == TIED:
        return TIE
    if lost > 0:
        return SACRIFICE if lead + gain >= CLEAR_LEAD else WASTE
    if gain == 0:
        return QUIET
    return TRADE if risk < gain or (risk == gain and lead >= GOOD_LEAD) else REFUSED


@kernel
def do_sarah(states: States[State], sources: Any, movements: Any, figures: Any) -> int:
    return sarah_choice(states[0], sources[0], movements, figures)


class Sarah(TurnPlayer):
    """Looks at whole turns, and keeps four cells away from the enemy."""

    name = "sarah"
    summary = "whole turns by the rule of three: captures what is safe, retreats, develops"

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._sources = generator(derive(seed, "player", seat))

    def plan(self, view: View, clock: Clock) -> Sequence[int]:
        movements, numbers = np.zeros(FACES, np.int64), np.zeros(len(FIGURES), np.int64)
        made = int(doors().bind(do_sarah)(states_of(view), self._sources, movements, numbers))
        figures = dict(zip(FIGURES, numbers.tolist(), strict=True))
        kind = figures.pop("kind")
        self.thought = Thought(_reason(kind, figures), figures)
        return piece_by_piece(view.state, movements[:made].tolist())


def _reason(kind: int, figures: dict[str, int]) -> str:
    """The sentence, from the figures; a distance to nobody is struck off them."""
    if figures["distance"] == FAR:
        del figures["distance"]
    opening = "developed"
    if figures["at_risk"] < figures["was_at_risk"]:
        opening = "retreated"
    return turn_words(
        opening, figures["captured"], figures["lost"], figures.get("distance"), over=kind in (WIN, LOSS, TIE)
    )
