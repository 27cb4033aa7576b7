"""Spaces of games to search, and how far two games are apart.

A game's *elements* are its board, its pieces, its end and its extras. Two games differ in as many elements as are not
the same: up to three for board, pieces and end, and one for each of the eight extras that one has more often than the
other, 0 to 11 in all.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import product
from typing import Any

from ludarium.engine.errors import UnknownName
from ludarium.games.rulesets import space as source
from ludarium.games.rulesets.analysis import analyse
from ludarium.games.rulesets.ruleset import EXTRAS, MOST_EXTRAS, REPEATABLE, BadRuleSet, RuleSet

MOST_DIFFERENCES = 3 + len(EXTRAS)

_TRIES = 1000


@dataclass(frozen=True)
class Elements:
    """What a game is made of, each part in the words of the short form."""

    board: str
    pieces: str
    end: str
    extras: tuple[str, ...] = ()

    @classmethod
    @cache
    def of(cls, rules: RuleSet) -> Elements:
        end = f"{rules.end_word} misere" if rules.misere else rules.end_word
        return cls(rules.board_word, " ".join((rules.pieces, *rules.parts)), end, rules.extras)

    @property
    def rules(self) -> RuleSet:
        """The rule set; a `BadRuleSet` where the parts do not fit together."""
        kind, *parts = self.pieces.split()
        end, *turned = self.end.split()
        return RuleSet.read(" ".join((self.board, kind, end, *parts, *self.extras, *turned)))

    def differences(self, other: Elements) -> int:
        """In how many elements two games differ."""
        basic = (self.board != other.board) + (self.pieces != other.pieces) + (self.end != other.end)
        return basic + sum(self.extras.count(extra) != other.extras.count(extra) for extra in EXTRAS)


TRADITIONAL = (
    *(f"{side}x{side} drop line-3" for side in (3, 4, 5)),
    *(f"{side}x{side} drop line-4" for side in (4, 5, 6, 7, 8)),
    *(f"{side}x{side} drop line-5" for side in (6, 7, 8, 9, 10)),
    *(f"{side}x{side} drop line-6" for side in (9, 10)),
    *(f"{side}x{side} reversi most-men" for side in (4, 5, 6, 7, 8, 9, 10)),
    *(f"{side}x{side} checkers no-men" for side in (4, 5, 6, 7, 8, 9, 10)),
    *(f"{side}x{side} checkers most-men" for side in (6, 8, 10)),
)
"""The 32 games that a search begins with: tic-tac-toe, four, five and six in a row, reversi and checkers on boards of
several sizes, and checkers in which men are counted at the end. The source does not list its own 32."""


@dataclass(frozen=True)
class Space:
    """All games that can be put together from these elements, with up to `most_extras` extras each.

    `pool` are the games that a search begins with, and as many games make its population.
    """

    name: str
    summary: str
    boards: tuple[str, ...]
    pieces: tuple[str, ...]
    ends: tuple[str, ...]
    extras: tuple[str, ...] = EXTRAS
    most_extras: int = MOST_EXTRAS
    pool: tuple[str, ...] = TRADITIONAL

    @cached_property
    def tradition(self) -> tuple[RuleSet, ...]:
        """The games of the pool."""
        return tuple(RuleSet.read(text) for text in self.pool)

    def choices_of_extras(self) -> list[tuple[str, ...]]:
        """Every way to give a game extras."""
        if not self.most_extras:
            return [()]
        return [
            choice
            for choice in source.choices_of_extras()
            if len(choice) <= self.most_extras and set(choice) <= set(self.extras)
        ]

    def games(self) -> list[RuleSet]:
        """Every game of the space; parts that do not fit together are left out."""
        return list(_games(self))

    def holds(self, rules: RuleSet) -> bool:
        """Whether a game is one of the space."""
        own = Elements.of(rules)
        parts = own.board in self.boards and own.pieces in self.pieces and own.end in self.ends
        return parts and len(own.extras) <= self.most_extras and set(own.extras) <= set(self.extras)

    def count(self) -> int:
        """How many games there are. Extras fit every game, so that only games without any must be put together."""
        return len(_games(replace(self, most_extras=0))) * len(self.choices_of_extras())

    def sample(self, stream: random.Random) -> RuleSet:
        """A game, every combination of elements equally likely."""
        extras = self.choices_of_extras()
        for _ in range(_TRIES):
            found = Elements(
                stream.choice(self.boards), stream.choice(self.pieces), stream.choice(self.ends), stream.choice(extras)
            )
            try:
                return found.rules
            except BadRuleSet:
                continue
        raise BadRuleSet(f"the space {self.name}: {_TRIES} combinations in a row do not fit together")


@cache
def _games(space: Space) -> tuple[RuleSet, ...]:
    found = []
    for board, pieces, end, extras in product(space.boards, space.pieces, space.ends, space.choices_of_extras()):
        try:
            found.append(Elements(board, pieces, end, extras).rules)
        except BadRuleSet:
            continue
    return tuple(dict.fromkeys(found))


_SMALL = ("3x3", "4x4", "5x5")

SPACES = {
    space.name: space
    for space in (
        Space(
            "source",
            "the source's: eight boards, three kinds of pieces, six ends, up to two of eight extras",
            source.BOARDS,
            source.PIECES,
            source.ENDS,
        ),
        Space(
            "plain",
            "the source's without extras",
            source.BOARDS,
            source.PIECES,
            source.ENDS,
            extras=(),
            most_extras=0,
        ),
        Space(
            "small",
            "the source's on boards up to 5×5, for a first look: a search takes seconds",
            _SMALL,
            source.PIECES,
            source.ENDS,
            pool=tuple(text for text in TRADITIONAL if text.split()[0] in _SMALL),
        ),
        Space(
            "wide",
            "beyond the source: hexagons and rhombs, pieces that step and capture in other ways, other ends, misère",
            (*source.BOARDS, "hex-3", "hex-4", "hex-5", "rhombus-5", "rhombus-7", "rhombus-9"),
            (
                *source.PIECES,
                *("drop adjacent", "drop custodial", "drop flip"),
                *("step", "step replace", "step jump", "step forward replace", "step custodial"),
            ),
            (*source.ENDS, "connect", "reach", "surround", "line-4 misere", "most-men misere", "connect misere"),
        ),
    )
}
"""The spaces by name."""


@dataclass(frozen=True)
class Senseless:
    """How many games of a space make no sense in some way: by the name of what is wrong, most frequent first."""

    games: int
    touched: int
    counts: Mapping[str, int]
    examples: Mapping[str, tuple[str, str]]
    """Of each a game's short form, and the sentence about it."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {"games": self.games, "senseless": self.touched, "findings": dict(self.counts)}


