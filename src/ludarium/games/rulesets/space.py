"""The source's space of games: 8 boards × 3 kinds of pieces × 6 ends, with up to two of eight extras.

8 × 3 × 6 = 144 plain games
no extra 1, one extra 8, two different ones 8 · 7 / 2 = 28, the same one twice 2 (only two may be): 39 choices
144 × 39 = 5,616 games
"""

from __future__ import annotations

from itertools import combinations, product

from ludarium.games.rulesets.ruleset import EXTRAS, REPEATABLE, RuleSet

BOARDS = tuple(f"{side}x{side}" for side in range(3, 11))
PIECES = ("drop", "reversi", "checkers")
ENDS = ("line-3", "line-4", "line-5", "line-6", "most-men", "no-men")

GAMES = {
    "A": "5x5 drop line-3 recall-any",
    "B": "6x6 reversi no-men",
    "C": "8x8 reversi line-5 non-flipping",
    "D": "10x10 reversi most-men non-flipping",
    "E": "10x10 drop line-5 recall-last",
}
"""The five best games that the source found, as short forms. What it says of Game B contradicts itself; we follow the
rule that it prints: who has no men left, or no move, loses."""


def choices_of_extras() -> list[tuple[str, ...]]:
    """The 39 ways to give a game up to two extras."""
    single = [(extra,) for extra in EXTRAS]
    pairs = list(combinations(EXTRAS, 2))
    twice = [(extra, extra) for extra in REPEATABLE]
    return [(), *single, *pairs, *twice]


def plain_games() -> list[RuleSet]:
    """The 144 games without extras."""
    return [RuleSet.read(" ".join(words)) for words in product(BOARDS, PIECES, ENDS)]


def all_games() -> list[RuleSet]:
    """The 5,616 games, every plain game with each choice of extras in turn."""
    return [
        RuleSet.read(" ".join((*words, *extras)))
        for words in product(BOARDS, PIECES, ENDS)
        for extras in choices_of_extras()
    ]


def count_explained() -> str:
    """How the number of games comes about, in one sentence, from the lists themselves."""
    choices = choices_of_extras()
    none, one = choices.count(()), sum(len(extras) == 1 for extras in choices)
    twice = sum(len(extras) == 2 and extras[0] == extras[1] for extras in choices)
    two = len(choices) - none - one - twice
    plain = len(BOARDS) * len(PIECES) * len(ENDS)
    return (
        f"{len(BOARDS)} boards × {len(PIECES)} kinds of pieces × {len(ENDS)} ends = {plain} plain games; "
        f"{none} + {one} + {two} + {twice} = {len(choices)} choices of extras (none, one, two different ones, the same "
        f"twice); {plain} × {len(choices)} = {plain * len(choices):,} games"
    )
