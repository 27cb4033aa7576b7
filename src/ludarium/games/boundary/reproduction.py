"""Boundary's published figures: rates of strategies at the three stages of its rules, its adaptive player, its people.

The source does not say on how many games a rate rests. Table 1 has multiples of 5 and one 32, Table 2 even numbers and
one 41: the smallest samples that give them are 20 and 50 games, 25 and 100 for the two. Tables 3 to 5 have all kinds of
whole hundredths, which takes 100 games at least; 100 is what we take.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ludarium.arena.reproduce.reproduction import Claim, Exact, Finding, Lab, Rate, Reproduction
from ludarium.arena.stats.statistics import Z_95, rate, score_interval
from ludarium.engine.errors import LudariumError
from ludarium.games import load
from ludarium.games.boundary import fingerprints
from ludarium.games.boundary.classify import Accuracy, accuracy
from ludarium.games.boundary.matchups import Matchups, measure
from ludarium.games.boundary.strategies.names import NAMES, STRATEGIES

STAGES: Mapping[str, Mapping[str, Any]] = {
    "first": {"pieces": 10, "treasures": 10, "most_worth": 15, "surround": 7, "piece_value": 20},
    "intermediate": {"treasures": 20, "most_worth": 8, "surround": 6, "piece_value": 30},
    "final": {"treasures": 15, "most_worth": 7, "surround": 6, "piece_value": 30},
}
"""The rules at which the source measured; all else (field, influence, reach, merge, split) are our defaults."""
GAMES = {"first": 300, "intermediate": 300, "final": 1000}
"""Games of each pair."""
ADAPTIVE_GAMES = 300
"""Games of the adaptive player against each strategy."""
MEAN_BAR = 0.55
"""What the lower bound of the adaptive player's mean rate must exceed."""

TITLES = {
    "GT": "greedy-treasure",
    "BT": "best-treasure",
    "GC": "greedy-capture",
    "DT": "defensive-treasure",
    "HC": "hybrid-capture",
    "DC": "defensive-capture",
}
TABLES: dict[str, tuple[str, str, dict[str, tuple[int, ...]]]] = {
    "Table 1": (
        "first",
        "GT BT GC DT DC",
        {"GT": (32, 80, 90, 95), "BT": (85, 80, 80), "GC": (20, 70), "DT": (80,)},
    ),
    "Table 2": (
        "intermediate",
        "GT BT GC DT HC",
        {"GT": (41, 44, 48, 46), "BT": (48, 50, 42), "GC": (36, 64), "DT": (56,)},
    ),
    "Table 3": (
        "final",
        "GT BT GC DT HC DC",
        {"GT": (46, 52, 48, 49, 78), "BT": (49, 55, 50, 72), "GC": (45, 54, 69), "DT": (52, 65), "HC": (65,)},
    ),
    "Table 4": (
        "final",
        "GT BT GC DT HC DC",
        {"GT": (46, 38, 64, 43, 54), "BT": (43, 61, 41, 49), "GC": (51, 58, 54), "DT": (40, 52), "HC": (46,)},
    ),
}
"""Stage, order of the strategies, and each one's hundredths against those after it."""
SAMPLES = {
    "Table 1": (20, 25),
    "Table 2": (50, 100),
    "Table 3": (100, 100),
    "Table 4": (100, 100),
    "Table 5": (100, 100),
}
"""The source's games of a pair, inferred: the fewest that give nearly all rates of a table, and those of the rest."""
NOTES = {
    "Table 1": "with ten pieces a side, as the source says of its first settings",
    "Table 3": "before the source's strategies all headed for where an ally plans to be; ours are those of Table 4",
}
SOURCES_OWN = "adaptive:table=source,ahead=0"
"""The source's adaptive player: its frozen table of replies, without playing on."""
ADAPTIVE = {"GT": 51, "BT": 55, "GC": 44, "DT": 59, "HC": 42, "DC": 62}
"""Table 5: the adaptive player's hundredths."""


# --- the matrix -------------------------------------------------------------------------------------------------------


def matrix(lab: Lab, stage: str) -> Matchups:
    """The strategies' games at a stage."""
    games = GAMES[stage] if lab.games is None else lab.games
    total = games * STRATEGIES * (STRATEGIES - 1) // 2
    return _matrix(stage, games, lab.seed, _Telling(lab, total))


