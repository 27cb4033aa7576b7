"""A run of the search, from the first candidate to the last, in a folder from which it can go on after any end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from ludarium.design.candidates import BadRun, Candidate, Evaluation, Proposal, evaluation_of
from ludarium.design.evaluate import seed_of
from ludarium.design.executor import Executor, executor, threads
from ludarium.design.fitness import balance
from ludarium.design.folder import RETESTS, Folder, Writer
from ludarium.design.methods import Exhausted, Member, Method
from ludarium.design.selfplay import game_seeds, play
from ludarium.design.settings import Settings
from ludarium.engine.kernels.rng import derive
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import RuleSet

BEST = 5
"""How many of the fittest the tables show, as the source's do."""

Progress = Callable[["Search", Candidate], None]
"""Told of every candidate that was judged, in order."""


@dataclass
class Step:
    """The population after a candidate: a point of the curves. None while there is no population."""

    number: int
    fitness: float | None
    diversity: float | None
    fittest: float | None


@dataclass
class Search:
    """A method at work on a run's settings, with the course it has taken."""

    settings: Settings
    method: Method
    course: list[Step] = field(default_factory=list)
    ended: str = ""
    """Why there are fewer candidates than asked for."""

    @classmethod
    def begin(cls, settings: Settings) -> Search:
        return cls(settings, settings.start())

    @property
    def total(self) -> int:
        """Candidates in all, the traditional games included."""
        return self.method.first_child + self.settings.children

    def take(self, proposal: Proposal, evaluation: Evaluation) -> Candidate:
        candidate = self.method.take(proposal, evaluation)
        means, best = self.method.means(), self.method.best(1)
        self.course.append(
            Step(
                candidate.number,
                means[0] if means else None,
                means[1] if means else None,
                best[0].fitness if best else None,
            )
        )
        return candidate


def carry_out(
    folder: Folder, *, workers: int | None = None, ray: str | None = None, progress: Progress | None = None
) -> Search:
    """Evaluate every candidate that is not stored yet; the finished search. Safe to kill at any moment."""
    with folder.writing() as writer:
        stored = folder.lines()
        search = Search.begin(folder.settings)
        with executor(folder.settings, workers, ray) as hands:
            _drive(search, stored, hands, writer, progress)
        if folder.noted(RETESTS) is None:
            _retest(folder, search.method.best(BEST), workers)
    return search


def follow(settings: Settings, stored: list[dict[str, Any]], progress: Progress | None = None) -> Search:
    """The search as far as it is stored, without playing anything."""
    search = Search.begin(settings)
    waiting: list[Proposal] = []
    for line in stored:
        while search.method.needs(line["number"]) > len(search.course):
            _judge(search, waiting.pop(0), evaluation_of(stored[len(search.course)]), progress)
        waiting.append(_proposed(search.method, line["number"], line))
    for proposal in waiting:
        _judge(search, proposal, evaluation_of(stored[proposal.number]), progress)
    return search


def _judge(search: Search, proposal: Proposal, evaluation: Evaluation, progress: Progress | None) -> Candidate:
    candidate = search.take(proposal, evaluation)
    if progress is not None:
        progress(search, candidate)
    return candidate


def _proposed(method: Method, number: int, line: Mapping[str, Any] | None) -> Proposal:
    proposal = method.propose(number)
    if line is not None and line["game"] != proposal.rules.short_form:
        raise BadRun(
            f"candidate {number} is stored as '{line['game']}', but these settings give "
            f"'{proposal.rules.short_form}': the run was made by another version, or its files were changed"
        )
    return proposal


def _drive(
    search: Search, stored: list[dict[str, Any]], hands: Executor, writer: Writer, progress: Progress | None
) -> None:
    promised: list[tuple[Proposal, Future[Evaluation] | Evaluation]] = []

    def settle() -> None:
        proposal, promise = promised.pop(0)
        evaluation = promise if isinstance(promise, Evaluation) else promise.result()
        candidate = _judge(search, proposal, evaluation, progress)
        if candidate.number >= len(stored):
            writer.add(candidate.to_line())

    for number in range(search.total):
        while search.method.needs(number) > len(search.course):
            settle()
        line = stored[number] if number < len(stored) else None
        try:
            proposal = _proposed(search.method, number, line)
        except Exhausted as why:
            search.ended = str(why)
            break
        promised.append((proposal, evaluation_of(line) if line is not None else hands.submit(proposal)))
    while promised:
        settle()


# --- the fittest once more --------------------------------------------------------------------------------------------


def _retest(folder: Folder, best: list[Member], workers: int | None) -> None:
    """Fresh games of the fittest: the highest of many noisy figures is too high, fresh games are not."""
    with threads(workers) as hands:
        found = hands.map(lambda member: fresh(folder.settings, member.rules), best)
        folder.note(
            RETESTS, [{"game": member.rules.short_form, **result} for member, result in zip(best, found, strict=True)]
        )


def fresh(settings: Settings, rules: RuleSet) -> dict[str, Any]:
    """As many games as a candidate plays, with seeds that no candidate had."""
    seeds = game_seeds(derive(seed_of(settings, rules), "retest"), settings.games)
    first, second, draws = play(RuleSetGame(rules), seeds, settings.budget, player=settings.player).counts
    return {"first": first, "second": second, "draws": draws, "balance": balance(first, second, draws)}
