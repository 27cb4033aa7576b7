"""Reports: a page that needs nothing else, data that agree with it, and a folder that is never half a report."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ludarium.arena.metrics import Depth, Link
from ludarium.arena.metrics.estimates import score_of
from ludarium.arena.report import (
    check_place,
    folder,
    games_of,
    is_report,
    page,
    read_findings,
    shown,
    write_report,
)
from ludarium.arena.report.charts import drawings
from ludarium.arena.report.tables import tables
from ludarium.arena.run.chunks import Fault
from ludarium.arena.stats.findings import Findings
from ludarium.engine import LudariumError
from ludarium.store import StoredGame
from tests.arena import made_up
from tests.arena.made_up import PLANS, findings_of

VOID = {"meta", "br"}
TODAY = date(2026, 1, 2)


class Page(HTMLParser):
    """A page taken apart: its elements with their attributes, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open[-1:] != ["style"]:
            self.text += data.replace("\N{NO-BREAK SPACE}", " ")

    def all(self, *tags: str) -> list[dict[str, str]]:
        return [attributes for tag, attributes in self.elements if tag in tags]


def undrawn(findings: Findings) -> Page:
    """The page with blank pictures, whose drawing takes most of the time."""
    blank = '<svg role="img" aria-label="a chart" width="10"></svg>'
    return Page(page(findings, [(drawing, blank) for drawing in drawings(findings)], written=TODAY))


@pytest.fixture(scope="module")
def twelve() -> Findings:
    plan = PLANS["twelve players"]
    return findings_of(plan, made_up.games_of(plan, faults=[Fault(3, 4, 1, "no answer, but <b>this</b>")]))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory, twelve: Findings) -> Path:
    """A whole report with its games."""
    place = tmp_path_factory.mktemp("reports") / "twelve"
    chunks = made_up.games_of(twelve.plan)
    assert write_report(twelve, place, games_of(twelve.plan, chunks)) == place / "report.html"
    return place


# --- the page ---------------------------------------------------------------------------------------------------------


def test_the_page_needs_nothing_and_runs_nothing(written: Path) -> None:
    text = (written / "report.html").read_text(encoding="utf-8")
    found = Page(text)
    assert {value for element in found.all("svg") for name, value in element.items() if name == "xmlns"} == {
        "http://www.w3.org/2000/svg"
    }
    assert not found.all("script", "img", "link", "iframe", "object", "image", "use")
    assert not [name for _, attributes in found.elements for name in attributes if name in ("src", "href", "srcset")]
    assert not [name for _, attributes in found.elements for name in attributes if name.startswith("on")]
    assert "@import" not in text
    assert "url(http" not in text
    (policy,) = (meta["content"] for meta in found.all("meta") if "http-equiv" in meta)
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"


def test_names_are_texts_and_never_markup(written: Path) -> None:
    text = (written / "report.html").read_text(encoding="utf-8")
    found = Page(text)
    assert "<script" not in text
    assert "<b>" not in text
    assert "<script>alert(1)</script>" in found.text
    assert "no answer, but <b>this</b>" in found.text
    assert 'ismcts:iterations=40,remark="&<"' in found.text


def test_the_page_says_what_was_played_and_found(written: Path, twelve: Findings) -> None:
    text = Page((written / "report.html").read_text(encoding="utf-8")).text
    assert "tic-tac-toe: 12 players, 1,320 games" in text
    assert twelve.command in text
    assert "12.3 s" in text
    for name in twelve.names:
        assert name in text
    for warning in twelve.warnings:
        assert warning in text
    for _, statistic in twelve.sections[0].statistics:
        assert statistic.method in text
    assert twelve.sections[0].strengths is not None
    assert f"{twelve.sections[0].strengths.players[0].name} comes first" in text


