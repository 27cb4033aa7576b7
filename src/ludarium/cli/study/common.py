"""What the commands about studies share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ludarium.studies.plan.model import Plan

PlanFile = Annotated[
    str,
    typer.Argument(metavar="PLAN", show_default=False, help="A file, TOML or YAML, or the name of a built-in study."),
]

Slug = typer.Argument(metavar="STUDY", show_default=False, help="A study by what its link holds.")


def text_of(plan: str) -> tuple[str, str]:
    """The text of the plan that a command line names, and the file's name."""
    from ludarium.engine.errors import LudariumError
    from ludarium.studies.plan import builtin, reading

    file = Path(plan)
    if file.exists():
        return reading.text_of(file), file.name
    if plan in builtin.NAMES:
        return builtin.text_of(plan), f"{plan}.toml"
    listed = ", ".join(builtin.NAMES)
    raise LudariumError(f"no file {plan}, and no built-in study of that name: there are {listed}")


def the_plan(plan: str) -> Plan:
    """The plan that a command line names, checked."""
    from ludarium.studies.plan.reading import read_plan

    return read_plan(*text_of(plan))
