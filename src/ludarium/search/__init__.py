"""Search, compiled once and bound to any game: alpha-beta, MaxN, MCTS, SO- and MO-ISMCTS, a solver and perft."""

from ludarium.search.alphabeta import alphabeta
from ludarium.search.budget import Budget
from ludarium.search.infoset import infoset_search, open_search, partial_search
from ludarium.search.maxn import maxn
from ludarium.search.mcts import mcts
from ludarium.search.perft import perft
from ludarium.search.report import MoveReport, SearchReport
from ludarium.search.solver import Solution, solve
from ludarium.search.warm import warm, warm_rules

__all__ = [
    "Budget",
    "MoveReport",
    "SearchReport",
    "Solution",
    "alphabeta",
    "infoset_search",
    "maxn",
    "mcts",
    "open_search",
    "partial_search",
    "perft",
    "solve",
    "warm",
    "warm_rules",
]