class _Telling:
    """Tells a lab of games played; equal to every other, so that the games of a stage are played once."""

    def __init__(self, lab: Lab, total: int) -> None:
        self._lab, self._total = lab, total

    def __call__(self, done: int) -> None:
        self._lab.advance(done, self._total)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Telling)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=8)
def _matrix(stage: str, games: int, seed: int, advance: _Telling) -> Matchups:
    return measure(load("boundary", **STAGES[stage]), games=games, seed=seed, advance=advance)


def _pair(table: str, stage: str, first: str, second: str, hundredths: int) -> Claim:
    def ours(lab: Lab) -> Finding:
        found = matrix(lab, stage)
        one, other = NAMES.index(TITLES[first]), NAMES.index(TITLES[second])
        return Rate(int(found.wins[one, other]), int(found.ties[one, other]), found.games)

    what = f"{TITLES[first]} over {TITLES[second]}"
    note = NOTES.get(table, "")
    return Claim(
        table, what, hundredths / 100, "rate", ours, their_games=sample(table, hundredths), inferred=True, note=note
    )


def sample(table: str, hundredths: int) -> int:
    """The source's games behind a rate: the fewest of its table that give it exactly."""
    return next(games for games in SAMPLES[table] if hundredths * games % 100 == 0)


def _pairs(table: str) -> list[Claim]:
    stage, order, rates = TABLES[table]
    titles = order.split()
    return [
        _pair(table, stage, first, second, hundredths)
        for number, first in enumerate(titles[:-1])
        for second, hundredths in zip(titles[number + 1 :], rates[first], strict=True)
    ]


def favoured(found: Matchups, strategy: int) -> tuple[int, int]:
    """In how many pairs a strategy wins more than half of its games, and in how many less, beyond chance at 95 %."""
    above = below = 0
    for other in range(STRATEGIES):
        if other != strategy:
            wins, ties = int(found.wins[strategy, other]), int(found.ties[strategy, other])
            low, high = score_interval(wins, ties, found.games)
            above += int(low > 0.5)
            below += int(high < 0.5)
    return above, below


def _ring(strategy: int) -> Claim:
    def ours(lab: Lab) -> Finding:
        found = matrix(lab, "final")
        above, below = favoured(found, strategy)
        told = f"favoured in {above} pairs, unfavoured in {below}, at 95 %"
        if max(above, below) < STRATEGIES - 1 and not (above and below):
            raise LudariumError(f"{found.games:,} games of a pair do not show it: {told}")
        return Exact("yes" if above and below else "no", told)

    what = f"{NAMES[strategy]} is favoured in one pair and unfavoured in one"
    return Claim("No strategy is best", what, "yes", "verdict", ours, note="what the source aimed for", origin="claim")


def _above(lab: Lab, stage: str, strategies: str, rivals: str) -> Finding:
    """Whether each of some strategies wins more than half against each of others, as far as their mean rates tell."""
    found = matrix(lab, stage)
    pairs = [(one, other) for one in strategies.split() for other in rivals.split() if one != other]
    rates = {
        f"{one} : {other}": found.rate(NAMES.index(TITLES[one]), NAMES.index(TITLES[other])) for one, other in pairs
    }
    below = [f"{pair} {share:.0%}" for pair, share in rates.items() if share <= 0.5]
    return Exact("no" if below else "yes", f"not in {', '.join(below)}" if below else f"in all {len(pairs)} pairs")


def _dominance(what: str, stage: str, strategies: str, rivals: str, note: str = "") -> Claim:
    def ours(lab: Lab) -> Finding:
        return _above(lab, stage, strategies, rivals)

    return Claim("Chapter 4.1", what, "yes", "verdict", ours, note=note, origin="claim")


# --- the adaptive player ----------------------------------------------------------------------------------------------


def adaptive_rate(lab: Lab, strategy: str, player: str = "adaptive") -> Rate:
    """What an adaptive player wins against a strategy at the final stage."""
    tally = lab.play("boundary", player, strategy, games=ADAPTIVE_GAMES, settings=dict(STAGES["final"]))
    by_player, _, _ = tally.outcomes()
    return Rate(by_player[0]["win"], by_player[0]["tie"], tally.games)


