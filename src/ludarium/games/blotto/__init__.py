"""Colonel Blotto: divide troops over battlefields, both sides at once."""

from ludarium.engine.entry import Entry

ENTRY = Entry(
    "blotto",
    ".game:Blotto",
    "2",
    "divide troops over battlefields, both at once",
    home=__name__,
    title="Colonel Blotto",
    place=6,
    board="blotto",
    quiz=".quiz:quiz",
)
