"""The rise of a network in training, drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludarium.arena.report.charts import SERIES, SHAPES
from ludarium.arena.report.drawing import Drawing, data, draw, percent_axis
from ludarium.arena.report.words import percent, percent_range, plural


def curve_drawing(curve: Sequence[Mapping[str, Any]], form: str) -> Drawing:
    """Games learnt from against the score, one line for each opponent."""
    import altair as alt

    opponents = list(dict.fromkeys(str(point["against"]) for point in curve))
    steps = [f"{games:,}" for games in sorted({int(point["games"]) for point in curve})]
    rows = [
        {
            "step": f"{point['games']:,}",
            "against": point["against"],
            "value": point["rate"],
            "low": point["low"],
            "high": point["high"],
            "about": f"after {plural(point['games'], 'game')} against {point['against']}: {percent(point['rate'])} "
            f"({percent_range(point['low'], point['high'])})",
        }
        for point in curve
    ]
    x = alt.X("step:N", sort=steps, axis=alt.Axis(title="games learnt from", labelAngle=-40, ticks=False))
    y = percent_axis("value", "rate", (0, 1), upright=True)
    series, shapes = SERIES[: len(opponents)], SHAPES[: len(opponents)]
    colour = alt.Color(
        "against:N",
        sort=opponents,
        scale=alt.Scale(domain=opponents, range=list(series)),
        legend=alt.Legend(title=None, orient="top", columns=3, offset=8),
    )
    shape = alt.Shape("against:N", sort=opponents, scale=alt.Scale(domain=opponents, range=list(shapes)))
    base = data(rows)
    ends = base.mark_rule(strokeWidth=1.5, opacity=0.5, aria=False).encode(x=x, y="low:Q", y2="high:Q", color=colour)
    lines = base.mark_line(strokeWidth=1.5, aria=False).encode(x=x, y=y, color=colour)
    points = base.mark_point(size=70, filled=True, opacity=1).encode(
        x=x, y=y, color=colour, shape=shape, description="about:N"
    )
    chart = (ends + lines + points).properties(width={"step": 54}, height=240)
    looking = "one movement" if form == "single" else "a whole turn"
    caption = f"Score of the network, which looks {looking} ahead, while it learns; lines are 95 % intervals."
    return draw("", "training", "Rise of the network", caption, chart)
