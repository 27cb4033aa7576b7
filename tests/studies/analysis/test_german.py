"""The report of a study in German: nothing that a report says of itself stays English, and nothing else changes."""

from __future__ import annotations

import re

import pytest

from ludarium.studies.analysis.german import german, say, untold
from ludarium.studies.analysis.german_words import FORMS, WORDS
from ludarium.studies.analysis.report import StudyReport, analyse
from ludarium.studies.data import StudyData, StudyKind
from tests.studies.analysis.made_up import participant
from tests.studies.analysis.test_report import KINDS

NAMES = {"human-like", "middling", "clumsy", "reversi", "greedy", "careful", "hard", "fair", "which"}
"""Of strategies, games, conditions and questions: they are the researcher's own."""
_NAME = re.compile(r"game \d|.+ \((turing|learning|playtest|preference)\)|Ludarium [\d.]+")


@pytest.fixture(scope="module", params=KINDS)
def report(request: pytest.FixtureRequest) -> StudyReport:
    made: StudyReport = KINDS[request.param]()
    return made


def test_everything_is_said_in_german(report: StudyReport) -> None:
    left = [text for text in untold(report.page()) if text not in NAMES and not _NAME.fullmatch(text)]
    assert left == []


def test_the_page_is_the_same_but_for_its_words(report: StudyReport) -> None:
    page, own = report.page(), report.page(language="de")
    assert '<html lang="de">' in own
    assert "Kurz gesagt" in own
    assert "In short" not in own
    assert re.findall(r"<[a-z]+", page) == re.findall(r"<[a-z]+", own)
    body = re.compile(r">([^<>]*)<")
    figures = re.compile(r"\d+\.\d+")
    assert figures.findall(" ".join(body.findall(page))) == figures.findall(" ".join(body.findall(own)))
    assert "<script" not in own


def test_names_of_other_people_stay_as_they_are_and_harmless() -> None:
    made = german(KINDS["turing"]().page())
    assert "&lt;b&gt;" in made
    assert "<b>human" not in made


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_study_without_data_says_so_in_german(kind: StudyKind) -> None:
    empty = analyse(StudyData("made-up", kind, participants=(participant("p"),)))
    assert [text for text in untold(empty.page()) if not _NAME.fullmatch(text)] == []


def test_forms_have_as_many_places_in_both_languages() -> None:
    for form, there in FORMS.items():
        places = re.findall(r"\{\d?\}", there)
        assert len(places) == form.count("{}") or "{1}" in there, form
    assert all(WORDS.values())


def test_sentences_are_told_apart() -> None:
    assert say("3 of 4 people who agreed to take part completed the study.") == (
        "3 von 4 Menschen, die teilnehmen wollten, haben die Studie abgeschlossen."
    )
    assert say("Score difference changes from 1.0 to 2.0 after the switch (p < 0.001, d = 1.0).") == (
        "Punktedifferenz ändert sich mit dem Wechsel von 1.0 auf 2.0 (p < 0.001, d = 1.0)."
    )
    assert say("no mixed model: the mixed model did not settle: too few answers for its effects") == (
        "kein gemischtes Modell: die Rechnung kam zu keinem Ende: zu wenige Antworten für ihre Effekte"
    )
    assert say("something else") is None
