"""The pages about learning: their sessions are run as they stand."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

DOORS = Path(__file__).parents[2] / "docs" / "doors"

pytestmark = pytest.mark.compiled  # the pages are the same with the compiler off, and would take long


@pytest.mark.parametrize("page", ["observations", "vector", "pettingzoo", "gymnasium"])
def test_sessions_do_what_they_show(page: str) -> None:
    found = doctest.testfile(str(DOORS / f"{page}.md"), module_relative=False)
    assert found.attempted
    assert not found.failed