def senseless(space: Space) -> Senseless:
    """What the analysis of rules finds in the games of a space, without playing them."""
    findings = {rules: analyse(rules) for rules in space.games()}
    counts = Counter(finding.name for found in findings.values() for finding in found)
    return Senseless(
        games=len(findings),
        touched=sum(bool(found) for found in findings.values()),
        counts=dict(counts.most_common()),
        examples={
            finding.name: (rules.short_form, finding.sentence) for rules, found in findings.items() for finding in found
        },
    )


def the_space(name: str) -> Space:
    if name not in SPACES:
        raise UnknownName("space of games", name, SPACES, hint=f"there are {', '.join(SPACES)}")
    return SPACES[name]


def breed(parents: tuple[RuleSet, RuleSet, RuleSet], space: Space, stream: random.Random) -> RuleSet | None:
    """A child: the first parent gives the board, the second the pieces, the third the end.

    Each extra of a parent is inherited with probability ½; with probability ½ a random one is added. Of more than the
    space allows, a random choice stays. None when the parts do not fit together.
    """
    given = [Elements.of(parent) for parent in parents]
    extras = [extra for parent in given for extra in parent.extras if stream.random() < 0.5]
    if space.extras and stream.random() < 0.5:
        extras.append(stream.choice(space.extras))
    stream.shuffle(extras)
    kept: list[str] = []
    for extra in extras:
        allowed = extra not in kept or extra in REPEATABLE
        if allowed and len(kept) < space.most_extras:
            kept.append(extra)
    try:
        return Elements(given[0].board, given[1].pieces, given[2].end, tuple(sorted(kept))).rules
    except BadRuleSet:
        return None


def nearest(rules: RuleSet, others: Iterable[RuleSet], *, spared: int = 0) -> int:
    """In how many elements a game differs from the nearest of some others; 0 when there are none.

    With `spared`, what that could be at most after so many of the others have gone.
    """
    own = Elements.of(rules)
    distances = sorted(own.differences(Elements.of(other)) for other in others)
    if not distances:
        return 0
    return distances[spared] if spared < len(distances) else MOST_DIFFERENCES
