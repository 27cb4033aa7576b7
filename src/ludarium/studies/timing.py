"""How long people take for a decision: a model fitted to people's decisions, from which times can be drawn.

    log seconds = level + b₁·log(legal moves) + b₂·phase + b₃·phase² + b₄·(difficulty − ½) + person + noise

with normal `person` and `noise`. A small share of the decisions is *pauses* instead: somebody looks away, and takes a
log-normal time that has nothing to do with the position. Everything is shrunk towards a prior, which holds alone where
there is no data. The page `docs/studies/timing.md` says where the prior's numbers come from.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from statistics import NormalDist, median
from typing import TYPE_CHECKING, Any

import numpy as np

from ludarium.engine.errors import LudariumError
from ludarium.engine.kernels.rng import derive
from ludarium.engine.record import Record
from ludarium.store import lab

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from ludarium.engine.game import Game
    from ludarium.studies.data import StudyData

_NORMAL = NormalDist()
_TINY = 0.01
"""Seconds below which no decision is believed: a shorter time counts as this."""
_ROUNDS, _STILL = 500, 1e-6
"""Rounds of the fit at most, and the change of the parameters at which it has come to rest."""
RESERVE = 0.9
"""The part of the time left on a clock that a drawn time may use at most."""


class BadTimeModel(LudariumError):
    """What is no model of decision times."""


@dataclass(frozen=True, slots=True)
class Timed:
    """A person's decision and how long it took."""

    person: str
    seconds: float
    legal: int
    """How many moves could be made."""
    phase: float
    """How far the game was, 0 to 1."""
    difficulty: float | None = None
    """How close the two best moves were, 0 to 1; None where nobody knows."""


@dataclass(frozen=True)
class TimeModel:
    """Decision times of people at one game. As it stands here, the prior: what is taken for any game without data."""

    level: float = math.log(2.0)
    """The logarithm of the seconds for a forced move at the start."""
    legal: float = 0.35
    """By how much they grow with the logarithm of the number of legal moves."""
    phase: float = 1.2
    phase_squared: float = -1.2
    """Together: slowest in the middle of a game, by a third."""
    difficulty: float = 0.6
    """Between a decision that is plain and one whose two best moves are equally good."""
    noise: float = 0.65
    """Standard deviation from decision to decision, of the logarithm; so are the following."""
    between: float = 0.35
    """Standard deviation from person to person."""
    pauses: float = 0.03
    """The share of decisions that are pauses."""
    pause: float = math.log(20.0)
    """The logarithm of a pause's median seconds."""
    pause_noise: float = 0.7
    least: float = 0.3
    """Seconds that a drawn time has at least: nobody moves a pointer faster."""
    most: float = 600.0
    """Seconds that a drawn time has at most."""
    length: float = 40.0
    """Decisions of a usual game, all players together: what `phase_at` goes by."""
    decisions: int = 0
    people: int = 0
    """What it was fitted to."""

    def phase_at(self, ply: int) -> float:
        """How far a game is after so many decisions, as far as one can say before it is over."""
        return min(1.0, ply / self.length)

    def expected(self, legal: int, phase: float, difficulty: float | None = None, person: float = 0.0) -> float:
        """The logarithm of the median seconds of a decision that is no pause; `person` is a person's own part."""
        effect = self.level + self.legal * math.log(max(1, legal)) + self.phase * phase
        effect += self.phase_squared * phase * phase + person
        return effect + (0.0 if difficulty is None else self.difficulty * (difficulty - 0.5))

    def person(self, seed: int) -> float:
        """The own part of somebody who is drawn: quicker than others below 0, slower above. One for a whole game."""
        return random.Random(derive(seed, "person")).gauss(0.0, self.between)

    def hastened(self, speed: float) -> TimeModel:
        """The same people, so many times faster than life."""
        shorter = math.log(speed)
        return replace(
            self,
            level=self.level - shorter,
            pause=self.pause - shorter,
            least=self.least / speed,
            most=self.most / speed,
        )

    def draw(
        self,
        seed: int,
        legal: int,
        phase: float,
        difficulty: float | None = None,
        *,
        person: float = 0.0,
        least: float = 0.0,
        most: float | None = None,
    ) -> float:
        """Seconds for one decision: the same for the same seed and situation. `least` and `most` narrow the model's own
        bounds.

        Bounds cut the distribution off instead of gathering what lies beyond: no time would come up again and again.
        """
        source = random.Random(seed)
        chance, place = source.random(), source.random()
        low = math.log(max(self.least, least))
        high = math.log(max(_TINY, min(self.most, math.inf if most is None else most)))
        if high <= low:  # hardly any time is left: somewhere in the second half of it
            return math.exp(high) * (0.5 + 0.5 * place)
        thought = NormalDist(self.expected(legal, phase, difficulty, person), self.noise)
        pause = NormalDist(self.pause, self.pause_noise)
        within = {part: (part.cdf(low), part.cdf(high)) for part in (thought, pause)}
        weight = (1 - self.pauses) * _mass(within[thought]), self.pauses * _mass(within[pause])
        if sum(weight) < 1e-12:  # both lie far outside: at the nearer bound, not always the same
            return math.exp(low + (high - low) * (0.02 * place if thought.mean < low else 1 - 0.02 * place))
        part = pause if chance * sum(weight) < weight[1] else thought
        first, last = within[part]
        share = first + place * (last - first)
        return math.exp(min(high, max(low, part.inv_cdf(min(max(share, 1e-15), 1 - 1e-15)))))

    def to_json(self) -> str:
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> TimeModel:
        """The model that `to_json` wrote."""
        try:
            data = json.loads(text)
            names = {field.name for field in fields(cls)}
            if not isinstance(data, dict) or set(data) != names:
                raise ValueError("its fields are others")
            if not all(isinstance(value, int | float) and math.isfinite(value) for value in data.values()):
                raise ValueError("every field needs a number")
            if min(data[name] for name in ("noise", "between", "pause_noise", "least", "length")) <= 0:
                raise ValueError("standard deviations, the least time and the length must be above 0")
            return cls(**data)
        except ValueError as error:
            raise BadTimeModel(f"this is no model of decision times: {error}; fit one anew") from None


