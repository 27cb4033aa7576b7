"""Charts of what a study found, in the house style of reports."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from ludarium.arena.report.charts import SERIES, SHAPES
from ludarium.arena.report.drawing import (
    BLUE,
    GREY,
    INK,
    LINE,
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
    percent_axis,
)
from ludarium.arena.report.words import number, percent, percent_range
from ludarium.studies.analysis.habits import Habits
from ludarium.studies.analysis.judges import Judges
from ludarium.studies.analysis.learning import EVERYBODY, Learning
from ludarium.studies.analysis.playtest import OVERALL, Playtest
from ludarium.studies.analysis.preference import Preferences
from ludarium.studies.analysis.strategies import Strategies, Strategy
from ludarium.studies.data import PERSON

PEOPLE = "people"
MOST = 30
"""More rows make a chart nobody can read: the table has them all."""
AXES = ("detection", "fun", "challenge")
_UNIT = {"domain": [0, 1], "nice": False}
"""Of ratings, whatever came."""


# --- judges and strategies --------------------------------------------------------------------------------------------


def judge_drawings(found: Judges) -> Iterator[Drawing]:
    """How the abilities spread, and how hard each strategy is to tell."""
    abilities = [judge for judge in found.judges if judge.ability is not None]
    if len(abilities) > 2:
        yield _abilities(found)
    if found.rasch is None:
        return
    items = sorted(found.rasch.items, key=lambda item: -item.difficulty)[:MOST]
    names = Names([PEOPLE if item.name == PERSON else item.name for item in items])
    rows = [
        {
            "label": names[place],
            "value": item.difficulty,
            "low": item.low,
            "high": item.high,
            "text": number(item.difficulty, 2),
            "about": f"{names.full[place]}: {number(item.difficulty, 2)} "
            f"({number(item.low, 2)} to {number(item.high, 2)})",
        }
        for place, item in enumerate(items)
    ]
    chart = interval_rows(rows, names.short, _plain_axis("value", "difficulty", rows)).properties(
        width=WIDTH, height={"step": 30}
    )
    caption = "Rasch difficulty with its 95 % interval: the higher, the fewer judges say what is true. The mean is 0."
    yield draw("", "difficulty", "How hard it is to tell", caption, chart, names)


def _abilities(found: Judges) -> Drawing:
    import altair as alt

    rows = [
        {"ability": judge.ability, "kind": "super expert" if judge.super_expert else "other judges"}
        for judge in found.judges
        if judge.ability is not None
    ]
    kinds = ["super expert", "other judges"]
    chart = (
        data(rows)
        .mark_bar()
        .encode(
            x=alt.X("ability:Q", bin=alt.Bin(maxbins=20), axis=alt.Axis(title="ability", grid=False)),
            y=alt.Y("count():Q", axis=alt.Axis(title="judges", tickMinStep=1, tickCount=5)),
            color=alt.Color(
                "kind:N",
                sort=kinds,
                scale=alt.Scale(domain=kinds, range=[BLUE, GREY]),
                legend=alt.Legend(title=None, orient="top", symbolType="square"),
            ),
        )
        .properties(width=WIDTH, height=180)
    )
    caption = "Judges by Rasch ability. At ability 0 half of the judgements of an average opponent are true."
    return draw("", "abilities", "Abilities of the judges", caption, chart)


def strategy_drawings(found: Strategies) -> Iterator[Drawing]:
    """The shares judged human beside the people's, and the space of detection, fun and challenge."""
    shown = [row for row in found.everybody if row.human is not None]
    shown.sort(key=lambda row: -(row.human.value if row.human else 0.0))
    names = Names([_name(row) for row in shown[:MOST]])
    rows = [
        {
            "label": names[place],
            "value": row.human.value,
            "low": row.human.low,
            "high": row.human.high,
            "text": percent(row.human.value, 0),
            "about": f"{names.full[place]}: {percent(row.human.value)} judged human "
            f"({percent_range(row.human.low, row.human.high)}) in {row.judgements} judgements",
        }
        for place, row in enumerate(shown[:MOST])
        if row.human
    ]
    if rows:
        chart = interval_rows(rows, names.short, percent_axis("value", "judged human", (0, 1)))
        if found.people and found.people.human:
            chart += mark_at(found.people.human.value, PEOPLE)
        caption = "Share of the decided judgements that say human, with 95 % intervals clustered by table."
        chart = chart.properties(width=WIDTH, height={"step": 30})
        yield draw("", "human", "Judged human", caption, chart, names)
    points = [row for row in found.strategies if _point(row) is not None]
    if len(points) > 1:
        yield _space(points)
        for across, upright in ((0, 1), (0, 2), (2, 1)):
            yield _pair(points, across, upright)


