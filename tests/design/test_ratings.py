"""People's ratings in a run's fitness: what they change, and that nothing changes without them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.design.candidates import Evaluation, Proposal
from ludarium.design.evaluate import nothing_played
from ludarium.design.fitness import balance_of, most_that_may_be_lost
from ludarium.design.folder import CANDIDATES, RETESTS, RUN, Folder
from ludarium.design.methods import MapElites
from ludarium.design.ratings import NO_RATINGS, Rating, Ratings, ratings_of, read_ratings
from ludarium.design.report.told import Told
from ludarium.design.run import carry_out
from ludarium.design.settings import Settings
from ludarium.design.space import SPACES, the_space
from ludarium.engine.errors import LudariumError
from ludarium.games.rulesets.ruleset import RuleSet
from tests.conftest import scaled
from tests.design.conftest import SPACE

GAME = RuleSet.read("3x3 drop line-3")
FIRST = the_space(SPACE).tradition[0]
UNUSUAL = next(rules for rules in the_space(SPACE).games() if rules not in the_space(SPACE).tradition)
SETTINGS = Settings(space=SPACE, seed=5, children=scaled(20), games=scaled(10), budget=scaled(3))
SHARES = st.floats(0, 1)


def rated(mean: float, count: int, weight: float = 0.5, rules: RuleSet = GAME) -> Ratings:
    return Ratings((Rating(rules.short_form, mean, count),), weight)


def files(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in (RUN, CANDIDATES, RETESTS)}


# --- the formula ------------------------------------------------------------------------------------------------------


def test_worth_by_hand() -> None:
    # 12 ratings of 0.9 and a quality of 0.5, which counts as 4: (10.8 + 2) / 16 = 0.8; half of it, and half of 0.5.
    assert rated(0.9, 12).worth(GAME, 0.5) == pytest.approx(0.65)
    assert rated(0.9, 12, weight=1.0).worth(GAME, 0.5) == pytest.approx(0.8)
    assert rated(0.9, 12, weight=0.0).worth(GAME, 0.5) == 0.5
    assert rated(0.9, 12).worth(UNUSUAL, 0.5) == 0.5
    assert NO_RATINGS.worth(GAME, 0.3) == 0.3


@given(SHARES, st.integers(1, 10_000), SHARES, SHARES, SHARES)
def test_worth_lies_between_quality_and_rating_and_grows_with_both(
    mean: float, count: int, weight: float, quality: float, other: float
) -> None:
    worth = rated(mean, count, weight).worth(GAME, quality)
    assert min(mean, quality) - 1e-12 <= worth <= max(mean, quality) + 1e-12
    assert abs(worth - quality) <= weight * abs(mean - quality) + 1e-12
    assert abs(worth - quality) <= abs(rated(mean, count + 1, weight).worth(GAME, quality) - quality) + 1e-12
    if other > quality:
        assert rated(mean, count, weight).worth(GAME, other) >= worth


@given(SHARES, st.integers(1, 1000), SHARES, SHARES)
def test_the_quality_that_would_be_worth_so_much(mean: float, count: int, weight: float, quality: float) -> None:
    ratings = rated(mean, count, weight)
    assert ratings.quality_for(GAME, ratings.worth(GAME, quality)) == pytest.approx(quality, abs=1e-9)
    assert ratings.quality_for(UNUSUAL, quality) == quality


@given(st.integers(0, 110), st.integers(0, 11), st.integers(1, 30), SHARES, st.integers(1, 50), SHARES)
def test_nobody_is_stopped_who_could_get_in_by_ratings(
    floor: int, diversity: int, games: int, mean: float, count: int, weight: float
) -> None:
    ratings = rated(mean, count, weight)

    def fitness(lost: int) -> float:
        return 100 * ratings.worth(GAME, balance_of(lost, games) / 100) + diversity

    most = most_that_may_be_lost(floor, diversity, games, lambda b: 100 * ratings.worth(GAME, b / 100))
    assert all((fitness(lost) > floor) == (lost <= most) for lost in range(games + 1))


# --- runs -------------------------------------------------------------------------------------------------------------


def test_a_run_without_ratings_is_stored_as_ever(tmp_path: Path) -> None:
    folder = Folder.create(tmp_path / "run", SETTINGS)
    assert "ratings" not in json.loads((folder.path / RUN).read_text())["settings"]
    carry_out(folder, workers=1)
    assert not any("worth" in line or line["how"] == "rated" for line in folder.lines())
    carry_out(Folder.create(tmp_path / "light", replace(SETTINGS, ratings=ratings_of({}, 0.9))), workers=1)
    assert files(tmp_path / "light") == files(tmp_path / "run")


@pytest.mark.parametrize("method", ["ga", "random", pytest.param("map-elites", marks=pytest.mark.compiled)])
def test_a_run_with_ratings_keeps_them_and_goes_on_with_them(tmp_path: Path, method: str) -> None:
    given = {FIRST.short_form: (0.05, 40), UNUSUAL.short_form: (1.0, 40)}
    settings = replace(SETTINGS, method=method, ratings=ratings_of(given, 0.75))
    carry_out(Folder.create(tmp_path / "whole", settings), workers=2)
    expected = files(tmp_path / "whole")
    folder = Folder.create(tmp_path / "cut", settings)
    (folder.path / CANDIDATES).write_bytes(expected[CANDIDATES][: len(expected[CANDIDATES]) // 2])
    again = Folder.open(folder.path)
    assert again.settings == settings
    carry_out(again, workers=1)
    assert files(folder.path) == expected
    told = Told.read(folder.path)
    assert any("People have rated 2 games; the ratings decide up to 75%" in sentence for sentence in told.sentences)


def test_ratings_decide_who_comes_in(tmp_path: Path) -> None:
    given = {FIRST.short_form: (0.0, 1000), UNUSUAL.short_form: (1.0, 1000)}
    carry_out(Folder.create(tmp_path / "run", replace(SETTINGS, ratings=ratings_of(given, 1.0))), workers=1)
    lines = Folder.open(tmp_path / "run").lines()
    size = len(the_space(SPACE).tradition)
    disliked, liked = lines[0], lines[size]
    assert (liked["game"], liked["how"], liked["entered"]) == (UNUSUAL.short_form, "rated", True)
    assert disliked["worth"] < 1
    assert liked["worth"] > 99
    for line in (disliked, liked):
        assert line["fitness"] == line["worth"] + line["diversity"]
    assert disliked["game"] in [line["replaced"] for line in lines]
    assert any(UNUSUAL.short_form in line["parents"] for line in lines[size + 1 :])
    assert lines[1]["fitness"] == lines[1]["balance"] + lines[1]["diversity"]


def test_on_a_map_ratings_decide_between_games_of_a_kind_but_open_no_gate() -> None:
    def taken(method: MapElites, number: int, rules: RuleSet, overall: float) -> bool:
        quality = {"cell": "1:1", "overall": overall}
        played = Evaluation(nothing_played(1), "draw", quality)
        return method.take(method.aim(Proposal(number, rules, "sample")), played).entered

    liked = MapElites(the_space(SPACE), 1, 10, ratings=rated(1.0, 36, 1.0))
    assert taken(liked, 0, UNUSUAL, 0.6)
    assert not taken(liked, 1, GAME, 0.0)  # behind a gate
    assert taken(liked, 2, GAME, 0.5)  # worth (36 + 2) / 40
    assert liked.best(1)[0].fitness == pytest.approx(0.95)
    assert not taken(liked, 3, UNUSUAL, 0.9)
    floors = liked.aim(Proposal(4, GAME, "sample")).elites
    assert floors is not None
    assert floors["1:1"] == pytest.approx(0.5)
    disliked = MapElites(the_space(SPACE), 1, 10, ratings=rated(0.0, 36, 1.0))
    assert taken(disliked, 0, UNUSUAL, 0.6)
    assert not taken(disliked, 1, GAME, 0.9)


# --- what is given ----------------------------------------------------------------------------------------------------


def test_ratings_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ratings.csv"
    file.write_text(f"game,mean,count,title\n{UNUSUAL.short_form},0.75,8,Odd\n3X3 drop line-3,0.25,2,\n")
    found = read_ratings(file, 0.25)
    assert found == Ratings((Rating(UNUSUAL.short_form, 0.75, 8), Rating("3x3 drop line-3", 0.25, 2)), 0.25)
    assert Ratings.from_dict(json.loads(json.dumps(found.to_dict()))) == found


def test_the_table_of_a_playtest_is_read_as_well(tmp_path: Path) -> None:
    file = tmp_path / "ratings.csv"
    file.write_text("game,question,people,value,low\n3x3 drop line-3,fun,7,0.1,0\n3x3 drop line-3,overall,8,0.25,0\n")
    assert read_ratings(file) == Ratings((Rating("3x3 drop line-3", 0.25, 8),))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("game,mean\n", "has the columns game, mean: expected game, mean, count"),
        ("game,mean,count\n3x3 drop line-3,good,3\n", "line 2: expected a game, a number and a whole number"),
        ("game,mean,count\n3x3 drop line-3,7,3\n", "line 2: the rating 7.0 of 3x3 drop line-3: expected a mean from 0"),
        ("game,mean,count\n3x3 drop line-3,0.5,0\n", "line 2: 0 ratings of"),
        ("game,mean,count\n3x3 fly,0.5,1\n", "line 2: "),
        ("game,mean,count\n3x3 drop line-3,0.5,1\n3x3 drop line-3,0.6,1\n", "is rated twice"),
    ],
)
def test_what_is_wrong_in_a_file_is_said(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "ratings.csv"
    file.write_text(text)
    with pytest.raises(LudariumError, match=why):
        read_ratings(file)


def test_a_missing_file_an_odd_weight_and_games_of_another_space_are_refused(tmp_path: Path) -> None:
    with pytest.raises(LudariumError, match="cannot be read from"):
        read_ratings(tmp_path / "none.csv")
    with pytest.raises(LudariumError, match=r"the weight 1.5 of ratings: expected 0"):
        Ratings((), 1.5)
    with pytest.raises(LudariumError, match=r"is no game of the space plain: leave it out, or search another space"):
        Settings(space="plain", ratings=ratings_of({"3x3 drop line-3 double-move": (0.5, 1)}))


@pytest.mark.parametrize("name", ["plain", "small"])
def test_a_space_holds_its_games_and_no_others(name: str) -> None:
    space, wide = SPACES[name], SPACES["source"]
    games = set(space.games())
    assert all(space.holds(rules) for rules in games)
    others = [rules for rules in wide.games() if rules not in games]
    assert others
    assert not any(space.holds(rules) for rules in others)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ratings.csv"
    file.write_bytes(b"game,mean,count\n\xff\xfe\n")
    with pytest.raises(LudariumError, match="no table of ratings: expected a CSV file in UTF-8"):
        read_ratings(file)
