"""What a rehearsal knows and no participant does: who sits where, and how a game stands for a seat.

Simulated people need it to play as a given player would and to judge by a known ability. They read it from the study's
database beside the server; everything they do goes through the server like anybody's.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from ludarium.engine.game import Game
from ludarium.engine.position import Position, View
from ludarium.games import load
from ludarium.store import Database, lab, study_games
from ludarium.store.study_games import Seat

_KEPT = 500


@dataclass
class _Table:
    """A game as far as its events were read."""

    position: Position
    last: int
    made: int = 0
    waiting: dict[int, str] = field(default_factory=dict)


class Insight:
    """Reads a study's database. Not for several threads."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tables: OrderedDict[str, _Table] = OrderedDict()
        self._games: dict[str, Game] = {}

    def seats(self, table: str) -> list[Seat]:
        with self._database.reading() as connection:
            return study_games.seats_at(connection, table)

    def view(self, table: str, seat: int, decision: int) -> View | None:
        """What a seat may know once so many decisions are stored; None if they are not, or the game is over."""
        known = self._tables.get(table) or self._begun(table)
        if known is None:
            return None
        self._tables[table] = known
        self._tables.move_to_end(table)
        while len(self._tables) > _KEPT:
            self._tables.popitem(last=False)
        self._catch_up(table, known)
        if known.made != decision or known.position.over or seat not in known.position.movers:
            return None
        return known.position.view(seat)

    def _begun(self, table: str) -> _Table | None:
        with self._database.reading() as connection:
            row = lab.table(connection, table)
        if row is None:
            return None
        key = f"{row.game} {sorted(row.settings.items())}"
        if key not in self._games:
            self._games[key] = load(row.game, **row.settings)
        return _Table(self._games[key].start(row.seed), 0)

    def _catch_up(self, table: str, known: _Table) -> None:
        with self._database.reading() as connection:
            events = lab.events(connection, table, known.last)
        for event in events:
            known.last = event.number
            if event.kind == "moved":
                known.position = known.position.play(event.private["move"], event.data["seat"])
                known.made += 1
