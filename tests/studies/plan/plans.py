"""Plans for the tests."""

from __future__ import annotations

from typing import Any

import msgspec

from ludarium.studies.plan.model import Plan


def plan(*stages: dict[str, Any], **more: Any) -> Plan:
    """A plan with these stages between consent and debriefing."""
    whole = [{"kind": "consent", "name": "consent"}, *stages, {"kind": "debrief", "name": "debrief"}]
    return msgspec.convert({"title": "A test", "stages": whole, **more}, Plan)


def play(name: str = "games", **more: Any) -> dict[str, Any]:
    return {"kind": "play", "name": name, "game": "pig", "seats": ["me", "random"], **more}


def choice(name: str, *options: str, **more: Any) -> dict[str, Any]:
    return {
        "kind": "choice",
        "name": name,
        "text": f"{name}?",
        "options": {option: option for option in options or ("yes", "no")},
        **more,
    }
