"""Rule bases beside the strategies that they are written after: do they decide the same, and how long do they take?

    python -m benchmarks.prolog                      # every example, 1,000 random positions each, with each engine
    python -m benchmarks.prolog --strategies 100     # besides, so many composed strategies written out as Prolog

Positions come from games of random moves. Both are asked at every decision of a seat and keep their own memory, so that
what a rule base remembers is compared, too. What differs is listed with the position; times are medians.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from ludarium.doors.prolog.engine import has_swipl
from ludarium.engine import Clock, Player
from ludarium.games import load
from ludarium.games.jostle.game import Jostle
from ludarium.games.jostle.strategies.composed import Element, Strategy, StrategyError
from ludarium.games.jostle.strategies.elements import LINGERING, WORDS
from ludarium.games.jostle.strategies.prolog import written
from ludarium.players import make

EXAMPLES = {
    "advancer": "ADVANCER",
    "pals": "PALS",
    "randomizer": "RANDOMIZER",
    "equalizer": "EQUALIZER",
    "observing_advancer": "Observing ADVANCER",
    "observing_pals": "Observing PALS",
    "aggressive_advancer": "Aggressive ADVANCER",
    "revenging_advancer": "Revenging ADVANCER",
    "lingering": "Lingering(PALS→ADVANCER)",
}
"""The rule bases in `examples/prolog`, and the built-in strategy that each decides as."""
AS_THE_SOURCE = {
    "first_jostler": "Aggressive ADVANCER",
    "first_switch": "Observing ADVANCER",
    "walking_pals": "Observing PALS",
}
"""Those that decide as the source's own, and the strategy that these were meant to be."""
FOLDER = Path("examples") / "prolog"


@dataclass
class Comparison:
    """How often two players decided the same."""

    asked: int = 0
    choices: int = 0
    """Positions in which there was more than one piece to choose from."""
    seconds: list[float] = field(default_factory=list)
    """What the rule base took, decision by decision."""
    differing: list[str] = field(default_factory=list)


def compare(game: Jostle, ours: str, theirs: str, positions: int, seed: int) -> Comparison:
    """Ask a rule base and a built-in strategy in so many positions."""
    found, chooser, number = Comparison(), random.Random(seed), 0
    while found.asked < positions:
        position = game.start(seed + number)
        players = [(_begun(ours, game, seat, number), _begun(theirs, game, seat, number)) for seat in range(game.seats)]
        number += 1
        while not position.over and found.asked < positions:
            seat = position.movers[0]
            view, moves = position.view(seat), position.moves()
            began = time.perf_counter()
            answer = players[seat][0].choose(view, Clock())
            found.seconds.append(time.perf_counter() - began)
            wanted = players[seat][1].choose(view, Clock())
            found.asked += 1
            found.choices += len(moves) > 1
            if answer.value != wanted.value:
                found.differing.append(f"{position.text}: {answer} instead of {wanted}")
            position = position.play(chooser.choice(moves))
        for pair in players:
            pair[0].close()
    return found


def _begun(text: str, game: Jostle, seat: int, seed: int) -> Player:
    player = make(text, game)
    player.begin(game, seat, seed)
    return player


def some_strategies(count: int, seed: int) -> list[Strategy]:
    """Composed strategies at random, lists within `Lingering` included."""
    chooser, found = random.Random(seed), list[Strategy]()
    words = list(WORDS)

    def elements(most: int) -> tuple[Element, ...]:
        drawn = chooser.choices(words, k=chooser.randint(1, most))
        return tuple(Element(word, elements(2), elements(2)) if word == LINGERING else Element(word) for word in drawn)

    while len(found) < count:
        try:
            found.append(Strategy(elements(4)))
        except StrategyError:
            continue  # without a basic strategy
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=1000, help="positions for each rule base")
    parser.add_argument("--strategies", type=int, default=0, help="composed strategies that are written out as Prolog")
    parser.add_argument("--shown", type=int, default=3, help="differing positions that are shown of each")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = load("jostle")
    assert isinstance(game, Jostle)
    for engine in ("own", "swipl") if has_swipl() else ("own",):
        print(f"engine={engine}: {given.positions} positions each")
        for name, strategy in (EXAMPLES | AS_THE_SOURCE).items():
            text = f"prolog[engine={engine},seconds=60]:{FOLDER / name}.pl"
            found = compare(game, text, strategy, given.positions, given.seed)
            _show(name, strategy, found, given.shown)
        if given.strategies:
            _written_out(game, engine, given.strategies, given.positions, given.seed, given.shown)


def _written_out(game: Jostle, engine: str, count: int, positions: int, seed: int, shown: int) -> None:
    whole = Comparison()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "strategy.pl"
        for strategy in some_strategies(count, seed):
            file.write_text(written(strategy), encoding="utf-8")
            text = f"prolog[engine={engine},seconds=60]:{file}"
            found = compare(game, text, f"composed:strategy={strategy}", max(1, positions // count), seed)
            whole.asked += found.asked
            whole.choices += found.choices
            whole.seconds += found.seconds
            whole.differing += [f"{strategy}: {line}" for line in found.differing]
    _show(f"{count} written out", "themselves", whole, shown)


def _show(name: str, strategy: str, found: Comparison, shown: int) -> None:
    print(
        f"  {name:20} against {strategy:25} {len(found.differing):4} of {found.asked} differ "
        f"({found.choices} with a choice), {1000 * median(found.seconds):.2f} ms a decision"
    )
    for line in found.differing[:shown]:
        print(f"      {line}")


if __name__ == "__main__":
    main()
