"""The findings as tables for other programs: CSV, Parquet, and a dictionary of their columns.

Each table is described once. The description makes the types of the Parquet file, the head of the CSV file and the
entry in the dictionary. Players, seats, settings and games count from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.chunks import Chunk
from ludarium.arena.stats.findings import Findings, Section
from ludarium.engine.tables import Column, DataTable, Row


class PlayedGame(Protocol):
    """A finished game, as the store gives it and as `games_of` makes it from chunks."""

    @property
    def number(self) -> int: ...
    @property
    def line_up(self) -> tuple[int, ...]: ...
    @property
    def seed(self) -> int: ...
    @property
    def points(self) -> tuple[float, ...]: ...
    @property
    def ranks(self) -> tuple[int, ...]: ...
    @property
    def length(self) -> int: ...


class GameLine(NamedTuple):
    """A finished game of a chunk."""

    number: int
    line_up: tuple[int, ...]
    seed: int
    points: tuple[float, ...]
    ranks: tuple[int, ...]
    length: int


def games_of(plan: Plan, chunks: Iterable[Chunk]) -> Iterator[GameLine]:
    """The games of chunks one by one."""
    for chunk in chunks:
        for (number, ranks, points), length in zip(chunk.outcomes(), chunk.lengths.tolist(), strict=True):
            yield GameLine(number, plan.line_up(number), plan.game_seed(number), points, ranks, length)


# --- the tables -------------------------------------------------------------------------------------------------------

_SETTING = (
    Column("setting", "whole", "number of the sweep's setting; 0 without a sweep"),
    Column("label", "text", "the sweep's part of the settings; empty without a sweep"),
)
_PLAYER = (
    Column("player", "whole", "number of the player in the plan"),
    Column("name", "text", "the player's name, numbered where two are alike"),
)
_COUNTS = (
    Column("wins", "whole", "games won"),
    Column("ties", "whole", "games with a shared first place"),
    Column("losses", "whole", "games lost"),
    Column("rate", "number", "(wins + ties/2) / games"),
    Column("low", "number", "lower end of the rate's 95 % interval"),
    Column("high", "number", "upper end of the rate's 95 % interval"),
)
_TEST = (
    Column("p", "number", "p value"),
    Column("p_holm", "number", "p value after Holm's correction over all pairs"),
    Column("significant", "truth", "whether p_holm is at most 0.05"),
)
_PAIR = (
    Column("first", "whole", "number of one player"),
    Column("first_name", "text", "its name"),
    Column("second", "whole", "number of the other player"),
    Column("second_name", "text", "its name"),
)


def tables(findings: Findings) -> list[DataTable]:
    """All tables of the findings. Those of metrics and depth only if they were measured."""
    sections = list(enumerate(findings.sections))

    def of_all(rows: Any) -> list[Row]:
        return [(place, section.label, *row) for place, section in sections for row in rows(section)]

    found = [
        DataTable("settings", "one row a setting", (*_SETTING, *_SETTINGS_COLUMNS), of_all(_settings)),
        DataTable("players", "one row a player", (*_SETTING, *_PLAYER, *_PLAYERS_COLUMNS), of_all(_players)),
        DataTable("ranks", "one row a player and rank", (*_SETTING, *_PLAYER, *_RANKS_COLUMNS), of_all(_ranks)),
        DataTable(
            "pairs",
            "one row a pair of players that met, seen from the first",
            (*_SETTING, *_PAIR, Column("games", "whole", "games in which both sat"), *_COUNTS, *_TEST),
            of_all(_pairs),
        ),
        DataTable(
            "differences",
            "one row a pair of players that met the same others on the same seats",
            (*_SETTING, *_PAIR, *_DIFFERENCES_COLUMNS, *_TEST),
            of_all(_differences),
        ),
        DataTable("seats", "one row a seat", (*_SETTING, *_SEATS_COLUMNS, *_COUNTS), of_all(_seats)),
        DataTable("lengths", "one row a length of games", (*_SETTING, *_LENGTHS_COLUMNS), of_all(_lengths)),
        DataTable(
            "faults",
            "the first answers that could not be used",
            (*_SETTING, *_FAULTS_COLUMNS),
            of_all(lambda section: _faults(findings, section)),
        ),
    ]
    if findings.metrics is not None:
        found.append(metrics_table(findings.metrics))
    if findings.depth and findings.depth.get("links"):
        found.append(depth_table(findings.depth))
    return found


def games_table(findings: Findings, games: Iterable[PlayedGame]) -> DataTable:
    """The games themselves, read one by one."""
    columns = [
        Column("number", "whole", "the game's number"),
        Column("setting", "whole", "number of the sweep's setting it was played under"),
        Column("seed", "seed", "the game's seed"),
        Column("length", "whole", "decisions in it"),
    ]
    for seat in range(findings.seats):
        columns += [
            Column(f"player_{seat}", "whole", f"who sat on seat {seat}: number of the player"),
            Column(f"name_{seat}", "text", "its name"),
            Column(f"rank_{seat}", "whole", "its rank, 1 is the best; equal ranks are ties"),
            Column(f"points_{seat}", "number", "its points"),
        ]

    def rows() -> Iterator[Row]:
        for game in games:
            setting = findings.plan.table(game.number) if findings.is_sweep else 0
            row: list[Any] = [game.number, setting, game.seed, game.length]
            for player, rank, points in zip(game.line_up, game.ranks, game.points, strict=True):
                row += [player, findings.names[player], rank, points]
            yield tuple(row)

    return DataTable("games", "one row a game", tuple(columns), rows())


_SETTINGS_COLUMNS = (
    Column("games", "whole", "games played"),
    Column("decisive", "whole", "games that one seat won alone"),
    Column("mean_length", "number", "mean number of decisions in a game"),
    Column("median_length", "whole", "median of it"),
    Column("chi_square", "number", "χ² of wins by seat against equal chances"),
    Column("freedom", "whole", "its degrees of freedom"),
    Column("p", "number", "its p value"),
    Column("cramers_v", "number", "Cramér's V: 0 if all seats win equally often, 1 if one seat wins all"),
    Column("first_seat", "number", "the first seat's rate minus one half; with two seats only"),
    Column("rings", "whole", "rings of significant results"),
    Column("ringness", "number", "share of the matchups that no ranking of the players explains"),
    Column("faults", "whole", "answers that could not be used"),
)


def _settings(section: Section) -> Iterator[Row]:
    seats, found, lengths = section.seats, section.matchups, section.lengths
    yield (
        section.games,
        seats.decisive if seats else None,
        lengths.mean if lengths else None,
        lengths.median if lengths else None,
        *((seats.chi_square, seats.freedom, seats.p, seats.cramers_v, seats.first) if seats else (None,) * 5),
        len(found.cycles) if found else None,
        found.ringness if found else None,
        section.faults.count,
    )


_PLAYERS_COLUMNS = (
    Column("games", "whole", "results: games, times the seats held in each"),
    *_COUNTS,
    Column("wilson_low", "number", "lower end of the plain Wilson interval, ties taken for half games won"),
    Column("wilson_high", "number", "upper end of it"),
    Column("mean_rank", "number", "mean rank, 1 is the best"),
    Column("mean_rank_low", "number", "lower end of its 95 % interval"),
    Column("mean_rank_high", "number", "upper end of it"),
    Column("mean_points", "number", "mean points"),
    Column("points_low", "number", "lower end of their 95 % interval"),
    Column("points_high", "number", "upper end of it"),
    Column("elo", "number", "strength on the Elo scale, the mean of all players is 0"),
    Column("elo_low", "number", "lower end of its 95 % interval"),
    Column("elo_high", "number", "upper end of it"),
    Column("faults", "whole", "answers that could not be used"),
)


def _players(section: Section) -> Iterator[Row]:
    if section.points is None:
        return
    results = {row.player: row for row in section.outcomes.players} if section.outcomes else {}
    strength = {row.player: row for row in section.strengths.players} if section.strengths else {}
    for row in section.points.players:
        own, elo = results.get(row.player), strength.get(row.player)
        yield (
            row.player,
            row.name,
            row.games,
            *((own.wins, own.ties, own.losses, own.rate, own.low, own.high) if own else (None,) * 6),
            *((own.wilson_low, own.wilson_high) if own else (None, None)),
            *((own.mean_rank, own.mean_rank_low, own.mean_rank_high) if own else (None,) * 3),
            row.mean,
            row.low,
            row.high,
            *((elo.elo, elo.low, elo.high) if elo else (None,) * 3),
            section.faults.by_player[row.player],
        )


_RANKS_COLUMNS = (
    Column("rank", "whole", "rank, 1 is the best"),
    Column("count", "whole", "how often the player took it"),
    Column("share", "number", "in which share of its results"),
    Column("low", "number", "lower end of the share's 95 % interval"),
    Column("high", "number", "upper end of it"),
)


def _ranks(section: Section) -> Iterator[Row]:
    for row in section.outcomes.players if section.outcomes else ():
        for share in row.ranks:
            yield row.player, row.name, share.rank, share.count, share.share, share.low, share.high


def _pairs(section: Section) -> Iterator[Row]:
    if section.matchups is None:
        return
    names = section.matchups.names
    for pair in section.matchups.pairs:
        yield (
            *(pair.first, names[pair.first], pair.second, names[pair.second]),
            *(pair.games, pair.wins, pair.ties, pair.losses, pair.rate, pair.low, pair.high),
            *(pair.p, pair.p_holm, pair.significant),
        )


_DIFFERENCES_COLUMNS = (
    Column("first_games", "whole", "the first player's games against the common field"),
    Column("second_games", "whole", "the second player's"),
    Column("first_rate", "number", "the first player's rate in them"),
    Column("second_rate", "number", "the second player's"),
    Column("difference", "number", "first_rate minus second_rate"),
    Column("low", "number", "lower end of the difference's 95 % interval"),
    Column("high", "number", "upper end of it"),
)


def _differences(section: Section) -> Iterator[Row]:
    if section.differences is None:
        return
    names = section.differences.names
    for pair in section.differences.pairs:
        yield (
            *(pair.first, names[pair.first], pair.second, names[pair.second]),
            *(*pair.games, *pair.rates, pair.difference, pair.low, pair.high),
            *(pair.p, pair.p_holm, pair.significant),
        )


_SEATS_COLUMNS = (Column("seat", "whole", "number of the seat"), Column("seat_name", "text", "the game's name for it"))


def _seats(section: Section) -> Iterator[Row]:
    for row in section.seats.seats if section.seats else ():
        yield (
            *(row.seat, section.seat_names[row.seat]),
            *(row.wins, row.ties, row.losses, row.rate, row.low, row.high),
        )


_LENGTHS_COLUMNS = (
    Column("length", "whole", "decisions in a game"),
    Column("games", "whole", "games of this length"),
)


def _lengths(section: Section) -> Iterator[Row]:
    yield from section.lengths.counts if section.lengths else ()


_FAULTS_COLUMNS = (
    Column("game", "whole", "number of the game"),
    Column("seat", "whole", "number of the seat"),
    *_PLAYER,
    Column("text", "text", "what was wrong with the answer"),
)


def _faults(findings: Findings, section: Section) -> Iterator[Row]:
    for fault in section.faults.first:
        yield fault.game, fault.seat, fault.player, findings.names[fault.player], fault.text


_METRICS_COLUMNS = (
    Column("metric", "text", "name of the metric"),
    Column("seat", "whole", "number of the seat, for metrics of seats"),
    Column("value", "number", "its value; empty where it cannot be had"),
    Column("low", "number", "lower end of its 95 % interval"),
    Column("high", "number", "upper end of it"),
    Column("games", "whole", "games it rests on"),
    Column("method", "text", "how value and interval were computed"),
    Column("reason", "text", "why there is no value"),
)


def metrics_table(metrics: Mapping[str, Any]) -> DataTable:
    """Metrics, given as plain values."""
    return DataTable("metrics", "one row a metric of the game", _METRICS_COLUMNS, list(_metrics(metrics)))


def _metrics(metrics: Mapping[str, Any]) -> Iterator[Row]:
    for name, found in metrics.items():
        estimates = [(None, found)] if isinstance(found, dict) else list(enumerate(found)) if _of_seats(found) else []
        for seat, part in estimates:
            figures = (part["value"], part["low"], part["high"], part["games"], part["method"], part.get("reason"))
            yield name, seat, *figures


def _of_seats(found: object) -> bool:
    """Whether a metric has a value for each seat."""
    return isinstance(found, list) and all(isinstance(part, dict) for part in found)


_DEPTH_COLUMNS = (
    Column("stronger", "text", "the player with more thinking"),
    Column("weaker", "text", "the same player with less"),
    Column("value", "number", "the stronger one's rate"),
    Column("low", "number", "lower end of its 95 % interval"),
    Column("high", "number", "upper end of it"),
    Column("games", "whole", "games it rests on"),
)


def depth_table(depth: Mapping[str, Any]) -> DataTable:
    """The steps of the strategic depth, given as plain values."""
    rows = [tuple(link[column.name] for column in _DEPTH_COLUMNS) for link in depth["links"]]
    return DataTable("depth", "one row a step of thinking", _DEPTH_COLUMNS, rows)


# --- writing ----------------------------------------------------------------------------------------------------------


def write_table(table: DataTable, folder: Path) -> None:
    """Write a table as `NAME.csv` and `NAME.parquet`, the same values in both, a batch of rows at a time."""
    from pyarrow.csv import CSVWriter
    from pyarrow.parquet import ParquetWriter

    schema = table.schema()
    with (
        ParquetWriter(folder / f"{table.name}.parquet", schema) as parquet,
        CSVWriter(folder / f"{table.name}.csv", schema) as plain,
    ):
        for batch in table.batches():
            parquet.write_table(batch)
            plain.write_table(batch)


_KINDS = {"whole": "whole number", "seed": "whole number", "number": "number", "text": "text", "truth": "true or false"}


def dictionary(found: Iterable[DataTable]) -> str:
    """What the columns of the tables mean, as plain text."""
    parts = []
    for table in found:
        width = max(len(column.name) for column in table.columns)
        lines = [f"{table.name}.csv, {table.name}.parquet: {table.about}"]
        lines += [f"  {column.name:<{width}}  {_KINDS[column.kind]}: {column.meaning}" for column in table.columns]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"