PRIOR = TimeModel()
"""What is assumed of a game about which nothing is known."""


@dataclass(frozen=True)
class Trust:
    """How firmly the prior is held: standard deviations of the coefficients, and of the rest, the number of decisions
    (of people, for `between`) that the prior counts as much as."""

    level: float = 1.0
    legal: float = 0.2
    phase: float = 1.0
    phase_squared: float = 1.0
    difficulty: float = 0.5
    noise: float = 20.0
    between: float = 5.0
    pauses: float = 100.0
    pause: float = 10.0


def due(
    model: TimeModel,
    started: float,
    seed: int,
    ply: int,
    seat: int,
    legal: int,
    phase: float,
    left_on_clock: float | None = None,
    difficulty: float | None = None,
    least: float = 0.0,
) -> float:
    """When a player that is to pass for a person answers, on the clock by which `started` is told.

    `started` is when the decision could first be made, and `left_on_clock` what the seat had left then. Nothing else
    goes in, so whoever asks again, after a restart too, gets the same moment. The seat keeps its own pace all through
    the game. `least` is for a player that had no answer sooner: it takes as long as people who take longer than that.
    """
    stream = derive(seed, "pace", seat)
    most = None if left_on_clock is None else RESERVE * left_on_clock
    own = model.person(stream)
    return started + model.draw(derive(stream, ply), legal, phase, difficulty, person=own, least=least, most=most)


def difficulty_of(chances: Sequence[float]) -> float | None:
    """How hard it is to tell the best move: from the chance to win (0 to 1) that each move gives. 1: the two best are
    equally good; None with fewer than two."""
    if len(chances) < 2:
        return None
    best, second = sorted(chances, reverse=True)[:2]
    return 1.0 - min(1.0, max(0.0, best - second))


