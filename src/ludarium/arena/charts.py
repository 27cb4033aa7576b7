"""Charts of findings. One definition each, drawn as SVG for pages and files and as PNG where a picture is needed.

Colours are safe for colour-blind readers: blue against orange, never red against green, and nothing is told by colour
alone. All colours are fixed values, so that a page can exchange those of ink and lines for a dark scheme. Everything is
drawn in this process: no chart fetches a font, a script or data.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any
from xml.etree import ElementTree

from ludarium.arena.findings import Findings, Lengths, Section
from ludarium.arena.metrics.depth import THRESHOLD
from ludarium.arena.words import number, percent, percent_range, plural, signed

INK = "#1f2328"
SOFT = "#57606a"
LINE = "#d8dee4"
NOTHING = "#eaeef2"
BLUE = "#0072b2"
SKY = "#8ec9ee"
ORANGE = "#d55e00"
HALFWAY = "#f7f7f7"
GREY = "#c4cad1"
SERIES = (BLUE, ORANGE, "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6b4c9a")
"""Okabe and Ito's colours, the yellow left out, which is hard to see on white."""
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right")
RANKS = (BLUE, "#7fb8dd", "#f3b98a", ORANGE)
"""From the first rank to the last; with fewer seats the middle ones are left out."""

FONT = "Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
WIDTH = 400
LONGEST_NAME = 24
MOST_IN_MATRIX = 40
"""More players than that make a matrix nobody can read."""
MOST_BINS = 40
_WRITABLE = 0.08
"""A narrower part of a bar has no room for its figure."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Drawing:
    """A chart: its file name without ending, what it shows in a line and in words, and its Vega-Lite definition."""

    name: str
    title: str
    caption: str
    spec: Mapping[str, Any]
    full_names: Mapping[str, str] = field(default_factory=dict)
    """What shortened labels stand for."""

    def svg(self) -> str:
        """The chart as an SVG element of its own: with an accessible name, and what is pointed at explains itself."""
        import vl_convert

        # No base is allowed to load from: whatever a name contains, nothing is fetched.
        return _finish(vl_convert.vegalite_to_svg(dict(self.spec), allowed_base_urls=[]), self)

    def png(self, scale: float = 2.0) -> bytes:
        """The chart as a PNG picture."""
        import vl_convert

        return bytes(vl_convert.vegalite_to_png(dict(self.spec), scale=scale, allowed_base_urls=[]))


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
        yield _depth(findings.depth)


def section_drawings(findings: Findings, place: int) -> Iterator[Drawing]:
    """The charts of one setting. In a sweep their names begin with its number."""
    section = findings.sections[place]
    prefix = f"setting-{place + 1:02d}-" if findings.is_sweep else ""
    names = Names(findings.names)
    for draw in (_results, _ranks, _points, _matchups, _ratings, _seats, _lengths):
        drawing = draw(section, names, prefix)
        if drawing is not None:
            yield drawing


def section_has_matrix(section: Section) -> bool:
    """Whether the matchups can be drawn: with too many players the table of pairs has to do."""
    return section.matchups is not None and len(section.matchups.names) <= MOST_IN_MATRIX


# --- names ------------------------------------------------------------------------------------------------------------


class Names:
    """Players' names as labels: shortened in the middle where they are long, no two alike."""

    def __init__(self, names: Sequence[str], longest: int = LONGEST_NAME) -> None:
        self.full = tuple(names)
        self.short = shorten(names, longest)
        self.by_short = {short: full for short, full in zip(self.short, self.full, strict=True) if short != full}

    def __getitem__(self, player: int) -> str:
        return self.short[player]


def shorten(names: Sequence[str], longest: int) -> tuple[str, ...]:
    """Names of at most `longest` signs; what is left out of the middle is an ellipsis. Different names stay different.

    The end of a name is kept: players often differ in their last option only.
    """
    taken: set[str] = {name for name in names if len(name) <= longest}
    found = []
    for name in names:
        short, number_ = name, 1
        while len(short) > longest or (short != name and short in taken):
            mark = "…" if number_ == 1 else f"…{number_}…"
            tail = (longest - len(mark)) // 2
            short = name[: longest - len(mark) - tail] + mark + name[len(name) - tail :]
            number_ += 1
        taken.add(short)
        found.append(short)
    return tuple(found)


def _axis_room(labels: Sequence[str]) -> int:
    """Room for the labels of a vertical axis, in whatever font the reader has."""
    return round(7.4 * max(map(len, labels), default=0)) + 8


