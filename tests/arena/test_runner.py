"""Playing plans: compiled and not, here and in processes, and what a tally makes of it."""

from __future__ import annotations

import json
import os
import signal
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from ludarium.arena.plan.tournament import Plan, read_sweep
from ludarium.arena.run import processes as workers_module
from ludarium.arena.run import runner as runner_module
from ludarium.arena.run.chunks import Chunk, Dealer, Fault
from ludarium.arena.run.pending import Pending
from ludarium.arena.run.runner import run
from ludarium.arena.stats.score import match_score
from ludarium.arena.stats.tally import Tally
from ludarium.engine import LudariumError
from ludarium.games import REGISTRY, load
from tests.conftest import quick_settings, scaled


def small(games: int = 6, **options: object) -> Plan:
    return Plan("pig", ("random", "random"), games, 5, settings={"goal": 20}, **options)  # type: ignore[arg-type]


def summary_of(plan: Plan, chunks: list[Chunk]) -> str:
    tally = Tally(plan)
    for chunk in chunks:
        tally.add(chunk)
    return json.dumps(match_score(tally, 0.0).to_dict())


@pytest.mark.parametrize("name", REGISTRY.entries)
def test_compiled_batches_are_the_games_that_matches_play(name: str) -> None:
    game = load(name, **quick_settings(name))
    plan = Plan(name, ("random",) * game.seats, 40, 3, settings=quick_settings(name))
    compiled, matches = Dealer(plan), Dealer(plan, compiled=False)
    assert compiled.compiled
    assert not matches.compiled
    count = scaled(30)
    fast, slow = compiled.play(5, count), matches.play(5, count)
    assert np.array_equal(fast.points, slow.points)
    assert np.array_equal(fast.ranks, slow.ranks)
    assert np.array_equal(fast.lengths, slow.lengths)
    seats = [decision.seat for record in slow.records for decision in record.decisions]
    assert fast.seats.tolist() == seats
    assert [record.seed for record in slow.records] == [plan.game_seed(number) for number in fast.numbers]


def test_a_sweep_is_put_back_into_the_order_of_numbers() -> None:
    plan = small(40, sweep=read_sweep(["goal=15,30"]), schedule="round-robin")
    fast, slow = Dealer(plan).play(3, 21), Dealer(plan, compiled=False).play(3, 21)
    assert np.array_equal(fast.points, slow.points)
    assert np.array_equal(fast.lengths, slow.lengths)
    seats = [decision.seat for record in slow.records for decision in record.decisions]
    assert fast.seats.tolist() == seats


def test_how_the_games_are_cut_does_not_matter() -> None:
    plan = small(50)
    dealer = Dealer(plan)
    whole = summary_of(plan, [dealer.play(0, 50)])
    pieces = [dealer.play(30, 20), dealer.play(0, 7), dealer.play(7, 23)]
    assert summary_of(plan, pieces) == whole == summary_of(plan, list(run(plan, workers=1)))


def test_done_games_are_not_played_again() -> None:
    chunks = list(run(small(20), workers=1, done=[range(0, 5), range(9, 12)]))
    assert sorted(number for chunk in chunks for number in chunk.numbers) == [5, 6, 7, 8, *range(12, 20)]


@pytest.mark.compiled
def test_workers_play_the_same_games() -> None:
    plan = Plan("tic-tac-toe", ("mcts:iterations=20", "random"), 30, 5)
    assert summary_of(plan, list(run(plan, workers=2))) == summary_of(plan, list(run(plan, workers=1)))


@pytest.mark.compiled
def test_a_killed_worker_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan("pig", ("mcts:iterations=30", "random"), 120, 5, settings={"goal": 20})
    monkeypatch.setattr(workers_module, "LARGEST_CHUNK", 2)
    killed = 0
    chunks: list[Chunk] = []
    victims: list[int] = []
    start = workers_module._start

    def watched(plan: Plan, records: bool) -> object:
        connection, process = start(plan, records)
        victims.append(process.pid or 0)
        return connection, process

    monkeypatch.setattr(workers_module, "_start", watched)
    for chunk in run(plan, workers=2):
        chunks.append(chunk)
        # One of the first two, and as soon as there is one, the process that took its place.
        if killed < 2 and len(chunks) >= 3 and len(victims) == 2 + killed:
            os.kill(victims[-1], signal.SIGKILL)
            killed += 1
    assert len(victims) == 4
    assert sorted(number for chunk in chunks for number in chunk.numbers) == list(range(120))
    assert summary_of(plan, chunks) == summary_of(plan, list(run(plan, workers=1)))


