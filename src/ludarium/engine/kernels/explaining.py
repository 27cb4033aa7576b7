"""What the compiler refuses, in a line: Numba says it in forty, most of them about whoever called the kernel."""

from __future__ import annotations

import re
import types
from collections.abc import Iterable
from pathlib import Path

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_STEPS = ("Failed in ", "During: ", "Internal error ")
_AT = re.compile(r"During: .*? at (.+) \((\d+)\)")
_IN = re.compile(r"<function (\w+)\.")


def refusal(error: BaseException, kernels: Iterable[types.FunctionType]) -> str:
    """What was wrong and where, of an error that the compiler raised over a kernel and those below it."""
    below = list(kernels)
    if isinstance(error, KeyError) and error.args:  # of a record's fields, without a word about where it is read
        readers = sorted(each.__name__ for each in below if error.args[0] in each.__code__.co_names)
        return f"a state has no field {error.args[0]!r}{_named(readers)}"
    lines = [line.strip() for line in _COLOURS.sub("", str(error)).splitlines()]
    said = next((line for line in lines if line and not line.startswith(_STEPS)), "")
    # The innermost place comes first; before it, the name of a kernel that is called is all that is known.
    for line in lines:
        if found := _AT.fullmatch(line):
            return f"{said} ({Path(found[1]).name}, line {found[2]})"
        if found := _IN.search(line):
            return f"{said}{_named([found[1]])}"
    return said or f"{type(error).__name__}: {error}"


def _named(kernels: list[str]) -> str:
    return f" (in {', '.join(kernels)})" if kernels else ""
