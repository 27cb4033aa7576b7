"""A move in Python beside other libraries and before a change: `python -m benchmarks.python_step [--before FOLDER]`.

What one call takes, in microseconds of the processor's time: listing the moves of a position (`moves`), playing one
(`play`, which gives a new position and leaves the old one as it was), what a seat sees (`view`), and whole random games
by the move (`game`: start, list, choose, play). OpenSpiel's are `legal_actions`, `child`, `observation_tensor` and the
same loop; PettingZoo's and pgx's libraries have whole games only, which they play in place and compiled one by one.

FOLDER is a working tree of the version before, as in `benchmarks.compare`. Every side has a process of its own, and
they take turns row by row; the best round counts. Before and after must play the same games. A peer is left out where
something of it is not installed; PettingZoo's games come with `pip install 'pettingzoo[classic]'`.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]
GAMES = 20
"""Random games a measurement, from which the positions are taken."""
PAIRS = {"reversi": "othello", "tic-tac-toe": "tic_tac_toe", "kuhn-poker": "kuhn_poker"}
"""Our name of a game and OpenSpiel's."""
PETTINGZOO = {"tic-tac-toe": "tictactoe_v3"}
PGX = {"reversi": "othello", "tic-tac-toe": "tic_tac_toe", "kuhn-poker": "kuhn_poker"}
OPERATIONS = ("moves", "play", "view", "game")

Measured = tuple[float, Any]


def each(function: Callable[[Any], object], items: Sequence[Any]) -> float:
    """Microseconds of the processor that a call takes."""
    repeats = max(1, 2_000 // len(items))
    begin = time.process_time()
    for _ in range(repeats):
        for item in items:
            function(item)
    return (time.process_time() - begin) / (repeats * len(items)) * 1e6


def by_the_move(play: Callable[[int], int], seed: int) -> float:
    """Microseconds a move of whole games; `play` plays one and tells its length."""
    begin = time.process_time()
    moves = sum(play(GAMES * seed + number) for number in range(GAMES))
    return (time.process_time() - begin) / moves * 1e6


def ours(name: str, operation: str) -> Callable[[int], Measured]:
    def measure(seed: int) -> Measured:
        from ludarium.games import load

        game = load(name)
        met: list[tuple[Any, Any]] = []

        def play(number: int, note: bool = False) -> int:
            draw, position, length = random.Random(number), game.start(number), 0
            while not position.over:
                move = draw.choice(position.moves())
                if note:
                    met.append((position, move))
                position, length = position.play(move), length + 1
            return length

        if operation == "game":
            return by_the_move(play, seed), None
        for number in range(GAMES):
            play(GAMES * seed + number, note=True)
        calls: dict[str, Callable[[Any], object]] = {
            "moves": lambda pair: pair[0].moves(),
            "play": lambda pair: pair[0].play(pair[1]),
            "view": lambda pair: pair[0].view(0),
        }
        return each(calls[operation], met), [move.text for _, move in met]

    return measure


def openspiels(name: str, operation: str) -> Callable[[int], Measured]:
    def measure(seed: int) -> Measured:
        import pyspiel

        game = pyspiel.load_game(name)
        met: list[tuple[Any, int]] = []

        def play(number: int, note: bool = False) -> int:
            draw, state, length = random.Random(number), game.new_initial_state(), 0
            while not state.is_terminal():
                action = draw.choice(state.legal_actions())
                chance = state.is_chance_node()
                if note and not chance:
                    met.append((state, action))
                state, length = state.child(action), length + (not chance)
            return length

        if operation == "game":
            return by_the_move(play, seed), None
        for number in range(GAMES):
            play(GAMES * seed + number, note=True)
        calls: dict[str, Callable[[Any], object]] = {
            "moves": lambda pair: pair[0].legal_actions(),
            "play": lambda pair: pair[0].child(pair[1]),
            "view": lambda pair: pair[0].observation_tensor(0),
        }
        return each(calls[operation], met), None

    return measure


def pettingzoos(module: str) -> Callable[[int], Measured]:
    def measure(seed: int) -> Measured:
        from importlib import import_module

        env = import_module(f"pettingzoo.classic.{module}").env()

        def play(number: int) -> int:
            draw, length = random.Random(number), 0
            env.reset(seed=number)
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                over = terminated or truncated
                env.step(None if over else draw.choice(seen["action_mask"].nonzero()[0].tolist()))
                length += not over
            return length

        return by_the_move(play, seed), None

    return measure


def pgxs(name: str) -> Callable[[int], Measured]:
    known: dict[str, Any] = {}

    def measure(seed: int) -> Measured:
        import jax
        import pgx

        if not known:
            env = pgx.make(name)
            known.update(start=jax.jit(env.init), step=jax.jit(env.step))
        start, step = known["start"], known["step"]

        def play(number: int) -> int:
            draw, length = random.Random(number), 0
            state = start(jax.random.PRNGKey(number))
            while not state.terminated:
                state = step(state, draw.choice(state.legal_action_mask.nonzero()[0].tolist()))
                length += 1
            return length

        return by_the_move(play, seed), None

    return measure


ROWS: dict[str, Callable[[int], Measured]] = {
    **{f"ours {name} {what}": ours(name, what) for name in PAIRS for what in OPERATIONS},
    **{f"pyspiel {name} {what}": openspiels(PAIRS[name], what) for name in PAIRS for what in OPERATIONS},
    **{f"pettingzoo {name} game": pettingzoos(module) for name, module in PETTINGZOO.items()},
    **{f"pgx {name} game": pgxs(peer) for name, peer in PGX.items()},
}


def main() -> None:
    from benchmarks.compare import Side, installed, serve

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--before", type=Path, help="the working tree of the version before")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(ROWS)
        return
    sides: dict[str, tuple[Side, str]] = {}
    if given.before is not None:
        sides["before"] = Side(given.before, __file__), "ours"
    sides["after"] = Side(HERE, __file__), "ours"
    for peer in ("pyspiel", "pettingzoo", "pgx"):
        if installed(peer):
            sides[peer] = Side(HERE, __file__), peer
    print(f"{'µs a call':24}" + "".join(f"{name:>12}" for name in sides) + "   ours / OpenSpiel")
    for name in PAIRS:
        for what in OPERATIONS:
            taken = {side: entry for side, entry in sides.items() if f"{entry[1]} {name} {what}" in ROWS}
            best = dict.fromkeys(taken, float("inf"))
            for seed in range(given.rounds + 1):
                found = {}
                for label, (side, kind) in taken.items():
                    micro, found[label] = side.measure(f"{kind} {name} {what}", seed)
                    if seed:  # the first compiles, or loads from the cache
                        best[label] = min(best[label], micro)
                if found.get("before", found["after"]) != found["after"]:
                    raise SystemExit(f"{name}, seed {seed}: the two versions play different games")
            figures = "".join(f"{best[side]:>12.2f}" if side in best else f"{'':12}" for side in sides)
            ratio = f"{best['after'] / best['pyspiel']:>12.2f}" if "pyspiel" in best else ""
            print(f"{name + ', ' + what:24}{figures}{ratio}", flush=True)


if __name__ == "__main__":
    main()
