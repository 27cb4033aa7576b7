"""Which strategy does somebody play? Classifiers that know only the figures of the turns so far.

They stand beside the simulation method of `classify`, which knows the strategies themselves. A fingerprint is the mean
of each of the `FEATURES` over the turns so far; for each number of turns a classifier of its own is trained. Training
and test games start from different seeds. scikit-learn comes with the extra `fingerprints`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.engine import Game, LudariumError, derive
from ludarium.games.boundary.classify import FEATURES, Accuracy, features, line_up_of, watched_game
from ludarium.games.boundary.state import SEATS
from ludarium.games.boundary.strategies.names import STRATEGIES

TREE, BAYES, SVM = "decision tree", "naive Bayes", "SVM"
METHODS = (TREE, BAYES, SVM)

FEWEST_GAMES = STRATEGIES * STRATEGIES
"""Games to train on, at least: every pairing of strategies once."""


class NoClassifiers(LudariumError):
    """scikit-learn is not there, or there is too little to learn from."""


@dataclass(frozen=True)
class Prints:
    """Fingerprints by turn: `figures[t]` has a row for each player whose game had not ended before."""

    figures: list[Any]
    strategies: list[Any]
    """Which strategy each row's player followed."""


def prints(game: Game, *, games: int, seed: int, turns: int, series: str) -> Prints:
    """The fingerprints of both players of games between all pairs of strategies; each series has starts of its own."""
    figures: list[list[Any]] = [[] for _ in range(turns)]
    strategies: list[list[int]] = [[] for _ in range(turns)]
    for number in range(games):
        line_up = line_up_of(number)
        states = watched_game(game, derive(seed, series, number), line_up)[: turns + 1]
        for seat in range(SEATS):
            for turn, row in enumerate(running_means(features(states, seat))):
                figures[turn].append(row)
                strategies[turn].append(line_up[seat])
    shaped = [np.array(rows).reshape(len(rows), len(FEATURES)) for rows in figures]
    return Prints(shaped, [np.array(rows, np.int64) for rows in strategies])


def running_means(rows: Any) -> Any:
    """Each row replaced by the mean of all rows up to it."""
    counts = np.arange(1, len(rows) + 1)
    return np.cumsum(rows, axis=0) / counts[:, None]


def classifier(method: str, seed: int) -> Any:
    """An untrained classifier of scikit-learn. The tree has leaves of several players, as C4.5 prunes to."""
    try:
        from sklearn.naive_bayes import GaussianNB
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
        from sklearn.svm import SVC
        from sklearn.tree import DecisionTreeClassifier
    except ImportError:
        raise NoClassifiers("scikit-learn is not installed: pip install 'ludarium[fingerprints]'") from None
    if method == TREE:
        return DecisionTreeClassifier(criterion="entropy", min_samples_leaf=5, random_state=seed % 2**32)
    if method == BAYES:
        # Some figures hardly vary in the first turns: without a floor a single capture would decide everything.
        return make_pipeline(StandardScaler(), GaussianNB(var_smoothing=1e-2))
    return make_pipeline(StandardScaler(), SVC())


def accuracies(game: Game, *, games: int, seed: int, turns: int) -> dict[str, Accuracy]:
    """How often each method names the strategies of test games rightly, after training on as many other games.

    The test games are those on which `classify.accuracy` counts with the same seed. A turn that some strategy's players
    have not reached in training is left out, with all later ones.
    """
    if games < FEWEST_GAMES:
        raise NoClassifiers(f"fingerprints need at least {FEWEST_GAMES} games to learn from: play more")
    fresh = {method: [classifier(method, seed) for _ in range(turns)] for method in METHODS}
    training = prints(game, games=games, seed=seed, turns=turns, series="fingerprints")
    test = prints(game, games=games, seed=seed, turns=turns, series="classify")
    found = {method: Accuracy() for method in METHODS}
    for turn in range(turns):
        if len(set(training.strategies[turn].tolist())) < STRATEGIES or not len(test.strategies[turn]):
            break
        for method in METHODS:
            trained = fresh[method][turn].fit(training.figures[turn], training.strategies[turn])
            right = trained.predict(test.figures[turn]) == test.strategies[turn]
            for hit in right.tolist():
                found[method].count(turn, right=hit, alike=False)
    return found
