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


def text_of(plan: str) -> tuple[str, str]:
    """The text of the plan that a command line names, and the file's name."""
    from ludarium.engine.errors import LudariumError
    from ludarium.studies.plan import builtin

    file = Path(plan)
    if plan in builtin.NAMES and not file.exists():
        return builtin.text_of(plan), f"{plan}.toml"
    try:
        return file.read_text(encoding="utf-8"), file.name
    except UnicodeDecodeError as error:
        raise LudariumError(f"{plan} is no text in UTF-8: save it as such") from error
    except FileNotFoundError as error:
        listed = ", ".join(builtin.NAMES)
        raise LudariumError(f"no file {plan}, and no built-in study of that name: there are {listed}") from error


def the_plan(plan: str) -> Plan:
    """The plan that a command line names, checked."""
    from ludarium.studies.plan.reading import read_plan

    return read_plan(*text_of(plan))
