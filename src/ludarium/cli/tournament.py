"""`ludarium tournament GAME PLAYER PLAYER…`: stored games by a schedule, and what they say."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludarium.cli.common import AsJson, GameName, Settings, plural, print_json, say
from ludarium.cli.running import (
    Where,
    Workers,
    findings_of,
    play_stored,
    rule_of,
    tell,
    to_dict,
    with_database,
    write_up,
)

if TYPE_CHECKING:
    from ludarium.arena.plan.tournament import Plan
    from ludarium.arena.run.session import Session

DEFAULT_ROUNDS = 20
MOST_GAMES = 1_000_000
"""Where a rule that never decides is stopped."""


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
            help=f"How often every line-up plays; {DEFAULT_ROUNDS} if neither this nor --games is given.",
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
    from ludarium.arena.plan.tournament import Plan, read_sweep
    from ludarium.arena.run.session import Session
    from ludarium.engine.errors import LudariumError
    from ludarium.engine.parameters import read_settings
    from ludarium.store.database import Database

    if rounds is not None and games is not None:
        raise LudariumError("--rounds and --games both say how long it is: give one of them")
    if ray is not None and workers is not None:
        raise LudariumError("--ray plays on a cluster, --workers here: give one of them")
    if report is not None:
        from ludarium.arena.report import check_place

        check_place(report)
    rule = _read_rule(until_width, sprt, alpha, beta)
    chosen = rule_of(rule)
    plan = Plan(
        game,
        tuple(players),
        1,
        seed,
        schedule,
        read_settings(settings or []),
        read_sweep(sweep or []),
        kind="tournament",
    )
    plan.check()
    _check_rule(plan, rule)
    plan = dataclasses.replace(plan, games=_length(plan, rounds, games, ruled=chosen is not None))
    with Database.open(database) as store:
        run = store.start_run({**plan.to_dict(), **({"rule": rule} if rule else {})})
        session = Session(plan, run=run, rule=chosen)
        play_stored(session, workers=workers, ray=ray)
        _tell(session, database, report, as_json=as_json)


def _length(plan: Plan, rounds: int | None, games: int | None, *, ruled: bool) -> int:
    if games is not None:
        return games
    if rounds is None and ruled:
        return MOST_GAMES
    return (rounds or DEFAULT_ROUNDS) * plan.round_length


def _read_rule(
    until_width: str | None, sprt: str | None, alpha: float | None, beta: float | None
) -> dict[str, Any] | None:
    from ludarium.engine.errors import BadParameter

    if until_width is not None and sprt is not None:
        raise BadParameter("--until-width and --sprt both say when to stop: give one of them")
    if sprt is None and (alpha is not None or beta is not None):
        raise BadParameter("--alpha and --beta belong to --sprt ELO0,ELO1")
    if until_width is not None:
        return {"until_width": _read_width(until_width)}
    if sprt is None:
        return None
    try:
        low, high = (float(word) for word in sprt.split(","))
    except ValueError:
        raise BadParameter(f"--sprt {sprt}: expected two differences in Elo points, such as 0,20") from None
    if not low < high:
        raise BadParameter(f"--sprt {sprt}: the lower difference comes first, such as 0,20")
    chances = {"alpha": 0.05 if alpha is None else alpha, "beta": 0.05 if beta is None else beta}
    return {"sprt": [low, high], **chances}


def _read_width(text: str) -> float:
    from ludarium.engine.errors import BadParameter

    number, percent, rest = text.strip().partition("%")
    try:
        if rest:
            raise ValueError
        return float(number) / 100 if percent else float(number)
    except ValueError:
        raise BadParameter(f"--until-width {text}: expected a width such as 2% or 0.02") from None


def _check_rule(plan: Plan, rule: dict[str, Any] | None) -> None:
    """Refuse rules that would never decide, or decide about something else."""
    from ludarium.engine.errors import LudariumError

    if rule is None:
        return
    if len(plan.sweep) > 1:
        raise LudariumError(
            "a rule of stopping needs games under one setting: run one tournament for each of the sweep"
        )
    if plan.seats == 1:
        raise LudariumError("a rule of stopping needs players that meet: this game has one seat")
    if plan.schedule == "self-play":
        raise LudariumError("a rule of stopping needs players that meet, and in self-play nobody does")
    if "sprt" in rule and len(plan.players) != 2:
        raise LudariumError(f"--sprt decides between two players, got {len(plan.players)}")


def _tell(session: Session, database: str | None, report: Path | None, *, as_json: bool) -> None:
    findings = findings_of(session)
    if report is not None:
        page = report / write_up(session, findings, report).name
    if as_json:
        print_json(to_dict(session, findings))
        return
    tell(session, findings)
    assert session.run is not None
    short = session.run.short
    say(f"Run {short}, {plural(session.games, 'game')}.")
    if report is None:
        say(f"  the report:  {with_database(f'ludarium report {short}', database)}")
    else:
        say(f"  the report:  {page}")
    say(f"  a game:      {with_database(f'ludarium replay {short}:0', database)}")
