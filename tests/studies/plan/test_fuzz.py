"""Plans with anything in them: refused with all their mistakes, or good for every participant."""

from __future__ import annotations

import json
import random
import tomllib
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from ludarium.studies.plan import builtin
from ludarium.studies.plan.answers import asked_of, public
from ludarium.studies.plan.course import course
from ludarium.studies.plan.form import faults_of
from ludarium.studies.plan.model import Plan
from ludarium.studies.plan.reading import BadPlan, Mistake, read_plan
from ludarium.studies.plan.texts import Texts

PLANS = [tomllib.loads(builtin.text_of(name)) for name in builtin.NAMES]
JUNK: list[Any] = [
    *(None, True, 0, -1, 3, 10**30, 1.5, "", " ", "me", "pool", "person", "random", "@title", "@nothing", "{x}", "{}"),
    *("choice", "play", "judge", "consent", "x=y", "name!=", "tic-tac-toe", "../etc", "5x5 drop line-4", "\u2028", "é"),
    *([], ["me"], ["me", "person"], {}, {"x": "y"}, {"kind": "text", "name": "a"}, [[]], {"a": {"b": "c"}}),
]


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, one in inner for found in places(one, (*path, key)))]


def changed(plan: Any, path: tuple[str | int, ...], how: str, junk: Any) -> Any:
    """The plan with one part replaced, removed, said twice, or given a further word."""
    plan = deepcopy(plan)
    around = plan
    for key in path[:-1]:
        around = around[key]
    last = path[-1]
    if how == "remove":
        del around[last]
    elif how == "twice" and isinstance(around, list):
        around.insert(int(last), deepcopy(around[int(last)]))
    elif how == "add" and isinstance(around[last], dict):
        around[last][junk if isinstance(junk, str) else "more"] = junk
    else:
        around[last] = junk
    return plan


def plans(seed: int) -> Any:
    """A built-in plan with one to three changes."""
    source = random.Random(seed)
    plan = source.choice(PLANS)
    for _ in range(source.randint(1, 3)):
        everywhere = [path for path in places(plan) if path and path[0] != "texts"] or [("title",)]
        how = source.choice(["replace", "remove", "twice", "add"])
        plan = changed(plan, source.choice(everywhere), how, source.choice(JUNK))
    return plan


def mistakes_of(data: Any) -> list[Mistake]:
    """What is wrong with a plan; nothing of one that every participant can go through."""
    try:
        plan = read_plan(json.dumps(data), "plan.json")
    except BadPlan as bad:
        return bad.mistakes
    for condition in [one.name for one in plan.conditions] or [""]:
        texts = Texts(plan, plan.languages[0], condition)
        for step in course(plan, condition, 3, 2):
            public(asked_of(step.questions, {1: "Blue"}), texts, 5)
            assert (step.plays is None) == (step.kind != "play")
    return []


@pytest.mark.parametrize("seed", range(0, 20, 10))
def test_a_plan_is_refused_with_its_mistakes_or_good_for_everybody(seed: int) -> None:
    for number in range(seed, seed + 10):
        assert all(mistake.what and mistake.remedy for mistake in mistakes_of(plans(number))), number


def test_what_has_the_form_is_what_msgspec_takes() -> None:
    taken = 0
    for seed in range(200):
        data = plans(seed)
        try:
            msgspec.convert(data, Plan)
        except msgspec.ValidationError:
            assert faults_of(data, Plan), seed
        else:
            taken += 1
            assert not faults_of(data, Plan), seed
    assert 20 < taken < 180
