"""Charts of findings. One definition each, drawn as SVG for pages and files and as PNG where a picture is needed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ludarium.arena.metrics.depth import THRESHOLD
from ludarium.arena.report.drawing import (
    BLUE,
    GREY,
    INK,
    NOTHING,
    ORANGE,
    SOFT,
    WIDTH,
    Drawing,
    Names,
    Row,
    data,
    draw,
    interval_rows,
    mark_at,
    matrix,
    parts_of,
    percent_axis,
    rate_colour,
    readable_on,
    shorten,
    stacked,
    too_wide,
    upper_end,
)
from ludarium.arena.report.shown import METRICS
from ludarium.arena.report.words import number, percent, percent_range, plural, signed
from ludarium.arena.stats.findings import Findings, Lengths, Section, distinct
from ludarium.arena.stats.outcomes import PlayerOutcome
from ludarium.arena.stats.seats import SeatOutcome

SERIES = (BLUE, ORANGE, "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6b4c9a")
"""Okabe and Ito's colours, the yellow left out, which is hard to see on white."""
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right")
RANKS = (BLUE, "#7fb8dd", "#f3b98a", ORANGE)
"""From the first rank to the last; with fewer seats the middle ones are left out."""
MOST_IN_MATRIX = 40
"""More players than that make a matrix nobody can read."""
MOST_BINS = 40


def drawings(findings: Findings) -> list[Drawing]:
    """All charts: those of the whole run first, then those of each section."""
    found = list(overall_drawings(findings))
    for place in range(len(findings.sections)):
        found += section_drawings(findings, place)
    return found


def overall_drawings(findings: Findings) -> Iterator[Drawing]:
    """Charts across the settings of a sweep, and the depth curve."""
    if findings.is_sweep:
        yield from _sweep(findings)
    if findings.depth and findings.depth.get("links"):
        yield depth_drawing(findings.depth)


def section_drawings(findings: Findings, place: int) -> Iterator[Drawing]:
    """The charts of one setting. In a sweep their names begin with its number."""
    section = findings.sections[place]
    prefix = f"setting-{place + 1:02d}-" if findings.is_sweep else ""
    names = Names(findings.names)
    for chart in (_results, _ranks, _points, _matchups, _ratings, _seats, _lengths):
        drawn = chart(section, names, prefix)
        if drawn is not None:
            yield drawn


def section_has_matrix(section: Section) -> bool:
    """Whether the matchups can be drawn: with too many players the table of pairs has to do."""
    return section.matchups is not None and len(section.matchups.names) <= MOST_IN_MATRIX


# --- charts of a section ----------------------------------------------------------------------------------------------


def _results(section: Section, names: Names, prefix: str) -> Drawing | None:
    if section.outcomes is None:
        return None
    order = sorted(section.outcomes.players, key=lambda row: (-row.rate, row.player))
    keys, colours = ("won", "tied", "lost"), (BLUE, GREY, ORANGE)
    rows = [
        part
        for row in order
        for part in parts_of(
            names[row.player], row.name, list(zip(keys, colours, (row.wins, row.ties, row.losses), strict=True))
        )
    ]
    chart = stacked(rows, [names[row.player] for row in order], keys, colours)
    caption = "Games won, tied (a shared first place) and lost, the highest rate first."
    return draw(prefix, "results", "Wins, ties and losses", caption, chart, names, section.label)


def _ranks(section: Section, names: Names, prefix: str) -> Drawing | None:
    if section.outcomes is None or len(section.seat_names) < 3:
        return None
    seats = len(section.seat_names)
    order = sorted(section.outcomes.players, key=lambda row: (row.mean_rank, row.player))
    colours = RANKS if seats == 4 else (RANKS[0], RANKS[1], RANKS[3])
    keys = [f"rank {rank}" for rank in range(1, seats + 1)]
    rows = [
        part
        for row in order
        for part in parts_of(
            names[row.player], row.name, list(zip(keys, colours, (share.count for share in row.ranks), strict=True))
        )
    ]
    chart = stacked(rows, [names[row.player] for row in order], keys, colours)
    caption = "How often each player took which rank, the best mean rank first. Equal players share the better rank."
    return draw(prefix, "ranks", "Share of ranks by player", caption, chart, names, section.label)