def _name(row: Strategy) -> str:
    return PEOPLE if row.strategy == PERSON else row.strategy


def _point(row: Strategy) -> tuple[float, float, float] | None:
    place = (row.point.detection, row.point.fun, row.point.challenge)
    return None if None in place else place  # type: ignore[return-value]


def space_points(found: Strategies) -> list[dict[str, Any]]:
    """The strategies as points in space, for whoever draws them in three dimensions."""
    return [
        {"strategy": row.strategy, **dict(zip(AXES, point, strict=True)), "course": list(row.point.course)}
        for row in found.strategies
        if (point := _point(row)) is not None
    ]


def project(detection: float, fun: float, challenge: float) -> tuple[float, float]:
    """Cabinet projection: detection to the right, fun upwards, challenge to the back at half its length."""
    return detection + 0.5 * math.cos(math.pi / 4) * challenge, fun + 0.5 * math.sin(math.pi / 4) * challenge


def _space(points: Sequence[Strategy]) -> Drawing:
    import altair as alt

    corners = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    edges = [
        (one, two)
        for place, one in enumerate(corners)
        for two in corners[place + 1 :]
        if sum(x != y for x, y in zip(one, two, strict=True)) == 1
    ]
    frame = [
        {"x": project(*one)[0], "y": project(*one)[1], "x2": project(*two)[0], "y2": project(*two)[1]}
        for one, two in edges
    ]
    names = Names([row.strategy for row in points])
    rows, feet = [], []
    for place, row in enumerate(points):
        point = _point(row)
        assert point is not None
        top, foot = project(*point), project(point[0], 0.0, point[2])
        about = ", ".join(f"{axis} {value:.2f}" for axis, value in zip(AXES, point, strict=True))
        rows.append({"x": top[0], "y": top[1], "strategy": names[place], "about": f"{row.strategy}: {about}"})
        feet.append({"x": foot[0], "y": foot[1], "x2": top[0], "y2": top[1]})
    blank = alt.Axis(title=None, labels=False, ticks=False, domain=False, grid=False)
    scale = alt.Scale(domain=[-0.12, 1.48])
    x, y = alt.X("x:Q", axis=blank, scale=scale), alt.Y("y:Q", axis=blank, scale=scale)
    titles = [
        {"x": 0.5, "y": -0.07, "text": "detection →"},
        {"x": -0.06, "y": 1.06, "text": "fun ↑"},
        {"x": 1.24, "y": 0.06, "text": "challenge ↗"},
    ]
    layers = (
        data(frame).mark_rule(color=LINE, aria=False).encode(x=x, y=y, x2="x2:Q", y2="y2:Q")
        + data(feet).mark_rule(color=SOFT, strokeDash=[2, 2], aria=False).encode(x=x, y=y, x2="x2:Q", y2="y2:Q")
        + data(rows)
        .mark_point(filled=True, opacity=1, size=80)
        .encode(x=x, y=y, description="about:N", **_series(names))
        + data(titles).mark_text(color=SOFT, fontSize=12, aria=False).encode(x=x, y=y, text="text:N")
    )
    caption = (
        "Each strategy by detection, fun and challenge, 0 to 1, smoothed over time; dashed lines stand on the floor."
    )
    return draw("", "space", "The strategy space", caption, layers.properties(width=WIDTH, height=WIDTH), names)


def _series(names: Names) -> dict[str, Any]:
    """Colours and shapes by name, the legend once."""
    import altair as alt

    labels = list(names.short)
    if len(labels) > len(SERIES):  # more than can be told apart: pointing at a mark names it
        return {"color": alt.value(BLUE)}
    legend = alt.Legend(title=None, orient="bottom", columns=1)
    return {
        "color": alt.Color(
            "strategy:N", sort=labels, scale=alt.Scale(domain=labels, range=list(SERIES)), legend=legend
        ),
        "shape": alt.Shape(
            "strategy:N", sort=labels, scale=alt.Scale(domain=labels, range=list(SHAPES)), legend=legend
        ),
    }


