"""The mixed model: against numerical integration, and against planted effects."""

from __future__ import annotations

import numpy as np
import pytest

from ludarium.studies.analysis.mixed import PRIOR, LogisticMixed


def test_the_marginal_likelihood_is_near_that_by_quadrature() -> None:
    # One kind of group: the integral over each group's effect can be done by Gauss and Hermite's points.
    rng = np.random.default_rng(1)
    groups = np.repeat(np.arange(12), 15)
    fixed = np.column_stack([np.ones(180), rng.integers(0, 2, 180)]).astype(float)
    truth = fixed @ [0.3, -0.8] + rng.normal(0, 0.7, 12)[groups]
    yes = (rng.random(180) < 1 / (1 + np.exp(-truth))).astype(float)
    model = LogisticMixed(yes, fixed, [groups])
    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    for deviation in (0.3, 0.7, 1.2):
        value, effects, _ = model.settle([deviation])
        eta = fixed @ effects[:2]
        exact = 0.0
        for group in range(12):
            own = groups == group
            shifted = eta[own][:, None] + deviation * nodes[None, :]
            log_each = (yes[own][:, None] * shifted - np.logaddexp(0, shifted)).sum(0)
            exact += np.log((weights * np.exp(log_each)).sum() / np.sqrt(2 * np.pi))
        exact -= 0.5 * effects[1] ** 2 / PRIOR**2
        assert value == pytest.approx(exact, abs=0.15)


def test_planted_effects_are_recovered_and_covered() -> None:
    truth, covered, found = -1.1, 0, []
    studies = 10
    for seed in range(studies):
        rng = np.random.default_rng([2, seed])
        judges, tables = rng.integers(0, 25, 400), np.repeat(np.arange(100), 4)
        kind = rng.integers(0, 2, 400).astype(float)
        eta = 0.4 + truth * kind + rng.normal(0, 0.6, 25)[judges] + rng.normal(0, 0.8, 100)[tables]
        yes = (rng.random(400) < 1 / (1 + np.exp(-eta))).astype(float)
        fitted = LogisticMixed(yes, np.column_stack([np.ones(400), kind]), [judges, tables]).fit()
        error = float(np.sqrt(fitted.covariance[1, 1]))
        covered += abs(fitted.effects[1] - truth) <= 1.96 * error
        found.append((fitted.effects[1], *fitted.deviations))
    assert covered / studies >= 0.8
    effect, judge_deviation, table_deviation = np.mean(found, axis=0)
    assert effect == pytest.approx(truth, abs=0.2)
    assert judge_deviation == pytest.approx(0.6, abs=0.2)
    assert table_deviation == pytest.approx(0.8, abs=0.3)


def test_who_is_never_taken_for_human_stays_finite() -> None:
    groups = np.arange(60) % 10
    kind = (np.arange(60) % 2).astype(float)
    fitted = LogisticMixed(1 - kind, np.column_stack([np.ones(60), kind]), [groups]).fit()
    assert np.isfinite(fitted.effects).all()
    assert fitted.effects[1] < -2
