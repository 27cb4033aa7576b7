"""The form of a plan for editors and readers."""

from __future__ import annotations

import io
import re
import tomllib
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ludarium.studies.plan import builtin
from ludarium.studies.plan.course import course
from ludarium.studies.plan.model import Part, to_plain
from ludarium.studies.plan.reading import read_plan
from ludarium.studies.plan.schema import meaning, schema, tables
from tests.documentation import blocks

PAGE = Path(__file__).parents[3] / "docs" / "studies" / "plan.md"


def parts(kind: type[Part] = Part) -> list[type[Part]]:
    return [one for below in kind.__subclasses__() for one in (below, *parts(below))]


@pytest.mark.parametrize("name", builtin.NAMES)
def test_built_in_plans_keep_to_the_schema(name: str) -> None:
    validator = jsonschema.Draft202012Validator(schema())
    validator.validate(tomllib.loads(builtin.text_of(name)))
    validator.validate(to_plain(builtin.plan_of(name)))


def wrong(change: dict[str, Any]) -> bool:
    data = tomllib.loads(builtin.text_of("turing"))
    return not jsonschema.Draft202012Validator(schema()).is_valid(data | change)


def test_the_schema_knows_mistakes() -> None:
    assert not wrong({})
    assert wrong({"titel": "x"})
    assert wrong({"title": 5})
    assert wrong({"stages": []})
    assert wrong({"stages": [{"kind": "consnet", "name": "a"}, {"kind": "debrief", "name": "b"}]})


def test_every_word_has_a_meaning_which_editors_show() -> None:
    without = [
        f"{part.__name__}.{field}" for part in parts() for field in part.__struct_fields__ if not meaning(part, field)
    ]
    assert without == []
    defined = schema()["$defs"]
    assert defined["Choice"]["properties"]["neutral"]["description"].startswith("What the neutral option says")
    assert defined["Plan"]["properties"]["recruiting"]["description"] == "How people come and go."


def test_the_page_has_the_whole_form() -> None:
    """`python -m ludarium.studies.plan.schema` prints what stands there."""
    text = PAGE.read_text(encoding="utf-8")
    assert tables() in text
    rows = re.findall(r"^\| `(\w+)` \|", tables(), re.MULTILINE)
    assert {field for part in parts() for field in part.__struct_fields__} == set(rows)


def test_the_examples_of_the_page_work() -> None:
    (_, small), *more = blocks(PAGE, "toml")
    assert not more
    plan = read_plan(small)
    assert [len(course(plan, name, 1)) for name in ("easy", "hard")] == [9, 9]
    ((_, code),) = blocks(PAGE, "python")
    ((_, shown),) = blocks(PAGE, "text")
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(code, {})
    assert printed.getvalue() == shown
