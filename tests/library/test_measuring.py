"""Metrics, published figures and new games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import ludarium

pytestmark = pytest.mark.compiled  # the same without the compiler, which engine and search are tested without


def test_metrics() -> None:
    study = ludarium.metrics("tic-tac-toe", "random", games=30, seed=1)
    assert study.metrics.games == 30
    assert repr(study).startswith("tic-tac-toe: 30 games of random, seed 1\n")
    table = study.to_arrow()
    (length,) = [row for row in table.to_pylist() if row["metric"] == "length"]
    assert length["value"] == study.metrics.length.value
    html = study._repr_html_()
    assert "branching" in html
    assert "data:image/svg+xml" in html
    assert [drawing.name for drawing in study.drawings()] == ["metrics"]
    assert study.chart("metrics").to_dict()["layer"]


def test_the_depth_has_a_table_and_a_chart() -> None:
    study = ludarium.metrics("tic-tac-toe", "mcts:iterations=5", games=6, budgets=[1, 4], workers=1)
    assert study.to_arrow("depth").num_rows == 1
    assert study.chart("depth").to_dict()
    with pytest.raises(ludarium.UnknownName, match="there are metrics, depth"):
        study.chart("results")


def test_published_figures(tmp_path: Path) -> None:
    found = ludarium.reproduce("classics", games=20, database=tmp_path / "results.db")
    assert found.to_arrow().num_rows == len(found.rows)
    assert "figures agree" in repr(found)
    assert "How it is judged" in found._repr_html_()
    assert [drawing.name for drawing in found.drawings()] == ["rates", "verdicts"]
    with ludarium.Database.open(tmp_path / "results.db", create=False) as store:
        assert store.runs(kind="reproduce")


def test_new_games_and_going_on(tmp_path: Path) -> None:
    found = ludarium.design(tmp_path / "run", method="random", children=2, games=2, budget=2)
    assert found.finished
    assert ludarium.design(tmp_path / "run", method="random", children=2, games=2, budget=2).lines == found.lines
    assert found.to_arrow()["game"].to_pylist() == [line["game"] for line in found.lines]
    assert "Random sampling" in repr(found)
    assert "<table" in found._repr_html_()
    assert found.chart("fitness").to_dict()
    with pytest.raises(ludarium.LudariumError, match="other settings"):
        ludarium.design(tmp_path / "run", children=3)


def test_peoples_ratings_are_part_of_a_design_run(tmp_path: Path) -> None:
    how = {"space": "small", "children": 1, "games": 2, "budget": 2}
    liked = {"3x3 drop line-3 double-move": (1.0, 50)}
    found = ludarium.design(tmp_path / "run", ratings=liked, **how)  # type: ignore[arg-type]
    (line,) = [line for line in found.lines if line["how"] == "rated"]
    assert (line["game"], found.settings.ratings.weight) == (next(iter(liked)), 0.5)
    assert line["fitness"] == line["worth"] + line["diversity"] != line["balance"] + line["diversity"]
    with pytest.raises(ludarium.LudariumError, match="other settings"):
        ludarium.design(tmp_path / "run", **how)  # type: ignore[arg-type]
    file = tmp_path / "ratings.csv"
    file.write_text("game,mean,count\n3x3 drop line-3 double-move,1.0,50\n")
    assert ludarium.design(tmp_path / "run", ratings=file, **how).lines == found.lines  # type: ignore[arg-type]


def test_a_chart_is_shown_as_svg_unless_somebody_chose_otherwise() -> None:
    import altair

    chart = ludarium.metrics("tic-tac-toe", "random", games=10).chart()
    assert chart._repr_mimebundle_()["image/svg+xml"].startswith("<svg")
    assert chart.properties(width=100)._repr_mimebundle_()["image/svg+xml"].startswith("<svg")
    with altair.renderers.enable("json"):
        assert "image/svg+xml" not in chart._repr_mimebundle_()[0]


BAD: dict[str, tuple[Callable[[], object], str]] = {
    "no games": (lambda: ludarium.metrics("pig", games=0), "play at least one"),
    "no workers": (lambda: ludarium.metrics("tic-tac-toe", "random", games=2, workers=0), "0 workers"),
    "no play-outs": (lambda: ludarium.metrics("tic-tac-toe", "random", games=2, playouts=-1), "at least one"),
    "a budget of nothing": (lambda: ludarium.metrics("tic-tac-toe", "mcts", games=2, budgets=[0]), "from 1"),
    "a budget in words": (
        lambda: ludarium.metrics("tic-tac-toe", "mcts", games=2, budgets=["x"]),  # type: ignore[list-item]
        "growing whole numbers",
    ),
    "no such player": (lambda: ludarium.metrics("tic-tac-toe", "mtcs"), "did you mean"),
    "no such source": (lambda: ludarium.reproduce("classisc"), "did you mean 'classics'"),
    "one game": (lambda: ludarium.reproduce("classics", games=1), "at least 2"),
    "no such method": (lambda: ludarium.design("x", method="gaa"), "no method 'gaa'"),
    "no such space": (lambda: ludarium.design("x", space="sourcee"), "no space"),
    "nobody to work": (lambda: ludarium.design("x", children=1, workers=0), "0 workers: give at least one"),
    "no ratings": (lambda: ludarium.design("x", ratings={"5x5 drop line-4": 0.5}), "their number, such as"),  # type: ignore[dict-item]
    "half a person": (lambda: ludarium.design("x", ratings={"5x5 drop line-4": (0.5, 1.5)}), "their number"),  # type: ignore[dict-item]
    "plans": (lambda: ludarium.metrics("boundary"), "cannot"),
}


@pytest.mark.parametrize("fault", BAD)
def test_bad_use_is_explained(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    use, words = BAD[fault]
    with pytest.raises(ludarium.LudariumError, match=words):
        use()


def test_opponents_with_strength_and_time() -> None:
    found = ludarium.opponents("tic-tac-toe", rounds=2, seed=1, workers=1)
    offered = {level.text: level for level in ludarium.game("tic-tac-toe").levels()}
    rows = found.to_arrow().to_pylist()
    assert {row["player"] for row in rows} == set(offered)
    assert rows[-1]["player"] == "random"  # two rounds are enough to see who makes any move
    assert [row["elo"] for row in rows] == sorted((row["elo"] for row in rows), reverse=True)
    assert all(row["low"] <= row["elo"] <= row["high"] and row["seconds"] > 0 for row in rows)
    assert set(found.standings()) == set(offered)
    assert "Novice (random)" in repr(found)
    assert "Novice" in found._repr_html_()


def test_opponents_need_somebody_to_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludarium.game("tic-tac-toe")
    monkeypatch.setattr(type(game), "levels", lambda self: ())
    with pytest.raises(ludarium.LudariumError, match="offers 0 opponents"):
        ludarium.opponents(game)
