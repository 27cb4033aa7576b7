"""Jostle's composed strategies as a grammar, for whatever breeds them or takes them apart."""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.engine.elements import Elements
from ludarium.games.jostle.strategies.composed import Strategy
from ludarium.games.jostle.strategies.elements import BASIC, LINGERING, SYMBIONTS


def text_of(alpha: Sequence[str]) -> str:
    """The player that a list of elements means.

    `Lingering` lets all that follows it act until an opponent is on a goal field, and then ADVANCER, as in the source's
    table. Its host is found as that of `Observing`: the next basic strategy, or if there is none the nearest before.
    """
    words = list(alpha)
    if LINGERING in words:
        place = words.index(LINGERING)
        hosted = words[place + 1 :]
        if not any(word in BASIC for word in hosted):
            hosted += [word for word in words[:place] if word in BASIC][-1:]
        words[place:] = [f"{LINGERING}({' '.join(hosted)}→ADVANCER)"]
    return str(Strategy.read(" ".join(words)))


ELEMENTS = Elements(
    basic=tuple(BASIC),
    modifiers=tuple(SYMBIONTS),
    text=text_of,
    simple=tuple(alpha for host in BASIC for alpha in ((host,), *((symbiont, host) for symbiont in SYMBIONTS))),
)
"""Simple are the strategies of the source's table: every basic strategy alone, then with each symbiont."""
