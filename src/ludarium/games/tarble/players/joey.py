"""Joey: captures what he can as soon as he can, and otherwise heads for the centre."""

from __future__ import annotations

from typing import Any

from ludarium.engine import Clock, Move, Player, Thought, View, below, kernel
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive, generator
from ludarium.engine.state import States
from ludarium.games.tarble.board import CENTRE, DEADLY, DISTANCE, NEIGHBOUR
from ludarium.games.tarble.players.distances import FAR, nearest_enemy
from ludarium.games.tarble.rules import EMPTY, NEUTRAL, State, legal, target
from ludarium.games.tarble.turns import doors, states_of

CAPTURE, LEAVE, ATTACK, RETREAT, CENTRE_WARDS, WANDER = range(6)
"""Why Joey makes a movement."""

_WORDS = (
    "captures {what}, because he can",
    "leaves a cell where the piece would be removed",
    "attacks an enemy piece that he can capture in this turn",
    "retreats from the enemy beside him",
    "heads for the centre",
    "makes room: all pieces stand beside the centre, or their way is barred",
)


@kernel
def joey_policy(state: State, seat: int, moves: Any, source: Any, notes: Any) -> int:
    """Joey's movement."""
    return int(joey_choice(state, seat, moves, source)[0])


@kernel
def joey_choice(state: State, seat: int, moves: Any, source: Any) -> Any:
    """Joey's movement, and why; he thinks of nothing beyond it. Equally good ones are drawn from."""
    found = legal(state, seat, moves)
    move = capture(state, seat, moves, found, source)
    if move >= 0:
        return move, CAPTURE
    move = leave_deadly(state, seat, moves, found, source)
    if move >= 0:
        return move, LEAVE
    move = attack(state, seat, moves, found, source)
    if move >= 0:
        return move, ATTACK
    if state.left == 1:
        move = retreat(state, seat, moves, found, source)
        if move >= 0:
            return move, RETREAT
    move = to_centre(state, seat, moves, found, source)
    if move >= 0:
        return move, CENTRE_WARDS
    return wander(state, seat, moves, found, source), WANDER


