"""`ludarium design trust`: do games stay balanced with more thinking, and can they be solved?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.common import AsJson, Seed, print_json, seed_or_fresh, side
from ludarium.cli.design.common import Threads, print_shown


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
    player: Annotated[
        str | None,
        typer.Option(
            "--player", metavar="NAME", help="mcts or minimax; by default the run's, or mcts.", show_default=False
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
    from ludarium.design.folder import TRUST, Folder
    from ludarium.design.report.told import Told, trusts
    from ludarium.design.settings import BUDGET
    from ludarium.design.trust import check
    from ludarium.engine.errors import BadParameter
    from ludarium.games.rulesets.ruleset import RuleSet

    try:
        multiples = [int(word) for word in factors.split(",")]
    except ValueError:
        raise BadParameter(f"--factors {factors}: expected growing whole numbers, such as 1,4,16,64") from None
    seed = seed_or_fresh(seed)
    found = []
    for text in given:
        told = Told.read(Path(text)) if Path(text).is_dir() else None
        names = [line["game"] for line in told.best(best)] if told else [text]
        iterations = budget or (told.settings.budget if told else BUDGET)
        search = player or (told.settings.player if told else "mcts")
        checked = []
        for name in names:
            rules = RuleSet.read(name)
            if side().is_terminal:
                side().print(f"{rules.short_form} …", markup=False)
            checked.append(
                check(
                    rules,
                    budget=iterations,
                    player=search,
                    games=games,
                    seed=seed,
                    factors=multiples,
                    limit=solve,
                    workers=workers,
                )
            )
        if told:
            fresh = {trust.game for trust in checked}
            kept = [trust for trust in told.trust if trust.game not in fresh]
            Folder.open(told.path).note(TRUST, [trust.to_dict() for trust in [*kept, *checked]])
        found += checked
    if as_json:
        print_json([trust.to_dict() for trust in found])
    else:
        print_shown(trusts(found))
