"""`ludarium study begin PLAN`: a study from a plan, in the database that the server uses."""

from __future__ import annotations

from typing import Annotated

import typer

from ludarium.cli.common import say
from ludarium.cli.running import Where
from ludarium.cli.study.common import PlanFile, text_of


def command(
    plan: PlanFile,
    slug: Annotated[
        str, typer.Option("--slug", metavar="NAME", help="What its link holds; made from its title if not given.")
    ] = "",
    draft: Annotated[bool, typer.Option("--draft", help="Do not open it yet.")] = False,
    owner: Annotated[
        str, typer.Option("--owner", metavar="NAME", help="Whose desk it is on: the name of a registered account.")
    ] = "",
    database: Where = None,
) -> None:
    """Begin a study: people can take part at once, by the link that is told."""
    from datetime import UTC, datetime

    from ludarium.engine.errors import LudariumError
    from ludarium.server.people import names
    from ludarium.store import people as accounts
    from ludarium.store import studies as store
    from ludarium.store.database import Database
    from ludarium.studies.plan.reading import read_plan
    from ludarium.studies.running.studies import create, set_state

    text, name = text_of(plan)
    read = read_plan(text, name)
    with Database.open(database) as opened, opened.writing() as connection:
        made = create(connection, read, text, slug=slug)
        if owner:
            found = (accounts.registered(connection, key) for key in names.keys_of(owner))
            account = next((one for one in found if one is not None), None)
            if account is None:
                raise LudariumError(f"nobody is registered as '{owner}' here: register in the browser first")
            store.set_role(connection, made.id, account.id, "owner")
        store.note(connection, made.id, datetime.now(UTC), owner or "the command line", "created")
        if not draft:
            made = set_state(connection, made, "open")
        place = opened.place
    say(f"The study {made.slug} is {made.state} in {place}.")
    say(f"Its link on your server: /study/{made.slug}")
