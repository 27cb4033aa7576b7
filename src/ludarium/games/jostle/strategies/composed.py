"""Strategies as ordered lists of elements: `Aggressive Observing ADVANCER`.

Moves are compared by the elements in order; ties go to the piece that comes first in the player's list. Any list with
at least one basic strategy is a strategy. `Lingering(A→B)`, also `Lingering(A->B)`, is A until an opponent has a piece
on a goal field and B from then on; A and B are lists themselves, and bare `Lingering` is `Lingering(PALS→ADVANCER)`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludarium.engine.errors import LudariumError
from ludarium.games.jostle.strategies.elements import (
    ADVANCE,
    BASIC,
    FOLLOW,
    IDLE,
    LINGERING,
    OBSERVE_TO_ADVANCE,
    OBSERVE_TO_FOLLOW,
    OBSERVING,
    WORDS,
)

MOST = 29
"""Elements of a strategy at most, counted as they act at one time."""
_ARROW = "→"
_PARTS = re.compile(r"->|→|[()]|[^\s()→]+?(?=->|[\s()→]|$)")
_BY_LOWER = {name.lower(): name for name in WORDS}


class StrategyError(LudariumError):
    """A text that is no strategy, or a list of elements that ranks nothing on its own."""


@dataclass(frozen=True)
class Element:
    """An element by its word. `Lingering` has two lists of its own, before and after an opponent reaches a goal."""

    word: str
    before: tuple[Element, ...] = ()
    after: tuple[Element, ...] = ()

    def __str__(self) -> str:
        if self.word != LINGERING:
            return self.word
        return f"{LINGERING}({_text(self.before)}{_ARROW}{_text(self.after)})"

    @property
    def basic(self) -> bool:
        """Whether it ranks on its own."""
        return self.word in BASIC


@dataclass(frozen=True)
class Strategy:
    """An ordered list of elements. Lists can be cut, joined and shuffled at will: what is valid is checked here."""

    elements: tuple[Element, ...]

    def __post_init__(self) -> None:
        for late in (False, True):
            acting = self.acting(late=late)
            if not any(element.basic for element in acting):
                raise StrategyError(
                    f"'{self}' ranks nothing on its own: it needs a basic strategy, one of {', '.join(BASIC)}"
                )
            if len(acting) > MOST:
                raise StrategyError(f"'{self}' has {len(acting)} elements, expected at most {MOST}")

    def __str__(self) -> str:
        return _text(self.elements)

    @classmethod
    def read(cls, text: str) -> Strategy:
        """The strategy that a text means; an error names the word that is wrong and lists those that are right."""
        return cls(_Reader(text).read())

    def acting(self, *, late: bool) -> tuple[Element, ...]:
        """The elements that act before (or late: after) an opponent has reached a goal, `Lingering` resolved."""
        return tuple(_resolved(self.elements, late=late))

    def codes(self, *, late: bool) -> list[int]:
        """The acting elements as compiled code knows them."""
        acting = self.acting(late=late)
        return [_code(acting, place) for place in range(len(acting))]


def looks_like_a_strategy(text: str) -> bool:
    """Whether a text was meant as a strategy: one of its words is an element's."""
    return any(part.lower() in _BY_LOWER for part in _PARTS.findall(text))


def _text(elements: Sequence[Element]) -> str:
    return " ".join(map(str, elements))


def _resolved(elements: Sequence[Element], *, late: bool) -> Iterator[Element]:
    for element in elements:
        if element.word == LINGERING:
            yield from _resolved(element.after if late else element.before, late=late)
        else:
            yield element


def _code(acting: Sequence[Element], place: int) -> int:
    if acting[place].word != OBSERVING:
        return WORDS[acting[place].word].code
    # The host is the next basic strategy in the list, or if there is none the nearest before.
    hosts = [element for element in [*acting[place:], *reversed(acting[:place])] if element.basic]
    host = WORDS[hosts[0].word].code
    return {ADVANCE: OBSERVE_TO_ADVANCE, FOLLOW: OBSERVE_TO_FOLLOW}.get(host, IDLE)


class _Reader:
    """Reads `element element … Lingering(list→list) …` from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text.strip()
        self._parts = _PARTS.findall(self._text)
        self._at = 0

    def read(self) -> tuple[Element, ...]:
        elements = self._list()
        if self._at < len(self._parts):
            raise self._wrong(f"'{self._parts[self._at]}' stands where no bracket is open")
        return elements

    def _list(self) -> tuple[Element, ...]:
        elements = []
        while self._here not in ("", "(", ")", "->", _ARROW):
            elements.append(self._element())
        if not elements:
            found = f"'{self._here}'" if self._here else "the end"
            raise self._wrong(f"expected an element before {found}; known are {', '.join(WORDS)}")
        return tuple(elements)

    def _element(self) -> Element:
        part = self._here
        word = _BY_LOWER.get(part.lower())
        if word is None:
            close = difflib.get_close_matches(part.lower(), _BY_LOWER, n=1, cutoff=0.6)
            advice = f"did you mean {_BY_LOWER[close[0]]}? " if close else ""
            raise StrategyError(f"'{part}' is no element of a strategy; {advice}Known are {', '.join(WORDS)}")
        self._at += 1
        if word != LINGERING:
            return Element(word)
        if self._here != "(":
            return Element(word, (Element("PALS"),), (Element("ADVANCER"),))
        self._at += 1
        before = self._list()
        self._expect("->", _ARROW)
        after = self._list()
        self._expect(")")
        return Element(word, before, after)

    @property
    def _here(self) -> str:
        return self._parts[self._at] if self._at < len(self._parts) else ""

    def _expect(self, *wanted: str) -> None:
        if self._here not in wanted:
            found = f"got '{self._here}'" if self._here else "the text ends"
            raise self._wrong(f"expected '{wanted[-1]}', but {found}; write {LINGERING}(PALS→ADVANCER)")
        self._at += 1

    def _wrong(self, why: str) -> StrategyError:
        return StrategyError(f"'{self._text}' is no strategy: {why}")
