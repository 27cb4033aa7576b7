"""The source's figures 1 and 2 for our runs, and trust curves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ludarium.arena.report.drawing import BLUE, INK, ORANGE, SOFT, Drawing, data, draw
from ludarium.design.report.told import Told, population_words
from ludarium.design.run import Step
from ludarium.design.trust import Trust

_COLOURS = (BLUE, ORANGE, "#009e73", "#7a5195", SOFT)
_DASHES: tuple[list[int], ...] = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [1, 3])
_WIDTH, _HEIGHT = 460, 240


def curves(runs: Sequence[Told]) -> list[Drawing]:
    """Mean fitness and mean diversity over the children, a line for each run of the source's kind."""
    scored = [run for run in runs if not run.is_map]
    mapped = [run for run in runs if run.is_map]
    drawn = []
    if scored:
        told = "; ".join(f"{run.title}: {population_words(run)}" for run in scored)
        drawn.append(
            _curve("fitness", "Figure 1: mean fitness", f"Mean fitness of {told}.", scored, lambda step: step.fitness)
        )
        drawn.append(
            _curve(
                "diversity",
                "Figure 2: mean diversity",
                f"Mean diversity of {told}.",
                scored,
                lambda step: step.diversity,
            )
        )
    if mapped:
        drawn.append(
            _curve(
                "overall",
                "Mean overall figure of the map",
                "Mean over the games on the map.",
                mapped,
                lambda s: s.fitness,
            )
        )
    return drawn


def _curve(
    name: str, title: str, caption: str, runs: Sequence[Told], figure: Callable[[Step], float | None]
) -> Drawing:
    import altair as alt

    labels = titles(runs)
    rows = [
        {"children": step.number - run.search.method.first_child + 1, "value": value, "run": label}
        for run, label in zip(runs, labels, strict=True)
        for step in run.search.course
        if step.number >= run.search.method.first_child - 1 and (value := figure(step)) is not None
    ]
    colour = alt.Color(
        "run:N",
        sort=labels,
        scale=alt.Scale(domain=labels, range=[_COLOURS[place % len(_COLOURS)] for place in range(len(labels))]),
        legend=alt.Legend(title=None, orient="top", symbolType="stroke") if len(labels) > 1 else None,
    )
    dash = alt.StrokeDash(
        "run:N",
        sort=labels,
        scale=alt.Scale(domain=labels, range=[_DASHES[place % len(_DASHES)] for place in range(len(labels))]),
        legend=None,
    )
    chart = (
        data(rows)
        .mark_line(strokeWidth=2)
        .encode(
            x=alt.X("children:Q", axis=alt.Axis(title="children tried", tickCount=6, format=",d", grid=False)),
            y=alt.Y("value:Q", scale=alt.Scale(zero=False), axis=alt.Axis(title=None, tickCount=5)),
            color=colour,
            strokeDash=dash,
        )
        .properties(width=_WIDTH, height=_HEIGHT)
    )
    return draw("", name, title, caption, chart)


def titles(runs: Sequence[Told]) -> list[str]:
    """What runs are called: by their methods, and by their folders where two have the same."""
    methods = [run.title for run in runs]
    return [f"{run.title}, {run.path.name}" if methods.count(run.title) > 1 else run.title for run in runs]


def trust_curves(found: Sequence[Trust]) -> list[Drawing]:
    """The share of games that the first player wins, against the thinking."""
    import altair as alt

    games = [trust.game for trust in found]
    if not games:
        return []
    rows: list[dict[str, Any]] = [
        {
            "game": trust.game,
            "thinking": f"{level.factor}×",
            "value": (level.first + level.draws / 2) / level.games,
            "low": level.interval[0],
            "high": level.interval[1],
            "about": f"{trust.game} at {level.factor}×: {level.first} : {level.second}, {level.draws} drawn",
        }
        for trust in found
        for level in trust.levels
    ]
    order = [f"{factor}×" for factor in sorted({level.factor for trust in found for level in trust.levels})]
    base = data(rows)
    x = alt.X("thinking:N", sort=order, axis=alt.Axis(title="thinking", labelAngle=0, ticks=False, grid=False))
    y = alt.Y("value:Q", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(title=None, format="%", tickCount=5))
    rule = base.mark_rule(color=INK, aria=False).encode(x=x, y="low:Q", y2="high:Q")
    line = base.mark_line(color=BLUE, strokeWidth=1.5, aria=False).encode(x=x, y=y)
    points = base.mark_point(size=60, filled=True, opacity=1, color=BLUE).encode(x=x, y=y, description="about:N")
    layers = (rule + line + points).properties(width=250, height=150)
    chart = layers.facet(
        facet=alt.Facet(
            "game:N", sort=games, title=None, header=alt.Header(labelFontSize=12, labelColor=INK, labelLimit=260)
        ),
        columns=2,
    )
    caption = (
        "The first player's rate, a draw counted as half; lines are 95 % intervals. A balanced game stays at half."
    )
    return [draw("", "trust", "The first player's rate with more thinking", caption, chart)]
