"""`ludarium tarble endings [POSITION]`: work out the tables of endings, or ask them about a position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludarium.cli.common import AsJson, out, plural, print_json, say, side, table, the_game

if TYPE_CHECKING:
    from ludarium.games.tarble.endings_file import Sweep

_SHOWN = 10
"""Turns that are listed."""


def command(
    position: Annotated[
        str | None,
        typer.Argument(
            metavar="[POSITION]",
            show_default=False,
            help="Say what turns from here are worth: a position as text, or a situation's name.",
        ),
    ] = None,
    small: Annotated[
        bool, typer.Option("--small", help="Leave out two against two: some seconds instead of a minute.")
    ] = False,
    to: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", show_default=False, help="Where they go; by default the user's cache."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Work out every ending with two pieces a side or fewer, for exact play and errors; or ask about a position."""
    from ludarium.engine.errors import BadParameter

    if position is not None:
        if small or to is not None:
            raise BadParameter("--small and --out are for working tables out: leave them out to ask about a position")
        _ask(position, as_json=as_json)
    else:
        _make(small, to, as_json=as_json)


def _make(small: bool, to: Path | None, *, as_json: bool) -> None:
    from ludarium.engine.errors import BadParameter
    from ludarium.engine.saving import check_writable
    from ludarium.games.tarble.endings_file import full_file, make_endings, save_endings

    if small and to is None:
        raise BadParameter("--small: the small tables come with the package; give --out FILE to work them out anew")
    path = to or full_file()
    path = path if path.suffix == ".npz" else path.with_name(f"{path.name}.npz")
    if to is not None:
        check_writable(path)
    with side().status("compiling") as status:

        def told(sweep: Sweep) -> None:
            status.update(
                f"{sweep.stage.name}: gone over {plural(sweep.number, 'time')} in {sweep.seconds:.0f} s, "
                f"the last time values changed by {sweep.changed:.1g}"
            )

        endings, about = make_endings(full=not small, told=told)
    save_endings(endings, about, path)
    size = path.stat().st_size
    if as_json:
        print_json({"file": str(path), "bytes": size, **about})
        return
    shown = table("pieces", "positions", "distinct", "sweeps", "seconds", numbers="positions distinct sweeps seconds")
    for stage in about["stages"]:
        shown.add_row(
            stage["pieces"],
            f"{stage['positions']:,}",
            f"{stage['worked_out']:,}",
            str(stage["sweeps"]),
            f"{stage['seconds']:.1f} s",
        )
    out().print(shown)
    leads = 2 * int(about["most_lead"]) + 1
    say(f"each with {leads} leads; distinct: one of up to twelve images; {size / 1e6:.1f} MB in {path}")


def _ask(text: str, *, as_json: bool) -> None:
    from ludarium.engine.errors import BadParameter
    from ludarium.games.tarble.endings_file import best_known
    from ludarium.games.tarble.notation import write_turn
    from ludarium.games.tarble.research.errors import is_known, turn_values
    from ludarium.games.tarble.research.situations import position_named

    begin = position_named(the_game("tarble"), text)
    begin.seat_to_move()
    endings, which = best_known()
    if not is_known(begin, endings):
        more = "" if endings.full else "; two against two are known after ludarium tarble endings"
        raise BadParameter(f"'{begin.text}' is no ending that the {which} tables know: two pieces a side at most{more}")
    turns, values = turn_values(begin, endings)
    order = sorted(range(len(turns)), key=lambda turn: -values[turn])[:_SHOWN]
    rows: list[dict[str, Any]] = [
        {"turn": write_turn(begin, turns.path(turn)), "value": round(float(values[turn]), 5)} for turn in order
    ]
    if as_json:
        print_json({"position": begin.text, "tables": which, "turns": len(turns), "best": rows})
        return
    shown = table("turn", "worth", numbers="worth")
    for row in rows:
        shown.add_row(row["turn"], f"{row['value']:.4f}")
    out().print(shown)
    say(f"the best of {plural(len(turns), 'turn')}: the chance to win, and half of that to tie, against the best play")
