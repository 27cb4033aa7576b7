"""The games. A new game is a folder beside this file and one line of the list below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludarium.engine.registry import Entry, Registry

if TYPE_CHECKING:
    from ludarium.engine.game import Game


def _described(text: str) -> Game | None:
    """A game given by its rule set's short form, such as `8x8 reversi most-men`."""
    from ludarium.games.rulesets.game import game_from_short_form

    return game_from_short_form(text)


REGISTRY = Registry(
    [
        Entry("tic-tac-toe", "ludarium.games.rulesets.game:TicTacToe", "2", "three in a row on a 3×3 board"),
        Entry("reversi", "ludarium.games.rulesets.game:Reversi", "2", "outflank and flip, most men win"),
        Entry("checkers", "ludarium.games.rulesets.game:Checkers", "2", "English checkers: jump, crown, leave no move"),
        Entry("kuhn-poker", "ludarium.games.kuhn_poker.game:KuhnPoker", "2", "the smallest poker: three cards, a bet"),
        Entry("goofspiel", "ludarium.games.goofspiel.game:Goofspiel", "2–4", "bid for prizes, all bids at once"),
        Entry("blotto", "ludarium.games.blotto.game:Blotto", "2", "divide troops over battlefields, both at once"),
        Entry("pig", "ludarium.games.pig.game:Pig", "1–4", "roll on or bank: a race with one die"),
        Entry("tarble", "ludarium.games.tarble.game:Tarble", "2", "dice and hexes: capture by jumping, in long turns"),
        Entry("jostle", "ludarium.games.jostle.game:Jostle", "2–4", "a race with dice: push the others back"),
        Entry("boundary", "ludarium.games.boundary.game:Boundary", "2", "hold ground with blobs, plans made at once"),
        Entry("colonizers", "ludarium.games.colonizers.game:Colonizers", "4", "build on Mars with hidden colonists"),
    ],
    fallback=_described,
)


def load(name: str, **settings: object) -> Game:
    """A game by name, file path or short form, with its parameters settled."""
    return REGISTRY.load(name, **settings)