def _points(section: Section, names: Names, prefix: str) -> Drawing | None:
    if section.points is None or section.outcomes is not None:
        return None  # where somebody wins, points are told in the table
    import altair as alt

    order = sorted(section.points.players, key=lambda row: (-row.mean, row.player))
    rows = [
        {
            "label": names[row.player],
            "value": row.mean,
            "low": row.low,
            "high": row.high,
            "text": number(row.mean, 2),
            "about": f"{row.name}: {number(row.mean, 2)} points, {number(row.low, 2)} to {number(row.high, 2)}",
        }
        for row in order
    ]
    x = alt.X("value:Q", scale=alt.Scale(zero=False), axis=alt.Axis(title="mean points a game"))
    chart = interval_rows(rows, [names[row.player] for row in order], x).properties(width=WIDTH, height={"step": 30})
    caption = "Mean points a game; lines are 95 % intervals."
    return draw(prefix, "points", "Mean points", caption, chart, names, section.label)


def _matchups(section: Section, names: Names, prefix: str) -> Drawing | None:
    if section.matchups is None or not section_has_matrix(section):
        return None
    met = {player for pair in section.matchups.pairs for player in (pair.first, pair.second)}
    ranked = [row.player for row in section.strengths.players] if section.strengths else []
    order = [*ranked, *sorted(met.difference(ranked))]
    about: dict[tuple[int, int], tuple[str, bool]] = {}
    for pair in section.matchups.pairs:
        one, other = names.full[pair.first], names.full[pair.second]
        games = f"{plural(pair.games, 'game')}, {'significant' if pair.significant else 'may be chance'}"
        about[pair.first, pair.second] = (
            f"{one} against {other}: {percent(pair.rate)} ({percent_range(pair.low, pair.high)}), {games}",
            pair.significant,
        )
        about[pair.second, pair.first] = (
            f"{other} against {one}: {percent(1 - pair.rate)} ({percent_range(1 - pair.high, 1 - pair.low)}), {games}",
            pair.significant,
        )
    rows = []
    for row in order:
        for column in order:
            rate = section.matchups.rates[row][column]
            told, sure = about.get((row, column), ("", False))
            colour = NOTHING if rate is None else rate_colour(rate)
            rows.append(
                {
                    "label": names[row],
                    "other": names[column],
                    "text": ("" if row == column else "–") if rate is None else percent(rate, 0),
                    "ink": readable_on(colour),
                    "colour": colour,
                    "sure": sure,
                    "about": told,
                }
            )
    chart = matrix(rows, [names[player] for player in order], [names[player] for player in order], "other")
    caption = (
        "How often the player of the row beats the player of the column, ties counted as half: blue above 50 %, "
        "orange below. Bold figures are significant after Holm's correction."
    )
    return draw(prefix, "matchups", "Row against column", caption, chart, names, section.label)


def _ratings(section: Section, names: Names, prefix: str) -> Drawing | None:
    if section.strengths is None:
        return None
    import altair as alt

    rows = [
        {
            "label": names[row.player],
            "value": row.elo,
            "low": row.low,
            "high": row.high,
            "text": signed(row.elo),
            "about": f"{row.name}: {signed(row.elo)} Elo, {signed(row.low)} to {signed(row.high)}",
        }
        for row in section.strengths.players
    ]
    labels = [names[row.player] for row in section.strengths.players]
    x = alt.X(
        "value:Q",
        scale=alt.Scale(zero=False, nice=True),
        axis=alt.Axis(title="strength on the Elo scale, the mean of all players is 0", tickCount=6),
    )
    chart = interval_rows(rows, labels, x).properties(width=WIDTH, height={"step": 30})
    caption = "The strongest first. With 400 points more, a player wins ten times as often as it loses."
    return draw(prefix, "ratings", "Elo strengths with 95 % intervals", caption, chart, names, section.label)


def _seats(section: Section, names: Names, prefix: str) -> Drawing | None:
    if section.seats is None:
        return None
    rows = [
        {
            "label": section.seat_label(row.seat),
            "value": row.rate,
            "low": row.low,
            "high": row.high,
            "text": percent(row.rate),
            "about": f"{section.seat_label(row.seat)}: {percent(row.rate)} ({percent_range(row.low, row.high)})",
        }
        for row in section.seats.seats
    ]
    even = math.fsum(row.rate for row in section.seats.seats) / len(rows)
    upper = upper_end(max(row.high for row in section.seats.seats))
    labels = [str(row["label"]) for row in rows]
    bars = interval_rows(rows, labels, percent_axis("value", "win rate", (0, upper)), bar=True)
    chart = (bars + mark_at(even, f"mean {percent(even)}")).properties(width=WIDTH, height={"step": 36})
    caption = "The win rate of each seat, whoever sat there, ties counted as half; lines are 95 % intervals."
    return draw(prefix, "seats", "Win rate by seat", caption, chart, names, section.label)


