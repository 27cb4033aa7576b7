"""A rule base's text as tokens, each with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ludarium.engine.errors import LudariumError

Kind = Literal["atom", "quoted", "var", "number", "text", "mark", "end"]
"""`mark`: brackets, commas and bars; `end`: the full stop of a clause, or of the file."""


class RuleBaseError(LudariumError):
    """A rule base that cannot be read or used, with the line and what to do."""

    def __init__(self, message: str = "", *, line: int = 0, remedy: str = "") -> None:
        super().__init__(message, remedy=remedy)
        self.line = line


@dataclass(frozen=True)
class Token:
    kind: Kind
    value: str | int | float
    line: int
    opens: bool = False
    """Whether a bracket follows without a space: then an atom is the name of a compound term."""

    def __str__(self) -> str:
        if self.kind == "end":
            return "the full stop" if self.value else "the end of the file"
        return f"'{self.value}'"


_SPACE = re.compile(r"(?:\s+|%[^\n]*|/\*.*?\*/)+", re.DOTALL)
_NUMBER = re.compile(r"0x[0-9a-fA-F]+|0o[0-7]+|0b[01]+|\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)?", re.ASCII)
_CODE = re.compile(r"0'(\\x[0-9a-fA-F]+\\|\\.|''|[^\\'])", re.DOTALL)
_VAR = re.compile(r"[A-Z_]\w*")
_WORD = re.compile(r"[^\W\d_A-Z]\w*")
_SYMBOL = re.compile(r"[+\-*/\\^<>=~:.?@#&$]+")
_SOLO = re.compile(r"[!;]|\[\s*\]|\{\s*\}")
_MARK = re.compile(r"[()\[\]{},|]")
_END = re.compile(r"\.(?=\s|%|$)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "e": "\x1b"}
_MOST_DIGITS = 4000


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text; the last is the end of the file."""
    at, line = 0, 1
    while True:
        if space := _SPACE.match(text, at):
            line += space[0].count("\n")
            at = space.end()
        if at >= len(text):
            yield Token("end", "", line)
            return
        if text.startswith("/*", at):
            raise RuleBaseError("a comment that begins with /* has no end: write */ after it", line=line)
        kind, value, end = _token(text, at, line)
        yield Token(kind, value, line, opens=text.startswith("(", end))
        line += text.count("\n", at, end)
        at = end


def _token(text: str, at: int, line: int) -> tuple[Kind, str | int | float, int]:
    if found := _CODE.match(text, at):
        sign = found[1]
        inner = _escape(sign, 0, line)[0] if sign[0] == "\\" else sign[0]
        return "number", ord(inner), found.end()
    if found := _NUMBER.match(text, at):
        return "number", number_of(found[0], line), found.end()
    if found := _VAR.match(text, at):
        return "var", found[0], found.end()
    if found := _WORD.match(text, at):
        return "atom", found[0], found.end()
    if text[at] in "'\"`":
        inner, end = _quoted(text, at, line)
        return ("quoted" if text[at] == "'" else "text"), inner, end
    if found := _END.match(text, at):
        return "end", ".", found.end()
    if found := _SOLO.match(text, at):
        return "atom", "".join(found[0].split()), found.end()
    if found := _MARK.match(text, at):
        return "mark", found[0], found.end()
    if found := _SYMBOL.match(text, at):
        return "atom", found[0], found.end()
    raise RuleBaseError(
        f"the sign {text[at]!r} stands where no term can begin: put it into quotes, or delete it", line=line
    )


def number_of(text: str, line: int = 0) -> float:
    """The number that a text means."""
    if len(text) > _MOST_DIGITS:
        raise RuleBaseError(f"a number of more than {_MOST_DIGITS} digits cannot be read", line=line)
    if text[:2] in ("0x", "0o", "0b"):
        return int(text, 0)
    return float(text) if re.search(r"[.eE]", text) else int(text)


def _quoted(text: str, at: int, line: int) -> tuple[str, int]:
    """What stands between quotes, and where it ends."""
    quote, here = text[at], at + 1
    signs: list[str] = []
    while here < len(text):
        sign = text[here]
        if sign == quote:
            if not text.startswith(quote, here + 1):
                return "".join(signs), here + 1
            signs.append(quote)
            here += 2
        elif sign == "\\":
            inner, here = _escape(text, here, line)
            signs.append(inner)
        elif sign == "\n":
            break
        else:
            signs.append(sign)
            here += 1
    raise RuleBaseError(f"the text that begins with {quote} has no end in this line: close it with {quote}", line=line)


def _escape(text: str, at: int, line: int) -> tuple[str, int]:
    """The sign that an escape such as `\\n` or `\\x41\\` means, and where it ends."""
    if code := re.compile(r"\\x([0-9a-fA-F]{1,6})\\?").match(text, at):
        if int(code[1], 16) <= 0x10FFFF:
            return chr(int(code[1], 16)), code.end()
    elif text.startswith("\\\n", at):
        return "", at + 2
    elif text[at + 1 : at + 2] in _ESCAPES:
        return _ESCAPES[text[at + 1]], at + 2
    elif text[at + 1 : at + 2] in ("\\", "'", '"', "`"):
        return text[at + 1], at + 2
    raise RuleBaseError(f"{text[at : at + 2]} means no sign: write \\\\ for a backslash", line=line)
