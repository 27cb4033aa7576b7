"""What the runner costs and gains: speed-up of two workers, overhead over the bare kernels, memory, store.

Run by `python -m benchmarks.runner` on a quiet machine. Prints a table and writes `benchmarks/runner.json`:
{"rows": [{"name", "value", "unit", "target", "meets", "detail"}], …}. Where something is compared, both sides take
turns, so that a noisy moment of the machine hits both; the median counts. Memory is measured in a process of its own.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import platform
import statistics
import tempfile
import time
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from ludarium import __version__
from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.batches import CompiledTable
from ludarium.arena.run.chunks import Dealer
from ludarium.arena.run.processes import LARGEST_CHUNK
from ludarium.arena.run.runner import run
from ludarium.arena.run.session import Session
from ludarium.arena.run.storing import stored_games
from ludarium.arena.stats.tally import Tally
from ludarium.games import load
from ludarium.players import make
from ludarium.store.database import Database

OUTPUT = Path(__file__).with_name("runner.json")
SEED = 1
ROUNDS = 5

SPEED_UP, LARGEST_OVERHEAD, LARGEST_GROWTH = 1.7, 0.20, 0.05

WORK = Plan("reversi", ("mcts:iterations=400", "mcts:iterations=400"), 60, SEED, "round-robin", kind="tournament")
"""Games of about equal work, some 20 seconds of one core."""
SHORT = Plan("tic-tac-toe", ("random", "random"), 1_000_000, SEED)
STORED = 100_000


@dataclass(frozen=True)
class Row:
    """One figure, and whether it is as it should be; None where nothing was promised."""

    name: str
    value: float
    unit: str
    target: str
    meets: bool | None
    detail: str


def seconds_of(plan: Plan, workers: int) -> float:
    """The time to play and count a plan, from the first chunk on: starting and compiling is no part of the rate."""
    tally, begin, first = Tally(plan), 0.0, 0
    for chunk in run(plan, workers=workers):
        tally.add(chunk)
        if not begin:
            begin, first = time.perf_counter(), chunk.count
    return (time.perf_counter() - begin) * plan.games / (plan.games - first)


def speed_up() -> Row:
    alone: list[float] = []
    shared: list[float] = []
    for _ in range(3):
        alone.append(seconds_of(WORK, 1))
        shared.append(seconds_of(WORK, 2))
    one, two = statistics.median(alone), statistics.median(shared)
    detail = f"{WORK.games} games of {WORK.game}, {WORK.players[0]}: {one:.1f} s with 1, {two:.1f} s with 2"
    return Row("speed-up of 2 workers", one / two, "×", f"≥ {SPEED_UP}", one / two >= SPEED_UP, detail)


def overhead() -> Row:
    """The time of the runner with its tally over that of the compiled games alone, for the same games."""
    game = load(SHORT.game)
    table = CompiledTable(game, [make(text, game) for text in SHORT.players])
    numbers = np.arange(SHORT.games)
    seeds = np.array([SHORT.game_seed(number) for number in range(SHORT.games)], np.uint64)
    line_ups = SHORT.line_up_array(numbers)
    table.play(seeds[:10], line_ups[:10])  # compiles
    bare: list[float] = []
    whole: list[float] = []
    for _ in range(ROUNDS):
        # Time of the processor: both sides are one thread, and what else runs here is not their cost.
        begin = time.process_time()
        for first in range(0, SHORT.games, LARGEST_CHUNK):
            piece = slice(first, first + LARGEST_CHUNK)
            table.play(seeds[piece], line_ups[piece])
        bare.append(time.process_time() - begin)
        begin, tally = time.process_time(), Tally(SHORT)
        for chunk in run(SHORT, workers=1):
            tally.add(chunk)
        whole.append(time.process_time() - begin)
        assert tally.games == SHORT.games
    kernel, runner = statistics.median(bare), statistics.median(whole)
    share = runner / kernel - 1
    detail = f"{SHORT.games:,} games of {SHORT.game}: {kernel:.2f} s in the kernels, {runner:.2f} s by the runner"
    return Row(
        "overhead of the runner", 100 * share, "%", f"< {LARGEST_OVERHEAD:.0%}", share < LARGEST_OVERHEAD, detail
    )


def memory() -> Row:
    """The resident memory of a stored session over a million games."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_play_a_million, args=(theirs,))
    process.start()
    theirs.close()
    early, half, end = ours.recv()
    process.join()
    growth = end / early - 1
    detail = (
        f"{SHORT.games:,} games, stored: {early:.0f} MB after 10 %, {half:.0f} MB after 50 %, {end:.0f} MB at the end"
    )
    return Row("growth of memory", 100 * growth, "%", f"< {LARGEST_GROWTH:.0%}", growth < LARGEST_GROWTH, detail)


def _play_a_million(connection: Connection) -> None:
    marks = [SHORT.games // 10, SHORT.games // 2, SHORT.games]
    seen: list[float] = []
    with tempfile.TemporaryDirectory() as folder, Database.open(Path(folder) / "results.db") as store:
        session = Session(SHORT, run=store.start_run(SHORT.to_dict()))
        for _ in session.play(workers=1):
            while len(seen) < len(marks) and session.games >= marks[len(seen)]:
                seen.append(_resident())
    connection.send(seen)


def _resident() -> float:
    """Megabytes of this process that are in memory."""
    with open("/proc/self/statm", encoding="ascii") as file:
        pages = int(file.read().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def store_speed() -> list[Row]:
    """Short games into an SQLite file, in chunks as the runner makes them, and counted from it again."""
    plan = Plan(SHORT.game, SHORT.players, STORED, SEED)
    dealer = Dealer(plan)
    size = STORED // 10
    chunks = [dealer.play(first, size) for first in range(0, STORED, size)]
    with tempfile.TemporaryDirectory() as folder, Database.open(Path(folder) / "results.db") as store:
        stored = store.start_run(plan.to_dict())
        begin = time.perf_counter()
        for chunk in chunks:
            stored.add(stored_games(plan, chunk))
        writing = time.perf_counter() - begin
        begin = time.perf_counter()
        session = Session(plan, run=stored)
        session.recount()
        reading = time.perf_counter() - begin
        assert session.games == STORED
        size_of_game = sum(file.stat().st_size for file in Path(folder).iterdir()) / STORED
    detail = f"{STORED:,} games of {plan.game} in chunks of {size:,}, {size_of_game:.0f} bytes a game"
    return [
        Row("storing", STORED / writing, "games/s", "", None, detail),
        Row("counting again", STORED / reading, "games/s", "", None, detail),
    ]


def main() -> None:
    load_before = os.getloadavg()[0]
    rows = [overhead(), *store_speed(), memory(), speed_up()]
    shown = Table(title="The runner")
    for column in ("figure", "value", "target", "", "how"):
        shown.add_column(column, justify="right" if column == "value" else "left")
    for row in rows:
        met = {True: "met", False: "MISSED", None: ""}[row.meets]
        value = f"{row.value:,.0f}" if row.value >= 1_000 else f"{row.value:.2f}"
        shown.add_row(row.name, f"{value} {row.unit}", row.target, met, row.detail)
    Console().print(shown)
    about = {
        "ludarium": __version__,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load_before": round(load_before, 2),
    }
    OUTPUT.write_text(
        json.dumps({**about, "rows": [asdict(row) for row in rows]}, indent=2, ensure_ascii=False) + "\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
