"""Which of people's moves were the best ones: what a search says who has more time than they had."""

from __future__ import annotations

from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.engine.position import View
from ludarium.players import make
from ludarium.players.searching import SearchPlayer
from ludarium.search.budget import Budget


class Analyst:
    """Searches positions by the method that suits each game, with so many iterations. The same decision is always
    judged alike."""

    def __init__(self, iterations: int) -> None:
        self._budget = Budget(iterations=iterations)
        self._searchers: dict[Game, SearchPlayer | None] = {}

    def best(self, view: View, move: str, seed: int) -> bool | None:
        """Whether a move was the best one: the one that the search chooses, or one that it tried at least half as often
        and values no lower. None where there was nothing to choose, or no search is made for the game."""
        searcher = self._searcher(view.game)
        if searcher is None or view.game.rules.checked is not None or len(view.options()) < 2:
            return None
        moves = searcher.search(view, self._budget, derive(seed, "analyst", view.seat)).moves
        own = next((one for one in moves if one.text == move), None)
        if own is None:
            return False
        return own is moves[0] or (2 * own.visits >= moves[0].visits and own.value >= moves[0].value)

    def _searcher(self, game: Game) -> SearchPlayer | None:
        if game not in self._searchers:
            player = make(game.suits, game)
            self._searchers[game] = player if isinstance(player, SearchPlayer) else None
        return self._searchers[game]
