"""`ludarium games`: what can be played."""

from __future__ import annotations

from ludarium.cli.common import AsJson, out, print_json, say, table


def command(as_json: AsJson = False) -> None:
    """List the games."""
    from ludarium.games import REGISTRY

    entries = REGISTRY.entries.values()
    if as_json:
        print_json([{"name": e.name, "seats": e.seats, "summary": e.summary, "origin": e.origin} for e in entries])
        return
    listing = table("game", "seats", "")
    for entry in entries:
        listing.add_row(entry.name, entry.seats, entry.summary)
    out().print(listing)
    say("A game can also be described: ludarium rules '5x5 drop line-4'")
    say("Your own is a file:            ludarium rules path/to/file.py:Class")
