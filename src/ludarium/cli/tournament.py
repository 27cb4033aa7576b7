"""`ludarium tournament GAME PLAYER PLAYER…`: stored games by a schedule, and what they say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import AsJson, GameName, Settings, plural, print_json, say
from ludarium.cli.running import Where, Workers, tell, watching, with_database

if TYPE_CHECKING:
    from ludarium.arena.plan.stopping import Rule


def command(
    game: GameName,
    players: Annotated[
        list[str], typer.Argument(metavar="PLAYER…", show_default=False, help="The players that meet each other.")
    ],
    schedule: Annotated[
        str,
        typer.Option(
            "--schedule",
            metavar="NAME",
            help="round-robin, gauntlet (the first against the field), one-of-each, two-and-two, self-play, "
            "rotation or fixed.",
        ),
    ] = "round-robin",
    rounds: Annotated[
        int | None,
        typer.Option(
            "--rounds",
            metavar="N",
            min=1,
            show_default=False,
            help="How often every line-up plays; 20 if neither this nor --games is given.",
        ),
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", min=1, show_default=False, help="How many games, instead.")
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="Another seed gives other games, and a new run.")
    ] = 0,
    settings: Settings = None,
    sweep: Annotated[
        list[str] | None,
        typer.Option("--sweep", metavar="KEY=V,V,…", help="Play under each of these settings; may be repeated."),
    ] = None,
    until_width: Annotated[
        str | None,
        typer.Option(
            "--until-width", metavar="WIDTH", help="Stop once every 95 % interval is at most so wide, such as 2%."
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="ELO0,ELO1",
            help="Stop once it is clear whether the first player is ELO0 or ELO1 stronger than the second.",
        ),
    ] = None,
    alpha: Annotated[
        float | None,
        typer.Option("--alpha", metavar="P", show_default=False, help="Accepted chance of a wrong ELO1; 0.05."),
    ] = None,
    beta: Annotated[
        float | None,
        typer.Option("--beta", metavar="P", show_default=False, help="Accepted chance of a wrong ELO0; 0.05."),
    ] = None,
    workers: Workers = None,
    ray: Annotated[
        str | None, typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster: its address, or local.")
    ] = None,
    database: Where = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FOLDER", help="Write the report into a folder, too.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let players meet by a schedule. Games are stored as they come; the same command goes on where it stopped."""
    from ludarium.arena.plan.tournament import read_sweep
    from ludarium.arena.run.contests import tournament_plan
    from ludarium.arena.run.stored import StoredRun
    from ludarium.engine.errors import BadParameter
    from ludarium.engine.parameters import read_settings
    from ludarium.store.database import Database

    if ray is not None and workers is not None:
        raise BadParameter("--ray plays on a cluster, --workers here: give one of them")
    if report is not None:
        from ludarium.arena.report import check_place

        check_place(report)
    rule = _read_rule(until_width, sprt, alpha, beta)
    plan = tournament_plan(
        game,
        players,
        schedule=schedule,
        rounds=rounds,
        games=games,
        seed=seed,
        settings=read_settings(settings or []),
        sweep=read_sweep(sweep or []),
        rule=rule,
    )
    with Database.open(database) as store, watching() as progress:
        stored = StoredRun.begin(store, plan, rule).play(workers=workers, ray=ray, progress=progress)
        page = None if report is None else report / stored.report(report).name
    if as_json:
        print_json(stored.to_dict())
        return
    tell(stored)
    say(f"Run {stored.short}, {plural(stored.games, 'game')}.")
    say(f"  the report:  {page or with_database(f'ludarium report {stored.short}', database)}")
    say(f"  a game:      {with_database(f'ludarium replay {stored.short}:0', database)}")


def _read_rule(until_width: str | None, sprt: str | None, alpha: float | None, beta: float | None) -> Rule | None:
    from ludarium.arena.plan import stopping
    from ludarium.engine.errors import BadParameter

    if until_width is not None and sprt is not None:
        raise BadParameter("--until-width and --sprt both say when to stop: give one of them")
    if sprt is None and (alpha is not None or beta is not None):
        raise BadParameter("--alpha and --beta belong to --sprt ELO0,ELO1")
    if until_width is not None:
        return stopping.until_width(_read_width(until_width))
    if sprt is None:
        return None
    try:
        low, high = (float(word) for word in sprt.split(","))
    except ValueError:
        raise BadParameter(f"--sprt {sprt}: expected two differences in Elo points, such as 0,20") from None
    return stopping.Sprt.of_elo(low, high, alpha=0.05 if alpha is None else alpha, beta=0.05 if beta is None else beta)


def _read_width(text: str) -> float:
    from ludarium.engine.errors import BadParameter

    number, percent, rest = text.strip().partition("%")
    try:
        if rest:
            raise ValueError
        return float(number) / 100 if percent else float(number)
    except ValueError:
        raise BadParameter(f"--until-width {text}: expected a width such as 2% or 0.02") from None
