"""A finished game as it is stored, and its record rebuilt from that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ludarium.engine.errors import LudariumError, RecordError
from ludarium.engine.game import Game
from ludarium.engine.move import Move
from ludarium.engine.record import Decision, Record, by_version, check_of, seal_of
from ludarium.engine.result import Result
from ludarium.store.moves import unpack


class StoredGame(NamedTuple):
    """One finished game. A tuple, since a run may have millions; the order of the fields is that of the columns."""

    number: int
    """Its number in the run, from 0."""
    line_up: tuple[int, ...]
    """By seat: which of the run's players sat there."""
    seed: int
    points: tuple[float, ...]
    ranks: tuple[int, ...]
    length: int
    """How many decisions it had."""
    seconds: float
    """How long it took to play."""
    moves: bytes | None = None
    """The decisions as `ludarium.store.moves` packs them; None where moves are texts."""
    texts: tuple[tuple[int, str], ...] = ()
    """The seat and the move's text of each decision, for moves that are no whole numbers."""
    faults: tuple[tuple[int, str], ...] = ()
    """The decisions (from 0) in which a stand-in's move replaced an unusable answer, and why."""
    settings: Mapping[str, Any] = {}  # shared, but a `Mapping` is not to be written to
    """What differs from the run's settings in this game, for runs that try several."""
    seal: str | None = None
    """The digest of the final position, where it was taken."""
    id: int = 0
    """Its number in the database; 0 before it is stored."""

    @classmethod
    def of_record(
        cls,
        record: Record,
        number: int,
        line_up: Sequence[int],
        seconds: float,
        *,
        moves: bytes | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> StoredGame:
        """A game from its record. Without packed `moves` their texts are stored, which takes more room."""
        if record.result is None:
            raise LudariumError(f"game {number} has no result: only finished games are stored")
        return cls(
            number=number,
            line_up=tuple(line_up),
            seed=record.seed,
            points=record.result.points,
            ranks=record.result.ranks,
            length=len(record.decisions),
            seconds=seconds,
            moves=moves,
            texts=() if moves is not None else tuple((made.seat, made.move) for made in record.decisions),
            faults=tuple((place, made.fault) for place, made in enumerate(record.decisions) if made.fault),
            settings=settings or {},
            seal=record.seal or None,
        )

    def decisions(self) -> Sequence[tuple[int, int | str]]:
        """The seat and the move of each decision: a number, or a text where moves are texts."""
        return self.texts if self.moves is None else unpack(self.moves)

    @property
    def result(self) -> Result:
        return Result(self.points, self.ranks)


def rebuild(
    stored: StoredGame,
    *,
    game: str,
    rules: str,
    settings: Mapping[str, Any],
    players: Sequence[str],
    load_game: Callable[..., Game],
) -> Record:
    """The full record of a stored game of a run, made by playing it again from its seed.

    What the game's own rules do not bear out is a `RecordError` that says where. Times of single decisions and reasons
    are not stored, and therefore not in the record.
    """
    try:
        table = load_game(game, **{**settings, **stored.settings})
    except LudariumError as error:
        raise RecordError(f"the game or its settings: {error}") from error
    table = by_version(table, rules)
    if len(stored.line_up) != table.seats:
        raise RecordError(f"{len(stored.line_up)} players sat at {game}, which has {table.seats} seats")
    strangers = [index + 1 for index in stored.line_up if not 0 <= index < len(players)]
    if strangers:
        raise RecordError(f"the run has no player {strangers[0]}: it has {len(players)}")
    record = Record(
        game=table.name,
        rules=rules,
        settings=dict(table.settings),
        seed=stored.seed,
        players=[players[index] for index in stored.line_up],
        result=stored.result,
    )
    position = table.start(stored.seed)
    faults = dict(stored.faults)
    for place, (seat, move) in enumerate(stored.decisions()):
        where = f"decision {place + 1} (seat {seat + 1}, move {move})"
        try:
            view = position.view(seat)
            # In the words of the mover's view, as a match does it: the same record comes out.
            made = view.move(move) if isinstance(move, str) else Move(move, table.move_text(move, view.state, seat))
            position = position.play(made, seat)
        except (LudariumError, LookupError, ValueError) as error:
            raise RecordError(f"{where}: {error}") from error
        decision = Decision(seat, made.text, 0.0, check_of(position), faults.get(place, ""))
        record.decisions.append(decision)
    if not position.over:
        raise RecordError(f"after all {len(record.decisions)} stored decisions the game is not over")
    if position.result() != stored.result:
        raise RecordError(f"played again, the result is {position.result()}; stored is {stored.result}")
    record.seal = seal_of(position)
    if stored.seal is not None and stored.seal != record.seal:
        raise RecordError("played again, the final position differs from the stored one")
    return record
