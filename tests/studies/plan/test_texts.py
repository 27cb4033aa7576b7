"""What a plan says, in people's languages."""

from __future__ import annotations

from ludarium.studies.plan.texts import Texts, language_of, reference, values_in
from tests.studies.plan.plans import plan

PLAN = plan(
    languages=["en", "de"],
    texts={
        "en": {"hello": "Hello, {whom}!", "you": "you", "only-english": "As ever"},
        "de": {"hello": "Hallo, {whom}!", "you": "du"},
    },
    conditions=[{"name": "one", "values": {"whom": "@you"}}, {"name": "two", "values": {"whom": "World"}}],
)


def test_texts_come_in_the_persons_language_with_their_conditions_values() -> None:
    assert Texts(PLAN, "en", "one").say("@hello") == "Hello, you!"
    assert Texts(PLAN, "de", "one").say("@hello") == "Hallo, du!"
    assert Texts(PLAN, "de", "two").say("@hello") == "Hallo, World!"
    assert Texts(PLAN, "de", "two").say("@hello", whom="Ada") == "Hallo, Ada!"
    assert Texts(PLAN, "de", "one").say("@only-english") == "As ever", "rather another language than nothing"
    assert Texts(PLAN, "de", "one").say("{whom}, {nobody} { } @hello") == "du, {nobody} { } @hello"
    assert Texts(PLAN, "de").say("@hello") == "Hallo, {whom}!", "who has no condition yet reads what all read"


def test_the_language_is_the_first_that_the_plan_speaks() -> None:
    assert language_of(PLAN, ["fr", "de-AT", "en"]) == "de"
    assert language_of(PLAN, ["DE"]) == "de"
    assert language_of(PLAN, ["fr"]) == "en"
    assert language_of(PLAN, []) == "en"


def test_references_and_values_are_recognised() -> None:
    assert reference("@hello") == "hello"
    assert reference("a@hello") is None
    assert values_in("{a} and {b-c} and { d } and {E}") == ["a", "b-c"]
