"""What several tests of players need."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.players.programs import Lifeline


@pytest.fixture
def lifeline(tmp_path: Path) -> Iterator[Lifeline]:
    line = Lifeline(tmp_path)
    yield line
    line.close()
