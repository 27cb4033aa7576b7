"""`ludarium study check PLAN`: every mistake of a plan, with its line and what would mend it."""

from __future__ import annotations

import typer

from ludarium.cli.common import AsJson, plural, print_json, say
from ludarium.cli.study.common import PlanFile, text_of


def command(plan: PlanFile, as_json: AsJson = False) -> None:
    """Check a plan: its form, games, players, questions and texts. The exit code is 1 if it has mistakes."""
    from ludarium.studies.plan.reading import BadPlan, read_plan

    text, name = text_of(plan)
    try:
        read = read_plan(text, name)
    except BadPlan as bad:
        if as_json:
            print_json({"sound": False, "mistakes": [mistake._asdict() for mistake in bad.mistakes]})
        else:
            for mistake in bad.mistakes:
                where = f"{plan}:{mistake.line}: " + (f"{mistake.path}: " if mistake.path else "")
                say(f"{where}{mistake.what}: {mistake.remedy}")
            say(f"{plan} has {plural(len(bad.mistakes), 'mistake')}.", style="bold red")
        raise typer.Exit(1) from None
    if as_json:
        print_json({"sound": True, "mistakes": []})
    else:
        conditions = f", {plural(len(read.conditions), 'condition')}" if read.conditions else ""
        say(f"{plan} is sound: {plural(len(read.stages), 'stage')}{conditions}.", style="bold green")
