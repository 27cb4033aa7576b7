"""`ludarium players [GAME]`: who can play, and how strong and quick a game's opponents are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludarium.cli.common import AsJson, out, print_json, say, table, the_game
from ludarium.cli.running import Workers

if TYPE_CHECKING:
    from ludarium.engine.game import Game
    from ludarium.engine.levels import Level, Standing


def command(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", show_default=False, help="Show also who plays only this game, and its opponents."
        ),
    ] = None,
    measure: Annotated[
        bool, typer.Option("--measure", help="Measure the game's opponents now: how strong, and how quick here.")
    ] = False,
    rounds: Annotated[
        int | None,
        typer.Option("--rounds", metavar="N", min=1, show_default=False, help="Of their round robin; 20 unless told."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of their games.")] = 0,
    workers: Workers = None,
    as_json: AsJson = False,
) -> None:
    """List the players and their options; with a game, its opponents with measured strength and speed."""
    from ludarium.engine.errors import BadParameter

    if game is None and (measure or rounds is not None):
        raise BadParameter("nothing to measure: name a game, as in ludarium players GAME --measure")
    if rounds is not None and not measure:
        raise BadParameter("--rounds belongs to --measure: give both, or neither")
    chosen = the_game(game) if game is not None else None
    standings = None if chosen is None else chosen.standings()
    if measure and chosen is not None:
        import ludarium

        found = ludarium.opponents(chosen, rounds=rounds, seed=seed, workers=workers)
        if as_json:
            print_json(found.to_dict())
            return
        standings = {level.text: standing for level, standing in found.rows}
    if as_json:
        print_json(_plain(chosen))
        return
    if not measure:
        _list_players(chosen)
    if chosen is not None:
        _list_opponents(chosen, standings or {})


def _list_players(chosen: Game | None) -> None:
    from rich.markup import escape

    from ludarium.engine.plugins import import_object
    from ludarium.players import listing

    shown = table("player", "options", "")
    for entry in listing(chosen).values():
        kind = import_object(entry.reference)
        options = ", ".join(f"{parameter.name}={parameter.default}" for parameter in kind.parameters)
        unsuited = kind.suits(chosen) if chosen is not None else ""
        remark = f"{entry.summary} [red](not here: {escape(unsuited)})[/red]" if unsuited else escape(entry.summary)
        shown.add_row(entry.name, options, remark)
    out().print(shown)
    say("Options follow a colon:        mcts:iterations=400")
    say("Your own player is a file:     path/to/file.py:Class")
    say("or a program in any language:  program:COMMAND LINE")
    say("or a rule base in Prolog:      prolog:path/to/rules.pl")
    if chosen is not None:
        say(f"People usually meet {chosen.suits} in {chosen.name}.")
        say("")


def _list_opponents(game: Game, standings: Any) -> None:
    from ludarium.arena.run.opponents import spent

    offered = ordered(game, standings)
    if not offered:
        return
    shown = table("opponent", "player", "strength", "Elo", "a decision", numbers="Elo decision")
    for level, told in offered:
        elo = "–" if told is None else f"{told.elo:+.0f} ± {told.margin:.0f}"
        quick = "–" if told is None else spent(told.seconds)
        shown.add_row(level.title, level.text, "●" * level.strength + "○" * (5 - level.strength), elo, quick)
    out().print(shown)
    if any(told is not None for _, told in offered):
        say("Elo: among these opponents, whose mean is 0, with its 95 % interval. Times are those of one machine.")
    else:
        say(f"Nothing was measured here: ludarium players {game.name} --measure")


def ordered(game: Game, standings: Any) -> list[tuple[Level, Standing | None]]:
    """The opponents with what is known of each, the strongest first."""
    offered = [(level, standings.get(level.text)) for level in game.levels()]
    return sorted(offered, key=lambda pair: (-(pair[1].elo if pair[1] else 0.0), -pair[0].strength))


def _plain(chosen: Game | None) -> dict[str, Any]:
    from ludarium.engine.plugins import import_object
    from ludarium.players import listing

    kinds = {entry.name: (entry, import_object(entry.reference)) for entry in listing(chosen).values()}
    told: dict[str, Any] = {
        "players": [
            {
                "name": name,
                "summary": entry.summary,
                "options": {parameter.name: parameter.default for parameter in kind.parameters},
                **({} if chosen is None else {"unsuited": kind.suits(chosen)}),
            }
            for name, (entry, kind) in kinds.items()
        ]
    }
    if chosen is not None:
        told["game"] = chosen.describe()
        told["opponents"] = [
            {
                "player": level.text,
                "title": level.title,
                "strength": level.strength,
                **({} if standing is None else standing.to_dict()),
            }
            for level, standing in ordered(chosen, chosen.standings())
        ]
    return told
