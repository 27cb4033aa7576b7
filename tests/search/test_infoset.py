"""Information-set search: hidden cards, availability counts, one tree or one for each seat."""

from __future__ import annotations

import math
import random
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from ludarium.engine import Game, Position, kernel
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.engine.kernels.rng import generator
from ludarium.games import load
from ludarium.search import Budget, SearchReport, infoset_search, mcts
from ludarium.search.frame import Work
from ludarium.search.infoset import ARM, NODE, Manner, Trees, arm_by_upper_bound
from tests.engine.sample_games import HighCard
from tests.search.search_games import DARE, SAFE, Countdown, Pick, Shells, Signals, countdown_greedy
from tests.search.searches import SEARCHES
from tests.search.twins import by_move, findings, rewards_of

infoset_module = import_module("ludarium.search.infoset")

PASS, BET = 0, 1
END = -1


def poker(text: str, iterations: int, seed: int, *, multiple: bool) -> SearchReport:
    position = load("kuhn-poker").read_position(text)
    return infoset_search(position.view(position.movers[0]), Budget(iterations), seed, multiple=multiple)


# --- Kuhn poker -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("multiple", [False, True])
@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("QK b", BET),  # the king cannot lose
        ("KQ pb", BET),
        ("KJ b", PASS),  # the jack cannot win
        ("JQ pb", PASS),
        ("QK p", BET),  # nothing to lose by betting the king
    ],
)
def test_decisions_that_are_right_against_everybody(
    text: str, best: int, multiple: bool, scale: Callable[[int], int]
) -> None:
    for seed in range(3):
        assert poker(text, scale(3_000), seed, multiple=multiple).best == best


@pytest.mark.parametrize("multiple", [False, True])
def test_what_folding_and_calling_are_worth(multiple: bool, scale: Callable[[int], int]) -> None:
    """The jack facing a bet loses one chip by passing and two by betting; points go from -2 to 2."""
    report = poker("KJ b", scale(2_000), 1, multiple=multiple)
    assert {entry.move: entry.value for entry in report.moves} == {PASS: -0.5, BET: -1.0}
    assert sum(entry.visits for entry in report.moves) == report.iterations


def test_the_queen_facing_a_bet_meets_both_cards(scale: Callable[[int], int]) -> None:
    """In the search of the second seat the first seat's card is drawn anew each time: jack or king, equally often."""
    report = poker("KQ b", scale(4_000), 1, multiple=False)
    called = {entry.move: entry for entry in report.moves}[BET]
    assert abs(called.value) < (0.1 if JIT_ENABLED else 0.3)


# --- availability -----------------------------------------------------------------------------------------------------


class Bandit:
    """One node beside its plain twin, met with different moves each time."""

    def __init__(self, c: float) -> None:
        self.c = c
        self.nodes = np.zeros(1, NODE)
        self.nodes["arm"] = END
        self.arms = np.zeros(64, ARM)
        rules, none = Countdown().bound, np.zeros(1, np.int64)
        self.trees = Trees(self.nodes, self.arms, none, none, np.zeros((3, 1), np.int64))
        self.work = Work.of(rules, Countdown().start().state, 1)
        self.choose = rules.binder.bind(choose_one)
        self.twin: dict[tuple[int, int], list[float]] = {}
        """By seat and move: visits, times available, summed rewards."""

    def play(self, seat: int, moves: list[int], reward_of: dict[int, float]) -> None:
        """Choose an arm, check the choice, and reward it."""
        for move in moves:
            self.twin.setdefault((seat, move), [0, 0, 0.0])[1] += 1
        untried = {move for move in moves if not self.twin[seat, move][0]}
        bounds = {move: self.bound(seat, move) for move in moves if move not in untried}
        listed = np.array(moves + [0] * 8)
        arm = self.choose(self.trees, self.work, Manner(self.c, 0.0, 0, 0), seat, listed, len(moves))
        chosen = int(self.arms[arm].move)
        assert int(self.arms[arm].seat) == seat
        if untried:
            assert chosen in untried
        else:
            assert bounds[chosen] == pytest.approx(max(bounds.values()))
        self.arms[arm].visits += 1
        self.arms[arm].total += reward_of[chosen]
        self.twin[seat, chosen][0] += 1
        self.twin[seat, chosen][2] += reward_of[chosen]

    def bound(self, seat: int, move: int) -> float:
        visits, available, total = self.twin[seat, move]
        return total / visits + self.c * math.sqrt(math.log(available) / visits)

    def check(self) -> None:
        """The arms hang in the node sorted by seat and move, with the twin's counts."""
        found = []
        arm = int(self.nodes[0].arm)
        while arm != END:
            entry = self.arms[arm]
            found.append((int(entry.seat), int(entry.move)))
            visits, available, total = self.twin[found[-1]]
            assert (int(entry.visits), int(entry.available)) == (visits, available)
            assert float(entry.total) == pytest.approx(total)
            arm = int(entry.next)
        assert found == sorted(self.twin)


