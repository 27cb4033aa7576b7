"""`ludarium rules GAME`: how a game is played and what can be set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludarium.cli.common import GameName, Settings, out, plural, say, table, the_game

if TYPE_CHECKING:
    from ludarium.engine.game import Game


def command(game: GameName, settings: Settings = None) -> None:
    """Explain a game: its rules, its parameters and their ranges."""
    explain(the_game(game, settings))


def explain(game: Game) -> None:
    """Print the rules of a game."""
    say(game.title or game.name, style="bold")
    facts = [plural(game.seats, "seat")]
    facts += ["chance"] if game.chance else []
    facts += ["hidden information"] if game.hidden else []
    facts += ["moves at once"] if game.at_once else []
    say(f"{', '.join(facts)}; rules version {game.version}\n")
    say(game.rules_text())
    if game.parameters:
        parameters = table("parameter", "value", "allowed", "")
        for parameter in game.parameters:
            parameters.add_row(parameter.name, str(game.settings[parameter.name]), parameter.allowed, parameter.help)
        say()
        out().print(parameters)