# --- parts of charts --------------------------------------------------------------------------------------------------


def _drawing(
    prefix: str, name: str, title: str, caption: str, chart: Any, names: Names | None = None, subtitle: str = ""
) -> Drawing:
    heading = {"text": title, "subtitle": subtitle} if subtitle else {"text": title}
    spec = chart.properties(title=heading, padding=12).configure(**_THEME).to_dict()
    return Drawing(prefix + name, title, caption, spec, names.by_short if names else {})


_THEME: dict[str, Any] = {
    "background": "white",
    "font": FONT,
    "view": {"stroke": None},
    "axis": {
        "labelColor": INK,
        "labelFontSize": 12,
        "labelLimit": 400,
        "labelFlush": False,
        "titleColor": SOFT,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "titlePadding": 10,
        "gridColor": LINE,
        "domainColor": LINE,
        "tickColor": LINE,
    },
    "legend": {"labelColor": INK, "labelFontSize": 12, "labelLimit": 400, "symbolSize": 90, "columnPadding": 30},
    "title": {
        "anchor": "start",
        "frame": "bounds",
        "color": INK,
        "fontSize": 14,
        "fontWeight": 600,
        "subtitleColor": SOFT,
        "subtitleFontSize": 12,
        "offset": 14,
    },
}


_PERCENT_LABEL = "format(100 * datum.value, '.0f') + '\\u00a0%'"


def _data(rows: Sequence[Row]) -> Any:
    import altair as alt

    return alt.Chart(alt.Data(values=list(rows)))


def _names_axis(labels: Sequence[str]) -> Any:
    """A vertical axis of names in the given order."""
    import altair as alt

    return alt.Y(
        "label:N",
        sort=list(labels),
        axis=alt.Axis(title=None, ticks=False, domain=False, minExtent=_axis_room(labels), labelPadding=6),
    )


def _percent_axis(field_: str, title: str | None, domain: Sequence[float], *, upright: bool = False) -> Any:
    import altair as alt

    channel = alt.Y if upright else alt.X
    return channel(
        f"{field_}:Q",
        scale=alt.Scale(domain=list(domain), nice=False),
        axis=alt.Axis(title=title, labelExpr=_PERCENT_LABEL, tickCount=5, domain=False, ticks=False),
    )


def _upper(highest: float) -> float:
    """A round upper end of a scale of rates, with room for a figure beside the highest."""
    return min(1.0, math.ceil(highest * 10 + 0.5) / 10)


def _stacked(rows: Sequence[Row], labels: Sequence[str], keys: Sequence[str], colours: Sequence[str]) -> Any:
    """Bars of shares, with the share written in where there is room."""
    import altair as alt

    base = _data(rows)
    bars = base.mark_bar(height=20).encode(
        y=_names_axis(labels),
        x=_percent_axis("begin", "share of games", (0, 1)),
        x2="end:Q",
        color=alt.Color(
            "part:N",
            sort=list(keys),
            scale=alt.Scale(domain=list(keys), range=list(colours)),
            legend=alt.Legend(title=None, orient="top", direction="horizontal", offset=4, symbolType="square"),
        ),
        description="about:N",
    )
    texts = (
        base.transform_filter(f"datum.end - datum.begin >= {_WRITABLE}")
        .mark_text(fontSize=12, aria=False)
        .encode(y=_names_axis(labels), x="middle:Q", text="text:N", color=alt.Color("ink:N", scale=None))
    )
    return (bars + texts).properties(width=WIDTH, height={"step": 30})


def _parts(label: str, full: str, shares: Sequence[tuple[str, str, int]]) -> Iterator[Row]:
    """The parts of one bar: each with its name, colour and count."""
    total = sum(count for _, _, count in shares)
    ends = list(accumulate(count for _, _, count in shares))
    for (part, colour, count), end in zip(shares, ends, strict=True):
        yield {
            "label": label,
            "part": part,
            "begin": (end - count) / total,
            "end": end / total,
            "middle": (end - count / 2) / total,
            "text": percent(count / total, 0),
            "ink": readable_on(colour),
            "about": f"{full}: {part} {percent(count / total)} ({count:,} of {total:,})",
        }


