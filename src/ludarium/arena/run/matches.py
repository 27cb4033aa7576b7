"""A match: many games between the same players, counted and not kept. It needs no database, and loads none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ludarium.arena.plan.tournament import Plan, Settings
from ludarium.arena.run.chunks import Chunk
from ludarium.arena.run.session import Progress, Session
from ludarium.arena.stats.score import Score, match_score
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import fresh_seed
from ludarium.engine.saving import make_folder


def match(
    game: str | Game,
    players: Sequence[str],
    *,
    games: int = 100,
    seed: int | None = None,
    settings: Settings | None = None,
    fixed_seats: bool = False,
    workers: int | None = None,
    records: Path | None = None,
    progress: Progress | None = None,
) -> Score:
    """Let players meet in many games; unless seats are fixed, they change them from game to game.

    `records` names a new folder for the record of every game. Without a seed one is drawn: the score says which.
    """
    name, given = named(game, settings)
    schedule = "fixed" if fixed_seats else "rotation"
    plan = Plan(name, tuple(players), games, fresh_seed() if seed is None else seed, schedule, given)
    plan.check()
    if records is not None:
        make_folder(records)
    session = Session(plan)
    session.run_to_end(workers=workers, keep=None if records is None else _saver(records, games), progress=progress)
    (tally,) = session.tallies
    return match_score(tally, session.seconds)


def _saver(folder: Path, games: int) -> Callable[[Chunk], None]:
    def save(chunk: Chunk) -> None:
        for number, record in zip(chunk.numbers, chunk.records, strict=True):
            record.save(folder / record_name(number, games))

    return save


def record_name(number: int, games: int) -> str:
    """`game-007.json`, so that names sort as the games do."""
    return f"game-{number:0{len(str(games - 1))}d}.json"


def named(game: str | Game, settings: Settings | None) -> tuple[str, Mapping[str, object]]:
    """A game as a plan holds it: by name and settings."""
    if isinstance(game, str):
        return game, dict(settings or {})
    return game.name, {**game.settings, **(settings or {})}
