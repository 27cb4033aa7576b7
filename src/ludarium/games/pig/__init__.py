"""Pig: roll on or bank."""

from ludarium.engine.entry import Entry

ENTRY = Entry(
    "pig",
    ".game:Pig",
    "1–4",
    "roll on or bank: a race with one die",
    home=__name__,
    title="Pig",
    place=7,
    board="pig",
    quiz=".quiz:quiz",
)
