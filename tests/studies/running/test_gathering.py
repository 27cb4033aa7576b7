"""What exports and figures are made of: all that is kept of people in a study, and of their games as a whole."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from sqlalchemy import update

from ludarium.engine.record import Record
from ludarium.store import Database
from ludarium.store.lab_models import TableRow
from ludarium.studies.data import StudyData
from ludarium.studies.running import games, people
from ludarium.studies.running.gathering import gather
from ludarium.studies.running.people import Sent
from ludarium.studies.running.refining import Choosing
from ludarium.studies.running.reporting import report_of, report_of_folder
from tests.golden.make import path_of
from tests.studies.running.places import NOON, again, newcomer, opened, sit_down, to_the_game, with_play


def test_pages_histories_and_records_are_in_the_tables_and_in_the_folder(database: Database, tmp_path: Path) -> None:
    with database.writing() as connection:
        study = opened(connection, with_play(game="tarble", again=True))
        two = [to_the_game(connection, newcomer(connection, study)) for _ in range(2)]
        for who in two:
            games.wants(connection, who, NOON)
        (opening,) = games.match(connection, study.id, Choosing(), NOON)
        sit_down(connection, opening, "t1")
        games.game_over(connection, "t1", "played", NOON)
        record = Record.load(path_of("tarble")).to_json()
        connection.execute(update(TableRow).where(TableRow.id == "t1").values(state="over", record=record))
        who = again(connection, two[0])
        given = {f"who.{seat}": "human" for seat in range(2) if opening.chairs[seat].who != two[0]}
        sent = Sent(who.step, answers=given | {"fun": 4}, changes={"fun": [1, 2]}, hidden=3.0, idle=1.5)
        people.submit(connection, who, sent, NOON + timedelta(minutes=5))
    with database.reading() as connection:
        data = gather(connection, study)
        report = report_of(connection, study)
    own = [page for page in data.pages if page.participant == two[0].public]
    assert [(page.step, page.kind) for page in own][:4] == [(0, "consent"), (1, "profile"), (2, "text"), (3, "quiz")]
    assert (own[-1].hidden, own[-1].idle, own[-1].outcome) == (3.0, 1.5, "done")
    answers = {answer.question: answer for answer in data.answers if answer.participant == two[0].public}
    assert (answers["fun"].history, answers["fun"].changes) == ((1, 2), 2)
    assert answers["right"].right is True
    assert {(row.plan, row.consent, row.pointer) for row in data.participants} == {(1, 2, False)}
    (row,) = data.records
    assert (row.table, row.people) == ("t1", (0, 1))
    assert Record.from_json(row.record) == Record.from_json(record)
    assert row.notation is not None
    assert row.notation.startswith("Tarble\nRed: ")
    folder = data.write(tmp_path / "out")
    assert StudyData.read(folder) == data
    assert report_of_folder(folder).to_dict() == report.to_dict()
    assert report.habits is not None
    assert report.habits.own  # what the game's own source counts, from the folder too


def test_pilots_are_exported_whole_or_not_at_all_and_no_figure_counts_them(database: Database) -> None:
    with database.writing() as connection:
        study = opened(connection, with_play(seats=["me", "random"]))
        pilot = to_the_game(connection, newcomer(connection, replace(study, pilot=True)))
        opening = games.open_alone(connection, pilot, Choosing(), NOON)
        assert opening is not None
        sit_down(connection, opening, "t1")
        games.game_over(connection, "t1", "played", NOON)
        record = Record.load(path_of("tic-tac-toe")).to_json()
        connection.execute(update(TableRow).where(TableRow.id == "t1").values(state="over", record=record))
    with database.reading() as connection:
        without, whole = gather(connection, study), gather(connection, study, pilots=True)
        report = report_of(connection, study)
    assert not any(getattr(without, name) for name in without.ROWS if name != "questions")
    for name in ("participants", "pages", "answers", "games", "records"):
        assert getattr(whole, name), name
        assert not getattr(whole.counted(), name), name
    assert report.habits is None


def test_points_are_those_that_people_read(database: Database) -> None:
    """Colonizers orders equal seats by tenths of a point, which nobody is shown."""
    with database.writing() as connection:
        study = opened(connection, with_play(game="colonizers", seats=["me", "random", "random", "random"]))
        who = to_the_game(connection, newcomer(connection, study))
        opening = games.open_alone(connection, who, Choosing(), NOON)
        assert opening is not None
        sit_down(connection, opening, "t1")
        games.game_over(connection, "t1", "played", NOON)
        record = Record.load(path_of("colonizers"))
        connection.execute(update(TableRow).where(TableRow.id == "t1").values(state="over", record=record.to_json()))
    with database.reading() as connection:
        (row,) = gather(connection, study).games
    assert record.result is not None
    assert any(points % 1 for points in record.result.points)
    assert row.points == math.floor(record.result.points[row.seat])
    others = [points for seat, points in enumerate(record.result.points) if seat != row.seat]
    assert row.best_opponent == math.floor(max(others))