# --- fitting ----------------------------------------------------------------------------------------------------------


def fit(
    decisions: Iterable[Timed], *, length: float | None = None, prior: TimeModel = PRIOR, trust: Trust | None = None
) -> TimeModel:
    """The model that is most likely after people's decisions; the prior itself where there are none.

    `length` is the decisions of a usual game. The maximum of the posterior is found by expectation and maximisation:
    which decisions were pauses and how quick each person is are the unknowns that are averaged over.
    """
    given = [each for each in decisions if math.isfinite(each.seconds)]
    known = replace(prior, length=prior.length if length is None else max(1.0, length))
    if not given:
        return known
    return _Fit(given, known, trust or Trust()).found()


class _Fit:
    """The fit of one game's model. Rows are decisions; `who` numbers their people."""

    def __init__(self, given: Sequence[Timed], prior: TimeModel, trust: Trust) -> None:
        self._prior, self._trust = prior, trust
        seconds = np.array([max(_TINY, each.seconds) for each in given])
        self._times = np.log(seconds)
        self._rows = np.array([_regressors(each) for each in given])
        numbers = {person: number for number, person in enumerate(sorted({each.person for each in given}))}
        self._who = np.array([numbers[each.person] for each in given])
        self._people = len(numbers)
        self._least = _bound(seconds, prior)

    def found(self) -> TimeModel:
        model, persons, spread = self._prior, np.zeros(self._people), np.zeros(self._people)
        for _ in range(_ROUNDS):
            before = model
            weights = 1.0 - self._pausing(model, persons, spread)
            coefficients, persons, spread = self._regression(model, weights)
            model = self._variances(coefficients, persons, spread, weights)
            if max(abs(model.__dict__[name] - before.__dict__[name]) for name in _FREE) < _STILL:
                break
        return replace(model, least=self._least, decisions=len(self._times), people=self._people)

    def _pausing(self, model: TimeModel, persons: Any, spread: Any) -> Any:
        """For each decision, how likely it was a pause."""
        expected = self._rows @ _coefficients(model) + persons[self._who]
        wide = np.sqrt(model.noise**2 + spread[self._who])
        thought = np.log1p(-model.pauses) + _density(self._times, expected, wide)
        pause = math.log(model.pauses) + _density(self._times, model.pause, model.pause_noise)
        return 1.0 / (1.0 + np.exp(np.clip(thought - pause, -700, 700)))

    def _regression(self, model: TimeModel, weights: Any) -> tuple[Any, Any, Any]:
        """The coefficients, each person's own part, and its variance, given the variances of `model`.

        People are eliminated first: what is left are five equations, however many there are.
        """
        rows, who, count = self._rows, self._who, self._people
        mass = np.bincount(who, weights, count)
        shrunk = 1.0 / (mass + model.noise**2 / model.between**2)
        sums = np.stack([np.bincount(who, weights * column, count) for column in rows.T], axis=1)
        total = np.bincount(who, weights * self._times, count)
        normal = rows.T @ (weights[:, None] * rows) - sums.T @ (shrunk[:, None] * sums)
        right = rows.T @ (weights * self._times) - sums.T @ (shrunk * total)
        firm = np.diag(model.noise**2 / _sds(self._trust) ** 2)
        coefficients = np.linalg.solve(normal + firm, right + firm @ _coefficients(self._prior))
        persons = shrunk * (total - sums @ coefficients)
        return coefficients, persons, model.noise**2 * shrunk

    def _variances(self, coefficients: Any, persons: Any, spread: Any, weights: Any) -> TimeModel:
        prior, trust = self._prior, self._trust
        rest = self._times - self._rows @ coefficients - persons[self._who]
        noise = (weights @ (rest**2 + spread[self._who]) + trust.noise * prior.noise**2) / (weights.sum() + trust.noise)
        between = ((persons**2 + spread).sum() + trust.between * prior.between**2) / (self._people + trust.between)
        pausing = 1.0 - weights
        share = (pausing.sum() + trust.pauses * prior.pauses) / (len(weights) + trust.pauses)
        held = pausing.sum() + trust.pause
        pause = (pausing @ self._times + trust.pause * prior.pause) / held
        wide = pausing @ (self._times - pause) ** 2 + trust.pause * (prior.pause_noise**2 + (prior.pause - pause) ** 2)
        fitted: dict[str, Any] = dict(zip(_COEFFICIENTS, map(float, coefficients), strict=True))
        return replace(
            prior,
            **fitted,
            noise=math.sqrt(noise),
            between=math.sqrt(between),
            pauses=float(share),
            pause=float(pause),
            pause_noise=math.sqrt(wide / held),
        )


