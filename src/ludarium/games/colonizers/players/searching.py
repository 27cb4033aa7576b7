"""The searches with the heuristic in their play-outs, and the source's numbers as defaults.

`ismcts` is the source's SO-ISMCTS: everybody's moves are taken to be seen, also the picks. `ismcts-pom` and `mo-ismcts`
are what the source discusses and leaves out. The weight of exploration c is meant for the source's rewards, 1, 0.2,
0.1 and 0 by rank; the searches stretch it together with these rewards, which makes no difference to any choice.
"""

from __future__ import annotations

from typing import Any, ClassVar

from ludarium.engine import Parameter, View, kernel
from ludarium.engine.game import Game
from ludarium.engine.rules import BoundRules
from ludarium.games.colonizers.players.heuristic import heuristic_move
from ludarium.games.colonizers.rules import FIRST_BONUS, FULL_COLONY, LATER_BONUS
from ludarium.games.colonizers.table import SEATS, State
from ludarium.players import searching
from ludarium.search import Budget, SearchReport, infoset_search, maxn, open_search, partial_search

ITERATIONS = 200
C = 0.7
CARD_WORTH, OMNIUM_WORTH = 0.6, 0.3
"""What the source's program adds for each card in hand and each Omnium."""
OWN, PRINTED = "own", "printed"
COLONY, PROGRAM = "colony", "program"
MOST_POINTS = 82.0
"""No colony is worth as much: 8 modules and 4 points for being first come to 81."""


def _tree_parameters() -> tuple[Parameter, ...]:
    return (
        Parameter("iterations", ITERATIONS, "simulations a decision", low=1, high=10**12),
        Parameter("seconds", 0.0, "time a decision; 0 means that only the iterations count", low=0, high=86400),
        Parameter("c", C, "weight of exploration in UCB1, for rewards between 0 and 1", low=0, high=100),
    )


@kernel
def colony_value(state: State, rewards: Any) -> None:
    """Each seat's colony as it stands: its values and its bonus, stretched to -1 … 1.

    The source's text does not say what its MaxN maximises. This is what everybody can see and what counts in the end.
    """
    for seat in range(SEATS):
        points = int(state.score[seat])
        if int(state.built[seat]) >= FULL_COLONY:
            points += FIRST_BONUS if int(state.first) == seat + 1 else LATER_BONUS
        rewards[seat] = 2.0 * points / MOST_POINTS - 1.0


@kernel
def program_value(state: State, rewards: Any) -> None:
    """What the source's program takes a position for, during the game and at its end: the colony's values, a little
    for each card and each Omnium, and 4 for a full colony, first or not. Stretched as `colony_value` is."""
    for seat in range(SEATS):
        points = int(state.score[seat]) + CARD_WORTH * int(state.cards[seat]) + OMNIUM_WORTH * int(state.omnium[seat])
        if int(state.built[seat]) == FULL_COLONY:
            points += FIRST_BONUS
        rewards[seat] = 2.0 * points / MOST_POINTS - 1.0


class MaxN(searching.MaxN):
    """MaxN with the source's numbers: ten sampled worlds, seven plies, the move that is best in most of them.

    `root=printed,value=program` is the source's own: its root compares lists of everybody's payoffs, so that whoever
    moves plays for the first seat.
    """

    summary = "looks ahead seven plies in ten worlds: everybody plays for their colony"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("iterations", 20_000_000, "positions a decision", low=1, high=10**12),
        Parameter("seconds", 0.0, "time a decision; 0 means that only the iterations count", low=0, high=86400),
        Parameter("depth", 7, "plies to look ahead at most", low=1, high=20),
        Parameter("worlds", 10, "sampled worlds", low=1, high=10_000),
        Parameter(
            "root",
            OWN,
            "whose value decides: the mover's own, or as the source prints it the first seat's, then the second's …",
            choices=(OWN, PRINTED),
        ),
        Parameter(
            "value",
            COLONY,
            "what a position is worth: the colony, or as in the source's program with cards and Omnium",
            choices=(COLONY, PROGRAM),
        ),
    )
    policies: ClassVar = {"evaluate": colony_value}

    def rules(self, game: Game) -> BoundRules:
        if self.options["value"] == PROGRAM:
            return game.rules.bind(game.seats, evaluate=program_value, reward=program_value)
        return super().rules(game)

    def search(self, view: View, budget: Budget, seed: int) -> SearchReport:
        return maxn(
            view,
            budget,
            seed,
            depth=int(self.options["depth"]),
            worlds=int(self.options["worlds"]),
            in_seat_order=self.options["root"] == PRINTED,
            rules=self.rules(view.game),
        )


class Ismcts(searching.Ismcts):
    """The source's SO-ISMCTS: one tree, in which everybody's moves are taken to be seen."""

    summary = "tree search over what I cannot see, as if moves were seen; heuristic play-outs"
    parameters: ClassVar[tuple[Parameter, ...]] = _tree_parameters()
    policies: ClassVar = {"playout_move": heuristic_move}

    def search(self, view: View, budget: Budget, seed: int) -> SearchReport:
        return open_search(view, budget, seed, c=float(self.options["c"]), rules=self.rules(view.game))


class IsmctsPom(Ismcts):
    """SO-ISMCTS with partially observable moves: what I cannot tell apart is one branch, and drawn by lot."""

    name = "ismcts-pom"
    summary = "the same, but moves I cannot tell apart are one branch"

    def search(self, view: View, budget: Budget, seed: int) -> SearchReport:
        return partial_search(view, budget, seed, c=float(self.options["c"]), rules=self.rules(view.game))


class MoIsmcts(Ismcts):
    """Multiple-observer ISMCTS: a tree for every seat, each over what that seat knows."""

    name = "mo-ismcts"
    summary = "the same with a tree for every seat"

    def search(self, view: View, budget: Budget, seed: int) -> SearchReport:
        c, rules = float(self.options["c"]), self.rules(view.game)
        return infoset_search(view, budget, seed, c=c, multiple=True, rules=rules)
