"""Boundary's published figures: rates of strategies at the three stages of its rules, its adaptive player, its people.

The source does not say on how many games a rate rests. Table 1 has multiples of 5 and one 32, Table 2 even numbers and
one 41: the smallest samples that give them are 20 and 50 games, 25 and 100 for the two. Tables 3 to 5 have all kinds of
whole hundredths, which takes 100 games at least; 100 is what we take.

Up to its Table 3 the source's strategies sought allies where these stood, all but Defensive Treasure; from Table 4 on,
where they plan to be. So do ours, table by table (`Reading.mixed`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ludarium.arena.reproduce.reproduction import Claim, Exact, Finding, Lab, Rate, Reproduction
from ludarium.arena.stats.statistics import Z_95, rate, score_interval, side_of_half, wilson
from ludarium.engine.errors import LudariumError
from ludarium.games import load
from ludarium.games.boundary import fingerprints
from ludarium.games.boundary.classify import Accuracy, accuracy
from ludarium.games.boundary.matchups import Matchups, measure
from ludarium.games.boundary.published import people
from ludarium.games.boundary.strategies.names import NAMES, STRATEGIES
from ludarium.games.boundary.strategies.readings import AS_DECIDED, Reading

STAGES: Mapping[str, Mapping[str, Any]] = {
    "first": {"pieces": 10, "treasures": 10, "most_worth": 15, "surround": 7, "piece_value": 20},
    "intermediate": {"treasures": 20, "most_worth": 8, "surround": 6, "piece_value": 30},
    "final": {"treasures": 15, "most_worth": 7, "surround": 6, "piece_value": 30},
}
"""The rules at which the source measured; all else (field, influence, reach, merge, split) are our defaults."""
LAST = "Table 4"
"""The first test of strategies that all seek allies where these plan to be. Those before it were of another way."""
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
_SEEKING = "allies are sought as the source's strategies sought them then (seek=mixed)"
NOTES = {
    "Table 1": f"with ten pieces a side, as the source says of its first settings; {_SEEKING}",
    "Table 2": _SEEKING,
    "Table 3": _SEEKING,
}
SOURCES_OWN = "adaptive:table=source,ahead=0"
"""The source's adaptive player: its frozen table of replies, without playing on."""
ADAPTIVE = {"GT": 51, "BT": 55, "GC": 44, "DT": 59, "HC": 42, "DC": 62}
"""Table 5: the adaptive player's hundredths."""


# --- the matrix -------------------------------------------------------------------------------------------------------


def reading_at(table: str) -> Reading:
    """How the source's strategies were read when it measured a table."""
    return AS_DECIDED if table == LAST else Reading(mixed=1)


def matrix(lab: Lab, table: str) -> Matchups:
    """The strategies' games by the rules of a table."""
    stage, _, _ = TABLES[table]
    games = GAMES[stage] if lab.games is None else lab.games
    total = games * STRATEGIES * (STRATEGIES - 1) // 2
    return _matrix(stage, reading_at(table), games, lab.seed, _Telling(lab, total))


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
def _matrix(stage: str, reading: Reading, games: int, seed: int, advance: _Telling) -> Matchups:
    return measure(load("boundary", **STAGES[stage]), games=games, seed=seed, reading=reading, advance=advance)


def _pair(table: str, first: str, second: str, hundredths: int) -> Claim:
    def ours(lab: Lab) -> Finding:
        found = matrix(lab, table)
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
    _, order, rates = TABLES[table]
    titles = order.split()
    return [
        _pair(table, first, second, hundredths)
        for number, first in enumerate(titles[:-1])
        for second, hundredths in zip(titles[number + 1 :], rates[first], strict=True)
    ]


def favoured(found: Matchups, strategy: int) -> tuple[int, int]:
    """In how many pairs a strategy wins more than half of its games, and in how many less, beyond chance at 95 %."""
    above = below = 0
    for other in range(STRATEGIES):
        if other != strategy:
            wins, ties = int(found.wins[strategy, other]), int(found.ties[strategy, other])
            side = side_of_half(wins, ties, found.games)
            above += int(side > 0)
            below += int(side < 0)
    return above, below


def _ring(strategy: int) -> Claim:
    def ours(lab: Lab) -> Finding:
        found = matrix(lab, LAST)
        above, below = favoured(found, strategy)
        told = f"favoured in {above} pairs, unfavoured in {below}, at 95 %"
        if max(above, below) < STRATEGIES - 1 and not (above and below):
            raise LudariumError(f"{found.games:,} games of a pair do not show it: {told}")
        return Exact("yes" if above and below else "no", told)

    what = f"{NAMES[strategy]} is favoured in one pair and unfavoured in one"
    return Claim("No strategy is best", what, "yes", "verdict", ours, note="what the source aimed for", origin="claim")


