"""What a study found as tables that people read: for the page and for the terminal."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ludarium.arena.report.shown import INTERVAL, Shown
from ludarium.arena.report.words import number, number_range, p_value, percent, percent_range, signed
from ludarium.studies.analysis.agreement import Agreement
from ludarium.studies.analysis.clustered import Estimate
from ludarium.studies.analysis.habits import Habits
from ludarium.studies.analysis.judges import Judges
from ludarium.studies.analysis.learning import EVERYBODY, Learning
from ludarium.studies.analysis.playtest import OVERALL, Playtest
from ludarium.studies.analysis.preference import Preferences
from ludarium.studies.analysis.strategies import Strategies
from ludarium.studies.data import PERSON

NONE = "–"


def _number(value: float | None, digits: int = 2) -> str:
    if value is None or math.isnan(value):
        return NONE
    return number(value, digits) if math.isfinite(value) else "∞"


def _percent(value: float | None) -> str:
    return NONE if value is None else percent(value)


def _ends(estimate: Estimate | None, digits: int = 2) -> str:
    if estimate is None or not (math.isfinite(estimate.low) and math.isfinite(estimate.high)):
        return NONE
    return number_range(estimate.low, estimate.high, digits)


def _p(value: float | None) -> str:
    return NONE if value is None else p_value(value)


def judge_tables(found: Judges) -> Iterator[Shown]:
    """The judges, the ablest first; and those whose answers may be false."""
    yield Shown(
        "Judges, the ablest first",
        ("judge", "judgements", "hits", "can't tell", "says human", "weight", "ability", "± error", "group", "cluster"),
        tuple(
            (
                f"{row.judge} ★" if row.super_expert else row.judge,
                f"{row.judgements}",
                percent(row.share, 0),
                f"{row.unknown}",
                percent(row.said_human, 0),
                number(row.weight, 2),
                _number(row.ability),
                _number(row.error),
                NONE if row.group is None else str(row.group),
                NONE if row.cluster is None else str(row.cluster),
            )
            for row in found.judges
        ),
    )
    if found.suspects:
        rows = tuple((row.judge, "; ".join(row.suspicions)) for row in found.suspects)
        yield Shown("Possible falsifiers", ("judge", "why"), rows, 2)
    if found.rasch:
        yield Shown(
            "How hard it is to tell",
            ("opponent", "judgements", "hits", "difficulty", INTERVAL, "infit", "outfit"),
            tuple(
                (
                    "people" if item.name == PERSON else item.name,
                    f"{item.answers:,}",
                    percent(item.right / item.answers),
                    signed(item.difficulty, 2),
                    number_range(item.low, item.high, 2),
                    number(item.infit, 2),
                    number(item.outfit, 2),
                )
                for item in sorted(found.rasch.items, key=lambda item: -item.difficulty)
            ),
        )


def strategy_tables(found: Strategies) -> Iterator[Shown]:
    """The strategies beside the people, the pairs, and the mixed model."""
    yield Shown(
        "Judged human, the most human first",
        ("opponent", "judgements", "can't tell", "human", INTERVAL, "beside people", INTERVAL, "p (Holm)", "passes"),
        tuple(
            (
                "people" if row.strategy == PERSON else row.strategy,
                f"{row.judgements:,}",
                f"{row.unknown:,}",
                _percent(row.human.value if row.human else None),
                percent_range(row.human.low, row.human.high) if row.human else NONE,
                f"{signed(100 * row.lead.value, 1)} pp" if row.lead else NONE,
                number_range(100 * row.lead.low, 100 * row.lead.high, 1) if row.lead else NONE,
                _p(row.p_holm),
                NONE if row.strategy == PERSON or row.lead is None else "yes" if row.passes else "no",
            )
            for row in found.everybody
        ),
    )
    yield Shown(
        "Told from people (d′), and the point in space",
        ("opponent", "d′", INTERVAL, "d′ of pairs", INTERVAL, "pairs", "detection", "fun", "challenge"),
        tuple(
            (
                row.strategy,
                _number(row.d_prime.value if row.d_prime else None),
                _ends(row.d_prime),
                _number(row.forced.value if row.forced else None),
                _ends(row.forced),
                f"{row.pairs:,}",
                _number(row.point.detection),
                _number(row.point.fun),
                _number(row.point.challenge),
            )
            for row in found.strategies
        ),
    )
    if found.pairs:
        yield Shown(
            "Strategies against each other: the first's share judged human minus the second's",
            ("first", "second", "difference", INTERVAL, "p (Holm)"),
            tuple(
                (
                    pair.first,
                    pair.second,
                    f"{signed(100 * pair.lead.value, 1)} pp",
                    number_range(100 * pair.lead.low, 100 * pair.lead.high, 1),
                    p_value(pair.p_holm),
                )
                for pair in found.pairs
            ),
            2,
        )
    if found.model:
        base = "people" if found.model.baseline == PERSON else found.model.baseline
        yield Shown(
            f"Mixed model: log odds of being judged human, relative to {base}",
            ("opponent", "log odds", INTERVAL, "p"),
            tuple(
                (row.strategy, signed(row.value, 2), number_range(row.low, row.high, 2), p_value(row.p))
                for row in found.model.effects
            ),
        )


def learning_tables(found: Learning) -> Iterator[Shown]:
    """Slopes, tests, and the source's figures beside ours."""
    yield Shown(
        "Slopes: the growth from game to game",
        ("condition", "phase", "figure", "of the means", "mean of people", INTERVAL, "people"),
        tuple(
            (
                row.condition if row.condition != EVERYBODY else "all",
                row.phase,
                {"won": "win rate", "difference": "score difference"}[row.figure],
                signed(row.of_means, 3),
                NONE if row.mean is None else signed(row.mean.value, 3),
                _ends(row.mean, 3),
                f"{row.people}",
            )
            for row in found.slopes
        ),
        3,
    )
    if found.tests:
        yield Shown(
            "After the switch against before it, person by person",
            ("figure", "people", "before", "after", "difference", INTERVAL, "t", "p", "d", INTERVAL, "Wilcoxon p"),
            tuple(
                (
                    row.name,
                    f"{row.people}",
                    number(row.first, 3),
                    number(row.second, 3),
                    signed(row.difference, 3),
                    number_range(row.low, row.high, 3),
                    _number(row.t),
                    p_value(row.p),
                    _number(row.d),
                    _ends(Estimate(row.d, row.d_low, row.d_high)),
                    p_value(row.wilcoxon_p),
                )
                for row in found.tests
            ),
        )
    if found.beside:
        yield Shown(
            f"Beside the source ({found.citation})",
            ("figure", "ours", INTERVAL, "theirs"),
            tuple(
                (
                    row.figure,
                    _p(row.ours) if row.figure.endswith("p value") else _number(row.ours, 3),
                    NONE if row.low is None or row.high is None else number_range(row.low, row.high, 3),
                    _p(row.theirs) if row.figure.endswith("p value") else _number(row.theirs, 3),
                )
                for row in found.beside
            ),
        )


