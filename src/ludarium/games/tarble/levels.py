"""Opponents in Tarble, weakest first: in the order of the matches on the pages on reproduction and on its players."""

from __future__ import annotations

from ludarium.engine.levels import BEGINNER, Level

LEVELS = (
    BEGINNER,
    Level("minimax", "Minimax", "Counts pieces and points a few movements ahead, and no further.", 2, 0.0),
    Level("joey", "Joey", "Captures whatever it can, at once, and otherwise heads for the centre.", 3, 0.0),
    Level("mcts", "Dreamer", "Plays the rest of the game in its head, at random, and keeps what went well.", 3, 0.1),
    Level("mixture", "Changeling", "Plays now as Joey, now as Sarah or Brian: you never know which.", 3, 0.0),
    Level(
        "td-turn",
        "Self-taught",
        "Learned from its own games which positions are good, and looks at whole turns.",
        4,
        0.0,
    ),
    Level("sarah", "Sarah", "Captures what is safe, counts three steps as near, and retreats in time.", 4, 0.0),
    Level(
        "brian", "Brian", "Sees every jump, is bold when behind, careful when ahead, and sacrifices in time.", 4, 0.1
    ),
    Level("champion", "Champion", "Weighs the best reply to every face of your die before it decides.", 5, 0.8),
)