# --- what the source says of its strategies in words -----------------------------------------------------------------


_SHOWN = 5
"""Fewer pairs than so many are named when all are above."""
Pairs = tuple[str, str, str]
"""A table, strategies and their rivals: all pairs of the one with the other."""


def pairs_of(lab: Lab, pairs: Pairs) -> list[tuple[str, Rate]]:
    """What each of some strategies wins against each of others, by the rules of a table."""
    table, strategies, rivals = pairs
    found = matrix(lab, table)
    rates = []
    for first, second in ((one, other) for one in strategies.split() for other in rivals.split() if one != other):
        one, other = NAMES.index(TITLES[first]), NAMES.index(TITLES[second])
        won = Rate(int(found.wins[one, other]), int(found.ties[one, other]), found.games)
        rates.append((f"{TITLES[first]} over {TITLES[second]}", won))
    return rates


def each_above(rates: Sequence[tuple[str, Rate]]) -> Exact:
    """Whether all rates are above one half; what chance may have done at 95 % is neither yes nor no."""
    above, below = [], []
    for pair, one in rates:
        side = side_of_half(one.wins, one.ties, one.games)
        told = f"{pair} {rate(one.wins, one.ties, one.games):.0%}"
        above += [told] if side > 0 else []
        below += [told] if side < 0 else []
    if below:
        return Exact("no", f"not in {', '.join(below)}")
    if len(above) < len(rates):
        games, (pair, one) = rates[0][1].games, min(rates, key=lambda named: rate(*_counts(named[1])))
        raise LudariumError(f"{games:,} games of a pair do not show it: {pair} {rate(*_counts(one)):.0%}")
    return Exact("yes", ", ".join(above) if len(above) < _SHOWN else f"in all {len(above)} pairs")


def mean_above(more: Sequence[tuple[str, Rate]], less: Sequence[tuple[str, Rate]]) -> Exact:
    """Whether the mean of some rates is above that of others; what chance may have done at 95 % is neither."""
    (first, first_error), (second, second_error) = (mean_of([one for _, one in rates]) for rates in (more, less))
    told = f"{first:.1%} against {second:.1%} in the mean"
    if abs(first - second) <= Z_95 * math.hypot(first_error, second_error):
        raise LudariumError(f"{more[0][1].games:,} games of a pair do not show it: {told}")
    return Exact("yes" if first > second else "no", told)


def _counts(one: Rate) -> tuple[int, int, int]:
    return one.wins, one.ties, one.games


def _said(where: str, what: str, ours: Callable[[Lab], Finding], note: str = "") -> Claim:
    return Claim(where, what, "yes", "verdict", ours, note=note, origin="claim")


def _above(where: str, what: str, table: str, strategies: str, rivals: str, note: str = "") -> Claim:
    """That each of some strategies wins more than half against each of others."""
    return _said(where, what, lambda lab: each_above(pairs_of(lab, (table, strategies, rivals))), note)


def _more(where: str, what: str, more: Pairs, less: Pairs, note: str = "") -> Claim:
    """That some win more in the mean than others do."""
    return _said(where, what, lambda lab: mean_above(pairs_of(lab, more), pairs_of(lab, less)), note)


def longer(first: Any, second: Any) -> Exact:
    """Whether games are longer by one matrix than by another, pair by pair; what varies is what pairs differ in."""
    upper = np.triu_indices(STRATEGIES, 1)
    more = first[upper] - second[upper]
    told = f"{np.mean(first[upper]):.1f} against {np.mean(second[upper]):.1f} turns in the mean of all pairs"
    if abs(np.mean(more)) <= Z_95 * np.std(more, ddof=1) / math.sqrt(len(more)):
        raise LudariumError(f"so many games do not show it: {told}")
    return Exact("yes" if np.mean(more) > 0 else "no", told)


def _lengths(lab: Lab) -> Finding:
    return longer(matrix(lab, "Table 3").turns, matrix(lab, "Table 1").turns)


def _splits(lab: Lab) -> Finding:
    """Two pieces of a blob stand three pixels apart, one of them walks a pixel: who is near enough stays."""
    game = load("boundary", pieces=2, treasures=1)
    position = game.read_position(
        "turn=0 points=0:0 red=1@200,200+2@203,200 blue=3@500,400+4@503,400 treasures=5@300,300"
    )
    after = position.play("1 to 200,201", 0).play("stay", 1).state
    return Exact("yes" if after.blob[0, 0] != after.blob[0, 1] else "no")


