"""Opponents in Colonizers, weakest first. The order is that of what was measured of them, in `opponents.json`."""

from __future__ import annotations

from ludarium.engine.levels import BEGINNER, Level

LEVELS = (
    BEGINNER,
    Level("heuristic", "Rule of thumb", "Builds what it can pay for, and names whoever has most to lose.", 2, 0.0),
    Level(
        "ismcts:iterations=20", "Gambler", "Imagines a few worlds that fit what it knows, and plays for those.", 2, 0.0
    ),
    Level("maxn", "Accountant", "Looks a few steps ahead and takes everybody to mind only their own colony.", 3, 0.0),
    Level("mo-ismcts", "Mind reader", "Thinks about what each of the others knows, and what they do not.", 4, 0.0),
    Level("ismcts", "Strategist", "Imagines hundreds of worlds that fit what it knows before it decides.", 4, 0.0),
    Level("champion", "Champion", "Tries its moves in the same imagined worlds and drops what falls behind.", 5, 0.0),
)
