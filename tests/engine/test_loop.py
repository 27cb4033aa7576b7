"""Whole games in the compiled loop, beside the same games played position by position."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from ludarium.engine import Clock, Game, Match, Move, Player, View, below, derive, kernel
from ludarium.engine.kernels.rng import Stream, branches
from ludarium.engine.loop import BREAK_OFF, STOP, bind_games, states_for
from ludarium.engine.policies import bind_policies, seated
from ludarium.engine.slots import apply, legal, result
from tests.engine.sample_games import HighCard, OddOneOut, Race

GAMES = 12


class Rolling(NamedTuple):
    """Who decides: the last legal move always; one game is ended early, in a way that is given."""

    moves: Any
    ended: int
    ply: int
    code: int


class Notebook(NamedTuple):
    """Who watches."""

    seats: Any
    moves: Any
    squares: Any
    plies: Any
    points: Any


@kernel
def last_move(states: Any, seat: int, game: int, ply: int, rolling: Rolling) -> int:
    if game == rolling.ended and ply == rolling.ply:
        return rolling.code
    return int(rolling.moves[legal(states[0], seat, rolling.moves) - 1])


@kernel
def note(state: Any, seat: int, move: int, game: int, made: int, notebook: Notebook) -> bool:
    if made == notebook.moves.shape[0]:
        return False
    notebook.seats[made] = seat
    notebook.moves[made] = move
    notebook.squares[made] = state.square[seat]
    return True


@kernel
def note_end(state: Any, game: int, plies: int, notebook: Notebook) -> None:
    notebook.plies[game] = plies
    result(state, notebook.points[game])


@kernel
def two_only(states: Any, game: int, seed: Any, rolling: Rolling) -> bool:
    states[0].rng = seed
    return game < 2


def notebook(room: int = 5000) -> Notebook:
    return Notebook(
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.full(GAMES, -1, np.int64),
        np.zeros((GAMES, 4)),
    )


def played(
    game: Game, into: Notebook, *, ended: int = -1, ply: int = 0, code: int = 0, first: int = 0, **fillers: Any
) -> int:
    play = bind_games(game, decide=last_move, watch=note, conclude=note_end, **fillers)
    rolling = Rolling(game.bound.moves(), ended, ply, code)
    return int(play(states_for(game), branches(5, range(GAMES)), first, rolling, into))


def slowly(game: Game, number: int, plies: int = 1000) -> list[tuple[int, int, int]]:
    """Seat, move and square before it of each decision."""
    position = game.start(derive(5, number))
    found: list[tuple[int, int, int]] = []
    while position.movers and len(found) < plies:
        (seat,) = position.movers
        move = position.moves(seat)[-1]
        found.append((seat, int(str(move.value)), position.fields()["square"][seat]))
        position = position.play(move, seat)
    return found


def test_games_are_those_of_their_seeds_and_every_decision_is_seen_before_it_takes_effect() -> None:
    game, found = Race(goal=30), notebook()
    assert played(game, found) == GAMES
    expected = [decision for number in range(GAMES) for decision in slowly(game, number)]
    seen = zip(found.seats.tolist(), found.moves.tolist(), found.squares.tolist(), strict=True)
    assert list(seen)[: len(expected)] == expected
    assert found.plies.tolist() == [len(slowly(game, number)) for number in range(GAMES)]
    assert (found.points[:, :2].sum(axis=1) == 1).all()
    later = notebook()
    assert played(game, later, first=9) == GAMES
    assert later.plies.tolist() == [-1] * 9 + found.plies.tolist()[9:]
    assert later.moves[0] == slowly(game, 9)[0][1]


@kernel
def note_square_after(state: Any, seat: int, move: int, game: int, notebook: Notebook) -> None:
    apply(state, seat, move)
    notebook.points[game, 2 + seat] = state.square[seat]


def test_a_decision_takes_effect_before_the_eyes_of_who_asks_for_it() -> None:
    game, plain, found = Race(goal=30), notebook(), notebook()
    assert played(game, plain) == played(game, found, enact=note_square_after) == GAMES
    assert (found.moves == plain.moves).all()
    assert (found.squares == plain.squares).all()
    for number in range(GAMES):
        seat, _, before = slowly(game, number)[-1]
        assert before < 30 <= found.points[number, 2 + seat]


def test_a_game_can_be_broken_off_and_counts_as_it_stands() -> None:
    game, found = Race(goal=30), notebook()
    assert played(game, found, ended=3, ply=2, code=BREAK_OFF) == GAMES
    assert found.plies[3] == 2
    assert found.plies[4] == len(slowly(game, 4))


@pytest.mark.parametrize("stop", ["decide", "watch", "prepare"])
def test_play_can_be_stopped_and_the_game_does_not_count(stop: str) -> None:
    game = Race(goal=30)
    two = len(slowly(game, 0)) + len(slowly(game, 1))
    found = notebook(two if stop == "watch" else 5000)
    if stop == "prepare":
        assert played(game, found, prepare=two_only) == 2
    else:
        assert played(game, found, ended=2 if stop == "decide" else -1, code=STOP) == 2
        assert found.plies.tolist()[:2] == [len(slowly(game, number)) for number in range(2)]
    assert found.plies.tolist()[2:] == [-1] * (GAMES - 2)


def test_fillers_of_one_name_are_not_mistaken_for_each_other() -> None:
    game = Race(goal=30)
    fillers: dict[str, Any] = {"decide": last_move, "watch": note, "conclude": note_end}
    bound = bind_games(game, **fillers)
    assert bind_games(game, **fillers) is bound
    assert bind_games(game, prepare=two_only, **fillers) is not bound


# --- policies ---------------------------------------------------------------------------------------------------------


@kernel
def lowest(state: Any, seat: int, moves: Any, source: Any, notes: Any) -> int:
    legal(state, seat, moves)
    return int(moves[0])


@kernel
def highest(state: Any, seat: int, moves: Any, source: Any, notes: Any) -> int:
    return int(moves[legal(state, seat, moves) - 1])


@kernel
def by_lot(state: Any, seat: int, moves: Any, source: Any, notes: Any) -> int:
    notes[0] += 1
    count = legal(state, seat, moves)
    return int(moves[(below(source, count) + notes[0]) % count])


class Policed(Player):
    """Does in Python what a policy does compiled."""

    def __init__(self, kind: int, start: int) -> None:
        super().__init__()
        self.kind, self.note = kind, start

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self.source = Stream(derive(seed, "player", seat))

    def choose(self, view: View, clock: Clock) -> Move:
        moves = view.moves()
        if self.kind < 2:
            return moves[-self.kind]
        self.note += 1
        return moves[(self.source.below(len(moves)) + self.note) % len(moves)]


class Decisions(NamedTuple):
    moves: Any


@kernel
def keep(state: Any, seat: int, move: int, game: int, made: int, decisions: Decisions) -> bool:
    decisions.moves[made] = 10 * seat + move
    return True


@pytest.mark.parametrize("kinds", [(0,), (2, 1), (1, 2, 0, 2)], ids=str)
@pytest.mark.parametrize("game", [HighCard(), OddOneOut(seats=3), Race()], ids=lambda game: game.name)
def test_policies_play_as_in_matches(game: Game, kinds: tuple[int, ...]) -> None:
    """One policy, several, and players that share one but not its notes."""
    policies = [lowest, highest, by_lot]
    line_ups = (np.arange(GAMES)[:, None] + np.arange(game.seats)) % len(kinds)
    starts = [7 * player for player in range(len(kinds))]
    different = list(dict.fromkeys(kinds))
    play = bind_policies(game, [policies[kind] for kind in different], watch=keep)
    found, seeds = np.zeros(20_000, np.int64), branches(9, range(GAMES))
    table = seated(game, [different.index(kind) for kind in kinds], [[start] for start in starts], line_ups)
    assert play(states_for(game, 1), seeds, 0, table, Decisions(found)) == GAMES
    expected = []
    for number in range(GAMES):
        players = [Policed(kinds[player], starts[player]) for player in line_ups[number]]
        match = Match(game, players, seed=int(seeds[number]), strict=True)
        position = match.position
        for decision in match.run().decisions:
            value = game.read_move(decision.move, position.state, decision.seat).value
            assert isinstance(value, int)
            expected.append(10 * decision.seat + value)
            position = position.play(decision.move, decision.seat)
    assert found[: len(expected)].tolist() == expected
    assert not found[len(expected) :].any()
