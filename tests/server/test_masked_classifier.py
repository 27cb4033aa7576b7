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
from tests.server.classifying import accuracy, at_once, bound, watch_many
from tests.server.serving import Running

GAMES = 60
"""Against each: so many that a leak of 50 ms is found for certain, in some seconds."""


@pytest.fixture(autouse=True)
def quick(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workers, "choose", at_once)
    watch_many(server, 1, seed=0)  # what is done for the first time takes longer


def test_a_classifier_cannot_tell(server: Running) -> None:
    found = accuracy(*watch_many(server, GAMES, seed=1))
    assert found < bound(2 * GAMES), f"{found:.0%} of the games were told rightly"


def test_it_would_find_fifty_milliseconds(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Mask.due

    def quicker(*given: object, **named: object) -> float:
        return kept(*given, **named) - 0.05  # type: ignore[arg-type]

    monkeypatch.setattr(Mask, "due", quicker)
    found = accuracy(*watch_many(server, GAMES, seed=2, person_due=kept))
    assert found > bound(2 * GAMES), f"only {found:.0%} of the games were told rightly"


def test_the_classifier_is_honest() -> None:
    """It learns nothing from noise, and one plain sign is enough for it."""
    source = np.random.default_rng(3)
    labels = np.arange(200) % 2
    noise = source.normal(size=(200, 12))
    assert accuracy(noise, labels) < bound(200)
    noise[:, 5] += 2.0 * labels
    assert accuracy(noise, labels) > 0.75
    assert math.isclose(bound(10_000), 0.5155, abs_tol=0.001)
