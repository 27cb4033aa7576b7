"""What a search found at its root, in numbers for players and in move texts for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ludarium.engine import markup
from ludarium.engine.charts import Charted, PlainDrawing
from ludarium.engine.move import Move
from ludarium.engine.position import View
from ludarium.engine.tables import Column, DataTable, Tabular

_SHOWN = 10
"""Moves that a printed report lists."""
_DRAWN = 30
"""Moves that a chart shows."""

Ranked = tuple[int, int, float]
"""A move at the root: its number, visits and value."""


@dataclass(frozen=True)
class MoveReport:
    """One move at the root: how often it was tried, and its value for the mover between -1 and 1."""

    move: int
    visits: int
    value: float
    view: View = field(compare=False)

    @cached_property
    def text(self) -> str:
        return self.view.numbered(self.move).text

    def __repr__(self) -> str:
        return f"{self.text}: {self.visits:,} visits, {self.value:+.3f}"


@dataclass(frozen=True)
class SearchReport(Tabular, Charted):
    """The moves, best first, and the figures behind them."""

    view: View = field(compare=False)
    ranked: Sequence[Ranked]
    """What the moves are made from when somebody asks for them: most searches are asked for the best move alone."""
    iterations: int
    seconds: float
    figures: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def moves(self) -> tuple[MoveReport, ...]:
        return tuple(MoveReport(*entry, self.view) for entry in self.ranked)

    @property
    def best(self) -> int:
        """The chosen move's number, as rules and searches know it."""
        return self.ranked[0][0]

    @cached_property
    def best_move(self) -> Move:
        """The chosen move, as `Position.play` takes it."""
        return self.view.numbered(self.best)

    @property
    def value(self) -> float:
        """The chosen move's value for the mover."""
        return self.ranked[0][2]

    @property
    def per_second(self) -> float:
        return self.iterations / self.seconds if self.seconds > 0 else 0.0

    def __repr__(self) -> str:
        figures = "".join(f", {name} {value}" for name, value in self.figures.items())
        lines = [f"{self.best_move} ({self.iterations:,} iterations in {self.seconds:.3f} s{figures})"]
        width = max(len(entry.text) for entry in self.moves[:_SHOWN])
        lines += [f"  {m.text:{width}} {m.visits:9,} visits {m.value:+.3f}" for m in self.moves[:_SHOWN]]
        if len(self.moves) > _SHOWN:
            lines.append(f"  … and {len(self.moves) - _SHOWN} more")
        return "\n".join(lines)

    def tables(self) -> list[DataTable]:
        columns = (
            Column("move", "text", "the move"),
            Column("number", "whole", "its number, as rules and searches know it"),
            Column("visits", "whole", "how often it was tried"),
            Column("value", "number", "its value for the mover, between -1 and 1"),
        )
        rows = [(entry.text, entry.move, entry.visits, entry.value) for entry in self.moves]
        return [DataTable("moves", "one row a move, best first", columns, rows)]

    def drawings(self) -> list[PlainDrawing]:
        """The moves' visits and values."""
        shown = self.moves[:_DRAWN]
        names = [entry.text for entry in shown]
        y = {"field": "move", "type": "nominal", "sort": names, "axis": {"title": None, "labelLimit": 200}}
        rows = [{"move": entry.text, "visits": entry.visits, "value": entry.value} for entry in shown]
        spec = {
            "data": {"values": rows},
            "hconcat": [
                {
                    "mark": {"type": "bar", "color": "#0072b2"},
                    "width": 180,
                    "encoding": {"y": y, "x": {"field": field, "type": "quantitative", **extra}},
                }
                for field, extra in (("visits", {}), ("value", {"scale": {"domain": [-1, 1]}}))
            ],
        }
        caption = "Visits, and values for the mover from -1 (lost) to 1 (won), the chosen move first."
        return [PlainDrawing("moves", "What the search found", caption, spec)]

    def _repr_html_(self) -> str:
        rows = [(entry.text, f"{entry.visits:,}", f"{entry.value:+.3f}") for entry in self.moves[:_SHOWN]]
        more = len(self.moves) - _SHOWN
        return (
            markup.text(repr(self).partition("\n")[0], bold=True)
            + markup.beside([markup.drawn(self.view), markup.table(("move", "visits", "value"), rows)])
            + (markup.text(f"and {more} more", soft=True) if more > 0 else "")
        )


def by_visits(entry: Ranked) -> tuple[int, float, int]:
    """The order of moves in a tree's report: the most visited first, of equals the best, then by number."""
    move, visits, value = entry
    return -visits, -value, move
