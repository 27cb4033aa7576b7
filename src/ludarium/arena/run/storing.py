"""Chunks of games into the store and out of it again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.chunks import Chunk, Fault
from ludarium.store.games import StoredGame
from ludarium.store.moves import pack_batch, pack_record

PAGE = 2_000
"""Games that are read back as one chunk."""


def stored_games(plan: Plan, chunk: Chunk) -> list[StoredGame]:
    """A chunk as rows of the store."""
    if chunk.records:
        return [_of_record(plan, chunk, offset) for offset in range(chunk.count)]
    seconds = chunk.seconds / chunk.count
    moves = pack_batch(chunk.lengths, chunk.seats, chunk.moves)
    return [
        StoredGame(
            number=number,
            line_up=plan.line_up(number),
            seed=plan.game_seed(number),
            points=points,
            ranks=ranks,
            length=int(chunk.lengths[offset]),
            seconds=seconds,
            moves=moves[offset],
            settings=plan.sweep[plan.table(number)],
        )
        for offset, (number, ranks, points) in enumerate(chunk.outcomes())
    ]


def _of_record(plan: Plan, chunk: Chunk, offset: int) -> StoredGame:
    number, record = chunk.first + offset, chunk.records[offset]
    table = plan.table(number)
    return StoredGame.of_record(
        record,
        number,
        plan.line_up(number),
        sum(decision.seconds for decision in record.decisions),
        moves=pack_record(record, plan.tables[table]),
        settings=plan.sweep[table],
    )


def chunks_of(games: Iterable[StoredGame]) -> Iterator[Chunk]:
    """Stored games, given in the order of their numbers, as chunks of consecutive ones."""
    page: list[StoredGame] = []
    for game in games:
        if page and (game.number != page[-1].number + 1 or len(page) == PAGE):
            yield _chunk(page)
            page = []
        page.append(game)
    if page:
        yield _chunk(page)


def _chunk(games: Sequence[StoredGame]) -> Chunk:
    faults = []
    for game in games:
        decisions = game.decisions() if game.faults else ()
        for place, text in game.faults:
            seat = int(decisions[place][0])
            faults.append(Fault(game.number, game.line_up[seat], seat, text))
    return Chunk(
        games[0].number,
        np.array([game.points for game in games], float),
        np.array([game.ranks for game in games], np.int8),
        np.array([game.length for game in games], np.int32),
        sum(game.seconds for game in games),
        tuple(faults),
    )
