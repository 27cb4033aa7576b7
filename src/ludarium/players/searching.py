"""The searches as players of any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from ludarium.engine.errors import NotSuited, PlayerError
from ludarium.engine.game import Game
from ludarium.engine.move import Move
from ludarium.engine.parameters import Parameter
from ludarium.engine.player import Clock, Player, Thought
from ludarium.engine.position import View
from ludarium.engine.rules import BoundRules
from ludarium.search.alphabeta import MAX_DEPTH, NO_SWING, alphabeta
from ludarium.search.budget import Budget
from ludarium.search.infoset import infoset_search
from ludarium.search.maxn import maxn
from ludarium.search.mcts import mcts
from ludarium.search.report import SearchReport
from ludarium.search.solver import DEFAULT_LIMIT, Solver, check_solvable

_SHARE_OF_CLOCK = 0.9
"""How much of a clock a search uses: the rest is for everything around it."""
_PROVED = {"win": "wins", "draw": "holds the draw", "loss": "loses against perfect play, as all do"}
"""What is to be said of a move when the outcome is certain."""


def _budget_parameters(iterations: int, noun: str) -> tuple[Parameter, ...]:
    return (
        Parameter("iterations", iterations, f"{noun} a decision", low=1, high=10**12),
        Parameter("seconds", 0.0, "time a decision; 0 means that only the iterations count", low=0, high=86400),
    )


def _c(default: float) -> Parameter:
    return Parameter("c", default, "weight of exploration in UCB1, for rewards between 0 and 1", low=0, high=100)


def _worlds(default: int) -> Parameter:
    return Parameter(
        "worlds", default, "sampled worlds where something is hidden or left to chance", low=1, high=10_000
    )


class SearchPlayer(Player):
    """A player that searches. Subclasses say how."""

    policies: ClassVar[Mapping[str, Callable[..., Any]]] = {}
    """Kernels by slot, `evaluate`, `playout_move` or `prior`, that this player uses instead of the game's."""
    evaluator: ClassVar[float] = 0.0
    """The weight of the evaluator against a play-out, in players that grow trees."""

    def __init__(self, **given: object) -> None:
        super().__init__(**given)
        # Asked for seconds alone, the search does not stop at the default number of iterations.
        self._iterations_count = "iterations" in given or not self.options["seconds"]

    def search(self, view: View, budget: Budget, seed: int) -> SearchReport:
        raise NotImplementedError

    def rules(self, game: Game) -> BoundRules:
        """The game's rules with this player's policies."""
        return game.rules.bind(game.seats, **self.policies)

    def reason(self, report: SearchReport, text: str) -> str:
        """One sentence on the choice."""
        chosen = report.moves[0]
        return (
            f"{text} was tried in {chosen.visits:,} of {report.iterations:,} simulations "
            f"and is worth {chosen.value:+.2f} (-1 lost, +1 won)"
        )

    def choose(self, view: View, clock: Clock) -> Move:
        moves = view.moves()
        if len(moves) == 1:
            self.thought = Thought(f"{moves[0]} is the only move")
            return moves[0]
        self._compile_first(view)
        report = self.search(view, self._budget(clock), self.random.getrandbits(63))
        chosen = report.best_move
        self.thought = Thought(
            self.reason(report, chosen.text),
            {
                "iterations": report.iterations,
                "seconds": round(report.seconds, 6),
                "per_second": round(report.per_second, 1),
                **report.figures,
            },
            [{"move": entry.text, "visits": entry.visits, "value": round(entry.value, 6)} for entry in report.moves],
        )
        return chosen

    def _compile_first(self, view: View) -> None:
        """Compiling is not thinking: it counts neither as time for the search nor in its figures."""
        ready = view.game.bound.ready
        if type(self) not in ready:
            self.search(view, Budget(iterations=1), 0)
            ready.add(type(self))

    def _budget(self, clock: Clock) -> Budget:
        seconds = float(self.options["seconds"]) or None
        if clock.left is not None:
            seconds = min(seconds or clock.left, _SHARE_OF_CLOCK * clock.left)
        return Budget(int(self.options["iterations"]) if self._iterations_count else None, seconds)


class Minimax(SearchPlayer):
    """Alpha-beta; everybody else is taken to play against this seat."""

    name = "minimax"
    summary = "alpha-beta: everybody else plays against me"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        *_budget_parameters(20_000, "positions"),
        Parameter("depth", MAX_DEPTH, "plies to look ahead at most", low=1, high=MAX_DEPTH),
        Parameter(
            "swing",
            0.0,
            "goes on beyond the depth while a move changes the estimate by more than this (-1 lost, +1 won); 0: never",
            low=0,
            high=2,
        ),
        _worlds(8),
    )

    def search(self, view: View, budget: Budget, seed: int) -> SearchReport:
        certain = not (view.game.hidden or view.game.chance)
        worlds = 1 if certain else int(self.options["worlds"])
        depth, swing = int(self.options["depth"]), float(self.options["swing"]) or NO_SWING
        return alphabeta(view, budget, seed, depth=depth, worlds=worlds, swing=swing, rules=self.rules(view.game))

    def reason(self, report: SearchReport, text: str) -> str:
        return (
            f"{text} is worth {report.value:+.2f} (-1 lost, +1 won) after looking {report.figures['depth']} plies ahead"
        )