def playtest_tables(found: Playtest) -> Iterator[Shown]:
    """Ratings by game and question, and the correlations."""
    questions = list(dict.fromkeys(row.question for row in found.ratings))
    values = {(row.game, row.question): row for row in found.ratings}
    rows = []
    for game in dict.fromkeys(row.game for row in found.ratings):
        overall = values[game, OVERALL]
        cells = [_number(values[game, name].value.value if (game, name) in values else None) for name in questions]
        rows.append((game, f"{overall.people}", *cells, _ends(overall.value), _number(overall.quality)))
    columns = ("game", "people", *questions, f"{OVERALL}, {INTERVAL}", "computed")
    yield Shown("Ratings from 0 to 1, the best liked first", columns, tuple(rows))
    if found.correlations:
        yield Shown(
            "Correlation of ratings with computed quality, over games",
            ("question", "kind", "correlation", INTERVAL, "games", "people"),
            tuple(
                (
                    row.question,
                    row.kind.capitalize(),
                    signed(row.value, 2),
                    number_range(row.low, row.high, 2),
                    f"{row.games}",
                    f"{row.people}",
                )
                for row in found.correlations
            ),
            2,
        )


def preference_tables(found: Preferences) -> Iterator[Shown]:
    """Pairs, strengths, and the effect of the order."""
    yield Shown(
        "Preferences",
        ("question", "first", "second", "for the first", "for the second", "neither", "share", INTERVAL, "p (Holm)"),
        tuple(
            (
                pair.question,
                pair.first,
                pair.second,
                f"{pair.wins}",
                f"{pair.losses}",
                f"{pair.neither}",
                _percent(pair.share),
                percent_range(pair.low, pair.high),
                p_value(pair.p_holm),
            )
            for pair in found.pairs
        ),
        3,
    )
    for question, rows in found.strengths.items():
        yield Shown(
            f"Strengths by {question}",
            ("opponent", "comparisons", "Elo", INTERVAL),
            tuple((row.name, f"{row.games}", signed(row.elo), number_range(row.low, row.high)) for row in rows),
        )
    yield Shown(
        "Whether it matters who was met first",
        ("question", "for the first met", "for the second met", "p"),
        tuple((row.question, f"{row.first}", f"{row.second}", p_value(row.p)) for row in found.orders),
    )


def habit_tables(found: Habits) -> Iterator[Shown]:
    """Best moves, openings, and what the games' own sources name."""
    if found.best:
        yield Shown(
            "Best moves found",
            ("who", "decisions", "share", INTERVAL),
            tuple(
                (row.who, f"{row.decisions:,}", percent(row.share.value), percent_range(row.share.low, row.share.high))
                for row in found.best
            ),
        )
    if found.openings:
        yield Shown(
            "Favourite openings",
            ("game", "moves", "games", "share"),
            tuple((row.game, " ".join(row.moves), f"{row.games}", percent(row.share, 0)) for row in found.openings),
            2,
        )
    if found.own:
        yield Shown(
            "Habits that the games' sources name",
            ("game", "habit", "ours", INTERVAL, "of", "source"),
            tuple(
                (
                    row.game,
                    row.habit.replace("_", " "),
                    _number(row.value),
                    NONE if row.low is None or row.high is None else number_range(row.low, row.high, 2),
                    f"{row.of:,}",
                    _number(row.source),
                )
                for row in found.own
            ),
            2,
        )


def agreement_tables(found: Sequence[Agreement]) -> Iterator[Shown]:
    """α by question."""
    if found:
        yield Shown(
            "Agreement of the graders",
            ("question", "graders", "answers", "Krippendorff's α", INTERVAL),
            tuple(
                (
                    row.question,
                    f"{row.graders}",
                    f"{row.answers}",
                    number(row.alpha, 2),
                    number_range(row.low, row.high, 2),
                )
                for row in found
            ),
        )
