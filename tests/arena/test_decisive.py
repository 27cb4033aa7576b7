"""The decisive moment of a recorded game."""

from __future__ import annotations

import pytest

from ludarium.arena.metrics.decisive import decisive_moment
from ludarium.engine import Game, Match, Move, Player, Record, RecordError, View
from ludarium.engine.player import Clock
from ludarium.games import load
from ludarium.players import make
from tests.conftest import scaled

LOOK = {"first_look": scaled(80), "second_look": scaled(400)}


class Scripted(Player):
    """Plays the moves it was given, in this order."""

    name = "scripted"

    def __init__(self, moves: str) -> None:
        super().__init__()
        self._moves = moves.split()

    def choose(self, view: View, clock: Clock) -> Move:
        return view.move(self._moves.pop(0))


def played(game: Game, *moves: str, seed: int = 1) -> Record:
    return Match(game, [Scripted(line) for line in moves], seed=seed, strict=True).run()


@pytest.mark.compiled
def test_the_blunder_that_loses_is_found() -> None:
    # In a corner o would hold the draw; on the edge it is lost, although x needs three more moves.
    game = load("tic-tac-toe")
    record = played(game, "b2 a1 a3 a2", "b1 c3 c1")
    moment = decisive_moment(record, game, first_look=200, second_look=2_000)
    assert moment is not None
    assert (moment.number, moment.seat) == (2, 0)
    assert moment.after == 1.0
    assert moment.why.startswith("After o's move b1 the prospects of x rose from ")


def test_the_same_record_always_has_the_same_moment() -> None:
    game = load("pig", goal=12)
    record = Match(game, [make("random", game) for _ in range(2)], seed=3).run()
    first, second = (decisive_moment(record, game, **LOOK) for _ in range(2))
    assert first is not None
    assert first == second
    assert 1 <= first.number <= len(record.decisions)
    assert record.result is not None
    assert first.seat in record.result.winners


def test_a_round_of_bids_counts_as_one() -> None:
    game = load("goofspiel", cards=4)
    record = Match(game, [make("random", game) for _ in range(2)], seed=2).run()
    moment = decisive_moment(record, game, **LOOK)
    assert moment is not None
    assert moment.number % 2 == 0
    assert moment.why.startswith("After this round of decisions the prospects of ")


def test_where_it_is_decided_by_the_cards_nothing_is_decisive_but_what_was_said() -> None:
    game = load("kuhn-poker")
    record = Match(game, [make("random", game) for _ in range(2)], seed=4).run()
    moment = decisive_moment(record, game, **LOOK)
    assert moment is None or 1 <= moment.number <= len(record.decisions)


@pytest.mark.compiled
def test_long_games_are_looked_at_in_two_steps() -> None:
    game = load("tarble")
    record = Match(game, [make("random", game) for _ in range(2)], seed=5).run()
    assert len(record.decisions) > 240
    moment = decisive_moment(record, game)
    assert moment is not None
    assert moment.after - moment.before > 0.1


def test_alone_nobody_leads_and_broken_off_nothing_is_decided() -> None:
    game = load("pig", goal=10, seats=1)
    record = Match(game, [make("random", game)], seed=1).run()
    assert decisive_moment(record, game) is None
    record.result = None
    with pytest.raises(RecordError, match="broken off"):
        decisive_moment(record, load("pig"))
