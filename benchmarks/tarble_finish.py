"""`python -m benchmarks.tarble_finish [A B]…`: in how many games it matters that a turn is finished before Tarble ends.

Games are played by today's rules. Where the last piece of a side is captured with movements left, the game would have
been over there by the rules of version 1; its result then is compared with the result at the end of the turn.
"""

from __future__ import annotations

import argparse

from ludarium.arena.stats.statistics import wilson
from ludarium.engine import Match, derive
from ludarium.games import load
from ludarium.players import make

PAIRS = (("joey", "joey"), ("sarah", "joey"), ("sarah", "sarah"), ("td-turn", "sarah"), ("brian", "sarah"))


def sign(difference: float) -> int:
    return (difference > 0) - (difference < 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs="*", help="two at a time; without them some pairs")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    pairs = list(zip(asked.players[::2], asked.players[1::2], strict=True)) or PAIRS
    game = load("tarble")
    for pair in pairs:
        early = other = ties = 0
        for number in range(asked.games):
            players = [make(name, game) for name in (pair if number % 2 == 0 else pair[::-1])]
            match = Match(game, players, seed=derive(asked.seed, "finish", number))
            then = None
            for _ in match.play():
                state = match.position.state
                if then is None and not match.position.over and min(state.count) == 0:
                    then = sign(int(state.points[0]) - int(state.points[1])) or (1 if state.count[0] else -1)
            points = match.position.result().points
            now = sign(points[0] - points[1])
            ties += now == 0
            early += then is not None
            other += then is not None and then != now
        low, high = wilson(other, 0, asked.games)
        print(
            f"{pair[0]} – {pair[1]}: {asked.games} games, last piece taken with movements left in {early}, "
            f"another result in {other} ({other / asked.games:.1%}, {low:.1%} to {high:.1%}), ties {ties}",
            flush=True,
        )


if __name__ == "__main__":
    main()
