"""`ludarium design show`: what a run found, and everything about one of its games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import AsJson, print_json, say, table
from ludarium.cli.design.common import RunFolder, tell

if TYPE_CHECKING:
    from ludarium.design.dossier import Dossier


def command(
    folder: RunFolder,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", show_default=False, help="A candidate: its number, or its short form in quotes."
        ),
    ] = None,
    record: Annotated[
        int | None, typer.Option("--record", metavar="N", help="Save game N of the candidate; needs --save.")
    ] = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Where the record is saved.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show the fittest games of a run, finished or not; with GAME its rules, a sample game and its figures."""
    from ludarium.design.dossier import dossier, record_of
    from ludarium.design.folder import summary_of
    from ludarium.design.report.folder import to_dict
    from ludarium.design.report.told import Told
    from ludarium.engine.errors import LudariumError

    told = Told.read(folder)
    if (record is None) != (save is None):
        raise LudariumError("--record and --save belong together: which game, and where to")
    if game is None:
        if record is not None:
            raise LudariumError("--record needs a candidate: name it after the folder")
        if as_json:
            print_json(to_dict(told))
        else:
            tell(told)
        return
    line = told.candidate(game)
    if record is not None and save is not None:
        from ludarium.engine.saving import check_writable

        check_writable(save)
        record_of(told.settings, line, record).save(save)
        say(f"Saved: ludarium replay {save}")
        return
    found = dossier(told.settings, line)
    if as_json:
        sample = vars(found.sample) if found.sample else None
        print_json({**summary_of(line), "rules": found.text, "metrics": dict(found.metrics), "sample": sample})
    else:
        _tell(found)


def _tell(found: Dossier) -> None:
    from ludarium.cli.common import out
    from ludarium.design.report.page import figures

    line = found.line
    say(found.name, style="bold")
    fitness = "" if line["fitness"] is None else f", fitness {line['fitness']:.0f} (diversity {line['diversity']})"
    stopped = ", stopped early" if line["stopped"] else ""
    say(f"candidate {line['number']}: {line['first']} : {line['second']}, {line['draws']} drawn{fitness}{stopped}")
    say()
    say(found.text)
    for remark in found.remarks:
        say(f"The analysis of its rules: {remark}")
    if found.metrics:
        say()
        shown = table("figure", "value", numbers="value")
        for words, value in figures(found):
            shown.add_row(words, value)
        out().print(shown)
    if found.sample:
        say()
        say(f"A sample game (number {found.sample.number}), {found.sample.ending}:")
        say(" ".join(found.sample.moves))
        say()
        say(found.sample.boards[-1][1])
    say()
    say(f'Play it: ludarium play "{found.name}"')
