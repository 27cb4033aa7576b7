"""Whether a source's figures and ours agree: every claim is measured and judged."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist

from scipy.stats import t as student

from ludarium.arena.reproduce.reproduction import (
    Claim,
    Exact,
    Figure,
    Kind,
    Lab,
    Mean,
    Outcome,
    Rate,
    Reproduction,
    Row,
    Verdict,
)
from ludarium.arena.stats.goodness import ChiSquare, expected_range
from ludarium.arena.stats.statistics import rate, score_interval
from ludarium.engine.errors import LudariumError
from ludarium.store.faults import StoreError

ALPHA = 0.05
"""The chance that a source whose figures are all right is said to differ somewhere."""
FEW = 30
"""So many equal values may be taken for all there are."""


def reproduce(reproduction: Reproduction, lab: Lab, *, progress: Callable[[Row], None] | None = None) -> Outcome:
    """Find our figure for every claim, and judge."""
    measured = sum(claim.measured for claim in reproduction.claims)
    z = NormalDist().inv_cdf(1 - ALPHA / (2 * max(1, measured)))
    rows = []
    for claim in reproduction.claims:
        rows.append(_row(claim, lab, z))
        if progress is not None:
            progress(rows[-1])
    return Outcome(reproduction, lab.seed, tuple(rows), _method(measured))


def _method(measured: int) -> str:
    together = f" for the {measured} measured figures together (Bonferroni)" if measured > 1 else ""
    return (
        "counts and proved values must be equal; a measured figure agrees when theirs lies in our interval: score "
        f"interval of rates (Wilson; with ties Tango's form), Student's interval of means, 95 %{together}; where "
        "theirs is a sample, too, both uncertainties count (Newcombe's hybrid of score intervals; a mean with our "
        "variance); the interval of a χ² test is that of χ² in a sample of their size (noncentral χ²); where a source "
        "contradicts itself, that is its slip"
    )


def _row(claim: Claim, lab: Lab, z: float) -> Row:
    if claim.ours is None:
        return Row(claim, "not measured", claim.note or "no way to measure it here")
    try:
        finding = claim.ours(lab)
        if not isinstance(finding, Exact):
            return _measured_row(claim, finding, z)
    except StoreError:
        raise  # says nothing about the claim: whatever comes next meets the same database
    except LudariumError as error:
        return Row(claim, "not measured", str(error))
    _fits(claim, "count", "value", "verdict")
    same = _same(claim, finding.value)
    if not same and claim.slip:
        return Row(claim, "source's slip", claim.slip, finding.value)
    why = finding.why or ("the same" if same else "not the same")
    return Row(claim, "agrees" if same else "differs", why, finding.value)


def _same(claim: Claim, ours: Figure) -> bool:
    if isinstance(ours, float | int) and isinstance(claim.theirs, float | int):
        return abs(ours - claim.theirs) <= claim.tolerance
    return ours == claim.theirs


def _measured_row(claim: Claim, finding: Rate | Mean | ChiSquare, z: float) -> Row:
    if isinstance(finding, ChiSquare):
        return _test_row(claim, finding, z)
    _fits(claim, "rate" if isinstance(finding, Rate) else "mean")
    if isinstance(claim.theirs, str | ChiSquare):
        raise TypeError(f"claim '{claim.what}' is a {claim.kind}, but theirs is no number")
    ours, low, high, games = _interval(finding, z)
    # How far apart they may be: our interval's reach towards theirs and, where theirs is a sample, the other way round.
    above = ours > claim.theirs
    reach, where = ours - low if above else high - ours, "our interval"
    if claim.their_games is not None:
        reach, where = math.hypot(reach, _their_reach(claim, finding, z, above)), "what both samples allow"
        where += f" (theirs is taken for one of {claim.their_games:,} games)" if claim.inferred else ""
    allowed = reach + claim.tolerance
    verdict, why = _judge(claim, ours - claim.theirs, allowed, where)
    if verdict == "differs" and claim.slip:
        verdict, why = "source's slip", claim.slip
    return Row(claim, verdict, why, ours, low, high, games, allowed)


def _fits(claim: Claim, *kinds: Kind) -> None:
    if claim.kind not in kinds:
        raise TypeError(f"claim '{claim.what}' is a {claim.kind}, but what was found is a {' or '.join(kinds)}")


def _interval(finding: Rate | Mean, z: float) -> tuple[float, float, float, int]:
    if isinstance(finding, Rate):
        if not finding.games:
            raise LudariumError("no game gives a rate: play some")
        low, high = score_interval(finding.wins, finding.ties, finding.games, z)
        return rate(finding.wins, finding.ties, finding.games), low, high, finding.games
    mean, deviation, games = _moments(finding)
    if not deviation and games < FEW:
        raise LudariumError(f"the {games} values are all the same, which gives no interval: play more")
    # Student's distribution at the same level: of a few values the deviation itself is hardly known.
    reach = float(student.isf(NormalDist().cdf(-z), games - 1)) * deviation / math.sqrt(games)
    return mean, mean - reach, mean + reach, games


def _moments(finding: Mean) -> tuple[float, float, int]:
    """Mean, standard deviation and number of the values."""
    games, values = finding.values.total(), sorted(finding.values.items())
    if games < 2:
        raise LudariumError("a single game gives no interval of a mean: play more")
    mean = math.fsum(value * count for value, count in values) / games
    variance = math.fsum(count * (value - mean) ** 2 for value, count in values) / (games - 1)
    return mean, math.sqrt(variance), games


def _their_reach(claim: Claim, finding: Rate | Mean, z: float, above: bool) -> float:
    """How far the interval of their sample reaches towards our figure, above theirs or below."""
    assert claim.their_games is not None
    assert isinstance(claim.theirs, float | int)
    if isinstance(finding, Mean):  # sources hardly ever give a variance: ours stands for theirs
        return z * _moments(finding)[1] / math.sqrt(claim.their_games)
    low, high = score_interval(claim.theirs * claim.their_games, 0, claim.their_games, z)
    return high - claim.theirs if above else claim.theirs - low


def _judge(claim: Claim, difference: float, allowed: float, where: str) -> tuple[Verdict, str]:
    if abs(difference) <= allowed:
        return "agrees", f"theirs lies within {where}"
    direction = "higher" if difference > 0 else "lower"
    if claim.kind == "rate":
        apart, most = f"{100 * abs(difference):.2f} points of a hundred", f"{100 * allowed:.2f}"
    else:
        apart, most = f"{abs(difference):.4g}", f"{allowed:.4g}"
    return "differs", f"ours is {apart} {direction}, chance explains up to {most}"


def _test_row(claim: Claim, finding: ChiSquare, z: float) -> Row:
    """χ² grows with the games, so theirs is judged by what our effect would give in a sample of their size."""
    _fits(claim, "test")
    theirs = claim.theirs
    if not isinstance(theirs, ChiSquare) or theirs.freedom != finding.freedom:
        raise TypeError(f"claim '{claim.what}': theirs is no χ² of {finding.freedom} degrees of freedom")
    if not finding.enough:
        raise LudariumError(f"{finding.observations:,} observations are too few for a χ² test: play more")
    low, high = expected_range(finding, theirs.observations, 2 * NormalDist().cdf(-z))
    where = "below" if theirs.value < low - claim.tolerance else "above"
    fits = low - claim.tolerance <= theirs.value <= high + claim.tolerance
    if fits:
        fits = not finding.opposes(theirs, z)
        where = "within" if fits else "on the other side of"
    conclusions = {
        (True, True): "both reject equal chances at 5 %",
        (False, False): "neither rejects equal chances at 5 %",
        (True, False): "theirs alone rejects equal chances at 5 %",
        (False, True): "ours alone rejects equal chances at 5 %",
    }[theirs.rejects, finding.rejects]
    why = f"theirs lies {where} what ours gives in {theirs.observations:,} observations; {conclusions}"
    return Row(claim, "agrees" if fits else "differs", why, finding, low, high, finding.observations)
