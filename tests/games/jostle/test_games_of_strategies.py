"""Composed strategies in whole games: beside a slow ranking, in compiled series, and the picture of what decided."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from ludarium.arena.run.batches import CompiledTable, can_compile
from ludarium.engine import Clock, Game, Match, Position, kernel
from ludarium.engine.kernels.rng import derive
from ludarium.engine.slots import start
from ludarium.games import load
from ludarium.games.jostle.game import Jostle
from ludarium.games.jostle.rules import KEEP, ROLL
from ludarium.games.jostle.strategies.composed import Element, Strategy
from ludarium.games.jostle.strategies.elements import BASIC, SYMBIONTS, WORDS
from ludarium.games.jostle.strategies.shares import shares
from ludarium.players import make
from tests.conftest import scaled


@pytest.fixture(scope="module")
def game() -> Jostle:
    made = load("jostle")
    assert isinstance(made, Jostle)
    return made


# --- a slow ranking beside the fast one -------------------------------------------------------------------------------


class SlowRanking:
    """The strategies' table in plain Python: each element gives each move a number, and the lowest tuple is played."""

    def __init__(self, strategy: Strategy, game: Jostle, seat: int) -> None:
        self.strategy, self.game, self.seat = strategy, game, seat
        self.moved: set[int] = set()

    def choose(self, position: Position) -> int:
        stands, board = position.fields()["stands"], self.game.board
        points = position.fields()["die"] + position.fields()["second"]
        own = range(self.seat * self.game.pieces, (self.seat + 1) * self.game.pieces)
        pieces = [p for p in own if stands[p] not in board.goals and stands[p] + points < board.length]
        others = [stands[p] for p in range(self.game.seats * self.game.pieces) if p not in own]
        late = any(field in board.goals for field in others)
        moved = set() if set(pieces) <= self.moved else self.moved
        elements = self.strategy.acting(late=late)

        def number(at: int, piece: int) -> float:
            field = stands[piece] + points
            lower = field in [pair[0] for pair in board.switches]
            back = field in board.back
            owner = next((p // self.game.pieces for p, f in enumerate(stands) if f == field and p < 9), self.seat)
            hosts = [e.word for e in (*elements[at:], *elements[:at][::-1]) if e.basic]
            match elements[at].word:
                case "ADVANCER":
                    return -float(stands[piece])
                case "PALS":
                    return float(stands[piece])
                case "EQUALIZER":
                    return piece + 100 * (piece in moved)
                case "Observing" if hosts[0] == "ADVANCER":
                    return -1 if lower else 1 if back else 0
                case "Observing" if hosts[0] == "PALS":
                    return 1 if lower or back else 0
                case "Aggressive":
                    return 0 if owner != self.seat else 1
                case "Revenging":
                    foes = position.fields()["foes"][self.seat]
                    return 0 if owner != self.seat and foes >> owner & 1 else 1
            return 0

        best = min(pieces, key=lambda piece: [*(number(at, piece) for at in range(len(elements))), piece])
        if [move.value for move in position.moves()] == [KEEP, ROLL]:
            return ROLL if board.length - 1 - stands[best] > 12 else KEEP
        self.moved = moved | {best}
        return best


def random_strategy(chooser: random.Random) -> Strategy:
    """Any strategy without RANDOMIZER."""
    words = [word for word in WORDS if word not in ("Lingering", "RANDOMIZER")]

    def some() -> list[Element]:
        listed = [Element(word) for word in chooser.choices(words, k=chooser.randint(0, 3))]
        listed.insert(chooser.randint(0, len(listed)), Element(chooser.choice(["ADVANCER", "PALS", "EQUALIZER"])))
        return listed

    elements = some()
    if chooser.random() < 0.4:
        elements.insert(chooser.randint(0, len(elements)), Element("Lingering", tuple(some()), tuple(some())))
    return Strategy(tuple(elements))


def test_choices_are_those_of_the_slow_ranking(game: Jostle) -> None:
    seen: set[str] = set()
    for seed in range(scaled(40)):
        chooser = random.Random(seed)
        strategies = [random_strategy(chooser) for _ in range(3)]
        players = [make(str(strategy), game) for strategy in strategies]
        slow = [SlowRanking(strategy, game, seat) for seat, strategy in enumerate(strategies)]
        for seat, player in enumerate(players):
            player.begin(game, seat, seed)
        position = game.start(seed)
        while not position.over:
            (seat,) = position.movers
            move = players[seat].choose(position.view(seat), Clock())
            assert move.value == slow[seat].choose(position), (strategies[seat], position.text)
            thought = players[seat].thought
            assert thought is not None
            seen.add(thought.figures["decided"])
            position = position.play(move)
    wanted = {word for word in WORDS if word not in ("Lingering", "RANDOMIZER")}
    assert seen >= wanted


FIELD = ["Aggressive Observing ADVANCER", "Revenging RANDOMIZER", "Lingering(EQUALIZER→Observing PALS)"]


def test_compiled_series_are_the_games_of_the_players(game: Game) -> None:
    players = [make(text, game) for text in FIELD]
    assert can_compile(players)
    seeds: Sequence[int] = [derive(11, "game", number) for number in range(scaled(20))]
    line_ups = np.array([[(seat + number) % 3 for seat in range(3)] for number in range(len(seeds))])
    batch = CompiledTable(game, players).play(np.array(seeds, np.uint64), line_ups)
    begin = 0
    for number, seed in enumerate(seeds):
        match = Match(game, [make(FIELD[player], game) for player in line_ups[number]], seed=seed)
        moves = []
        before = match.position
        for decision in match.play():
            moves.append(game.read_move(decision.move, before.state, decision.seat).value)
            before = match.position
        assert batch.moves[begin : begin + int(batch.lengths[number])].tolist() == moves
        assert match.record.result is not None
        assert batch.points[number].tolist() == list(match.record.result.points)
        begin += int(batch.lengths[number])


def test_all_strategies_share_one_policy(game: Game) -> None:
    texts = [*BASIC, *(f"{symbiont} PALS" for symbiont in SYMBIONTS), "Lingering"]
    assert len({type(make(text, game)).policy for text in texts}) == 1


# --- the picture of a strategy ----------------------------------------------------------------------------------------


def test_shares_count_what_the_players_say_decided(game: Jostle) -> None:
    strategy, games = Strategy.read("Aggressive Observing ADVANCER"), scaled(20)
    found = shares(game, strategy, Strategy.read("PALS"), games, seed=4)
    assert [share.what for share in found] == ["Aggressive", "Observing", "ADVANCER", "list order", "only move"]
    assert sum(share.share for share in found) == pytest.approx(1)
    counted = Counter[str]()
    for number in range(games):
        seed, own = derive(derive(4, "shares"), number), number % 3
        position = _started(game, derive(seed, 3))
        players = [make(str(strategy) if seat == own else "PALS", game) for seat in range(3)]
        for seat, player in enumerate(players):
            player.begin(game, seat, 0)  # no element of these draws, so that no seed matters
        while not position.over:
            (seat,) = position.movers
            move = players[seat].choose(position.view(seat), Clock())
            thought = players[seat].thought
            if seat == own and move.value not in (KEEP, ROLL):
                assert thought is not None
                counted[thought.figures["decided"]] += 1
            position = position.play(move)
    assert {share.what: share.count for share in found if share.count} == dict(counted)


@kernel
def set_up(states: Any) -> None:
    start(states[0])


def _started(game: Game, stream: int) -> Position:
    """The start with this very random stream."""
    states = game.blank_states(0)
    states[0].rng = np.uint64(stream)
    game.bound.bind(set_up)(states)
    return Position(game, states)


def test_shares_tell_before_and_after_of_lingering(game: Jostle) -> None:
    strategy = Strategy.read("Aggressive Lingering(PALS→ADVANCER)")
    found = shares(game, strategy, strategy, scaled(100), seed=1)
    counts = {share.what: share.count for share in found}
    assert list(counts) == [
        "Aggressive (before a goal)",
        "PALS (before a goal)",
        "Aggressive (after)",
        "ADVANCER (after)",
        "list order",
        "only move",
    ]
    assert all(counts.values())
