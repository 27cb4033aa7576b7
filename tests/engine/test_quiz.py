"""Every game's questions about its rules."""

from __future__ import annotations

import pytest

from ludarium.engine.entry import OURS
from ludarium.engine.errors import BadRules
from ludarium.engine.quiz import RuleCheck, general_quiz, rule_check
from ludarium.games import REGISTRY, load
from ludarium.games.rulesets.ruleset import ENDS, PIECES

OWN = [name for name, entry in REGISTRY.entries.items() if entry.origin == OURS]


@pytest.mark.parametrize("name", OWN)
def test_every_game_has_questions_of_its_own_in_english_and_german(name: str) -> None:
    game = load(name)
    made = game.quiz()
    assert 2 <= len(made) <= 4
    assert made != general_quiz(game)
    for check in made:
        assert check.texts.keys() == {"en", "de"}
        assert all(line == line.strip() and line for said in check.texts.values() for line in said)
        assert check.texts["en"] != check.texts["de"]


def right_answers(name: str, **settings: object) -> str:
    return " ".join(check.texts["en"][1] for check in load(name, **settings).quiz())


def test_questions_follow_the_settings() -> None:
    assert "has 50 points" in right_answers("pig", goal=50)
    assert len(load("pig", seats=1).quiz()) == 2
    assert "your 20 troops" in load("blotto", troops=20).quiz()[0].texts["en"][0]


@pytest.mark.parametrize(
    ("rules", "answers"),
    [
        ("5x5 drop line-4", "I put a new man on an empty cell. I win."),
        ("5x5 drop line-4 misere", "I put a new man on an empty cell. I lose."),
        ("6x6 reversi most-men misere", "I pass. whoever has fewer discs"),
        ("8x8 checkers no-men", "I step or jump with one of my men. No, whoever can jump must jump. I lose."),
        ("8x8 checkers no-men misere", "I win."),
        ("8x8 step reach forward", "I move one of my men. I win."),
        ("hex-4 drop connect", "I win."),
    ],
)
def test_the_answers_of_a_rule_set_come_from_its_parts(rules: str, answers: str) -> None:
    assert right_answers(rules).endswith(answers)


def test_every_kind_of_rule_set_has_questions() -> None:
    from ludarium.games.rulesets.quiz import _ENDINGS, _MOVES

    assert _MOVES.keys() == set(PIECES)
    assert _ENDINGS.keys() == set(ENDS) - {"most-men"}


def test_a_game_without_questions_is_asked_what_every_game_can_answer() -> None:
    for name in OWN:
        game = load(name)
        players, movers, hidden, chance = (check.texts["en"][1] for check in general_quiz(game))
        assert players == str(game.seats)
        assert (movers == "all at the same time") == game.at_once
        assert hidden.startswith("Yes") == game.hidden
        assert chance.startswith("Yes") == game.chance


def test_questions_that_nobody_could_answer_are_refused() -> None:
    with pytest.raises(BadRules, match="also in English"):
        RuleCheck({"de": ("Frage?", "ja", "nein")})
    with pytest.raises(BadRules, match="equally many"):
        rule_check(en=("Question?", "yes", "no"), de=("Frage?", "ja", "nein", "vielleicht"))
    with pytest.raises(BadRules, match="the same"):
        rule_check(en=("Question?", "yes", "yes"), de=("Frage?", "ja", "nein"))