def _adaptive(against: str, hundredths: int) -> Claim:
    def ours(lab: Lab) -> Finding:
        return adaptive_rate(lab, TITLES[against], SOURCES_OWN)

    what = f"adaptive over {TITLES[against]}"
    games = sample("Table 5", hundredths)
    return Claim(
        "Table 5",
        what,
        hundredths / 100,
        "rate",
        ours,
        their_games=games,
        inferred=True,
        note=f"ours is {SOURCES_OWN}: the source's replies, without playing on",
    )


def _above_half(against: str) -> Claim:
    def ours(lab: Lab) -> Finding:
        found = adaptive_rate(lab, TITLES[against])
        low, high = score_interval(found.wins, found.ties, found.games)
        share = rate(found.wins, found.ties, found.games)
        return Exact("yes" if share > 0.5 else "no", f"{share:.1%} ({low:.1%} to {high:.1%}) of {found.games} games")

    what = f"adaptive wins more than half against {TITLES[against]}"
    return Claim("Beyond the source", what, "yes", "verdict", ours, note="the source's did not", origin="own")


def lower_bound(found: list[Rate]) -> tuple[float, float]:
    """The mean of rates and the lower end of its 95 % interval; a tie is half a win."""
    shares = [rate(one.wins, one.ties, one.games) for one in found]
    variance = 0.0
    for one, share in zip(found, shares, strict=True):
        losses = one.games - one.wins - one.ties
        squares = one.wins * (1 - share) ** 2 + one.ties * (0.5 - share) ** 2 + losses * share**2
        variance += squares / one.games**2
    mean = sum(shares) / len(shares)
    return mean, mean - Z_95 * math.sqrt(variance) / len(shares)


def _mean(lab: Lab) -> Finding:
    mean, low = lower_bound([adaptive_rate(lab, TITLES[title]) for title in ADAPTIVE])
    return Exact("yes" if low > MEAN_BAR else "no", f"mean {mean:.1%}, lower end of its 95 % interval {low:.1%}")


# --- naming the opponent ----------------------------------------------------------------------------------------------

TREE_GAMES, TREE_TURNS = 360, 12
"""Games to learn from, and as many to test on; turns."""


@lru_cache(maxsize=4)
def _classifiers(games: int, seed: int) -> tuple[Accuracy, Accuracy]:
    """The accuracy of a decision tree on figures of turns, and of the source's simulation method."""
    game = load("boundary", **STAGES["final"])
    tree = fingerprints.accuracies(game, games=games, seed=seed, turns=TREE_TURNS)[fingerprints.TREE]
    return tree, accuracy(game, games=games, seed=seed, turns=TREE_TURNS)


def _learnt(lab: Lab) -> tuple[Accuracy, Accuracy]:
    return _classifiers(max(lab.games or TREE_GAMES, fingerprints.FEWEST_GAMES), lab.seed)


def _tree(lab: Lab) -> Finding:
    tree, _ = _learnt(lab)
    best = max(range(len(tree.rates)), key=lambda turn: tree.rates[turn])
    return Rate(tree.right[best], 0, tree.seen[best])


def _named_well(lab: Lab) -> Finding:
    tree, simulated = _learnt(lab)
    names, tree_names = max(simulated.rates), max(tree.rates)
    return Exact("yes" if names > tree_names else "no", f"at best {names:.1%} against the tree's {tree_names:.1%}")


# --- people -----------------------------------------------------------------------------------------------------------

