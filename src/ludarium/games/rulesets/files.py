"""Rule sets as TOML files.

    board = "6x6"              # or "hex-5", "rhombus-7"
    without = ["c3", "d4"]     # cells that the board lacks
    pieces = "drop"
    parts = ["custodial"]
    end = "line-4"
    extras = ["recall-any"]
    misere = true
    quiet = 40

`board`, `pieces` and `end` must be there, the others may be left out. The words are those of the short form; a file and
a short form say the same and turn into each other.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from ludarium.engine.errors import LudariumError, UnknownName
from ludarium.games.rulesets.ruleset import DEFAULT_QUIET, BadRuleSet, RuleSet

SCHEMA: dict[str, tuple[type, str]] = {
    "board": (str, "a word such as '8x8', 'hex-5' or 'rhombus-7'"),
    "without": (list, "a list of cells such as ['c3', 'd4']"),
    "pieces": (str, "drop, reversi, checkers or step"),
    "parts": (list, "a list of words such as ['custodial']"),
    "end": (str, "a word such as 'line-4' or 'most-men'"),
    "extras": (list, "a list of words such as ['recall-any']"),
    "misere": (bool, "true or false"),
    "quiet": (int, "a number of plies"),
}
"""The keys of a file: the type of each value, and what is expected in words."""
REQUIRED = ("board", "pieces", "end")


def read_file(path: Path) -> RuleSet:
    """The rule set of a file; errors name the file, the line and the choices."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRuleSet(f"{path}: cannot be read: {error}") from error
    return from_toml(text, str(path))


def from_toml(text: str, source: str = "rule set") -> RuleSet:
    """The rule set that a text in TOML describes; `source` is what errors call it."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRuleSet(f"{source}: no TOML: {error}") from error
    for key, value in table.items():
        if key not in SCHEMA:
            raise _at(text, source, key, UnknownName("key", key, SCHEMA, hint=f"there are {', '.join(SCHEMA)}"))
        kind, expected = SCHEMA[key]
        # In Python true is a number, too.
        wrong = not isinstance(value, kind) or (kind is int and isinstance(value, bool))
        if wrong or (kind is list and not all(isinstance(word, str) for word in value)):
            raise _at(text, source, key, BadRuleSet(f"{key} = {value!r}: expected {expected}"))
    for key in REQUIRED:
        if key not in table:
            raise BadRuleSet(f"{source}: '{key}' is missing: {key} is {SCHEMA[key][1]}")
    try:
        return RuleSet.read(_short_form(table))
    except LudariumError as error:
        raise _at(text, source, _culprit(table), error) from error


def _short_form(table: dict[str, Any]) -> str:
    words = [table["board"]]
    words += ["without", ",".join(table["without"])] if table.get("without") else []
    words += [table["pieces"], table["end"], *table.get("parts", []), *table.get("extras", [])]
    words += ["misere"] if table.get("misere") else []
    words += [f"quiet-{table['quiet']}"] if "quiet" in table else []
    return " ".join(words)


def _culprit(table: dict[str, Any]) -> str:
    """The key at fault: the last of those without which, or with whose plainest value, the rest would be fine."""
    plainest = {"without": [], "parts": [], "extras": [], "quiet": DEFAULT_QUIET, "end": "most-men", "pieces": "drop"}
    for key, plain in plainest.items():
        if key in table:
            try:
                RuleSet.read(_short_form(table | {key: plain}))
            except LudariumError:
                continue
            return key
    return "board"


def _at(text: str, source: str, key: str, error: LudariumError) -> BadRuleSet:
    """An error with the line at which a key stands."""
    for number, line in enumerate(text.splitlines(), start=1):
        if re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", line) or line.strip().startswith(f"[{key}"):
            return BadRuleSet(f"{source}, line {number}: {error}")
    return BadRuleSet(f"{source}: {error}")


def to_toml(rules: RuleSet) -> str:
    """A file that says what the rule set says."""
    board, _, _ = rules.board_word.partition(" ")
    entries: dict[str, str] = {"board": f'"{board}"'}
    entries |= {"without": _listing(rules.without)} if rules.without else {}
    entries["pieces"] = f'"{rules.pieces}"'
    entries |= {"parts": _listing(rules.parts)} if rules.parts else {}
    entries["end"] = f'"{rules.end_word}"'
    entries |= {"extras": _listing(rules.extras)} if rules.extras else {}
    entries |= {"misere": "true"} if rules.misere else {}
    entries |= {"quiet": str(rules.quiet)} if rules.quiet != DEFAULT_QUIET else {}
    return "".join(f"{key} = {value}\n" for key, value in entries.items())


def _listing(words: tuple[str, ...]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"
