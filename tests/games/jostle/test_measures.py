"""What strategies do, counted in compiled code, beside a slow count over the games of the players themselves."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from ludarium.engine import Game, Match
from ludarium.engine.kernels.rng import derive
from ludarium.games import load
from ludarium.games.jostle import measures as m
from ludarium.games.jostle.board import load_board
from ludarium.games.jostle.strategies.composed import Strategy
from ludarium.players import make
from tests.conftest import scaled

GOALS = load_board("2007").goals
LAST = load_board("2007").length - 1


@pytest.fixture(scope="module")
def game() -> Game:
    return load("jostle")


def points_of(fields: dict[str, Any]) -> int:
    return int(fields["die"]) + int(fields["second"])


def slow_counts(game: Game, strategy: str, rivals: str, seed: int, own: int) -> list[int]:
    """The columns of one game, from the positions that its record leads through."""
    seats, pieces = game.seats, int(game.settings["pieces"])
    record = Match(game, [make(strategy if seat == own else rivals, game) for seat in range(seats)], seed=seed).run()
    positions = [position.fields() for _, position in record.replay(lambda *_, **__: game)]
    mine = range(own * pieces, (own + 1) * pieces)
    count = [0] * m.COLUMNS
    moved_already: set[int] = set()
    for (before, after), decision in zip(pairwise(positions), record.decisions, strict=True):
        if decision.move in ("roll", "keep"):
            continue
        moved = int(decision.move.partition("rgby"[decision.seat])[0])
        old, new = before["stands"][: seats * pieces], after["stands"][: seats * pieces]
        jostled = [piece for piece in range(seats * pieces) if piece != moved and old[piece] != new[piece]]
        if decision.seat != own:
            count[m.TAKEN] += sum(piece in mine for piece in jostled)
            continue
        count[m.GIVEN] += sum(piece not in mine for piece in jostled)
        late = any(old[piece] in GOALS for piece in range(seats * pieces) if piece not in mine)
        fields = [new[piece] for piece in mine]
        front = max((piece for piece in mine if old[piece] not in GOALS), key=lambda piece: (old[piece], -piece))
        between = set(range(min(fields), max(fields)))
        movable = [piece for piece in mine if old[piece] not in GOALS and old[piece] + points_of(before) <= LAST]
        if set(movable) <= moved_already:
            moved_already = set()
        due = min(set(movable) - moved_already)
        moved_already.add(moved)
        for column, value in {
            m.MOVES: 1,
            m.SPREAD: max(fields) - min(fields),
            m.FORWARD: sum(new[piece] - old[piece] for piece in mine),
            m.FRONT: new[front] - old[front],
            m.CLUSTERS: min(fields) >= 0 and between <= set(new),
            m.OUT_OF_TURN: moved != due,
        }.items():
            count[column + m.LATE * late] += value
    count[m.MOVED_ALREADY] = sum(1 << piece - own * pieces for piece in moved_already)
    last = positions[-1]
    assert record.result is not None
    points = list(record.result.points)
    count[m.POINTS] = int(points.pop(own))
    count[m.BEST] = int(max(points))
    count[m.TURNS] = last["turns"]
    count[m.OWN_TURNS] = sum(turn % seats == own for turn in range(last["turns"]))
    for piece in range(seats * pieces):
        count[m.ADVANCE if piece in mine else m.OTHERS_ADVANCE] += last["stands"][piece] + 1
    return count


@pytest.mark.parametrize(
    ("strategy", "rivals"),
    [
        ("PALS", "RANDOMIZER"),
        ("Aggressive Observing ADVANCER", "Revenging PALS"),
        ("Lingering(EQUALIZER→ADVANCER)", "Aggressive RANDOMIZER"),
    ],
)
def test_counts_are_those_of_the_players_games(game: Game, strategy: str, rivals: str) -> None:
    seeds = [derive(5, "match", number) for number in range(scaled(30))]
    found = m.follow(game, Strategy.read(strategy), Strategy.read(rivals), seeds)
    slow = [slow_counts(game, strategy, rivals, seed, number % 3) for number, seed in enumerate(seeds)]
    assert found.counts.tolist() == slow
    assert found.wins == sum(row[m.POINTS] > row[m.BEST] for row in slow)
    assert found.ties == sum(row[m.POINTS] == row[m.BEST] for row in slow)


def test_counts_on_another_table() -> None:
    game = load("jostle", seats=4, pieces=2)
    seeds = [derive(9, "match", number) for number in range(8)]
    found = m.follow(game, Strategy.read("Aggressive PALS"), Strategy.read("EQUALIZER"), seeds)
    slow = [
        slow_counts(game, "Aggressive PALS", "EQUALIZER", seed, number % 4)
        for number, seed in enumerate(seeds[: scaled(8)])
    ]
    assert found.counts[: len(slow)].tolist() == slow


def test_a_game_is_the_same_wherever_it_comes_in_a_series(game: Game) -> None:
    seeds = [derive(2, "match", number) for number in range(6)]
    strategy, rivals = Strategy.read("Revenging EQUALIZER"), Strategy.read("RANDOMIZER")
    whole, half = m.follow(game, strategy, rivals, seeds), m.follow(game, strategy, rivals, seeds[3:])
    assert np.array_equal(whole.counts[3:], half.counts)


@pytest.mark.parametrize("order", ["field", "id"])
def test_the_order_is_that_of_the_player(game: Game, order: str) -> None:
    strategy, rivals = "Aggressive Observing PALS", "RANDOMIZER"
    seeds = [derive(5, number) for number in range(scaled(12))]
    found = m.follow(game, Strategy.read(strategy), Strategy.read(rivals), seeds, order)
    for number, seed in enumerate(seeds):
        line_up = [f"composed:strategy={strategy},order={order}" if seat == number % 3 else rivals for seat in range(3)]
        result = Match(game, [make(text, game) for text in line_up], seed=seed).run().result
        assert result is not None
        assert found.counts[number, m.POINTS] == result.points[number % 3]


def test_equalizer_alone_never_moves_out_of_turn(game: Game) -> None:
    seeds = [derive(6, "match", number) for number in range(scaled(30))]
    rules = [game, load("jostle", second_roll="chosen"), load("jostle", second_roll="moved")]
    for rule in rules:
        in_turn, other = (
            m.follow(rule, Strategy.read(name), Strategy.read("PALS"), seeds) for name in ("EQUALIZER", "PALS")
        )
        assert in_turn.column(m.OUT_OF_TURN, m.OUT_OF_TURN + m.LATE).sum() == 0
        assert other.column(m.OUT_OF_TURN, m.OUT_OF_TURN + m.LATE).sum() > 0
