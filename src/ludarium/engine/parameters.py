"""Parameters of games and players: typed, with a range and a help text, refused with both when wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from numbers import Real
from typing import Any

from ludarium.engine.errors import BadParameter, UnknownName

Value = int | float | bool | str

_WORDS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


@dataclass(frozen=True)
class Parameter:
    """One setting: its name, default value (which gives the type), range or choices, and what it does."""

    name: str
    default: Value
    help: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    people: Value | None = None
    """What people are offered at a table, where that is another value than the default."""

    @property
    def kind(self) -> type:
        return type(self.default)

    @property
    def allowed(self) -> str:
        """The allowed values in words, for help and errors."""
        if self.kind is bool:
            return "true or false"
        if self.choices:
            return ", ".join(self.choices)
        noun = {int: "a whole number", float: "a number", str: "a text"}[self.kind]
        if self.low is not None and self.high is not None:
            return f"{noun} from {_plain(self.low)} to {_plain(self.high)}"
        if self.low is not None:
            return f"{noun} of at least {_plain(self.low)}"
        if self.high is not None:
            return f"{noun} of at most {_plain(self.high)}"
        return noun

    def check(self, value: object) -> Value:
        """The value as its type, or an error with the allowed range. Text is read as it stands on a command line."""
        read = self._read(value)
        if read is None:
            raise self._refusal(value)
        if self.choices and read not in self.choices:
            raise self._refusal(value)
        if isinstance(read, int | float) and not isinstance(read, bool):
            if self.low is not None and read < self.low:
                raise self._refusal(value)
            if self.high is not None and read > self.high:
                raise self._refusal(value)
        return read

    def _read(self, value: object) -> Value | None:
        if self.kind is bool:
            return value if isinstance(value, bool) else _WORDS.get(str(value).strip().lower())
        if self.kind is str:
            return value if isinstance(value, str) else None
        if isinstance(value, bool) or not isinstance(value, Real | str):  # NumPy's numbers are real ones, too
            return None
        try:
            number = float(value)
            if self.kind is float:
                return number if isfinite(number) else None
            exact: Any = value
            return int(exact) if isinstance(value, str) or number == int(number) else None
        except (ValueError, OverflowError):
            return None

    def _refusal(self, value: object) -> BadParameter:
        return BadParameter(f"{self.name}={value}: expected {self.allowed} ({self.help})")


def _plain(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)


def settle(owner: str, parameters: Iterable[Parameter], given: Mapping[str, object]) -> dict[str, Value]:
    """All parameters with their values: the given ones checked, the rest by default."""
    known = {parameter.name: parameter for parameter in parameters}
    for name in given:
        if name not in known:
            listing = ", ".join(known) if known else "it has none"
            raise UnknownName("parameter", name, known, hint=f"{owner} knows: {listing}")
    return {name: parameter.check(given.get(name, parameter.default)) for name, parameter in known.items()}


def read_settings(texts: Iterable[str]) -> dict[str, str]:
    """`["goal=50", "seats=3"]` as a mapping."""
    settings: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise BadParameter(f"'{text}' is no setting: write KEY=VALUE")
        if name.strip() in settings:
            raise BadParameter(f"'{name.strip()}' is set twice: give each key once")
        settings[name.strip()] = value.strip()
    return settings
