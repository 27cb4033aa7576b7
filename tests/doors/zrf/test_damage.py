"""Damaged files: each is refused with a line, or is still the same game. None is misread, none crashes."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable

import pytest

from ludarium.doors.zrf.description import read_text
from ludarium.doors.zrf.errors import BadZrf
from ludarium.doors.zrf.reader import text_of
from ludarium.doors.zrf.translate import translate
from tests.doors.zrf.test_games import FILES

DAMAGED = 300
TEXTS = {path.name: text_of(path) for path in FILES}


def rules_of(text: str) -> list[str]:
    """The rules of the games of a file: their translations without words, pictures and the names of positions."""
    found = []
    for game in read_text(text).games:
        tree = ast.parse(translate(game))
        tree.body = [part for part in tree.body if not isinstance(part, ast.ClassDef | ast.Expr) and not names(part)]
        for part in ast.walk(tree):
            if isinstance(part, ast.FunctionDef) and ast.get_docstring(part) is not None:
                del part.body[0]
        found.append(ast.dump(tree))
    return found


def names(part: ast.stmt) -> bool:
    return isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == "POSITIONS"


def cut(text: str, source: random.Random) -> str:
    return text[: source.randrange(len(text))]


def without_a_bracket(text: str, source: random.Random) -> str:
    place = source.choice([found.start() for found in re.finditer(r"[()]", text)])
    return text[:place] + text[place + 1 :]


def with_a_bracket(text: str, source: random.Random) -> str:
    place = source.choice([found.end() for found in re.finditer(r"[()]", text)])
    return text[:place] + source.choice("()") + text[place:]


def with_a_slip(text: str, source: random.Random) -> str:
    """A word with a letter left out, doubled or changed, so that it is no other word of the file."""
    words = {found[0] for found in re.finditer(r"[\w$?-]+", text)}
    while True:
        found = source.choice(list(re.finditer(r"[a-zA-Z][\w?-]*", text)))
        word, place = found[0], source.randrange(len(found[0]))
        slips = [word[:place] + word[place + 1 :], word[:place] + word[place] + word[place:], word[:place] + "q"]
        slip = source.choice(slips)
        if slip and slip not in words:
            return text[: found.start()] + slip + text[found.end() :]


HARMS = (cut, without_a_bracket, with_a_bracket, with_a_slip)


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: str(harm.__name__))
def test_damage_is_refused_with_a_line_or_harmless(harm: Callable[[str, random.Random], str]) -> None:
    source = random.Random(harm.__name__)
    whole = {name: rules_of(text) for name, text in TEXTS.items()}
    refused, nowhere = 0, []
    for number in range(DAMAGED // len(HARMS)):
        name = list(TEXTS)[number % len(TEXTS)]
        damaged = harm(TEXTS[name], source)
        try:
            rules = rules_of(damaged)
        except BadZrf as error:
            refused += 1
            nowhere += [str(error)] if error.line < 1 else []
        else:
            # A variant may be cut off the end, but what is left is the same.
            assert rules == whole[name][: len(rules)], difference(TEXTS[name], damaged)
    assert nowhere == []
    assert refused > DAMAGED // len(HARMS) // 2


def difference(one: str, other: str) -> str:
    place = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(other))
    return f"…{one[max(0, place - 60) : place + 40]}… became …{other[max(0, place - 60) : place + 40]}…"
