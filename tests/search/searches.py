"""The searches by name, all called alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludarium.engine.position import View
from ludarium.search import Budget, SearchReport, alphabeta, infoset_search, maxn, mcts

Search = Callable[..., SearchReport]


def several_observers(view: View, budget: Budget, seed: int, **options: Any) -> SearchReport:
    return infoset_search(view, budget, seed, multiple=True, **options)


SEARCHES: dict[str, Search] = {
    "alphabeta": alphabeta,
    "maxn": maxn,
    "mcts": mcts,
    "ismcts": infoset_search,
    "mo-ismcts": several_observers,
}
