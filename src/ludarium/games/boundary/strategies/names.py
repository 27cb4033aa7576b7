"""The six strategies: their numbers in kernels, their names for people, and what tells them apart."""

from __future__ import annotations

GREEDY_TREASURE, BEST_TREASURE, GREEDY_CAPTURE, HYBRID_CAPTURE, DEFENSIVE_TREASURE, DEFENSIVE_CAPTURE = range(6)

NAMES = (
    "greedy-treasure",
    "best-treasure",
    "greedy-capture",
    "hybrid-capture",
    "defensive-treasure",
    "defensive-capture",
)
CALLED = ("a treasure hunter", "an appraiser", "a hunter", "a poacher", "a caravan", "a guard")
"""What people call who plays so, as in the list of opponents."""
STRATEGIES = len(NAMES)

GROUPS_TO = (1, 1, 2, 2, 3, 3)
"""How many pieces a blob must have before it hunts instead of seeking allies."""
GATHERS = (False, False, False, False, True, False)
"""Whether those who seek allies gather in the middle of the team, to be few large blobs; else they look for others
that are alone, to be many small ones."""
HUNTS_TREASURES = (True, True, False, True, True, False)
HUNTS_PIECES = (False, False, True, True, False, True)

AGGRESSIVE_TREASURE = (GREEDY_TREASURE, BEST_TREASURE)
"""The strategies of single pieces, which never group."""
