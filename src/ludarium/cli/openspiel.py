"""`ludarium openspiel …`: what comes in by the door to OpenSpiel."""

from __future__ import annotations

import typer

from ludarium.cli.common import AsJson, out, plural, print_json, say, table

app = typer.Typer(help="OpenSpiel's games: list those that can be played here. `play openspiel:NAME` plays one.")


@app.callback()
def _openspiel() -> None:
    """A group, though it has one command."""


@app.command()
def games(as_json: AsJson = False) -> None:
    """List OpenSpiel's games: seats and what is special about each, or why it cannot be played here."""
    from rich.markup import escape

    from ludarium.doors.openspiel.loading import guests

    listed = guests()
    if as_json:
        print_json([guest._asdict() for guest in listed])
        return
    listing = table("game", "seats", "")
    for guest in listed:
        words = f"refused: {guest.refused}" if guest.refused else ", ".join((guest.title, *guest.traits))
        listing.add_row(guest.name, str(guest.seats or ""), escape(words))
    out().print(listing)
    refused = sum(bool(guest.refused) for guest in listed)
    say(f"{plural(len(listed) - refused, 'game')} can be played here as openspiel:NAME, {refused} cannot.")
