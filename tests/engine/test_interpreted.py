"""Rules that are never compiled: their kernels call whatever Python can, and everything works for them."""

from __future__ import annotations

from typing import Any

from ludarium.engine import Fields, Game, Rules, fill_slots, i1, kernel
from ludarium.engine.kernels.jit import constant
from ludarium.engine.kernels.rng import generator
from ludarium.engine.match import Match
from ludarium.engine.slots import Moves, Points, Seat
from ludarium.games.offered import made
from ludarium.players import make
from ludarium.search import perft

LEDGER = constant("LEDGER")


class Ledger:
    """Something that no compiler could take in: it keeps what it was asked in a dictionary."""

    def __init__(self, most: int) -> None:
        self.most, self.asked = most, dict[int, int]()

    def may_take(self, left: int) -> list[int]:
        self.asked[left] = self.asked.get(left, 0) + 1
        return [number for number in range(1, self.most + 1) if number <= left]


class State(Fields):
    left = i1()
    turn = i1()
    dealt = i1(2)


@kernel
def start(state: State) -> None:
    state.left = 7
    fill_slots(state, state.dealt, 2)  # draws on the stream, whose numbers wrap around


@kernel
def to_move(state: State) -> Seat:
    return int(state.turn) if state.left else -1


@kernel
def legal(state: State, seat: Seat, moves: Moves) -> int:
    found = LEDGER.may_take(int(state.left))
    moves[: len(found)] = found
    return len(found)


@kernel
def apply(state: State, seat: Seat, move: int) -> None:
    state.left -= move
    state.turn = 1 - state.turn


@kernel
def result(state: State, points: Points) -> None:
    points[1 - state.turn], points[state.turn] = 1, 0


class Ledgers(Game):
    """Take one to three; who takes the last wins."""

    name = "ledgers"
    summary = "take stones"
    ledger = Ledger(3)
    rules = Rules.collect(
        "ledgers", globals(), State, max_moves=3, max_plies=7, interpreted=True, replacements={LEDGER: ledger}
    )


def test_whole_matches_and_searches_run() -> None:
    game = Ledgers()
    players = [make("mcts:iterations=200", game), make("minimax:iterations=500", game)]
    record = Match(game, players, seed=3, strict=True).run()
    assert record.verify(lambda name, **settings: game).over
    assert record.result is not None
    assert record.result.points[0] == 1.0  # seven is a win for who begins
    assert game.ledger.asked[7] > 1
    assert perft(game.start(), 3)[-1] == 6 * 3 + 2 * 2 + 1  # after 3 and 3 one is left, after 2 and 3 two are


def test_nothing_of_them_is_compiled() -> None:
    game = Ledgers()
    bound: Any = game.bound
    assert not any(hasattr(door, "py_func") for door in (bound.sample, bound.result, bound.playouts))
    game.bound = game.rules.unwaited(game.seats)
    assert game.start().moves()[0].value == 1
    assert not game.bound.unwaited
    assert game.bound.load()
    assert made("kuhn-poker").bound.unwaited


def test_other_policies_are_bound_beside_the_games_own() -> None:
    rules = Ledgers.rules
    assert rules.bind(2) is rules.bind(2)
    greedy = rules.bind(2, playout_move=take_all)
    states = greedy.states(2)
    greedy.start(states, 0)
    assert greedy.playouts(states, generator(1), greedy.moves(), 10) == 30  # 3, 3, 1
    assert rules.bind(2).playouts(states, generator(1), greedy.moves(), 10) != 30


@kernel
def take_all(state: State, seat: Seat, moves: Moves, source: Any) -> int:
    return int(moves[legal(state, seat, moves) - 1])
