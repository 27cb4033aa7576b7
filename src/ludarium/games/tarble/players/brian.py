"""Brian: whole turns by jumping distance, and a temper for every situation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludarium.engine import Clock, Thought, View, below, kernel
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive, generator
from ludarium.engine.state import States
from ludarium.games.tarble.board import CELLS, CENTRE, PIECES
from ludarium.games.tarble.endings import SAME, Endings, value_turns
from ludarium.games.tarble.endings_file import endings_for, endings_option
from ludarium.games.tarble.players.development import development, fill_goals
from ludarium.games.tarble.players.distances import FAR, fill_nearest
from ludarium.games.tarble.players.jumps import expected_captures, flood
from ludarium.games.tarble.players.order import piece_by_piece
from ludarium.games.tarble.players.outcomes import GOES_ON, outcome, unpack, worth_of_outcome
from ludarium.games.tarble.players.reply import POINT, expected_reply
from ludarium.games.tarble.players.standing import (
    CAUTION,
    HASTE,
    PRESSURE,
    PRICE,
    SITUATIONS,
    STANDINGS,
    TEMPER,
    lagging,
    situation_of,
    standing_of,
    way_out,
)
from ludarium.games.tarble.players.whole_turns import TurnPlayer, knows_ending
from ludarium.games.tarble.players.words import ending_thought, turn_words
from ludarium.games.tarble.rules import EMPTY, FACES, NEUTRAL, State
from ludarium.games.tarble.turns import after_turn, all_turns, doors, path_of, states_of

HOLD = 40
"""What it is worth to be sure of the neutral piece next turn."""
DEVELOP, ADVANCE = 1, 6
"""What a unit of development costs, and a step that a piece is away from playing a part."""
REPLY = 150
"""Per cent: how much the enemy's expected reply counts, beside what has been gained for certain."""
SHORTLIST = 8
"""Of these, so many are thought through to the enemy's reply."""
FEWEST = 3
"""Where both sides have fewer pieces, every turn is thought through."""
CANDIDATES = 2000
"""So many turns, the best at first sight, are weighed by jumping distance."""
OVER = 1_000_000
"""A game won."""

FIGURES = ("situation", "standing", "captured", "lost", "distance", "reply", "worth", "turns", "over")


@kernel
def brian_choice(states: States[State], source: Any, movements: Any, figures: Any) -> int:
    """Brian's turn in `states[0]`: writes its movements and its `FIGURES`, returns how many movements there are.

    `states[1]` is scratch. Equally good turns are drawn from.
    """
    state = states[0]
    seat = int(state.seat)
    other = 1 - seat
    lead = int(state.points[seat]) - int(state.points[other])
    queue, reached = np.empty(CELLS, np.int64), np.empty(CELLS, np.int64)
    situation, standing = situation_of(state, queue, reached), standing_of(lead)
    temper = TEMPER[situation, standing]
    nearest = np.empty((1 << PIECES, CELLS), np.int16)
    goals = np.empty((1 << PIECES, 3), np.int16)
    fill_nearest(state, seat, nearest)
    fill_goals(state, seat, nearest, goals)
    keys, paths, _, _, ends, end_count = all_turns(state, int(state.left), False)

    cells = np.empty(PIECES, np.int64)
    scores = np.empty(end_count, np.int64)
    for end in range(end_count):
        scores[end] = first_sight(state, keys[ends[end]], lead, temper, nearest, goals, cells)
    few_pieces = state.count[seat] < FEWEST and state.count[other] < FEWEST
    cut = -OVER * 2
    if end_count > CANDIDATES and not few_pieces:
        cut = np.partition(scores, end_count - CANDIDATES)[end_count - CANDIDATES]

    board = np.zeros(CELLS, np.int8)
    stands = np.empty(PIECES, np.int64)
    soonest = np.empty(CELLS, np.int64)
    # The best few by jumping distance are thought through: the enemy's reply to each, roll by roll.
    few = end_count if few_pieces else SHORTLIST
    shortlist = np.empty(few, np.int64)
    worths = np.empty(few, np.int64)
    listed = 0
    for end in range(end_count):
        if scores[end] < cut:
            continue
        entry = int(ends[end])
        worth = weigh(state, keys[entry], lead, temper, goals, cells, stands, board, queue, reached, soonest)
        if listed < few:
            listed += 1
        elif worth <= worths[listed - 1]:
            continue
        place = listed - 1
        while place > 0 and worths[place - 1] < worth:
            worths[place], shortlist[place] = worths[place - 1], shortlist[place - 1]
            place -= 1
        worths[place], shortlist[place] = worth, entry

    chosen, best, equals = 0, -OVER * 4, 0
    for index in range(listed):
        entry = int(shortlist[index])
        worth = worths[index]
        reply = 0
        if abs(worth) < OVER // 2:
            made = path_of(keys[entry], paths[entry], movements)
            states[1] = state
            after_turn(states[1], movements, made)
            if states[1].count[seat] > 0:  # it is no tie
                reply = expected_reply(states[1:], nearest)
                worth -= REPLY * reply // POINT
        if worth > best:
            best, equals = worth, 0
        if worth == best:
            equals += 1
            if below(source, equals) == 0:
                chosen = entry
                figures[5] = reply
    fill_nearest(state, seat, nearest)

    kept, lost, captured, taken, neutral = unpack(keys[chosen], cells)
    figures[0], figures[1], figures[3], figures[6], figures[7] = situation, standing, lost, best, end_count
    figures[2] = taken + neutral - gone(state)
    figures[4] = FAR
    for index in range(kept):
        figures[4] = min(figures[4], nearest[captured, cells[index]])
    figures[8] = 0 if outcome(state, lead + figures[2], int(state.count[other]) - taken, kept) == GOES_ON else 1
    return path_of(keys[chosen], paths[chosen], movements)


