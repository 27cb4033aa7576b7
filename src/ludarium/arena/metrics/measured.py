"""One game measured in every way: play it, measure it, and see how deep it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from time import monotonic
from typing import TYPE_CHECKING, Any

from ludarium.arena.metrics.depth import (
    BUDGETS,
    Depth,
    check_budgets,
    contest,
    iterations_of,
    strategic_depth,
    with_budget,
    with_iterations,
)
from ludarium.arena.metrics.estimates import Estimate
from ludarium.arena.metrics.formulas import GameFigures
from ludarium.arena.metrics.formulas import figures as figures_of
from ludarium.arena.metrics.lead import Evaluator
from ludarium.arena.metrics.measure import Metrics, summarize
from ludarium.arena.metrics.overall import Overall, overall
from ludarium.arena.metrics.trace import GameTrace, check_listed, trace, trace_moves
from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.chunks import Chunk
from ludarium.arena.run.runner import run
from ludarium.engine import markup
from ludarium.engine.charts import Charted, figures
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.engine.tables import DataTable, Tabular
from ludarium.players import make

if TYPE_CHECKING:
    from ludarium.arena.report.drawing import Drawing
    from ludarium.arena.report.shown import Shown

ITERATIONS = 100
"""The budget of the player that measures a game unless another is named: modest, so that studies take minutes."""
ITERATIONS_IN_PYTHON = 20
"""The same where the rules are never compiled, and an iteration takes many times as long."""
_LONG = 60.0
"""Seconds for all that is asked for from which on people are told how long it will take."""

Progress = Callable[[str, int, int, str], None]
"""Told what is being played, how many more games of it are finished, how many there are, and words for people."""


@dataclass(frozen=True, repr=False)
class Measured(Tabular, Charted):
    """Everything that was found out about a game, and how."""

    game: Game
    player: str
    seed: int
    evaluator: str
    metrics: Metrics
    depth: Depth | None
    depth_reason: str
    restricted: tuple[str, Estimate] | None
    overall: Overall
    warnings: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain values, as `ludarium metrics --json` prints them."""
        metrics = self.metrics.to_dict()
        del metrics["warnings"], metrics["games"], metrics["seats"]
        unknown = {"value": None, "reason": self.depth_reason}
        restricted = {"player": self.restricted[0], **self.restricted[1].to_dict()} if self.restricted else None
        return {
            "game": self.game.name,
            "settings": dict(self.game.settings),
            "seats": self.game.seats,
            "player": self.player,
            "games": self.metrics.games,
            "seed": self.seed,
            "evaluator": self.evaluator,
            "metrics": metrics,
            "depth": self.depth.to_dict() if self.depth else unknown,
            "restricted_play": restricted,
            "overall": self.overall.to_dict(),
            "warnings": list(self.warnings),
        }

    # --- for people, who ask for it after everything is loaded: pages of findings read metrics, too -------------------

    def tables(self) -> list[DataTable]:
        """The metrics, and the steps of the depth where it was measured."""
        from ludarium.arena.report.tables import depth_table, metrics_table

        return [metrics_table(self.metrics.to_dict())] + ([depth_table(self.depth.to_dict())] if self.depth else [])

    def drawings(self) -> list[Drawing]:
        """The metrics that are shares, and the curve of the depth where it was measured."""
        from ludarium.arena.report.charts import depth_drawing, metrics_drawing

        return [metrics_drawing(self.metrics.to_dict())] + ([depth_drawing(self.depth.to_dict())] if self.depth else [])

    def _shown(self) -> list[Shown]:
        from ludarium.arena.report.shown import depth_of, metrics_of

        seats = [f"seat {seat + 1}" for seat in range(self.game.seats)]
        found = [metrics_of(self.metrics.to_dict(), seats), depth_of(self.depth.to_dict() if self.depth else None)]
        return [part for part in found if part is not None]

    @property
    def _title(self) -> str:
        return f"{self.game.describe()}: {self.metrics.games:,} games of {self.player}, seed {self.seed}"

    def __repr__(self) -> str:
        return "\n".join([self._title, *(part.text() for part in self._shown())])

    def _repr_html_(self) -> str:
        warnings = "".join(markup.text(f"Beware: {warning}.", soft=True) for warning in self.warnings)
        tables = "".join(part.html() for part in self._shown())
        return markup.text(self._title, bold=True) + tables + figures(self.drawings()) + warnings


