"""Demands on records: a game replays byte for byte, and a changed record is refused where it was changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from ludarium.engine.conformance.cases import Case, Faults
from ludarium.engine.errors import RecordError
from ludarium.engine.game import Game
from ludarium.engine.match import Match
from ludarium.engine.move import Move
from ludarium.engine.player import Clock, Player
from ludarium.engine.position import Position, View
from ludarium.engine.record import Record


class Chooser(Player):
    """Draws among the listed moves. The engine's own, since players live in a later room."""

    name: ClassVar[str] = "random"

    def choose(self, view: View, clock: Clock) -> Move:
        return self.random.choice(view.moves())


def random_record(game: Game, seed: int, *, decisions: int | None = None) -> Record:
    """The record of a seeded random game, the same on every machine: times are left out.

    With `decisions` the game is broken off after so many, and the record has no result.
    """
    return _random_match(game, seed, decisions)[0]


def _random_match(game: Game, seed: int, decisions: int | None = None) -> tuple[Record, list[Position]]:
    """The record and all positions of a random match. Faults of the rules come through: nothing stands in for them."""
    match = Match(game, [Chooser() for _ in range(game.seats)], seed=seed, strict=True)
    positions = [match.position]
    limit = game.rules.max_plies if decisions is None else decisions
    for decision in match.play():
        decision.seconds = 0.0
        positions.append(match.position)
        if len(match.record.decisions) == limit:
            if match.position.over:
                continue  # the match still has to write down the result
            break
    return match.record, positions


def replays_from_its_record(case: Case) -> Faults:
    """A record written to text and read again is the same text, and replays to identical positions."""
    record, positions = _random_match(case.game, case.seed)
    read = Record.from_json(record.to_json())
    if read.to_json() != record.to_json():
        yield 0, "a record changes when written and read again"
    ply = 0
    try:
        for ply, (_, position) in enumerate(read.replay(_always(case.game))):
            if position.to_bytes() != positions[ply].to_bytes():
                yield ply, "the record replays to another position"
    except RecordError as error:
        yield ply, f"the record is refused: {error}"


def refuses_a_changed_record(case: Case) -> Faults:
    """A record with a changed move, seed, or check is refused, and the error names the decision."""
    record, positions = _random_match(case.game, case.seed)
    count = len(record.decisions)
    if not count:
        return
    chooser = case.random("tamper")
    yield from _is_refused(case, replace(record, seed=record.seed + 1), 1, "changed seed")
    for number in sorted(chooser.sample(range(count), min(count, 4))):
        spoiled = "0" * 8 if record.decisions[number].check != "0" * 8 else "1" * 8
        changed = [*record.decisions]
        changed[number] = replace(changed[number], check=spoiled)
        yield from _is_refused(case, replace(record, decisions=changed), number + 1, "changed check")
        other = _another_move(positions[number], positions[number + 1], record.decisions[number].seat)
        if other is not None:
            changed[number] = replace(record.decisions[number], move=other.text)
            yield from _is_refused(case, replace(record, decisions=changed), number + 1, f"move changed to '{other}'")


def _is_refused(case: Case, record: Record, number: int, change: str) -> Faults:
    try:
        record.verify(_always(case.game))
    except RecordError as error:
        if not str(error).startswith(f"decision {number} "):
            yield number - 1, f"a record with a {change} in decision {number} is refused, but elsewhere: {error}"
    else:
        yield number - 1, f"a record with a {change} is accepted"


def _another_move(before: Position, after: Position, seat: int) -> Move | None:
    """A move that leads elsewhere; some games have none (two ways of doing the same)."""
    for move in before.moves(seat):
        if before.play(move, seat).to_bytes() != after.to_bytes():
            return move
    return None


def _always(game: Game) -> Callable[..., Game]:
    """A loader of games that knows a single one: the game under check need not be registered."""
    return lambda _name, **_settings: game
