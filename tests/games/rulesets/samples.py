"""Rule sets, games and positions to test with: listed, drawn by hypothesis, or thrown at random from a seed."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from ludarium.games.rulesets.game import ENGINES, RuleSetGame
from ludarium.games.rulesets.ruleset import DEFAULT_QUIET, ENDS, PARTS, PIECES, BadRuleSet, RuleSet
from ludarium.games.rulesets.space import PIECES as CLASSIC_PIECES
from ludarium.games.rulesets.space import choices_of_extras
from tests.games.rulesets.reference import Reference
from tests.games.rulesets.reference_board import Pieces, board_of, other

CLASSIC_ENDS = ("line-3", "line-4", "most-men", "no-men")
SIZES = ("3x3", "4x4", "5x3", "3x6", "6x6", "12x4", "8x8", "7x9", "9x8", "10x10", "5x12", "12x12")
"""Squares and rectangles; 7x9 (63 cells) is the last but one on single words, 9x8 (72 cells) the first beyond."""


class Wide(RuleSetGame):
    """A small board on the bit sets of the large ones."""

    def __init__(self, rule_set: RuleSet) -> None:
        super().__init__(rule_set)
        self.rules = ENGINES[192]


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """Rectangles with the source's pieces and ends, without extras."""
    pieces = draw(st.sampled_from(CLASSIC_PIECES))
    end = draw(st.sampled_from(["line", "most-men", "no-men"]))
    return RuleSet(
        width=draw(st.integers(3, 12)),
        height=draw(st.integers(3, 12)),
        pieces=pieces,
        end=end,
        line=draw(st.integers(3, 6)) if end == "line" else 0,
        misere=draw(st.booleans()),
        quiet=draw(st.sampled_from([1, 3, 12, DEFAULT_QUIET])) if pieces == "checkers" else DEFAULT_QUIET,
    )


@st.composite
def all_rule_sets(draw: st.DrawFn) -> RuleSet:
    """Everything that a short form can say."""
    return anything(Random(draw(st.integers(0, 2**32))))


def anything(random: Random, *, largest: int = 12) -> RuleSet:
    """A rule set of any board, pieces, parts, end and extras."""
    while True:
        shape = random.choice(["square", "square", "hexagon", "rhombus"])
        width, height = random.randint(3, largest), random.randint(3, largest)
        if shape == "hexagon":
            width = 2 * random.randint(3, max(3, min(6, (largest + 1) // 2))) - 1
        height = height if shape == "square" else width
        pieces, end = random.choice(PIECES), random.choice(ENDS)
        walks = pieces in ("checkers", "step")
        cells = [f"{'abcdefghijkl'[random.randrange(width)]}{random.randint(1, height)}" for _ in range(3)]
        try:
            return RuleSet(
                width,
                height,
                pieces,
                end,
                line=random.randint(3, 6) if end == "line" else 0,
                misere=random.random() < 0.3,
                quiet=random.choice([1, 3, 12, DEFAULT_QUIET]) if walks else DEFAULT_QUIET,
                extras=random.choice(choices_of_extras()),
                shape=shape,
                without=tuple(set(cells)) if random.random() < 0.3 else (),
                parts=tuple(part for part in PARTS[pieces] if random.random() < 0.4),
            )
        except BadRuleSet:
            continue


def thrown(rules: RuleSet, random: Random) -> Reference:
    """A position with pieces thrown on the board: any number of them, kings among them in checkers."""
    filled = random.uniform(0.1, 0.9)
    kings = random.random()
    pieces: Pieces = {}
    for column, row in board_of(rules):
        dark = rules.pieces == "checkers" and not rules.hexagonal
        if random.random() > filled or (dark and (column + row) % 2):
            continue
        side = random.choice("xo")
        far_row = rules.height - 1 if side == "x" else 0
        king = rules.pieces == "checkers" and (row == far_row or random.random() < kings)
        pieces[column, row] = side.upper() if king else side
    quiet = random.randrange(rules.quiet + 1) if rules.walks else 0
    return Reference(rules, pieces, random.choice("xo"), quiet)


def turned_round(position: Reference) -> Reference:
    """The same position seen from the other side of the table: colours changed, board turned by half."""
    width, height = position.rules.width, position.rules.height
    swapped = {"x": "o", "o": "x", "X": "O", "O": "X"}
    pieces = {(width - 1 - column, height - 1 - row): swapped[man] for (column, row), man in position.pieces.items()}
    return Reference(position.rules, pieces, other(position.side), position.quiet)
