"""Records that are stepped through: every position of a game that was played, checked against its record."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, overload

from ludarium.api.games import AnyGame, the_game
from ludarium.api.stepper import stepper
from ludarium.engine.errors import LudariumError, RecordError
from ludarium.engine.game import Game
from ludarium.engine.position import Position
from ludarium.engine.record import Decision, Record
from ludarium.engine.sentences import result_words
from ludarium.engine.tables import Column, DataTable, Tabular
from ludarium.games import load

if TYPE_CHECKING:
    from ludarium.api.places import Where
    from ludarium.api.widgets import ReplayWidget

_STORED = re.compile(r"[a-zA-Z]{1,99}:\d{1,99}")  # such a short text may be asked for as a file


@dataclass(frozen=True)
class Step:
    """A position of a game, and the decision that led to it: None for the start."""

    number: int
    decision: Decision | None
    position: Position
    words: str
    """What happened, in a sentence."""

    def __repr__(self) -> str:
        return f"<{self.words}>"

    def _repr_html_(self) -> str:
        from ludarium.engine import markup

        return markup.text(self.words, bold=True) + self.position._repr_html_()


class Replay(Tabular):
    """A game that was played, position by position: `replay[0]` is the start, `replay[-1]` the end.

    A notebook shows it with buttons to step through.
    """

    def __init__(self, record: Record, load_game: Callable[..., Game] = load) -> None:
        """`load_game(name, **settings)` gives the game. A record that does not fit its rules is a `RecordError`."""
        if not isinstance(record, Record):
            raise LudariumError(f"{record!r} is no record: ludarium.replay reads those in files and databases")
        self.record = record
        self.steps = [
            Step(number, decision, position, self._words(number, decision, position.game))
            for number, (decision, position) in enumerate(record.replay(load_game))
        ]
        self.game = self.steps[0].position.game

    def _words(self, number: int, decision: Decision | None, game: Game) -> str:
        if decision is None:
            return f"Start of {game.describe()}, seed {self.record.seed}"
        who = f"{game.seat_names[decision.seat]} ({self.record.players[decision.seat]})"
        drawn = ", drawn for it" if decision.fault else ""
        return f"{number} of {len(self.record.decisions)}: {who} plays {decision.move}{drawn}"

    @property
    def positions(self) -> list[Position]:
        """All positions, the start first."""
        return [step.position for step in self.steps]

    @property
    def ending(self) -> str:
        """How it ended, in a sentence."""
        if self.record.result is None:
            return "The game was broken off."
        return result_words(self.game, self.record.result, self.record.players)

    def tables(self) -> list[DataTable]:
        columns = (
            Column("number", "whole", "number of the decision, from 1"),
            Column("seat", "whole", "number of the seat that decided, from 0"),
            Column("seat_name", "text", "the game's name for it"),
            Column("player", "text", "who sat there"),
            Column("move", "text", "the move"),
            Column("seconds", "number", "how long it took; 0 where that was not kept"),
            Column("reason", "text", "what the player said about it"),
            Column("fault", "text", "why a move was drawn in the place of its answer; empty if none was"),
            Column("position", "text", "the position after it"),
        )
        rows = [
            (
                step.number,
                made.seat,
                self.game.seat_names[made.seat],
                self.record.players[made.seat],
                made.move,
                made.seconds,
                made.reason,
                made.fault,
                step.position.text,
            )
            for step in self.steps
            if (made := step.decision) is not None
        ]
        return [DataTable("decisions", "one row a decision", columns, rows)]

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    @overload
    def __getitem__(self, place: int) -> Step: ...
    @overload
    def __getitem__(self, place: slice) -> list[Step]: ...
    def __getitem__(self, place: int | slice) -> Step | list[Step]:
        return self.steps[place]

    def __repr__(self) -> str:
        return f"<replay of {self.game.describe()}: {len(self.record.decisions)} decisions. {self.ending}>"

    @cached_property
    def _html(self) -> str:
        return stepper([(step.words, step.position) for step in self.steps], self.ending)

    def _repr_html_(self) -> str:
        return self._html

    def widget(self) -> ReplayWidget:
        """The same as a widget, whose place other cells can set and follow."""
        from ludarium.engine.extras import needing_extras

        with needing_extras():
            from ludarium.api.widgets import ReplayWidget

            return ReplayWidget(self)


def replay(what: Record | str | Path, *, game: AnyGame | None = None, database: Where = None) -> Replay:
    """Step through a game that was played; every position is checked on the way.

    Args:
        what: A record, the file of one, or a stored game as `RUN:NUMBER`.
        game: The game, where its record cannot find it by name: one whose class is in a notebook, for instance.
        database: Where the stored game is; by default where the command line keeps its results.

    Raises:
        RecordError: The record is damaged, was changed, or belongs to other rules.
    """
    loading = load if game is None else _only(the_game(game))
    if isinstance(what, Record):
        return Replay(what, loading)
    if isinstance(what, str | Path):
        if _STORED.fullmatch(str(what)) is None or Path(what).exists():
            return Replay(Record.load(Path(what)), loading)
        from ludarium.api.places import opened  # records are read without a database

        with opened(database) as store:
            return Replay(store.record_of(str(what), loading), loading)
    raise LudariumError(f"{what!r} cannot be replayed: give a record, the file of one, or a stored game as RUN:NUMBER")


def _only(game: Game) -> Callable[..., Game]:
    """A loader that knows one game."""

    def loading(name: str, **settings: object) -> Game:
        if name != game.name or settings != game.settings:
            raise RecordError(f"the record is of {name} with {settings}, the game given is {game.describe()}")
        return game

    return loading
