"""Rules files: play-outs beside the rule-set engine, and rule sets that are written and read back.

python -m benchmarks.zrf                    play-outs of the example files and of the house's own games
python -m benchmarks.zrf --rule-sets 200    that many random rule sets of the source's space, written and read back:
                                            equal perft as deep as `--positions` allows, and a walk through both games
python -m benchmarks.zrf --chess            the example's chess from positions whose moves others have counted
"""

from __future__ import annotations

import argparse
import random
import tempfile
from functools import cache
from pathlib import Path
from time import process_time

import numpy as np
from tests.doors.zrf.chess_positions import POSITIONS, chess_file
from tests.doors.zrf.counting import leaves, same_walk

from ludarium.doors.zrf.errors import BadZrf
from ludarium.doors.zrf.files import load as load_file
from ludarium.doors.zrf.write import write_zrf
from ludarium.engine import Game
from ludarium.engine.kernels.rng import GENERATOR
from ludarium.games import load
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import RuleSet
from ludarium.games.rulesets.space import all_games
from ludarium.search.perft import perft

EXAMPLES = Path(__file__).parents[1] / "examples" / "zrf"
PAIRS = {"reversi": "reversi", "checkers": "checkers", "tictactoe": "tic-tac-toe"}
_AT_ONCE = 200


def playouts(game: Game, seconds: float) -> tuple[float, float]:
    """Random games and plies a second."""
    bound = game.bound
    states = bound.states(2)
    states[0] = game.start().state
    source = np.zeros(1, GENERATOR)
    moves = bound.moves()
    bound.playouts(states, source, moves, 1)
    games = plies = 0
    begun = process_time()
    while process_time() - begun < seconds:
        plies += int(bound.playouts(states, source, moves, _AT_ONCE))
        games += _AT_ONCE
    took = process_time() - begun
    return games / took, plies / took


def speeds(seconds: float) -> None:
    print("random play-outs a second: games (plies)")
    for file, name in PAIRS.items():
        theirs, ours = playouts(load(str(EXAMPLES / f"{file}.zrf")), seconds), playouts(load(name), seconds)
        print(
            f"{name:12}  translated {theirs[0]:9,.0f} ({theirs[1]:11,.0f})"
            f"  rule set {ours[0]:9,.0f} ({ours[1]:11,.0f})  {ours[1] / theirs[1]:.1f} times as many plies"
        )


@cache
def writable() -> list[RuleSet]:
    """The games of the source's space that can be written as rules files."""
    return [rules for rules in all_games() if can_be_written(rules)]


def can_be_written(rules: RuleSet) -> bool:
    try:
        write_zrf(rules)
    except BadZrf:
        return False
    return True


def uncompiled(game: Game) -> Game:
    game.bound = game.rules.unwaited(game.seats)
    return game


def round_trips(count: int, most: int, turns: int, seed: int) -> None:
    found, total = writable(), len(all_games())
    print(f"{len(found):,} of the {total:,} games of the space can be written as rules files")
    chosen = random.Random(seed).sample(found, count)
    same = depth = walked = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, rules in enumerate(chosen):
            path = Path(folder) / f"rules{number}.zrf"
            path.write_text(write_zrf(rules), encoding="utf-8")
            one, two = uncompiled(RuleSetGame(rules)), uncompiled(load_file(str(path)))
            counts = leaves(one, most, series=False)
            if counts != leaves(two, most, series=rules.pieces == "checkers"):
                print(f"different: {rules.short_form}", flush=True)
                continue
            try:
                walked += same_walk(one, two, turns, number, every=15)
            except AssertionError:
                print(f"different on a walk: {rules.short_form}", flush=True)
                continue
            same += 1
            depth += len(counts)
            if number % 20 == 19:
                print(f"{number + 1} tried, {same} the same", flush=True)
    print(
        f"{same} of {count} the same: {depth / count:.1f} plies of perft and {walked / count:.1f} turns of a walk each"
    )


def counted_chess() -> None:
    """Perft of chess from several positions, beside the published counts."""
    with tempfile.TemporaryDirectory() as folder:
        for name, position in POSITIONS.items():
            path = Path(folder) / f"{name.replace(' ', '_')}.zrf"
            path.write_text(chess_file(position.board), encoding="utf-8")
            found = perft(load(str(path)).start(), len(position.counts))
            same = "the same" if tuple(found) == position.counts else f"published {position.counts}"
            print(f"{name:12}  {', '.join(f'{count:,}' for count in found)}  {same}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each game is played")
    parser.add_argument("--rule-sets", type=int, default=0, help="how many rule sets are written and read back")
    parser.add_argument("--positions", type=int, default=60, help="positions from which perft still goes a ply deeper")
    parser.add_argument("--turns", type=int, default=36, help="how long the walks are")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chess", action="store_true", help="count the moves of chess")
    given = parser.parse_args()
    if given.chess:
        counted_chess()
        return
    if given.rule_sets:
        round_trips(given.rule_sets, given.positions, given.turns, given.seed)
    else:
        speeds(given.seconds)


if __name__ == "__main__":
    main()
