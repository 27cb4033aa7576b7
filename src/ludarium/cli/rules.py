"""`ludarium rules GAME`: how a game is played and what can be set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import GameName, Settings, out, plural, say, table, the_game

if TYPE_CHECKING:
    from ludarium.engine.game import Game


def command(
    game: GameName,
    settings: Settings = None,
    toml: Annotated[
        bool,
        typer.Option("--toml", help="Write a game of the rule-set space as a file that can be changed and played."),
    ] = False,
    zrf: Annotated[
        bool, typer.Option("--zrf", help="Write a game of the rule-set space as a rules file of Zillions.")
    ] = False,
) -> None:
    """Explain a game: its rules, its parameters and their ranges."""
    loaded = the_game(game, settings)
    if toml:
        say(loaded.file_text().rstrip())
    elif zrf:
        from ludarium.doors.zrf.write import zrf_of

        print(zrf_of(loaded), end="")
    else:
        explain(loaded)


def explain(game: Game) -> None:
    """Print the rules of a game."""
    say(game.title or game.name, style="bold")
    facts = [plural(game.seats, "seat")]
    facts += ["chance"] if game.chance else []
    facts += ["hidden information"] if game.hidden else []
    facts += ["moves at once"] if game.at_once else []
    say(f"{', '.join(facts)}; rules version {game.version}\n")
    say(game.rules_text())
    for finding in getattr(game, "findings", ()):
        say(f"\nDoubtful ({finding.name}): {finding.sentence}")
    if game.parameters:
        parameters = table("parameter", "value", "allowed", "")
        for parameter in game.parameters:
            parameters.add_row(parameter.name, str(game.settings[parameter.name]), parameter.allowed, parameter.help)
        say()
        out().print(parameters)
