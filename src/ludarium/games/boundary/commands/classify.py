"""`ludarium boundary classify`: how soon it can be told which strategy somebody plays."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludarium.cli.common import AsJson, Seed, Settings, out, plural, print_json, say, seed_or_fresh, table, the_game

if TYPE_CHECKING:
    from ludarium.games.boundary.classify import Accuracy

SIMULATION = "simulation"


def command(
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Games between the strategies.")] = 72,
    turns: Annotated[int, typer.Option("--turns", metavar="N", min=1, help="Turns after which to classify.")] = 10,
    fingerprints: Annotated[
        bool,
        typer.Option(
            "--fingerprints",
            help="Also classifiers that know only figures of turns, trained on as many other games.",
        ),
    ] = False,
    settings: Settings = None,
    seed: Seed = None,
    as_json: AsJson = False,
    chart: Annotated[
        Path | None, typer.Option("--chart", metavar="FILE.svg", help="Draw the accuracy by turn.", show_default=False)
    ] = None,
) -> None:
    """Classify both players of games between all pairs of the six strategies, turn by turn."""
    from ludarium.engine.saving import check_writable
    from ludarium.games.boundary.classify import accuracy

    game = the_game("boundary", settings)
    number = seed_or_fresh(seed)
    if chart is not None:
        check_writable(chart)
    methods: dict[str, Accuracy] = {}
    if fingerprints:
        # First, since they may be refused.
        from ludarium.games.boundary.fingerprints import accuracies

        methods = accuracies(game, games=games, seed=number, turns=turns)
    found = accuracy(game, games=games, seed=number, turns=turns)
    rows = _rows(found)
    others = {method: _rows(its) for method, its in methods.items()}
    if chart is not None:
        chart.write_text(_drawing({SIMULATION: rows, **others}).svg() + "\n", encoding="utf-8")
    if as_json:
        extra = {"fingerprints": others} if fingerprints else {}
        print_json({"game": game.describe(), "games": games, "seed": number, "turns": rows, **extra})
        return
    say(f"{game.describe()}: both players of {plural(games, 'game')}, seed {number}")
    shown = table("after turn", "right", "95 %", "players", "alike", *others, numbers="right players alike")
    for place, row in enumerate(rows):
        interval = f"{row['low']:.1%} – {row['high']:.1%}"
        cells = [_beside(its, place) for its in others.values()]
        shown.add_row(str(row["turn"]), f"{row['rate']:.1%}", interval, str(row["seen"]), str(row["alike"]), *cells)
    out().print(shown)
    say("alike: players who had so far done just what another strategy would have done as well")
    if others:
        say(f"{', '.join(others)}: by the means of seven figures of the turns, ± half of the 95 % interval")
    if chart is not None:
        say(f"Drawn in {chart}.")


def _rows(found: Accuracy) -> list[dict[str, Any]]:
    """What is told of each turn."""
    from ludarium.arena.stats.statistics import wilson

    rows = []
    for turn, (right, seen, alike) in enumerate(zip(found.right, found.seen, found.alike, strict=True), start=1):
        low, high = wilson(right, 0, seen)
        rate = {"rate": right / seen, "low": low, "high": high}
        rows.append({"turn": turn, "right": right, "seen": seen, "alike": alike, **rate})
    return rows


def _beside(rows: list[dict[str, Any]], place: int) -> str:
    if place >= len(rows):
        return "–"
    row = rows[place]
    return f"{row['rate']:.0%} ±{(row['high'] - row['low']) / 2:.0%}"


def _drawing(methods: dict[str, list[dict[str, Any]]]) -> Any:
    """The accuracy by turn, a line for each method."""
    import altair as alt

    from ludarium.arena.report.drawing import data, draw, percent_axis
    from ludarium.arena.report.words import percent

    points = [
        {**row, "method": method, "about": f"{method} after turn {row['turn']}: {percent(row['rate'])}"}
        for method, rows in methods.items()
        for row in rows
    ]
    x = alt.X("turn:O", axis=alt.Axis(title="after turn", labelAngle=0, ticks=False))
    y = percent_axis("rate", "named rightly", (0, 1), upright=True)
    several = len(methods) > 1
    legend = alt.Legend(title=None, orient="top", direction="horizontal", symbolOpacity=1) if several else None
    # The domain in so many words: sorted, the scales of colours and of shapes would have a legend each.
    scale = alt.Scale(domain=list(methods))
    colour = alt.Color("method:N", scale=scale, legend=legend)
    shape = alt.Shape("method:N", scale=scale, legend=legend)
    base = data(points)
    ends = base.mark_rule(strokeWidth=1.5, opacity=0.5, aria=False).encode(x=x, y="low:Q", y2="high:Q", color=colour)
    lines = base.mark_line(strokeWidth=1.5, aria=False).encode(x=x, y=y, color=colour)
    marks = base.mark_point(size=70, filled=True, opacity=1).encode(
        x=x, y=y, color=colour, shape=shape, description="about:N"
    )
    chart = (ends + lines + marks).properties(width={"step": 54}, height=240)
    caption = "How many players' strategies are named rightly; lines are 95 % intervals. One in six would be chance."
    title = "Strategies named by simulation and by fingerprints" if several else "Strategies named by simulation"
    return draw("", "classify", title, caption, chart)
