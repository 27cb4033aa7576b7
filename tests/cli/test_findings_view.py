"""Findings at the terminal."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from ludarium.arena.run.chunks import Fault
from ludarium.arena.stats.findings import Findings
from ludarium.cli.findings_view import render
from tests.arena.made_up import PLANS, findings_of, games_of


def printed(findings: Findings, width: int = 160) -> str:
    console = Console(width=width, record=True, file=io.StringIO(), highlight=False)
    for part in render(findings):
        console.print(part)
    return console.export_text().replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("name", PLANS)
def test_every_table_can_be_printed(name: str) -> None:
    findings = findings_of(PLANS[name])
    text = printed(findings)
    assert f"in 12.3 s, seed {findings.plan.seed}" in text
    assert "None" not in text
    if not findings.is_sweep:
        assert all(player in text for player in findings.names)


def test_the_matrix_names_its_rows_and_numbers_its_columns() -> None:
    lines = printed(findings_of(PLANS["gauntlet"])).splitlines()
    head = next(place for place, line in enumerate(lines) if line.startswith("Who beats whom"))
    assert lines[head + 1].split() == ["player", "1", "2", "3"]
    assert {line.split()[1] for line in lines[head + 3 : head + 6]} == {"random", "mcts", "perfect"}


def test_brackets_in_names_are_no_markup() -> None:
    plan = replace(PLANS["two seats"], players=("[red]random[/red]", "[/]"))
    faults = [Fault(1, 0, 0, "[bold]what[/nothing]")]
    text = printed(findings_of(plan, games_of(plan, faults=faults)))
    assert "[red]random[/red]" in text
    assert "[bold]what[/nothing]" in text


def test_warnings_come_last_and_not_too_many() -> None:
    lines = [line for line in printed(findings_of(PLANS["sweep cut short"])).splitlines() if line.strip()]
    start = lines.index("Read with care")
    assert all(line.startswith("• goal=") for line in lines[start + 1 : -1])
    assert len(lines) - start <= 8
