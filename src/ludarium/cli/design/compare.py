"""`ludarium design compare`: two methods beside each other, over several seeds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.common import AsJson, print_json, say


def command(
    folders: Annotated[
        list[Path],
        typer.Argument(
            metavar="FOLDER…", show_default=False, help="Finished runs of two methods, in pairs of the same seed."
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """Compare two methods by runs of the same seeds: mean fitness pair by pair, and how sure the difference is."""
    from ludarium.cli.design.common import print_shown
    from ludarium.design.report.compared import Comparison
    from ludarium.design.report.told import Told

    found = Comparison.of([Told.read(folder) for folder in folders])
    if as_json:
        print_json(found.to_dict())
        return
    print_shown(found.shown)
    say()
    for sentence in found.sentences:
        say(sentence)
