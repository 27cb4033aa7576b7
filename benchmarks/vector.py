"""Thousands of games at once beside pgx and PettingZoo: `python -m benchmarks.vector [--count N] [GAME …]`.

Each side steps as many random games as are given, with masks of the legal actions and what the mover sees, and starts
games anew that are over. Choosing the actions is not measured. Ours is one compiled call a step, on one thread unless
`--threads` says otherwise; pgx's is `jit(vmap(auto_reset(step)))` on the processor, with as many threads as it likes;
PettingZoo plays one game at a time in Python. Every side has a process of its own, and they take turns. Of a round's
steps the median counts, by the clock; of the rounds the best, since nothing makes a program faster than it is. Beside
that ratio stands that of their medians.

With `--core` every side is held on one core, ours has one thread, and the time of the processor counts: steps a second
of a core, which other work on the machine disturbs less.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parents[1]
STEPS = 64
"""Steps of a round, after as many that are not measured: games of different lengths then stand side by side."""

Measured = tuple[float, Any]
Clock = Callable[[], float]

PGX = {"tic-tac-toe": "tic_tac_toe", "connect four": "connect_four", "othello": "othello", "hex": "hex"}
OURS = {
    "tic-tac-toe": "tic-tac-toe",
    "connect four": str(HERE / "examples" / "connect_four.py"),
    "othello": "reversi",
    "hex": "rhombus-11 drop connect",
}
PETTINGZOO = {"tic-tac-toe": "tictactoe_v3", "connect four": "connect_four_v3"}


def ours(name: str, count: int, threads: int, clock: Clock) -> Callable[[int], Measured]:
    known: dict[str, Any] = {}

    def measure(seed: int) -> Measured:
        import ludarium

        if not known:
            known["games"] = ludarium.vector(name, count=count, threads=threads)
        games, draw = known["games"], np.random.default_rng(seed)
        stepped, taken = games.reset(seed), []
        for _ in range(2 * STEPS):
            actions = (draw.random(stepped.masks.shape, dtype=np.float32) * stepped.masks).argmax(axis=1)
            begin = clock()
            stepped = games.step(actions)
            taken.append(clock() - begin)
        return count / float(np.median(taken[STEPS:])), None

    return measure


def pgxs(name: str, count: int, clock: Clock) -> Callable[[int], Measured]:
    known: dict[str, Any] = {}

    def measure(seed: int) -> Measured:
        import jax
        import pgx
        from pgx.experimental import auto_reset

        if not known:
            env = pgx.make(name)
            known["start"] = jax.jit(jax.vmap(env.init))
            known["step"] = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
            known["choose"] = jax.jit(
                jax.vmap(lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -1e9)))
            )
        key = jax.random.PRNGKey(seed)
        state, taken = known["start"](jax.random.split(key, count)), []
        for number in range(2 * STEPS):
            keys = jax.random.split(jax.random.fold_in(key, number), count)
            actions = jax.block_until_ready(known["choose"](keys, state.legal_action_mask))
            begin = clock()
            state = jax.block_until_ready(known["step"](state, actions, keys))
            taken.append(clock() - begin)
        return count / float(np.median(taken[STEPS:])), None

    return measure


def pettingzoos(module: str, clock: Clock) -> Callable[[int], Measured]:
    def measure(seed: int) -> Measured:
        from importlib import import_module

        env = import_module(f"pettingzoo.classic.{module}").env()
        draw, steps, spent = np.random.default_rng(seed), 0, 0.0
        for number in range(10):
            env.reset(seed=10 * seed + number)
            seen, _, over, _, _ = env.last()
            while not over:
                action = draw.choice(seen["action_mask"].nonzero()[0])
                begin = clock()
                env.step(action)
                seen, _, over, _, _ = env.last()
                spent, steps = spent + clock() - begin, steps + 1
        return steps / spent, None

    return measure


def rows(count: int, threads: int, clock: Clock = time.perf_counter) -> dict[str, Callable[[int], Measured]]:
    return {
        **{f"ours {name}": ours(text, count, threads, clock) for name, text in OURS.items()},
        **{f"pgx {name}": pgxs(text, count, clock) for name, text in PGX.items()},
        **{f"pettingzoo {name}": pettingzoos(module, clock) for name, module in PETTINGZOO.items()},
    }


def main() -> None:
    from benchmarks.compare import Side, installed, serve

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", help=f"which of {', '.join(OURS)}; all unless told")
    parser.add_argument("--count", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1, help="of ours; waking one takes as long as a thousand steps")
    parser.add_argument("--core", action="store_true", help="one core each, in the processor's time")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        if given.core:
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        serve(rows(given.count, given.threads, time.process_time if given.core else time.perf_counter))
        return
    threads = 1 if given.core else given.threads
    told = ("--count", str(given.count), "--threads", str(threads), *(["--core"] if given.core else []))
    sides = {"ours": Side(HERE, __file__, *told)}
    for peer in ("pgx", "pettingzoo"):
        if installed(peer):
            sides[peer] = Side(HERE, __file__, *told)
    print(f"{'steps a second':16}" + "".join(f"{name:>14}" for name in sides) + "   ours / pgx, of best and of medians")
    known = rows(given.count, threads)
    for name in given.games or OURS:
        rates: dict[str, list[float]] = {side: [] for side in sides if f"{side} {name}" in known}
        for seed in range(given.rounds + 1):
            for side, found in rates.items():
                rate, _ = sides[side].measure(f"{side} {name}", seed)
                if seed:  # the first compiles, or loads from the cache
                    found.append(rate)
        figures = "".join(f"{max(rates[side]):>14,.0f}" if side in rates else f"{'':14}" for side in sides)
        ratio = ""
        if "pgx" in rates:
            ratio = f"{max(rates['ours']) / max(rates['pgx']):>10.1f}"
            ratio += f"{np.median(rates['ours']) / np.median(rates['pgx']):>10.1f}"
        print(f"{name:16}{figures}{ratio}", flush=True)


if __name__ == "__main__":
    main()
