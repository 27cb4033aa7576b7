"""Texts of a translated file: names, letters and listings as Python writes them."""

from __future__ import annotations

import pprint
import re
import textwrap

from ludarium.doors.zrf.names import Names

WIDTH = 116


def plain(text: str) -> str:
    """A text of a rules file as people read it: a backslash is a new line there, a grave accent a quotation mark."""
    return re.sub(r"[ \t\r\n]+", " ", text.replace("\\", "\n").replace("`", "'").replace('"', "'")).strip()


def runs(names: list[str]) -> list[tuple[int, int]]:
    """Where equal names follow each other: the first and the last place of each run."""
    firsts = [place for place, name in enumerate(names) if place == 0 or names[place - 1] != name]
    return list(zip(firsts, [*(place - 1 for place in firsts[1:]), len(names) - 1], strict=True)) if names else []


def enumerated(names: Names, what: str, listed: dict[str, int], first: int = 0) -> list[str]:
    called = [names.python[what, name] for name in listed]
    if not called:
        return []
    text = ", ".join(called)
    numbers = f"range({first}, {first + len(called)})" if first else f"range({len(called)})"
    return [f"({text},) = {numbers}"] if len(text) < 90 else [f"(\n    {wrapped(text)},\n) = {numbers}"]


def wrapped(text: str) -> str:
    return "\n    ".join(textwrap.wrap(text, 110))


def listing(value: object, indent: int = 0) -> str:
    text = pprint.pformat(value, width=WIDTH - indent, compact=True, sort_dicts=False)
    return text.replace("\n", "\n" + " " * indent)


def identifier(name: str) -> str:
    plain = re.sub(r"\W+", "_", name.lower(), flags=re.ASCII).strip("_") or "piece"
    return plain if not plain[0].isdigit() else f"the_{plain}"


def class_name(title: str) -> str:
    return (
        "".join(word.capitalize() for word in re.findall(r"[A-Za-z0-9]+", title)).lstrip("0123456789") or "Translated"
    )


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZΓΔΘΛΞΠΣΦΨΩБДЖЗИЙЛФЦЧШЩЪЫЬЭЮЯЂЄЉЊЋЏ"
"""Capitals that differ to the eye, for games of up to sixty kinds of pieces; small ones are the second player's."""


def letters(names: Names) -> dict[str, str]:
    """A letter for each kind of piece: its notation's, else the first of its name that is free."""
    found: dict[str, str] = {}
    for piece in names.game.pieces.values():
        wished = [piece.letter] if re.fullmatch(r"\w", piece.letter) else []
        wished += [letter for letter in (*piece.name, *_LETTERS) if re.fullmatch(r"\w", letter)]
        free = [letter.upper() for letter in wished if letter.upper() not in found.values()]
        found[piece.name] = free[0] if free else "?"
    return found
