"""`ludarium jostle table`: every basic strategy alone and with each symbiont, measured."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludarium.cli.common import AsJson, Seed, Settings, out, plural, print_json, say, seed_or_fresh, table, the_game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludarium.games.jostle.measures import Games
    from ludarium.games.jostle.published import Judgement

_DIGITS = {"given": 3, "taken": 3, "turns": 1}
_WIDE = 120
"""Columns of a terminal that has room for figures and what is uncertain about them side by side."""


class Order(Enum):
    """How the pieces of the measured strategy are compared."""

    KEY = "key"
    FIELD = "field"
    ID = "id"


def command(
    against: Annotated[
        str, typer.Option("--against", metavar="STRATEGY", help="Who sits at all other seats.")
    ] = "RANDOMIZER",
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=2, help="Games of each strategy; it takes every seat in turn.")
    ] = 3000,
    order: Annotated[
        Order,
        typer.Option(
            "--order", help="How pieces are compared: by every element, or by the source's walk through a list."
        ),
    ] = Order.KEY,
    seed: Seed = None,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Measure what each combination of strategies does, and what the source says in words about them."""
    from ludarium.cli.running import progress_bar
    from ludarium.games.jostle.published import COMBINATIONS, COMPARISONS, judge, measured
    from ludarium.games.jostle.strategies.composed import Strategy

    rivals = str(Strategy.read(against))
    game, seed = the_game("jostle", settings), seed_or_fresh(seed)
    played = {}
    with progress_bar(games * len(COMBINATIONS)) as shown:
        for strategy in COMBINATIONS:
            played[strategy] = measured(game, strategy, rivals=rivals, games=games, seed=seed, order=order.value)
            shown.advance("games", games)
    judgements = [judge(comparison, played, len(COMPARISONS)) for comparison in COMPARISONS]
    if as_json:
        print_json({"order": order.value, **_plain(played, judgements, rivals, games, seed)})
        return
    walked = "" if order == Order.KEY else f", order={order.value} where ADVANCER and PALS rank"
    say(
        f"{plural(games, 'game')} of each strategy against {rivals}{walked}, seats in turn, seed {seed}; "
        "± is half of 95 %"
    )
    _show(played)
    say()
    _tell(judgements)


def _show(played: Mapping[str, Games]) -> None:
    from ludarium.games.jostle.published import MEASURES, SHOWN, figure, win_rate

    shown = table("strategy", "wins, %", *SHOWN, numbers=" ".join(SHOWN))
    shown.columns[0].overflow = "fold"
    shown.columns[1].justify = "right"
    for strategy, games in played.items():
        wins = win_rate(games)
        found = {name: figure(games, name) for name in SHOWN}
        cells = (_cell(one.value, one.reach, _DIGITS.get(name, 2)) for name, one in found.items())
        shown.add_row(strategy, _cell(100 * wins.value, 100 * wins.reach, 1), *cells)
    out().print(shown)
    say("; ".join(f"{name}: {MEASURES[name].words}" for name in SHOWN) + ".")


def _cell(value: float, reach: float, digits: int) -> str:
    between = "" if out().width >= _WIDE else "\n"
    return f"{value:.{digits}f}{between}±{reach:.{digits}f}"


def _tell(judgements: list[Judgement]) -> None:
    say("What the source says of them:", style="bold")
    shown = table("claim", "holds", "measured")
    for judgement in judgements:
        shown.add_row(judgement.comparison.what, judgement.answer, str(judgement))
    out().print(shown)
    say(f"p by game, two-sided, corrected for {len(judgements)} claims (Bonferroni); not shown: p is not below 0.05.")


def _plain(
    played: Mapping[str, Games], judgements: list[Judgement], rivals: str, games: int, seed: int
) -> dict[str, Any]:
    from ludarium.games.jostle.published import MEASURES, figure, win_rate

    return {
        "against": rivals,
        "games": games,
        "seed": seed,
        "measures": {name: measure.words for name, measure in MEASURES.items()},
        "strategies": [
            {
                "strategy": strategy,
                "wins": win_rate(found).to_dict(),
                **{name: figure(found, name).to_dict() for name in MEASURES},
            }
            for strategy, found in played.items()
        ],
        "claims": [
            {
                "where": judgement.comparison.where,
                "what": judgement.comparison.what,
                "holds": judgement.answer,
                "measured": str(judgement),
                "p": judgement.p,
            }
            for judgement in judgements
        ],
    }
