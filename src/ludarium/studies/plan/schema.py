"""The form of a plan for editors and for readers: a JSON schema and the tables of its page, made from the model.

`python -m ludarium.studies.plan.schema` prints the tables.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import msgspec.inspect as forms
from msgspec import NODEFAULT, Struct

from ludarium.studies.plan import model
from ludarium.studies.plan.form import words

_GROUPS: dict[str, tuple[type[Struct], ...]] = {
    "The whole": (model.Plan, model.Condition, model.Recruiting, model.Stopping, model.Keeping),
    "Stages": (
        *(model.Stage, model.Consent, model.Profile, model.TextPage, model.Questions, model.Quiz, model.Playing),
        *(model.Play, model.Practice, model.Judge, model.Debrief),
    ),
    "Who plays": (model.Game, model.Waiting, model.Dropout),
    "Questions": (
        *(model.Questionnaire, model.Question, model.Open, model.HalfOpen, model.Choice, model.Choices),
        *(model.Matching, model.Scale, model.Number, model.Ranking, model.Moves),
    ),
}
_COMMON = (model.Stage, model.Playing, model.Question)
"""Classes whose fields others have, too: told once."""


@cache
def _written() -> dict[str, dict[str, str]]:
    """What the model's source says about every field, by class."""
    found: dict[str, dict[str, str]] = {}
    for node in ast.parse(inspect.getsource(model)).body:
        if not isinstance(node, ast.ClassDef):
            continue
        said = found.setdefault(node.name, {})
        for line, following in zip(node.body, node.body[1:], strict=False):
            if (
                isinstance(line, ast.AnnAssign)
                and isinstance(line.target, ast.Name)
                and isinstance(following, ast.Expr)
            ):
                said[line.target.id] = " ".join(str(ast.literal_eval(following.value)).split())
    return found


def meaning(part: type[Struct], field: str) -> str:
    """What a field means."""
    return next(
        (_written()[base.__name__][field] for base in part.__mro__ if field in _written().get(base.__name__, {})), ""
    )


def schema() -> dict[str, Any]:
    """The JSON schema of a plan, with what every word means."""
    made = msgspec.json.schema(model.Plan)
    for name, definition in made["$defs"].items():
        for field, said in definition["properties"].items():
            if text := meaning(getattr(model, name), field):
                said["description"] = text
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A study's plan", **made}


# --- the tables of the page -------------------------------------------------------------------------------------------


def tables() -> str:
    """Everything that a plan may say, in Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    for title, parts in _GROUPS.items():
        yield f"### {title}"
        yield ""
        for part in parts:
            yield f"**{_called(part)}.** {inspect.getdoc(part)}".replace("\n", " ")
            yield ""
            rows = list(_rows(part))
            if rows:
                yield "| word | value | by default | meaning |"
                yield "| --- | --- | --- | --- |"
                yield from rows
                yield ""


def _called(part: type[Struct]) -> str:
    tag = part.__struct_config__.tag
    return (
        f"`{tag}`"
        if tag
        else {"Stage": "Every stage", "Playing": "`play` and `practice`"}.get(
            part.__name__, "Every question" if part is model.Question else part.__name__
        )
    )


def _rows(part: type[Struct]) -> Iterator[str]:
    told = {name for base in part.__mro__[1:] if base in _COMMON for name in getattr(base, "__struct_fields__", ())}
    info = forms.type_info(part)
    assert isinstance(info, forms.StructType)
    for field in info.fields:
        if field.name not in told:
            value = words(field.type).replace(words(forms.type_info(model.Name)), "a name")
            cells = (f"`{field.name}`", value, _default(field), meaning(part, field.name))
            yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _default(field: forms.Field) -> str:
    if field.required:
        return "must be given"
    if field.default in ("", None, (), NODEFAULT) or isinstance(field.default, Struct):
        return ""
    if isinstance(field.default, bool):
        return str(field.default).lower()
    return ", ".join(field.default) if isinstance(field.default, tuple) else str(field.default)


if __name__ == "__main__":
    print(tables(), end="")
