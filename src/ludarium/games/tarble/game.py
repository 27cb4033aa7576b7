"""Tarble for people."""

from __future__ import annotations

from ludarium.engine.game import Game
from ludarium.games.tarble.rules import RULES


class Tarble(Game):
    """Tarble."""

    name = "tarble"
    title = "Tarble"
    summary = "dice and hexes: capture by jumping, up to six movements a turn"
    seat_names = ("Red", "Blue")
    rules = RULES
    chance = True