def _interval_rows(rows: Sequence[Row], labels: Sequence[str], x: Any, *, bar: bool = False) -> Any:
    """Points or bars with their 95 % intervals, and the figure to the right of them."""
    import altair as alt

    base, y = _data(rows), _names_axis(labels)
    ends = base.mark_rule(strokeWidth=2, color=INK, aria=False).encode(y=y, x="low:Q", x2="high:Q")
    if bar:
        marks = base.mark_bar(height=20, color=SKY).encode(y=y, x=x, description="about:N")
        layers = marks + ends
    else:
        marks = base.mark_point(size=80, filled=True, opacity=1, color=BLUE).encode(y=y, x=x, description="about:N")
        layers = ends + marks
    texts = base.mark_text(align="left", dx=7, fontSize=12, color=INK, aria=False).encode(
        y=y, x=alt.X("high:Q"), text="text:N"
    )
    return layers + texts


def _mark_at(value: float, text: str, colour: str = SOFT) -> Any:
    """A dashed upright line with a remark above it."""
    import altair as alt

    base = _data([{"at": value, "text": text}])
    rule = base.mark_rule(strokeDash=[4, 3], color=colour, aria=False).encode(x="at:Q")
    label = base.mark_text(dy=-7, fontSize=11, color=colour, aria=False).encode(
        x="at:Q", y=alt.value(0), text="text:N"
    )
    return rule + label


# --- charts of a section ----------------------------------------------------------------------------------------------


def _results(section: Section, names: Names, prefix: str) -> Drawing | None:
    if section.outcomes is None:
        return None
    order = sorted(section.outcomes.players, key=lambda row: (-row.rate, row.player))
    keys, colours = ("won", "tied", "lost"), (BLUE, GREY, ORANGE)
    rows = [
        part
        for row in order
        for part in _parts(
            names[row.player], row.name, list(zip(keys, colours, (row.wins, row.ties, row.losses), strict=True))
        )
    ]
    chart = _stacked(rows, [names[row.player] for row in order], keys, colours)
    caption = "Games won, tied (a shared first place) and lost, the highest rate first."
    return _drawing(prefix, "results", "Wins, ties and losses", caption, chart, names, section.label)


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
        for part in _parts(
            names[row.player], row.name, list(zip(keys, colours, (share.count for share in row.ranks), strict=True))
        )
    ]
    chart = _stacked(rows, [names[row.player] for row in order], keys, colours)
    caption = "How often each player took which rank, the best mean rank first. Equal players share the better rank."
    return _drawing(prefix, "ranks", "Ranks", caption, chart, names, section.label)


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
    chart = _interval_rows(rows, [names[row.player] for row in order], x).properties(width=WIDTH, height={"step": 30})
    caption = "Mean points a game; lines are 95 % intervals."
    return _drawing(prefix, "points", "Points", caption, chart, names, section.label)


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
    for one in order:
        for other in order:
            rate = section.matchups.rates[one][other]
            told, sure = about.get((one, other), ("", False))
            rows.append(
                {
                    "label": names[one],
                    "other": names[other],
                    "rate": rate,
                    "text": ("" if one == other else "–") if rate is None else percent(rate, 0),
                    "ink": readable_on(NOTHING if rate is None else rate_colour(rate)),
                    "colour": NOTHING if rate is None else rate_colour(rate),
                    "sure": sure,
                    "about": told,
                }
            )
    chart = _matrix(rows, [names[player] for player in order], [names[player] for player in order], "other")
    caption = (
        "How often the player of the row beats the player of the column, ties counted as half: blue above 50 %, "
        "orange below. Bold figures are significant after Holm's correction."
    )
    return _drawing(prefix, "matchups", "Who beats whom", caption, chart, names, section.label)