@kernel
def brian_ending(states: States[State], source: Any, endings: Endings, movements: Any) -> Any:
    """Brian's turn where the endings are known: writes its movements and returns how many there are, what the turn is
    worth, and how many turns there were. Of the best he takes the one that he would have liked best."""
    state = states[0]
    seat = int(state.seat)
    lead = int(state.points[seat]) - int(state.points[1 - seat])
    queue, reached = np.empty(CELLS, np.int64), np.empty(CELLS, np.int64)
    temper = TEMPER[situation_of(state, queue, reached), standing_of(lead)]
    nearest = np.empty((1 << PIECES, CELLS), np.int16)
    goals = np.empty((1 << PIECES, 3), np.int16)
    fill_nearest(state, seat, nearest)
    fill_goals(state, seat, nearest, goals)
    keys, paths, _, _, ends, end_count = all_turns(state, int(state.left), False)
    values = np.empty(end_count)
    most = value_turns(state, endings, keys, ends, end_count, values)
    cells, stands = np.empty(PIECES, np.int64), np.empty(PIECES, np.int64)
    board, soonest = np.zeros(CELLS, np.int8), np.empty(CELLS, np.int64)
    chosen, best, equals = 0, -OVER * 4, 0
    for end in range(end_count):
        if values[end] < most - SAME:
            continue
        entry = int(ends[end])
        worth = weigh(state, keys[entry], lead, temper, goals, cells, stands, board, queue, reached, soonest)
        if worth > best:
            best, equals = worth, 0
        if worth == best:
            equals += 1
            if below(source, equals) == 0:
                chosen = entry
    return path_of(keys[chosen], paths[chosen], movements), most, end_count


@kernel
def gone(state: State) -> int:
    """1 if the neutral piece was captured earlier in this turn."""
    return 0 if state.board[CENTRE] == NEUTRAL else 1


@kernel
def first_sight(state: State, key: Any, lead: int, temper: Any, nearest: Any, goals: Any, cells: Any) -> int:
    """The worth of a turn as the eye sees it, by board distance."""
    seat = int(state.seat)
    kept, lost, captured, taken, neutral = unpack(key, cells)
    gain = taken + neutral - gone(state)
    ended = outcome(state, lead + gain, int(state.count[1 - seat]) - taken, kept)
    if ended != GOES_ON:
        return int(OVER * worth_of_outcome(ended) + gain)
    danger = expected_captures(cells, kept, nearest[captured])
    worth = POINT * gain - temper[PRICE] * lost - temper[CAUTION] * danger // FACES
    worth -= DEVELOP * development(cells, kept, goals[captured]) + ADVANCE * lagging(cells, kept)
    if temper[HASTE] > 0:
        worth += temper[HASTE] * max(0, FACES + 1 - way_out(cells, kept)) // FACES
    return int(worth)


