"""The plans that come along: sound, complete in both languages, and true in what they promise."""

from __future__ import annotations

import tomllib

import pytest

from ludarium.engine.errors import UnknownName
from ludarium.studies.plan import builtin
from ludarium.studies.plan.answers import asked_of, public
from ludarium.studies.plan.checking_texts import texts_in
from ludarium.studies.plan.course import course
from ludarium.studies.plan.model import Choice, Consent, Debrief, Moves, Playing, Profile, Quiz
from ludarium.studies.plan.reading import read_plan
from ludarium.studies.plan.texts import Texts, reference

EVERY = pytest.mark.parametrize("name", builtin.NAMES)


@EVERY
def test_every_built_in_plan_can_be_run_in_both_languages(name: str) -> None:
    plan = builtin.plan_of(name)
    assert plan.languages == ("en", "de")
    for condition in [one.name for one in plan.conditions] or [""]:
        steps = course(plan, condition, 1)
        assert (steps[0].kind, steps[-1].kind) == ("consent", "debrief")
        assert {"profile", "play"} <= {step.kind for step in steps}
        for language in plan.languages:
            texts = Texts(plan, language, condition)
            for step in steps:
                opponents = {1: "Blue", 2: "Green"}
                said = [texts.say(step.title), texts.say(step.text)]
                for shown in public(asked_of(step.questions, opponents), texts, 1):
                    said += [shown.text, shown.help, shown.neutral, shown.low, shown.high]
                    said += [option.text for option in shown.options]
                assert all("@" not in text and "{" not in text for text in said), said


@EVERY
def test_every_text_is_used_and_translated(name: str) -> None:
    plan = read_plan(builtin.text_of(name))
    written = tomllib.loads(builtin.text_of(name))["texts"]
    used = {reference(said.text) for said in texts_in(plan)}
    assert set(written["en"]) - used == set()
    same = {key for key, text in written["en"].items() if written["de"][key] == text}
    assert same == set()


@EVERY
def test_consent_says_what_is_recorded_how_long_and_how_to_withdraw(name: str) -> None:
    plan = builtin.plan_of(name)
    consent, debrief = plan.stages[0], plan.stages[-1]
    assert isinstance(consent, Consent)
    assert isinstance(debrief, Debrief)
    assert debrief.reveal
    said = Texts(plan, "en", plan.conditions[0].name if plan.conditions else "").say(consent.text)
    for word in ("answers", "every move", "time", "hidden", "pointer", "keys", "recruiter", "Withdraw", "receipt"):
        assert word in said, word
    assert "six months" in said
    assert plan.keeping.purge_days == 182, "the six months of the text"
    assert consent.pointer == "ask", "the text says that it is recorded only if allowed"
    profile = next(stage for stage in plan.stages if isinstance(stage, Profile))
    assert not any(question.required for question in profile.questions), "the text says that all is optional"


def stage(name: str, wanted: str) -> Playing:
    found = next(stage for stage in builtin.plan_of(name).stages if stage.name == wanted)
    assert isinstance(found, Playing)
    return found


@pytest.mark.parametrize("name", ["turing", "turing-alone"])
def test_turing_judges_every_opponent_after_every_game(name: str) -> None:
    plan, games = builtin.plan_of(name), stage(name, "games")
    assert games.seats == (("me", "person", "pool") if name == "turing" else ("me", "pool", "pool"))
    assert games.hidden
    assert not games.chat
    after = plan.questionnaires["after-game"]
    assert after.skip_from == 3
    roles = {question.role: question for question in after.questions}
    verdict = roles["judgement"]
    assert isinstance(verdict, Choice)
    assert list(verdict.options) == ["human", "artificial"]
    assert verdict.neutral
    assert {"judgement", "confidence", "fun", "strategy", "challenge"} <= roles.keys()
    assert any(isinstance(question, Moves) for question in after.questions)
    assert any(isinstance(one, Quiz) and len(one.questions) == 4 for one in plan.stages)


def test_learning_has_practice_and_two_blocks_for_each_basic_strategy() -> None:
    plan = builtin.plan_of("learning")
    assert len(plan.conditions) == 6
    for condition in plan.conditions:
        steps = course(plan, condition.name, 1)
        played = [(step.stage, step.practice, step.seats[1]) for step in steps if step.kind == "play"]
        basic = condition.values["basic"]
        assert (
            played
            == [("practice", True, basic)] * 2 + [("basic", False, basic)] * 5 + [("adaptive", False, "adaptive")] * 5
        )
        surveys = [step for step in steps if step.questionnaire == "survey"]
        assert [step.occurrence for step in surveys] == [1, 2]
        assert [question.role for question in surveys[0].questions] == [
            "strategy",
            "difficulty",
            "predictability",
            "fun",
        ]


def test_playtest_gives_every_game_equally_often_at_every_place() -> None:
    plan = builtin.plan_of("playtest")
    rows = [[step.plays.game for step in course(plan, "", 1, row) if step.plays] for row in range(6)]
    for place in range(4):
        assert len({row[place] for row in rows}) == 6
    assert all(game.quality is not None and 0 <= game.quality <= 100 for game in stage("playtest", "games").among)


def test_preference_has_both_orders() -> None:
    plan = builtin.plan_of("preference")
    met = [
        [step.seats[1] for step in course(plan, condition.name, 1) if step.kind == "play"]
        for condition in plan.conditions
    ]
    assert met[0] == list(reversed(met[1]))
    assert len(set(met[0])) == 2


def test_there_is_no_other_plan() -> None:
    with pytest.raises(UnknownName, match="did you mean 'turing'"):
        builtin.text_of("turning")
