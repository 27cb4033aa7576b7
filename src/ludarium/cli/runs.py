"""`ludarium runs`: what is in the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludarium.cli.common import AsJson, out, plural, print_json, say, table
from ludarium.cli.running import Where

if TYPE_CHECKING:
    from ludarium.store.runs import Run


def command(
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="Only runs of this game.")] = None,
    delete: Annotated[
        str | None, typer.Option("--delete", metavar="ID", help="Delete a run with all its games, for good.")
    ] = None,
    database: Where = None,
    as_json: AsJson = False,
) -> None:
    """List the stored runs, the newest first."""
    from ludarium.store.database import Database

    with Database.open(database, create=False) as store:
        if delete is not None:
            run = store.run(delete)
            games = run.count()
            store.delete_run(run)
            say(f"Run {run.short} of {run.game} is deleted with its {plural(games, 'game')}.")
            return
        found = store.runs(game=game)
        if as_json:
            print_json([_plain(run) for run in found])
            return
        if not found:
            say(f"No runs{f' of {game}' if game else ''} in {store.place}.")
            return
        shown = table("run", "kind", "game", "players", "games", "begun (UTC)", "", numbers="games")
        for run in found:
            shown.add_row(
                run.short,
                run.kind,
                " ".join([run.game, *_given(run)]),
                ", ".join(run.players),
                _games(run),
                f"{run.created:%Y-%m-%d %H:%M}",
                "" if run.finished else "not finished",
            )
        out().print(shown)


def _given(run: Run) -> list[str]:
    """What was set for a run, and what it sweeps over."""
    swept: dict[str, dict[str, None]] = {}
    for extra in run.plan.get("sweep", ()):
        for name, value in extra.items():
            swept.setdefault(name, {})[str(value)] = None
    given = [f"{name}={value}" for name, value in run.settings.items()]
    return given + [f"{name}={','.join(values)}" for name, values in swept.items()]


def _games(run: Run) -> str:
    if run.games_planned is None or "rule" in run.plan:
        return f"{run.count():,}"
    return f"{run.count():,} of {run.games_planned:,}"


def _plain(run: Run) -> dict[str, Any]:
    return {
        "run": run.short,
        "kind": run.kind,
        "game": run.game,
        "settings": run.settings,
        "players": run.players,
        "seed": run.seed,
        "games": run.count(),
        "planned": None if "rule" in run.plan else run.games_planned,
        "created": run.created.isoformat(),
        "finished": run.finished.isoformat() if run.finished else None,
    }
