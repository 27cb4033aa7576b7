"""Colonizers learnt at the table."""

from __future__ import annotations

from ludarium.engine.introduction import Step
from ludarium.engine.position import Position

_PICKS = ("Visionary", "Ecologist", "General", "Opportunist")
_THIEF = ("Opportunist", "Visionary", "Ecologist", "General", "Omnium")


def _looks(before: Position, after: Position) -> bool:
    return 0 in after.movers and any(after.state.drawn)


def _built(before: Position, after: Position) -> bool:
    return bool(after.state.built[0] > before.state.built[0])


STEPS = (
    Step(
        "You are Green. Each round begins with a colonist picked in secret: it decides what you can do. Pick one.",
        "Nobody knows your colonist until your turn. The others pick from what is left.",
        ("Visionary",),
        seed=3,
    ),
    Step(
        "In your turn you take 2 Omnium, or look at two modules, keep one and put the other under the deck. Look at "
        "two modules.",
        "You may keep one of the two that lie open for you.",
        ("modules",),
        _looks,
        seed=3,
        played=_PICKS,
    ),
    Step(
        "A module costs Omnium and is worth points. You have 2 Omnium: build one from your hand.",
        "It stands in your colony. A colony of 8 modules ends the game, and the most valuable one wins.",
        ("build Housing Unit",),
        _built,
        seed=3,
        played=(*_PICKS, "Omnium"),
    ),
    Step(
        "You are the Opportunist now: name a colonist, and whoever holds it loses up to 2 Omnium to you. Nobody has "
        "told you who holds what. Name one.",
        "Had somebody with Omnium held it, it would be yours. The Spy swaps hands in the same way.",
        ("name Visionary",),
        seed=3,
        played=_THIEF,
    ),
)
