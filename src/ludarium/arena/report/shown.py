"""Tables as people read them, for the page and for the terminal."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludarium.arena.report.words import (
    number,
    number_range,
    p_value,
    p_words,
    percent,
    percent_range,
    plain,
    plural,
    ring_words,
    signed,
)
from ludarium.arena.stats.findings import Findings, Section
from ludarium.engine import markup

INTERVAL = "95 %"


@dataclass(frozen=True)
class Shown:
    """A table in texts. The first `names` columns say what a row is about; figures follow."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    names: int = 1

    def text(self) -> str:
        """The table as lines of text."""
        rows = [self.columns, *self.rows]
        widths = [max(len(row[place]) for row in rows) for place in range(len(self.columns))]
        lines = [
            "  ".join(
                f"{cell:{'<' if place < self.names else '>'}{width}}"
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        ]
        return plain("\n".join([self.caption, *lines]))

    def html(self) -> str:
        """The table for a notebook."""
        return markup.table(self.columns, self.rows, caption=self.caption, names=self.names)


def players(section: Section) -> Shown | None:
    """Everybody's results, the strongest first."""
    if section.outcomes is None:
        return _points(section)
    strength = {row.player: row for row in section.strengths.players} if section.strengths else {}
    points = {row.player: row for row in section.points.players} if section.points and not _only_wins(section) else {}
    ranks = len(section.seat_names) > 2
    columns = ["player", "games", "won", "tied", "lost", "rate", INTERVAL]
    columns += ["mean rank"] * ranks + ["points"] * bool(points) + ["Elo", INTERVAL] * bool(strength)
    columns += ["faults"] * bool(section.faults.count)
    order = sorted(
        section.outcomes.players,
        key=lambda row: (-strength[row.player].elo if row.player in strength else 0.0, -row.rate, row.player),
    )
    rows = []
    for row in order:
        cells = [row.name, f"{row.games:,}", f"{row.wins:,}", f"{row.ties:,}", f"{row.losses:,}"]
        cells += [percent(row.rate), percent_range(row.low, row.high)]
        cells += [number(row.mean_rank, 2)] * ranks
        if points:
            cells.append(number(points[row.player].mean, 2))
        if strength:
            own = strength.get(row.player)
            cells += [signed(own.elo), f"{signed(own.low)} to {signed(own.high)}"] if own else ["–", "–"]
        if section.faults.count:
            cells.append(f"{section.faults.by_player[row.player]:,}")
        rows.append(tuple(cells))
    return Shown("Results of the players", tuple(columns), tuple(rows))


def _only_wins(section: Section) -> bool:
    """Whether points say no more than who won: 1 for a win and 0 or −1 for a loss."""
    if section.outcomes is None or section.points is None:
        return False
    pairs_ = [(row.rate, own.mean) for row, own in zip(section.outcomes.players, section.points.players, strict=True)]
    return all(math.isclose(rate, mean, abs_tol=1e-9) for rate, mean in pairs_) or all(
        math.isclose(2 * rate - 1, mean, abs_tol=1e-9) for rate, mean in pairs_
    )


def _points(section: Section) -> Shown | None:
    if section.points is None:
        return None
    order = sorted(section.points.players, key=lambda row: (-row.mean, row.player))
    rows = tuple((row.name, f"{row.games:,}", number(row.mean, 2), number_range(row.low, row.high, 2)) for row in order)
    return Shown("Points of the players", ("player", "games", "points", INTERVAL), rows)


def ranks(section: Section) -> Shown | None:
    """How often each player took which rank; with two seats that is told by wins and losses."""
    if section.outcomes is None or len(section.seat_names) < 3:
        return None
    order = sorted(section.outcomes.players, key=lambda row: (row.mean_rank, row.player))
    columns = ("player", *(f"rank {rank + 1}" for rank in range(len(section.seat_names))), "mean", INTERVAL)
    rows = tuple(
        (
            row.name,
            *(percent(share.share) for share in row.ranks),
            number(row.mean_rank, 2),
            number_range(row.mean_rank_low, row.mean_rank_high, 2),
        )
        for row in order
    )
    return Shown("Ranks of the players", columns, rows)


def matrix(section: Section) -> Shown | None:
    """Rates of rows against columns; columns are numbered as the rows are, which keeps long names out of the head."""
    found = section.matchups
    if found is None:
        return None
    met = {player for pair in found.pairs for player in (pair.first, pair.second)}
    ranked = [row.player for row in section.strengths.players] if section.strengths else []
    order = [*ranked, *sorted(met.difference(ranked))]
    sure = {(pair.first, pair.second) for pair in found.pairs if pair.significant}
    rows = []
    for place, one in enumerate(order):
        cells = [f"{place + 1}", found.names[one]]
        for other in order:
            rate = found.rates[one][other]
            star = "*" if {(one, other), (other, one)} & sure else ""
            cells.append("–" if rate is None else f"{percent(rate, 0)}{star}")
        rows.append(tuple(cells))
    columns = ("", "player", *(str(place + 1) for place in range(len(order))))
    return Shown("Who beats whom (row against column; * significant)", columns, tuple(rows), names=2)


def pairs(section: Section) -> Shown | None:
    """All pairs, each seen from the one that did better."""
    if section.matchups is None:
        return None
    names = section.matchups.names
    rows = []
    for pair in sorted(section.matchups.pairs, key=lambda pair: -abs(pair.rate - 0.5)):
        one, other, won, lost = pair.first, pair.second, pair.wins, pair.losses
        rate, low, high = pair.rate, pair.low, pair.high
        if won < lost:
            one, other, won, lost, rate, low, high = other, one, lost, won, 1 - rate, 1 - high, 1 - low
        rows.append(
            (
                names[one],
                names[other],
                f"{pair.games:,}",
                f"{won:,}",
                f"{pair.ties:,}",
                f"{lost:,}",
                percent(rate),
                percent_range(low, high),
                p_value(pair.p_holm),
                "yes" if pair.significant else "no",
            )
        )
    columns = ("player", "against", "games", "won", "tied", "lost", "rate", INTERVAL, "p (Holm)", "significant")
    return Shown("All pairs, the clearest first", columns, tuple(rows), names=2)


def differences(section: Section) -> Shown | None:
    """Rates against common opponents, compared."""
    if section.differences is None:
        return None
    names = section.differences.names
    rows = []
    for pair in sorted(section.differences.pairs, key=lambda pair: -abs(pair.difference)):
        one, other, (first, second) = pair.first, pair.second, pair.rates
        value, low, high = pair.difference, pair.low, pair.high
        if value < 0:
            one, other, first, second, value, low, high = other, one, second, first, -value, -high, -low
        rows.append(
            (
                names[one],
                names[other],
                percent(first),
                percent(second),
                signed(100 * value, 1),
                f"{signed(100 * low, 1)} to {signed(100 * high, 1)}",
                p_value(pair.p_holm),
                "yes" if pair.significant else "no",
            )
        )
    columns = ("player", "compared with", "its rate", "the other's", "difference", INTERVAL, "p (Holm)", "significant")
    return Shown("Rates against the same opponents, in percentage points", columns, tuple(rows), names=2)


def seats(section: Section) -> Shown | None:
    if section.seats is None:
        return None
    rows = tuple(
        (
            section.seat_label(row.seat),
            f"{row.wins:,}",
            f"{row.ties:,}",
            f"{row.losses:,}",
            percent(row.rate),
            percent_range(row.low, row.high),
        )
        for row in section.seats.seats
    )
    return Shown("Results of the seats", ("seat", "won", "tied", "lost", "rate", INTERVAL), rows)


def seat_test(section: Section) -> str:
    """The test of equal chances in a line; empty where there is none."""
    found = section.seats
    if found is None or found.chi_square is None or found.p is None or found.cramers_v is None:
        return ""
    return (
        f"χ² = {found.chi_square:.2f} with {plural(found.freedom, 'degree')} of freedom, {p_words(found.p)}; "
        f"Cramér's V = {found.cramers_v:.3f} (0: all seats win equally often, 1: one seat wins all)"
    )


def lengths(section: Section) -> Shown | None:
    found = section.lengths
    if found is None:
        return None
    cells = (
        number(found.mean, 1),
        number_range(found.low, found.high, 1),
        number(found.deviation, 1),
        *(f"{value:,}" for value in (found.least, *found.quartiles, found.most)),
    )
    columns = ("mean", INTERVAL, "deviation", "shortest", "quarter", "median", "three quarters", "longest")
    return Shown("Decisions in a game", columns, (cells,), names=0)


def rings(section: Section) -> list[str]:
    """The rings in words."""
    found = section.matchups
    return [ring_words(ring, found.names) for ring in found.cycles] if found else []


def faults(findings: Findings, section: Section) -> Shown | None:
    """The first answers that could not be used."""
    if not section.faults.count:
        return None
    rows = tuple(
        (f"{fault.game:,}", section.seat_label(fault.seat), findings.names[fault.player], fault.text)
        for fault in section.faults.first
    )
    more = f", the first {len(rows)} of {section.faults.count:,}" if len(rows) < section.faults.count else ""
    return Shown(f"Answers that could not be used{more}", ("game", "seat", "player", "what was wrong"), rows, names=4)


def overview(findings: Findings) -> Shown | None:
    """The settings of a sweep side by side."""
    if not findings.is_sweep:
        return None
    rows = tuple(tuple(_overview(section)) for section in findings.sections)
    columns = ("setting", "best", "its rate", "games", "first seat", "seats p", "rings", "median length", "faults")
    return Shown("The settings side by side", columns, rows, names=2)


def _overview(section: Section) -> Iterator[str]:
    yield section.label
    if section.outcomes is not None:
        best = max(section.outcomes.players, key=lambda row: row.rate)
        yield from (best.name, percent(best.rate))
    elif section.points is not None and len(section.seat_names) == 1:
        most = max(section.points.players, key=lambda row: row.mean)
        yield from (most.name, f"{number(most.mean, 2)} points")
    else:
        yield from ("–", "–")
    yield f"{section.games:,}"
    if section.seats is not None:
        yield from (percent(section.seats.seats[0].rate), "–" if section.seats.p is None else p_value(section.seats.p))
    else:
        yield from ("–", "–")
    yield f"{len(section.matchups.cycles):,}" if section.matchups is not None else "–"
    yield f"{section.lengths.median:,}" if section.lengths is not None else "–"
    yield f"{section.faults.count:,}"


MOST_IN_MATRIX = 12
"""More columns than that fit neither a terminal nor a notebook."""


def brief(findings: Findings) -> list[Shown]:
    """The tables that say the most; of a sweep its settings side by side. Each in full is the report's business."""
    found = [overview(findings)]
    if not findings.is_sweep:
        section = findings.sections[0]
        small = section.matchups is not None and 2 < len(section.matchups.names) <= MOST_IN_MATRIX
        found += [players(section), ranks(section), matrix(section) if small else None, seats(section)]
        found += [faults(findings, section)]
    return [part for part in [*found, metrics(findings), depth(findings)] if part is not None]


# --- metrics ----------------------------------------------------------------------------------------------------------

METRICS = {
    "length": ("length", "decisions in a game", "number"),
    "turns": ("turns", "turns in a game", "number"),
    "branching": ("branching", "legal moves a decision", "number"),
    "agency": ("agency", "decisions with more than one legal move", "share"),
    "points": ("points", "mean points of the seat", "number"),
    "rates": ("rate", "win rate of the seat", "share"),
    "balance": ("balance", "1 − the largest difference between two seats' rates", "number"),
    "first_seat_advantage": ("first seat's advantage", "its rate less the mean of the others", "points"),
    "completion": ("completion", "games with a winner", "share"),
    "drawishness": ("drawishness", "games without one", "share"),
    "lead_changes": ("lead changes", "how often the lead passes on, a step", "number"),
    "drama": ("drama", "how far behind winners were", "number"),
    "decisiveness": ("decisiveness", "when the winner was last behind; small is early", "number"),
    "killer_moves": ("killer moves", "the largest gain in one turn", "number"),
    "permanence": ("permanence", "gains that are not taken back", "number"),
    "late_uncertainty": ("late uncertainty", "turns after which the game was more open than its age", "share"),
    "coverage": ("coverage", "cells of the board that were used", "share"),
}


def metrics(findings: Findings) -> Shown | None:
    """The metrics of the game, those that could not be had with the reason."""
    if findings.metrics is None:
        return None
    return metrics_of(findings.metrics, [findings.sections[0].seat_label(seat) for seat in range(findings.seats)])


def metrics_of(measured: Mapping[str, Any], seats: Sequence[str]) -> Shown:
    """Metrics as plain values, with the names of the seats."""
    rows: list[tuple[str, ...]] = []
    for key, (name, meaning, kind) in METRICS.items():
        found = measured.get(key)
        if isinstance(found, list):
            for seat, estimate in enumerate(found):
                label = seats[seat] if seat < len(seats) else f"seat {seat + 1}"
                rows.append((f"{name}, {label}", meaning, *_estimate(estimate, kind)))
        elif found is not None:
            rows.append((name, meaning, *_estimate(found, kind)))
    return Shown("Metrics of the game", ("metric", "meaning", "value", INTERVAL), tuple(rows), names=2)


def _estimate(estimate: Mapping[str, Any], kind: str) -> tuple[str, str]:
    value, low, high = (estimate.get(part) for part in ("value", "low", "high"))
    if value is None:
        return "–", str(estimate.get("reason", ""))
    if kind == "share":
        return percent(value), "–" if low is None or high is None else percent_range(low, high)
    if kind == "points":
        return signed(100 * value, 1), (
            "–" if low is None or high is None else f"{signed(100 * low, 1)} to {signed(100 * high, 1)}"
        )
    return number(value, 2), "–" if low is None or high is None else number_range(low, high, 2)


def depth(findings: Findings) -> Shown | None:
    """The steps of the strategic depth."""
    return depth_of(findings.depth)


def depth_of(found: Mapping[str, Any] | None) -> Shown | None:
    """The same from plain values."""
    if not found or not found.get("links"):
        return None
    rows = tuple(
        (link["stronger"], link["weaker"], f"{link['games']:,}", *_estimate(link, "share")) for link in found["links"]
    )
    caption = (
        f"Strategic depth: {plural(found['value'], 'step')} of {len(rows)} (95 %: {found['low']} to {found['high']})"
    )
    return Shown(caption, ("more thinking", "less thinking", "games", "rate", INTERVAL), rows, names=2)
