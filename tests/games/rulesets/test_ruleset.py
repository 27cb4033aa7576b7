"""Rule sets as values: the short form, its errors, names and parameters, and the rules in words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from ludarium.engine import BadParameter, LudariumError, UnknownName
from ludarium.games import REGISTRY, load
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import BadRuleSet, RuleSet
from ludarium.games.rulesets.wording import rules_text
from tests.games.rulesets.samples import rule_sets

# --- the short form ---------------------------------------------------------------------------------------------------


@given(rule_sets())
def test_the_short_form_reads_back(rules: RuleSet) -> None:
    assert RuleSet.read(rules.short_form) == rules
    assert load(rules.short_form).name == rules.short_form


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("8x8 reversi most-men", RuleSet(8, 8, "reversi", "most-men")),
        ("5x5 drop line-4", RuleSet(5, 5, "drop", "line", 4)),
        ("8x8 checkers no-men", RuleSet(8, 8, "checkers", "no-men")),
        ("7x4 drop line-12 misere", RuleSet(7, 4, "drop", "line", 12, misere=True)),
        ("3x12 checkers most-men quiet-40 misere", RuleSet(3, 12, "checkers", "most-men", misere=True, quiet=40)),
        ("  8×8   Reversi MOST-men misère ", RuleSet(8, 8, "reversi", "most-men", misere=True)),
    ],
)
def test_short_forms(text: str, rules: RuleSet) -> None:
    assert RuleSet.read(text) == rules


def test_a_short_form_is_printed_in_one_way() -> None:
    assert RuleSet.read("8×8 Checkers no-men quiet-40 misère").short_form == "8x8 checkers no-men misere quiet-40"
    assert RuleSet.read("8x8 checkers no-men quiet-80").short_form == "8x8 checkers no-men"
    assert load(" 5X5 drop LINE-4").name == "5x5 drop line-4"


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", BadRuleSet, "'': expected BOARD PIECES END, such as '8x8 reversi most-men'"),
        ("8x8", BadRuleSet, "expected BOARD PIECES END"),
        ("8x8 reversi", BadRuleSet, "expected BOARD PIECES END"),
        ("8 x 8 reversi most-men", BadRuleSet, "expected BOARD PIECES END"),
        ("8x8 revesi most-men", UnknownName, "no kind of pieces 'revesi'; did you mean 'reversi'?"),
        ("8x8 go most-men", UnknownName, "no kind of pieces 'go'; there are drop, reversi, checkers, step"),
        ("8x8 reversi most-man", UnknownName, "no end 'most-man'; did you mean 'most-men'?"),
        ("8x8 drop lines-4", UnknownName, "no end 'lines-4'; did you mean 'line-4'?"),
        (
            "8x8 drop capture",
            UnknownName,
            "no end 'capture'; there are line-3 to line-12, most-men, no-men, connect, reach",
        ),
        ("8x8 drop line-2", BadRuleSet, "line-2: lines have 3 to 12 men"),
        ("8x8 drop line-13", BadRuleSet, "line-13: lines have 3 to 12 men"),
        ("8x8 drop line-4 miser", UnknownName, "no word 'miser'; did you mean 'misere'?"),
        ("8x8 drop line-4 gravity", UnknownName, "no word 'gravity'; there are orthogonal, diagonal, forward, jump"),
        ("8x8 drop line-4 misere misère", BadRuleSet, "misere is said twice"),
        ("8x8 checkers no-men quiet-3 quiet-4", BadRuleSet, "quiet is said twice"),
        ("8x8 checkers no-men quiet-0", BadRuleSet, "quiet-0: expected 1 to 200 plies"),
        ("8x8 checkers no-men quiet-201", BadRuleSet, "quiet-201: expected 1 to 200 plies"),
        ("8x8 reversi most-men quiet-40", BadRuleSet, "quiet-40: only checkers and step have quiet plies, not reversi"),
        ("2x8 drop line-3", BadRuleSet, "board 2x8: sides go from 3 to 12"),
        ("8x13 drop line-3", BadRuleSet, "board 8x13: sides go from 3 to 12"),
    ],
)
def test_wrong_short_forms(text: str, error: type[LudariumError], message: str) -> None:
    with pytest.raises(error) as raised:
        RuleSet.read(text)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("pieces", "end", "line", "message"),
    [
        ("chess", "no-men", 0, "pieces 'chess': expected drop, reversi, checkers, step"),
        ("drop", "line-3", 0, "end 'line-3': expected line-3 to line-12, most-men, no-men, connect, reach, surround"),
        ("drop", "line", 0, "line-0: lines have 3 to 12 men"),
        ("drop", "most-men", 4, "most-men with lines of 4: lines belong to the end line-4"),
    ],
)
def test_wrong_values(pieces: str, end: str, line: int, message: str) -> None:
    with pytest.raises(BadRuleSet, match=re.escape(message)):
        RuleSet(8, 8, pieces, end, line)


# --- names and parameters ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "settings", "form"),
    [
        ("tic-tac-toe", {}, "3x3 drop line-3"),
        ("tic-tac-toe", {"size": 6, "line": 4}, "6x6 drop line-4"),
        ("reversi", {}, "8x8 reversi most-men"),
        ("reversi", {"size": 4}, "4x4 reversi most-men"),
        ("reversi", {"size": "12"}, "12x12 reversi most-men"),
        ("checkers", {}, "8x8 checkers no-men"),
        ("checkers", {"size": 10, "quiet": 40}, "10x10 checkers no-men quiet-40"),
    ],
)
def test_the_classics_are_rule_sets(name: str, settings: dict[str, object], form: str) -> None:
    game = load(name, **settings)
    assert isinstance(game, RuleSetGame)
    assert game.name == name
    assert game.rule_set.short_form == form
    assert game.start() == load(form).start()
    assert name in REGISTRY.entries


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("reversi", {"size": 13}, "size=13: expected a whole number from 4 to 12 (cells along each side)"),
        ("reversi", {"size": 3}, "size=3: expected a whole number from 4 to 12"),
        ("reversi", {"size": "large"}, "size=large: expected a whole number from 4 to 12"),
        ("checkers", {"size": 3}, "size=3: expected a whole number from 4 to 12"),
        ("checkers", {"quiet": 0}, "quiet=0: expected a whole number from 1 to 200"),
        ("tic-tac-toe", {"size": 2}, "size=2: expected a whole number from 3 to 12"),
        ("tic-tac-toe", {"line": 13}, "line=13: expected a whole number from 3 to 12"),
        ("8x8 reversi most-men", {"size": 4}, "'8x8 reversi most-men' says it all itself"),
    ],
)
def test_parameters_out_of_range(name: str, settings: dict[str, object], message: str) -> None:
    with pytest.raises(BadParameter, match=re.escape(message)):
        load(name, **settings)


def test_unknown_parameters_and_names() -> None:
    with pytest.raises(UnknownName, match="no parameter 'sise'; did you mean 'size'"):
        load("reversi", sise=4)
    with pytest.raises(UnknownName, match="no game 'revesi'; did you mean 'reversi'"):
        load("revesi")
    with pytest.raises(UnknownName, match="no game 'reversi 8x8'"):
        load("reversi 8x8")


def test_small_boards_are_played_on_single_words() -> None:
    assert load("8x8 drop line-5").rules is load("3x12 checkers no-men").rules
    assert load("8x8 drop line-5").rules is not load("12x6 drop line-5").rules


# --- the rules in words -----------------------------------------------------------------------------------------------


def test_the_rules_of_tic_tac_toe() -> None:
    assert load("tic-tac-toe").rules_text() == (
        "The board has 3 × 3 cells. Two players, x and o, move in turn; x begins.\n\n"
        "The board is empty at the start. A move puts a man of your own on any empty cell.\n\n"
        "A player who has 3 men in a row after a move of their own, in any straight or diagonal line, wins. "
        "The game is a draw when the board is full."
    )


def test_the_rules_of_reversi() -> None:
    assert load("reversi").rules_text() == (
        "The board has 8 × 8 cells. Two players, Black and White, move in turn; Black begins. "
        "In notation Black is x and White is o.\n\n"
        "Two discs of each player stand crosswise in the middle at the start. A move puts a disc of your own on an "
        "empty cell so that it outflanks the opponent: in at least one straight or diagonal line, discs of the "
        "opponent without a gap lie between the new disc and another disc of your own. All discs outflanked become "
        "yours. "
        "A player who cannot move passes.\n\n"
        "The game ends when nobody can move. The player with more discs on the board wins; equal numbers are a draw."
    )


def test_reversi_says_disc_to_people_wherever_it_speaks() -> None:
    game = load("reversi")
    position = game.read_position("xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxo1 x").play(
        "h1"
    )
    asked = [said for check in game.quiz() for said in check.texts["en"]]
    texts = [game.rules_text(), game.describe_view(game.start().view(0)), game.describe_view(position.view(0)), *asked]
    for text in texts:
        assert not re.search(r"\b[Mm][ae]n\b", text), text
    assert any("disc" in said for said in asked)


def test_the_rules_of_checkers() -> None:
    board, pieces, end = load("checkers").rules_text().split("\n\n")
    assert board == (
        "The board has 8 × 8 cells. Two players, Black and White, move in turn; Black begins. In notation Black is x "
        "and White is o."
    )
    assert pieces == (
        "At the start each player's men fill the dark cells of the 3 rows nearest to them (the bottom left cell is "
        "dark; Black is below). A man steps diagonally forward to an empty cell, or jumps diagonally forward over an "
        "adjacent piece of the opponent onto the empty cell behind it and captures that piece. A piece that has jumped "
        "goes on jumping as long as it can, all in one move, but never twice over the same piece; captured pieces "
        "leave the board when the move ends. A player who can jump must jump. A man that reaches the far row becomes a "
        "king, and its move ends there. Kings step and jump backward too, and count as men."
    )
    assert end == (
        "A player who has no men left, or cannot move, loses. The game is a draw when 80 plies have passed without a "
        "capture or a man's step."
    )


# What a rule set's text says, and what must not stand there because it is not so. `test_against_reference` plays each.
WORDS = [
    ("3x3 drop line-3 misere", ["diagonal line, loses."], ["wins"]),
    (
        "3x3 drop most-men",
        ["The game ends when the board is full.", "with more men on the board wins"],
        ["pass", "draw when"],
    ),
    ("3x3 drop most-men misere", ["with fewer men on the board wins; equal numbers are a draw."], ["more"]),
    ("3x3 drop no-men", ["A player who cannot move because the board is full loses."], ["no men left", "draw"]),
    ("3x3 drop no-men misere", ["because the board is full wins."], ["loses"]),
    ("8x8 reversi line-4", ["4 discs in a row", "passes.", "The game is a draw when nobody can move."], ["plies"]),
    ("8x8 reversi no-men", ["A player who has no discs left, or cannot move, loses."], ["pass", "draw", "plies"]),
    ("8x8 reversi no-men misere", ["has no discs left, or cannot move, wins."], ["loses"]),
    ("4x4 checkers no-men", ["the dark cells of the row nearest to them"], ["passes", "rows"]),
    ("9x12 checkers no-men", ["9 × 12 cells", "of the 5 rows nearest"], []),
    ("8x8 checkers no-men misere", ["or cannot move, wins. The game is a draw when 80 plies"], ["loses"]),
    (
        "8x8 checkers line-5 quiet-1",
        ["cannot move passes.", "is a draw when nobody can move, or when 1 ply has passed"],
        ["no men left"],
    ),
    (
        "8x8 checkers most-men quiet-30",
        ["The game ends when nobody can move, or when 30 plies have passed"],
        ["no men left"],
    ),
]


@pytest.mark.parametrize(("form", "said", "unsaid"), WORDS, ids=[form for form, _, _ in WORDS])
def test_rules_in_words(form: str, said: list[str], unsaid: list[str]) -> None:
    text = rules_text(RuleSet.read(form))
    assert load(form).rules_text() == text
    for words in said:
        assert words in text
    for words in unsaid:
        assert words not in text


@given(rule_sets())
def test_rules_in_words_are_whole_sentences(rules: RuleSet) -> None:
    paragraphs = rules_text(rules).split("\n\n")
    assert len(paragraphs) == 3
    for paragraph in paragraphs:
        assert re.fullmatch(r"([A-Z][^.]*\. )*[A-Z][^.]*\.", paragraph), paragraph
        assert "  " not in paragraph
