"""Our MCTS beside OpenSpiel's C++ MCTSBot: simulations per second from the start position, one thread, one run.

Both use UCB1 with uniformly random play-outs, one a simulation, and prove nothing. The two take turns, several rounds
each, so that a noisy moment of the machine hits both; the median of each side counts. Prints a table and writes
`benchmarks/latest.json`: {"rows": [{"game", "ours", "peer", "ratio"}], …}.
"""

from __future__ import annotations

import json
import os
import platform
import random
import statistics
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from ludarium import __version__
from ludarium.engine.kernels.rng import generator
from ludarium.games import load
from ludarium.search import Budget, mcts

PAIRS = (("othello", "reversi"), ("checkers", "checkers"), ("tic_tac_toe", "tic-tac-toe"))
"""OpenSpiel's name and ours; the rows carry the former."""
SIMULATIONS = {"othello": 4_000, "checkers": 4_000, "tic_tac_toe": 40_000}
ROUNDS = 7
SEED = 1
OUTPUT = Path(__file__).with_name("latest.json")


def our_rate(name: str, simulations: int, seed: int) -> float:
    view = load(name).start().view(0)
    begin = time.perf_counter()
    report = mcts(view, Budget(simulations), seed, proving=False)
    seconds = time.perf_counter() - begin
    assert report.iterations == simulations
    return simulations / seconds


def peer_rate(pyspiel: Any, name: str, simulations: int, seed: int) -> float:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, simulations, 2000, False, seed, False)
    begin = time.perf_counter()
    bot.mcts_search(state)
    return simulations / (time.perf_counter() - begin)


def our_length(name: str, games: int) -> float:
    """Mean plies of our random games; a multi-jump is one ply."""
    game = load(name)
    states = game.bound.states(2)
    states[0] = game.start().state
    return float(game.bound.playouts(states, generator(SEED), game.bound.moves(), games) / games)


def peer_length(pyspiel: Any, name: str, games: int) -> float:
    """Mean actions of the peer's random games; each jump of a multi-jump is an action."""
    draw = random.Random(SEED)
    actions = 0
    for _ in range(games):
        state = pyspiel.load_game(name).new_initial_state()
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
            actions += 1
    return actions / games


def main() -> None:
    try:
        import pyspiel
    except ImportError:
        raise SystemExit("the benchmark needs OpenSpiel: `make bench` installs it (extra `bench`)") from None
    rows, details = [], []
    for theirs, ours in PAIRS:
        simulations = SIMULATIONS[theirs]
        our_rate(ours, 10, SEED)  # compiles, or loads from the cache
        pairs = [
            (our_rate(ours, simulations, seed), peer_rate(pyspiel, theirs, simulations, seed)) for seed in range(ROUNDS)
        ]
        mine = statistics.median(pair[0] for pair in pairs)
        peer = statistics.median(pair[1] for pair in pairs)
        ratios = sorted(a / b for a, b in pairs)
        name = theirs.replace("_", "-")
        rows.append({"game": name, "ours": round(mine), "peer": round(peer), "ratio": round(mine / peer, 1)})
        details.append(
            {
                "game": name,
                "simulations": simulations,
                "rounds": ROUNDS,
                "lowest_ratio": round(ratios[0], 1),
                "highest_ratio": round(ratios[-1], 1),
                "our_plies": round(our_length(ours, 2_000), 1),
                "peer_actions": round(peer_length(pyspiel, theirs, 200), 1),
            }
        )
    table = Table(title="MCTS simulations per second, one thread, from the start position")
    for column in ("game", "Ludarium", "OpenSpiel C++", "ratio", "lowest–highest", "plies a random game: ours, peer"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for row, detail in zip(rows, details, strict=True):
        table.add_row(
            str(row["game"]),
            f"{row['ours']:,}",
            f"{row['peer']:,}",
            f"{row['ratio']}×",
            f"{detail['lowest_ratio']}–{detail['highest_ratio']}",
            f"{detail['our_plies']}, {detail['peer_actions']}",
        )
    Console().print(table)
    document = {
        "rows": rows,
        "details": details,
        "version": __version__,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
    }
    OUTPUT.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    Console().print(f"written to {OUTPUT.parent.name}/{OUTPUT.name}")


if __name__ == "__main__":
    main()