def default_player(game: Game) -> str:
    """The player that suits the game, with a modest budget."""
    text = game.suits
    iterations = ITERATIONS_IN_PYTHON if game.rules.interpreted else ITERATIONS
    return text if iterations_of(text, game) is None else with_iterations(text, game, iterations)


def measured(
    game: Game,
    player: str | None = None,
    *,
    games: int = 100,
    budgets: Sequence[int] | None = None,
    restricted: str | None = None,
    playouts: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Measured:
    """Measure a game by letting one player take all its seats.

    Depth is tried with `budgets` (by default 1, 2, 4 and 8 times the player's iterations; left out for a player
    without any, and when a single budget is given). `restricted` is a player to be compared with the full one. The
    same seed gives the same figures at any number of workers.
    """
    check_listed(game)
    player = player or default_player(game)
    reason = _no_depth(game, player, budgets)
    evaluator = Evaluator(game, playouts=playouts)
    plan = Plan(game.name, (player,), games, derive(seed, "metrics"), "self-play", game.settings)
    plan.check()
    if restricted:
        make(restricted, game).close()  # refused before anything is played
    played: list[GameFigures] = []
    faults = 0
    steps = () if reason else tuple(budgets or BUDGETS)
    begun = monotonic()
    for chunk in run(plan, workers=workers):
        played += [figures_of(traced) for traced in traces(plan, chunk, evaluator)]
        faults += len(chunk.faults)
        if progress:
            progress("games", chunk.count, games, how_long((monotonic() - begun) / len(played), games, steps))
    metrics = summarize(played)

    depth = None
    if steps:
        watch = _stage(progress, "depth", games * (len(steps) - 1))
        depth = strategic_depth(game, player, steps, games, seed, workers, watch)
    compared = None
    if restricted:
        watch = _stage(progress, "restricted play", games)
        compared = restricted, contest(game, restricted, player, games, derive(seed, "restricted"), workers, watch)
    warnings = list(metrics.warnings)
    if faults:
        warnings.append(f"{faults} answers of {player} could not be used: legal moves were drawn instead")
    for rate in [link.rate for link in depth.links] if depth else []:
        warnings += rate.warnings
    if compared:
        warnings += compared[1].warnings
    return Measured(
        game,
        player,
        seed,
        evaluator.text,
        metrics,
        depth,
        reason,
        compared,
        overall(metrics, depth),
        tuple(dict.fromkeys(warnings)),
    )


def traces(plan: Plan, chunk: Chunk, evaluator: Evaluator) -> Iterator[GameTrace]:
    """The games of a chunk, whether they have records or were played inside compiled code."""
    game = evaluator.game
    if chunk.records:
        yield from (trace(game, record, evaluator) for record in chunk.records)
        return
    ends = list(accumulate(chunk.lengths.tolist()))
    for number, begin, end in zip(chunk.numbers, [0, *ends], ends, strict=False):
        seats, moves = chunk.seats[begin:end].tolist(), chunk.moves[begin:end].tolist()
        yield trace_moves(game, plan.game_seed(number), seats, moves, evaluator)


def _no_depth(game: Game, player: str, budgets: Sequence[int] | None) -> str:
    """Why there will be no depth; empty when there will. Budgets that were asked for and cannot be had are an error."""
    if budgets is not None:
        check_budgets(budgets, 1)
    if budgets is not None and len(budgets) == 1:
        return "a single budget was asked for"
    if game.seats == 1:
        return "one seat: nobody to win against"
    if budgets is not None:
        with_budget(player, game, budgets[-1])
    elif iterations_of(player, game) is None:
        return f"{player} has no option 'iterations' whose budget could be multiplied"
    return ""


def _stage(progress: Progress | None, name: str, total: int) -> Callable[[int], None] | None:
    return (lambda count: progress(name, count, total, "")) if progress else None


def how_long(pace: float, games: int, steps: Sequence[int]) -> str:
    """Words about the time for everything, where it is long, and what would take less. A game of a step takes as long
    as the mean of its two budgets."""
    deep = sum((less + more) / (2 * steps[0]) for less, more in pairwise(steps))
    seconds = pace * games * (1 + deep)
    if seconds < _LONG:
        return ""
    minutes = f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.0f} h"
    if not steps:
        return f"about {minutes} in all; fewer games take less"
    return f"about {minutes} in all, {pace * games / 60:.0f} without depth (budgets 1); fewer games take less"
