"""`python -m benchmarks.tarble_training`: how fast Tarble's networks learn, and what keeping the hidden sums saves.

Two figures. Games a second of learning with one movement looked ahead, once games are as long as those of a network
that can play. And the time to judge all positions of many rolls, with sums that are only changed where positions differ
beside sums that are made afresh for each: the ratio is taken in one run, round by round in turn, on the processor's
clock.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import time
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from ludarium import __version__
from ludarium.engine import kernel
from ludarium.games import load
from ludarium.games.tarble.board import PIECES
from ludarium.games.tarble.lookahead import unpack
from ludarium.games.tarble.network import Reader, forget_sums, fresh_value, value
from ludarium.games.tarble.network_file import Network
from ludarium.games.tarble.research.training import Hyperparameters, Trainer
from ludarium.games.tarble.turns import all_turns, doors

GAMES = 4_000
SOURCE_GAMES = 276_000
ROUNDS = 7
ROLL = 6
SEED = 1
OUTPUT = Path(__file__).with_name("tarble_training.json")


@kernel
def judge_all(states: Any, movements: int, reader: Reader, kept: bool) -> Any:
    """Judge every position after so many movements; the sum of the values keeps anything from being left out."""
    state = states[0]
    pieces = np.empty((2, PIECES), np.int8)
    keys, _, _, _, ends, count = all_turns(state, movements, False)
    total = 0.0
    forget_sums(reader)
    for index in range(count):
        gained = unpack(state, keys[ends[index]], True, pieces)
        if kept:
            total += value(reader, pieces, gained, 0, 1 - int(state.seat), 0, 0)
        else:
            total += fresh_value(reader, pieces, gained, 0, 1 - int(state.seat), 0, 0)
    return total, count


@kernel
def generate_all(states: Any, movements: int) -> int:
    """The generator alone, whose time is taken off both sides."""
    return int(all_turns(states[0], movements, False)[5])


def timed(function: Any, *arguments: Any) -> tuple[float, Any]:
    begun = time.process_time()
    found = function(*arguments)
    return time.process_time() - begun, found


def main() -> None:
    game = load("tarble")
    network = Network.load("single")
    learnt = Trainer(game, Network.load("single"), Hyperparameters(games=GAMES, seed=SEED)).run(GAMES)
    speed = learnt.played / learnt.seconds

    states = game.bound.states(1)
    states[0] = game.start(SEED).state
    reader = network.reader()
    judge, generate = doors().bind(judge_all), doors().bind(generate_all)
    for kept in (True, False):
        judge(states, 1, reader, kept)  # compiles
    generate(states, 1)
    ratios, kept_times, fresh_times = [], [], []
    positions = 0
    for _ in range(ROUNDS):
        alone, _ = timed(generate, states, ROLL)
        kept_time, (kept_sum, positions) = timed(judge, states, ROLL, reader, True)
        fresh_time, (fresh_sum, _) = timed(judge, states, ROLL, reader, False)
        assert abs(kept_sum - fresh_sum) < 1e-3 * positions
        kept_times.append((kept_time - alone) / positions)
        fresh_times.append((fresh_time - alone) / positions)
        ratios.append(fresh_times[-1] / kept_times[-1])
    document = {
        "games_per_second": round(speed),
        "turns_a_game": round(learnt.turns, 1),
        "minutes_for_the_source's_games": round(SOURCE_GAMES / speed / 60, 1),
        "positions": positions,
        "nanoseconds_kept": round(1e9 * statistics.median(kept_times)),
        "nanoseconds_recomputed": round(1e9 * statistics.median(fresh_times)),
        "ratio": round(statistics.median(ratios), 2),
        "lowest_ratio": round(min(ratios), 2),
        "highest_ratio": round(max(ratios), 2),
        "hidden": network.hidden,
        "version": __version__,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
    }
    OUTPUT.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    say = Console().print
    minutes = document["minutes_for_the_source's_games"]
    say(f"learning, one movement ahead, one core: {speed:,.0f} games a second of {learnt.turns:.0f} turns each")
    say(f"  {SOURCE_GAMES:,} games take {minutes} minutes (the source: 15 hours)")
    say(f"hidden layer of {network.hidden} units over {positions:,} positions of one roll:")
    say(f"  changed {document['nanoseconds_kept']} ns, recomputed {document['nanoseconds_recomputed']} ns a position")
    say(f"  {document['ratio']}× as fast ({document['lowest_ratio']}–{document['highest_ratio']} over {ROUNDS} rounds)")
    say(f"written to {OUTPUT.parent.name}/{OUTPUT.name}")


if __name__ == "__main__":
    main()
