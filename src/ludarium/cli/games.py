"""`ludarium games`: what can be played."""

from __future__ import annotations

from pathlib import Path

from ludarium.cli.common import AsJson, out, print_json, say, table


def command(as_json: AsJson = False) -> None:
    """List the games."""
    from rich.markup import escape

    from ludarium.engine.entry import OURS
    from ludarium.games import REGISTRY

    entries = REGISTRY.entries.values()
    if as_json:
        print_json([{"name": e.name, "seats": e.seats, "summary": e.summary, "origin": e.origin} for e in entries])
        return
    foreign = any(entry.origin != OURS for entry in entries)
    listing = table("game", "seats", "", *(["from"] if foreign else []))
    for entry in entries:
        origin = [Path(entry.origin).name if entry.origin != OURS else ""] if foreign else []
        listing.add_row(entry.name, entry.seats, escape(entry.summary), *map(escape, origin))
    out().print(listing)
    for _, family in REGISTRY.families():
        say(f"A game can also be described: ludarium rules '{family.example}'")
    say("Your own is a file or folder:  ludarium rules path/to/file.py:Class")
    say("To begin one:                  ludarium new game NAME")