def test_the_page_can_be_read_without_eyes(written: Path) -> None:
    found = Page((written / "report.html").read_text(encoding="utf-8"))
    assert found.all("html") == [{"lang": "en"}]
    assert {header.get("scope") for header in found.all("th")} == {"col", "row"}
    assert len(found.all("caption")) == len(found.all("table")) > 4
    assert len(found.all("svg")) == 5
    for svg in found.all("svg"):
        assert svg["role"] == "img"
        assert len(svg["aria-label"]) > 20
    levels = [int(tag[1]) for tag, _ in found.elements if re.fullmatch(r"h\d", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    ids = [attributes["id"] for _, attributes in found.elements if "id" in attributes]
    assert len(set(ids)) == len(ids)
    named = {attributes["aria-labelledby"] for _, attributes in found.elements if "aria-labelledby" in attributes}
    assert named <= set(ids)


@pytest.mark.parametrize("name", PLANS)
def test_every_table_has_a_page(name: str) -> None:
    findings = findings_of(PLANS[name])
    drawn = [(drawing, f'<svg width="10" aria-label="{drawing.name}"></svg>') for drawing in drawings(findings)]
    found = Page(page(findings, drawn, written=TODAY))
    assert sorted(svg["aria-label"] for svg in found.all("svg")) == sorted(drawing.name for drawing, _ in drawn)
    assert "None" not in found.text
    assert "nan" not in found.text.split()
    assert "2026-01-02" in found.text
    ids = [attributes["id"] for _, attributes in found.elements if "id" in attributes]
    assert len(set(ids)) == len(ids)


def test_one_seat_says_why_there_are_no_rates() -> None:
    text = undrawn(findings_of(PLANS["one seat"])).text
    assert "One seat: there is nobody to win against" in text
    assert "Who beats whom" not in text
    assert "Points of the players" in text


def test_a_sweep_has_an_overview_and_a_part_for_each_setting() -> None:
    found = undrawn(findings_of(PLANS["sweep"]))
    assert "The settings side by side" in found.text
    links = [element["href"] for element in found.all("a")]
    assert links == ["#setting-01", "#setting-02", "#setting-03"]
    ids = {attributes.get("id") for _, attributes in found.elements}
    assert {link.removeprefix("#") for link in links} <= ids
    assert "goal = 20, 40, 60" in found.text


def test_metrics_and_depth_are_shown_when_they_were_measured(twelve: Findings) -> None:
    metrics = {
        "games": 60,
        "seats": 2,
        "length": {"value": 8.25, "low": 8.0, "high": 8.5, "games": 60, "method": "mean over games"},
        "agency": {"value": 0.5, "low": 0.4, "high": 0.6, "games": 60, "method": "share"},
        "first_seat_advantage": {"value": -0.05, "low": -0.2, "high": 0.1, "games": 60, "method": "difference"},
        "rates": [{"value": 0.25, "low": None, "high": None, "games": 1, "method": "Wilson"}] * 2,
        "drama": {"value": None, "low": None, "high": None, "games": 0, "method": "", "reason": "no game had a winner"},
        "warnings": ["few games had a winner"],
    }
    links = (Link("mcts:iterations=40", "mcts:iterations=20", score_of(70, 100)),)
    depth = Depth("mcts:iterations=20", (1, 2), links, 1, 0, 1).to_dict()
    findings = replace(findings_of(PLANS["two seats"]), metrics=metrics, depth=depth)
    text = undrawn(findings).text
    for wanted in ("8.25", "8.00 – 8.50", "50.0 %", "−5.0", "−20.0 to +10.0", "no game had a winner", "70.0 %"):
        assert wanted in text
    assert "rate, seat 2 (o)" in text
    assert "metrics: few games had a winner" in text
    assert "Strategic depth: 1 step of 1 (95 %: 0 to 1)" in text
    rows = {table.name: list(table.rows) for table in tables(findings)}
    assert [row[:3] for row in rows["metrics"]] == [
        ("length", None, 8.25),
        ("agency", None, 0.5),
        ("first_seat_advantage", None, -0.05),
        ("rates", 0, 0.25),
        ("rates", 1, 0.25),
        ("drama", None, None),
    ]
    assert rows["depth"][0][:3] == ("mcts:iterations=40", "mcts:iterations=20", 0.7)
    assert "The game in figures" not in undrawn(twelve).text


def test_points_that_only_say_who_won_are_left_out() -> None:
    findings = findings_of(PLANS["two seats"])
    (section,) = findings.sections
    assert section.points is not None
    assert section.outcomes is not None
    full = shown.players(section)
    assert full is not None
    assert "points" in full.columns
    won = tuple(
        replace(points, mean=2 * row.rate - 1)
        for points, row in zip(section.points.players, section.outcomes.players, strict=True)
    )
    short = shown.players(replace(section, points=replace(section.points, players=won)))
    assert short is not None
    assert "points" not in short.columns


# --- the data ---------------------------------------------------------------------------------------------------------


def test_csv_and_parquet_hold_the_same(written: Path) -> None:
    from pyarrow import csv as arrow_csv
    from pyarrow import parquet

    files = sorted((written / "data").glob("*.parquet"))
    assert {file.stem for file in files} == {
        *("settings", "players", "ranks", "pairs", "differences", "seats", "lengths", "faults", "games"),
    }
    for file in files:
        exact = parquet.read_table(file)
        options = arrow_csv.ConvertOptions(
            column_types={field.name: field.type for field in exact.schema},
            strings_can_be_null=True,
            quoted_strings_can_be_null=False,
        )
        read = arrow_csv.read_csv(file.with_suffix(".csv"), convert_options=options)
        assert read.equals(exact), file.name


def test_the_data_are_the_findings(written: Path, twelve: Findings) -> None:
    with (written / "data" / "players.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    (section,) = twelve.sections
    assert section.outcomes is not None
    assert section.strengths is not None
    elo = {row.player: row.elo for row in section.strengths.players}
    assert [row["name"] for row in rows] == list(twelve.names)
    for row, own in zip(rows, section.outcomes.players, strict=True):
        assert (int(row["wins"]), float(row["rate"]), float(row["high"])) == (own.wins, own.rate, own.high)
        assert float(row["elo"]) == elo[own.player]
    assert rows[4]["faults"] == "1"
    assert read_findings(written) == twelve


def test_the_games_are_written_one_by_one(written: Path, twelve: Findings) -> None:
    with (written / "data" / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["number"]) for row in rows] == list(range(1320))
    assert all(int(row["seed"]) == twelve.plan.game_seed(int(row["number"])) for row in rows[:20])
    assert twelve.sections[0].outcomes is not None
    for own in twelve.sections[0].outcomes.players:
        won = sum(
            row[f"player_{seat}"] == str(own.player) and row[f"rank_{seat}"] == "1" and row[f"rank_{1 - seat}"] == "2"
            for row in rows
            for seat in (0, 1)
        )
        assert won == own.wins


def test_the_dictionary_names_every_column_and_chart(written: Path) -> None:
    readme = (written / "README.txt").read_text(encoding="utf-8")
    for file in (written / "data").glob("*.csv"):
        assert f"\n{file.name}, {file.stem}.parquet: " in readme
        part = readme.split(f"\n{file.name}, ")[1].split("\n\n")[0]
        with file.open(encoding="utf-8", newline="") as opened:
            head = next(csv.reader(opened))
        assert [line.split()[0] for line in part.splitlines()[1:]] == head
    for chart in (written / "charts").iterdir():
        assert f"  {chart.name}: " in readme


def test_the_store_s_games_can_be_written(tmp_path: Path) -> None:
    findings = findings_of(PLANS["sweep"])
    games = [StoredGame(number, (0, 1), 7, (1.0, 0.0), (1, 2), 40, 0.5) for number in range(5)]
    write_report(findings, tmp_path / "report", games)
    with (tmp_path / "report" / "data" / "games.csv").open(encoding="utf-8", newline="") as file:
        assert [row["setting"] for row in csv.DictReader(file)] == ["0", "0", "1", "1", "2"]


@pytest.mark.parametrize("name", PLANS)
def test_rows_fit_their_columns(name: str) -> None:
    kinds: dict[str, tuple[type, ...]] = {"whole": (int,), "number": (int, float), "text": (str,), "truth": (bool,)}
    for table in tables(findings_of(PLANS[name])):
        assert len({column.name for column in table.columns}) == len(table.columns)
        for row in table.rows:
            for column, value in zip(table.columns, row, strict=True):
                assert value is None or isinstance(value, kinds[column.kind]), (table.name, column.name, value)


# --- the folder -------------------------------------------------------------------------------------------------------


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Findings:
    """Findings whose report is written at once: without charts."""
    monkeypatch.setattr(folder, "drawings", lambda _: [])
    monkeypatch.setattr(folder, "page", lambda *_: "<!DOCTYPE html>")
    return findings_of(PLANS["two seats"])


def contents(place: Path) -> dict[str, Any]:
    return {str(file.relative_to(place)): file.read_bytes() for file in place.rglob("*") if file.is_file()}


def test_a_report_is_put_where_nothing_is_and_replaces_a_report(tmp_path: Path, small: Findings) -> None:
    place = tmp_path / "new" / "report"
    assert not is_report(place)
    write_report(small, place)
    assert is_report(place)
    (place / "notes.txt").write_text("mine")
    (place / "data" / "old.csv").write_text("left over")
    other = replace(small, seconds=99.0)
    write_report(other, str(place))
    assert read_findings(place) == other
    assert (place / "notes.txt").read_text() == "mine"
    assert not (place / "data" / "old.csv").exists()
    assert [entry.name for entry in place.parent.iterdir()] == ["report"]


def test_an_empty_folder_will_do(tmp_path: Path, small: Findings) -> None:
    (tmp_path / "report").mkdir()
    write_report(small, tmp_path / "report")
    assert is_report(tmp_path / "report")


def test_other_folders_are_left_alone_unless_asked(tmp_path: Path, small: Findings) -> None:
    place = tmp_path / "thesis"
    place.mkdir()
    (place / "chapter.txt").write_text("three years of work")
    (place / "findings.json").write_text('{"format": "something else"}')
    before = contents(place)
    with pytest.raises(LudariumError, match="not empty and is no report"):
        write_report(small, place)
    assert contents(place) == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["thesis"]
    write_report(small, place, overwrite=True)
    assert is_report(place)
    assert (place / "chapter.txt").read_text() == "three years of work"


def test_a_file_is_no_folder(tmp_path: Path, small: Findings) -> None:
    (tmp_path / "report").write_text("a text")
    with pytest.raises(LudariumError, match="is a file"):
        write_report(small, tmp_path / "report", overwrite=True)
    with pytest.raises(LudariumError, match="cannot be written"):
        write_report(small, tmp_path / "report" / "inside")
    assert [entry.name for entry in tmp_path.iterdir()] == ["report"]


@pytest.mark.parametrize("error", [RuntimeError("a fault"), KeyboardInterrupt()])
def test_what_fails_half_way_leaves_nothing(tmp_path: Path, small: Findings, error: BaseException) -> None:
    place = tmp_path / "report"
    write_report(small, place)
    before = contents(place)

    def games() -> Iterator[Any]:
        yield from games_of(small.plan, made_up.games_of(small.plan)[:1])
        raise error

    with pytest.raises(type(error)):
        write_report(small, place, games())
    assert contents(place) == before
    with pytest.raises(type(error)):
        write_report(small, tmp_path / "other", games())
    assert [entry.name for entry in tmp_path.iterdir()] == ["report"]


def test_an_exchange_that_fails_is_taken_back(tmp_path: Path, small: Findings, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "report"
    write_report(small, place)
    before = contents(place)
    rename = Path.rename

    def refuse(self: Path, target: Path) -> Path:
        if target == place and (self / "report.html").exists() and not self.name.endswith("-old"):
            raise PermissionError(13, "Permission denied")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(LudariumError, match=r"cannot be written.*Permission denied"):
        write_report(replace(small, seconds=1.0), place)
    assert contents(place) == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["report"]


def test_places_can_be_checked_before_games_are_played(tmp_path: Path) -> None:
    check_place(tmp_path / "new")
    check_place(tmp_path)
    (tmp_path / "x").touch()
    with pytest.raises(LudariumError, match="no report"):
        check_place(tmp_path)
    check_place(tmp_path, overwrite=True)


def test_reading_what_is_no_report(tmp_path: Path) -> None:
    with pytest.raises(LudariumError, match=r"it has no findings\.json"):
        read_findings(tmp_path)
    (tmp_path / "findings.json").write_text("{")
    with pytest.raises(LudariumError, match="damaged"):
        read_findings(tmp_path)
    (tmp_path / "findings.json").write_text(json.dumps({"plan": 1}))
    with pytest.raises(LudariumError, match="no findings"):
        read_findings(tmp_path)
