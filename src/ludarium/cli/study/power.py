"""`ludarium study power PLAN`: how many people does this plan need?"""

from __future__ import annotations

from typing import Annotated

import typer

from ludarium.cli.common import AsJson, out, print_json, say, table
from ludarium.cli.study.common import PlanFile, the_plan


def command(
    plan: PlanFile,
    effect: Annotated[
        float | None,
        typer.Option("--effect", metavar="X", show_default=False, help="What is to be found; a usual size by default."),
    ] = None,
    power: Annotated[
        float, typer.Option("--power", metavar="SHARE", min=0.05, max=0.99, help="How often it is to be found.")
    ] = 0.8,
    studies: Annotated[
        int, typer.Option("--studies", metavar="N", min=20, help="Simulated studies for each number of people.")
    ] = 300,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Another seed gives other studies.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Tell how many people a plan needs, by simulated studies: the least with which an effect is found so often."""
    from ludarium.studies.analysis.power import people_for

    found = people_for(the_plan(plan), effect, power=power, studies=studies, seed=seed)
    if as_json:
        print_json(
            {"people": found.people, "low": found.low, "high": found.high, "power": found.wanted,
             "tried": [vars(row) for row in found.tried]}
        )  # fmt: skip
        return
    sure = f"{found.low} to {found.high}" if found.high is not None else f"{found.low} or more"
    say(f"{found.people} people for a power of {power:.0%} ({sure}).")
    tried = table("people", "studies", "power", "95 % interval", numbers="people studies power")
    for row in found.tried:
        tried.add_row(str(row.people), str(row.studies), f"{row.power:.1%}", f"{row.low:.1%} to {row.high:.1%}")
    out().print(tried)
