"""`ludarium design run`: search for games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.common import AsJson, Seed, print_json, seed_or_fresh
from ludarium.cli.design.common import Ray, Seconds, Threads, carry_on, measured, tell


def command(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", show_default=False, help="A new folder; every candidate is kept there with its games."
        ),
    ],
    method: Annotated[str, typer.Option("--method", metavar="NAME", help="ga, random or map-elites.")] = "ga",
    space: Annotated[
        str, typer.Option("--space", metavar="NAME", help="Where to search; see `ludarium design space`.")
    ] = "source",
    seed: Seed = None,
    children: Annotated[int, typer.Option("--children", metavar="N", min=1, help="Candidates to try.")] = 500,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Games of each candidate.")] = 100,
    budget: Annotated[
        int | None,
        typer.Option(
            "--budget",
            metavar="N",
            min=1,
            show_default="40",
            help="Iterations of tree search, or nodes of minimax, a decision.",
        ),
    ] = None,
    seconds: Seconds = None,
    player: Annotated[
        str,
        typer.Option("--player", metavar="NAME", help="Who plays the games: mcts, minimax (alpha-beta) or quiescence."),
    ] = "mcts",
    solve: Annotated[
        int,
        typer.Option(
            "--solve", metavar="N", min=0, help="Positions that a solver may search to prove a game first; 0: none."
        ),
    ] = 0,
    early: Annotated[
        bool,
        typer.Option("--early/--no-early", help="Stop the games of candidates that will not get in."),
    ] = True,
    risk: Annotated[
        float,
        typer.Option(
            "--risk", metavar="P", help="Stop candidates that get in with a chance below P; 0: only if it is certain."
        ),
    ] = 0.001,
    sensible: Annotated[
        bool,
        typer.Option("--sensible", help="Try no game in which the analysis of its rules finds fault."),
    ] = False,
    axes: Annotated[
        str, typer.Option("--axes", metavar="A,B", help="The two metrics of a MAP-Elites map.")
    ] = "length,branching",
    ratings: Annotated[
        Path | None,
        typer.Option(
            "--ratings", metavar="FILE", help="People's ratings of games: CSV with game, mean (0 to 1) and count."
        ),
    ] = None,
    ratings_weight: Annotated[
        float,
        typer.Option("--ratings-weight", metavar="W", min=0, max=1, help="How much of the fitness they decide."),
    ] = 0.5,
    workers: Threads = None,
    ray: Ray = None,
    as_json: AsJson = False,
) -> None:
    """Search for games. The same seed finds the same games at any number of workers; a stopped run can be resumed."""
    from ludarium.design.folder import Folder
    from ludarium.design.ratings import NO_RATINGS, read_ratings
    from ludarium.design.report.folder import to_dict
    from ludarium.design.report.told import Told
    from ludarium.design.settings import BUDGET, Settings

    settings = Settings(
        method=method,
        space=space,
        seed=seed_or_fresh(seed),
        children=children,
        games=games,
        player=player,
        budget=measured(seconds, budget, player) if seconds is not None else budget or BUDGET,
        early=early,
        risk=risk,
        solve=solve,
        sensible=sensible,
        axes=tuple(part.strip().replace("-", "_") for part in axes.split(",")),
        ratings=read_ratings(ratings, ratings_weight) if ratings else NO_RATINGS,
    )
    carry_on(Folder.create(folder, settings), workers=workers, ray=ray)
    told = Told.read(folder)
    if as_json:
        print_json(to_dict(told))
    else:
        tell(told)
