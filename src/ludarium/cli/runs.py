"""`ludarium runs`: what is in the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludarium.cli.common import AsJson, out, plural, print_json, say, table
from ludarium.cli.running import Where

if TYPE_CHECKING:
    from ludarium.arena.run.stored import RunSummary


def command(
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="Only runs of this game.")] = None,
    delete: Annotated[
        str | None, typer.Option("--delete", metavar="ID", help="Delete a run with all its games, for good.")
    ] = None,
    database: Where = None,
    as_json: AsJson = False,
) -> None:
    """List the stored runs, the newest first."""
    from ludarium.arena.run.stored import RunSummary
    from ludarium.store.database import Database

    with Database.open(database, create=False) as store:
        if delete is not None:
            deleted = RunSummary.of(store.run(delete))
            store.delete_run(store.run(delete))
            say(f"Run {deleted.run} of {deleted.game} is deleted with its {plural(deleted.games, 'game')}.")
            return
        found = [RunSummary.of(run) for run in store.runs(game=game)]
        if as_json:
            print_json([_plain(run) for run in found])
            return
        if not found:
            say(f"No runs{f' of {game}' if game else ''} in {store.place}.")
            return
        shown = table("run", "kind", "game", "players", "games", "begun (UTC)", "", numbers="games")
        for run in found:
            shown.add_row(
                run.run,
                run.kind,
                " ".join([run.game, *_given(run)]),
                ", ".join(run.players),
                _games(run),
                f"{run.created:%Y-%m-%d %H:%M}",
                "" if run.finished else "not finished",
            )
        out().print(shown)


def _given(run: RunSummary) -> list[str]:
    """What was set for a run, and what it sweeps over."""
    given = [f"{name}={value}" for name, value in run.settings.items()]
    return given + [f"{name}={','.join(values)}" for name, values in run.sweep.items()]


def _games(run: RunSummary) -> str:
    return f"{run.games:,}" if run.planned is None else f"{run.games:,} of {run.planned:,}"


def _plain(run: RunSummary) -> dict[str, Any]:
    shown = ("run", "kind", "game", "settings", "players", "seed", "games", "planned")
    finished = run.finished.isoformat() if run.finished else None
    return {name: getattr(run, name) for name in shown} | {"created": run.created.isoformat(), "finished": finished}
