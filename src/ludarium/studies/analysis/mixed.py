"""A logistic mixed model: yes or no by fixed effects, and by random effects of crossed groups: judges and tables.

The random effects are normal with a deviation for each kind of group. The deviations maximise the marginal likelihood
by Laplace's approximation; for given deviations, fixed and random effects are found together by Newton's method with
sparse matrices. (The mode of effects and deviations together does not exist: it grows without end where a deviation
goes to 0.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludarium.engine.errors import NotSuited

Floats = NDArray[np.float64]

_STEPS = 60
_LEAST, _MOST = -3.0, 1.6
"""Ends of the logarithm of a deviation: below e⁻³ a group is no group, and beyond e^1.6 its members differ in nothing
but yes and no."""
PRIOR = 3.0
"""The deviation of a normal prior of the fixed effects but the first: keeps an opponent finite whom nobody took for
human."""


@dataclass(frozen=True)
class Fitted:
    """Fixed effects with their covariance, the random effects' deviations, and the log marginal likelihood."""

    effects: Floats
    covariance: Floats
    deviations: tuple[float, ...]
    log_likelihood: float


class LogisticMixed:
    """The model of `yes` (0 or 1) by `fixed` (a row for each answer) and `groups` (a number for each answer, for each
    kind of group)."""

    def __init__(self, yes: Floats, fixed: Floats, groups: Sequence[NDArray[np.int64]]) -> None:
        from scipy.sparse import csr_matrix, hstack

        self.yes, self.number = yes, fixed.shape[1]
        lines = np.arange(len(yes))
        parts = [csr_matrix((np.ones(len(yes)), (lines, group))) for group in groups]
        self.sizes = [part.shape[1] for part in parts]
        self.columns = hstack([csr_matrix(fixed), *parts]).tocsr()
        self.ridge = np.array([0.0] + [PRIOR**-2] * (self.number - 1) + [1.0] * sum(self.sizes))

    def settle(self, deviations: Sequence[float], start: Floats | None = None) -> tuple[float, Floats, Any]:
        """The marginal log likelihood by Laplace's approximation, the effects (random ones in units of their deviation)
        and the factorised information."""
        from scipy.sparse import diags
        from scipy.sparse.linalg import splu

        scale = np.repeat([1.0, *deviations], [self.number, *self.sizes])
        design = (self.columns @ diags(scale)).tocsr()
        effects = np.zeros(len(scale)) if start is None else start

        def value(at: Floats) -> float:
            eta = design @ at
            return float(self.yes @ eta - np.logaddexp(0, eta).sum() - 0.5 * (self.ridge * at * at).sum())

        best = value(effects)
        for _ in range(_STEPS):
            p = 1 / (1 + np.exp(-(design @ effects)))
            information = (design.T @ diags(p * (1 - p)) @ design + diags(self.ridge)).tocsc()
            factor = splu(information)
            step = factor.solve(design.T @ (self.yes - p) - self.ridge * effects)
            part = 1.0
            while (new := value(effects + part * step)) < best - 1e-10 and part > 1e-4:
                part /= 2
            effects, best = effects + part * step, new
            if np.abs(step).max() < 1e-8:
                break
        else:
            raise NotSuited("the mixed model did not settle: too few answers for its effects")
        random = information[self.number :, self.number :].tocsc()
        log_determinant = float(np.log(np.abs(splu(random).U.diagonal())).sum())
        return best - 0.5 * log_determinant, effects, factor

    def fit(self) -> Fitted:
        """The deviations of the greatest marginal likelihood, and everything else at them."""
        from scipy.optimize import minimize

        last: Floats | None = None

        def loss(logs: Floats) -> float:
            nonlocal last  # effects change little from one trial to the next
            value, last, _ = self.settle(np.exp(logs).tolist(), last)
            return -value

        found = minimize(
            loss,
            np.full(len(self.sizes), -0.7),
            method="Nelder-Mead",
            bounds=[(_LEAST, _MOST)] * len(self.sizes),
            options={"xatol": 0.02, "fatol": 0.005},
        )
        deviations = np.exp(found.x).tolist()
        value, effects, factor = self.settle(deviations, last)
        size = len(effects)
        columns = factor.solve(np.eye(size, self.number))
        return Fitted(effects[: self.number], columns[: self.number], tuple(deviations), value)
