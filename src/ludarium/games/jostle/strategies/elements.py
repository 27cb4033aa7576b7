"""The elements that strategies are made of, and the codes by which compiled code knows them.

A *basic* strategy ranks a player's moves on its own; a *symbiont* re-ranks what a host ranks. Each is a key: smaller is
better, and the moves that share the smallest value go on to the next element.
"""

from __future__ import annotations

from dataclasses import dataclass

IDLE = 0
"""Ranks all moves the same: a symbiont whose host it has no effect on."""
RANDOM, ADVANCE, FOLLOW, EQUALIZE = 1, 2, 3, 4
OBSERVE_TO_ADVANCE, OBSERVE_TO_FOLLOW = 5, 6
ATTACK, REVENGE = 7, 8


@dataclass(frozen=True)
class Kind:
    """A kind of element: how it is written, and what it does."""

    name: str
    code: int
    summary: str


BASIC = {
    kind.name: kind
    for kind in (
        Kind("RANDOMIZER", RANDOM, "moves at random"),
        Kind("ADVANCER", ADVANCE, "the most advanced piece first"),
        Kind("PALS", FOLLOW, "the least advanced piece first"),
        Kind("EQUALIZER", EQUALIZE, "its pieces in turn: each once before any moves again"),
    )
}
OBSERVING = "Observing"
LINGERING = "Lingering"
SYMBIONTS = {
    kind.name: kind
    for kind in (
        # What Observing does depends on its host: see `composed`.
        Kind(
            OBSERVING, IDLE, "looks at special fields: ADVANCER seeks switches and shuns back fields, PALS shuns both"
        ),
        Kind("Aggressive", ATTACK, "a piece that lands on an opponent's piece first"),
        Kind("Revenging", REVENGE, "Aggressive, but only against those who have jostled it"),
        Kind(LINGERING, IDLE, "PALS until an opponent is on a goal field, then ADVANCER; or Lingering(A→B)"),
    )
}
WORDS = {**BASIC, **SYMBIONTS}
"""All words of a strategy, as they are written."""
