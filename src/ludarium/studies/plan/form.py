"""Whether data has the form of a model: every unknown word, wrong type, missing field and bad value at once.

msgspec stops at the first fault and does not say in which entry of a table; this finds them all, for people. What it
passes, msgspec takes.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec.inspect as forms
from msgspec import Struct

from ludarium.studies.plan.model import Stage
from ludarium.studies.plan.places import Path


class Fault(NamedTuple):
    """What is wrong with a part of a plan, and what would mend it."""

    path: Path
    what: str
    remedy: str


def faults_of(data: Any, model: type[Struct]) -> list[Fault]:
    """All faults of form, in the order of the data."""
    return list(_look(data, _form_of(model), ()))


@cache
def _form_of(model: type[Struct]) -> forms.Type:
    return forms.type_info(model)


def nearest(word: str, known: Iterable[str]) -> str:
    """What to write instead of an unknown word."""
    names = list(known)
    close = difflib.get_close_matches(word.lower(), names, n=1, cutoff=0.6)
    return f"did you mean '{close[0]}'?" if close else f"choose from: {', '.join(names) or 'there is none'}"


def _look(value: Any, form: forms.Type, path: Path) -> Iterator[Fault]:
    match form:
        case forms.Metadata():
            yield from _look(value, form.type, path)
        case forms.StructType():
            yield from _struct(value, form, path)
        case forms.UnionType():
            yield from _union(value, form, path)
        case forms.DictType():
            yield from _table(value, form, path)
        case forms.VarTupleType():
            yield from _list(value, form, path)
        case forms.AnyType():
            return
        case _:
            if not _fits(value, form):
                yield Fault(path, f"{_shown(value)} does not fit", _bare_key(value, form) or f"write {words(form)}")


def _bare_key(value: Any, form: forms.Type) -> str:
    if isinstance(form, forms.StrType) and isinstance(value, bool | int | float):
        return f'put it in quotes: "{str(value).lower() if isinstance(value, bool) else value}"'
    return ""


def _struct(value: Any, form: forms.StructType, path: Path) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault(path, f"{_shown(value)} does not fit", f"write a table with {_fields(form)}")
        return
    fields = {field.encode_name: field for field in form.fields}
    for name, inner in value.items():
        if name == form.tag_field:
            continue
        if name not in fields:
            yield Fault((*path, str(name)), f"'{name}' is no word of {_called(form)}", nearest(str(name), fields))
        else:
            yield from _look(inner, fields[name].type, (*path, name))
    for name, field in fields.items():
        if field.required and name not in value:
            yield Fault(path, f"{_called(form)} needs '{name}'", f"add {name}: {words(field.type)}")


def _union(value: Any, form: forms.UnionType, path: Path) -> Iterator[Fault]:
    tagged = {str(one.tag): one for one in form.types if isinstance(one, forms.StructType) and one.tag is not None}
    if not tagged:
        inner = next(one for one in form.types if not isinstance(one, forms.NoneType))
        if value is not None:
            yield from _look(value, inner, path)
        return
    field = str(next(iter(tagged.values())).tag_field)
    if not isinstance(value, dict):
        yield Fault(path, f"{_shown(value)} does not fit", f"write a table with {field} and what belongs to it")
    elif field not in value:
        yield Fault(path, f"it is not said of which {field} this is", f"add {field}: {', '.join(tagged)}")
    elif not isinstance(value[field], str) or value[field] not in tagged:
        yield Fault((*path, field), f"there is no {field} {_shown(value[field])}", nearest(str(value[field]), tagged))
    else:
        yield from _struct(value, tagged[value[field]], path)


def _table(value: Any, form: forms.DictType, path: Path) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault(path, f"{_shown(value)} does not fit", "write a table: names, and what belongs to each")
        return
    if form.min_length and len(value) < form.min_length:
        yield Fault(path, f"{len(value)} of them are too few", f"give at least {form.min_length}")
    for name, inner in value.items():
        for fault in _look(name, form.key_type, (*path, str(name))):
            yield fault._replace(what=f"the name {_shown(name)} does not fit")
        yield from _look(inner, form.value_type, (*path, str(name)))


def _list(value: Any, form: forms.VarTupleType, path: Path) -> Iterator[Fault]:
    if not isinstance(value, list):
        yield Fault(path, f"{_shown(value)} does not fit", "write a list: [one, two]")
        return
    if form.min_length and len(value) < form.min_length:
        yield Fault(path, f"{len(value)} of them are too few", f"give at least {form.min_length}")
    for number, inner in enumerate(value):
        yield from _look(inner, form.item_type, (*path, number))


def _fits(value: Any, form: forms.Type) -> bool:
    match form:
        case forms.LiteralType():
            return isinstance(value, str) and value in form.values
        case forms.BoolType():
            return isinstance(value, bool)
        case forms.StrType():
            return isinstance(value, str) and (form.pattern is None or re.search(form.pattern, value) is not None)
        case forms.IntType() | forms.FloatType():
            kinds = int if isinstance(form, forms.IntType) else (int, float)
            return isinstance(value, kinds) and not isinstance(value, bool) and _within(value, form)
        case _:
            raise TypeError(f"a model with {form} needs a reader for it")


def _within(value: float, form: forms.IntType | forms.FloatType) -> bool:
    return (
        (form.ge is None or value >= form.ge)
        and (form.gt is None or value > form.gt)
        and (form.le is None or value <= form.le)
    )


def words(form: forms.Type) -> str:
    """What may be written, in words."""
    match form:
        case forms.Metadata():
            return words(form.type)
        case forms.LiteralType():
            return "one of " + ", ".join(f"'{value}'" for value in form.values if value)
        case forms.BoolType():
            return "true or false"
        case forms.StrType():
            return "a name of small letters, digits and dashes that begins with a letter" if form.pattern else "a text"
        case forms.IntType() | forms.FloatType():
            return ("a whole number" if isinstance(form, forms.IntType) else "a number") + _span(form)
        case forms.UnionType():
            inner = [one for one in form.types if not isinstance(one, forms.NoneType)]
            return words(inner[0]) if len(inner) == 1 else "a table with kind and what belongs to it"
        case forms.VarTupleType():
            return f"a list, each {words(form.item_type)}"
        case forms.DictType():
            return f"a table of names, each with {words(form.value_type)}"
        case forms.StructType():
            return f"a table, {_called(form)}"
        case _:
            return "any value"


def _span(form: forms.IntType | forms.FloatType) -> str:
    low = f"from {form.ge:g}" if form.ge is not None else f"above {form.gt:g}" if form.gt is not None else ""
    high = f"to {form.le:g}" if form.le is not None else ""
    return "".join(f" {part}" for part in (low, high) if part)


def _called(form: forms.StructType) -> str:
    """What a table of this form is called, with its article: by its kind, or by its class."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", form.cls.__name__).lower()
    if form.tag is not None:
        name = f"{form.tag} {'stage' if issubclass(form.cls, Stage) else 'question'}"
    return f"an {name}" if name[0] in "aeio" else f"a {name}"


def _fields(form: forms.StructType) -> str:
    return ", ".join(field.encode_name for field in form.fields if field.required) or "its words"


def _shown(value: Any) -> str:
    text = repr(value) if not isinstance(value, bool) else str(value).lower()
    return text if len(text) <= 60 else f"{text[:57]}…"
