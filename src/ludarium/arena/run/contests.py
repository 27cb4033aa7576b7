"""Contests that are kept: a tournament, and games of a ladder. Each call plays, stores and gives the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from ludarium.arena.plan.ladder import ladder_of, next_stretch, pool_of, stretches
from ludarium.arena.plan.stopping import Rule
from ludarium.arena.plan.tournament import Own, Plan, Settings
from ludarium.arena.run.matches import named
from ludarium.arena.run.session import Progress
from ludarium.arena.run.stored import StoredRun
from ludarium.arena.stats.ladder import Standings
from ludarium.engine import markup
from ludarium.engine.errors import BadParameter
from ludarium.engine.game import Game
from ludarium.engine.tables import Column, DataTable, Tabular
from ludarium.games import load
from ludarium.store.database import Database
from ludarium.store.ratings import Rating

DEFAULT_ROUNDS = 20
MOST_GAMES = 1_000_000
"""Where a rule that never decides is stopped."""


def tournament_plan(
    game: str | Game,
    players: Sequence[str],
    *,
    schedule: str = "round-robin",
    rounds: int | None = None,
    games: int | None = None,
    seed: int = 0,
    settings: Settings | None = None,
    sweep: Sequence[Settings] = ({},),
    rule: Rule | None = None,
    own: Own | None = None,
) -> Plan:
    """The plan of a tournament; whatever cannot be played is refused here, before anything is stored.

    It has so many `rounds` (20 if nothing is said) or `games`, or as many as a `rule` of stopping needs. Each entry of
    `sweep` adds to the settings (see `plan.tournament.combinations`).
    """
    if rounds is not None and games is not None:
        raise BadParameter("rounds and games both say how long a tournament is: give one of them")
    name, given = named(game, settings)
    length = games if games is not None else rounds if rounds is not None else 1
    plan = Plan(name, tuple(players), length, seed, schedule, given, tuple(sweep), kind="tournament", own=own)
    plan.check()
    if rule is not None:
        rule.check(plan)
    if games is None:
        endless = rule is not None and rounds is None
        games = MOST_GAMES if endless else (DEFAULT_ROUNDS if rounds is None else rounds) * plan.round_length
    whole = replace(plan.canonical(), games=games)
    whole.check_length()
    return whole


def tournament(
    game: str | Game,
    players: Sequence[str],
    *,
    database: Database,
    rule: Rule | None = None,
    workers: int | None = None,
    ray: str | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> StoredRun:
    """Let players meet by a schedule. Games are stored as they come; the same call goes on where it was broken off.

    The further options are those of `tournament_plan`.
    """
    plan = tournament_plan(game, players, rule=rule, **options)
    return StoredRun.begin(database, plan, rule).play(workers=workers, ray=ray, progress=progress)


@dataclass(frozen=True, repr=False)
class Ladder(Tabular):
    """A ladder as it stands, and the stored run of the games that were played just now, if any were."""

    game: Game
    standings: Standings
    run: str | None = None

    def tables(self) -> list[DataTable]:
        columns = (
            Column("place", "whole", "1 for the top"),
            Column("player", "text", "the player"),
            Column("games", "whole", "games that it has played on this ladder"),
            Column("ordinal", "number", "μ − 3σ, by which the ladder is ordered"),
            Column("mu", "number", "the estimate of its skill"),
            Column("sigma", "number", "how unsure that is"),
        )
        rows = [
            (place, row.name, row.games, row.ordinal, row.mu, row.sigma)
            for place, row in enumerate(self.standings.players, 1)
        ]
        return [DataTable("standings", "one row a player, from the top", columns, rows)]

    @property
    def _title(self) -> str:
        return f"{self.game.describe()}: the ladder after {self.standings.games:,} games"

    def _rows(self) -> list[tuple[str, ...]]:
        return [
            (str(place), row.name, f"{row.games:,}", *(f"{figure:.2f}" for figure in (row.ordinal, row.mu, row.sigma)))
            for place, row in enumerate(self.standings.players, 1)
        ]

    def __repr__(self) -> str:
        return "\n".join([self._title, *("  ".join(row) for row in self._rows())])

    def _repr_html_(self) -> str:
        return markup.table(("", "player", "games", "ordinal", "μ", "σ"), self._rows(), caption=self._title, names=2)

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "game": self.game.name,
            "settings": dict(self.game.settings),
            "run": self.run,
            **asdict(self.standings),
        }


def ladder(
    game: str | Game,
    players: Sequence[str] = (),
    *,
    database: Database,
    games: int = 100,
    seed: int = 0,
    settings: Settings | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Ladder:
    """Let players play further games of a game's ladder, line-ups drawn at random; without players it is only read.

    The standings are what all stored games lead to; the store's ratings are brought up to date with them.
    """
    name, given = named(game, settings)
    loaded = load(name, **given)
    run = None
    if players:
        plan = next_stretch(stretches(database, loaded), loaded, [text.strip() for text in players], games, seed)
        plan.check()
        run = StoredRun.begin(database, plan).play(workers=workers, progress=progress).short
    standings = ladder_of(stretches(database, loaded)).standings()
    ratings = [Rating(row.name, row.mu, row.sigma, row.games) for row in standings.players]
    database.change_ratings(loaded.name, lambda _: ratings, pool=pool_of(loaded))
    return Ladder(loaded, standings, run)
