"""`ludarium study freeze SLUG`: preregistration."""

from __future__ import annotations

from typing import Annotated

from ludarium.cli.common import say
from ludarium.cli.running import Where
from ludarium.cli.study.common import Slug


def command(slug: Annotated[str, Slug], database: Where = None) -> None:
    """Take the digests of plan, questions and analysis before the first participant; the report says what was changed
    since."""
    from ludarium.store.database import Database
    from ludarium.studies.running.studies import analysis_digest, find, freeze

    with Database.open(database, create=False) as opened, opened.writing() as connection:
        frozen = freeze(connection, find(connection, slug), analysis_digest())
    say(f"{slug} is frozen since {frozen['at'][:19]} UTC.")
    for name in ("plan", "questions", "analysis"):
        say(f"{name}: {frozen[name]}")
