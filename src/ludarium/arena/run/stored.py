"""A stored run as it counts. Command line, pages, reports and Python all read it here, and so say the same.

What counts is what the run's own command counts: games up to the planned number and, where a rule of stopping decided,
up to its decision. Games that were in flight then are stored, and left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from numbers import Integral
from pathlib import Path
from typing import Any

from ludarium.arena.metrics.measured import Measured, measured
from ludarium.arena.plan.ladder import KIND, LadderPlan
from ludarium.arena.plan.stopping import Rule, Verdict, rule_from
from ludarium.arena.plan.tournament import Plan
from ludarium.arena.report import shown, words
from ludarium.arena.report.charts import drawings
from ludarium.arena.report.drawing import Drawing
from ludarium.arena.report.folder import write_report
from ludarium.arena.report.tables import games_table, tables
from ludarium.arena.run.session import Progress, Session
from ludarium.arena.stats.findings import Findings, analyse, command_of
from ludarium.engine import markup
from ludarium.engine.charts import Charted, figures
from ludarium.engine.errors import LudariumError, RulesChanged
from ludarium.engine.game import Game
from ludarium.engine.record import Record
from ludarium.engine.tables import DataTable, Tabular
from ludarium.games import load
from ludarium.store.database import Database
from ludarium.store.faults import StoreError
from ludarium.store.games import StoredGame
from ludarium.store.runs import Run

_SHOWN_CHARTS = 2
"""Charts that a notebook shows unasked; `chart` has them all."""


class StoredRun(Tabular, Charted):
    """A run with its plan, its rule of stopping and the count of its games."""

    main_table = "games"

    def __init__(self, run: Run, plan: Plan, rule: Rule | None = None) -> None:
        """Nothing is counted yet: use `read` or `begin`."""
        self.run, self.plan, self.rule = run, plan, rule
        self.session = Session(plan, run=run, rule=rule)
        self._measured: Measured | None = None
        self._findings: Findings | None = None

    @classmethod
    def read(cls, run: Run) -> StoredRun:
        """What the stored games of a run say so far; nothing is played."""
        stored = cls(run, plan_of(run), rule_from(run.plan.get("rule")))
        stored.session.recount()
        return stored

    @classmethod
    def begin(cls, database: Database, plan: Plan, rule: Rule | None = None) -> StoredRun:
        """The run of a plan: a new one, or the one that the same plan began earlier. `play` takes it to its end."""
        extra = {} if rule is None else {"rule": rule.to_dict()}
        return cls(database.start_run(_as_stored(database, {**plan.to_dict(), **extra})), plan, rule)

    def play(
        self, *, workers: int | None = None, ray: str | None = None, progress: Progress | None = None
    ) -> StoredRun:
        """Count what is stored and play what is left."""
        self._findings = None
        self.session.run_to_end(workers=workers, ray=ray, progress=progress)
        return self

    # --- what there is ------------------------------------------------------------------------------------------------

    @property
    def short(self) -> str:
        """The run's id for people."""
        return self.run.short

    @property
    def games(self) -> int:
        """Games that count."""
        return self.session.games

    @property
    def verdict(self) -> Verdict | None:
        """What the rule said last; None without a rule, or before it first looked."""
        return self.session.watch.verdict if self.session.watch is not None else None

    @property
    def decision(self) -> tuple[str, ...]:
        """What the rule said in sentences, with what speaks against relying on it; nothing without a rule."""
        verdict = self.verdict
        if self.rule is None:
            return ()
        if verdict is None or not verdict.stop:
            said = f": {verdict.reason}" if verdict is not None else ""
            return (f"No decision after {_games(self.games)}{said}.",)
        warnings = (f"Beware: {warning}." for warning in verdict.warnings)
        return (f"Decided after {_games(verdict.games)}: {verdict.reason}.", *warnings)

    def counting(self) -> Iterator[StoredGame]:
        """The games that count, one by one."""
        # By a rule, a prefix of the games counts; what was in flight when it decided does not.
        return self.run.games(stop=self.plan.games if self.rule is None else self.games)

    # --- what it says -------------------------------------------------------------------------------------------------

    def measure(self, player: str, games: int = 60) -> Measured:
        """Let a player play the game to measure it: its metrics and depth join the findings."""
        self._measured = measured(self.plan.tables[0], player, games=games, seed=self.plan.seed)
        self._findings = None
        return self._measured

    @property
    def findings(self) -> Findings:
        """All statistics of the games that count."""
        if not self.games:
            raise LudariumError(f"run {self.short} has no games yet: play it first")
        if self._findings is None:
            self._findings = analyse(
                self.plan,
                self.session.tallies,
                self.session.seconds,
                metrics=self._measured.metrics if self._measured else None,
                depth=self._measured.depth if self._measured else None,
                command=command_of(self.plan, self.run.plan.get("rule")),
            )
        return self._findings

    def tables(self) -> list[DataTable]:
        """The findings as tables for other programs, that of the games last."""
        return [*tables(self.findings), games_table(self.findings, self.counting())]

    def drawings(self) -> list[Drawing]:
        """The charts of the report, the strengths first."""
        return sorted(drawings(self.findings), key=lambda drawing: drawing.name != "ratings")

    def record(self, number: int) -> Record:
        """The full record of a game that counts, rebuilt by playing it again; where that differs, an error says so."""
        # Integral: numbers that a frame gives are NumPy's.
        if not isinstance(number, Integral) or not 0 <= number < (self.plan.games if self.rule is None else self.games):
            raise LudariumError(f"run {self.short} has no game {number}: they are numbered from 0 to {self.games - 1}")
        return self.run.database.record_of(f"{self.short}:{number}", self._load)

    def _load(self, name: str, **settings: object) -> Game:
        """The game of the plan: the one that was given as an object, or one by its name."""
        if self.plan.own is None or self.plan.own.game is None:
            return load(name, **settings)
        return next(table for table in self.plan.tables if table.settings == {**table.settings, **settings})

    @property
    def title(self) -> str:
        """What was played, in a line."""
        kept = "" if self.run.database.in_memory else f", run {self.short}"
        return f"{words.title(self.findings)}, seed {self.plan.seed}{kept}"

    def __repr__(self) -> str:
        if not self.games:
            return f"<run {self.short} of {self.plan.game}: no games yet>"
        tables = [part.text() for part in shown.brief(self.findings)]
        return words.plain("\n".join([self.title, *words.summary(self.findings), *self.decision, *tables]))

    def _repr_html_(self) -> str:
        if not self.games:
            return markup.text(repr(self))
        findings = self.findings
        sentences = [*words.summary(findings), *self.decision]
        warnings = "".join(markup.text(f"• {warning}", soft=True) for warning in findings.warnings)
        return (
            markup.text(self.title, bold=True)
            + "".join(markup.text(sentence) for sentence in sentences)
            + "".join(part.html() for part in shown.brief(findings))
            + figures(self.drawings()[:_SHOWN_CHARTS])
            + (markup.folded("Read with care", warnings) if warnings else "")
        )

    def report(self, folder: Path | str) -> Path:
        """Write the report with a table of the games; gives the path of its page."""
        return write_report(self.findings, folder, self.counting())

    def to_dict(self) -> dict[str, Any]:
        """The findings as plain values, with the run's id and what the rule said."""
        said = {} if self.verdict is None else {"verdict": self.verdict.to_dict()}
        return {"run": self.short, **self.findings.to_dict(), **said}


