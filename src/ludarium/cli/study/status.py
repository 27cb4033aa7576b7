"""`ludarium study status [SLUG]`: the studies of a database, or how one goes."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ludarium.cli.common import AsJson, out, plural, print_json, say, table
from ludarium.cli.running import Where
from ludarium.cli.study.common import Slug


def command(
    slug: Annotated[str | None, Slug] = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar="STATE", help="Make it `open`, `paused` or `closed`.")
    ] = None,
    database: Where = None,
    as_json: AsJson = False,
) -> None:
    """List the studies of a database, or tell how far one is; `--to` opens, pauses or closes it."""
    from datetime import UTC, datetime

    from ludarium.engine.errors import LudariumError
    from ludarium.store import studies as store
    from ludarium.store.database import Database
    from ludarium.studies.running.desk import monitor
    from ludarium.studies.running.studies import find, set_state

    with Database.open(database, create=False) as opened:
        if slug is None:
            if to is not None:
                raise LudariumError("name the study whose state is to change")
            with opened.reading() as connection:
                found = [_counted(connection, study) for study in store.everything(connection)]
            _list(found, opened.place, as_json)
            return
        if to is not None:
            with opened.writing() as connection:
                study = set_state(connection, find(connection, slug), to)
                store.note(connection, study.id, datetime.now(UTC), "the command line", "changed", state=to)
        with opened.reading() as connection:
            shown = monitor(connection, find(connection, slug), datetime.now(UTC))
        if as_json:
            print_json(shown)
            return
        say(f"{slug} is {shown['state']}: {_statuses(shown['statuses'])}; {shown['wanted']} are wanted.")
        people = table("participant", "condition", "status", "page", "stage", "doing", "quiet for", numbers="quiet for")
        for row in shown["people"]:
            quiet = f"{row['quiet_for'] / 60:.0f} min"
            page = f"{row['step'] + 1} of {row['steps']}"
            people.add_row(row["participant"], row["condition"], row["status"], page, row["stage"], row["doing"], quiet)
        if shown["people"]:
            out().print(people)


def _counted(connection: Any, study: Any) -> dict[str, Any]:
    from ludarium.store import studies as store

    counts = store.counts(connection, study.id)
    total: dict[str, int] = {}
    for (condition, status), count in counts.items():
        if not condition:
            total[status] = count
    begun = study.opened.isoformat() if study.opened else None
    return {"slug": study.slug, "state": study.state, "opened": begun, "people": total}


def _list(found: list[dict[str, Any]], place: str, as_json: bool) -> None:
    if as_json:
        print_json(found)
        return
    if not found:
        say(f"No studies in {place}: begin one with `ludarium study begin`.")
        return
    shown = table("study", "state", "opened", "people")
    for one in found:
        shown.add_row(one["slug"], one["state"], (one["opened"] or "")[:16], _statuses(one["people"]))
    out().print(shown)


def _statuses(counts: dict[str, int]) -> str:
    said = [f"{count} {status}" for status, count in sorted(counts.items())]
    return ", ".join(said) or plural(0, "person").replace("persons", "people")
