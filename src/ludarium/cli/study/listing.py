"""`ludarium study list`: the studies that come along."""

from __future__ import annotations

from ludarium.cli.common import AsJson, out, print_json, say, table


def command(as_json: AsJson = False) -> None:
    """List the built-in studies, each ready to run and to copy."""
    from ludarium.studies.plan import builtin
    from ludarium.studies.plan.course import course
    from ludarium.studies.plan.texts import Texts

    found = []
    for name in builtin.NAMES:
        plan = builtin.plan_of(name)
        conditions = [condition.name for condition in plan.conditions]
        texts = Texts(plan, plan.languages[0], conditions[0] if conditions else "")
        steps = course(plan, conditions[0] if conditions else "", plan.seed)
        found.append(
            {
                "name": name,
                "kind": plan.kind,
                "title": texts.say(plan.title),
                "summary": texts.say(plan.summary),
                "people": plan.people,
                "languages": list(plan.languages),
                "conditions": conditions,
                "pages": sum(step.kind != "play" for step in steps),
                "games": sum(step.kind == "play" for step in steps),
            }
        )
    if as_json:
        print_json(found)
        return
    listed = table("study", "kind", "people", "games", "pages", "", numbers="people games pages")
    for one in found:
        listed.add_row(*(str(one[key]) for key in ("name", "kind", "people", "games", "pages", "summary")))
    out().print(listed)
    say("A copy of your own:  ludarium study new NAME --from turing")
    say("What people meet:    ludarium study show turing")
