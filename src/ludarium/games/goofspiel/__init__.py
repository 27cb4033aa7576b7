"""Goofspiel: bid for prizes, all bids at once."""

from ludarium.engine.entry import Entry

ENTRY = Entry(
    "goofspiel",
    ".game:Goofspiel",
    "2–4",
    "bid for prizes, all bids at once",
    home=__name__,
    title="Goofspiel",
    place=5,
    board="goofspiel",
    quiz=".quiz:quiz",
)