@kernel
def choose_one(trees: Trees, work: Work, how: Manner, seat: int, moves: Any, found: int) -> int:
    return arm_by_upper_bound(trees, 0, seat, moves, found, work, how)


@pytest.mark.parametrize("c", [0.0, 0.7, 2.0])
def test_arms_count_how_often_they_were_available(c: float) -> None:
    bandit, draw = Bandit(c), random.Random(1)
    for _ in range(400):
        seat = draw.randrange(2)
        moves = sorted(draw.sample(range(6), draw.randint(1, 6)))
        bandit.play(seat, moves, {move: (move - 2.5) / 5 + draw.uniform(-0.2, 0.2) for move in moves})
    bandit.check()


def test_equal_arms_are_chosen_equally_often() -> None:
    """Both for what is untried and for what is tried: two movers in step would never meet all combinations."""
    firsts, seconds = [0, 0, 0], [0, 0, 0]
    for seed in range(600):
        bandit = Bandit(1.0)
        bandit.work.source[:] = generator(seed)
        bandit.play(0, [0, 1, 2], dict.fromkeys(range(3), 0.0))
        firsts[[int(arm.visits) for arm in bandit.arms[:3]].index(1)] += 1
        for _ in range(3):
            bandit.play(0, [0, 1, 2], dict.fromkeys(range(3), 0.0))
        seconds[[int(arm.visits) for arm in bandit.arms[:3]].index(2)] += 1
    # Four standard deviations of a third of 600 are 46.
    assert all(abs(count - 200) < 46 for count in firsts + seconds)


# --- knowing less -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("multiple", [False, True])
def test_what_will_not_be_known_later_is_not_counted_on(multiple: bool, scale: Callable[[int], int]) -> None:
    """Daring is worth two points of four, not four: the pea's shell will not be known when it must be named."""
    for seed in range(3):
        view = Shells().start(seed).view(0)
        report = infoset_search(view, Budget(scale(3_000)), seed, multiple=multiple)
        values = {entry.move: entry.value for entry in report.moves}
        assert report.best == SAFE
        assert values[SAFE] == 0.5
        assert values[DARE] == pytest.approx(0.0, abs=0.25)


@pytest.mark.parametrize("name", ["mcts", "alphabeta", "maxn"])
def test_searches_of_known_worlds_fall_for_it(name: str, scale: Callable[[int], int]) -> None:
    """Strategy fusion, the documented weakness of searching sampled worlds as if they were known."""
    options = {"worlds": 6} if name != "mcts" else {}
    report = SEARCHES[name](Shells().start(1).view(0), Budget(scale(3_000)), 1, **options)
    assert report.best == DARE
    assert report.value > 0.7  # in truth 0


def test_one_tree_hangs_the_others_moves_below_what_the_searcher_knows() -> None:
    """Only the second seat knows the world: its tree tells worlds apart, the first seat's does not."""
    single = infoset_search(Pick().start(0).view(0), Budget(300), 1)
    several = infoset_search(Pick().start(0).view(0), Budget(300), 1, multiple=True)
    # One tree: the anchor, the root, one node for each first pick, and one for each pair of picks.
    assert single.figures["nodes"] <= 1 + 1 + 4 + 16
    assert several.figures["nodes"] > single.figures["nodes"]


