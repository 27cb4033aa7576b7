"""Champion: replies against a slow twin, ends that it must see, and its limits."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ludarium.engine import Clock, Match, Position
from ludarium.engine.kernels.rng import generator
from ludarium.games.tarble.board import CELL
from ludarium.games.tarble.network_file import Network
from ludarium.games.tarble.notation import with_roll
from ludarium.games.tarble.players.brian import FIGURES, do_brian
from ludarium.games.tarble.players.champion import Champion, do_judge_turn
from ludarium.games.tarble.players.expert import IN_ORDER, Judged, ask_expert, do_judge_answer
from ludarium.games.tarble.replies import rows_for
from ludarium.games.tarble.turns import doors, states_of, turns_from
from ludarium.players import make
from tests.games.tarble.judging import slow_result, small_network
from tests.games.tarble.positions import GAME, board_of, position, random_position
from tests.games.tarble.reference import Board, ends
from tests.games.tarble.test_td import chance_at_end, ended

EVERYTHING = 4_000
"""A beam that leaves nothing out."""


def slow_replies(network: Network, given: Position, faces: range) -> list[float]:
    """For each face of the die red's chance after the best reply, by the rules in words."""
    best = max if int(given.state.seat) == 0 else min
    return [best(chance_at_end(network, given, end) for end in ends(board_of(given), face)) for face in faces]


def best_end(network: Network, given: Position, face: int) -> Board:
    """Where the best turn of a roll ends."""
    best = max if int(given.state.seat) == 0 else min
    return best(ends(board_of(given), face), key=lambda end: chance_at_end(network, given, end))


def turn_of(source: random.Random, network: Network) -> tuple[Position, list[int], Position] | None:
    """A position, a turn, and the position that it leads to, if the game goes on there."""
    given = random_position(source, roll=source.randint(1, 2), most=2, within=False)
    turns = turns_from(given)
    path = turns.path(source.randrange(len(turns)))
    reached = given
    for move in path:
        reached = reached.play(reached.view(reached.seat_to_move()).numbered(move))
    passed = int(reached.state.turns) != int(given.state.turns) + 1
    if reached.over or passed or int(reached.state.count[reached.state.seat]) > 2:
        return None
    return given, path, reached


def some_turns(seed: int, network: Network, count: int) -> Iterator[tuple[Position, list[int], Position]]:
    source = random.Random(seed)
    while count:
        found = turn_of(source, network)
        if found is not None:
            count -= 1
            yield found


@pytest.mark.compiled  # replies to a six in plain Python take minutes
def test_replies_are_the_best_for_every_face() -> None:
    network = small_network(9, rich=True)
    states = GAME.bound.states(rows_for(EVERYTHING))
    for given, path, reached in some_turns(10, network, 5):
        states[-1] = given.state
        contempt = 0.7
        judged = np.zeros((2, 7))
        doors().bind(do_judge_turn)(
            states, np.array(path, np.int64), network.reader(), EVERYTHING, False, contempt, judged
        )
        wanted = slow_replies(network, reached, range(1, 7))
        assert judged[0, 1:] == pytest.approx(wanted, abs=0.001)
        share = contempt * sum(map(int, reached.state.count)) / 14 * (1 if int(given.state.seat) == 0 else -1)
        assert judged[1, 1:] == pytest.approx([p + share * p * (1 - p) for p in wanted], abs=0.001)


@pytest.mark.compiled
def test_looking_deeper_judges_each_reply_by_what_follows_it() -> None:
    """Each of the six best replies, found in words, by the mean of the best turns after it."""
    network = small_network(9, rich=True)
    wide = 2000
    states = GAME.bound.states(rows_for(wide))
    for given, path, reached in some_turns(11, network, 2):
        wanted = []
        for face in range(1, 7):
            best = best_end(network, reached, face)
            over = slow_result(*ended(reached, best))
            if over is not None:
                wanted.append(over)
                continue
            pieces, points = ended(reached, best)
            mover = 1 - int(reached.state.seat)
            listed = " ".join(
                side + "".join(f"({x},{y})" for x, y in sorted(pieces[index])) for index, side in ((0, "r"), (1, "b"))
            )
            after = position(f"{listed} {points[0]}:{points[1]} {'rb'[mover]} 1")
            wanted.append(sum(slow_replies(network, after, range(1, 7))) / 6)
        states[-1] = given.state
        judged = np.zeros((2, 7))
        doors().bind(do_judge_turn)(states, np.array(path, np.int64), network.reader(), wide, True, 0.0, judged)
        assert judged[0, 1:] == pytest.approx(wanted, abs=0.002)


