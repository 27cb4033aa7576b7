"""Parameters: read, checked, and refused with what is allowed."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ludarium.engine import BadParameter, Parameter, UnknownName
from ludarium.engine.parameters import Value, read_settings, settle

GOAL = Parameter("goal", 100, "points that win", low=10, high=1000)
SHARE = Parameter("share", 0.5, "part of the pot", low=0.0, high=1.0)
OPEN = Parameter("open", False, "cards face up")
STYLE = Parameter("style", "calm", "how it plays", choices=("calm", "wild"))
LABEL = Parameter("label", "", "any text")


@given(st.integers(10, 1000))
def test_whole_numbers_in_range_are_kept(value: int) -> None:
    for given_value in (value, str(value), f" {value} ", float(value)):
        checked = GOAL.check(given_value)
        assert checked == value
        assert type(checked) is int


@given(st.integers().filter(lambda value: not 10 <= value <= 1000))
def test_whole_numbers_out_of_range_are_refused_with_the_range(value: int) -> None:
    for given_value in (value, str(value)):
        with pytest.raises(BadParameter) as refusal:
            GOAL.check(given_value)
        assert str(refusal.value) == f"goal={given_value}: expected a whole number from 10 to 1000 (points that win)"


@given(st.integers())
def test_whole_numbers_of_any_size_are_exact(value: int) -> None:
    assert Parameter("n", 0, "any number").check(value) == value
    assert Parameter("n", 0, "any number").check(str(value)) == value


@given(st.floats(allow_nan=True, allow_infinity=True))
def test_numbers_lie_in_their_range_or_are_refused(value: float) -> None:
    if 0.0 <= value <= 1.0:
        assert SHARE.check(value) == value
        assert SHARE.check(repr(value)) == value
    else:
        with pytest.raises(BadParameter, match="expected a number from 0 to 1"):
            SHARE.check(value)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "-inf", "nan"])
def test_a_number_without_range_must_still_be_a_number(value: object) -> None:
    with pytest.raises(BadParameter, match="expected a number"):
        Parameter("weight", 1.0, "any number").check(value)


@given(st.text())
def test_rubbish_is_refused(text: str) -> None:
    try:
        int(text)
        assume(False)
    except ValueError:
        pass
    with pytest.raises(BadParameter, match="expected a whole number from 10 to 1000"):
        GOAL.check(text)


@pytest.mark.parametrize("value", [True, None, [], 10.5, "10.5", b"10"])
def test_other_types_are_refused(value: object) -> None:
    with pytest.raises(BadParameter, match="expected a whole number"):
        GOAL.check(value)


@pytest.mark.parametrize(
    ("text", "expected"), [("true", True), ("Yes", True), (" on ", True), ("0", False), ("no", False), (True, True)]
)
def test_yes_and_no(text: object, expected: bool) -> None:
    assert OPEN.check(text) is expected


def test_neither_yes_nor_no() -> None:
    with pytest.raises(BadParameter, match=r"open=perhaps: expected true or false \(cards face up\)"):
        OPEN.check("perhaps")


def test_choices() -> None:
    assert STYLE.check("wild") == "wild"
    with pytest.raises(BadParameter, match="style=mad: expected calm, wild"):
        STYLE.check("mad")


def test_texts() -> None:
    assert LABEL.check("anything") == "anything"
    with pytest.raises(BadParameter, match="label=3: expected a text"):
        LABEL.check(3)


@pytest.mark.parametrize(
    ("parameter", "words"),
    [
        (Parameter("n", 1, "", low=1), "a whole number of at least 1"),
        (Parameter("n", 1, "", high=9), "a whole number of at most 9"),
        (Parameter("n", 1.0, "", low=0.5, high=9), "a number from 0.5 to 9"),
        (Parameter("n", 1.0, ""), "a number"),
        (Parameter("n", "", ""), "a text"),
        (Parameter("n", True, ""), "true or false"),
    ],
)
def test_what_is_allowed_in_words(parameter: Parameter, words: str) -> None:
    assert parameter.allowed == words


def test_settling_fills_in_defaults() -> None:
    settled: dict[str, Value] = settle("pig", (GOAL, SHARE, OPEN), {"goal": "50"})
    assert settled == {"goal": 50, "share": 0.5, "open": False}


def test_an_unknown_parameter_gets_a_suggestion() -> None:
    with pytest.raises(UnknownName, match=r"no parameter 'gaol'; did you mean 'goal'\?"):
        settle("pig", (GOAL, SHARE), {"gaol": 50})
    with pytest.raises(UnknownName, match="no parameter 'xyz'; pig knows: goal, share"):
        settle("pig", (GOAL, SHARE), {"xyz": 50})
    with pytest.raises(UnknownName, match="no parameter 'goal'; dice knows: it has none"):
        settle("dice", (), {"goal": 50})


def test_settings_of_a_command_line() -> None:
    assert read_settings(["goal=50", " style = wild "]) == {"goal": "50", "style": "wild"}
    assert read_settings(["label=a=b"]) == {"label": "a=b"}


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["goal"], "'goal' is no setting: write KEY=VALUE"),
        (["=5"], "is no setting"),
        (["a=1", "a=2"], "'a' is set twice"),
    ],
)
def test_malformed_settings(texts: list[str], words: str) -> None:
    with pytest.raises(BadParameter, match=words):
        read_settings(texts)
