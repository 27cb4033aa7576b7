"""Searching a game's parameters and playing on a ladder, from Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludarium
from tests.library.own import Eager

pytestmark = pytest.mark.compiled  # the same without the compiler, which engine and search are tested without


def test_settings_are_tried_and_ranked(tmp_path: Path) -> None:
    place = tmp_path / "results.db"
    found = ludarium.tune("pig", ["random"], {"goal": [10, 20, 30]}, games=6, seed=1, database=place)
    assert [trial.setting for trial in found.trials] == [{"goal": goal} for goal in (10, 20, 30)]
    frame = found.to_arrow()
    assert frame.column_names[:3] == ["trial", "goal", "score"]
    assert frame["score"].to_pylist() == sorted(frame["score"].to_pylist(), reverse=True)
    assert found.to_arrow("effects")["parameter"].to_pylist() == ["goal"] * 3
    assert found.best.words in repr(found).splitlines()[0]
    assert "Beware" in found._repr_html_()
    again = ludarium.tune("pig", ["random"], {"goal": "10,20,30"}, games=6, seed=1, database=place)
    assert again.to_arrow().equals(frame)
    assert len(ludarium.runs(place, kind="tune")) == 3


def test_ranges_and_what_is_set(tmp_path: Path) -> None:
    game = ludarium.game("pig", goal=20)
    found = ludarium.tune("pig", ["random"], {"goal": range(10, 31, 20)}, objectives=["length=40"], games=2)
    assert [trial.setting["goal"] for trial in found.trials] == [10, 30]
    with pytest.raises(ludarium.BadParameter, match="goal is both searched and set"):
        ludarium.tune(game, ["random"], {"goal": [10, 20]})
    with pytest.raises(ludarium.UnknownName, match="did you mean 'goal'"):
        ludarium.tune("pig", ["random"], {"gaol": [10, 20]})
    with pytest.raises(ludarium.BadParameter, match="goal=5: expected a list of values"):
        ludarium.tune("pig", ["random"], {"goal": 5})  # type: ignore[dict-item]


def test_a_ladder_is_played_on_and_read(tmp_path: Path) -> None:
    place = tmp_path / "results.db"
    game = ludarium.game("kuhn-poker")
    with pytest.raises(ludarium.StoreError):
        ludarium.ladder(game, database=place)
    first = ludarium.ladder(game, ["random", "mcts:iterations=2"], games=6, database=place)
    assert (first.standings.games, first.run is None) == (6, False)
    frame = first.to_arrow()
    assert frame["place"].to_pylist() == [1, 2]
    assert repr(first).startswith("kuhn-poker: the ladder after 6 games")
    read = ludarium.ladder(game, database=place)
    assert (read.run, read.standings) == (None, first.standings)
    with pytest.raises(ludarium.PlayerError, match="must be found again by names"):
        ludarium.ladder(game, [Eager, "random"], database=place)  # type: ignore[list-item]
