"""Every game of OpenSpiel inside the lab: random games to the end, each recorded, read back and replayed.

    python -m benchmarks.openspiel_games                     # all that OpenSpiel loads by default, ten games each
    python -m benchmarks.openspiel_games --games 2 chess hex

Of games in which something is hidden it also says how often a position was found that fits what the seat to move
knows, among `--samples` decisions of each game. Games that do not come in are listed with the reason.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

from ludarium.doors.openspiel.loading import PREFIX, names
from ludarium.engine.errors import LudariumError, NotSuited
from ludarium.engine.kernels.rng import derive
from ludarium.engine.match import Match
from ludarium.engine.record import Record
from ludarium.games import load
from ludarium.players import make


@dataclass
class Played:
    """What came of the games of one game."""

    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    replaying: float = 0.0
    wanted: int = 0
    found: int = 0


def played(name: str, games: int, samples: int) -> Played:
    """Play, record and replay games; whatever is wrong is an error."""
    game, done = load(name), Played()
    for seed in range(games):
        began = time.perf_counter()
        record = Match(game, [make("random", game) for _ in range(game.seats)], seed=seed, strict=True).run()
        done.seconds += time.perf_counter() - began
        began = time.perf_counter()
        final = Record.from_json(record.to_json()).verify(load)
        done.replaying += time.perf_counter() - began
        if not final.over or record.result is None:
            raise LudariumError(f"{name}, seed {seed}: the replayed game is not over")
        done.games, done.decisions = done.games + 1, done.decisions + len(record.decisions)
        if game.hidden and samples:
            _sample(record, samples, seed, done)
    return done


def _sample(record: Record, samples: int, seed: int, done: Played) -> None:
    every = max(1, len(record.decisions) // samples)
    for number, (_, position) in enumerate(record.replay(load)):
        if number % every or position.over:
            continue
        seat = position.movers[0]
        view = position.view(seat)
        done.wanted += 1
        try:
            drawn = view.sample(derive(seed, "sample", number))
        except NotSuited:
            continue
        if drawn.view(seat) != view:
            raise LudariumError(f"{record.game}, seed {seed}, decision {number}: a sampled position shows another view")
        done.found += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10, help="games of each (10)")
    parser.add_argument("--samples", type=int, default=5, help="decisions of each game to sample positions at (5)")
    parser.add_argument("names", nargs="*", help="games of OpenSpiel (all that load by default)")
    given = parser.parse_args()
    inside = refused = failed = 0
    print(f"{'game':32} {'games':>5} {'decisions':>9} {'ms each':>8} {'replay s':>8}  sampled")
    for name in given.names or names():
        try:
            done = played(PREFIX + name, given.games, given.samples)
        except NotSuited as refusal:
            refused += 1
            print(f"{name:32} refused: {str(refusal).partition(': ')[2]}", flush=True)
            continue
        except Exception as error:
            failed += 1
            print(f"{name:32} FAILED: {type(error).__name__}: {error}", flush=True)
            continue
        inside += 1
        each = 1000 * done.seconds / max(1, done.decisions)
        sampled = f"{done.found} of {done.wanted}" if done.wanted else ""
        print(f"{name:32} {done.games:5} {done.decisions:9} {each:8.2f} {done.replaying:8.1f}  {sampled}", flush=True)
    print(f"{inside} games played to the end and replayed, {refused} refused, {failed} failed")


if __name__ == "__main__":
    main()
