"""Boundary: pieces that hold ground together, plans made in secret and carried out at once."""

from ludarium.engine.entry import Entry

ENTRY = Entry(
    "boundary",
    ".game:Boundary",
    "2",
    "hold ground with blobs, plans made at once",
    home=__name__,
    title="Boundary",
    place=10,
    quiz=".quiz:quiz",
    introduction=".introduction:STEPS",
    board="boundary",
    players={
        "greedy-treasure": ".players.basic:GreedyTreasure",
        "best-treasure": ".players.basic:BestTreasure",
        "greedy-capture": ".players.basic:GreedyCapture",
        "hybrid-capture": ".players.basic:HybridCapture",
        "defensive-treasure": ".players.basic:DefensiveTreasure",
        "defensive-capture": ".players.basic:DefensiveCapture",
        "adaptive": ".players.adaptive:Adaptive",
        "portfolio": ".players.portfolio:Portfolio",
    },
    levels=".levels:LEVELS",
    commands=".commands:app",
    reproductions={"boundary": ".reproduction:REPRODUCTION"},
    studies={"learning": ".published:LEARNING"},
)