@kernel
def weigh(
    state: State,
    key: Any,
    lead: int,
    temper: Any,
    goals: Any,
    cells: Any,
    stands: Any,
    board: Any,
    queue: Any,
    reached: Any,
    soonest: Any,
) -> int:
    """The worth of a turn by jumping distance."""
    seat = int(state.seat)
    other = 1 - seat
    kept, lost, captured, taken, neutral = unpack(key, cells)
    gain = taken + neutral - gone(state)
    ended = outcome(state, lead + gain, int(state.count[other]) - taken, kept)
    if ended != GOES_ON:
        return int(OVER * worth_of_outcome(ended) + gain)
    enemies = 0
    for enemy in range(state.count[other]):
        if not captured >> enemy & 1:
            stands[enemies] = state.pieces[other, enemy]
            enemies += 1
    for index in range(kept):
        board[cells[index]] = seat + 1
    for enemy in range(enemies):
        board[stands[enemy]] = other + 1
    board[CENTRE] = NEUTRAL

    flood(board, other, stands, enemies, queue, reached, soonest)
    danger = expected_captures(cells, kept, soonest)
    flood(board, seat, cells, kept, queue, reached, soonest)
    chances = expected_captures(stands, enemies, soonest)

    worth = POINT * gain - temper[PRICE] * lost
    worth += (temper[PRESSURE] * chances - temper[CAUTION] * danger) // FACES
    worth += HOLD * max(0, FACES + 1 - soonest[CENTRE]) // FACES
    worth -= DEVELOP * development(cells, kept, goals[captured]) + ADVANCE * lagging(cells, kept)
    if temper[HASTE] > 0:
        worth += temper[HASTE] * max(0, FACES + 1 - way_out(cells, kept)) // FACES

    for index in range(kept):
        board[cells[index]] = EMPTY
    for enemy in range(enemies):
        board[stands[enemy]] = EMPTY
    return int(worth)


@kernel
def do_brian(states: States[State], sources: Any, movements: Any, figures: Any) -> int:
    return brian_choice(states, sources[0], movements, figures)


@kernel
def do_brian_ending(states: States[State], sources: Any, endings: Endings, movements: Any) -> Any:
    return brian_ending(states, sources[0], endings, movements)


class Brian(TurnPlayer):
    """Counts the movements that captures really take, and plays to the score."""

    name = "brian"
    summary = "whole turns by jumping distance: bolder behind, safer ahead, sacrifices to deny the reply"
    parameters = (endings_option(),)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._sources = generator(derive(seed, "player", seat))
        self._endings = endings_for(str(self.options["endings"]))

    def plan(self, view: View, clock: Clock) -> Sequence[int]:
        if knows_ending(view, self._endings):
            return self._ending(view)
        movements, numbers = np.zeros(FACES, np.int64), np.zeros(len(FIGURES), np.int64)
        made = int(doors().bind(do_brian)(np.repeat(states_of(view), 2), self._sources, movements, numbers))
        figures = dict(zip(FIGURES, numbers.tolist(), strict=True))
        self.thought = _thought(figures)
        return piece_by_piece(view.state, movements[:made].tolist())

    def _ending(self, view: View) -> Sequence[int]:
        movements = np.zeros(FACES, np.int64)
        made, value, turns = doors().bind(do_brian_ending)(states_of(view), self._sources, self._endings, movements)
        self.thought = ending_thought(value, turns)
        return piece_by_piece(view.state, movements[: int(made)].tolist())


def _thought(found: dict[str, int]) -> Thought:
    situation, standing = SITUATIONS[found["situation"]], STANDINGS[found["standing"]]
    distance = found["distance"] if found["distance"] < FAR else None
    what = turn_words("improved his position", found["captured"], found["lost"], distance, over=bool(found["over"]))
    figures: dict[str, Any] = {name: value for name, value in found.items() if name not in ("over", "distance")}
    figures |= {"situation": situation, "standing": standing, "reply": found["reply"] / POINT}
    return Thought(f"{situation}, {standing}: {what}", figures)
