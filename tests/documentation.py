"""The examples of the documentation, as the tests run them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

_FENCE = re.compile(r"^```(?P<language>\w+)?(?P<extra>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r'title="([^"]+)"')
_TIME = re.compile(r"\d[\d.,]* s\b")
_ELIDED = "…"


@dataclass
class Example:
    """A command line of a page, the output shown below it, and why it is not run, if it is not."""

    line: str
    output: list[str] = field(default_factory=list)
    slow: str = ""

    @property
    def arguments(self) -> list[str]:
        return shlex.split(self.line, comments=True)[1:]

    def missing(self, printed: str) -> str:
        """The first line shown that did not come, in the order shown; empty when all came.

        Times may differ, and the lines that rule off a table.
        """
        lines = iter(_plain(line) for line in printed.splitlines())
        for wanted in self.output:
            if wanted.strip(" ─") not in ("", _ELIDED) and _plain(wanted) not in lines:
                return wanted
        return ""


def _plain(line: str) -> str:
    return _TIME.sub("T s", " ".join(line.split()))


def blocks(page: Path, language: str) -> Iterator[tuple[str, str]]:
    """The titles (often empty) and texts of a page's code blocks in one language."""
    for block in _FENCE.finditer(page.read_text(encoding="utf-8")):
        if block["language"] == language:
            title = _TITLE.search(block["extra"])
            yield title[1] if title else "", block["body"]


def examples(page: Path) -> list[Example]:
    """The lines `$ ludarium …` of a page's console blocks, in order."""
    found: list[Example] = []
    for _, body in blocks(page, "console"):
        ours = False
        for line in body.splitlines():
            if line.startswith("$ "):
                ours = line.startswith("$ ludarium")
                if ours:
                    _, _, reason = line.partition("# slow:")
                    found.append(Example(line.removeprefix("$ "), slow=reason.strip()))
            elif ours:
                found[-1].output.append(line)
    return found
