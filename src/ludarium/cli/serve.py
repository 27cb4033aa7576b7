"""`ludarium serve`: the lab in the browser."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.common import say
from ludarium.cli.running import Where


def command(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; 0.0.0.0 lets other machines in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="0 takes any free one.")] = 8000,
    database: Where = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", min=1, show_default=False, help="Processes in which players think."),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", metavar="N", min=1, show_default=False, help="Processes for replays, uploads and figures."
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="A name of this server, for pages of no other; may be repeated."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy", metavar="ADDRESS", help="A proxy (address or network) that is believed; may be repeated."
        ),
    ] = None,
    proxy_header: Annotated[
        str,
        typer.Option("--proxy-header", metavar="NAME", help="Where it says for whom it asks; or: forwarded."),
    ] = "x-forwarded-for",
    limit: Annotated[
        list[str] | None,
        typer.Option("--limit", metavar="NAME=N", help="Change a limit, such as sockets=40; may be repeated."),
    ] = None,
    designs: Annotated[
        Path | None,
        typer.Option("--designs", metavar="FOLDER", help="Show the games of the design runs in this folder."),
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game", metavar="PATH", help="Offer the game of this file (file.py:Class) or folder; may be repeated."
        ),
    ] = None,
    players: Annotated[
        list[Path] | None,
        typer.Option(
            "--players", metavar="FOLDER", help="Offer the programs in this folder as opponents; may be repeated."
        ),
    ] = None,
    uploader: Annotated[
        list[str] | None,
        typer.Option(
            "--uploader",
            metavar="NAME",
            help="An account that may bring programs along (with --players); off by default.",
        ),
    ] = None,
    researcher: Annotated[
        list[str] | None,
        typer.Option("--researcher", metavar="NAME", help="An account that may make studies; may be repeated."),
    ] = None,
    warm: Annotated[bool, typer.Option("--warm/--no-warm", help="Compile all games in the background.")] = True,
    keep_waiting: Annotated[
        float, typer.Option("--keep-waiting", metavar="MINUTES", min=1, help="Give up tables at which nobody waits.")
    ] = 15.0,
    keep_running: Annotated[
        float,
        typer.Option("--keep-running", metavar="DAYS", min=0.01, help="Give up matches nobody comes back to."),
    ] = 7.0,
    keep_alone: Annotated[
        float,
        typer.Option("--keep-alone", metavar="DAYS", min=0.01, help="Give up unfinished games against players."),
    ] = 2.0,
    keep_unplayed: Annotated[
        float,
        typer.Option("--keep-unplayed", metavar="DAYS", min=0, help="Forget tables given up before anybody moved."),
    ] = 1.0,
    supervise: Annotated[
        bool,
        typer.Option("--supervise/--no-supervise", help="Start the server again when it ends unexpectedly or hangs."),
    ] = True,
    stall: Annotated[
        float,
        typer.Option("--stall", metavar="SECONDS", min=1, help="A server that stands still so long is started again."),
    ] = 30.0,
    open_browser: Annotated[bool, typer.Option("--open", help="Show the lab in the browser.")] = False,
) -> None:
    """Serve the lab in the browser: play every game with people and players. Ctrl-C ends it."""
    from dataclasses import replace

    from ludarium.server.running import Address, run
    from ludarium.server.settings import Settings, with_limits

    names = tuple(each.lower() for each in name or ())
    settings = Settings(
        database=database,
        host=host,
        port=port,
        hosts=names,
        designs=designs,
        games=tuple(game or ()),
        players=tuple(players or ()),
        uploaders=tuple(uploader or ()),
        researchers=tuple(researcher or ()),
        warm=warm,
        stall=stall,
        waiting=60 * keep_waiting,
        idle=86_400 * keep_running,
        alone=86_400 * keep_alone,
        unplayed=86_400 * keep_unplayed,
        proxies=tuple(proxy or ()),
        proxy_header=proxy_header,
    )
    settings = with_limits(settings, limit or ())
    if workers is not None:
        settings = replace(settings, workers=workers)
    if jobs is not None:
        settings = replace(settings, jobs=jobs)

    def ready(address: Address) -> None:
        say(f"The lab is open: {address.url}", style="bold")
        if not address.built:
            say("Its pages are not built yet: `make web` builds them.", style="yellow")
        say("Ctrl-C closes it. Matches that are being played go on when it is opened again.", style="dim")
        sys.stdout.flush()
        if open_browser:
            import webbrowser

            webbrowser.open(address.url)

    run(settings, ready, supervised=supervise)