_COEFFICIENTS = ("level", "legal", "phase", "phase_squared", "difficulty")
_FREE = (*_COEFFICIENTS, "noise", "between", "pauses", "pause", "pause_noise")


def _regressors(decision: Timed) -> tuple[float, ...]:
    """In the order of `_COEFFICIENTS`; an unknown difficulty is a middling one."""
    phase = min(1.0, max(0.0, decision.phase))
    hard = 0.0 if decision.difficulty is None else decision.difficulty - 0.5
    return 1.0, math.log(max(1, decision.legal)), phase, phase * phase, hard


def _coefficients(model: TimeModel) -> Any:
    return np.array([getattr(model, name) for name in _COEFFICIENTS])


def _sds(trust: Trust) -> Any:
    return np.array([getattr(trust, name) for name in _COEFFICIENTS])


def _density(times: Any, mean: Any, spread: Any) -> Any:
    """The logarithm of the normal density, but for a constant."""
    return -np.log(spread) - 0.5 * ((times - mean) / spread) ** 2


def _bound(seconds: Any, prior: TimeModel, *, enough: int = 200) -> float:
    """The least time: the prior's, or lower where enough of people's own times are."""
    return prior.least if len(seconds) < enough else float(min(prior.least, np.quantile(seconds, 0.001)))


def _mass(within: tuple[float, float]) -> float:
    return max(0.0, within[1] - within[0])


# --- where decisions come from ----------------------------------------------------------------------------------------


def stored_decisions(
    connection: Connection, game: str, load_game: Callable[..., Game], *, games: int | None = 200
) -> tuple[list[Timed], float | None]:
    """People's decisions in the newest finished matches of a game in the lab, and the median length of those matches.

    Decisions that were stood in for are left out: their time is the clock's. The phase goes by the median length, as
    one must where a match is not over yet.
    """
    found: list[tuple[int, str, float, int]] = []
    lengths: list[int] = []
    for _, text, people in lab.played_by_people(connection, game, limit=games):
        record = Record.from_json(text)
        lengths.append(len(record.decisions))
        before = None
        for ply, (decision, position) in enumerate(record.replay(load_game)):
            if decision is not None and before is not None and decision.seat in people and not decision.fault:
                legal = len(before.view(decision.seat).moves())
                found.append((ply - 1, str(people[decision.seat]), decision.seconds, legal))
            before = position
    if not lengths:
        return [], None
    length = max(1.0, median(lengths))
    return [Timed(who, seconds, legal, min(1.0, ply / length)) for ply, who, seconds, legal in found], length


def study_decisions(data: StudyData) -> tuple[list[Timed], float | None]:
    """The same from the tables of a study: people's decisions that have a time, without the time of a hidden tab."""
    lengths: Mapping[str, int] = {game.table: game.plies for game in data.games if game.plies > 0}
    length = max(1.0, median(lengths.values())) if lengths else None
    found = []
    for each in data.counted().decisions:
        if each.participant is None or each.seconds is None or each.legal is None:
            continue
        phase = each.phase if length is None else min(1.0, each.ply / length)
        found.append(Timed(each.participant, max(0.0, each.seconds - each.hidden), each.legal, phase or 0.0))
    return found, length
