"""A real Ray cluster of two nodes on this machine; one of them is killed in the middle of a run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.cluster import in_cluster
from ludarium.arena.run.pending import Pending
from ludarium.arena.run.runner import run
from ludarium.arena.stats.score import match_score
from ludarium.arena.stats.tally import Tally
from ludarium.engine import LudariumError

pytestmark = pytest.mark.compiled

ray: Any = pytest.importorskip("ray", reason="the extra `ray` is not installed")


@pytest.fixture
def two_nodes() -> Iterator[Any]:
    from ray import cluster_utils

    cluster: Any = cluster_utils.Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    doomed = cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        yield cluster, doomed
    finally:
        ray.shutdown()
        cluster.shutdown()


def summary_of(plan: Plan, chunks: Any) -> str:
    tally = Tally(plan)
    for chunk in chunks:
        tally.add(chunk)
    return json.dumps(match_score(tally, 0.0).to_dict())


def test_a_killed_node_loses_nothing(two_nodes: Any) -> None:
    cluster, doomed = two_nodes
    plan = Plan("pig", ("mcts:iterations=30", "random"), 60, 3, settings={"goal": "20"})
    chunks = []
    for chunk in in_cluster(plan, Pending(plan.games), cluster.address):
        chunks.append(chunk)
        if len(chunks) == 3:
            cluster.remove_node(doomed, allow_graceful=False)
    assert len(chunks) > 4, "the node has to die while there is work left"
    assert sorted(number for chunk in chunks for number in chunk.numbers) == list(range(60))
    assert summary_of(plan, chunks) == summary_of(plan, run(plan, workers=1))


def test_an_error_in_a_task_is_told_here(two_nodes: Any) -> None:
    cluster, _ = two_nodes
    plan = Plan("pig", ("no-such-player", "random"), 4, 1)
    with pytest.raises(LudariumError, match="no player 'no-such-player'"):
        list(in_cluster(plan, Pending(plan.games), cluster.address))
