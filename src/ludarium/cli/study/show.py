"""`ludarium study show PLAN`: what a participant meets, page by page and game by game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import AsJson, out, print_json, say, table
from ludarium.cli.study.common import PlanFile, the_plan

if TYPE_CHECKING:
    from ludarium.studies.plan.course import Step
    from ludarium.studies.plan.texts import Texts


def command(
    plan: PlanFile,
    condition: Annotated[
        str | None, typer.Option("--condition", metavar="NAME", help="One condition; all of them if not given.")
    ] = None,
    row: Annotated[
        int, typer.Option("--row", metavar="N", min=0, help="The person's row: others get games in other orders.")
    ] = 0,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="The person's seed; the plan's if not given.")
    ] = None,
    language: Annotated[
        str | None, typer.Option("--language", metavar="CODE", help="The language of the texts; the plan's first.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the course of a participant in every condition: every page, every game, who sits there and what is asked."""
    from msgspec import to_builtins

    from ludarium.engine.errors import UnknownName
    from ludarium.studies.plan.course import course
    from ludarium.studies.plan.texts import Texts, condition_of

    read = the_plan(plan)
    spoken = language or read.languages[0]
    if spoken not in read.languages:
        raise UnknownName("language of this plan", spoken, read.languages)
    if condition is not None:
        condition_of(read, condition)
    chosen = [condition] if condition is not None else [one.name for one in read.conditions] or [""]
    courses = {name: course(read, name, read.seed if seed is None else seed, row) for name in chosen}
    if as_json:
        print_json({name: to_builtins(steps) for name, steps in courses.items()})
        return
    for name, steps in courses.items():
        texts = Texts(read, spoken, name)
        say(texts.say(read.title) + (f": {name}" if name else ""), style="bold")
        _tell(steps, texts)
        say()


def _tell(steps: tuple[Step, ...], texts: Texts) -> None:
    listed = table("step", "stage", "kind", "game", "title", "what", numbers="step")
    for step in steps:
        game = f"{step.game} of {step.games}" if step.game else ""
        listed.add_row(str(step.number), step.stage, step.kind, game, texts.say(step.title), _what(step, texts))
    out().print(listed)


def _what(step: Step, texts: Texts) -> str:
    if step.plays is not None:
        settings = ", ".join(f"{name}={value}" for name, value in step.plays.settings.items())
        label = f"{texts.say(step.plays.label)}: " if step.plays.label else ""
        played = f"{label}{step.plays.game}" + (f" ({settings})" if settings else "")
        return f"{'practice, ' if step.practice else ''}{played}: {' – '.join(step.seats)}"
    if not step.questions:
        return f"at least {step.seconds:g} s" if step.seconds else ""
    asked = ", ".join(question.name for question in step.questions)
    return asked + (" (can be skipped)" if step.skippable else "")
