"""Answers: canonical, checked, and what a browser may know."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.studies.plan.answers import (
    BadAnswer,
    BadAnswers,
    ShowIf,
    asked_of,
    check,
    check_page,
    is_right,
    public,
    readable,
    visible,
)
from ludarium.studies.plan.model import AnyQuestion
from ludarium.studies.plan.texts import Texts
from tests.studies.plan.plans import choice, plan

OPTIONS = {"red": "Red", "green": "Green", "blue": "Blue"}
NAMED = {"name": "q", "text": "?"}


def question(kind: str, **more: Any) -> AnyQuestion:
    return msgspec.convert({"kind": kind, **NAMED, **more}, AnyQuestion)  # type: ignore[no-any-return]


TEXTS = Texts(plan(), "en")
MATCHING = {"left": {"a": "A", "b": "B"}, "to": {"x": "X", "y": "Y"}}
GOOD: list[tuple[AnyQuestion, Any, Any, str]] = [
    (question("open"), "  two\r\nlines ", "two\nlines", "two\nlines"),
    (question("open"), "   ", None, ""),
    (question("half-open", answer="secret"), "ok", "ok", "ok"),
    (question("choice", options=OPTIONS), "green", "green", "Green"),
    (question("choice", options=OPTIONS, neutral="Can't tell"), "", "", "Can't tell"),
    (question("choices", options=OPTIONS), ["blue", "red"], ["red", "blue"], "Red; Blue"),
    (question("choices", options=OPTIONS), [], [], ""),
    (question("matching", **MATCHING), {"b": "x", "a": "x"}, {"a": "x", "b": "x"}, "A: X; B: X"),
    (question("scale", points=7), 7, 7, "7 of 7"),
    (question("scale", neutral="No idea"), "", "", "No idea"),
    (question("scale"), 2.0, 2, "2 of 5"),
    (question("number", low=0, high=120, unit="years"), 33.0, 33, "33 years"),
    (question("number", whole=False), 0.5, 0.5, "0.5"),
    (question("ranking", options=OPTIONS), ["blue", "red", "green"], ["blue", "red", "green"], "Blue > Red > Green"),
    (question("moves"), [5, 2, 2], [2, 5], "3, 6"),
    (question("moves"), None, None, ""),
]


@pytest.mark.parametrize(("asked", "given_", "canonical", "words"), GOOD)
def test_an_answer_has_one_form(asked: AnyQuestion, given_: Any, canonical: Any, words: str) -> None:
    checked = check(asked, given_)
    assert checked == canonical
    assert type(checked) is type(canonical)
    assert list(checked) == list(canonical) if isinstance(canonical, dict) else True
    assert check(asked, checked) == canonical, "a canonical answer stays as it is"
    assert readable(asked, checked, TEXTS) == words


BAD: list[tuple[AnyQuestion, Any, str, str]] = [
    (question("open"), 3, "no-text", "write a text"),
    (question("open"), "\ud800", "no-text", "characters that are none"),
    (question("open", longest=3), "four", "too-long", "at most 3 characters, these are 4"),
    (question("choice", options=OPTIONS), "pink", "no-option", "one of red, green, blue; 'pink' is none"),
    (question("choice", options=OPTIONS), "", "no-option", "choose one of"),
    (question("choice", options=OPTIONS), ["red"], "no-option", "choose one of"),
    (question("choices", options=OPTIONS), "red", "no-list", "a list"),
    (question("choices", options=OPTIONS), ["red", "red"], "twice", "once"),
    (question("choices", options=OPTIONS, least=2), ["red"], "too-few", "at least 2, these are 1"),
    (question("choices", options=OPTIONS, most=1), ["red", "blue"], "too-many", "at most 1, these are 2"),
    (question("matching", **MATCHING), {"a": "x"}, "incomplete", "each on the left"),
    (question("matching", **MATCHING), {"a": "x", "b": "z"}, "no-option", "'z' is none"),
    (question("matching", **MATCHING), {"a": "x", "b": "y", "c": "y"}, "no-option", "'c' is none"),
    (question("matching", **MATCHING), [], "no-match", "each on the left"),
    (question("scale"), 0, "no-point", "from 1 to 5"),
    (question("scale"), 6, "no-point", "from 1 to 5"),
    (question("scale"), True, "no-point", "from 1 to 5"),
    (question("scale"), "", "no-point", "from 1 to 5"),
    (question("number"), "3", "no-number", "a number"),
    (question("number"), True, "no-number", "a number"),
    (question("number"), float("nan"), "no-number", "a number"),
    (question("number"), 10**400, "no-number", "a number"),
    (question("number"), 1.5, "not-whole", "whole number, not 1.5"),
    (question("number", low=18), 17, "too-low", "at least 18, not 17"),
    (question("number", high=99), 100, "too-high", "at most 99, not 100"),
    (question("ranking", options=OPTIONS), ["red", "blue"], "incomplete", "all of them"),
    (question("moves"), ["3"], "no-moves", "numbers"),
    (question("moves"), [-1], "no-moves", "moves of the game"),
    (question("moves"), [9], "no-moves", "moves of the game"),
    (question("moves", most=2), [1, 2, 3], "too-many", "at most 2 moves, these are 3"),
]


@pytest.mark.parametrize(("asked", "given_", "code", "sentence"), BAD)
def test_what_does_not_fit_is_refused_in_a_sentence(asked: AnyQuestion, given_: Any, code: str, sentence: str) -> None:
    with pytest.raises(BadAnswer, match=sentence) as refused:
        check(asked, given_, plies=9)
    assert refused.value.code == code


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["red", "a", "x", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from([one[0] for one in GOOD]), ANYTHING)
def test_whatever_comes_is_taken_in_canonical_form_or_refused(asked: AnyQuestion, value: Any) -> None:
    try:
        taken = check(asked, value, plies=30)
    except BadAnswer:
        return
    assert json.loads(json.dumps(taken)) == taken
    assert check(asked, taken, plies=30) == taken
    assert isinstance(readable(asked, taken, TEXTS), str)


def test_right_answers_are_known() -> None:
    assert is_right(question("choice", options=OPTIONS, right="red"), "red") is True
    assert is_right(question("choice", options=OPTIONS, right="red"), "blue") is False
    assert is_right(question("choice", options=OPTIONS), "blue") is None
    assert is_right(question("choices", options=OPTIONS, right=["red", "blue"]), ["blue", "red"]) is True
    assert is_right(question("choices", options=OPTIONS, right=["red"]), None) is False
    assert is_right(question("choices", options=OPTIONS), []) is None
    assert is_right(question("scale", right=4), 4) is True
    assert is_right(question("scale"), 4) is None
    assert is_right(question("number", right=3), 3) is True
    assert is_right(question("matching", **MATCHING, right={"a": "x", "b": "y"}), {"a": "x", "b": "y"}) is True
    assert is_right(question("half-open", answer="yes"), "yes") is None, "graded by people"


# --- pages ------------------------------------------------------------------------------------------------------------

PAGE = tuple(
    msgspec.convert(one, AnyQuestion)
    for one in (
        choice("judgement", "human", "artificial", neutral="?", about="opponents", text="What was {opponent}?"),
        {"kind": "scale", "name": "sure", "text": "?", "about": "opponents", "show_if": "judgement=human"},
        choice("challenge"),
        {"kind": "half-open", "name": "why", "text": "?", "show_if": "challenge=no", "answer": "treasure"},
        {"kind": "open", "name": "more", "text": "?", "required": False},
        {"kind": "open", "name": "deep", "text": "?", "show_if": "why=because"},
    )
)
OPPONENTS = {0: "Blue", 2: "Green"}


def test_questions_about_opponents_are_asked_for_each() -> None:
    asked = asked_of(PAGE, OPPONENTS)
    assert [one.key for one in asked] == [
        *("judgement.0", "sure.0", "judgement.2", "sure.2", "challenge", "why", "more", "deep"),
    ]
    assert public(asked, TEXTS, 1)[2].text == "What was Green?"


def test_only_what_was_seen_is_kept() -> None:
    asked = asked_of(PAGE, OPPONENTS)
    answers = {"judgement.0": "human", "sure.0": 3, "judgement.2": "", "sure.2": 5, "challenge": "yes", "why": "x"}
    assert [one.key for one in visible(asked, answers)] == ["judgement.0", "sure.0", "judgement.2", "challenge", "more"]
    kept = check_page(asked, answers)
    assert kept == {"judgement.0": "human", "sure.0": 3, "judgement.2": "", "challenge": "yes", "more": None}
    with pytest.raises(BadAnswers) as refused:
        check_page(asked, {"judgement.0": "human", "sure.0": 9, "challenge": "no", "why": "because", "other": 1})
    assert {key: fault.code for key, fault in refused.value.faults.items()} == {
        **{"sure.0": "no-point", "judgement.2": "missing", "deep": "missing", "other": "unknown"},
    }
    assert "deep" in check_page(asked, {"challenge": "no", "why": "because"}, required=False)
    assert check_page(asked, {}, required=False)["challenge"] is None


def test_no_browser_learns_what_is_right() -> None:
    secret = (
        question("choice", options=OPTIONS, right="green", shuffled=True, role="attention"),
        question("choices", options=OPTIONS, right=["green"]),
        question("matching", **MATCHING, right={"a": "x", "b": "y"}),
        question("scale", right=4),
        question("number", right=1234),
        question("half-open", answer="the secret", grades=["bad grade", "good grade"]),
    )
    shown = [asdict(one) for one in public(asked_of(secret), TEXTS, 3)]
    said = json.dumps(shown)
    for word in ("right", "secret", "1234", "grade", "attention", "role", "answer"):
        assert word not in said
    fields = {key for one in shown for key in one}
    assert not fields & {"right", "role", "answer", "grades"}
    plain = question("scale")
    assert asdict(public(asked_of([secret[3]]), TEXTS, 3)[0]) == asdict(public(asked_of([plain]), TEXTS, 3)[0])


def test_options_are_shuffled_for_each_person() -> None:
    asked = asked_of([question("choice", options=OPTIONS, shuffled=True)])
    orders = {tuple(option.value for option in public(asked, TEXTS, seed)[0].options) for seed in range(50)}
    assert len(orders) == 6
    assert public(asked, TEXTS, 7) == public(asked, TEXTS, 7)
    fixed = asked_of([question("choice", options=OPTIONS)])
    assert [option.value for option in public(fixed, TEXTS, 7)[0].options] == list(OPTIONS)


def test_what_is_shown_if_names_the_same_opponent() -> None:
    shown = {one.key: one.show_if for one in public(asked_of(PAGE, OPPONENTS), TEXTS, 1)}
    assert shown["sure.2"] == ShowIf("judgement.2", "human", unless=False)
    assert shown["why"] == ShowIf("challenge", "no", unless=False)
    assert shown["challenge"] is None


@pytest.mark.parametrize(
    ("show_if", "answer", "comes"),
    [
        *[("one=yes", "yes", True), ("one=yes", "no", False), ("one=yes", "", False), ("one=yes", None, False)],
        *[("one!=yes", "yes", False), ("one!=yes", "no", True), ("one!=", "", False), ("one!=", "no", True)],
        *[("one!=", None, False), ("one=", "", True)],
    ],
)
def test_questions_come_by_an_answer_or_by_any_other(show_if: str, answer: str | None, comes: bool) -> None:
    page = (
        question("choice", options={"yes": "Yes", "no": "No"}, neutral="?", name="one"),
        question("open", name="two", show_if=show_if),
    )
    assert len(visible(asked_of(page), {"one": answer})) == 1 + comes


def test_several_choices_bring_a_question_by_any_of_them() -> None:
    page = (question("choices", options=OPTIONS, name="one"), question("open", name="two", show_if="one=red"))
    assert len(visible(asked_of(page), {"one": ["blue", "red"]})) == 2
    assert len(visible(asked_of(page), {"one": ["blue"]})) == 1