@pytest.mark.compiled
def test_the_expert_answers_each_face_as_brian_would() -> None:
    """Brian himself is asked, face by face, and what he leaves is judged by the best turns in words."""
    network = small_network(9, rich=True)
    wide = 2000
    states, board = GAME.bound.states(rows_for(wide)), GAME.bound.states(2)
    for tried, (given, path, reached) in enumerate(some_turns(12, network, 3)):
        sources, same_sources, contempt = generator(tried), generator(tried), 0.7
        for face in range(1, 7):
            met = with_roll(reached, face)
            movements, figures = np.zeros(6, np.int64), np.zeros(len(FIGURES), np.int64)
            made = doors().bind(do_brian)(np.repeat(states_of(met), 2), same_sources, movements, figures)
            for move in movements[:made].tolist():
                met = met.play(met.view(met.seat_to_move()).numbered(move))
            if met.over:
                winners = met.result().winners
                wanted = wanted_worth = float(0 in winners) / max(1, len(winners)) if winners else 0.5
            else:
                chances = slow_replies(network, met, range(1, 7))
                share = contempt * sum(map(int, met.state.count)) / 14 * (1 if int(given.state.seat) == 0 else -1)
                wanted = sum(chances) / 6
                wanted_worth = sum(p + share * p * (1 - p) for p in chances) / 6
            states[-1] = given.state
            chance, worth = doors().bind(do_judge_answer)(
                states, np.array(path, np.int64), face, network.reader(), wide, False, contempt, board, sources
            )
            assert chance == pytest.approx(wanted, abs=0.002)
            assert worth == pytest.approx(wanted_worth, abs=0.002)


def turns_worth(*worths: float) -> list[Judged]:
    """Turns that are worth so much with every face, each with its place as its path."""
    return [Judged([place], np.full(6, worth), np.full(6, worth)) for place, worth in enumerate(worths)]


def test_the_expert_decides_between_turns_that_are_close() -> None:
    """The second turn is as good as the first until he is asked: with a 5 he goes astray."""

    def ask(path: Any, face: int) -> tuple[float, float]:
        return 0.4, 0.65 if path == [1] and face == 5 else 0.5

    found = ask_expert(turns_worth(0.5, 0.5), ask, np.inf)
    assert [turn.path for turn in found] == [[1]]
    assert found[0].worth == pytest.approx(0.525)
    assert found[0].chance == pytest.approx((2 * 0.4 + 4 * 0.5) / 6), "then nobody else is left"


def test_the_expert_is_not_asked_about_turns_that_are_behind() -> None:
    """Five faces are left after the first, each good for 0.005."""
    asked: list[tuple[int, int]] = []

    def ask(path: Any, face: int) -> tuple[float, float]:
        asked.append((path[0], face))
        worth = (0.5, 0.478, 0.488, 0.47)[path[0]]
        return worth, worth

    found = ask_expert(turns_worth(0.5, 0.478, 0.488, 0.47), ask, np.inf)
    assert [turn.path[0] for turn in found] == [0]
    times = {place: [face for turn, face in asked if turn == place] for place in range(4)}
    assert times == {0: list(IN_ORDER[:4]), 1: list(IN_ORDER[:2]), 2: list(IN_ORDER[:4]), 3: list(IN_ORDER[:1])}