@dataclass(frozen=True)
class RunSummary:
    """A line of the list of runs. `games` are stored, those included that a rule of stopping leaves out."""

    run: str
    kind: str
    game: str
    settings: Mapping[str, Any]
    sweep: Mapping[str, tuple[str, ...]]
    """The values of each key that the run sweeps over."""
    players: tuple[str, ...]
    seed: int | None
    games: int
    planned: int | None
    """None where a rule decides how many they are."""
    created: datetime
    finished: datetime | None
    note: str

    @classmethod
    def of(cls, run: Run) -> RunSummary:
        swept: dict[str, dict[str, None]] = {}
        for extra in run.plan.get("sweep", ()):
            for name, value in extra.items():
                swept.setdefault(name, {})[str(value)] = None
        return cls(
            run=run.short,
            kind=run.kind,
            game=run.game,
            settings=run.settings,
            sweep={name: tuple(values) for name, values in swept.items()},
            players=tuple(run.players),
            seed=run.seed,
            games=run.count(),
            planned=run.planned,
            created=run.created,
            finished=run.finished,
            note=run.note,
        )


def _games(count: int) -> str:
    return f"{count:,} game{'' if count == 1 else 's'}"


def plan_of(run: Run) -> Plan:
    """The plan of a stored run, if its games can be counted under the rules as they are now."""
    try:
        plan = (LadderPlan if run.kind == KIND else Plan).from_dict(run.plan)
    except (LookupError, TypeError, ValueError) as error:
        raise StoreError(f"run {run.short} ({run.kind}) has no plan of games: it cannot be counted") from error
    today = plan.tables[0]
    if today.version == run.rules:
        return plan
    if run.rules in today.earlier:
        return replace(plan, settings={**plan.settings, **today.earlier[run.rules]})
    raise RulesChanged(
        f"run {run.short} was played by rules version {run.rules} of {run.game}, "
        f"here is version {today.version}: its games cannot be counted under these rules"
    )


def _as_stored(database: Database, wanted: dict[str, Any]) -> dict[str, Any]:
    """A plan in the words in which it was begun. Earlier versions kept settings as they were given: as texts where they
    were typed, and with those that are the game's own."""
    begun = [
        run.plan
        for run in database.runs(kind=wanted["kind"], game=wanted["game"])
        if (run.seed, run.players) == (wanted["seed"], wanted["players"])
    ]
    for plan in begun:
        if {**plan, "games": 0} == {**wanted, "games": 0}:
            return wanted
    for plan in begun:
        with suppress(LudariumError):  # a game that no longer takes those settings
            now = Plan.from_dict(plan).canonical()
            if {**plan, "settings": now.settings, "sweep": list(now.sweep), "games": 0} == {**wanted, "games": 0}:
                return {**plan, "games": wanted["games"]}
    return wanted
