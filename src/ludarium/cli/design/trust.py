"""`ludarium design trust`: do games stay balanced with more thinking, and can they be solved?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ludarium.cli.common import AsJson, Seed, print_json, seed_or_fresh, side
from ludarium.cli.design.common import Seconds, Threads, measured, print_shown


def command(
    given: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME_OR_FOLDER…",
            show_default=False,
            help="Games as short forms in quotes, or the folder of a run, whose fittest games are then checked.",
        ),
    ],
    budget: Annotated[
        int | None, typer.Option("--budget", metavar="N", min=1, help="Iterations at 1×; by default the run's, or 40.")
    ] = None,
    seconds: Seconds = None,
    player: Annotated[
        str | None,
        typer.Option(
            "--player",
            metavar="NAME",
            help="mcts, minimax or quiescence; by default the run's, or mcts.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Games at each budget.")] = 100,
    factors: Annotated[str, typer.Option("--factors", metavar="N,N,…", help="Multiples of the budget.")] = "1,4,16,64",
    solve: Annotated[
        int, typer.Option("--solve", metavar="N", min=0, help="Positions that the solver may search; 0: none.")
    ] = 5_000_000,
    best: Annotated[int, typer.Option("--best", metavar="N", min=1, help="How many of a run's fittest games.")] = 5,
    seed: Seed = None,
    workers: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Replay games at 1, 4, 16 and 64 times the thinking, and try to prove them; a run's folder keeps the outcome."""
    from ludarium.design.report.told import Told, trusts
    from ludarium.design.settings import BUDGET
    from ludarium.design.trust import check
    from ludarium.engine.errors import BadParameter
    from ludarium.games.rulesets.ruleset import RuleSet

    try:
        multiples = [int(word) for word in factors.split(",")]
    except ValueError:
        raise BadParameter(f"--factors {factors}: expected growing whole numbers, such as 1,4,16,64") from None
    options: dict[str, Any] = {
        "games": games,
        "seed": seed_or_fresh(seed),
        "factors": multiples,
        "limit": solve,
        "workers": workers,
    }
    found = []
    for text in given:
        told = Told.read(Path(text)) if Path(text).is_dir() else None
        if seconds is not None:
            budget = measured(seconds, budget, player or (told.settings.player if told else "mcts"))
            seconds = None
        if told is not None:
            found += told.check_trust(best, budget=budget, player=player, progress=_tell_next, **options)
        else:
            rules = RuleSet.read(text)
            _tell_next(rules.short_form)
            found.append(check(rules, budget=budget or BUDGET, player=player or "mcts", **options))
    if as_json:
        print_json([trust.to_dict() for trust in found])
    else:
        print_shown(trusts(found))


def _tell_next(game: str) -> None:
    if side().is_terminal:
        side().print(f"{game} …", markup=False)