def _pair(points: Sequence[Strategy], across: int, upright: int) -> Drawing:
    import altair as alt

    names = Names([row.strategy for row in points])
    rows = []
    for place, row in enumerate(points):
        point = _point(row)
        assert point is not None
        rows.append({"x": point[across], "y": point[upright], "strategy": names[place], "about": row.strategy})
    scale = alt.Scale(domain=[0, 1])
    chart = (
        data(rows)
        .mark_point(filled=True, opacity=1, size=80)
        .encode(
            x=alt.X("x:Q", scale=scale, axis=alt.Axis(title=AXES[across], tickCount=5)),
            y=alt.Y("y:Q", scale=scale, axis=alt.Axis(title=AXES[upright], tickCount=5)),
            description="about:N",
            **_series(names),
        )
        .properties(width=220, height=220)
    )
    title = f"{AXES[across].capitalize()} and {AXES[upright]}"
    return draw("", f"space-{AXES[across]}-{AXES[upright]}", title, "Smoothed over time, 0 to 1.", chart, names)


# --- learning ---------------------------------------------------------------------------------------------------------


def learning_drawings(found: Learning, published: Sequence[tuple[str, float]] = ()) -> Iterator[Drawing]:
    """The win rate and the score difference by game."""
    import altair as alt

    points = [row for row in found.curve if row.condition == EVERYBODY]
    order = list(dict.fromkeys([*(row.label for row in points), *(label for label, _ in published)]))
    x = alt.X("label:N", sort=order, axis=alt.Axis(title="game", labelAngle=0, ticks=False, grid=False))
    ours: list[Row] = [
        {
            "label": row.label,
            "value": row.won.value,
            "low": row.won.low,
            "high": row.won.high,
            "phase": row.phase,
            "about": f"{row.label}: {percent(row.won.value)} of {row.people} people",
        }
        for row in points
    ]
    y = percent_axis("value", "win rate", (0, 1), upright=True)
    chart = _line(ours, x, y, BLUE)
    caption = (
        "People's win rate by game (P practice, G games that count) with 95 % intervals; the line breaks at the switch."
    )
    if published:
        theirs = [
            {"label": label, "value": value, "about": f"source, {label}: {percent(value)}"}
            for label, value in published
        ]
        chart = (
            data(theirs)
            .mark_point(color=ORANGE, shape="diamond", size=70, filled=True, opacity=1)
            .encode(x=x, y=y, description="about:N")
        ) + chart
        caption += " Orange diamonds: the source's figures."
    yield draw("", "win-rate", "Win rate from game to game", caption, chart.properties(width=WIDTH, height=200))
    gaps: list[Row] = [
        {
            "label": row.label,
            "value": row.difference.value,
            "low": row.difference.low,
            "high": row.difference.high,
            "phase": row.phase,
            "about": f"{row.label}: {number(row.difference.value, 1)} points",
        }
        for row in points
        if row.difference is not None and math.isfinite(row.difference.low)
    ]
    if gaps:
        y = alt.Y("value:Q", axis=alt.Axis(title="score difference", tickCount=5))
        yield draw(
            "",
            "score-difference",
            "Score difference from game to game",
            "People's points minus the best opponent's, with 95 % intervals.",
            _line(gaps, x, y, BLUE).properties(width=WIDTH, height=200),
        )


def _line(rows: Sequence[Row], x: Any, y: Any, colour: str) -> Any:
    """Points with their intervals, joined within what comes before the switch and within what comes after it."""
    for row in rows:
        row["block"] = "after" if row["phase"] == "after" else "before"
    base = data(rows)
    return (
        base.mark_rule(color=INK, aria=False).encode(x=x, y="low:Q", y2="high:Q")
        + base.mark_line(color=colour, strokeWidth=1.5, aria=False).encode(x=x, y=y, detail="block:N")
        + base.mark_point(filled=True, opacity=1, size=60, color=colour).encode(x=x, y=y, description="about:N")
    )


# --- games and preferences --------------------------------------------------------------------------------------------


