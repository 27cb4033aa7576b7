"""The page about rule sets says what is so: its counts, proofs, short forms and positions."""

from __future__ import annotations

import re

import pytest

from ludarium.engine import MalformedPosition
from ludarium.games import load
from ludarium.games.rulesets.ruleset import RuleSet
from ludarium.search import solve
from tests.documentation import ROOT
from tests.games.rulesets.test_perft import ROWS

PAGE = (ROOT / "docs" / "games" / "rulesets.md").read_text(encoding="utf-8")

COUNTS = re.findall(r"^\| `([^`]+)` \| ([\d, ]+) \|$", PAGE, re.MULTILINE)
PROOFS = re.findall(r"^\| `([^`]+)` \| (draw|first player wins|second player wins) \|$", PAGE, re.MULTILINE)


def test_the_counts_are_those_of_the_table() -> None:
    assert len(COUNTS) == 9
    for form, listed in COUNTS:
        counts = [int(count) for count in listed.split(", ")]
        assert counts == ROWS[form].counts[: len(counts)]


@pytest.mark.compiled
@pytest.mark.parametrize(("form", "verdict"), PROOFS)
def test_the_proofs_are_true(form: str, verdict: str) -> None:
    assert solve(load(form).start()).verdict == verdict


def test_there_are_proofs() -> None:
    assert len(PROOFS) == 8


def test_every_short_form_on_the_page_is_one() -> None:
    forms = re.findall(r"[`\"](\d+x\d+ (?:drop|reversi|checkers) [^`\"]+)[`\"]", PAGE)
    assert len(set(forms)) > 15
    for form in forms:
        assert RuleSet.read(form).short_form == form


@pytest.mark.parametrize(("form", "text"), [("tic-tac-toe", "3/1x1/3 o"), ("reversi", "8/8/8/3xo3/3ox3/8/8/8 x")])
def test_the_positions_on_the_page_are_read(form: str, text: str) -> None:
    assert f"`{text}`" in PAGE
    assert load(form).read_position(text).text == text


def test_the_position_refused_on_the_page() -> None:
    assert "`O3/4/4/X3 x 12` would be refused: a4 is a light cell" in PAGE
    with pytest.raises(MalformedPosition, match="O on a4: pieces stand on dark cells only"):
        load("4x4 checkers no-men").read_position("O3/4/4/X3 x 12")


def test_the_uneven_start_on_the_page() -> None:
    assert "`5x4 checkers no-men`: three against two" in PAGE
    text = load("5x4 checkers no-men").start().text
    assert (text.split()[0].count("x"), text.count("o")) == (3, 2)