def test_a_seat_that_knows_punishes_one_that_does_not(scale: Callable[[int], int]) -> None:
    """With a tree of its own, the other seat answers each world as it deserves, and only the last box is safe."""
    report = infoset_search(Pick().start(0).view(0), Budget(scale(6_000)), 1, multiple=True)
    assert report.best == 3


@pytest.mark.parametrize("name", ["mcts", "ismcts", "mo-ismcts"])
def test_moves_that_depend_on_the_hidden_card(name: str, scale: Callable[[int], int]) -> None:
    """High Card: the second seat may bid up to its card, so some arms are there in some worlds only."""
    game = HighCard()
    for seed in range(4):
        position = game.start(seed)
        report = SEARCHES[name](position.view(0), Budget(scale(500)), seed)
        assert sorted(entry.move for entry in report.moves) == [move.value for move in position.moves(0)]
        assert sum(entry.visits for entry in report.moves) == report.iterations


# --- the trees --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["mcts", "ismcts", "mo-ismcts"])
@pytest.mark.parametrize("kind", ["goofspiel", "pig", "kuhn-poker"])
def test_how_much_room_the_trees_have_makes_no_difference(
    name: str, kind: str, monkeypatch: pytest.MonkeyPatch, scale: Callable[[int], int]
) -> None:
    """Full arrays interrupt an iteration in the middle; it must go on as if nothing had happened."""
    position = load(kind).start(1)
    view = position.view(position.movers[0])
    reports = []
    monkeypatch.setattr("ludarium.search.frame._kept", threading.local())
    for room in (1, 1 << 16):
        monkeypatch.setattr(infoset_module, "FIRST_NODES", room)
        reports.append(SEARCHES[name](view, Budget(scale(1_000)), 3))
    assert findings(reports[0]) == findings(reports[1])


def test_worlds_share_the_iterations() -> None:
    view = load("kuhn-poker").start(1).view(0)
    report = mcts(view, Budget(100), 1, worlds=8)
    assert report.iterations == 96 == sum(entry.visits for entry in report.moves)
    assert report.figures["worlds"] == 8
    # Where nothing is hidden there is nothing to sample but chance, and one tree takes it all.
    assert mcts(load("pig").start(1).view(0), Budget(100), 1, worlds=8).figures["worlds"] == 1


@pytest.mark.parametrize("multiple", [False, True])
def test_games_without_secrets_are_searched_well_too(multiple: bool, scale: Callable[[int], int]) -> None:
    for text, best in [("xx1/oo1/3 x", "c3"), ("xx1/o2/3 o", "c3")]:
        position = load("tic-tac-toe").read_position(text)
        view = position.view(position.movers[0])
        report = infoset_search(view, Budget(scale(1_000)), 1, multiple=multiple)
        assert view.numbered(report.best).text == best


def test_exploration_spreads_the_visits() -> None:
    view = Signals(kind=1).start().view(1)
    spread = [infoset_search(view, Budget(400), 1, c=c).moves[-1].visits for c in (0.0, 0.7, 100.0)]
    assert spread[0] < spread[1] < spread[2]


def greedy_end(position: Position) -> float:
    while not position.over:
        position = position.play(position.moves()[-1])
    return rewards_of(position)[0]


@pytest.mark.parametrize("multiple", [False, True])
def test_an_injected_policy_plays_the_games_out(multiple: bool) -> None:
    for heap in (30, 31, 32):
        game: Game = Countdown(heap=heap)
        position = game.start()
        rules = game.rules.bind(2, playout_move=countdown_greedy)
        report = infoset_search(position.view(0), Budget(2), 1, multiple=multiple, rules=rules)
        assert {entry.move: entry.value for entry in report.moves} == {
            move: greedy_end(later) for move, later in by_move(position, 0).items()
        }
