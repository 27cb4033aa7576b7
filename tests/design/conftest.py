"""Where the tests search: a small space when compiled, a tiny one of short games when not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludarium.design.space import SPACES, the_space
from ludarium.engine.kernels import JIT_ENABLED
from tests.conftest import scaled

TINY = replace(
    the_space("small"),
    name="tiny",
    boards=("3x3", "4x4"),
    pieces=("drop", "reversi"),
    pool=("3x3 drop line-3", "3x3 drop line-4", "4x4 drop line-3", "4x4 reversi most-men"),
)
SPACES[TINY.name] = TINY
SPACE = "small" if JIT_ENABLED else TINY.name


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.design.quality.DEPTH_GAMES", scaled(40))