def _matrix(rows: Sequence[Row], down: Sequence[str], across: Sequence[str], field_: str) -> Any:
    """Cells with figures in them; `field_` names what the columns are."""
    import altair as alt

    size = 60 if len(across) <= 6 else 46
    y = _names_axis(down)
    x = alt.X(
        f"{field_}:N",
        sort=list(across),
        axis=alt.Axis(
            title=None, orient="top", labelAngle=-40, labelAlign="left", ticks=False, domain=False, labelPadding=4
        ),
    )
    base = _data(rows)
    cells = base.mark_rect(stroke="#ffffff", strokeWidth=2).encode(
        x=x, y=y, color=alt.Color("colour:N", scale=None), description="about:N"
    )
    layers = cells
    for sure, weight in ((True, "bold"), (False, "normal")):
        layers += (
            base.transform_filter(f"datum.sure === {str(sure).lower()}")
            .mark_text(fontSize=12, fontWeight=weight, aria=False)
            .encode(x=x, y=y, text="text:N", color=alt.Color("ink:N", scale=None))
        )
    # The last column's slanted label reaches beyond the cells.
    return layers.properties(width={"step": size}, height={"step": 34 if size > 50 else 30})


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
    chart = _interval_rows(rows, labels, x).properties(width=WIDTH, height={"step": 30})
    caption = "Strengths with their 95 % intervals. With 400 points more, a player wins ten times as often as it loses."
    return _drawing(prefix, "ratings", "Strengths", caption, chart, names, section.label)


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
    upper = _upper(max(row.high for row in section.seats.seats))
    labels = [str(row["label"]) for row in rows]
    bars = _interval_rows(rows, labels, _percent_axis("value", "win rate", (0, upper)), bar=True)
    chart = (bars + _mark_at(even, f"mean {percent(even)}")).properties(width=WIDTH, height={"step": 36})
    caption = "The win rate of each seat, whoever sat there, ties counted as half; lines are 95 % intervals."
    return _drawing(prefix, "seats", "Seats", caption, chart, names, section.label)


