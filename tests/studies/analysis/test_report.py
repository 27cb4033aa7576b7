"""Reports of all kinds of studies: one object, the same figures as page, folder, text and JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from ludarium.arena.report import is_report
from ludarium.engine.errors import LudariumError
from ludarium.studies.analysis.charts import project
from ludarium.studies.analysis.report import FORMAT, StudyReport, analyse, people_of, published_for
from ludarium.studies.data import Decision, Grade, Question, StudyData
from tests.studies.analysis import test_learning, test_playtest, test_preference, test_strategies
from tests.studies.analysis.made_up import answer, at, judging, participant, played


def turing() -> StudyData:
    """Three strategies with fun and challenge, decisions and grades; the judges' names are hostile."""
    rows = test_strategies.tables(test_strategies.TRUE, 30, seed=1)
    rng = np.random.default_rng(2)
    answers, games, decisions, grades = [], [], [], []
    for row in rows:
        if row.truth == "artificial":
            answers.append(answer(row.judge, "fun", int(rng.integers(1, 6)), table=row.table, answered=row.at))
            answers.append(answer(row.judge, "hard", "somewhat", table=row.table, answered=row.at))
            opponents = ("person", row.player)
            games.append(
                played(row.judge, row.number, 0.5, table=row.table, seat=1 - row.seat % 2, opponents=opponents)
            )
            decisions += [
                Decision(row.judge, row.table, ply, 0, "person", f"m{ply % 3}", 4, 1.0 + ply, None, ply % 2 == 0)
                for ply in range(6)
            ]
    people = sorted({row.judge for row in rows})
    for number, name in enumerate(people):
        grades += [Grade(name, "questions", 1, None, None, "why", who, float(number % 3)) for who in ("g1", "g2")]
    data = judging(rows)
    return replace(
        data,
        title="Who is <b>human</b>?",
        participants=(*data.participants, participant("<script>alert(1)</script>"), participant("q", pilot=True)),
        questions=(
            Question("fun", "fun", "scale", "Fun?", 1, 5),
            Question("hard", "challenge", "choice", "Hard?", options=("not", "somewhat", "too")),
        ),
        answers=tuple(answers),
        games=tuple(games),
        decisions=tuple(decisions),
        grades=tuple(grades),
    )


def learning() -> StudyData:
    data = test_learning.study(24, seed=3)
    return replace(data, games=tuple(replace(game, game="boundary size=9") for game in data.games))


def preference() -> StudyData:
    return test_preference.study([("a", "b", "first")] * 12 + [("b", "c", "second")] * 9 + [("c", "a", "")] * 3)


KINDS: dict[str, Callable[[], StudyReport]] = {
    "turing": lambda: analyse(replace(turing(), frozen="2027-02-01", changes=("question fun",))),
    "learning": lambda: analyse(learning()),
    "playtest": lambda: analyse(test_playtest.study(20, seed=4), quality=test_playtest.QUALITY),
    "preference": lambda: analyse(preference()),
}


@pytest.fixture(scope="module", params=KINDS)
def report(request: pytest.FixtureRequest) -> StudyReport:
    made: StudyReport = KINDS[request.param]()
    assert made.kind == request.param
    return made


PARTS = {
    "turing": {"judges", "strategies", "habits", "agreement"},
    "learning": {"learning"},
    "playtest": {"playtest"},
    "preference": {"preferences"},
}
CHARTS = {
    "turing": ["human", "space", "space-detection-fun", "space-detection-challenge", "space-challenge-fun", "abilities",
               "difficulty", "times"],
    "learning": ["win-rate", "score-difference"],
    "playtest": ["ratings", "quality"],
    "preference": ["preferences"],
}  # fmt: skip


def test_every_kind_has_its_parts(report: StudyReport) -> None:
    assert {name for name, _ in report.statistics} == PARTS[report.kind]
    assert report.missing == {}
    assert [drawing.name for drawing in report.drawings()] == CHARTS[report.kind]
    names = [table.name for table in report.tables()]
    assert len(set(names)) == len(names)


