"""`ludarium study new`: a plan of your own, begun from one that works."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.common import say


def command(
    name: Annotated[
        str, typer.Argument(metavar="NAME", show_default=False, help="The study's name: small letters and hyphens.")
    ],
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", show_default=False, help="Where to write it; NAME.toml here.")
    ] = None,
    source: Annotated[
        str, typer.Option("--from", metavar="STUDY", help="The built-in study to begin from.")
    ] = "turing",
) -> None:
    """Write a plan that can be run as it is, to go on from. Nothing is overwritten."""
    from ludarium.engine.errors import BadParameter, LudariumError
    from ludarium.engine.saving import check_writable
    from ludarium.studies.plan import builtin

    if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", name):
        raise BadParameter(f"'{name}' is no name for a study: small letters, digits and hyphens, a letter first")
    where = file or Path(f"{name}.toml")
    if where.exists():
        raise LudariumError(f"{where} exists already: choose another file")
    if where.suffix != ".toml":
        raise LudariumError(f"{where}: a plan that is written here is TOML, so its name ends in .toml")
    text = builtin.text_of(source)
    check_writable(where)
    where.write_text(text, encoding="utf-8")
    say(f"Written: {where}", style="bold")
    say(f"Change it, then:   ludarium study check {where}")
    say(f"What people meet:  ludarium study show {where}")
