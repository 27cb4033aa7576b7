"""Games that nobody played: results drawn from known strengths, for tests of what is made of results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.chunks import Chunk, Fault
from ludarium.arena.stats.findings import Findings, analyse
from ludarium.arena.stats.tally import Tally

LONG_NAMES = (
    "random",
    "mcts:iterations=20",
    "mcts:iterations=2000,c=0.7,playouts=2",
    "mcts:iterations=2000,c=0.7,playouts=3",
    "<script>alert(1)</script>",
    "players/of/mine/a_rather_long_file_name.py:MyPlayer:depth=4,breadth=7",
    "minimax:iterations=300",
    "random",
    'ismcts:iterations=40,remark="&<"',
    "perfect",
    "maxn:iterations=12345",
    "program[seconds=2,memory=512]:node player.js --fast",
)
"""Twelve players: long names, alike names, names that only differ at their end, and names that are markup."""


def games_of(plan: Plan, *, size: int = 50, faults: Sequence[Fault] = (), seed: int = 0) -> list[Chunk]:
    """All games of a plan in chunks: later players are stronger, one game in twenty is a tie of all."""
    rng = np.random.default_rng(seed)
    numbers = np.arange(plan.games)
    strengths = np.linspace(0, 2, len(plan.players))
    points: Any = np.round(strengths[plan.line_up_array(numbers)] + rng.gumbel(size=(plan.games, plan.seats)), 3)
    points[rng.random(plan.games) < 0.05] = 1.0
    ranks = (1 + (points[:, None, :] > points[:, :, None]).sum(axis=2)).astype(np.int8)
    lengths = rng.poisson(40, plan.games).astype(np.int32)
    return [
        Chunk(
            first,
            points[first : first + size],
            ranks[first : first + size],
            lengths[first : first + size],
            0.1,
            tuple(fault for fault in faults if first <= fault.game < first + size),
        )
        for first in range(0, plan.games, size)
    ]


def findings_of(plan: Plan, chunks: Sequence[Chunk] | None = None, **options: Any) -> Findings:
    """The findings of a plan, of made-up games if none are given."""
    tallies = [Tally(plan, table if len(plan.sweep) > 1 else None) for table in range(len(plan.sweep))]
    for chunk in games_of(plan) if chunks is None else chunks:
        for tally in tallies:
            tally.add(chunk)
    return analyse(plan, tallies, 12.34, **options)


PLANS = {
    "one seat": Plan("pig", ("random", "mcts"), 90, 1, "self-play", {"seats": 1}),
    "two seats": Plan("tic-tac-toe", ("random", "mcts"), 90, 1),
    "three seats": Plan("pig", ("random", "mcts", "ismcts"), 90, 1, "one-of-each", {"seats": 3}),
    "four seats": Plan("goofspiel", ("random", "mcts", "ismcts", "random"), 96, 1, "one-of-each", {"seats": 4}),
    "two and two": Plan("goofspiel", ("random", "mcts"), 90, 1, "two-and-two", {"seats": 4}),
    "self-play": Plan("pig", ("random", "mcts"), 90, 1, "self-play"),
    "fixed seats": Plan("pig", ("random", "mcts"), 90, 1, "fixed"),
    "gauntlet": Plan("tic-tac-toe", ("random", "mcts", "perfect"), 90, 1, "gauntlet"),
    "twelve players": Plan("tic-tac-toe", LONG_NAMES, 1320, 1, "round-robin"),
    "one game": Plan("tic-tac-toe", ("random", "mcts"), 1, 1),
    "sweep": Plan("pig", ("random", "mcts"), 90, 1, sweep=({"goal": "20"}, {"goal": "40"}, {"goal": "60"})),
    "sweep of twelve": Plan("pig", LONG_NAMES, 600, 1, "round-robin", sweep=({"goal": "20"}, {"goal": "40"})),
    "sweep alone": Plan("pig", ("random",), 90, 1, "self-play", {"seats": 1}, ({"goal": "20"}, {"goal": "40"})),
    "sweep cut short": Plan("pig", ("random", "mcts"), 3, 1, sweep=({"goal": "20"}, {"goal": "40"}, {"goal": "60"})),
}
"""Every number of seats and every kind of field there is."""
