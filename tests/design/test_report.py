"""Reports: the tables, the map with its links, the gallery, and records that replay."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ludarium.design.candidates import Evaluation, packed, unpacked
from ludarium.design.dossier import dossier, effect, further_of, record_of, typical
from ludarium.design.evaluate import seeds_of
from ludarium.design.folder import TRUST, Folder
from ludarium.design.methods import MapElites
from ludarium.design.report import write_report
from ludarium.design.report.charts import curves, trust_curves
from ludarium.design.report.folder import check_place, to_dict
from ludarium.design.report.page import anchor, gallery_page, map_of
from ludarium.design.report.told import Told, fittest
from ludarium.design.run import carry_out
from ludarium.design.selfplay import play
from ludarium.design.settings import Settings
from ludarium.design.trust import Level, Trust
from ludarium.engine.errors import LudariumError
from ludarium.games import load
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import RuleSet
from tests.conftest import scaled
from tests.design.conftest import SPACE


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Told]:
    folder = tmp_path_factory.mktemp("runs")
    for method in ("ga", "random", "map-elites"):
        settings = Settings(
            method=method, space=SPACE, seed=3, children=scaled(30), games=max(2, scaled(10)), budget=scaled(3)
        )
        carry_out(Folder.create(folder / method, settings), workers=1)
    trust = Trust("4x4 drop line-3", 1, (Level(1, 3, 5, 5, 0), Level(4, 12, 9, 1, 0)), "first", 77)
    Folder.open(folder / "ga").note(TRUST, [trust.to_dict()])
    return [Told.read(folder / method) for method in ("ga", "random", "map-elites")]


def links(page: str) -> set[str]:
    return set(re.findall(r'href="([^"]+)"', page))


def test_a_report_is_complete_and_its_links_lead_somewhere(runs: Sequence[Told], tmp_path: Path) -> None:
    page = write_report(runs, tmp_path / "report", further=False)
    text, gallery = page.read_text(encoding="utf-8"), (page.parent / "gallery.html").read_text(encoding="utf-8")
    for words in ("Figure 1", "Figure 2", "Table 1", "Table 2", "Table 3", "The map", "The trust check", "exposed"):
        assert words in text
    places = set(re.findall(r'id="([^"]+)"', gallery))
    for link in links(text):
        target, _, place = link.partition("#")
        assert (page.parent / target).is_file()
        assert not place or place in places, link
    assert "<script" not in text + gallery
    fetched = re.findall(r'(?:src|href|url\()="?\s*(?:https?:)?//[^">]+', text + gallery)
    assert fetched == []
    for run in runs:
        for line in run.best():
            assert anchor(line["game"]) in places
    assert {"fitness.svg", "diversity.svg", "overall.svg", "trust.svg"} == {
        file.name for file in (page.parent / "charts").iterdir()
    }
    with (page.parent / "candidates.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == sum(len(run.lines) for run in runs)
    assert json.loads((page.parent / "report.json").read_text())[0]["finished"] is True
    write_report(runs[:1], tmp_path / "report", further=False)  # its own place may be written again


def test_a_report_is_not_written_over_other_things(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(LudariumError, match="not empty"):
        check_place(tmp_path)
    with pytest.raises(LudariumError, match="is a file"):
        check_place(tmp_path / "thesis.txt")


def test_the_map_has_every_elite_in_its_cell(runs: Sequence[Told]) -> None:
    run = runs[2]
    method = run.search.method
    assert isinstance(method, MapElites)
    made = map_of(run)
    found = {
        f"{column}:{len(made.rows) - 1 - row}": cell.game
        for row, (_, cells) in enumerate(made.rows)
        for column, cell in enumerate(cells)
        if cell is not None
    }
    assert found == {cell: candidate.name for cell, (_, candidate) in method.elites.items()}
    assert found


def test_the_table_of_the_fittest_is_ordered_and_averaged(runs: Sequence[Told]) -> None:
    run = runs[0]
    shown = fittest("the fittest", run, run.best())
    fitness = [float(row[1]) for row in shown.rows[:-1]]
    assert fitness == sorted(fitness, reverse=True)
    assert float(shown.rows[-1][1]) == pytest.approx(sum(fitness) / len(fitness), abs=0.06)
    assert shown.rows[-1][0] == "average"
    assert shown.columns[-1] == "fresh balance"
    assert [entry["game"] for entry in run.retests] == [line["game"] for line in run.best()]


def test_the_curves_have_a_point_for_every_child(runs: Sequence[Told]) -> None:
    drawn = curves(runs)
    assert [drawing.name for drawing in drawn] == ["fitness", "diversity", "overall"]
    (points,) = drawn[0].spec["datasets"].values()
    for run in runs[:2]:
        own = [point["children"] for point in points if point["run"] == run.title]
        assert own[-1] == run.settings.children
        assert own == sorted(own)
    assert trust_curves([]) == []


def test_an_unfinished_run_can_be_shown(runs: Sequence[Told], tmp_path: Path) -> None:
    whole = runs[0]
    cut = Told(whole.path, whole.settings, whole.lines[:-1], [], [])
    assert cut.sentences[-1] == "The run is not finished."
    assert to_dict(cut)["finished"] is False
    assert write_report([cut], tmp_path / "report", further=False).is_file()


def test_the_dossier_of_a_game_tells_a_whole_game(runs: Sequence[Told]) -> None:
    run = runs[0]
    line = run.lines[0]
    found = dossier(run.settings, line)
    assert found.name == "3x3 drop line-3"
    assert found.sample is not None
    played = unpacked(line["games"])
    assert found.sample.number == typical(played)
    assert len(found.sample.moves) == played.lengths[found.sample.number]
    assert found.sample.boards[-1][0] == "the end"
    assert found.metrics["length"] == pytest.approx(played.lengths.mean())


def test_every_stored_game_is_a_record_that_replays(runs: Sequence[Told]) -> None:
    run = runs[1]
    for line in run.lines[:3]:
        record = record_of(run.settings, line, 0)
        position = record.verify(load)
        assert position.over
    with pytest.raises(LudariumError, match="has games 0 to"):
        record_of(run.settings, run.lines[0], 10_000)


def test_games_survive_packing() -> None:
    settings = Settings(games=4, budget=2)
    rules = RuleSet.read("5x5 checkers no-men double-move")
    played = play(RuleSetGame(rules), seeds_of(settings, rules), 2)
    again = unpacked(json.loads(json.dumps(packed(played))))
    for name in ("endings", "lengths", "moves", "choices"):
        assert getattr(again, name).tolist() == getattr(played, name).tolist()
        assert getattr(again, name).dtype == getattr(played, name).dtype
    assert Evaluation(again).counts == played.counts


def test_the_effect_of_an_extra_compares_with_the_game_without_it() -> None:
    settings = Settings(games=6, budget=2)
    rules = RuleSet.read("3x3 drop line-3 double-move scoring")
    played = play(RuleSetGame(rules), seeds_of(settings, rules), 2)
    found = effect(settings, rules, "double-move", played)
    assert found.with_it == played.counts
    assert sum(found.without) == 6
    assert "without it" in found.words


def test_further_games_tell_of_depth_restrictions_and_extras(runs: Sequence[Told]) -> None:
    settings = Settings(games=4, budget=2)
    rules = RuleSet.read("3x3 drop line-3 double-move scoring")
    played = play(RuleSetGame(rules), seeds_of(settings, rules), 2)
    found = further_of(settings, RuleSetGame(rules), played)
    assert [effect.extra for effect in found.effects] == ["double-move", "scoring"]
    assert len(found.depth.links) == 2
    assert list(found.restricted) == ["looks one move ahead", "uses no extras"]
    page = gallery_page({"Found": [replace(dossier(runs[0].settings, runs[0].lines[0]), further=found)]}, [])
    assert "A player who uses no extras wins" in page
    assert "Effect of scoring" in page
    assert "steps of more thinking that pay" in page