def test_a_face_counts_for_all_turns_or_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time is up in the middle of the second face."""
    ticks = iter(range(100))
    clock = SimpleNamespace(perf_counter=lambda: next(ticks))
    monkeypatch.setattr("ludarium.games.tarble.players.expert.time", clock)
    found = ask_expert(turns_worth(0.5, 0.5), lambda path, face: (0.5, 0.5 + 0.06 * path[0]), 2.5)
    assert [turn.worth for turn in found] == pytest.approx([0.51, 0.5])


def champion(tmp_path: Path, **options: object) -> Champion:
    small_network(12, rich=True).save(tmp_path / "small.npz")
    return Champion(network=str(tmp_path / "small.npz"), **options)


def test_takes_a_win_and_sees_it(tmp_path: Path) -> None:
    given = position("r(1,1)(-3,-4) b(2,2) 3:2 r 1")
    player = champion(tmp_path, candidates=2)
    player.begin(GAME, 0, 0)
    after = given.play(player.choose(given.view(0), Clock()))
    assert after.over
    assert after.result().winners == (0,)
    assert player.thought is not None
    assert player.thought.figures["chance"] == 1.0


def test_wins_by_sacrifice(tmp_path: Path) -> None:
    """Blue leads and has one piece, next to a corner: without it the game is over and won."""
    given = position("r(-3,-4)(-2,-4) b(4,5) 3:5 b 1")
    player = champion(tmp_path, candidates=2)
    player.begin(GAME, 1, 0)
    after = given.play(player.choose(given.view(1), Clock()))
    assert after.over
    assert after.result().winners == (1,)


@pytest.mark.compiled
def test_avoids_a_certain_loss_that_its_network_cannot_see(tmp_path: Path) -> None:
    """Red's last piece must not end beside blue's, which captures it with every roll: only looking ahead tells."""
    given = position("r(-4,-4) b(-2,-2) 3:3 r 1")
    states = GAME.bound.states(rows_for(50))
    states[-1] = given.state
    reader = small_network(12, rich=True).reader()
    beside = [move for move in given.moves() if given.play(move).state.pieces[0][0] == CELL[-3, -3]]
    chances = {}
    for move in given.moves():
        judged = np.zeros((2, 7))
        doors().bind(do_judge_turn)(states, np.array([move.value], np.int64), reader, 50, False, 0.0, judged)
        chances[move.value] = judged[0, 1:].mean()
    assert beside
    assert chances[beside[0].value] == 0.0
    player = champion(tmp_path, candidates=10, favourites=0, contempt=0, beam=50, endings="none")
    player.begin(GAME, 0, 0)
    chosen = player.choose(given.view(0), Clock())
    assert chances[chosen.value] == pytest.approx(max(chances.values()))
    assert chances[chosen.value] > 0.0


@pytest.mark.compiled
def test_time_limits_the_candidates_but_not_below_one(tmp_path: Path) -> None:
    given = with_roll(GAME.start(1), 3)
    for seconds, clock, looked_at in ((0.0, Clock(), 6), (1e-9, Clock(), 1), (0.0, Clock(1e-9), 1)):
        player = champion(tmp_path, candidates=6, seconds=seconds)
        player.begin(GAME, 0, 0)
        player.choose(given.view(0), clock)
        assert player.thought is not None
        assert player.thought.figures["candidates"] == looked_at


@pytest.mark.compiled
def test_brian_is_asked_where_he_is_quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With three pieces a side or fewer he would think every turn through."""
    asked: list[Any] = []

    def ask(self: Champion, path: Any, face: int) -> tuple[float, float]:
        asked.append((path, face))
        return 0.5, 0.5

    monkeypatch.setattr(Champion, "_after_brian", ask)
    for text, times in (
        ("r(1,1)(2,1)(-3,-4) b(2,3)(4,3)(-2,0) 3:2 r 2", 0),
        ("r(1,1)(2,1)(-3,-4)(-2,-3) b(2,3)(4,3)(-2,0) 3:2 r 2", 12),
    ):
        player = champion(tmp_path, candidates=4, finalists=0, favourites=2)
        monkeypatch.setattr(player, "_after_replies", lambda path, *, deep: turns_worth(0.5)[0]._replace(path=path))
        player.begin(GAME, 0, 0)
        player.choose(position(text).view(0), Clock())
        assert len(asked) == times, text


@pytest.mark.parametrize("seat", [0, 1])
def test_what_a_turn_is_worth_decides_and_the_chance_is_told(
    seat: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Judged as red would: blue prefers what is worth least to red."""
    given = position(f"r(1,1)(-3,-4) b(2,3)(-4,0) 3:2 {'rb'[seat]} 1")
    judged = iter([(0.5, 0.51), (0.4, 0.6), (0.3, 0.4), (0.6, 0.55)])
    found: dict[Any, tuple[float, float]] = {}

    def judge(states: Any, movements: Any, *rest: Any) -> None:
        found[int(movements[0])] = next(judged)
        rest[-1][0], rest[-1][1] = found[int(movements[0])]

    player = champion(tmp_path, candidates=4, favourites=0)
    player.begin(GAME, seat, 0)
    doors_to_here = SimpleNamespace(bind=lambda door: judge)
    monkeypatch.setattr("ludarium.games.tarble.players.champion.doors", lambda: doors_to_here)
    chosen = player.choose(given.view(seat), Clock())
    best = (0.4, 0.6) if seat == 0 else (0.3, 0.4)
    assert found[chosen.value] == best
    assert player.thought is not None
    assert player.thought.figures["chance"] == pytest.approx(best[0] if seat == 0 else 1 - best[0])


@pytest.mark.compiled
def test_games_repeat_and_chance_is_beaten() -> None:
    for seed in range(4):
        players = [Champion(candidates=8, finalists=2, beam=4), make("random", GAME)]
        record = Match(GAME, players if seed % 2 == 0 else players[::-1], seed=seed, strict=True).run()
        assert record.result is not None
        assert record.result.winners == (seed % 2,)
        if seed == 0:
            again = Match(
                GAME, [Champion(candidates=8, finalists=2, beam=4), make("random", GAME)], seed=seed, strict=True
            ).run()
            assert [decision.move for decision in again.decisions] == [decision.move for decision in record.decisions]
