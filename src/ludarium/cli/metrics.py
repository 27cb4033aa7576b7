"""`ludarium metrics GAME`: what kind of game it is, in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import (
    AsJson,
    GameName,
    Seed,
    Settings,
    out,
    plural,
    print_json,
    say,
    seed_or_fresh,
    table,
    the_game,
)

if TYPE_CHECKING:
    from ludarium.arena.metrics import Depth, Estimate, Measured, Metrics

_ALWAYS = {
    "length": "plies: decisions of all seats",
    "branching": "legal moves a decision",
    "agency": "decisions with more than one legal move",
}
_BETWEEN_SEATS = {
    "completion": "games with a winner",
    "drawishness": "games without one",
    "balance": "1 − largest difference of two seats' rates",
    "first_seat_advantage": "the first seat's rate less the others'",
    "lead_changes": "turns in which the lead passes on",
    "drama": "how far the winner was behind, when it was",
    "decisiveness": "when the loser last led, start 0 to end 1",
    "killer_moves": "the largest gain of lead by one move",
    "permanence": "1 − the mean change of the gain",
    "late_uncertainty": "turns with a lead below even growth",
}
_BOARD = {"coverage": "cells ever occupied"}


def command(
    game: GameName,
    player: Annotated[
        str | None,
        typer.Option(
            "--player",
            metavar="TEXT",
            show_default=False,
            help="Who takes all seats; by default a search that suits the game, with a modest budget.",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="Games for the metrics, and for each step of the depth.")
    ] = 100,
    budgets: Annotated[
        str | None,
        typer.Option(
            "--budgets",
            metavar="N,N,…",
            show_default=False,
            help="Multiples of the player's iterations for the depth, by default 1,2,4,8; a single one leaves it out.",
        ),
    ] = None,
    restricted: Annotated[
        str | None,
        typer.Option("--restricted", metavar="TEXT", help="A restricted player to be compared with the full one."),
    ] = None,
    playouts: Annotated[
        int | None,
        typer.Option(
            "--playouts",
            metavar="K",
            min=1,
            help="Say who leads by K games played on from each position, not by the game's own evaluation.",
        ),
    ] = None,
    seed: Seed = None,
    settings: Settings = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", min=1, help="Processes; by default as many as are worth while."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure a game: length, choices, balance, drama, depth and more, from games of one player against itself."""
    from ludarium.api import measuring

    found = measuring.metrics(
        the_game(game, settings),
        player,
        games=games,
        budgets=None if budgets is None else _read_budgets(budgets),
        restricted=restricted,
        playouts=playouts,
        seed=seed_or_fresh(seed),
        workers=workers,
    )
    if as_json:
        print_json(found.to_dict())
    else:
        _report(found)


def _read_budgets(text: str) -> list[int]:
    from ludarium.engine.errors import BadParameter

    try:
        return [int(word) for word in text.split(",")]
    except ValueError:
        raise BadParameter(f"--budgets {text}: expected whole numbers with commas, such as 1,2,4,8") from None


def _report(found: Measured) -> None:
    metrics = found.metrics
    say(f"{found.game.describe()}: {plural(metrics.games, 'game')} of {found.player}, seed {found.seed}")
    if metrics.seats > 1:
        say(f"Who leads: {found.evaluator}.")
    say()
    _report_metrics(metrics)
    say()
    _report_seats(metrics)
    if metrics.seats > 1:
        say()
        _report_depth(found.depth, found.depth_reason)
        if found.restricted:
            who, rate = found.restricted
            say(f"restricted play: {who} scores {_number(rate.value)} ({_interval(rate)}) against {found.player}")
        _report_overall(found)
    for warning in found.warnings:
        say(f"Beware: {warning}.", style="yellow")


def _report_metrics(metrics: Metrics) -> None:
    shown = table("metric", "value", "95 %", "spread", "range", "meaning", numbers="value spread")
    names = dict(_ALWAYS)
    if metrics.turns != metrics.length:
        names["turns"] = "moves made at once count as one turn"
    if metrics.seats > 1:
        names |= _BETWEEN_SEATS | _BOARD
    elif metrics.coverage.value is not None:
        names |= _BOARD
    for name, meaning in names.items():
        estimate: Estimate = getattr(metrics, name)
        reach = f"{_number(estimate.least)} – {_number(estimate.most)}" if estimate.least is not None else ""
        known = meaning if estimate.value is not None else f"not available: {estimate.reason}"
        spread = "" if estimate.spread is None else _number(estimate.spread)
        shown.add_row(name.replace("_", " "), _number(estimate.value), _interval(estimate), spread, reach, known)
    out().print(shown)


def _report_seats(metrics: Metrics) -> None:
    if metrics.seats == 1:
        (points,) = metrics.points
        say(f"{_number(points.value)} points on average ({_interval(points)})")
        return
    shown = table("seat", "rate", "95 %", "points", "95 % ", numbers="rate points")
    for seat, (rate, points) in enumerate(zip(metrics.rates, metrics.points, strict=True), 1):
        shown.add_row(str(seat), _number(rate.value), _interval(rate), _number(points.value), _interval(points))
    out().print(shown)


def _report_depth(depth: Depth | None, reason: str) -> None:
    if depth is None:
        say(f"depth: not available: {reason}")
        return
    shown = table("more thinking", "less", "rate", "95 %", numbers="rate")
    for link in depth.links:
        shown.add_row(link.stronger, link.weaker, _number(link.rate.value), _interval(link.rate))
    out().print(shown)
    steps = plural(len(depth.links), "step")
    say(f"depth: {depth.depth} of {steps} in a row won in more than 60 % (by the intervals {depth.low} – {depth.high})")


def _report_overall(found: Measured) -> None:
    overall = found.overall
    if overall.closed:
        say(f"overall: 0, since {' and '.join(overall.closed)}")
    elif overall.value is None:
        say(f"overall: not available: {overall.reason}")
    else:
        parts = ", ".join(f"{name.replace('_', ' ')} {value:.2f}" for name, value in overall.parts.items())
        say(f"overall: {overall.value:.3f}, the harmonic mean of {parts}")


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    # Whole numbers are counts, and shown as such.
    return str(value) if isinstance(value, int) else f"{value:.{2 if abs(value) >= 10 else 3}f}"


def _interval(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return ""
    return f"{_number(estimate.low)} – {_number(estimate.high)}"
