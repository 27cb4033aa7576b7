"""Kuhn poker: three cards, one bet."""

from ludarium.engine.entry import Entry

ENTRY = Entry(
    "kuhn-poker",
    ".game:KuhnPoker",
    "2",
    "the smallest poker: three cards, one bet",
    home=__name__,
    title="Kuhn poker",
    place=4,
    board="kuhn_poker",
    quiz=".quiz:quiz",
)
