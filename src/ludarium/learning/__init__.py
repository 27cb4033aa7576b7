"""Value functions learnt by self-play, for any game of two in which nothing is hidden and no dice fall."""

from ludarium.learning.convergence import Convergence, converge
from ludarium.learning.td import Hyperparameters, Learner, Rule

__all__ = ["Convergence", "Hyperparameters", "Learner", "Rule", "converge"]
