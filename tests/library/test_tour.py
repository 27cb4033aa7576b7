"""The notebook of the examples, executed as a reader would."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.compiled  # the same without the compiler, and much slower

TOUR = Path(__file__).parents[2] / "examples" / "tour.ipynb"
LONGEST = 30
"""Lines of code that show everything."""


def cells() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(TOUR.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in found if cell["cell_type"] == "code"]


def test_it_is_short_and_stored_without_outputs() -> None:
    lines = [line for cell in cells() for line in cell["source"] if line.strip()]
    assert len(lines) < LONGEST
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells())


def test_it_runs_and_shows_what_it_promises(tmp_path: Path) -> None:
    import nbformat
    from nbclient import NotebookClient

    book = nbformat.read(TOUR, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(book, timeout=900, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
    shown = ["".join(_shown(cell)) for cell in book.cells if cell.cell_type == "code"]
    listing, board, report, _, cup, chart, steps, frame, lengths = shown
    assert "outflank and flip" in listing
    assert "data:image/svg+xml" in board
    assert "visits" in report
    assert "Results of the players" in cup
    assert "data:image/svg+xml" in cup
    assert chart.startswith("<svg")
    assert "<script>" in steps
    assert "perfect" in frame
    assert "length" in lengths
    assert not any("setting up" in text for text in shown), "the progress stays on the page"


def _shown(cell: Any) -> list[str]:
    """What a cell shows, in the richest form that it has."""
    found = []
    for output in cell.outputs:
        assert output.output_type in ("execute_result", "display_data"), output
        data = output.data
        found.append(data.get("text/html") or data.get("image/svg+xml") or data["text/plain"])
    return found
