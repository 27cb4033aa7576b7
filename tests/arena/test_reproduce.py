"""Reproductions: the frame must be able to say yes, no, and that it does not know."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from ludarium import arena
from ludarium.api.sources import OTHERS, find, sources, studies
from ludarium.arena.reproduce import overview
from ludarium.arena.reproduce import report as reproduction_report
from ludarium.arena.reproduce.judging import reproduce
from ludarium.arena.reproduce.overview import Overview
from ludarium.arena.reproduce.reproduction import (
    Claim,
    Exact,
    Finding,
    Lab,
    Mean,
    Outcome,
    Rate,
    Reproduction,
    Row,
    share,
    tied,
    won_by_seat,
)
from ludarium.arena.stats.goodness import ChiSquare, goodness_of_fit
from ludarium.cli.app import run
from ludarium.engine import LudariumError
from ludarium.games.rulesets import reproduction as classics
from ludarium.store import Database


def judged(*claims: Claim) -> Outcome:
    return reproduce(Reproduction("made-up", "Made up", "nobody", claims), Lab())


def rate_claim(theirs: float, finding: Rate, *, tolerance: float = 0.0, their_games: int | None = None) -> Claim:
    return Claim("1", "a rate", theirs, "rate", lambda lab: finding, tolerance=tolerance, their_games=their_games)


def verdict(claim: Claim) -> str:
    return judged(claim).rows[0].verdict


def test_counts_and_verdicts_must_be_equal() -> None:
    outcome = judged(
        Claim("1", "leaves", 20, "count", lambda lab: Exact(20)),
        Claim("1", "leaves", 20, "count", lambda lab: Exact(21)),
        Claim("1", "who wins", "draw", "verdict", lambda lab: Exact("draw")),
        Claim("1", "who wins", "draw", "verdict", lambda lab: Exact("first player wins")),
    )
    assert [row.verdict for row in outcome.rows] == ["agrees", "differs", "agrees", "differs"]
    assert outcome.summary == "2 of 4 figures agree, 2 differ"


def test_a_rate_is_judged_by_its_interval() -> None:
    row = judged(rate_claim(0.55, Rate(500, 0, 1000))).rows[0]
    assert row.low is not None
    assert row.high is not None
    assert row.low < 0.5 < row.high < 0.55  # the interval of 1,000 games reaches 3 points
    assert row.verdict == "differs"
    assert row.why == "ours is 5.00 points of a hundred lower, chance explains up to 3.09"
    assert verdict(rate_claim(0.53, Rate(500, 0, 1000))) == "agrees"
    assert verdict(rate_claim(0.55, Rate(50, 0, 100))) == "agrees"


def test_rounding_and_the_uncertainty_of_their_own_sample_count() -> None:
    assert verdict(rate_claim(0.535, Rate(500, 0, 1000))) == "differs"
    assert verdict(rate_claim(0.535, Rate(500, 0, 1000), tolerance=0.005)) == "agrees"
    assert verdict(rate_claim(0.535, Rate(500, 0, 1000), their_games=1000)) == "agrees"
    assert verdict(rate_claim(0.535, Rate(500, 0, 1000), their_games=10_000_000)) == "differs"
    assert verdict(rate_claim(0.60, Rate(500, 0, 1000), their_games=1000)) == "differs"


def test_many_figures_are_judged_together() -> None:
    doubtful = rate_claim(0.535, Rate(500, 0, 1000))
    assert verdict(doubtful) == "differs"
    assert "together" not in judged(doubtful).method
    others = [rate_claim(0.5, Rate(500, 0, 1000)) for _ in range(19)]
    outcome = judged(doubtful, *others)
    # One of twenty right figures lies outside its own 95 % interval, by chance alone.
    assert outcome.rows[0].verdict == "agrees"
    assert "20 measured figures together" in outcome.method
    assert judged(rate_claim(0.6, Rate(500, 0, 1000)), *others).rows[0].verdict == "differs"


def test_a_mean_is_judged_by_its_interval() -> None:
    def claim(theirs: float, values: dict[float, int]) -> Claim:
        return Claim("1", "a mean", theirs, "mean", lambda lab: Mean(Counter(values)))

    assert verdict(claim(5.0, {4.0: 50, 6.1: 50})) == "agrees"
    assert verdict(claim(5.5, {4.0: 50, 6.1: 50})) == "differs"
    assert verdict(claim(5.0, {5.0: 1})) == "not measured"
    # A few values say little of how much they vary: that they are all the same, or nearly, is no proof.
    assert verdict(claim(5.0, {4.0: 2})) == "not measured"
    assert verdict(claim(5.0, {4.0: 1, 4.2: 1})) == "agrees"
    assert verdict(claim(5.0, {4.0: 50, 4.2: 50})) == "differs"
    assert verdict(claim(5.0, {4.0: 50})) == "differs"
    assert verdict(rate_claim(0.5, Rate(0, 0, 0))) == "not measured"


def test_the_sample_behind_their_mean_counts() -> None:
    def claim(their_games: int | None) -> Claim:
        values: dict[float, int] = {4.0: 500, 6.0: 500}  # 5, give or take 0.06
        return Claim("1", "a mean", 5.2, "mean", lambda lab: Mean(Counter(values)), their_games=their_games)

    assert verdict(claim(None)) == "differs"
    assert verdict(claim(10_000)) == "differs"
    assert verdict(claim(50)) == "agrees"


def test_a_test_is_judged_by_what_our_games_give_in_a_sample_of_their_size() -> None:
    ours = goodness_of_fit((30_000, 20_000, 25_000, 25_000))

    def claim(theirs: ChiSquare) -> Claim:
        return Claim("1", "equal chances", theirs, "test", lambda lab: ours)

    rows = judged(
        claim(goodness_of_fit((310, 213, 251, 226))),
        claim(goodness_of_fit((31, 21, 25, 23))),
        claim(goodness_of_fit((25_000, 25_100, 24_900, 25_000))),
        claim(goodness_of_fit((700, 100, 100, 100))),
    ).rows
    assert [row.verdict for row in rows] == ["agrees", "agrees", "differs", "differs"]
    assert [row.why for row in rows] == [
        "theirs lies within what ours gives in 1,000 observations; both reject equal chances at 5 %",
        "theirs lies within what ours gives in 100 observations; ours alone rejects equal chances at 5 %",
        "theirs lies below what ours gives in 100,000 observations; ours alone rejects equal chances at 5 %",
        "theirs lies above what ours gives in 1,000 observations; both reject equal chances at 5 %",
    ]
    assert rows[0].to_dict()["theirs"] == "χ²(3) = 22.18, p < 0.0001"
    assert rows[0].to_dict()["ours"] == "χ²(3) = 2,000.00, p < 0.0001"
    assert rows[0].games == 100_000
    with pytest.raises(TypeError, match="no χ² of 3 degrees of freedom"):
        judged(claim(goodness_of_fit((3, 4))))


def test_a_few_observations_are_no_test() -> None:
    def claim(*ours: int) -> Claim:
        theirs = goodness_of_fit((310, 690), (0.25, 0.75))
        return Claim("1", "a seat", theirs, "test", lambda lab: goodness_of_fit(ours, (0.25, 0.75)))

    # One of four is just what is expected: χ² is 0, as if we knew that there is no effect at all.
    rows = judged(claim(1, 3), claim(4, 15), claim(5, 15), claim(500, 1500)).rows
    assert [row.verdict for row in rows] == ["not measured", "not measured", "differs", "differs"]
    assert rows[0].why == "4 observations are too few for a χ² test: play more"


def test_a_test_that_favours_the_other_side_differs() -> None:
    def row(theirs: tuple[int, int]) -> Row:
        test = goodness_of_fit(theirs)
        return judged(Claim("1", "halves", test, "test", lambda lab: goodness_of_fit((509, 691)))).rows[0]

    assert row((15, 35)).verdict == row((24, 26)).verdict == row((27, 23)).verdict == "agrees"
    assert row((35, 15)).verdict == "differs"
    assert row((35, 15)).why.startswith("theirs lies on the other side of what ours gives in 50 observations")


def test_what_cannot_be_measured_says_why() -> None:
    def fails(lab: Lab) -> Finding:
        raise LudariumError("its player is not there")

    outcome = judged(
        Claim("1", "people's opinions", 0.7, "rate", None, note="needs people"),
        Claim("1", "a figure", 0.7, "rate", fails),
    )
    assert [(row.verdict, row.why, row.ours) for row in outcome.rows] == [
        ("not measured", "needs people", None),
        ("not measured", "its player is not there", None),
    ]
    assert outcome.summary == "0 of 2 figures agree, 2 not measured"


def test_origins_are_counted_apart() -> None:
    outcome = judged(
        Claim("1", "leaves", 20, "count", lambda lab: Exact(20)),
        Claim("1", "leaves", 20, "count", lambda lab: Exact(21)),
        Claim("2", "who wins most", "A", "verdict", lambda lab: Exact("A"), origin="claim"),
        Claim("3", "our bar", "yes", "verdict", lambda lab: Exact("no"), origin="own"),
    )
    assert (
        outcome.summary == "1 of 2 figures agree, 1 differs; 1 of 1 claims of the source agree; "
        "0 of 1 bars of our own agree, 1 differs"
    )
    assert outcome.count("agrees") == 2
    assert outcome.count("agrees", "own") == 0
    assert outcome.to_dict()["counts"]["figure"] == {
        "total": 2,
        "agrees": 1,
        "differs": 1,
        "source's slip": 0,
        "not measured": 0,
    }


def test_a_slip_of_the_source_refutes_nobody() -> None:
    def claim(ours: int) -> Claim:
        return Claim("1", "sum", 35, "count", lambda lab: Exact(ours), slip="its own table has 34")

    assert verdict(claim(35)) == "agrees"
    row = judged(claim(34)).rows[0]
    assert (row.verdict, row.why, row.ours) == ("source's slip", "its own table has 34", 34)
    assert judged(claim(34)).summary == "0 of 1 figures agree, 1 slip of the source"
    measured = judged(replace(rate_claim(0.55, Rate(500, 0, 1000)), slip="no rule allows so many")).rows[0]
    assert (measured.verdict, measured.why, measured.ours) == ("source's slip", "no rule allows so many", 0.5)
    assert verdict(replace(rate_claim(0.5, Rate(500, 0, 1000)), slip="no rule allows so many")) == "agrees"


def test_an_exact_value_may_be_rounded() -> None:
    def claim(theirs: float) -> Claim:
        return Claim("1", "p", theirs, "value", lambda lab: Exact(0.14412), tolerance=0.001)

    assert verdict(claim(0.1435)) == "agrees"
    assert verdict(claim(0.1420)) == "differs"


def test_an_inferred_sample_counts_and_is_said_to_be_inferred() -> None:
    def claim(their_games: int | None) -> Claim:
        found = Rate(500, 0, 1000)
        return Claim("1", "a rate", 0.65, "rate", lambda lab: found, their_games=their_games, inferred=True)

    row = judged(claim(20)).rows[0]
    assert row.verdict == "agrees"
    assert row.why == "theirs lies within what both samples allow (theirs is taken for one of 20 games)"
    assert row.to_dict()["inferred"] is True
    assert verdict(claim(None)) == "differs"


def test_the_answer_says_what_holds_what_does_not_and_what_is_unknown() -> None:
    outcome = judged(
        Claim("Table 1", "leaves", 20, "count", lambda lab: Exact(20)),
        Claim("Table 2", "leaves", 20, "count", lambda lab: Exact(21)),
        Claim("Table 2", "sum", 35, "count", lambda lab: Exact(34), slip="misprint"),
        Claim("Words", "A is best", "yes", "verdict", lambda lab: Exact("no"), origin="claim"),
        Claim("People", "opinions", 0.7, "rate", None, note="needs people"),
        Claim("People", "more opinions", 0.7, "rate", None, note="needs people: plan a study"),
        rate_claim(0.5, Rate(5, 0, 10)),
    )
    holds, fails, unknown = outcome.answer
    assert holds == "Holds: 2 of 6 published figures, among them all of Table 1, 1."
    assert fails == (
        "Does not hold: 1 published figure (1 of Table 2) and 1 claim of the source (A is best); "
        "1 slip of the source itself (Table 2)."
    )
    assert unknown == (
        "Unknown: 2 not measured (2 × needs people) and 1 of the agreeing rates may still be more than 10 points apart."
    )
    assert judged().answer == (
        "Holds: nothing of what was measured.",
        "Does not hold: nothing of what was measured.",
        "Unknown: nothing; every figure was measured.",
    )


def test_a_claim_of_another_kind_than_its_finding_is_a_mistake_in_the_source() -> None:
    with pytest.raises(TypeError, match="is a rate"):
        judged(Claim("1", "x", 0.5, "rate", lambda lab: Exact(1)))


def test_claims_share_games_which_are_stored(tmp_path: Path) -> None:
    with Database.open(tmp_path / "results.db") as store:
        lab = Lab(games=30, seed=2, workers=1, store=store)
        tally = lab.play("tic-tac-toe", "random", "random", games=1000, schedule="fixed")
        assert tally.games == 30
        assert lab.play("tic-tac-toe", "random", "random", games=1000, schedule="fixed") is tally
        (stored,) = store.runs(kind="reproduce")
        assert stored.count() == 30
        again = Lab(games=30, seed=2, workers=1, store=store).play(
            "tic-tac-toe", "random", "random", games=1, schedule="fixed"
        )
        assert list(again.endings()) == list(tally.endings())
    shares = [won_by_seat(tally, 0), won_by_seat(tally, 1), tied(tally)]
    assert sum(part.wins for part in shares) == 30
    assert share(tally, lambda line_up, ranks: True) == Rate(30, 0, 30)


# --- sources ----------------------------------------------------------------------------------------------------------


def test_an_unknown_source_is_refused_with_a_suggestion() -> None:
    with pytest.raises(LudariumError, match="did you mean 'colonizers'"):
        find("colonisers")


def test_a_broken_source_is_not_taken_for_a_missing_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_source.py").write_text("import no_such_module_at_all\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(OTHERS, "broken", "broken_source:REPRODUCTION")
    with pytest.raises(Exception, match="no_such_module_at_all"):
        find("broken")


def test_the_arena_names_no_room_above_it() -> None:
    files = Path(arena.__file__).parent.rglob("*.py")
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    assert texts
    assert not [file for file, text in texts.items() if re.search(r"ludarium\.(design|api|server|cli)\b", text)]


def test_all_sources_of_the_plan_have_their_place() -> None:
    assert {"boundary", "jostle", "tarble", "colonizers", "game-design", "classics"} == sources().keys()


# --- the classics -----------------------------------------------------------------------------------------------------


def test_random_tic_tac_toe_as_published() -> None:
    measured = tuple(claim for claim in classics.REPRODUCTION.claims if claim.measured)
    assert [claim.theirs for claim in measured] == pytest.approx([0.584921, 0.288095, 0.126984, 7.626190], abs=1e-6)
    outcome = reproduce(Reproduction("classics", "", "", measured), Lab(games=2000, workers=1))
    assert [row.verdict for row in outcome.rows] == ["agrees"] * 4


@pytest.mark.compiled
def test_all_classics_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = ["--database", str(tmp_path / "results.db"), "--workers", "1"]
    assert run(["reproduce", "classics", "--games", "20", *place, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {claim["verdict"] for claim in data["claims"]} == {"agrees"}
    assert {claim["kind"] for claim in data["claims"]} == {"rate", "mean", "count", "verdict"}


# --- the report -------------------------------------------------------------------------------------------------------


NASTY = '<script>alert("x")</script> & [red]'


def nasty() -> Outcome:
    claims = (
        Claim(NASTY, NASTY, 0.5, "rate", lambda lab: Rate(5, 0, 10), note=NASTY),
        Claim("2", "leaves", 1234567, "count", lambda lab: Exact(1234568)),
        Claim("2", "unknown", NASTY, "verdict", None, note="needs people"),
    )
    return reproduce(Reproduction("made-up", NASTY, NASTY, claims), Lab())


def test_the_page_needs_nothing_else_and_escapes_what_it_shows() -> None:
    page = reproduction_report.page(nasty())
    assert "<script" not in page
    assert page.count("&lt;script&gt;") >= 6
    assert "http:" not in page
    assert "https:" not in page
    assert "1,234,567" in page
    assert "✗ differs" in page
    assert "1 of 3 figures agree, 1 differs, 1 not measured" in page


def test_rows_of_one_table_stand_together() -> None:
    def claim(table: str, what: str) -> Claim:
        return Claim(table, what, 1, "count", lambda lab: Exact(1))

    outcome = judged(claim("Table 1", "one"), claim("Table 2", "two"), claim("Table 1", "three"))
    assert [cells[:2] for cells in reproduction_report.shown(outcome).rows] == [
        ("Table 1", "one"),
        ("Table 1", "three"),
        ("Table 2", "two"),
    ]
    assert reproduction_report.page(outcome).count("<h2>Table 1</h2>") == 1
    assert overview.page(Overview((outcome,))).count("<h3>Table 1</h3>") == 1


def test_the_folder_holds_page_table_and_data_and_is_replaced_only_if_ours(tmp_path: Path) -> None:
    folder = tmp_path / "report"
    page = reproduction_report.write(nasty(), folder)
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    with (folder / "claims.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["verdict"] for row in rows] == ["agrees", "differs", "not measured"]
    assert rows[0]["what"] == NASTY
    data = json.loads((folder / "reproduction.json").read_text(encoding="utf-8"))
    assert data["claims"][1]["theirs"] == 1234567
    assert reproduction_report.write(nasty(), folder) == page
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(LudariumError, match="not empty"):
        reproduction_report.write(nasty(), tmp_path / "other")
    with pytest.raises(LudariumError, match="is a file"):
        reproduction_report.check_place(tmp_path / "other" / "thesis.txt")


def test_the_terminal_shows_brackets_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = nasty().reproduction
    for place in ("ludarium.api.sources.find", "ludarium.api.measuring.find"):
        monkeypatch.setattr(place, lambda name: source)
    monkeypatch.setenv("COLUMNS", "300")
    line = ["reproduce", "made-up", "--database", str(tmp_path / "results.db"), "--report", str(tmp_path / "report")]
    assert run(line) == 0
    told = capsys.readouterr().out
    assert "[red]" in told
    assert "✗ differs" in told
    assert "1 of 3 figures agree, 1 differs, 1 not measured." in told
    assert (tmp_path / "report" / "report.html").is_file()


# --- all studies ------------------------------------------------------------------------------------------------------


def test_the_overview_counts_by_source_and_origin(tmp_path: Path) -> None:
    found = Overview((nasty(), judged(Claim("1", "bar", "yes", "verdict", lambda lab: Exact("yes"), origin="own"))))
    assert found.counts("figure")["all"] == found.counts("figure")["made-up"]
    assert found.counts("own")["all"].words("bars") == "1 of 1 bars agree"
    assert "1 of 3 figures agree" in overview.page(found)
    page = overview.write(found, tmp_path / "all").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "How it is judged" in page
    data = json.loads((tmp_path / "all" / "reproduction.json").read_text(encoding="utf-8"))
    assert data["counts"]["figure"]["all"]["total"] == 3
    with (tmp_path / "all" / "claims.csv").open(encoding="utf-8", newline="") as file:
        assert [row["source"] for row in csv.DictReader(file)] == ["made-up"] * 4


def test_all_studies_on_one_page_and_no_classics(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert set(studies()) == sources().keys() - {"classics"}
    source = nasty().reproduction
    monkeypatch.setattr("ludarium.api.measuring.find", lambda name: source)
    monkeypatch.setattr("ludarium.api.measuring.studies", lambda: ["one", "two"])
    monkeypatch.chdir(tmp_path)
    assert run(["reproduce", "all", "--games", "4", "--database", str(tmp_path / "results.db")]) == 0
    told = capsys.readouterr().out
    assert "published figures" in told
    assert "Holds: 1 of 3 published figures" in told
    assert (tmp_path / "reproduction" / "report.html").is_file()


def test_the_page_counts_the_rows_of_each_source() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reproduce.md").read_text(encoding="utf-8")
    sums = [0, 0, 0, 0]
    for source in studies():
        claims = find(source).claims
        counts = [sum(claim.origin == origin for claim in claims) for origin in ("figure", "claim", "own")]
        counts.insert(1, sum(claim.origin == "figure" and claim.ours is None for claim in claims))
        sums = [one + other for one, other in zip(sums, counts, strict=True)]
        assert f"| `{source}` | {' | '.join(map(str, counts))} |" in page
    assert f"| all | {' | '.join(map(str, sums))} |" in page