_CAPTURE = "GC HC DC"
_FOUND = "by the rules and strategies of Table 4"
SAID = (
    _above(
        "Chapter 4.1", "best-treasure wins more than half against all others at first", "Table 1", "BT", "GT GC DT DC"
    ),
    _above(
        "Chapter 4.1",
        "at first treasure strategies win more than half against capture",
        "Table 1",
        "GT BT DT",
        "GC DC",
    ),
    _more(
        "Chapter 4.1",
        "the second rules help capture: greedy-capture wins more against treasure strategies than at first",
        ("Table 2", "GC", "GT BT DT"),
        ("Table 1", "GC", "GT BT DT"),
    ),
    _more(
        "Chapter 4.1",
        "the second rules strengthen defensive-treasure against the treasure strategies of single pieces",
        ("Table 2", "DT", "GT BT"),
        ("Table 1", "DT", "GT BT"),
    ),
    _said("Chapter 3.3", "games are longer by the final rules than at first", _lengths),
    _more(
        "Chapter 4.1",
        "defensive-treasure wins less once all seek allies in its way",
        ("Table 3", "DT", "GT BT GC HC DC"),
        (LAST, "DT", "GT BT GC HC DC"),
    ),
    _above(
        "Chapter 3.4.6",
        "defensive-capture loses to all others before all seek allies alike",
        "Table 3",
        "GT BT GC DT HC",
        "DC",
    ),
    _more(
        "Chapter 3.4.6",
        "defensive-capture wins more once all seek allies alike",
        (LAST, "DC", "GT BT GC DT HC"),
        ("Table 3", "DC", "GT BT GC DT HC"),
    ),
    _above("Chapter 3.4.1", "greedy-treasure does well against defensive-treasure", LAST, "GT", "DT", _FOUND),
    _above(
        "Chapter 3.4.1",
        "greedy-capture, hybrid-capture and best-treasure are favoured against greedy-treasure",
        LAST,
        "GC HC BT",
        "GT",
        _FOUND,
    ),
    _more(
        "Chapter 3.4.2",
        "best-treasure falls to capture strategies more than greedy-treasure does",
        (LAST, _CAPTURE, "BT"),
        (LAST, _CAPTURE, "GT"),
        _FOUND,
    ),
    _above("Chapter 3.4.3", "greedy-capture does poorly against defensive-treasure", LAST, "DT", "GC", _FOUND),
    _above("Chapter 3.4.4", "hybrid-capture is weaker than greedy-capture", LAST, "GC", "HC", _FOUND),
    _more(
        "Chapter 3.4.4",
        "hybrid-capture does better against defensive-treasure than greedy-capture does",
        (LAST, "HC", "DT"),
        (LAST, "GC", "DT"),
        _FOUND,
    ),
    _above("Chapter 4.1", "greedy-capture wins more than half against all others", LAST, "GC", "GT BT DT HC DC"),
    _more(
        "Chapter 3.4.4",
        "hybrid-capture does better against the treasure strategies of single pieces than against others",
        (LAST, "HC", "GT BT"),
        (LAST, "HC", "GC DT DC"),
        _FOUND,
    ),
    _above(
        "Chapter 3.4.5", "greedy-treasure and best-treasure outpace defensive-treasure", LAST, "GT BT", "DT", _FOUND
    ),
    _more(
        "Chapter 3.4.5",
        "defensive-treasure does better against capture than against the treasure strategies of single pieces",
        (LAST, "DT", _CAPTURE),
        (LAST, "DT", "GT BT"),
        _FOUND,
    ),
    *(
        _more(
            "Chapter 4.1",
            f"{TITLES[better]} would be a better reply to hybrid-capture than defensive-treasure",
            (LAST, better, "HC"),
            (LAST, "DT", "HC"),
        )
        for better in ("GC", "DC")
    ),
    Claim(
        "Chapter 3.1.5",
        "a piece leaves its blob when its nearest ally there is nearer than the split distance",
        "yes",
        "verdict",
        _splits,
        slip="less is printed for more: by chapter 1.3 pieces that spread out too much split off",
        origin="claim",
    ),
)
"""What the source says of rules and strategies, as far as games can show it."""


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
        told = f"{rate(found.wins, found.ties, found.games):.1%} ({low:.1%} to {high:.1%}) of {found.games} games"
        side = side_of_half(found.wins, found.ties, found.games)
        if not side:
            raise LudariumError(f"so many games do not show it: {told}")
        return Exact("yes" if side > 0 else "no", told)

    what = f"adaptive wins more than half against {TITLES[against]}"
    return Claim("Beyond the source", what, "yes", "verdict", ours, note="the source's did not", origin="own")


