"""A trace: what the metrics need to know of one game, read off a replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ludarium.arena.metrics.lead import Evaluator, Leads
from ludarium.engine.errors import NotSuited, RecordError
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.engine.move import Move
from ludarium.engine.position import Position
from ludarium.engine.record import Record
from ludarium.engine.result import Result


@dataclass(frozen=True)
class Turn:
    """The decisions made together: one in games of turns, one for each mover where several move at once."""

    movers: tuple[int, ...]
    choices: tuple[int, ...]
    """How many legal moves each mover had."""


@dataclass(frozen=True)
class GameTrace:
    """One finished game, turn by turn. `leads` and `occupied` begin with the start: one entry more than `turns`."""

    seats: int
    turns: tuple[Turn, ...]
    leads: tuple[Leads, ...]
    result: Result
    """With the points as people read them."""
    occupied: tuple[frozenset[int], ...] | None = None
    """None in a game that does not say which cells hold something."""
    cells: int | None = None


def check_listed(game: Game) -> None:
    """Refuse games whose moves cannot be counted."""
    if game.rules.checked is not None:
        raise NotSuited(f"{game.name} has no metrics: its moves cannot be listed, plans are made up and then checked")


def trace(game: Game, record: Record, evaluator: Evaluator | None = None) -> GameTrace:
    """The trace of a recorded game. The record is verified on the way; a game that was broken off is refused."""
    if (record.game, record.settings) != (game.name, game.settings):
        raise RecordError(f"a record of {record.game} {record.settings}, expected {game.name} {game.settings}")
    if record.result is None:
        raise RecordError(f"the game of {game.name} was broken off: only finished games can be measured")
    check_listed(game)
    steps = (
        (decision.seat if decision else None, position) for decision, position in record.replay(lambda *_, **__: game)
    )
    return _follow(game, steps, record.seed, evaluator or Evaluator(game))


def trace_moves(
    game: Game, seed: int, seats: Iterable[int], moves: Iterable[int], evaluator: Evaluator | None = None
) -> GameTrace:
    """The trace of the game with this seed in which these seats made these moves, given as the rules' numbers."""
    check_listed(game)

    def steps() -> Iterator[tuple[int | None, Position]]:
        position = game.start(seed)
        yield None, position
        for seat, move in zip(seats, moves, strict=True):
            position = position.play(Move(move, str(move)), seat)
            yield seat, position

    return _follow(game, steps(), seed, evaluator or Evaluator(game))


def _follow(game: Game, steps: Iterator[tuple[int | None, Position]], seed: int, evaluator: Evaluator) -> GameTrace:
    _, position = next(steps)
    turns: list[Turn] = []
    leads = [evaluator.leads(position, derive(seed, "lead", 0))]
    occupied = [game.occupied(position.state)]
    waiting = set(position.movers)
    movers: list[int] = []
    choices: list[int] = []
    for seat, following in steps:
        assert seat is not None
        movers.append(seat)
        choices.append(len(position.view(seat).options()))
        waiting.discard(seat)
        position = following
        if waiting:  # the others decide on the same position: its effect comes when all have
            continue
        turns.append(Turn(tuple(movers), tuple(choices)))
        leads.append(evaluator.leads(position, derive(seed, "lead", len(turns))))
        occupied.append(game.occupied(position.state))
        waiting = set(position.movers)
        movers, choices = [], []
    cells = [frozenset(found) for found in occupied if found is not None]
    told = len(cells) == len(occupied) and game.cells is not None
    result = position.result()
    result = Result(game.shown_points(result), result.ranks)
    return GameTrace(game.seats, tuple(turns), tuple(leads), result, tuple(cells) if told else None, game.cells)
