"""Given everything that a participant's browser received, a classifier cannot tell a hidden player from a person who
makes moves of the same kind at times drawn from the same model; but it finds a leak of fifty milliseconds.

A larger run of the same: `benchmarks/secrecy.py`.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from ludarium.server.tables.masks import Mask
from ludarium.server.work.players import Workers
from tests.server.classifying import AT_ONCE, FEATURES, accuracy, at_once, bound, differences, shuffled, watch_many
from tests.server.serving import Running

GAMES = 60
"""Against each: so many that a leak of 50 ms is found in some seconds, on a machine with little else to do."""
TRIES = 3
"""How often that many are watched before a planted leak counts as missed: a busy machine hides it among its delays."""


@pytest.fixture(autouse=True)
def quick(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workers, "choose", at_once)
    watch_many(server, 1, seed=0)  # what is done for the first time takes longer


def test_a_classifier_cannot_tell(server: Running) -> None:
    watched = watch_many(server, GAMES, seed=1)
    found = accuracy(*watched)
    assert found < bound(*watched), f"{found:.0%} of the games were told rightly"


def test_it_would_find_fifty_milliseconds(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Mask.due

    def quicker(*given: object, **named: object) -> float:
        return kept(*given, **named) - 0.05  # type: ignore[arg-type]

    monkeypatch.setattr(Mask, "due", quicker)
    watched = watch_many(server, GAMES, seed=2, person_due=kept)
    for more in range(1, TRIES):
        if accuracy(*watched) > bound(*watched):
            break
        further = watch_many(server, GAMES, seed=2 + more, person_due=kept)
        watched = (np.concatenate([watched[0], further[0]]), np.concatenate([watched[1], further[1]]))
    found = accuracy(*watched)
    assert found > bound(*watched), f"only {found:.0%} of the games were told rightly"
    assert FEATURES[np.abs(differences(*watched)).argmax()].startswith(("time of a move", "time between"))


def test_the_classifier_is_honest() -> None:
    """It learns nothing from noise, and one plain sign is enough for it."""
    source = np.random.default_rng(3)
    labels = np.arange(200) % 2
    noise = source.normal(size=(200, 12))
    assert accuracy(noise, labels) < bound(noise, labels)
    noise[:, 5] += 2.0 * labels
    assert accuracy(noise, labels) > 0.75
    assert bound(noise, labels) < 0.72
    apart = differences(noise, labels)
    assert apart.argmax() == 5
    assert np.abs(np.delete(apart, 5)).max() < 4


def test_its_bound_holds_for_noise() -> None:
    """The folds of a cross-validation are no independent guesses: their result varies more than the number of games
    says, and the bound must know it."""
    source = np.random.default_rng(4)
    labels = np.arange(120) % 2
    found = [accuracy(source.normal(size=(120, 12)), labels) for _ in range(100)]
    guessed = 0.5 / math.sqrt(120)
    assert np.std(found) > 1.05 * guessed
    assert max(found) < bound(source.normal(size=(120, 12)), labels, times=100) + guessed


def test_labels_are_shuffled_within_their_batch() -> None:
    labels = np.arange(2 * AT_ONCE) % 2
    mixed = shuffled(labels, np.random.default_rng(5))
    assert mixed.tolist() != labels.tolist()
    assert [mixed[:AT_ONCE].sum(), mixed[AT_ONCE:].sum()] == [AT_ONCE // 2, AT_ONCE // 2]
