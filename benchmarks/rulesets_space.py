"""Random play-outs a second of every game in the source's space, one core, and a table of the slowest.

Plays each of the 5,616 games at random from its start for a short while and counts CPU time, so that a busy machine
does not count. `--seconds` sets how long each game is played, `--every N` takes every Nth game only, `--save FILE`
writes all rates as CSV. Exits with 1 if a game is slower than wanted.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

from ludarium.engine.kernels.rng import derive, generator
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import RuleSet
from ludarium.games.rulesets.space import all_games, count_explained

WANTED = 2_000
"""Play-outs a second that every game must reach."""
SEED = 1
FEWEST = 20
"""Play-outs between two looks at the clock."""
SHOWN = 20


def rate(rules: RuleSet, seconds: float) -> tuple[float, float]:
    """Play-outs a second of CPU time, and plies of a play-out."""
    game = RuleSetGame(rules)
    bound, states = game.bound, np.zeros(2, game.rules.dtype)
    states[0] = game.start().state
    source, moves = generator(derive(SEED, rules.short_form)), bound.moves()
    bound.playouts(states, source, moves, 1)  # compiles, or loads from the cache
    games = plies = 0
    begun = time.process_time()
    while (taken := time.process_time() - begun) < seconds:
        plies += bound.playouts(states, source, moves, FEWEST)
        games += FEWEST
    return games / taken, plies / games


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.02, help="CPU time for each game")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth game")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write all rates as CSV")
    options = parser.parse_args()
    print(count_explained())
    games = all_games()[:: options.every]
    rates = {rules.short_form: rate(rules, options.seconds) for rules in games}
    slowest = sorted(rates, key=lambda form: rates[form][0])
    print(f"{len(rates):,} games played; the {min(SHOWN, len(slowest))} slowest:\n")
    print("| play-outs a second | plies | game |\n| ---: | ---: | --- |")
    for form in slowest[:SHOWN]:
        print(f"| {rates[form][0]:,.0f} | {rates[form][1]:.0f} | `{form}` |")
    below = [form for form in slowest if rates[form][0] < WANTED]
    median = rates[slowest[len(slowest) // 2]][0]
    print(f"\nmedian {median:,.0f} a second; {len(below)} games below the {WANTED:,} wanted")
    if options.save:
        lines = [f"{form},{rates[form][0]:.0f},{rates[form][1]:.1f}" for form in rates]
        options.save.write_text("\n".join(["game,playouts_per_second,plies", *lines, ""]), encoding="utf-8")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
