"""Plans that come along: each can be run as it is, and copied to make another one of it."""

from __future__ import annotations

from functools import cache
from importlib import resources

from ludarium.engine.errors import UnknownName
from ludarium.studies.plan.model import Plan
from ludarium.studies.plan.reading import read_plan

NAMES = ("turing", "turing-alone", "learning", "playtest", "preference")


def text_of(name: str) -> str:
    """The text of a built-in plan."""
    if name not in NAMES:
        raise UnknownName("built-in study", name, NAMES)
    return (resources.files(__name__) / f"{name}.toml").read_text(encoding="utf-8")


@cache
def plan_of(name: str) -> Plan:
    """A built-in plan."""
    return read_plan(text_of(name), f"{name}.toml")
