"""The commands of game design."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from ludarium.api.sources import find
from ludarium.arena.reproduce.judging import reproduce
from ludarium.arena.reproduce.reproduction import Lab, Reproduction
from ludarium.cli.app import run
from ludarium.design.reproduction import CLAIMS, run_of, settings_of, wins_in
from ludarium.design.settings import Settings
from ludarium.engine.errors import LudariumError
from ludarium.games.rulesets.ruleset import RuleSet
from tests.design.conftest import SPACE

SMALL = ("--space", SPACE, "--seed", "4", "--children", "4", "--games", "2", "--budget", "1", "--workers", "1")


def test_run_resume_show_play_and_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "run")
    assert run(["design", "run", folder, *SMALL, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["settings"]["children"] == 4
    assert found["finished"] is True
    assert run(["design", "resume", folder, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == found
    assert run(["design", "show", folder]) == 0
    assert found["best"][0]["game"] in capsys.readouterr().out
    assert run(["design", "show", folder, "3X3 drop line-3"]) == 0
    assert "A sample game" in capsys.readouterr().out
    assert run(["design", "show", folder, "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == "3x3 drop line-3"
    assert run(["design", "show", folder, "0", "--record", "1", "--save", str(tmp_path / "game.json")]) == 0
    assert run(["replay", str(tmp_path / "game.json"), "--all"]) == 0
    capsys.readouterr()
    assert run(["design", "play", folder, "0", "--seat", "random", "--seat", "random", "--seed", "1"]) == 0
    assert "3x3 drop line-3" in capsys.readouterr().out
    assert run(["design", "report", folder, "--to", str(tmp_path / "report"), "--no-further"]) == 0
    assert (tmp_path / "report" / "gallery.html").is_file()


def test_a_run_with_peoples_ratings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, folder = tmp_path / "ratings.csv", str(tmp_path / "run")
    file.write_text("game,mean,count\n3x3 drop line-3,0.9,12\n")
    assert run(["design", "run", folder, *SMALL, "--ratings", str(file), "--ratings-weight", "0.25", "--json"]) == 0
    settings = json.loads(capsys.readouterr().out)["settings"]
    assert settings["ratings"] == {"weight": 0.25, "given": [["3x3 drop line-3", 0.9, 12]]}
    assert run(["design", "show", folder]) == 0
    assert "People have rated 1 game; the ratings decide up to 25%" in " ".join(capsys.readouterr().out.split())
    file.write_text("game,mean,count\n3x3 drop line-3,9,12\n")
    assert run(["design", "run", str(tmp_path / "other"), *SMALL, "--ratings", str(file)]) == 2
    assert "line 2: the rating 9.0 of 3x3 drop line-3" in capsys.readouterr().err


@pytest.mark.compiled  # a whole run
def test_trust_of_a_run_is_kept_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "run")
    options = ["--games", "2", "--factors", "1,2", "--seed", "1", "--workers", "1", "--solve", "0", "--json"]
    assert run(["design", "run", folder, *SMALL]) == 0
    capsys.readouterr()
    assert run(["design", "trust", folder, "--best", "2", *options]) == 0
    checked = json.loads(capsys.readouterr().out)
    assert len(checked) == 2
    assert run(["design", "show", folder, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["trust"] == checked
    assert run(["design", "trust", "3x3 drop line-3", *options]) == 0
    assert json.loads(capsys.readouterr().out)[0]["levels"][1]["budget"] == 80


def test_the_space_is_counted_and_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["design", "space", "plain", "--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 144
    assert run(["design", "space", "--pool"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 32
    assert run(["design", "space", "source", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["games"] == 5616
    assert run(["design", "space", "plain", "--senseless", "--json"]) == 0
    counted = json.loads(capsys.readouterr().out)
    assert 0 < counted["senseless"] < counted["games"] == 144


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["show", "nowhere"], "nowhere holds no run"),
        (["run", "new", "--method", "magic"], "no method 'magic'"),
        (["run", "new", "--axes", "length"], "a map has two different ones"),
        (["trust", "3x3 drop line-3", "--factors", "1,x"], "growing whole numbers"),
        (["trust", "3x3 drop lines"], "no end 'lines'"),
        (["space", "outer"], "no space of games 'outer'"),
    ],
)
def test_mistakes_are_told_in_one_line(
    words: list[str], error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["design", *words]) == 2
    told = capsys.readouterr().err
    assert error in told
    assert told.count("\n") == 1
    assert not (tmp_path / "new").exists()


@pytest.mark.compiled  # a whole run
def test_candidates_that_are_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "run")
    assert run(["design", "run", folder, *SMALL]) == 0
    for words in (["99"], ["12x12 drop line-12"], ["0", "--record", "1"]):
        capsys.readouterr()
        assert run(["design", "show", folder, *words]) == 2
        assert capsys.readouterr().err.count("\n") == 1


# --- the reproduction -------------------------------------------------------------------------------------------------


def test_the_source_can_be_reproduced() -> None:
    assert find("game-design").claims == CLAIMS
    assert settings_of(Lab(seed=3), "ga") == Settings(method="ga", seed=3)
    assert settings_of(Lab(games=10), "random").children == 50


def test_counts_and_balances_of_the_source_agree() -> None:
    lab, slips = Lab(), 0
    for claim in CLAIMS:
        if claim.kind in ("count", "value") and not claim.what.startswith("diversity of "):
            assert claim.ours is not None
            same = claim.ours(lab).value == claim.theirs  # type: ignore[union-attr]
            assert same or claim.slip
            slips += not same
    assert sum(claim.what.startswith("diversity of ") for claim in CLAIMS) == 15
    # The printed formula, four of five of Table 1's balances, and twice the diversity of game E.
    assert slips == 1 + 4 + 2


@pytest.mark.parametrize(
    ("with_it", "without", "verdict"),
    [(0, 0, "not measured"), (10, 20, "agrees"), (0, 50, "differs"), (30, 0, "differs")],
)
def test_halved_draws_can_only_be_seen_where_games_are_drawn(
    with_it: int, without: int, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def played(text: str, games: int, seed: int) -> SimpleNamespace:
        drawn = with_it if "recall-last" in text else without
        return SimpleNamespace(counts=(games - drawn, 0, drawn))

    monkeypatch.setattr("ludarium.design.reproduction._played", played)
    claims = tuple(claim for claim in CLAIMS if "halves the draws" in claim.what)
    (row,) = reproduce(Reproduction("draws", "Draws of game E", "", claims), Lab(games=100)).rows
    assert row.verdict == verdict
    assert "none of 100 games is drawn" in row.why or verdict != "not measured"


@pytest.mark.parametrize(
    ("bred", "sampled", "verdict"),
    [
        ([96, 98, 95, 97, 96], [70, 74, 69, 72, 71], "agrees"),
        ([70, 74, 69, 72, 71], [96, 98, 95, 97, 96], "differs"),
        ([84, 92, 94, 92, 84], [88, 96, 86, 94, 90], "not measured"),
        ([90] * 5, [90] * 5, "not measured"),
    ],
)
def test_one_run_of_each_method_is_judged_by_its_fresh_games(
    bred: list[float], sampled: list[float], verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(lab: Lab, method: str) -> SimpleNamespace:
        fresh = bred if method == "ga" else sampled
        return SimpleNamespace(
            best=lambda: [{"fitness": 101.0, "diversity": 2} for _ in fresh],
            retests=[{"balance": balance} for balance in fresh],
        )

    monkeypatch.setattr("ludarium.design.reproduction.whole_run", run)
    claims = tuple(claim for claim in CLAIMS if "fitter than random sampling" in claim.what)
    (row,) = reproduce(Reproduction("methods", "Methods", "", claims), Lab()).rows
    assert row.verdict == verdict
    assert "a run of each does not show it" in row.why or verdict != "not measured"


@pytest.mark.compiled
def test_the_first_player_wins_game_a_in_four_moves() -> None:
    claims = tuple(claim for claim in CLAIMS if "less than five moves" in claim.what)
    (row,) = reproduce(Reproduction("moves", "Moves of game A", "", claims), Lab()).rows
    assert (row.verdict, row.why) == ("agrees", "forced in 4 moves, and not in 3")


@pytest.mark.compiled
def test_a_win_is_only_forced_if_every_reply_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not wins_in(RuleSet.read("3x3 drop line-3"), 5)  # to the end of the game: a tie
    assert wins_in(RuleSet.read("4x4 drop line-3"), 5)
    assert not wins_in(RuleSet.read("4x4 drop line-3"), 2)
    monkeypatch.setattr("ludarium.design.reproduction._MOST_POSITIONS", 10)
    with pytest.raises(LudariumError, match="take more than 10 positions"):
        wins_in(RuleSet.read("4x4 drop line-3"), 5)


@pytest.mark.compiled  # a whole run
def test_the_runs_of_a_reproduction_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDARIUM_DESIGNS", str(tmp_path))
    small = Settings(method="random", space=SPACE, children=3, games=2, budget=2)
    monkeypatch.setattr("ludarium.design.reproduction.settings_of", lambda lab, method: small)
    first = run_of(Lab(workers=1), "random")
    assert first.finished
    (kept,) = tmp_path.iterdir()
    changed = (kept / "candidates.jsonl").stat().st_mtime_ns
    assert run_of(Lab(workers=1), "random").lines == first.lines
    assert (kept / "candidates.jsonl").stat().st_mtime_ns == changed


def test_a_shorter_search_answers_nothing_that_the_source_says_of_its_own() -> None:
    claims = tuple(claim for claim in CLAIMS if "algorithm" in claim.what or "random sampling" in claim.what)
    outcome = reproduce(Reproduction("searches", "Searches", "", claims), Lab(games=10))
    assert {row.verdict for row in outcome.rows} == {"not measured"}
    assert len(outcome.rows) == 4
    why = "50 children with 10 games each are another search than the source's 500 with 100 each"
    assert {row.why for row in outcome.rows} == {why}
