"""Servers for the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.serving import Running, serving
from tests.store.conftest import postgres_place, postgres_url

__all__ = ["postgres_place", "postgres_url"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests of a module: tables do not disturb each other."""
    with serving(str(tmp_path_factory.mktemp("lab") / "lab.db")) as running:
        yield running


@pytest.fixture
def place(tmp_path: Path) -> str:
    return str(tmp_path / "lab.db")
