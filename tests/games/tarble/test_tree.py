"""Tree search in Tarble: whole turns, found in a tree over movements."""

from __future__ import annotations

import numpy as np
import pytest

from ludarium.engine import Clock, Game, View
from ludarium.games import load
from ludarium.games.tarble.players import tree as tree_module
from ludarium.games.tarble.players.tree import Mcts, Tree
from ludarium.games.tarble.turns import after_turn, states_of, turns_from
from ludarium.search.budget import Budget
from tests.conftest import scaled
from tests.games.tarble.test_minimax import placed


@pytest.fixture(scope="module")
def tarble() -> Game:
    return load("tarble")


def grown(view: View, iterations: int, seed: int = 1, *, horizon: int = 2) -> Tree:
    return Tree(view, Budget(iterations), seed, c=0.1, horizon=horizon)


def test_the_tree_counts_every_simulation_and_merges_what_is_equal(tarble: Game) -> None:
    position = next(start for start in map(tarble.start, range(50)) if start.state.roll == 2)
    iterations = scaled(scaled(6000))
    tree = grown(position.view(0), iterations)
    assert tree.done == int(tree.nodes[0].visits) == iterations
    assert int(tree.nodes["visits"].min()) >= 1
    assert len(np.unique(tree.nodes["key"])) == len(tree.nodes)
    turns = turns_from(position)
    assert len(tree.ended()) <= len(turns) == 105
    if iterations == 6000:
        # The root, the positions after one movement, and all that the turn generator knows.
        assert len(tree.nodes) == 1 + 12 + 105


@pytest.mark.compiled
def test_a_tree_larger_than_its_first_room_goes_on_as_if_there_had_been_room(
    tarble: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = next(start for start in map(tarble.start, range(50)) if start.state.roll == 6)
    roomy = grown(position.view(0), 3000)
    monkeypatch.setattr(tree_module, "FIRST_NODES", 256)
    tree = grown(position.view(0), 3000)
    assert len(tree.nodes) > 256
    assert tree.done == int(tree.nodes[0].visits) == 3000
    assert len(np.unique(tree.nodes["key"])) == len(tree.nodes)
    assert (tree.nodes == roomy.nodes).all()


def test_paths_lead_to_their_nodes(tarble: Game) -> None:
    """Every explored end of the turn is one that the turn generator knows, each another one."""
    position = next(start for start in map(tarble.start, range(50)) if start.state.roll == 3)
    turns = turns_from(position)
    known = set()
    for turn in range(len(turns)):
        known.add(_after(position.view(0), turns.path(turn)))
    tree = grown(position.view(0), scaled(2000))
    reached = [_after(position.view(0), tree.path(int(node))) for node in tree.ended()]
    assert len(reached) == len(set(reached)) > 0
    assert set(reached) <= known


def _after(view: View, movements: list[int]) -> bytes:
    states = states_of(view)
    after_turn(states[0], np.array(movements, np.int64), len(movements))
    return bytes(states.tobytes())


def test_a_won_game_is_won(tarble: Game) -> None:
    position = placed(tarble, [(1, 3), (-2, -4)], [(2, 4)], roll=1)
    position.state.points[0] = 3
    player = Mcts(iterations=scaled(2000))
    player.begin(tarble, 0, 1)
    after = position.play(player.choose(position.view(0), Clock()))
    assert after.over
    assert after.result().ranks == (1, 2)
    assert player.thought is not None
    assert player.thought.figures["value"] > 0.9
    assert "whole turns explored" in player.thought.reason


def test_the_same_seed_makes_the_same_turn_and_another_budget_does_not_break_it(tarble: Game) -> None:
    view = tarble.start(4).view(0)
    iterations = scaled(300)
    trees = [grown(view, iterations), grown(view, iterations), grown(view, iterations, 2)]
    assert trees[0].nodes.tobytes() == trees[1].nodes.tobytes() != trees[2].nodes.tobytes()
    # Too few simulations to come to the end of the turn: a first movement, at least.
    single = grown(next(s for s in map(tarble.start, range(50)) if s.state.roll == 6).view(0), 1)
    assert not len(single.ended())
    assert len(single.path(single.chosen())) == 1


def test_no_time_at_all_still_gives_a_movement(tarble: Game) -> None:
    view = tarble.start(4).view(0)
    player = Mcts(seconds=0.001)
    player.begin(tarble, 0, 1)
    assert player.choose(view, Clock(0.0)) in view.moves()


def test_a_longer_horizon_sees_the_reply(tarble: Game) -> None:
    """Red can capture nothing, blue can: play-outs show it as soon as they go on to blue's turn."""
    position = placed(tarble, [(2, 2), (-3, -4)], [(3, 3), (4, 4)], roll=1)
    values = []
    for horizon in (0, 1):
        root = grown(position.view(0), scaled(2000), horizon=horizon).nodes[0]
        values.append(float(root.total / root.visits))
    assert values[1] < values[0] == 0


def test_play_outs_may_be_purely_random(tarble: Game) -> None:
    view = tarble.read_position("r(0,-2)(0,1) b(-4,-4)(-2,2)(1,4) 5:5 r 1").view(0)
    budget = Budget(scaled(400))
    captures, purely = (Tree(view, budget, 1, c=0.1, horizon=3, playouts=kind) for kind in ("captures", "random"))
    assert captures.done == purely.done
    # The same tree may be grown, but other games follow from it.
    assert not np.array_equal(captures.nodes["total"][:10], purely.nodes["total"][:10])
    player = Mcts(iterations=50, playouts="random")
    player.begin(tarble, 0, 1)
    assert player.choose(view, Clock()).text in {move.text for move in view.moves()}
