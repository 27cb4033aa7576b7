"""YOUR TITLE: take the last stone. The entry below names all that belongs to the game."""

from ludarium.engine.entry import Entry

ENTRY = Entry(
    "your-game",
    ".game:YourGame",
    "2",
    "take one to three stones; the last one wins",
    home=__name__,
    title="YOUR TITLE",
    board="board.js",
    players={"counting": ".players:Counting"},
    levels=".players:LEVELS",
    commands=".commands:app",
)
