"""Doors to Ludarium's neighbours. Each is an extra; what a door needs is loaded when somebody goes through it."""

from ludarium.doors.zrf import FAMILY as ZRF
from ludarium.engine.entry import Family
from ludarium.players import PlayerEntry

OPENSPIEL = Family(
    form=r"openspiel:.+",
    game="ludarium.doors.openspiel.inside:from_text",
    example="openspiel:connect_four(rows=7)",
    # Without parameters, which could ask for boards of any size.
    anybody=r"openspiel:(?!python_)\w+",
)
"""Not in its own package, which is imported by those who would have our games in OpenSpiel."""

FAMILIES: tuple[Family, ...] = (ZRF, OPENSPIEL)
"""The games that come in by a door, by the form of their names."""

PLAYERS = (
    PlayerEntry(
        "prolog",
        "ludarium.doors.prolog.player:RuleBase",
        "a rule base in Prolog",
        given="path",
        form="path/to/rules.pl",
    ),
    PlayerEntry(
        "openspiel-bot",
        "ludarium.doors.openspiel.bots:OpenSpielBot",
        "a bot of OpenSpiel",
        given="bot",
        form="mcts",
        anybody="mcts|ismcts|uniform_random",
    ),
)
"""The players that come in by a door, by what stands before the colon."""
