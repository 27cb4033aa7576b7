"""Where in its file each part of a plan stands: paths such as `("stages", 1, "kind")` to lines, counted from 1.

Python reads TOML without telling the lines. So this looks over a text that was read without faults once more, and
notes only where things begin.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import yaml

Path = tuple[str | int, ...]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}\n#]+")
_BLANKS = re.compile(r"[ \t]*")
_GAPS = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_STRING = re.compile(r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL)
"""A string of any kind; three quotes may have one or two more right before them."""


def line_of(places: dict[Path, int], path: Path) -> int:
    """The line of a part, or of the nearest part around it that has one."""
    while path and path not in places:
        path = path[:-1]
    return places.get(path, 1)


def path_text(path: Path) -> str:
    """`stages[1].kind`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


def toml_places(text: str) -> dict[Path, int]:
    """The lines of a TOML text without faults."""
    return _Toml(text).places


class _Toml:
    def __init__(self, text: str) -> None:
        self.text, self.at = text.replace("\r\n", "\n"), 0
        self.places: dict[Path, int] = {}
        self.last: dict[Path, int] = {}
        """The number of the last table so far of every array of tables."""
        table: Path = ()
        self._skip(_GAPS)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip(_GAPS)

    def _skip(self, form: re.Pattern[str]) -> str:
        found = form.match(self.text, self.at)
        assert found is not None
        self.at = found.end()
        return found[0]

    def _note(self, path: Path) -> None:
        line = self.text.count("\n", 0, self.at) + 1
        for length in range(1, len(path) + 1):
            self.places.setdefault(path[:length], line)

    def _keys(self) -> list[str]:
        """The parts of a dotted key."""
        keys = []
        while True:
            self._skip(_BLANKS)
            if self.text[self.at] in "\"'":
                keys.append(str(tomllib.loads(f"key = {self._skip(_STRING)}")["key"]))
            else:
                keys.append(self._skip(_BARE))
            self._skip(_BLANKS)
            if self.text[self.at] != ".":
                return keys
            self.at += 1

    def _header(self) -> Path:
        begin, many = self.at, self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        keys = self._keys()
        end, self.at = self.at + (2 if many else 1), begin
        path: Path = ()
        for key in keys:
            if path in self.last:
                path += (self.last[path],)
            path += (key,)
        if many:
            self.last[path] = self.last.get(path, -1) + 1
        if path in self.last:
            path += (self.last[path],)
        self._note(path)
        self.at = end
        return path

    def _pair(self, table: Path) -> None:
        begin = self.at
        path = table + tuple(self._keys())
        end, self.at = self.at + 1, begin
        self._note(path)
        self.at = end
        self._value(path)

    def _value(self, path: Path) -> None:
        self._skip(_BLANKS)
        self._note(path)
        match self.text[self.at]:
            case "[":
                self._several("]", lambda number: self._value((*path, number)))
            case "{":
                self._several("}", lambda _: self._pair(path))
            case '"' | "'":
                self._skip(_STRING)
            case _:
                self._skip(_SCALAR)

    def _several(self, closing: str, one: Any) -> None:
        self.at += 1
        number = 0
        self._skip(_GAPS)
        while self.text[self.at] != closing:
            one(number)
            number += 1
            self._skip(_GAPS)
            if self.text[self.at] == ",":
                self.at += 1
                self._skip(_GAPS)
        self.at += 1


def yaml_places(root: yaml.Node | None) -> tuple[dict[Path, int], list[tuple[Path, int]]]:
    """The lines of a YAML document, and the keys that are given twice, which YAML's readers do not mind."""
    import yaml

    places: dict[Path, int] = {}
    twice: list[tuple[Path, int]] = []

    def look(node: yaml.Node, path: Path) -> None:
        places.setdefault(path, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                below = (*path, str(key.value))
                if below in places:
                    twice.append((below, key.start_mark.line + 1))
                places[below] = key.start_mark.line + 1
                look(value, below)
        elif isinstance(node, yaml.SequenceNode):
            for number, one in enumerate(node.value):
                look(one, (*path, number))

    if root is not None:
        look(root, ())
    return places, twice
