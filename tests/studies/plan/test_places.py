"""Lines of what stands in a plan's file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from ludarium.studies.plan import builtin
from ludarium.studies.plan.places import Path, line_of, path_text, toml_places, yaml_places

TOML = '''\
# [not.a.table]
title = "a # no comment ]"
"quoted key" = 'literal \\'
dotted.a.b = 1
list = [ 1,
  [2, "]"],  # ]
  {x = 1, y.z = "}" },
]
many = """
[[no]] = header
\\""" still
""""
raw = \'\'\'
'' x = 1
\'\'\'

[table.inner]
when = 2027-03-01

[[stages]]
name = "one"
  [[stages.questions]]
  name = "q1"
  [stages.questions.options]
  a = "A"
  [[stages.questions]]
  name = "q2"
[[stages]]
name = "two"
[stages.waiting]
limit = 3
[[stages.questions]]
name = "q3"
'''


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    if isinstance(value, list):
        for number, inner in enumerate(value):
            yield from paths(inner, (*path, number))


def test_every_part_of_a_toml_text_has_its_line() -> None:
    places = toml_places(TOML)
    assert places.keys() == set(paths(tomllib.loads(TOML)))
    lines = TOML.splitlines()
    expected = {
        ("title",): "title =",
        ("quoted key",): '"quoted key"',
        ("dotted", "a", "b"): "dotted.a.b",
        ("list", 1, 1): '[2, "]"]',
        ("list", 2, "y", "z"): "y.z",
        ("raw",): "raw",
        ("table", "inner", "when"): "when",
        ("stages", 0, "questions", 0, "options", "a"): "a =",
        ("stages", 0, "questions", 1, "name"): '"q2"',
        ("stages", 1): "[[stages]]",
        ("stages", 1, "waiting", "limit"): "limit",
        ("stages", 1, "questions", 0, "name"): '"q3"',
    }
    for path, text in expected.items():
        assert text in lines[places[path] - 1], path


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("name", builtin.NAMES)
def test_every_part_of_a_built_in_plan_has_its_line(name: str, ends: str) -> None:
    text = builtin.text_of(name)
    places, lines = toml_places(text.replace("\n", ends)), text.splitlines()
    found = set(paths(tomllib.loads(text)))
    assert places.keys() == found
    for path in found:
        key = next(part for part in reversed(path) if isinstance(part, str))
        if not isinstance(path[-1], int):
            assert key in lines[places[path] - 1], path


YAML = """\
title: Hello
stages:
  - name: one
    options: {a: A,
      b: B}
  - name: two
texts:
  en:
    hello: |
      some
      text
"""


def test_every_part_of_a_yaml_text_has_its_line() -> None:
    places, twice = yaml_places(yaml.compose(YAML))
    assert places.keys() - {()} == set(paths(yaml.safe_load(YAML)))
    assert not twice
    assert places["stages", 0, "options", "b"] == 5
    assert places["stages", 1] == 6
    assert places["texts", "en", "hello"] == 9
    assert yaml_places(yaml.compose("a: 1\nb: 2\na: 3\n"))[1] == [(("a",), 3)]


def test_what_has_no_line_has_that_of_what_is_around_it() -> None:
    places = {("stages",): 3, ("stages", 1): 9}
    assert line_of(places, ("stages", 1, "kind")) == 9
    assert line_of(places, ("stages", 2)) == 3
    assert line_of(places, ("nothing",)) == 1
    assert path_text(("stages", 1, "questions", 0, "name")) == "stages[1].questions[0].name"
