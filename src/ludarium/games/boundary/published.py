"""What the source found when people played: seven games against a basic strategy, four against the adaptive one.

For studies like it, and as rows of the reproduction. Our own games say nothing of people, so that nearly all of these
rows are not measured; what follows from the printed figures alone is worked out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ludarium.arena.reproduce.reproduction import Claim, Exact, Finding, Lab
from ludarium.studies.analysis.learning import PublishedLearning, PublishedTest

LEARNING = PublishedLearning(
    citation="R. Brown, Development of a Novel Game with Adaptive Learning Agents, 2013, chapters 4.2 and 5.1",
    people=40,
    win_rates={
        **{"P1": 0.23, "P2": 0.38},
        **{"G1": 0.48, "G2": 0.45, "G3": 0.40, "G4": 0.55, "G5": 0.49},
        **{"G6": 0.50, "G7": 0.34, "G8": 0.32, "G9": 0.30},
    },
    slopes={"before": 0.037, "after": -0.061},
    tests={
        "difficulty": PublishedTest(2.975, 3.275, 0.0482),
        "predictability": PublishedTest(None, None, 0.00313),
        "fun": PublishedTest(None, None, 0.0677),
    },
)

PEOPLE = "needs people: plan a study like the source's (ludarium study)"
BEFORE = 7
"""Games before the opponent changes: two of practice and five."""
_WHERE = "Chapters 3.6, 4.2, 5.1"
_TESTS = LEARNING.tests
ANSWERS: Mapping[str, float | str | None] = {
    "mean difficulty of the static opponent, 1 to 5": _TESTS["difficulty"].first,
    "mean difficulty of the adaptive opponent": _TESTS["difficulty"].second,
    "p that the adaptive one is thought more difficult": _TESTS["difficulty"].p,
    "p that it is thought harder to predict": _TESTS["predictability"].p,
    "p that it is thought more or less fun": _TESTS["fun"].p,
    "mean score of the guesses at the static strategy, 0 to 2": 1.15,
    "the same, who met greedy-capture": 1.43,
    "the same, who met defensive-treasure": 1.43,
    "the same, who met greedy-treasure": 0.90,
    "descriptions of the static opponent that name something complex": "10 of 40",
    "of these, who described hybrid-capture rightly": "1 of 10",
    "descriptions of the adaptive opponent that do": "17 of 40",
    "of these, with sensitivity to the context": "7 of 40",
    "people who took part": "40, of them 8 women",
    "their mean age": 24.3,
    "their ages": "19 to 62",
    "people who gave no age": 4,
    "ages of most of them": "20 to 23",
    "people who play strategy games": "20 of 40",
    "people who play no games": "7 of 40",
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
    "people's lead in points rises against the static opponent, but for game 3, and falls against the adaptive one",
    "against the adaptive opponent only those improve who met best-treasure",
    "who met best-treasure wins more against the adaptive opponent, who met greedy-treasure as much, others less",
    "who met best-treasure or greedy-capture wins least against it, who met defensive-treasure most",
    "people think the adaptive opponent harder to beat, whichever static one they met",
    "who met defensive-treasure or hybrid-capture finds it easier to beat than others find theirs",
    "who met defensive-treasure finds the adaptive opponent least harder",
    "all groups find the adaptive opponent harder to predict",
    "who met defensive-treasure finds it hardest to predict, who met best-treasure or greedy-capture easy",
    "no group found the adaptive opponent more fun",
    "who met greedy-capture has the most fun with the static opponent",
    "how well people guess the static strategy hardly goes with how often they win",
    "whether people play strategy games goes neither with wins nor with answers",
    "nobody guessed what the adaptive opponent does",
)
"""What the source says of people in words."""


def slope(rates: Sequence[float]) -> float:
    """Of the line that fits rates at 0, 1, 2 … best."""
    middle = (len(rates) - 1) / 2
    return sum((place - middle) * won for place, won in enumerate(rates)) / sum(
        (place - middle) ** 2 for place in range(len(rates))
    )


def people() -> Iterator[Claim]:
    """The rows about people."""
    for game, won in LEARNING.win_rates.items():
        kind = "practice " if game.startswith("P") else "game "
        yield Claim("Figure 4", f"people win in {kind}{game[1:]}", won, "rate", None, note=PEOPLE)
    rates = list(LEARNING.win_rates.values())
    yield _slope("static", LEARNING.slopes["before"], rates[:BEFORE])
    yield _slope("adaptive", LEARNING.slopes["after"], rates[BEFORE:])
    for what, theirs in ANSWERS.items():
        assert theirs is not None
        yield Claim(_WHERE, what, theirs, "verdict" if isinstance(theirs, str) else "value", None, note=PEOPLE)
    yield Claim(
        "Chapter 4.2",
        "a mean of 0.90 for seven to nine people with scores of 0, 1 and 2",
        "possible",
        "verdict",
        _mean_of_scores,
        slip="who met greedy-treasure were ten at least, or one of the two numbers is not right",
        origin="claim",
    )
    for table, what in DRAWN.items():
        yield Claim(table, what, "drawn, not printed", "verdict", None, note=LOST)
    for what in SAID:
        yield Claim("Chapters 4.2, 5.1", what, "yes", "verdict", None, note=PEOPLE, origin="claim")


def _slope(opponent: str, theirs: float, rates: Sequence[float]) -> Claim:
    def ours(lab: Lab) -> Finding:
        return Exact(round(slope(rates), 3))

    note = "from the printed rates; they are rounded, which moves the slope by up to 0.001"
    what = f"slope of people's win rates against the {opponent} opponent"
    return Claim("Chapter 5.1", what, theirs, "value", ours, tolerance=0.0011, note=note)


def _mean_of_scores(lab: Lab) -> Finding:
    possible = any(has_mean(0.90, people) for people in range(7, 10))
    return Exact("possible" if possible else "impossible")


def has_mean(mean: float, people: int) -> bool:
    """Whether whole scores of so many people, 0 to 2 each, have a mean that is printed so, with two decimals."""
    return any(abs(total / people - mean) < 0.005 + 1e-9 for total in range(2 * people + 1))