PEOPLE = "needs people: plan a study like the source's (ludarium study)"
WIN_RATES = {
    **{"practice 1": 0.23, "practice 2": 0.38},
    **{f"game {number}": won for number, won in enumerate((0.48, 0.45, 0.40, 0.55, 0.49, 0.50, 0.34, 0.32, 0.30), 1)},
}
"""What people won: two practice games and five against a basic strategy, then four against the adaptive player."""
BEFORE = 7
"""Games before the opponent changes."""
ANSWERS: Mapping[str, float | str] = {
    "mean difficulty of the static opponent, 1 to 5": 2.975,
    "mean difficulty of the adaptive opponent": 3.275,
    "p that the adaptive one is thought more difficult": 0.0482,
    "p that it is thought harder to predict": 0.00313,
    "p that it is thought more or less fun": 0.0677,
    "mean score of the guesses at the static strategy, 0 to 2": 1.15,
    "the same, who met greedy-capture": 1.43,
    "the same, who met defensive-treasure": 1.43,
    "the same, who met greedy-treasure": 0.90,
    "descriptions of the static opponent that name something complex": "10 of 40",
    "descriptions of the adaptive opponent that do": "17 of 40",
    "of these, with sensitivity to the context": "7 of 40",
    "people who took part": "40, of them 8 women",
    "their mean age": 24.3,
    "people who play strategy games": "20 of 40",
    "people who play no games": "7 of 40",
    "their ages": "19 to 62",
    "people in the two sections": "21 and 19",
    "people who met each static opponent": "7 to 9",
    "games that most of them completed after practice": "8 to 9",
    "people of the first attempt, and games that most of them completed": "50, and 2 to 4",
}
DRAWN: Mapping[str, str] = {
    "Figure 5": "points by which people lead, game by game",
    "Figure 6, Appendix B": "the same by static opponent",
    "Figure 7": "people's win rates by static opponent",
    "Figure 8": "difficulty by static opponent",
    "Figure 9": "predictability by static opponent",
    "Figure 10": "fun by static opponent",
}
"""Figures whose values are drawn and not printed."""
LOST = "the drawing is lost to us"
SAID = (
    "people learn to win against the adaptive opponent more slowly",
    "people think the adaptive opponent harder to beat, whichever static one they met",
    "no group found the adaptive opponent more fun",
    "nobody guessed what the adaptive opponent does",
)
"""What the source says of people in words."""


def slope(rates: Sequence[float]) -> float:
    """Of the line that fits rates at 0, 1, 2 … best."""
    middle = (len(rates) - 1) / 2
    return sum((place - middle) * won for place, won in enumerate(rates)) / sum(
        (place - middle) ** 2 for place in range(len(rates))
    )


def _slope(what: str, theirs: float, rates: Sequence[float]) -> Claim:
    note = "from the printed rates; they are rounded, which moves the slope by up to 0.001"
    return Claim(
        "Chapter 5.1", what, theirs, "value", lambda lab: Exact(round(slope(rates), 3)), tolerance=0.0011, note=note
    )


def _people() -> list[Claim]:
    rates = list(WIN_RATES.values())
    return [
        *(
            Claim("Figure 4", f"people win in {game}", won, "rate", None, note=PEOPLE)
            for game, won in WIN_RATES.items()
        ),
        _slope("slope of people's win rates against the static opponent", 0.037, rates[:BEFORE]),
        _slope("slope of people's win rates against the adaptive opponent", -0.061, rates[BEFORE:]),
        *(
            Claim(
                "Chapters 3.6, 4.2, 5.1",
                what,
                theirs,
                "verdict" if isinstance(theirs, str) else "value",
                None,
                note=PEOPLE,
            )
            for what, theirs in ANSWERS.items()
        ),
        *(Claim(table, what, "drawn, not printed", "verdict", None, note=LOST) for table, what in DRAWN.items()),
        *(Claim("Chapters 4.2, 5.1", what, "yes", "verdict", None, note=PEOPLE, origin="claim") for what in SAID),
    ]


REPRODUCTION = Reproduction(
    source="boundary",
    title="Boundary: which strategy beats which, and an opponent that reads you",
    citation="R. Brown, Development of a Novel Game with Adaptive Learning Agents, 2013, chapters 3 to 5",
    claims=(
        *(claim for table in TABLES for claim in _pairs(table)),
        *(_adaptive(against, hundredths) for against, hundredths in ADAPTIVE.items()),
        Claim(
            "Chapter 3.5",
            "best accuracy of a decision tree on figures of turns",
            0.40,
            "rate",
            _tree,
            tolerance=0.05,
            note="about 40 %, the source says; its logs were not published, ours are games of all pairs",
        ),
        Claim(
            "Chapter 3.5",
            "running the strategies names them better than the tree",
            "yes",
            "verdict",
            _named_well,
            origin="claim",
        ),
        _dominance("best-treasure wins more than half against all others at first", "first", "BT", "GT GC DT DC"),
        _dominance("at first treasure strategies win more than half against capture", "first", "GT BT DT", "GC DC"),
        *(_ring(strategy) for strategy in range(STRATEGIES)),
        *_people(),
        *(_above_half(against) for against in ADAPTIVE),
        Claim(
            "Beyond the source",
            f"adaptive's mean rate over the six is above {MEAN_BAR:.0%} at 95 %",
            "yes",
            "verdict",
            _mean,
            origin="own",
        ),
    ),
)