def _lengths(section: Section, names: Names, prefix: str) -> Drawing | None:
    if section.lengths is None:
        return None
    import altair as alt

    found = section.lengths
    classes = bins(found)
    rows = [
        {
            "begin": begin - 0.5,
            "end": end - 0.5,
            "games": games,
            "about": f"{begin if end == begin + 1 else f'{begin} to {end - 1}'} decisions: {plural(games, 'game')}",
        }
        for begin, end, games in classes
    ]
    low, high = classes[0][0] - 0.5, classes[-1][1] - 0.5
    spare = max(0.0, (10 - (high - low)) / 2)  # a single length is a bar, not a wall
    bars = (
        data(rows)
        .mark_bar(color=BLUE, stroke="#ffffff", strokeWidth=0.5)
        .encode(
            x=alt.X(
                "begin:Q",
                scale=alt.Scale(domain=[low - spare, high + spare], nice=False, zero=False),
                axis=alt.Axis(title="decisions in a game", tickMinStep=1, tickCount=8, grid=False, format=",d"),
            ),
            x2="end:Q",
            y=alt.Y(
                "games:Q",
                scale=alt.Scale(zero=True),
                axis=alt.Axis(title="games", tickCount=5, tickMinStep=1, domain=False, ticks=False, format=",d"),
            ),
            y2=alt.datum(0),
            description="about:N",
        )
    )
    chart = (bars + mark_at(found.median, f"median {found.median:,}")).properties(width=WIDTH, height=200)
    caption = "How many decisions, of all players together, the games took."
    return draw(prefix, "lengths", "Distribution of lengths", caption, chart, names, section.label)