def mean_of(found: Sequence[Rate]) -> tuple[float, float]:
    """The mean of rates and its standard error; a tie is half a win."""
    shares = [rate(one.wins, one.ties, one.games) for one in found]
    variance = 0.0
    for one, share in zip(found, shares, strict=True):
        losses = one.games - one.wins - one.ties
        squares = one.wins * (1 - share) ** 2 + one.ties * (0.5 - share) ** 2 + losses * share**2
        # Where all games end alike they seem to be certain: no less than half a game of another end is taken for it.
        variance += max(squares, 0.5 * (1 - 0.5 / one.games)) / one.games**2
    return sum(shares) / len(shares), math.sqrt(variance) / len(shares)


def lower_bound(found: Sequence[Rate]) -> tuple[float, float]:
    """The mean of rates and the lower end of its 95 % interval."""
    mean, error = mean_of(found)
    return mean, mean - Z_95 * error


def _surpasses(lab: Lab) -> Finding:
    mean, error = mean_of([adaptive_rate(lab, TITLES[title], SOURCES_OWN) for title in ADAPTIVE])
    told = f"mean {mean:.1%} ± {Z_95 * error:.1%}"
    if abs(mean - 0.5) <= Z_95 * error:
        raise LudariumError(f"so many games do not show it: {told}")
    return Exact("yes" if mean > 0.5 else "no", told)


def _mean(lab: Lab) -> Finding:
    mean, low = lower_bound([adaptive_rate(lab, TITLES[title]) for title in ADAPTIVE])
    return Exact("yes" if low > MEAN_BAR else "no", f"mean {mean:.1%}, lower end of its 95 % interval {low:.1%}")


# --- naming the opponent ----------------------------------------------------------------------------------------------

TREE_GAMES, TREE_TURNS = 360, 12
"""Games to learn from, and as many to test on; turns."""
EARLY_TURNS = 3
"""After so many the source's player chooses its replies by what it has named."""


VERY_ACCURATELY = 0.9
"""What we take the source's word to mean: so many of a hundred named rightly."""


@lru_cache(maxsize=4)
def _classifiers(games: int, seed: int) -> tuple[Mapping[str, Accuracy], Accuracy]:
    """The accuracy of classifiers on figures of turns, and of the source's simulation method."""
    game = load("boundary", **STAGES["final"])
    learnt = fingerprints.accuracies(game, games=games, seed=seed, turns=TREE_TURNS)
    return learnt, accuracy(game, games=games, seed=seed, turns=TREE_TURNS)


def _learnt(lab: Lab) -> tuple[Mapping[str, Accuracy], Accuracy]:
    return _classifiers(max(lab.games or TREE_GAMES, fingerprints.FEWEST_GAMES), lab.seed)


def _tree(lab: Lab) -> Finding:
    tree = _learnt(lab)[0][fingerprints.TREE]
    best = max(range(len(tree.rates)), key=lambda turn: tree.rates[turn])
    return Rate(tree.right[best], 0, tree.seen[best])


def _named_better(method: str) -> Claim:
    """That running the strategies names them better than what learns from figures of turns, each at its best turn."""

    def ours(lab: Lab) -> Finding:
        learnt, simulated = _learnt(lab)
        names, learns = max(simulated.rates), max(learnt[method].rates)
        return Exact("yes" if names > learns else "no", f"at best {names:.1%} against {learns:.1%}")

    return _said("Chapter 3.5", f"running the strategies names them better than {_CLASSIFIERS[method]}", ours)


_CLASSIFIERS = {
    fingerprints.TREE: "the tree",
    fingerprints.BAYES: "naive Bayes",
    fingerprints.SVM: "a support vector machine",
}


def _named_well(lab: Lab) -> Finding:
    _, simulated = _learnt(lab)
    turn = min(EARLY_TURNS, len(simulated.rates)) - 1
    low, high = wilson(simulated.right[turn], 0, simulated.seen[turn])
    told = f"{simulated.rates[turn]:.1%} ({low:.1%} to {high:.1%}) after {turn + 1} turns"
    if low <= VERY_ACCURATELY <= high:
        raise LudariumError(f"so many games do not show it: {told}")
    return Exact("yes" if low > VERY_ACCURATELY else "no", told)


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
        *(_named_better(method) for method in fingerprints.METHODS),
        _said(
            "Chapter 4.1",
            "running the strategies names them very accurately",
            _named_well,
            note=f"we take it for more than {VERY_ACCURATELY:.0%} by the turn from which replies follow it",
        ),
        *SAID,
        _said(
            "Chapter 1.4", "the adaptive player surpasses the basic strategies", _surpasses, note=f"by {SOURCES_OWN}"
        ),
        *(_ring(strategy) for strategy in range(STRATEGIES)),
        *people(),
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
