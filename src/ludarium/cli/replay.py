"""`ludarium replay FILE` or `RUN:NUMBER`: step through a game, checking every position on the way."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import out, plural, say
from ludarium.cli.running import Where
from ludarium.engine.sentences import result_words

if TYPE_CHECKING:
    from ludarium.engine.position import Position
    from ludarium.engine.record import Decision, Record

_BACK = {"b", "p", "\x7f", "\x1b[D", "\x1b[A"}
_LEAVE = {"q", "\x1b"}


def command(
    game: Annotated[
        str,
        typer.Argument(
            metavar="FILE|RUN:NUMBER",
            show_default=False,
            help="A record saved by play or match, or a stored game: its run and its number, from 0.",
        ),
    ],
    everything: Annotated[bool, typer.Option("--all", help="Print the whole game at once.")] = False,
    database: Where = None,
) -> None:
    """Replay a recorded or stored game. A key steps on, b goes back, q leaves; a changed one says where it departs."""
    from ludarium.arena.run.replaying import record_of
    from ludarium.games import load

    record = record_of(game, database)
    stepwise = sys.stdin.isatty() and sys.stdout.isatty() and not everything
    say(f"{record.game}, seed {record.seed}: {', '.join(record.players)}")
    steps: list[tuple[Decision | None, Position]] = []
    for decision, position in record.replay(load):
        steps.append((decision, position))
        if not stepwise:
            _show(record, len(steps) - 1, decision, position)
    if stepwise:
        _step_through(record, steps)
    last = steps[-1][1]
    if record.result is not None:
        say(result_words(last.game, record.result, record.players), style="bold")
    else:
        say("The game was broken off here.")
    say(f"The record is sound: {plural(len(steps) - 1, 'decision')}, every position as it was.")


def _step_through(record: Record, steps: list[tuple[Decision | None, Position]]) -> None:
    at = 0
    while True:
        out().clear()
        say(f"{record.game}, seed {record.seed}: {', '.join(record.players)}")
        _show(record, at, *steps[at])
        say(
            "any key steps on, b goes back, q leaves" if at + 1 < len(steps) else "the end; b goes back, any key leaves"
        )
        key = typer.getchar()
        if key in _LEAVE:
            return
        if key in _BACK:
            at = max(0, at - 1)
        elif at + 1 == len(steps):
            return
        else:
            at += 1


def _show(record: Record, number: int, decision: Decision | None, position: Position) -> None:
    say()
    if decision is None:
        say("start", style="bold")
    else:
        game = position.game
        who = f"{game.seat_names[decision.seat]} ({record.players[decision.seat]})"
        say(f"{number} of {len(record.decisions)}: {who} plays {decision.move}", style="bold")
        if decision.fault:
            say(f"a stand-in's move: {decision.fault}", style="yellow")
        if decision.reason:
            say(decision.reason)
    say(position.draw())