@pytest.mark.compiled
def test_a_worker_that_dies_before_it_has_games_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan("pig", ("random", "random"), 6, 5, settings={"goal": 20})
    start, begun = workers_module._start, count()

    def frail(plan: Plan, records: bool) -> object:
        connection, process = start(plan, records)
        if next(begun) == 0:
            process.kill()
            process.join()
        return connection, process

    monkeypatch.setattr(workers_module, "_start", frail)
    chunks = list(run(plan, workers=2))
    assert next(begun) == 3, "another took its place"
    assert sorted(number for chunk in chunks for number in chunk.numbers) == list(range(6))


@pytest.mark.compiled
def test_games_that_kill_their_process_are_named(tmp_path: Path) -> None:
    deadly = tmp_path / "deadly.py"
    deadly.write_text(
        "import os\nfrom ludarium.engine import Player\n"
        "class Deadly(Player):\n    def choose(self, view, clock):\n        os._exit(3)\n"
    )
    plan = Plan("kuhn-poker", (f"{deadly}:Deadly", "random"), 1, 1)
    with pytest.raises(LudariumError, match=r"games 0–0 died 3 times; played in this process"):
        list(run(plan, workers=2))


@pytest.mark.compiled
def test_an_error_in_a_process_is_told_here() -> None:
    plan = Plan("pig", ("no-such-player", "random"), 4, 1)
    with pytest.raises(LudariumError, match="no player 'no-such-player'"):
        list(run(plan, workers=2))


def test_long_runs_are_shared_among_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[tuple[int, int]] = []

    def stand_in(_plan: Plan, pending: Pending, workers: int, *, records: bool) -> list[Chunk]:
        assert not records
        handed.append((len(pending), workers))
        return []

    monkeypatch.setattr(runner_module, "in_processes", stand_in)
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    monkeypatch.setattr(runner_module, "PATIENCE", -1.0)
    assert [chunk.numbers for chunk in run(small(8))] == [range(0, 1), range(1, 2)]
    assert handed == [(6, 3)]
    monkeypatch.setattr(runner_module, "PATIENCE", 1e9)
    assert sum(chunk.count for chunk in run(small(8))) == 8
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    monkeypatch.setattr(runner_module, "PATIENCE", -1.0)
    assert sum(chunk.count for chunk in run(small(8))) == 8
    assert len(handed) == 1


def chunk_of(first: int, points: list[tuple[float, ...]], faults: tuple[Fault, ...] = ()) -> Chunk:
    table = np.array(points)
    ranks = 1 + (table[:, None, :] > table[:, :, None]).sum(axis=2, dtype=np.int8)
    return Chunk(first, table, ranks, np.full(len(points), 4, np.int32), 0.1, faults)


def test_a_tally_counts_by_player_and_by_seat() -> None:
    plan = Plan("tic-tac-toe", ("a", "b"), 4, 1)
    tally = Tally(plan)
    fault = Fault(3, 0, 1, "a: lost its way")
    # Seats take the points; in games 1 and 3 the players have changed them.
    tally.add(chunk_of(2, [(1.0, 0.0), (0.5, 0.5)], (fault,)))
    tally.add(chunk_of(0, [(1.0, 0.0), (1.0, 0.0)]))
    summary = match_score(tally, 1.0).to_dict()
    first, second = summary["players"]
    assert (first["wins"], first["ties"], first["losses"]) == (2, 1, 1)
    assert (second["wins"], second["ties"], second["losses"]) == (1, 1, 2)
    assert (first["rate"], second["rate"]) == (0.625, 0.375)
    assert (first["mean_rank"], second["mean_rank"]) == (1.25, 1.5)
    assert (first["mean_points"], second["mean_points"]) == (0.625, 0.375)
    assert (first["seat_order"], second["seat_order"]) == ([0, 1], [1, 0])
    assert summary["seats"] == [
        {"seat": 0, "wins": 3, "ties": 1, "losses": 0},
        {"seat": 1, "wins": 0, "ties": 1, "losses": 3},
    ]
    assert (first["faults"], second["faults"]) == (1, 0)
    assert summary["faults"] == [{"game": 3, "player": "a", "seat": 1, "text": "a: lost its way"}]
    assert tally.score == "62.5% : 37.5%"
    assert list(tally.endings()) == [((0, 1), (1, 2), 2), ((1, 0), (1, 1), 1), ((1, 0), (1, 2), 1)]
