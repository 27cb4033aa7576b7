"""Opponents in Jostle, weakest first. The order is that of the table on the game's page: 3,000 games of each."""

from __future__ import annotations

from ludarium.engine.levels import Level

LEVELS = (
    Level(
        "PALS", "Pals", "Always moves the piece that is last, so that all stay together, and comes home late.", 1, 0.0
    ),
    Level("EQUALIZER", "Equalizer", "Moves its pieces in turn, each once before any moves again.", 2, 0.0),
    Level("RANDOMIZER", "Randomizer", "Moves any piece that can be moved.", 2, 0.0),
    Level("Aggressive PALS", "Aggressive pals", "Stays together and jostles you whenever it can.", 2, 0.0),
    Level("Lingering(PALS->ADVANCER)", "Lingerer", "Dawdles until somebody reaches a goal, then hurries.", 3, 0.0),
    Level("Revenging EQUALIZER", "Avenger", "Forgets nothing: who has jostled it will be jostled.", 3, 0.0),
    Level("Aggressive ADVANCER", "Bully", "Runs ahead with one piece and pushes others back on the way.", 4, 0.0),
    Level("ADVANCER", "Runner", "Runs home with its foremost piece, then with the next.", 4, 0.0),
    Level(
        "Observing ADVANCER",
        "Pathfinder",
        "Runs ahead, takes the switches that help and avoids the fields that hurt.",
        5,
        0.0,
    ),
    Level("mcts:iterations=400", "Planner", "Plays the race in its head a few hundred times before each move.", 5, 0.0),
)
