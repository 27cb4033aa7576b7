"""A plan from the text of a file, TOML or YAML, with every mistake at its line and what would mend it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from datetime import date, time
from pathlib import Path as File
from typing import Any, NamedTuple

import msgspec

from ludarium.engine.errors import LudariumError
from ludarium.engine.extras import needing_extras
from ludarium.studies.plan.checking import check
from ludarium.studies.plan.form import Fault, faults_of
from ludarium.studies.plan.model import Plan
from ludarium.studies.plan.places import Path, line_of, path_text, toml_places, yaml_places
from ludarium.studies.plan.quiz import filled

LONGEST = 1_000_000
"""Characters of a plan's text."""
_MOST_PARTS = 100_000
_DEEPEST = 100
"""Brackets that are open at once, those in texts included."""
_TOML_LINE = re.compile(r"\[|[\w.\"'-]+[ \t]*=")
_LINE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")


class Mistake(NamedTuple):
    """One mistake in a plan."""

    line: int
    path: str
    """Where in the plan: `stages[1].kind`; empty for the whole."""
    what: str
    remedy: str

    def __str__(self) -> str:
        where = f"line {self.line}" + (f", {self.path}" if self.path else "")
        return f"{where}: {self.what}: {self.remedy}" if self.remedy else f"{where}: {self.what}"


class BadPlan(LudariumError):
    """A plan that cannot be run, with all its mistakes."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = sorted(mistakes)
        super().__init__("; ".join(map(str, self.mistakes)))


_TOO_DEEP = Mistake(1, "", "lists stand in lists too deep", "no plan needs that")


def read_plan(text: str, name: str = "") -> Plan:
    """The plan that a text describes, checked, with the games' own questions in its quizzes. `name` is the file's, by
    which TOML and YAML are told apart; without one it is told by the text."""
    if len(text) > LONGEST:
        raise BadPlan([Mistake(1, "", f"a text of {len(text):,} characters is no plan", f"at most {LONGEST:,}")])
    if _nested(text) > _DEEPEST:  # PyYAML takes seconds over it
        raise BadPlan([_TOO_DEEP])
    data, places = _yaml(text) if _is_yaml(text, name) else _toml(text)
    if found := faults_of(data, Plan):
        raise _bad(found, places)
    plan = msgspec.convert(data, Plan)
    if found := check(plan):
        raise _bad(found, places)
    return filled(plan)


def read_file(file: File) -> Plan:
    """The plan in a file."""
    return read_plan(text_of(file), file.name)


def text_of(file: File) -> str:
    """The text of a file; one that cannot be read is a `LudariumError`."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise LudariumError(f"{file} is no text in UTF-8: save it as such") from error
    except OSError as error:
        raise LudariumError(f"{file} cannot be read: {error.strerror}") from error


def _bad(faults: Iterable[Fault], places: dict[Path, int]) -> BadPlan:
    return BadPlan(
        Mistake(line_of(places, fault.path), path_text(fault.path), fault.what, fault.remedy) for fault in faults
    )


def _nested(text: str) -> int:
    """How many brackets are open at once."""
    deepest = depth = 0
    for bracket in re.findall(r"[\[\]{}]", text):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _is_yaml(text: str, name: str) -> bool:
    suffix = File(name).suffix.lower()
    if suffix in (".toml", ".yaml", ".yml", ".json"):
        return suffix != ".toml"
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return _TOML_LINE.match(first) is None


def _toml(text: str) -> tuple[Any, dict[Path, int]]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        line = int(found[1]) if found and found[1] else text.count("\n") + 1
        what = _LINE.sub("", str(error))
        raise BadPlan([Mistake(line, "", f"this is no TOML: {what}", "see toml.io for the form")]) from None
    except RecursionError:
        raise BadPlan([_TOO_DEEP]) from None
    return _plain(data), toml_places(text)


def _yaml(text: str) -> tuple[Any, dict[Path, int]]:
    with needing_extras():
        import yaml

    try:
        loader = yaml.SafeLoader(text)
        root = loader.get_single_node()
        if (parts := _parts(root)) > _MOST_PARTS:
            raise BadPlan([Mistake(1, "", f"{parts:,} parts are no plan", "name things fewer times by aliases")])
        places, twice = yaml_places(root)
        data = None if root is None else loader.construct_document(root)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        what = " ".join(part for part in (error.problem, error.context) if part)
        raise BadPlan([Mistake(line, "", f"this is no YAML: {what}", "mind blanks, colons and quotes")]) from None
    except (yaml.YAMLError, ValueError) as error:
        raise BadPlan([Mistake(1, "", f"this is no YAML: {error}", "mind blanks, colons and quotes")]) from None
    except RecursionError:
        raise BadPlan([_TOO_DEEP]) from None
    if twice:
        raise BadPlan(
            Mistake(line, path_text(path), f"'{path[-1]}' is said twice", "keep one of them") for path, line in twice
        )
    return _plain(data), places


def _parts(node: Any) -> int:
    """How many parts a YAML document has when its aliases are written out; stops where they are too many."""
    count, waiting = 0, [node]
    while waiting and count <= _MOST_PARTS:
        one = waiting.pop()
        count += 1
        value = getattr(one, "value", None)
        if isinstance(value, list):
            waiting += [part for pair in value for part in (pair if isinstance(pair, tuple) else (pair,))]
    return count


def _plain(value: Any) -> Any:
    """Dates as the texts that they were: a plan has them as texts."""
    match value:
        case dict():
            return {key: _plain(inner) for key, inner in value.items()}
        case list():
            return [_plain(inner) for inner in value]
        case date() | time():
            return value.isoformat()
        case _:
            return value
