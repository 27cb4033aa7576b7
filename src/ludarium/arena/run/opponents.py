"""How strong and how quick the opponents of a game are: they meet each other, and each plays some games by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludarium.arena.stats.ratings import Strengths
from ludarium.engine import markup
from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.engine.levels import Level, Standing
from ludarium.engine.match import Match
from ludarium.engine.tables import Column, DataTable, Tabular
from ludarium.players import make

TIMED_GAMES = 2
"""Games that each opponent plays on all seats for its time, after one in which what it needs is compiled."""

_COLUMNS = (
    Column("player", "text", "the player, as it is given to any command"),
    Column("title", "text", "what people know it by"),
    Column("strength", "whole", "1 (anybody wins) to 5 (the best there is), as people are told"),
    Column("elo", "number", "measured strength among the game's opponents, whose mean is 0"),
    Column("low", "number", "lower end of its 95 % interval"),
    Column("high", "number", "upper end"),
    Column("games", "whole", "games behind it"),
    Column("seconds", "number", "a decision, on the wall, mean over whole games"),
)


@dataclass(frozen=True, repr=False)
class Opponents(Tabular):
    """The opponents of a game, the strongest first, with what was measured of each."""

    game: str
    rounds: int
    seed: int
    rows: tuple[tuple[Level, Standing], ...]
    method: str

    def tables(self) -> list[DataTable]:
        about = f"the opponents of {self.game}; {self.method}; {self.rounds} rounds, seed {self.seed}"
        rows = [
            (level.text, level.title, level.strength, told.elo, told.low, told.high, told.games, told.seconds)
            for level, told in self.rows
        ]
        return [DataTable("opponents", about, _COLUMNS, rows)]

    def standings(self) -> dict[str, dict[str, Any]]:
        """By the players' texts, as a game's folder keeps them."""
        return {level.text: told.to_dict() for level, told in self.rows}

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "rounds": self.rounds,
            "seed": self.seed,
            "method": self.method,
            "opponents": [{"player": level.text, "title": level.title, "strength": level.strength, **told.to_dict()}
                          for level, told in self.rows],
        }  # fmt: skip

    def __repr__(self) -> str:
        lines = [
            f"{told.elo:+6.0f} ± {told.margin:<4.0f} {spent(told.seconds):>8}  {level.title} ({level.text})"
            for level, told in self.rows
        ]
        return "\n".join([f"Opponents of {self.game}: Elo, time of a decision", *lines])

    def _repr_html_(self) -> str:
        return markup.text(f"Opponents of {self.game}", bold=True) + "".join(
            markup.text(f"{level.title} ({level.text}): {told.elo:+.0f} ± {told.margin:.0f} Elo, {spent(told.seconds)}")
            for level, told in self.rows
        )


def spent(seconds: float) -> str:
    """A time as people say it."""
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{seconds * 1000:.3g} ms" if seconds >= 1e-5 else "< 0.01 ms"


def ranked(
    game: Game, strengths: Strengths, *, rounds: int, seed: int, progress: Callable[[], None] | None = None
) -> Opponents:
    """Put strengths, one for each of the game's opponents in their order, together with the time each one takes."""
    levels = game.levels()
    rows = []
    for place in strengths.players:
        level = levels[place.player]
        seconds = decision_time(game, level.text, seed)
        standing = Standing(
            round(place.elo, 1), round(place.low, 1), round(place.high, 1), place.games, float(f"{seconds:.3g}")
        )
        rows.append((level, standing))
        if progress is not None:
            progress()
    return Opponents(game.describe(), rounds, seed, tuple(rows), strengths.method)


def decision_time(game: Game, text: str, seed: int) -> float:
    """Seconds that a player takes for a decision: the mean of games on all seats."""
    spent, made = 0.0, 0
    for number in range(TIMED_GAMES + 1):
        players = [make(text, game) for _ in range(game.seats)]
        record = Match(game, players, seed=derive(seed, text, number)).run()
        if number:  # in the first, what it needs is compiled
            spent += sum(decision.seconds for decision in record.decisions)
            made += len(record.decisions)
    if not made:
        raise LudariumError(f"{text} made no decision in {game.name}: its time cannot be told")
    return spent / made
