"""Opponents in Boundary. The six strategies beat each other in rings: they differ more in character than strength."""

from __future__ import annotations

from ludarium.engine.levels import Level

LEVELS = (
    Level("random", "Wanderer", "Sends all its pieces somewhere, never twice to the same place.", 1, 0.0),
    Level("greedy-treasure", "Treasure hunter", "Sends every piece to the nearest treasure and fears nobody.", 2, 0.0),
    Level("best-treasure", "Appraiser", "Goes where the most treasure is to be had for the way.", 2, 0.0),
    Level("greedy-capture", "Hunter", "Hunts in pairs for your nearest piece, and cares little for treasure.", 2, 0.0),
    Level("hybrid-capture", "Poacher", "Hunts in pairs, but picks up treasure that lies on the way.", 3, 0.0),
    Level("defensive-treasure", "Caravan", "Gathers treasure in groups of three that are hard to surround.", 3, 0.0),
    Level("defensive-capture", "Guard", "Gathers in threes first, then closes in on your pieces.", 3, 0.0),
    Level(
        "adaptive",
        "Chameleon",
        "Recognises your plan within a few turns and answers it with the one that beats it.",
        4,
        0.3,
    ),
    Level(
        "portfolio", "Mastermind", "Tries combinations of all strategies, piece by piece, and plays each out.", 5, 1.0
    ),
)
