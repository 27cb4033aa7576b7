"""What the commands that play runs share: their options, the progress, stored runs and what they found."""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludarium.cli.common import out, plural, say, side

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from ludarium.arena.metrics.study import Study
    from ludarium.arena.plan.stopping import Rule
    from ludarium.arena.plan.tournament import Plan
    from ludarium.arena.run.session import Session
    from ludarium.arena.stats.findings import Findings
    from ludarium.arena.stats.tally import Tally
    from ludarium.store.runs import Run

Workers = Annotated[
    int | None,
    typer.Option("--workers", metavar="N", min=1, help="Processes; by default as many as are worth while."),
]
Where = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="PATH_OR_URL",
        show_default=False,
        help="Where results are kept: a file, or postgresql://…; by default $LUDARIUM_DATABASE or a file of yours.",
    ),
]

_SCORE_SECONDS = 0.5
"""How often the score is worked out again for people to see."""
_SHOWN_PLAYERS = 3


# --- progress ---------------------------------------------------------------------------------------------------------


class Bar:
    """The progress of games on standard error, if that is a terminal: rate, time left and the score."""

    def __init__(self, progress: Progress, task: TaskID, shown: bool) -> None:
        self._progress, self._task, self._shown = progress, task, shown
        self._next_score = 0.0

    def begin(self, done: int) -> None:
        """So many games were there before; the rate is that of the further ones."""
        self._progress.reset(self._task, completed=done)

    def advance(self, games: int, tallies: list[Tally], *, words: str = "", total: int | None = None) -> None:
        """So many further games are done. `words` replace the score, `total` what was expected."""
        self._progress.update(self._task, advance=games, total=total)
        if self._shown and monotonic() >= self._next_score:
            self._progress.update(self._task, description=words or score_words(tallies))
            self._next_score = monotonic() + _SCORE_SECONDS


