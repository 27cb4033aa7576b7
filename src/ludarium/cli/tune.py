"""`ludarium tune GAME PLAYER… --parameter NAME=LOW..HIGH`: which settings make a game fair and ring-shaped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import AsJson, GameName, Settings, out, plural, print_json, say, table
from ludarium.cli.running import Where, Workers, remark, with_database

if TYPE_CHECKING:
    from ludarium.arena.tune.tuned import Tuned

_SHOWN_TRIALS = 5
_SHOWN_REFUSALS = 3


def command(
    game: GameName,
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER…", show_default=False, help="The players that meet each other; a single one meets itself."
        ),
    ],
    parameter: Annotated[
        list[str],
        typer.Option(
            "--parameter",
            metavar="NAME=LOW..HIGH",
            show_default=False,
            help="What to search, may be repeated: a range, whole numbers in steps (NAME=4..12:2), or NAME=a,b,c.",
        ),
    ],
    objective: Annotated[
        list[str] | None,
        typer.Option(
            "--objective",
            metavar="NAME[:WEIGHT]",
            show_default=False,
            help="balance, decisive, ring, first-seat or length=N; may be repeated, with weights. "
            "By default balance, decisive and, from three players on, ring.",
        ),
    ] = None,
    trials: Annotated[int, typer.Option("--trials", metavar="N", min=1, help="How many settings are tried.")] = 30,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="Games of each pair of players in a trial.")
    ] = 100,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Another seed gives other games and trials.")] = 0,
    settings: Settings = None,
    workers: Workers = None,
    database: Where = None,
    as_json: AsJson = False,
) -> None:
    """Search a game's parameters for the best game. Games are stored; the same command goes on where it stopped."""
    from ludarium.api.progress import watching
    from ludarium.api.tuning import carried_out
    from ludarium.arena.tune.tuning import prepare
    from ludarium.engine.parameters import read_settings
    from ludarium.store.database import Database

    search = prepare(
        game,
        players,
        parameter,
        objective or (),
        trials=trials,
        games=games,
        seed=seed,
        settings=read_settings(settings or []),
    )
    with Database.open(database) as store:
        try:
            with watching(None) as shown:
                found = carried_out(search, store, shown, workers)
        except KeyboardInterrupt:
            done = plural(shown.tasks["trials"].done, "trial")
            remark(f"Stopped after {done}: the games are stored, and the same command goes on from there.")
            raise
    if as_json:
        print_json(found.to_dict())
    else:
        _report(found, database)


def _number(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


# --- the report -------------------------------------------------------------------------------------------------------


def _report(found: Tuned, database: str | None) -> None:
    from ludarium.arena.tune.objectives import formula

    search, best = found.search, found.best
    assert best.games is not None
    each = f"{plural(best.games.results.games, 'game')} each, seed {search.seed}"
    say(f"{search.game}: {plural(len(found.trials), 'setting')} tried, {each}", style="bold")
    say(f"score = {formula(search.objectives)}; " + "; ".join(f"{o.name}: {o.kind.meaning}" for o in search.objectives))
    say()
    _report_trials(found)
    say()
    say(f"Best: {best.words}", style="bold")
    _report_best(found)
    say()
    _report_effects(found)
    refused = found.refused
    if refused:
        say(f"{plural(len(refused), 'setting')} could not be played:")
        for trial in refused[:_SHOWN_REFUSALS]:
            say(f"  {trial.words}: {trial.refused}")
    for warning in found.warnings:
        say(f"Beware: {warning}.", style="yellow")
    say(f"  verify:      {with_database(found.verify, database)}")
    if best.run:
        say(f"  its games:   {with_database(f'ludarium report {best.run}', database)}")


def _report_trials(found: Tuned) -> None:
    names = [axis.name for axis in found.search.axes]
    figures = [objective.name for objective in found.search.objectives]
    scored = sorted((t for t in found.trials if t.score is not None), key=lambda t: (-(t.score or 0), t.number))
    listed = scored[:_SHOWN_TRIALS]
    if found.usual is not None and found.usual not in listed:
        listed.append(found.usual)
    shown = table("trial", *names, "score", *figures, "", numbers=" ".join(["trial", *names, "score", *figures]))
    for trial in listed:
        shown.add_row(
            str(trial.number + 1),
            *(_number(trial.setting[name]) for name in names),
            f"{trial.score:.3f}",
            *(f"{figure:.3f}" for figure in trial.figures),
            "the game's own" if trial.usual else "",
        )
    out().print(shown)


def _report_best(found: Tuned) -> None:
    objectives = found.search.objectives
    shown = table("", "value", "95 %", numbers="value")
    rows = [*zip([o.name for o in objectives], found.best.figures, strict=True), ("score", found.best.score or 0.0)]
    for (name, value), (low, high) in zip(rows, found.intervals, strict=True):
        if name != "score" or len(objectives) > 1:
            shown.add_row(name, f"{value:.3f}", f"{low:.3f} – {high:.3f}")
    for seat in found.seats.seats if found.seats is not None else ():
        shown.add_row(f"seat {seat.seat + 1}", f"{seat.rate:.1%}", f"{seat.low:.1%} – {seat.high:.1%}")
    for pair in found.matchups.pairs if found.matchups is not None else ():
        names = found.search.players
        who = f"{names[pair.first]} against {names[pair.second]}"
        shown.add_row(who, f"{pair.rate:.1%}", f"{pair.low:.1%} – {pair.high:.1%}")
    mean, low, high = found.length
    shown.add_row("length", f"{mean:.1f}", f"{low:.1f} – {high:.1f}")
    out().print(shown)
    if found.rivals:
        say(f"{plural(found.rivals, 'other setting')} scored within its interval: they are not told apart yet.")


def _report_effects(found: Tuned) -> None:
    figures = [objective.name for objective in found.search.objectives]
    numbers = ["trials", "mean", "least", "most", *(figures if len(figures) > 1 else [])]
    shown = table("parameter", "value", *numbers, numbers=" ".join(numbers))
    for effect in found.effects:
        share = "" if effect.share is None else f" ({effect.share:.0%})"
        for place, row in enumerate(effect.rows):
            shown.add_row(
                f"{effect.parameter}{share}" if place == 0 else "",
                row.label,
                str(row.trials),
                *(f"{figure:.3f}" for figure in (row.mean, row.least, row.most)),
                *(f"{figure:.3f}" for figure in (row.figures if len(figures) > 1 else ())),
            )
    out().print(shown)
    if any(effect.share is not None for effect in found.effects):
        say("In brackets: the share of the scores' variance that the parameter explains (adjusted η²).")