@kernel
def capture(state: State, seat: int, moves: Any, found: int, source: Any) -> int:
    """Any jump: rather over an enemy than over the neutral piece, and at the last movement rather to where it stays."""
    chosen, best, equals = -1, -1, 0
    for index in range(found):
        move = int(moves[index])
        beside = int(NEIGHBOUR[move // 6, move % 6])
        if state.board[beside] == EMPTY:
            continue
        goal = target(state.board, seat, move // 6, move % 6)
        worth = 0 if state.board[beside] == NEUTRAL else 1
        if state.left > 1 or not DEADLY[goal]:
            worth += 2
        if worth > best:
            best, equals = worth, 0
        if worth == best:
            equals += 1
            if below(source, equals) == 0:
                chosen = move
    return chosen


@kernel
def leave_deadly(state: State, seat: int, moves: Any, found: int, source: Any) -> int:
    """A piece on a corner goes towards the centre, unless an enemy waits beside the way; one on the centre flees."""
    chosen, best, equals = -1, FAR, 0
    for index in range(found):
        move = int(moves[index])
        cell = move // 6
        goal = target(state.board, seat, cell, move % 6)
        if not DEADLY[cell] or DEADLY[goal]:
            continue
        danger = nearest_enemy(state, seat, goal)
        cost = -danger if cell == CENTRE or danger == 1 else int(DISTANCE[goal, CENTRE]) - FAR
        if cost < best:
            best, equals = cost, 0
        if cost == best:
            equals += 1
            if below(source, equals) == 0:
                chosen = move
    return chosen


@kernel
def attack(state: State, seat: int, moves: Any, found: int, source: Any) -> int:
    """A step towards the enemy piece that is captured soonest, if that can be in this turn.

    A capture needs a free cell behind the enemy piece; the way to the cell before it is measured by board distance.
    """
    other = 1 - seat
    chosen, best, equals = -1, FAR, 0
    for index in range(found):
        move = int(moves[index])
        goal = target(state.board, seat, move // 6, move % 6)
        for enemy in range(state.count[other]):
            stands = int(state.pieces[other, enemy])
            for direction in range(6):
                before = int(NEIGHBOUR[stands, direction])
                behind = int(NEIGHBOUR[stands, (direction + 3) % 6])
                if before < 0 or behind < 0:
                    continue
                free = state.board[behind] == EMPTY or behind == move // 6
                if not free or (state.board[before] != EMPTY and before != goal):
                    continue
                needed = 2 + int(DISTANCE[goal, before])  # this step, the way, and the jump
                if needed > state.left or needed > best:
                    continue
                if needed < best:
                    best, equals = needed, 0
                equals += 1
                if below(source, equals) == 0:
                    chosen = move
    return chosen


@kernel
def retreat(state: State, seat: int, moves: Any, found: int, source: Any) -> int:
    """A piece beside an enemy goes as far away as it can."""
    chosen, best, equals = -1, 1, 0
    for index in range(found):
        move = int(moves[index])
        goal = target(state.board, seat, move // 6, move % 6)
        if DEADLY[goal] or nearest_enemy(state, seat, move // 6) > 1:
            continue
        distance = nearest_enemy(state, seat, goal)
        if distance > best:
            best, equals = distance, 0
        if distance == best and distance > 1:
            equals += 1
            if below(source, equals) == 0:
                chosen = move
    return chosen


@kernel
def to_centre(state: State, seat: int, moves: Any, found: int, source: Any) -> int:
    """The piece nearest to the centre that is not beside it yet comes one step nearer."""
    chosen, best, equals = -1, FAR, 0
    for index in range(found):
        move = int(moves[index])
        away = int(DISTANCE[move // 6, CENTRE])
        goal = target(state.board, seat, move // 6, move % 6)
        if away < 2 or int(DISTANCE[goal, CENTRE]) >= away or away > best:
            continue
        if away < best:
            best, equals = away, 0
        equals += 1
        if below(source, equals) == 0:
            chosen = move
    return chosen


@kernel
def wander(state: State, seat: int, moves: Any, found: int, source: Any) -> int:
    """Any movement, rather not to a cell where the piece would be removed, and as far from the enemy as possible."""
    chosen, best, equals = -1, -FAR, 0
    for index in range(found):
        move = int(moves[index])
        goal = target(state.board, seat, move // 6, move % 6)
        worth = nearest_enemy(state, seat, goal)
        if DEADLY[goal]:
            worth -= FAR
        if worth > best:
            best, equals = worth, 0
        if worth == best:
            equals += 1
            if below(source, equals) == 0:
                chosen = move
    return chosen


@kernel
def do_joey(states: States[State], moves: Any, sources: Any) -> Any:
    return joey_choice(states[0], int(states[0].seat), moves, sources[0])


class Joey(Player):
    """Plays movement by movement, as a beginner does."""

    name = "joey"
    summary = "captures whatever it can at once, else heads for the centre"
    policy = joey_policy

    @classmethod
    def suits(cls, game: Game) -> str:
        return "" if game.name == "tarble" else "it plays tarble only"

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        # Not `self.random`: compiled series draw the same movements from the same seed.
        self._sources = generator(derive(seed, "player", seat))

    def choose(self, view: View, clock: Clock) -> Move:
        move, why = doors().bind(do_joey)(states_of(view), view.game.bound.moves(), self._sources)
        cell, direction = divmod(int(move), 6)
        over = int(view.state.board[NEIGHBOUR[cell, direction]])
        what = "the neutral piece" if over == NEUTRAL else "a piece"
        self.thought = Thought(_WORDS[why].format(what=what), {"left": int(view.state.left)})
        return view.numbered(int(move))
