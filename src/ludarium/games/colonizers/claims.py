"""How large Colonizers is: the choices of each stage, what a round may come to, and how long games are."""

from __future__ import annotations

import math
from collections import defaultdict
from fractions import Fraction
from functools import lru_cache

from ludarium.arena.reproduce.reproduction import Claim, Exact, Finding, Lab
from ludarium.arena.stats.statistics import wilson
from ludarium.engine import LudariumError, derive
from ludarium.engine.match import Match
from ludarium.games import load
from ludarium.games.colonizers.cards import COLONISTS, MODULES
from ludarium.games.colonizers.reading import read
from ludarium.games.colonizers.table import HAND_LIMIT, SEATS
from ludarium.players import make

ROUND_GAMES = 200
"""Games whose rounds are counted."""
CHOICE_GAMES = 20
"""Games of four Random whose choices are counted."""
USUAL = 0.9
"""What happens in a larger share of games is usual."""


@lru_cache(maxsize=2)
def most_choices(games: int, seed: int) -> dict[str, int]:
    """The most moves that a decision had, by stage; picks by seat."""
    game = load("colonizers")
    most: dict[str, int] = defaultdict(int)
    for number in range(games):
        match = Match(game, [make("random", game) for _ in range(SEATS)], seed=derive(seed, "choices", number))
        position = match.position
        for _ in match.play():
            (seat,) = position.movers
            view = position.view(seat)
            stage = read(view).stage
            name = f"pick {seat + 1}" if stage == "pick" else stage
            most[name] = max(most[name], len(view.moves()))
            position = match.position
    return most


def _choices(what: str, theirs: int, *stages: str, note: str = "") -> Claim:
    """A number of choices, those of several stages together: every choice but the last leads on to the next stage."""

    def ours(lab: Lab) -> Finding:
        most = most_choices(min(lab.games or CHOICE_GAMES, CHOICE_GAMES), lab.seed)
        return Exact(sum(most[stage] for stage in stages) - (len(stages) - 1))

    return Claim("Chapter 2.3", what, theirs, "count", ours, note=note)


def size() -> list[Claim]:
    """Chapter 2.3: what a round may come to, from the rules, and how long games are."""
    turn = Fraction(3) * Fraction(4 + 2 * COLONISTS, COLONISTS) * 6
    picks = math.factorial(COLONISTS)
    table = "Chapter 2.3"
    return [
        Claim("Chapter 2.2", "modules", 52, "count", lambda lab: Exact(MODULES)),
        _choices("colonists that the first may pick from", 5, "pick 1"),
        _choices("colonists that the last may pick from", 2, "pick 4"),
        _choices("choices of the draw", 3, "draw", "keep", note="Omnium, or either of two modules"),
        _choices("choices of a power stage with Opportunist or Spy", 6, "power"),
        Claim(
            table,
            "choices to build, at most",
            6,
            "count",
            lambda lab: Exact(HAND_LIMIT + 1),
            note="a full hand that could all be paid, or nothing",
        ),
        Claim(table, "outcomes of the picks of a round", 720, "count", lambda lab: Exact(picks)),
        Claim(
            table,
            "choices of a power stage, on average",
            2.67,
            "value",
            lambda lab: Exact(round((4 + 2 * COLONISTS) / COLONISTS, 2)),
        ),
        Claim(
            table,
            "choices of a turn",
            48,
            "count",
            lambda lab: Exact(int(turn)),
            note="3 of the draw × 16/6 × 6 to build",
        ),
        Claim(table, "choices of four turns", 5_308_416, "count", lambda lab: Exact(int(turn) ** SEATS)),
        Claim(
            table,
            "outcomes of a round",
            3_822_059_520,
            "count",
            lambda lab: Exact(picks * int(turn) ** SEATS),
            note="the most there may be: a hand is hardly ever full and hardly ever payable",
        ),
        Claim(
            table,
            "games usually have 15 to 40 rounds",
            "yes",
            "verdict",
            _usual_rounds,
            origin="claim",
            note="by its own words not measured; ours: whether 9 of 10 games of four Heuristic have so many",
        ),
    ]


def rounds_of(lab: Lab, player: str = "heuristic") -> list[int]:
    """How many rounds games of four of one player have."""
    game = load("colonizers")
    games = min(lab.games or ROUND_GAMES, ROUND_GAMES)
    found = []
    for number in range(games):
        match = Match(game, [make(player, game) for _ in range(SEATS)], seed=derive(lab.seed, "rounds", number))
        match.run()
        found.append(int(match.position.state.rounds))
    return found


def _usual_rounds(lab: Lab) -> Finding:
    rounds = sorted(rounds_of(lab))
    usual = sum(15 <= count <= 40 for count in rounds)
    low, high = wilson(usual, 0, len(rounds))
    median = rounds[len(rounds) // 2]
    why = f"{usual} of {len(rounds)} games have; from {rounds[0]} to {rounds[-1]}, half at most {median}"
    if low <= USUAL <= high:
        raise LudariumError(f"so many games do not show it: {why}")
    return Exact("yes" if low > USUAL else "no", why)
