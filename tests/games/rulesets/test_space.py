"""The source's space, what makes no sense in it, rule sets as files, and their rules in words."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from ludarium.games import load
from ludarium.games.rulesets.analysis import analyse
from ludarium.games.rulesets.files import from_toml, to_toml
from ludarium.games.rulesets.ruleset import EXTRAS, BadRuleSet, RuleSet
from ludarium.games.rulesets.space import GAMES, all_games, choices_of_extras, count_explained, plain_games
from ludarium.games.rulesets.wording import rules_text
from tests.games.rulesets.samples import all_rule_sets, anything

# --- the space --------------------------------------------------------------------------------------------------------


def test_the_numbers_of_the_source() -> None:
    assert len(set(plain_games())) == 144
    assert len(set(choices_of_extras())) == 39 == 1 + 8 + 28 + 2
    assert len({rules.short_form for rules in all_games()}) == 5616
    assert count_explained().endswith("144 × 39 = 5,616 games")


def test_the_best_games_of_the_source_are_in_its_space() -> None:
    forms = {rules.short_form for rules in all_games()}
    assert sorted(GAMES) == list("ABCDE")
    assert set(GAMES.values()) <= forms


@given(all_rule_sets())
def test_every_short_form_reads_back(rules: RuleSet) -> None:
    assert RuleSet.read(rules.short_form) == rules
    assert hash(RuleSet.read(rules.short_form)) == hash(rules)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8x8 drop line-4 recall-any recall-any", "recall-any is said twice"),
        ("8x8 drop line-4 recall-any scoring double-move", "a game has at most 2 extras"),
        ("hex-7 drop connect", "hex-7: hexagons have sides of 3 to 6 cells"),
        ("rhombus-13 drop connect", "board rhombus-13: sides go from 3 to 12"),
        ("6x6 without g1 drop line-4", "without g1: 6x6 has no such cell"),
        ("6x6 without c3 reversi line-4", "without c3: reversi's first discs stand there"),
        ("6x6 reversi line-4 custodial", "reversi with 'custodial': its parts are none"),
        ("6x6 step reach orthogonal diagonal", "orthogonal and diagonal: choose one"),
        ("hex-4 step reach diagonal", "hexagonal cells have six neighbours of one kind"),
        ("3x3 without a1 drop line-3", "a board needs 9 cells at least"),
    ],
)
def test_wrong_rule_sets(text: str, message: str) -> None:
    with pytest.raises(BadRuleSet, match=re.escape(message)):
        RuleSet.read(text)


# --- words ------------------------------------------------------------------------------------------------------------

TITLES = {
    "recall-last": "Recall last move: ",
    "recall-any": "Recall any move: ",
    "move-for-you": "Move for you: ",
    "double-move": "Double move: ",
    "scoring": "Scoring: ",
    "first-hybrid": "First hybrid disk: ",
    "hybrid-disk": "Hybrid disk: ",
    "non-flipping": "Non-flipping disk: ",
}


def check_words(rules: RuleSet) -> None:
    paragraphs = rules_text(rules).split("\n\n")
    assert len(paragraphs) == 3 + len(set(rules.extras))
    for extra in EXTRAS:
        assert sum(paragraph.startswith(TITLES[extra]) for paragraph in paragraphs) == (extra in rules.extras)
    for paragraph in paragraphs:
        assert re.fullmatch(r"([A-Z][^.]*\. )*[A-Z][^.]*\.", paragraph), paragraph
        assert "  " not in paragraph


def test_every_game_of_the_space_is_put_in_words() -> None:
    games = all_games()
    for rules in games:
        check_words(rules)
    # Where rows score, line-3 and most-men are one game: both end when nobody can move, and three in a row score.
    same = [rules for rules in games if "scoring" in rules.extras and rules.end == "most-men"]
    assert len({rules_text(rules) for rules in games}) == len(games) - len(same)


def test_games_beyond_are_put_in_words() -> None:
    random = Random(1)
    for _ in range(500):
        check_words(anything(random))


# --- analysis ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "names"),
    [
        ("3x3 drop line-3", []),
        ("8x8 reversi most-men", []),
        ("8x8 checkers no-men", []),
        ("8x8 reversi line-5 non-flipping", []),
        ("hex-5 drop connect", []),
        ("8x8 step reach forward", []),
        ("3x3 drop line-4", ["line-too-long"]),
        ("5x5 checkers line-6", ["line-too-long"]),
        ("3x3 drop most-men", ["decided-by-size"]),
        ("4x4 drop no-men", ["decided-by-size"]),
        ("4x4 drop most-men custodial", []),
        ("4x4 drop no-men double-move", ["no-men-to-capture"]),
        ("8x8 checkers line-3", ["line-at-start"]),
        ("5x5 drop line-4 non-flipping", ["extra-without-effect"]),
        ("5x5 drop line-4 custodial non-flipping", []),
        ("4x4 checkers line-4", ["too-few-men"]),
        ("8x8 checkers connect", ["unreachable-goal"]),
        ("7x9 step connect", ["goal-at-start"]),
        ("8x8 drop reach", ["trivial-goal"]),
        ("8x8 step no-men", ["no-men-to-capture"]),
        ("8x8 step no-men diagonal jump", ["two-colours"]),
        ("5x4 checkers no-men", ["uneven-start"]),
        ("3x3 drop line-5 scoring", ["line-too-long", "no-room-to-score"]),
    ],
)
def test_findings(form: str, names: list[str]) -> None:
    findings = analyse(RuleSet.read(form))
    assert [finding.name for finding in findings] == names
    assert all(finding.sentence.endswith(".") for finding in findings)


@pytest.mark.parametrize("form", ["8x8 checkers line-3", "10x10 checkers line-4", "8x8 checkers line-3 misere"])
def test_a_line_at_the_start_decides_the_game(form: str) -> None:
    [finding] = analyse(RuleSet.read(form))
    verb = "loses" if "misere" in form else "wins"
    assert f"{verb} by the first move" in finding.sentence
    start = load(form).start()
    assert all(start.play(move).over for move in start.moves())


# --- files ------------------------------------------------------------------------------------------------------------


@given(all_rule_sets())
def test_files_and_short_forms_say_the_same(rules: RuleSet) -> None:
    assert from_toml(to_toml(rules)) == rules


def test_a_file_is_a_game(tmp_path: Path) -> None:
    path = tmp_path / "Mine.toml"
    path.write_text('board = "4x4"\npieces = "drop"\nend = "line-3"\nextras = ["recall-any"]\n', encoding="utf-8")
    assert load(str(path)).name == "4x4 drop line-3 recall-any"


START = 'board = "8x8"\npieces = "drop"\nend = "line-4"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('board = "8x8"\npieces = "drop"\n', "x.toml: 'end' is missing"),
        (START.replace("drop", "dropp"), "x.toml, line 2: no kind of pieces 'dropp'; did you mean 'drop'?"),
        (START.replace("line-4", "lines-4"), "x.toml, line 3: no end 'lines-4'; did you mean 'line-4'?"),
        (START.replace("8x8", "2x8"), "x.toml, line 1: board 2x8: sides go from 3 to 12"),
        (START + 'extras = ["recal-any"]\n', "x.toml, line 4: no word 'recal-any'; did you mean 'recall-any'?"),
        (START + '\nextra = ["recall-any"]\n', "x.toml, line 5: no key 'extra'; did you mean 'extras'?"),
        (START + "misere = 1\n", "x.toml, line 4: misere = 1: expected true or false"),
        (START + "quiet = true\n", "x.toml, line 4: quiet = True: expected a number of plies"),
        (START + "parts = [3]\n", "x.toml, line 4: parts = [3]: expected a list of words"),
        (START + 'parts = ["jump"]\n', "x.toml, line 4: drop with 'jump': its parts are adjacent, custodial, flip"),
        (START + 'without = ["z9"]\n', "x.toml, line 4: without z9: 8x8 has no such cell"),
        ("board = ", "x.toml: no TOML: Invalid value (at end of document)"),
    ],
)
def test_wrong_files(text: str, message: str) -> None:
    with pytest.raises(BadRuleSet, match=re.escape(message)):
        from_toml(text, "x.toml")


def test_a_missing_file() -> None:
    with pytest.raises(BadRuleSet, match=r"nowhere\.toml: cannot be read"):
        load("nowhere.toml")
