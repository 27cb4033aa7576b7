"""The steps of a tree search: leaves valued by play-outs, by an evaluator or by both, and selection by priors."""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from ludarium.engine import Game, Position, kernel
from ludarium.engine.errors import BadParameter, NotSuited
from ludarium.engine.rules import BoundRules
from ludarium.search import Budget, SearchReport, frame, infoset_search, mcts
from ludarium.search.mcts import Tree
from tests.search.search_games import Countdown, countdown_greedy, countdown_saving
from tests.search.twins import by_move, findings, rewards_of

# --- what leaves are worth --------------------------------------------------------------------------------------------


def rules_of(game: Game, **more: Any) -> BoundRules:
    """Play-outs that take as many as allowed, and an evaluator: nothing is left to chance."""
    return game.rules.bind(2, playout_move=countdown_greedy, evaluate=countdown_saving, **more)


def greedy_end(position: Position) -> float:
    while not position.over:
        position = position.play(position.moves()[-1])
    return rewards_of(position)[0]


def saving(position: Position) -> float:
    return rewards_of(position)[0] if position.over else int(position.state.heap) / 100


@pytest.mark.parametrize("search", [mcts, infoset_search])
@pytest.mark.parametrize("weight", [0.0, 0.25, 1.0])
def test_a_leaf_is_worth_the_weighted_mean(search: Any, weight: float) -> None:
    """With one visit to each move, its value is that of the position it leads to."""
    for heap in (2, 7, 30, 31):
        game = Countdown(heap=heap)
        options: dict[str, Any] = {"evaluator": weight, "rules": rules_of(game)}
        if search is mcts:
            options["proving"] = False
        report = search(game.start().view(0), Budget(2), 1, **options)
        expected = {
            move: later and (1 - weight) * greedy_end(later) + weight * saving(later)
            for move, later in by_move(game.start(), 0).items()
        }
        assert {entry.move: entry.value for entry in report.moves} == pytest.approx(expected)


def test_a_weight_needs_an_evaluator() -> None:
    view = Countdown().start().view(0)
    with pytest.raises(NotSuited, match="countdown has no evaluator: bind the rules with one"):
        mcts(view, Budget(5), 1, evaluator=0.5)
    for weight in (-0.1, 1.5):
        with pytest.raises(BadParameter, match="expected a number from 0 to 1"):
            mcts(view, Budget(5), 1, evaluator=weight, rules=rules_of(view.game))


# --- priors -----------------------------------------------------------------------------------------------------------


@kernel
def modest(state: Any, seat: int, moves: Any, found: int, priors: Any) -> None:
    """Taking fewer looks better, whatever the sum; the heap makes every prior another one."""
    for index in range(found):
        priors[index] = 1.0 / moves[index] + state.heap / 1000.0


@kernel
def no_idea(state: Any, seat: int, moves: Any, found: int, priors: Any) -> None:
    for index in range(found):
        priors[index] = 0.0


@dataclass
class Twin:
    """A node of the plainest PUCT: means by visits, priors that sum to 1."""

    position: Position
    prior: float = 1.0
    visits: int = 0
    total: float = 0.0  # for the first seat
    children: dict[int, Twin] = field(default_factory=dict)

    def expand(self) -> None:
        seat = self.position.movers[0]
        later = by_move(self.position, seat)
        weights = {move: 1.0 / move + int(self.position.state.heap) / 1000 for move in later}
        share = sum(weights.values())
        self.children = {move: Twin(after, weights[move] / share) for move, after in later.items()}

    def select(self, width: float) -> Twin:
        sign = 1 if self.position.movers[0] == 0 else -1

        def bound(child: Twin) -> float:
            mean = sign * child.total / child.visits if child.visits else 0.0
            return mean + width * math.sqrt(max(1, self.visits)) * child.prior / (1 + child.visits)

        return max(self.children.values(), key=bound)

    def simulate(self, width: float, root: bool = False) -> float:
        if not self.children and not self.position.over and (self.visits or root):
            self.expand()
            value = self.select(width).settle()
        else:
            value = self.select(width).simulate(width) if self.children else saving(self.position)
        return self.count(value)

    def settle(self) -> float:
        return self.count(saving(self.position))

    def count(self, value: float) -> float:
        self.visits += 1
        self.total += value
        return value


@pytest.mark.parametrize("c", [0.1, 1.0])
def test_selection_by_priors_is_that_of_the_twin(c: float) -> None:
    for heap in (9, 14):
        game = Countdown(heap=heap)
        rules = rules_of(game, prior=modest)
        report = mcts(game.start().view(0), Budget(80), 1, c=c, proving=False, evaluator=1.0, rules=rules)
        twin = Twin(game.start())
        for _ in range(80):
            twin.simulate(2 * c, root=True)
        expected = {move: (child.visits, child.total / child.visits) for move, child in twin.children.items()}
        assert {entry.move: entry.visits for entry in report.moves} == {move: n for move, (n, _) in expected.items()}
        for entry in report.moves:
            assert entry.value == pytest.approx(expected[entry.move][1])


def search_with(prior: Any, iterations: int = 60) -> SearchReport:
    game = Countdown(heap=40)
    rules = rules_of(game, prior=prior)
    return mcts(game.start().view(0), Budget(iterations), 1, proving=False, evaluator=1.0, rules=rules)


def test_priors_decide_what_is_tried_first() -> None:
    assert [(entry.move, entry.visits) for entry in search_with(modest, 1).moves] == [(1, 1), (2, 0)]
    assert sum(entry.visits for entry in search_with(no_idea).moves) == 60  # none at all: every move is as good


def test_proofs_go_before_priors() -> None:
    """From three the first seat may leave one or two, and the second takes the rest: all is lost."""
    game = Countdown(heap=3)
    report = mcts(game.start().view(0), Budget(60), 1, rules=rules_of(game, prior=modest))
    assert report.figures["proved"] == "loss"


# --- room -------------------------------------------------------------------------------------------------------------


def test_memory_that_is_used_again_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree is written over, not cleared: whatever stood there must not be read."""
    view = Countdown(heap=40).start().view(0)
    monkeypatch.setattr(frame, "_kept", threading.local())
    first = mcts(view, Budget(300), 5)
    garbage = Tree.with_room(1 << 13)
    for array in garbage[:-1]:
        array.view(np.uint8)[:] = 0x7F
    frame.give_back(garbage)
    assert frame.borrow(Tree, 1 << 14) is None  # too small: not to be had, and gone
    frame.give_back(garbage)
    assert findings(mcts(view, Budget(300), 5)) == findings(first)
    assert frame.borrow(Tree, 1) is garbage
    assert frame.borrow(Tree, 1) is None
