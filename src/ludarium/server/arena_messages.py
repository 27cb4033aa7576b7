"""What the arena and game design tell over the HTTP interface, as models."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel


class RunInfo(BaseModel):
    """A tournament, ladder or other run of the results store. `games` are all that are stored."""

    id: str
    kind: str
    game: str
    players: list[str]
    games: int
    planned: int | None
    created: str
    finished: bool
    note: str


class RunFigures(BaseModel):
    """A run with its figures as tables of texts, and charts in the language of Vega-Lite.

    `counted` are the games that count: up to where a rule of stopping decided. `refused` says why a run cannot be
    counted, for instance because it was played by other rules; then there are no figures.
    """

    run: RunInfo
    counted: int
    refused: str
    tables: list[RunTable]
    charts: list[RunChart]
    notes: list[str]


class RunTable(BaseModel):
    """A table of figures."""

    title: str
    columns: list[str]
    rows: list[list[str]]


class RunChart(BaseModel):
    """A chart: its definition for vega-embed, and the same in a sentence."""

    title: str
    words: str
    spec: dict[str, Any]


class DesignInfo(BaseModel):
    """A run of automatic game design, with the games it found."""

    id: str
    title: str
    finished: bool
    games: list[DesignedGame]


class DesignedGame(BaseModel):
    """A game that a design run found: `game` can be played."""

    game: str
    title: str
    quality: float | None
    words: str
