"""Tarble: dice and hexes, a turn of billions of movement sequences, and players that think like people."""

from ludarium.engine.entry import Entry

ENTRY = Entry(
    "tarble",
    ".game:Tarble",
    "2",
    "dice and hexes: capture by jumping, up to six movements a turn",
    home=__name__,
    title="Tarble",
    place=8,
    quiz=".quiz:quiz",
    introduction=".introduction:STEPS",
    board="tarble",
    players={
        "minimax": ".players.minimax:Minimax",
        "mcts": ".players.tree:Mcts",
        "td-single": ".players.td:TdSingle",
        "td-turn": ".players.td:TdTurn",
        "joey": ".players.joey:Joey",
        "sarah": ".players.sarah:Sarah",
        "brian": ".players.brian:Brian",
        "mixture": ".players.mixture:Mixture",
        "champion": ".players.champion:Champion",
    },
    levels=".levels:LEVELS",
    commands=".commands:app",
    reproductions={"tarble": ".reproduction:REPRODUCTION"},
    habits=".published:habits_of",
    notation=".notation",
)
