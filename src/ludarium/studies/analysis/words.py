"""What a study found, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ludarium.arena.report.words import number, p_words, percent, plural, signed
from ludarium.arena.stats.statistics import SIGNIFICANT
from ludarium.studies.analysis.judges import Judges
from ludarium.studies.analysis.learning import Learning
from ludarium.studies.analysis.playtest import OVERALL, Playtest
from ludarium.studies.analysis.preference import Preferences
from ludarium.studies.analysis.strategies import Strategies


@dataclass(frozen=True)
class People:
    """Who took part."""

    consented: int
    completed: int
    dropped: int
    screened: int
    active: int
    withdrawn: int
    pilots: int
    """Counted in none of the others."""
    minutes: float | None
    """The median from consent to the end."""
    conditions: Mapping[str, tuple[int, int]]
    """By condition: begun and completed."""


def of_people(people: People) -> Iterator[str]:
    if people.consented:
        who = "person" if people.consented == 1 else "people"
        yield f"{people.completed} of {people.consented} {who} who agreed to take part completed the study."
    else:
        yield "Nobody has taken part yet."


def of_judges(found: Judges) -> Iterator[str]:
    hits, total = sum(row.hits for row in found.judges), sum(row.judgements for row in found.judges)
    yield f"{plural(len(found.judges), 'judge')} made {plural(total, 'judgement')}; {percent(hits / total)} were true."
    if found.super_experts:
        own = [row for row in found.judges if row.super_expert]
        share = sum(row.hits for row in own) / sum(row.judgements for row in own)
        yield f"{plural(len(own), 'super expert')} were right in {percent(share)}."
    if found.suspects:
        names = ", ".join(row.judge for row in found.suspects[:5]) + (" …" if len(found.suspects) > 5 else "")
        yield f"{plural(len(found.suspects), 'judge')} may have given false answers: {names}."


def of_strategies(found: Strategies) -> Iterator[str]:
    if found.people and found.people.human:
        yield f"Real people were judged human in {percent(found.people.human.value)} of the decided judgements."
    if not found.strategies or found.strategies[0].human is None:
        return
    first = found.strategies[0]
    assert first.human is not None
    yield (
        f"The most human strategy is {first.strategy}, judged human in {percent(first.human.value)} "
        f"(95\N{NO-BREAK SPACE}%: {number(100 * first.human.low, 1)} to {percent(first.human.high)})."
    )
    if found.people:
        passing = [row.strategy for row in found.strategies if row.passes]
        told = ", ".join(passing[:5]) + (" …" if len(passing) > 5 else "")
        number_ = len(found.strategies)
        yield (
            f"{len(passing)} of {number_} {'strategy' if number_ == 1 else 'strategies'} cannot be told from people: "
            f"{told}."
            if passing
            else "Every strategy is judged human significantly less often than people."
        )


def of_learning(found: Learning) -> Iterator[str]:
    for row in found.slopes:
        if row.condition == "" and row.figure == "won":
            ends = (
                f" (95\N{NO-BREAK SPACE}%: {signed(row.mean.low, 3)} to {signed(row.mean.high, 3)})" if row.mean else ""
            )
            when = "before the switch" if row.phase == "before" else "after it"
            yield f"The win rate changes by {signed(row.of_means, 3)} a game {when}{ends}."
    for test in found.tests:
        if test.p <= SIGNIFICANT:
            digits = 3 if max(abs(test.first), abs(test.second)) < 1 else 2
            yield (
                f"{test.name[0].upper()}{test.name[1:]} changes from {number(test.first, digits)} to "
                f"{number(test.second, digits)} after the switch ({p_words(test.p)}, d = {number(test.d, 2)})."
            )


def of_playtest(found: Playtest) -> Iterator[str]:
    liked = list(found.overall.items())
    yield f"Best liked is {liked[0][0]}, rated {number(liked[0][1], 2)} of 1."
    for row in found.correlations:
        if row.question == OVERALL and row.kind == "spearman":
            yield (
                f"Ratings and computed quality correlate by {signed(row.value, 2)} over {plural(row.games, 'game')} "
                f"(95\N{NO-BREAK SPACE}%: {signed(row.low, 2)} to {signed(row.high, 2)})."
            )


def of_preferences(found: Preferences) -> Iterator[str]:
    for pair in found.pairs:
        if pair.significant and pair.share is not None:
            better, worse = (pair.first, pair.second) if pair.wins > pair.losses else (pair.second, pair.first)
            most, least = max(pair.wins, pair.losses), min(pair.wins, pair.losses)
            yield f"{pair.question}: {better} is preferred to {worse} by {most} to {least} ({p_words(pair.p_holm)})."
    if not any(pair.significant for pair in found.pairs):
        yield "No preference goes beyond what chance would explain."
