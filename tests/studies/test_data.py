"""The data of a study: written and read without loss, explained column by column."""

from __future__ import annotations

import csv
import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from ludarium.arena.report.tables import write_table
from ludarium.studies.data import (
    ABOUT,
    DICTIONARY,
    Decision,
    GameRecord,
    Grade,
    Page,
    ProfileChange,
    Question,
    StudyData,
    StudyDataError,
    dictionary_page,
)
from tests.studies.analysis.made_up import answer, at, judgement, participant, played

AWKWARD = ["", " ", 'a "quoted", text', "two\nlines", "=1+1", "ünïcödé ♞", "null", "NA", "true", "007"]


def study() -> StudyData:
    people = [participant(f"p{n}", condition=text, finished=at(n) if n % 2 else None) for n, text in enumerate(AWKWARD)]
    values: list[Any] = [*AWKWARD, 3, 2.5, True, None, ["a", "b"], {"left": "right"}]
    return StudyData(
        "made-up",
        "turing",
        "Made up",
        participants=(*people, participant("pilot", pilot=True), participant("gone", status="withdrawn")),
        questions=(
            Question("fun", "fun", "scale", "How much fun?", 1.0, 5.0),
            Question("hard", "challenge", "choice", "How hard?", options=("not", "somewhat", "too")),
        ),
        pages=(Page("p1", 0, 0, "consent", "consent", 1, None, at(0), 0.0, 0.5, "done"),),
        answers=tuple(answer("p1", "open", value, shown=at(0.5), table="t", seat=0) for value in values),
        grades=(Grade("p1", "questions", 1, None, None, "open", "g1", 2.0),),
        judgements=(
            judgement("p1", "random", "human", confidence=0.25),
            judgement("pilot", "person", "unknown"),
        ),
        games=(played("p1", 1, 0.5, opponents=("mcts:iterations=20", "person"), points=3.0, best_opponent=5.0),),
        decisions=(
            Decision("p1", "t", 0, 0, "person", "c4", 4, 1.25, 0.0, True),
            Decision(None, "t", 1, 1, "random", "d3", None, None, None, None),
        ),
        records=(
            GameRecord("t", (0,), '{\n  "format": 1\n}\n', "1 red: …\n2 blue: …\n"),
            GameRecord("other", (), "{}"),
        ),
        profile_changes=(ProfileChange("p1", "age", at(3), "changed"),),
        quality={"reversi size=6": 0.75},
        frozen="2027-02-01",
        changes=("question fun",),
    )


@pytest.mark.parametrize("kept", [".parquet", ".csv"])
def test_a_folder_gives_back_what_was_written(tmp_path: Path, kept: str) -> None:
    folder = study().write(tmp_path / "export")
    for file in folder.iterdir():
        if file.suffix in (".parquet", ".csv") and file.suffix != kept and file.name != DICTIONARY:
            file.unlink()
    assert StudyData.read(folder) == study()


def test_a_table_that_is_not_there_is_empty(tmp_path: Path) -> None:
    folder = study().write(tmp_path)
    for file in folder.glob("decisions.*"):
        file.unlink()
    assert StudyData.read(folder) == replace(study(), decisions=())


@pytest.mark.parametrize("kept", [".parquet", ".csv"])
def test_a_folder_of_before_is_read_without_what_it_lacks(tmp_path: Path, kept: str) -> None:
    """As exports were that had neither the pages and records nor the histories of answers."""
    folder = study().write(tmp_path)
    about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    for name in ("quality", "frozen", "changes"):
        del about[name]
    (folder / ABOUT).write_text(json.dumps(about), encoding="utf-8")
    for file in [*folder.glob("pages.*"), *folder.glob("records.*")]:
        file.unlink()
    for name, less in (("participants", 3), ("answers", 2)):
        table = study().table(name)
        rows = [row[:-less] for row in table.rows]
        write_table(replace(table, columns=table.columns[:-less], rows=rows), folder)
    for file in folder.iterdir():
        if file.suffix in (".parquet", ".csv") and file.suffix != kept:
            file.unlink()
    fewer = replace(study(), pages=(), records=(), quality={}, frozen="", changes=())
    assert StudyData.read(folder) == fewer


def test_every_column_is_explained(tmp_path: Path) -> None:
    folder = study().write(tmp_path)
    with (folder / DICTIONARY).open(encoding="utf-8", newline="") as text:
        lines = list(csv.DictReader(text))
    explained = {(line["table"], line["column"]) for line in lines if line["meaning"]}
    for name, kind in StudyData.ROWS.items():
        assert {(name, field.name) for field in fields(kind)} <= explained
    with (folder / "wide.csv").open(encoding="utf-8", newline="") as text:
        head = next(csv.reader(text))
    assert {("wide", column) for column in head} <= explained


def test_the_page_explains_every_column() -> None:
    """`dictionary_page` gives what stands there."""
    page = (Path(__file__).parents[2] / "docs" / "studies" / "data.md").read_text(encoding="utf-8")
    assert dictionary_page() in page


def test_wide_has_one_row_a_person() -> None:
    table = study().wide()
    rows = list(table.rows)
    assert [row[0] for row in rows] == [person.participant for person in study().participants]
    names = [column.name for column in table.columns]
    row = dict(zip(names, rows[1], strict=True))
    assert row["questions.open.seat0"] == AWKWARD[0]
    assert row["questions.open.seat0#2"] == AWKWARD[1]


def test_pilots_and_those_who_withdrew_do_not_count() -> None:
    counted = study().counted()
    assert {"pilot", "gone"}.isdisjoint(person.participant for person in counted.participants)
    assert [row.judge for row in counted.judgements] == ["p1"]
    assert len(counted.decisions) == 2, "players' decisions stay"


def test_answers_as_numbers() -> None:
    data = study()
    assert data.asked("fun") == ("fun",)
    assert data.share(answer("p1", "fun", 4)) == 0.75
    assert data.share(answer("p1", "fun", 9)) == 1.0, "held to the scale"
    assert data.number(answer("p1", "hard", "somewhat")) == 1.0
    assert data.share(answer("p1", "hard", "somewhat")) == 0.5
    for neutral in ("", None, True, "no option"):
        assert data.number(answer("p1", "hard", neutral)) is None
    assert data.share(answer("p1", "unheard-of", 3)) is None


def test_score_difference() -> None:
    assert study().games[0].difference == -2.0
    assert played("p1", 1, 1.0).difference is None


def test_what_cannot_be_read_is_explained(tmp_path: Path) -> None:
    with pytest.raises(StudyDataError, match=r"no study\.json"):
        StudyData.read(tmp_path)
    folder = study().write(tmp_path / "export")
    (folder / "participants.parquet").unlink()
    file = folder / "participants.csv"
    file.write_text(file.read_text(encoding="utf-8").replace("completed", "finished", 1), encoding="utf-8")
    with pytest.raises(StudyDataError, match=r"participants\.csv, row 1: .*finished.*status"):
        StudyData.read(folder)
    (folder / ABOUT).write_text('{"format": "ludarium study", "format_version": 99}', encoding="utf-8")
    with pytest.raises(StudyDataError, match="version 99, expected 1"):
        StudyData.read(folder)
    (folder / ABOUT).write_text("{", encoding="utf-8")
    with pytest.raises(StudyDataError, match="damaged"):
        StudyData.read(folder)