@contextmanager
def progress_bar(total: int | None) -> Iterator[Bar]:
    """The progress of some games; without a total nobody knows yet how many it takes."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.1f} games/s" if task.speed else "")

    columns = (
        BarColumn(30),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        TextColumn("{task.description}", markup=False),
    )
    shown = side().is_terminal
    # Standard output stays what it is: players and libraries that are loaded meanwhile may keep hold of it.
    with Progress(
        *columns, console=side(), transient=True, disable=not shown, redirect_stdout=False, redirect_stderr=False
    ) as progress:
        yield Bar(progress, progress.add_task("setting up (compiling, the first time)", total=total), shown)


def score_words(tallies: list[Tally]) -> str:
    """The score in a few words: of many players or settings, who leads."""
    from ludarium.arena.stats.statistics import rate

    (first, *others) = tallies
    if not others and len(first.plan.players) <= _SHOWN_PLAYERS:
        return first.score
    rates: list[float] = []
    for player in range(len(first.plan.players)):
        counted = [tally.outcomes()[0][player] for tally in tallies]
        games = sum(outcomes.total() for outcomes in counted)
        wins, ties = (sum(outcomes[word] for outcomes in counted) for word in ("win", "tie"))
        rates.append(rate(wins, ties, games) if games else 0.0)
    leading = sorted(range(len(rates)), key=lambda player: -rates[player])[:_SHOWN_PLAYERS]
    return ", ".join(f"{first.plan.players[player]} {rates[player]:.1%}" for player in leading)


# --- playing a stored run ---------------------------------------------------------------------------------------------


def play_stored(session: Session, *, workers: int | None, ray: str | None = None) -> None:
    """Play a session of a stored run to its end; says what was there before, and how to go on when stopped."""
    run, plan = session.run, session.plan
    assert run is not None
    there = run.count()
    limit = None if session.watch is not None else plan.games
    of = "" if limit is None else f" of {limit:,}"
    if there:
        _remark(f"Going on with run {run.short}: {min(there, limit or there):,}{of} games are there already.")
    try:
        with progress_bar(limit) as bar, closing(session.play(workers=workers, ray=ray)) as further:
            resumed = 0
            for games in further:
                if session.resumed != resumed:
                    resumed = session.resumed
                    bar.begin(session.games)
                else:
                    bar.advance(games, session.tallies, **_expectation(session))
    except KeyboardInterrupt:
        _remark(
            f"Stopped: {run.count():,}{of} games are stored in run {run.short}; the same command goes on from there."
        )
        raise


def _expectation(session: Session) -> dict[str, Any]:
    """What the rule says about how far it still is."""
    verdict = session.watch.verdict if session.watch is not None else None
    if verdict is None:
        return {}
    widest, width = verdict.figures.get("widest"), verdict.figures.get("width")
    # An interval is half as wide after four times the games.
    total = int(verdict.games * (widest / width) ** 2) if widest and width else None
    return {"words": verdict.reason, "total": total}


def _remark(text: str) -> None:
    side().print(text, markup=False, soft_wrap=True)


# --- stored runs ------------------------------------------------------------------------------------------------------


def rule_of(data: Mapping[str, Any] | None) -> Rule | None:
    """The rule that a stored plan has beside its games: `{"until_width": 0.02}` or `{"sprt": [0, 20], "alpha": …}`."""
    from ludarium.arena.plan.stopping import Sprt, until_width

    if not data:
        return None
    if "until_width" in data:
        return until_width(data["until_width"])
    return Sprt.of_elo(*data["sprt"], alpha=data["alpha"], beta=data["beta"])


def rule_options(data: Mapping[str, Any] | None) -> list[str]:
    """The words of a command line that ask for this rule."""
    if not data:
        return []
    if "until_width" in data:
        return ["--until-width", f"{data['until_width']:.10g}"]
    low, high = data["sprt"]
    return ["--sprt", f"{low:g},{high:g}", "--alpha", f"{data['alpha']:g}", "--beta", f"{data['beta']:g}"]


def plan_of(run: Run) -> Plan:
    """The plan of a stored run."""
    from ludarium.arena.plan.ladder import KIND, LadderPlan
    from ludarium.arena.plan.tournament import Plan
    from ludarium.engine.errors import LudariumError

    plan = (LadderPlan if run.kind == KIND else Plan).from_dict(run.plan)
    if plan.tables[0].version != run.rules:
        raise LudariumError(
            f"run {run.short} was played by rules version {run.rules} of {run.game}, "
            f"here is version {plan.tables[0].version}: its games cannot be counted under these rules"
        )
    return plan


def recounted(run: Run) -> Session:
    """A session that has counted the stored games of a run as its command would, and plays none."""
    from ludarium.arena.run.session import Session

    session = Session(plan_of(run), run=run, rule=rule_of(run.plan.get("rule")))
    session.recount()
    return session


def findings_of(session: Session, measured: Study | None = None) -> Findings:
    """What the games of a session say, and what the game is like where that was measured."""
    from ludarium.arena.plan.ladder import LadderPlan
    from ludarium.arena.stats.findings import analyse, command_of

    plan = session.plan
    rule = session.run.plan.get("rule") if session.run is not None else None
    if isinstance(plan, LadderPlan):
        settings = [word for name, value in plan.settings.items() for word in ("--set", f"{name}={value}")]
        command = shlex.join(["ludarium", "ladder", plan.game, *plan.players, "--games", str(plan.games), *settings])
    else:
        command = " ".join([command_of(plan), *map(shlex.quote, rule_options(rule))])
    return analyse(
        plan,
        session.tallies,
        session.seconds,
        metrics=measured.metrics if measured else None,
        depth=measured.depth if measured else None,
        command=command,
    )


def write_up(session: Session, findings: Findings, folder: Path) -> Path:
    """Write the report of a session with a table of its games; gives the path of the page."""
    from ludarium.arena.report import write_report

    assert session.run is not None
    # By a rule, a prefix of the games counts; what was in flight when it decided does not.
    last = session.plan.games if session.watch is None else session.games
    return write_report(findings, folder, session.run.games(stop=last))


def tell(session: Session, findings: Findings) -> None:
    """Print the findings, and what the rule said."""
    from ludarium.cli.findings_view import render

    for part in render(findings):
        out().print(part)
    say()
    if session.watch is None:
        return
    verdict = session.watch.verdict
    if verdict is None or not verdict.stop:
        said = f": {verdict.reason}" if verdict is not None else ""
        say(f"No decision after {plural(session.games, 'game')}{said}.", style="bold")
        return
    say(f"Decided after {plural(verdict.games, 'game')}: {verdict.reason}.", style="bold")
    for warning in verdict.warnings:
        say(f"Beware: {warning}.", style="yellow")


def to_dict(session: Session, findings: Findings) -> dict[str, Any]:
    """The findings as plain values, with the run's id and what the rule said."""
    assert session.run is not None
    verdict = session.watch.verdict if session.watch is not None else None
    said = {"verdict": dataclasses.asdict(verdict)} if verdict is not None else {}
    return {"run": session.run.short, **findings.to_dict(), **said}


def with_database(line: str, where: str | None) -> str:
    """A command line that finds what was stored by this one."""
    return line if where is None else f"{line} --database {shlex.quote(where)}"