class MaxN(SearchPlayer):
    """MaxN; everybody is taken to play for themselves."""

    name = "maxn"
    summary = "looks ahead: everybody plays for themselves"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        *_budget_parameters(50_000, "positions"),
        Parameter("depth", 3, "plies to look ahead at most", low=1, high=20),
        _worlds(10),
    )

    def search(self, view: View, budget: Budget, seed: int) -> SearchReport:
        certain = not (view.game.hidden or view.game.chance)
        worlds = 1 if certain else int(self.options["worlds"])
        rules = self.rules(view.game)
        return maxn(view, budget, seed, depth=int(self.options["depth"]), worlds=worlds, rules=rules)

    def reason(self, report: SearchReport, text: str) -> str:
        figures = report.figures
        worlds = f"best in {report.moves[0].visits} of {figures['worlds']} worlds, " if figures["worlds"] > 1 else ""
        return f"{text} is {worlds}worth {report.value:+.2f} (-1 lost, +1 won) {figures['depth']} plies ahead"


class Mcts(SearchPlayer):
    """Monte Carlo tree search."""

    name = "mcts"
    summary = "Monte Carlo tree search with UCB1"
    parameters: ClassVar[tuple[Parameter, ...]] = (*_budget_parameters(1_000, "simulations"), _c(1.0), _worlds(8))

    def search(self, view: View, budget: Budget, seed: int) -> SearchReport:
        c, worlds = float(self.options["c"]), int(self.options["worlds"])
        rules = self.rules(view.game)
        return mcts(view, budget, seed, c=c, worlds=worlds, evaluator=self.evaluator, rules=rules)

    def reason(self, report: SearchReport, text: str) -> str:
        if "proved" in report.figures:
            return f"{text} {_PROVED[report.figures['proved']]}: proved after {report.iterations:,} simulations"
        return super().reason(report, text)


class Ismcts(SearchPlayer):
    """Single-observer information-set MCTS."""

    name = "ismcts"
    summary = "tree search over what I cannot see, one tree"
    parameters: ClassVar[tuple[Parameter, ...]] = (*_budget_parameters(1_000, "simulations"), _c(0.7))
    multiple: ClassVar[bool] = False

    def search(self, view: View, budget: Budget, seed: int) -> SearchReport:
        c, rules = float(self.options["c"]), self.rules(view.game)
        options: dict[str, Any] = {"multiple": self.multiple, "evaluator": self.evaluator}
        return infoset_search(view, budget, seed, c=c, rules=rules, **options)


class MoIsmcts(Ismcts):
    """Multiple-observer information-set MCTS."""

    name = "mo-ismcts"
    summary = "the same with a tree for every seat"
    multiple: ClassVar[bool] = True


class Perfect(Player):
    """Proves the value of every move and takes a best one, at random among equals."""

    name = "perfect"
    summary = "never errs, in games small enough to solve"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("limit", DEFAULT_LIMIT, "positions to search before giving up", low=1, high=10**12),
    )
    _outcomes: ClassVar[dict[int, str]] = {1: "win", 0: "draw", -1: "loss"}

    @classmethod
    def suits(cls, game: Game) -> str:
        try:
            check_solvable(game)
        except NotSuited as error:
            return str(error)
        return ""

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._solver = Solver(game, int(self.options["limit"]))

    def choose(self, view: View, clock: Clock) -> Move:
        position = view.sample(self.random.getrandbits(63))
        values: dict[Move, int] = {}
        searched = 0
        for move in position.moves():
            solution = self._solver.solve(position.play(move))
            if solution.value is None:
                raise PlayerError(f"{move}: {solution.verdict}; raise the limit or choose a smaller game")
            values[move] = solution.value if solution.seat == view.seat else -solution.value
            searched += solution.positions
        best = max(values.values())
        equals = [move for move, value in values.items() if value == best]
        chosen = self.random.choice(equals)
        figures: dict[str, Any] = {"positions": searched}
        ranked = sorted(values.items(), key=lambda item: -item[1])
        listing = [{"move": move.text, "visits": 1, "value": value} for move, value in ranked]
        self.thought = Thought(f"{chosen} {_PROVED[self._outcomes[best]]}", figures, listing)
        return chosen