def bins(found: Lengths) -> list[tuple[int, int, int]]:
    """Lengths in at most `MOST_BINS` classes of a round width: first length, first length beyond, games."""
    span = found.most - found.least + 1
    width = next(
        step * 10**power
        for power in range(12)
        for step in (1, 2, 5)
        # One more, since the first class begins at a multiple of its width.
        if span <= step * 10**power * (MOST_BINS - 1)
    )
    first = found.least // width * width
    counts = [0] * ((found.most - first) // width + 1)
    for length, games in found.counts:
        counts[(length - first) // width] += games
    return [(first + place * width, first + (place + 1) * width, games) for place, games in enumerate(counts)]


# --- charts of the whole run ------------------------------------------------------------------------------------------


_SHARES = (
    *("agency", "completion", "balance", "lead_changes", "drama", "decisiveness", "killer_moves", "permanence"),
    *("late_uncertainty", "coverage"),
)
"""Metrics that lie between 0 and 1, and can be drawn on one axis."""


def metrics_drawing(metrics: Mapping[str, Any]) -> Drawing:
    """The metrics that are shares, given as plain values."""
    found = {METRICS[name][0]: metrics[name] for name in _SHARES if metrics[name]["value"] is not None}
    rows = [
        {
            "label": label,
            "value": estimate["value"],
            "low": estimate["value"] if estimate["low"] is None else estimate["low"],
            "high": estimate["value"] if estimate["high"] is None else estimate["high"],
            "text": number(estimate["value"], 2),
            "about": f"{label}: {number(estimate['value'], 2)}",
        }
        for label, estimate in found.items()
    ]
    import altair as alt

    x = alt.X("value:Q", scale=alt.Scale(domain=(0, 1)), axis=alt.Axis(title=None))
    chart = interval_rows(rows, list(found), x).properties(width=WIDTH, height={"step": 26})
    return draw("", "metrics", "What the game is like", "Metrics between 0 and 1; lines are 95 % intervals.", chart)


def depth_drawing(depth: Mapping[str, Any]) -> Drawing:
    import altair as alt

    budgets, links = depth["budgets"], depth["links"]
    steps = [f"{more}× against {less}×" for less, more in pairwise(budgets)]
    rows = [
        {
            "step": step,
            "value": link["value"],
            "low": link["low"],
            "high": link["high"],
            "text": percent(link["value"], 0),
            "about": f"{link['stronger']} against {link['weaker']}: {percent(link['value'])} "
            f"({percent_range(link['low'], link['high'])})",
        }
        for step, link in zip(steps, links, strict=True)
        if link["value"] is not None
    ]
    base = data(rows)
    (player,) = shorten([depth["player"]])
    x = alt.X("step:N", sort=steps, axis=alt.Axis(title=f"budget of {player}", labelAngle=0, ticks=False))
    y = percent_axis("value", "rate of the larger budget", (0, 1), upright=True)
    lines = base.mark_line(color=BLUE, strokeWidth=1.5, aria=False).encode(x=x, y=y)
    ends = base.mark_rule(color=INK, strokeWidth=2, aria=False).encode(x=x, y="low:Q", y2="high:Q")
    points = base.mark_point(size=80, filled=True, opacity=1, color=BLUE).encode(x=x, y=y, description="about:N")
    texts = base.mark_text(dy=-9, fontSize=12, color=INK, aria=False).encode(x=x, y="high:Q", text="text:N")
    pays = data([{"at": THRESHOLD}]).mark_rule(strokeDash=[4, 3], color=SOFT, aria=False).encode(y="at:Q")
    chart = (pays + lines + ends + points + texts).properties(width={"step": 130}, height=230)
    caption = (
        f"How well the same player does with more thinking against itself with less; a step above the dashed line "
        f"({percent(THRESHOLD, 0)}) pays. Lines are 95 % intervals."
    )
    return draw("", "depth", "More thinking against less", caption, chart)


def _sweep(findings: Findings) -> Iterator[Drawing]:
    keys = list(findings.plan.sweep[0])
    labels = [
        str(extra[keys[0]]) if len(keys) == 1 else section.label
        for extra, section in zip(findings.plan.sweep, findings.sections, strict=True)
    ]
    labels = list(shorten(distinct(labels)))
    axis = keys[0] if len(keys) == 1 else "setting"
    names = Names(findings.names)
    players = [
        {"series": names[row.player], "full": row.name, "step": label, **_rate_row(row, 1 / findings.seats)}
        for label, section in zip(labels, findings.sections, strict=True)
        for row in (section.outcomes.players if section.outcomes else ())
    ]
    if len({row["series"] for row in players}) > 1:
        caption = "The rate of each player under each setting; lines are 95 % intervals."
        if len(names.full) > len(SERIES):
            caption = "The rate of each player under each setting: blue above an equal share, orange below."
        chart = _by_setting(players, list(names.short), labels, axis)
        yield draw("", "sweep", "Win rate of the players by setting", caption, chart, names)
    seats = [
        {
            "series": section.seat_label(row.seat),
            "full": section.seat_label(row.seat),
            "step": label,
            **_rate_row(row, 0.5),
        }
        for label, section in zip(labels, findings.sections, strict=True)
        for row in (section.seats.seats if section.seats else ())
    ]
    if seats:
        caption = "The rate of each seat under each setting; lines are 95 % intervals."
        chart = _by_setting(seats, list(dict.fromkeys(str(row["series"]) for row in seats)), labels, axis)
        yield draw("", "sweep-seats", "Win rate of the seats by setting", caption, chart)


def _rate_row(row: PlayerOutcome | SeatOutcome, middle: float) -> Row:
    colour = rate_colour(row.rate, middle)
    return {
        "value": row.rate,
        "low": row.low,
        "high": row.high,
        "text": percent(row.rate, 0),
        "colour": colour,
        "ink": readable_on(colour),
        "sure": False,
    }


def _by_setting(rows: list[Row], series: Sequence[str], steps: Sequence[str], axis: str) -> Any:
    """Rates across settings: points side by side for a few players, a matrix for many."""
    import altair as alt

    steps = list(steps)
    for row in rows:
        row["label"] = row["series"]
        row["about"] = f"{row['full']}, {axis} {row['step']}: {percent(row['value'])} "
        row["about"] += f"({percent_range(row['low'], row['high'])})"
    if len(series) > len(SERIES):
        return matrix(rows, series, steps, "step", axis)
    step = max(30 + 16 * len(series), WIDTH // len(steps))
    x = alt.X(
        "step:N",
        sort=steps,
        scale=alt.Scale(paddingInner=0.3),
        axis=alt.Axis(title=axis, labelAngle=-40 if too_wide(steps, step) else 0, ticks=False, grid=False),
    )
    offset = alt.XOffset("series:N", sort=list(series))
    lower, upper = math.floor(min(row["low"] for row in rows) * 10) / 10, upper_end(max(row["high"] for row in rows))
    y = percent_axis("value", None, (lower if lower > 0.2 else 0, upper), upright=True)
    colour = alt.Color(
        "series:N",
        sort=list(series),
        scale=alt.Scale(domain=list(series), range=list(SERIES[: len(series)])),
        legend=alt.Legend(title=None, orient="top", columns=2, offset=8),
    )
    shape = alt.Shape("series:N", sort=list(series), scale=alt.Scale(domain=list(series), range=list(SHAPES)))
    base = data(rows)
    ends = base.mark_rule(strokeWidth=2, aria=False).encode(x=x, xOffset=offset, y="low:Q", y2="high:Q", color=colour)
    points = base.mark_point(size=80, filled=True, opacity=1).encode(
        x=x, xOffset=offset, y=y, color=colour, shape=shape, description="about:N"
    )
    return (ends + points).properties(width={"step": step, "for": "position"}, height=240)