def playtest_drawings(found: Playtest) -> Iterator[Drawing]:
    """What people think of the games, and that beside the computed quality."""
    import altair as alt

    overall = [row for row in found.ratings if row.question == OVERALL and math.isfinite(row.value.low)]
    names = Names([row.game for row in overall[:MOST]])
    rows = [
        {
            "label": names[place],
            "value": row.value.value,
            "low": row.value.low,
            "high": row.value.high,
            "text": number(row.value.value, 2),
            "about": f"{row.game}: {number(row.value.value, 2)} by {row.people} people",
        }
        for place, row in enumerate(overall[:MOST])
    ]
    if rows:
        x = alt.X("value:Q", scale=_UNIT, axis=alt.Axis(title="rating, all questions", tickCount=5, domain=False))
        chart = interval_rows(rows, names.short, x)
        caption = "Mean of all ratings of a game, 0 to 1, with 95 % intervals over people."
        yield draw("", "ratings", "Ratings", caption, chart.properties(width=WIDTH, height={"step": 30}), names)
    known = [row for row in overall if row.quality is not None]
    if len(known) > 2:
        points = [
            {"x": row.quality, "y": row.value.value, "low": row.value.low, "high": row.value.high, "about": row.game}
            for row in known
        ]
        base = data(points)
        x = alt.X("x:Q", scale=alt.Scale(zero=False, padding=8), axis=alt.Axis(title="computed quality", tickCount=5))
        y = alt.Y("y:Q", scale=_UNIT, axis=alt.Axis(title="rating", tickCount=5, domain=False))
        chart = base.mark_rule(color=GREY, aria=False).encode(x=x, y="low:Q", y2="high:Q") + base.mark_point(
            filled=True, opacity=1, size=70, color=BLUE
        ).encode(x=x, y=y, description="about:N")
        caption = "Each game's ratings beside the quality that was computed of it."
        chart = chart.properties(width=WIDTH, height=220)
        yield draw("", "quality", "Ratings and computed quality", caption, chart)


def preference_drawings(found: Preferences) -> Iterator[Drawing]:
    """Each question's pairs."""
    pairs = [pair for pair in found.pairs if pair.share is not None][:MOST]
    labels = [f"{pair.question}: {pair.first} before {pair.second}" for pair in pairs]
    names = Names(labels)
    rows = [
        {
            "label": names[place],
            "value": pair.share,
            "low": pair.low,
            "high": pair.high,
            "text": percent(pair.share or 0.0, 0),
            "about": f"{labels[place]}: {pair.wins} against {pair.losses}, {pair.neither} neither",
        }
        for place, pair in enumerate(pairs)
    ]
    if rows:
        chart = interval_rows(rows, names.short, percent_axis("value", "share of those who prefer one", (0, 1)))
        chart = (chart + mark_at(0.5, "level")).properties(width=WIDTH, height={"step": 30})
        yield draw("", "preferences", "Preferences", "Shares with exact 95 % intervals.", chart, names)


def habit_drawings(found: Habits) -> Iterator[Drawing]:
    """How long people think."""
    import altair as alt

    rows = [
        {"ply": row.ply + 1, "value": row.median, "low": row.lower, "high": row.upper}
        for row in found.times
        if row.who == PERSON and row.decisions >= 3
    ]
    if len(rows) > 2:
        base = data(rows)
        x = alt.X("ply:Q", axis=alt.Axis(title="decision of the game", grid=False, tickMinStep=1))
        y = alt.Y("value:Q", axis=alt.Axis(title="seconds", tickCount=5))
        chart = base.mark_area(color=BLUE, opacity=0.2, aria=False).encode(x=x, y="low:Q", y2="high:Q")
        chart += base.mark_line(color=BLUE, strokeWidth=2).encode(x=x, y=y)
        caption = "Median and quartiles of people's decision times, without the time the tab was hidden."
        yield draw("", "times", "Thinking time", caption, chart.properties(width=WIDTH, height=180))


def _plain_axis(field_: str, title: str, rows: Sequence[Row]) -> Any:
    import altair as alt

    low, high = min(row["low"] for row in rows), max(row["high"] for row in rows)
    room = 0.12 * (high - low or 1.0)
    return alt.X(
        f"{field_}:Q",
        scale=alt.Scale(domain=[low - room, high + room], nice=True),
        axis=alt.Axis(title=title, tickCount=5, domain=False, ticks=False),
    )
