"""Searches before and after a change, in one run: `python -m benchmarks.compare --before FOLDER [--rounds N] [ROW …]`.

FOLDER is a working tree of the version before (`git worktree add FOLDER COMMIT`). Each side has a process of its own,
and the two take turns row by row, so that a noisy moment of the machine hits both. What counts is the processor's time,
not the clock's. A row's ratio is that of the best rounds, since nothing makes a program faster than it is; beside it
stands the median of the rounds' own ratios. Both sides must find the same: the same moves, visits and values.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]

Measured = tuple[float, Any]
"""How much was done in a second of the processor's time, and what was found."""


def simulations(name: str, count: int) -> Callable[[int], Measured]:
    def measure(seed: int) -> Measured:
        from ludarium.games import load
        from ludarium.search import Budget, mcts

        view = load(name).start().view(0)
        begin = time.process_time()
        report = mcts(view, Budget(count), seed, proving=False)
        seconds = time.process_time() - begin
        return count / seconds, [[entry.move, entry.visits, entry.value] for entry in report.moves]

    return measure


def small_searches(name: str, iterations: int, searches: int) -> Callable[[int], Measured]:
    """Many searches of few iterations, as in play: what surrounds the simulations counts here."""

    def measure(seed: int) -> Measured:
        from ludarium.games import load
        from ludarium.search import Budget, mcts

        view = load(name).start().view(0)
        begin = time.process_time()
        chosen = [mcts(view, Budget(iterations), seed + number).best for number in range(searches)]
        return searches / (time.process_time() - begin), chosen

    return measure


def decisions(name: str) -> Callable[[int], Measured]:
    """Decisions a second in a game of colonizers that four of one kind play."""

    def measure(seed: int) -> Measured:
        from benchmarks.colonizers import Times, play

        times = {name: Times()}
        winner = play((name, name, name, name), seed, times)
        return times[name].decisions / times[name].seconds, [winner, times[name].decisions]

    return measure


def followed_games(strategy: str, rivals: str, games: int) -> Callable[[int], Measured]:
    """Whole games of Jostle in one compiled loop, with somebody who watches every move."""

    def measure(seed: int) -> Measured:
        from ludarium.games import load
        from ludarium.games.jostle.measures import BEST, POINTS, follow
        from ludarium.games.jostle.strategies.composed import Strategy

        game, players = load("jostle"), (Strategy.read(strategy), Strategy.read(rivals))
        begin = time.process_time()
        found = follow(game, *players, range(seed * games, (seed + 1) * games))
        seconds = time.process_time() - begin
        # Columns may come and go; these have always been the first two.
        return games / seconds, found.counts[:, [POINTS, BEST]].tolist()

    return measure


ROWS: dict[str, Callable[[int], Measured]] = {
    "othello": simulations("reversi", 4_000),
    "checkers": simulations("checkers", 4_000),
    "tic-tac-toe": simulations("tic-tac-toe", 40_000),
    "tic-tac-toe, 200 simulations": small_searches("tic-tac-toe", 200, 50),
    **{f"colonizers {name}": decisions(name) for name in ("ismcts", "ismcts-pom", "mo-ismcts", "maxn", "champion")},
    "jostle, followed": followed_games("Aggressive PALS", "EQUALIZER", 4_000),
}


def serve(rows: Mapping[str, Callable[[int], Measured]]) -> None:
    """Measure what is asked for, line by line."""
    for line in sys.stdin:
        row, seed = json.loads(line)
        print(json.dumps(rows[row](seed)), flush=True)


NEEDED = {"pyspiel": ("pyspiel",), "pettingzoo": ("pettingzoo", "pygame"), "pgx": ("pgx", "jax")}
"""What must be installed to measure a peer: PettingZoo's own games want more than PettingZoo."""


def installed(peer: str) -> bool:
    """Whether a peer can be measured beside ours; what is missing is said."""
    missing = [package for package in NEEDED[peer] if find_spec(package) is None]
    if missing:
        print(f"{peer} is left out: {' and '.join(missing)} not installed", file=sys.stderr)
    return not missing


class Side:
    """A process that measures one working tree: by this script with the tree's own benchmarks, or by another script
    that serves its rows when told `--serve`, with the benchmarks beside it."""

    def __init__(self, folder: Path, script: str = "", *options: str) -> None:
        # -P: the folder of this file has modules of common names.
        self._command = [sys.executable, "-P", script or __file__, "--serve", *options]
        path = os.pathsep.join([str(folder / "src"), str(HERE if script else folder)])
        self._folder, self._environment = folder, {**os.environ, "PYTHONPATH": path}
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            cwd=self._folder, env=self._environment,
        )  # fmt: skip

    def measure(self, row: str, seed: int) -> Measured:
        """Round 0 is for compiling. A new process then loads what was compiled, as every later one does: the same
        kernels run up to a fifth slower in the process that has compiled them."""
        if seed == 0:
            self._ask(row, seed)
            self._process.communicate()
            self._start()
        return self._ask(row, seed)

    def _ask(self, row: str, seed: int) -> Measured:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([row, seed]), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"{row} could not be measured: the process ended")
        rate, found = json.loads(answer)
        return rate, found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("rows", nargs="*", help="which rows; all unless told")
    parser.add_argument("--before", type=Path, help="the working tree of the version before")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(ROWS)
        return
    if given.before is None:
        parser.error("give the working tree of the version before: --before FOLDER")
    before, after = Side(given.before), Side(HERE)
    print(f"{'':30}{'before':>12}{'after':>12}{'best':>8}{'median':>8}  of {given.rounds} rounds, by the second")
    for row in given.rows or ROWS:
        for side in (before, after):
            side.measure(row, 0)  # compiles, or loads from the cache
        pairs = []
        for seed in range(1, given.rounds + 1):
            order = (before, after) if seed % 2 else (after, before)
            measured = {side: side.measure(row, seed) for side in order}
            old, new = measured[before], measured[after]
            if old[1] != new[1]:
                raise SystemExit(f"{row}, seed {seed}: the two versions differ: {old[1]} {new[1]}")
            pairs.append((old[0], new[0]))
        best = max(new for _, new in pairs) / max(old for old, _ in pairs)
        median = statistics.median(new / old for old, new in pairs)
        figures = f"{max(old for old, _ in pairs):>12,.1f}{max(new for _, new in pairs):>12,.1f}"
        print(f"{row:30}{figures}{best:>8.3f}{median:>8.3f}", flush=True)


if __name__ == "__main__":
    main()
