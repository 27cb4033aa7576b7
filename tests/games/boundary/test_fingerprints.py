"""Classifiers by the figures of turns: what they learn from, and that they learn something."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludarium.engine import derive
from ludarium.games.boundary.classify import FEATURES, accuracy, features, line_up_of, watched_game
from ludarium.games.boundary.fingerprints import (
    FEWEST_GAMES,
    METHODS,
    NoClassifiers,
    accuracies,
    classifier,
    prints,
    running_means,
)
from ludarium.games.boundary.game import Boundary
from ludarium.games.boundary.strategies.names import STRATEGIES
from tests.conftest import scaled

TURNS = 4


def test_a_fingerprint_is_the_mean_of_the_turns_so_far() -> None:
    assert running_means(np.array([[2.0, 0.0], [4.0, 3.0], [0.0, 3.0]])).tolist() == [[2, 0], [3, 1.5], [2, 2]]
    game = Boundary(max_turns=TURNS)
    found = prints(game, games=2, seed=3, turns=TURNS, series="x")
    states = watched_game(game, derive(3, "x", 1), line_up_of(1))
    expected = features(states, 1)[:2].mean(axis=0)
    assert found.figures[1][3] == pytest.approx(expected)
    assert found.strategies[1].tolist() == [*line_up_of(0), *line_up_of(1)]
    assert found.figures[TURNS - 1].shape == (4, len(FEATURES))


def test_games_that_have_ended_give_no_further_fingerprints() -> None:
    found = prints(Boundary(max_turns=2), games=1, seed=3, turns=TURNS, series="x")
    assert [len(rows) for rows in found.figures] == [2, 2, 0, 0]
    assert [len(rows) for rows in found.strategies] == [2, 2, 0, 0]


def test_training_and_test_games_start_differently() -> None:
    game = Boundary(max_turns=2)
    training = prints(game, games=scaled(20), seed=3, turns=1, series="fingerprints")
    test = prints(game, games=scaled(20), seed=3, turns=1, series="classify")
    assert not {tuple(row) for row in training.figures[0]} & {tuple(row) for row in test.figures[0]}


def test_too_few_games_are_refused() -> None:
    with pytest.raises(NoClassifiers, match=f"at least {FEWEST_GAMES} games"):
        accuracies(Boundary(), games=FEWEST_GAMES - 1, seed=1, turns=TURNS)


def test_without_scikit_learn_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **given: Any) -> Any:
        if name.startswith("sklearn"):
            raise ImportError(name)
        return real(name, *rest, **given)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(NoClassifiers, match=r"pip install 'ludarium\[fingerprints\]'"):
        classifier(METHODS[0], 1)


@pytest.mark.parametrize("method", METHODS)
def test_every_classifier_tells_apart_what_lies_apart(method: str) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install 'ludarium[fingerprints]'")
    drawn = np.random.default_rng(4)
    strategies = np.repeat(np.arange(STRATEGIES), 30)
    figures = drawn.normal(size=(len(strategies), len(FEATURES)))
    figures += 6 * strategies[:, None]
    trained = classifier(method, 1).fit(figures[::2], strategies[::2])
    assert (trained.predict(figures[1::2]) == strategies[1::2]).mean() > 0.95


@pytest.mark.compiled
def test_fingerprints_are_better_than_chance_and_worse_than_simulation() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install 'ludarium[fingerprints]'")
    game = Boundary(max_turns=TURNS)
    found = accuracies(game, games=72, seed=3, turns=TURNS)
    simulated = accuracy(game, games=72, seed=3, turns=TURNS)
    assert list(found) == list(METHODS)
    for method in METHODS:
        assert found[method].seen == simulated.seen
        assert 1.3 / STRATEGIES < found[method].rates[-1] < simulated.rates[-1]


@pytest.mark.compiled
def test_the_command_shows_and_draws_all_methods(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install 'ludarium[fingerprints]'")
    from ludarium.cli.app import run

    chart = tmp_path / "curve.svg"
    words = f"boundary classify --games 36 --turns 2 --seed 1 --fingerprints --chart {chart}".split()
    assert run(words) == 0
    shown = capsys.readouterr().out
    for method in METHODS:
        assert method in shown
        assert method in chart.read_text(encoding="utf-8")