def test_the_folder_has_page_data_charts_and_all_figures(report: StudyReport, tmp_path: Path) -> None:
    page = report.write(tmp_path / "out")
    folder = page.parent
    assert is_report(folder, FORMAT)
    assert not is_report(folder), "not one of games that were played"
    document = json.loads((folder / "findings.json").read_text(encoding="utf-8"))
    assert document["kind"] == report.kind
    assert document["people"]["completed"] == report.people.completed
    for table in report.tables():
        assert (folder / "data" / f"{table.name}.csv").is_file()
        assert (folder / "data" / f"{table.name}.parquet").is_file()
        for column in table.columns:
            assert column.name in (folder / "README.txt").read_text(encoding="utf-8")
    text = page.read_text(encoding="utf-8")
    for drawing in report.drawings():
        ElementTree.fromstring((folder / "charts" / f"{drawing.name}.svg").read_text(encoding="utf-8"))
    assert text.count("<svg") == len(CHARTS[report.kind])
    assert "<script" not in text
    assert not re.search(r"""(?:src|href)=["']http""", text)
    report.write(folder)  # one of its own kind is replaced
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(LudariumError, match="is not empty"):
        report.write(tmp_path / "mine")


def test_page_text_and_json_say_the_same(report: StudyReport) -> None:
    page, text, document = report.page(), report.text(), report.to_dict()
    for said in document["sentences"]:
        assert said in text
    json.dumps(document, allow_nan=False)
    for tables in report.shown().values():
        for table in tables:
            for row in table.rows:
                assert len(row) == len(table.columns)
    assert text.splitlines()[0] in repr(report)
    assert page.count('class="block"') == len(report.shown())
    assert "<table" in report._repr_html_()


def test_hostile_words_are_only_words() -> None:
    page = KINDS["turing"]().page()
    assert "Who is &lt;b&gt;human&lt;/b&gt;?" in page
    assert "<b>human" not in page


def test_what_was_frozen_and_changed_is_said() -> None:
    report = KINDS["turing"]()
    assert "changed since the plan was frozen: question fun" in report.warnings
    assert not any("exploratory" in warning for warning in report.warnings)
    assert "2027-02-01" in report.page()
    assert any("exploratory" in warning for warning in KINDS["learning"]().warnings)


def test_the_same_data_give_the_same_report() -> None:
    assert KINDS["playtest"]() == KINDS["playtest"]()


def test_the_source_of_the_game_stands_beside_ours() -> None:
    report = KINDS["learning"]()
    assert report.learning is not None
    assert report.learning.citation
    assert [row.theirs for row in report.learning.beside][:2] == [0.23, 0.38]
    assert published_for(turing(), "learning") is None


@pytest.mark.parametrize("kind", KINDS)
def test_a_study_without_data_says_so(kind: str, tmp_path: Path) -> None:
    report = analyse(StudyData("empty", kind))  # type: ignore[arg-type]
    assert report.missing
    assert "Nobody has taken part yet." in report.sentences
    assert all(reason in report.text().lower() for reason in map(str.lower, report.missing.values()))
    assert report.write(tmp_path / kind).is_file()


def test_people_are_counted() -> None:
    rows = (
        participant("a", condition="x", finished=at(10)),
        participant("b", condition="x", finished=at(20)),
        participant("c", condition="y", status="dropped"),
        participant("d", condition="y", status="withdrawn"),
        participant("e", condition="y", pilot=True),
    )
    found = people_of(StudyData("s", participants=rows))
    assert (found.consented, found.completed, found.dropped, found.withdrawn, found.pilots) == (4, 2, 1, 1, 1)
    assert found.minutes == 15
    assert found.conditions == {"x": (2, 2), "y": (2, 0)}


def test_projection_keeps_the_axes() -> None:
    assert project(0, 0, 0) == (0, 0)
    assert project(1, 0, 0) == (1, 0)
    assert project(0, 1, 0) == (0, 1)
    assert np.hypot(*project(0, 0, 1)) == pytest.approx(0.5)