def _lengths(section: Section, names: Names, prefix: str) -> Drawing | None:
    if section.lengths is None:
        return None
    import altair as alt

    found = section.lengths
    rows = [
        {
            "begin": begin - 0.5,
            "end": end - 0.5,
            "games": games,
            "about": f"{begin if end == begin + 1 else f'{begin} to {end - 1}'} decisions: {plural(games, 'game')}",
        }
        for begin, end, games in bins(found)
    ]
    low, high = rows[0]["begin"], rows[-1]["end"]
    spare = max(0.0, (10 - (high - low)) / 2)  # a single length is a bar, not a wall
    bars = (
        _data(rows)
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
    chart = (bars + _mark_at(found.median, f"median {found.median:,}")).properties(width=WIDTH, height=200)
    caption = "How many decisions, of all players together, the games took."
    return _drawing(prefix, "lengths", "Length of games", caption, chart, names, section.label)


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


def _depth(depth: Mapping[str, Any]) -> Drawing:
    import altair as alt

    budgets, links = depth["budgets"], depth["links"]
    steps = [f"{more}× against {less}×" for less, more in zip(budgets, budgets[1:], strict=False)]
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
    base = _data(rows)
    x = alt.X("step:N", sort=steps, axis=alt.Axis(title=f"budget of {depth['player']}", labelAngle=0, ticks=False))
    y = _percent_axis("value", "rate of the larger budget", (0, 1), upright=True)
    lines = base.mark_line(color=BLUE, strokeWidth=1.5, aria=False).encode(x=x, y=y)
    ends = base.mark_rule(color=INK, strokeWidth=2, aria=False).encode(x=x, y="low:Q", y2="high:Q")
    points = base.mark_point(size=80, filled=True, opacity=1, color=BLUE).encode(x=x, y=y, description="about:N")
    texts = base.mark_text(align="left", dx=9, fontSize=12, color=INK, aria=False).encode(x=x, y=y, text="text:N")
    pays = _data([{"at": THRESHOLD}]).mark_rule(strokeDash=[4, 3], color=SOFT, aria=False).encode(y="at:Q")
    chart = (pays + lines + ends + points + texts).properties(width={"step": 130}, height=230)
    caption = (
        f"How well the same player does with more thinking against itself with less; a step above the dashed line "
        f"({percent(THRESHOLD, 0)}) pays. Lines are 95 % intervals."
    )
    return _drawing("", "depth", "Strategic depth", caption, chart)


def _sweep(findings: Findings) -> Iterator[Drawing]:
    keys = list(findings.plan.sweep[0])
    labels = [
        str(extra[keys[0]]) if len(keys) == 1 else section.label
        for extra, section in zip(findings.plan.sweep, findings.sections, strict=True)
    ]
    if len(set(labels)) < len(labels):  # settings that are spelt alike, or none at all
        labels = [f"{place + 1}: {label}" for place, label in enumerate(labels)]
    axis = keys[0] if len(keys) == 1 else "setting"
    names = Names(findings.names)
    players = [
        {"series": names[row.player], "full": row.name, "step": label, **_rate_row(row)}
        for label, section in zip(labels, findings.sections, strict=True)
        for row in (section.outcomes.players if section.outcomes else ())
    ]
    if players and len({row["series"] for row in players}) > 1:
        caption = "The rate of each player under each setting; lines are 95 % intervals."
        chart = _by_setting(players, list(names.short), labels, axis)
        yield _drawing("", "sweep", "Players by setting", caption, chart, names)
    seats = [
        {"series": section.seat_label(row.seat), "full": section.seat_label(row.seat), "step": label, **_rate_row(row)}
        for label, section in zip(labels, findings.sections, strict=True)
        for row in (section.seats.seats if section.seats else ())
    ]
    if seats:
        caption = "The rate of each seat under each setting; lines are 95 % intervals."
        chart = _by_setting(seats, list(dict.fromkeys(str(row["series"]) for row in seats)), labels, axis)
        yield _drawing("", "sweep-seats", "Seats by setting", caption, chart)


def _rate_row(row: Any) -> Row:
    colour = rate_colour(row.rate)
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
        return _matrix(rows, series, steps, "step")
    slanted = max(map(len, steps)) * 8 > 30 + 16 * len(series)
    x = alt.X(
        "step:N",
        sort=steps,
        scale=alt.Scale(paddingInner=0.3),
        axis=alt.Axis(title=axis, labelAngle=-40 if slanted else 0, ticks=False, grid=False),
    )
    offset = alt.XOffset("series:N", sort=list(series))
    lower, upper = math.floor(min(row["low"] for row in rows) * 10) / 10, _upper(max(row["high"] for row in rows))
    y = _percent_axis("value", "win rate", (lower if lower > 0.2 else 0, upper), upright=True)
    colour = alt.Color(
        "series:N",
        sort=list(series),
        scale=alt.Scale(domain=list(series), range=list(SERIES[: len(series)])),
        legend=alt.Legend(title=None, orient="top", columns=2, offset=8),
    )
    shape = alt.Shape("series:N", sort=list(series), scale=alt.Scale(domain=list(series), range=list(SHAPES)))
    base = _data(rows)
    ends = base.mark_rule(strokeWidth=2, aria=False).encode(
        x=x, xOffset=offset, y="low:Q", y2="high:Q", color=colour
    )
    points = base.mark_point(size=80, filled=True, opacity=1).encode(
        x=x, xOffset=offset, y=y, color=colour, shape=shape, description="about:N"
    )
    step = max(30 + 16 * len(series), WIDTH // len(steps))
    return (ends + points).properties(width={"step": step, "for": "position"}, height=240)


# --- colours ----------------------------------------------------------------------------------------------------------


def rate_colour(rate: float) -> str:
    """Orange at 0, almost white at one half, blue at 1."""
    end, share = (BLUE, 2 * rate - 1) if rate >= 0.5 else (ORANGE, 1 - 2 * rate)
    mixed = (round(a + (b - a) * share) for a, b in zip(_channels(HALFWAY), _channels(end), strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def readable_on(colour: str) -> str:
    """Black or white, whichever stands out more (WCAG's contrast)."""
    return "#ffffff" if contrast(colour, "#ffffff") > contrast(colour, "#000000") else "#000000"


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    shares = [channel / 255 for channel in _channels(colour)]
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


# --- finishing --------------------------------------------------------------------------------------------------------

_REFERENCE = re.compile(r"#([\w-]+)")


def _finish(svg: str, drawing: Drawing) -> str:
    """The SVG with an accessible name, explanations of what is pointed at, and ids that no other chart on a page has."""
    root = ElementTree.fromstring(svg)
    ids = {element.get("id") for element in root.iter()} - {None}
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]  # the one namespace is declared at the root
        for name, value in list(element.attrib.items()):
            if name == "id":
                element.set(name, f"{drawing.name}-{value}")
            elif "url(#" in value:
                element.set(
                    name, _REFERENCE.sub(lambda m: f"#{drawing.name}-{m[1]}" if m[1] in ids else m[0], value)
                )
        explained = element.get("aria-label") if element.get("role") == "graphics-symbol" else None
        if element.tag == "text" and element.text in drawing.full_names:
            explained = drawing.full_names[element.text]
        if explained and element.get("aria-roledescription", "").endswith(" mark") or element.tag == "text" and explained:
            ElementTree.SubElement(element, "title").text = explained
    root.set("xmlns", "http://www.w3.org/2000/svg")
    root.set("role", "img")
    root.set("aria-label", f"{drawing.title}. {drawing.caption}")
    return ElementTree.tostring(root, encoding="unicode")
