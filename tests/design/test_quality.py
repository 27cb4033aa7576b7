"""Quality of games with known answers, and the cells of the map."""

from __future__ import annotations

import numpy as np
import pytest

from ludarium.arena.metrics.overall import FLOOR
from ludarium.design.quality import AXES, DEFAULT_AXES, cell_of, depth_of, metrics_of, quality_of, the_axes
from ludarium.design.selfplay import game_seeds, play
from ludarium.engine.errors import UnknownName
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import RuleSet
from tests.conftest import scaled

MAP = the_axes(DEFAULT_AXES)


def the_game(text: str) -> RuleSetGame:
    return RuleSetGame(RuleSet.read(text))


def test_ranges_of_an_axis() -> None:
    axis = AXES["length"]
    assert [axis.range_of(value) for value in (0, 7.9, 8, 191, 192, 5000)] == [0, 0, 1, 8, 9, 9]
    assert axis.labels[0] == "0–8"
    assert axis.labels[-1] == "192+"
    assert len(axis.labels) == len(axis.edges)
    with pytest.raises(UnknownName, match="no axis"):
        the_axes(["length", "colour"])


def test_filling_the_board_has_metrics_that_can_be_told_without_playing() -> None:
    """Who cannot move on a full board of nine cells has lost: nine plies, every cell used, always won by the first."""
    game, seeds = the_game("3x3 drop no-men"), game_seeds(1, 10)
    metrics = metrics_of(game, play(game, seeds, 2), seeds)
    assert metrics.length.value == 9
    assert metrics.branching.value == pytest.approx(5)  # 9, 8, … 1
    assert metrics.agency.value == pytest.approx(8 / 9)
    assert metrics.coverage.value == 1
    assert metrics.completion.value == 1
    assert metrics.balance.value == 0
    assert cell_of(metrics, MAP) == f"{MAP[0].range_of(9)}:{MAP[1].range_of(5)}"


def test_a_game_that_is_always_drawn_is_behind_a_gate_and_not_played_further(monkeypatch: pytest.MonkeyPatch) -> None:
    game, seeds = the_game("3x3 drop line-5"), game_seeds(1, 6)
    monkeypatch.setattr("ludarium.design.quality.depth_of", None)  # would fail if it were asked for
    found = quality_of(game, play(game, seeds, 2), seeds, 2, 1, MAP)
    assert found["overall"] == 0
    assert found["gates"] == ["completion 0.00 is below 0.2"]


@pytest.mark.compiled
def test_depth_is_spared_only_where_it_cannot_help() -> None:
    game, seeds = the_game("4x4 drop line-3"), game_seeds(1, scaled(40))
    played = play(game, seeds, 4)
    whole = quality_of(game, played, seeds, 4, 1, MAP)
    assert whole["overall"] is not None
    cell = whole["cell"]
    lower = quality_of(game, played, seeds, 4, 1, MAP, {cell: whole["overall"] - 0.01})
    assert lower["overall"] == whole["overall"]
    spared = quality_of(game, played, seeds, 4, 1, MAP, {cell: 1.0})
    assert spared["overall"] is None
    assert spared["at_most"] >= whole["overall"]
    assert quality_of(game, played, seeds, 4, 1, MAP, {"elsewhere": 1.0})["overall"] == whole["overall"]


def test_more_thinking_does_not_pay_where_nothing_can_be_chosen() -> None:
    depth = depth_of(the_game("3x3 drop no-men"), 1, 1, games=scaled(40))
    # The first player wins whoever thinks more: each side has half the games.
    assert [link.rate.value for link in depth.links] == [0.5, 0.5]
    assert (depth.depth, depth.share) == (0, 0)


@pytest.mark.compiled  # the rates are those of many games
def test_more_thinking_pays_in_reversi() -> None:
    depth = depth_of(the_game("6x6 reversi most-men"), 10, 1, games=200)
    assert depth.depth == 2
    assert [link.stronger for link in depth.links] == ["mcts:iterations=20", "mcts:iterations=40"]


def test_the_overall_figure_is_the_harmonic_mean_of_its_parts() -> None:
    game, seeds = the_game("4x4 drop line-3"), game_seeds(2, scaled(40))
    played = play(game, seeds, 4)
    found = quality_of(game, played, seeds, 4, 1, MAP)
    first, second, draws = played.counts
    games = played.games
    agency = np.count_nonzero(played.choices > 1) / len(played.choices)
    parts = [1 - abs(first - second) / games, 1 - draws / games, 1 - draws / games, agency, found["depth"]["share"]]
    expected = 0.0 if found["gates"] else len(parts) / sum(1 / max(FLOOR, part) for part in parts)
    assert found["overall"] == pytest.approx(expected)
