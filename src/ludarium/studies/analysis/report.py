"""The report of a study: everything that its data say, as one object for Python, the command line and the page."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

from ludarium.arena.report.drawing import Drawing
from ludarium.arena.report.folder import write_folder
from ludarium.arena.report.page import Block, chart_view, compose, sentence
from ludarium.arena.report.shown import Shown
from ludarium.arena.report.words import duration, number, p_words, plain, plural
from ludarium.arena.stats.statistics import SIGNIFICANT, Statistic
from ludarium.arena.stats.statistics import plain as plain_values
from ludarium.engine import markup
from ludarium.engine.charts import Charted, figures
from ludarium.engine.errors import NotSuited
from ludarium.engine.plugins import import_object
from ludarium.engine.record import Record
from ludarium.engine.tables import Column, DataTable, Tabular
from ludarium.games import REGISTRY
from ludarium.studies.analysis import charts, shown, words
from ludarium.studies.analysis.agreement import Agreement, agreement
from ludarium.studies.analysis.german import german
from ludarium.studies.analysis.habits import Habits, habits
from ludarium.studies.analysis.judges import Judges, judges
from ludarium.studies.analysis.learning import Learning, PublishedLearning, learning
from ludarium.studies.analysis.playtest import Playtest, playtest
from ludarium.studies.analysis.preference import Preferences, preferences
from ludarium.studies.analysis.strategies import Strategies, strategies
from ludarium.studies.analysis.words import People
from ludarium.studies.data import StudyData, StudyKind
from ludarium.version import __version__

FORMAT = "ludarium study report"
FORMAT_VERSION = 1

T = TypeVar("T")

TITLES = {
    "judges": "The judges",
    "strategies": "The strategies",
    "learning": "Learning",
    "playtest": "The games",
    "preferences": "Preferences",
    "habits": "Habits",
    "agreement": "Grading",
}
EXPLANATIONS = {
    "judges": (
        "Ability and difficulty are on one scale: a judge whose ability equals an opponent's difficulty is right in "
        "half of the judgements. Super experts (★) are the ablest group. A cluster has judges with like abilities and "
        "like errors. Possible falsifiers are to be looked at, not to be left out."
    ),
    "strategies": (
        "A machine that cannot be told from people is called human as often as people are, which is not always. Both "
        "judges of a table saw the same games, so that tables count, not judgements. A strategy passes when its share "
        "is not significantly below the people's; with few judgements many pass."
    ),
    "learning": "Practice games belong to the slope before the switch, and to no other comparison.",
    "playtest": "Ratings of one person of several games of the same kind count once, as their mean.",
    "preferences": "Opponents were met without being named. Who prefers neither is counted, but decides nothing.",
    "habits": "What people do in the games, whatever they were asked.",
    "agreement": "1 is full agreement of the graders, 0 is what chance would give; below 0.67 they hardly help.",
}
MAIN: dict[str, tuple[str, ...]] = {
    "turing": ("judges", "strategies"),
    "learning": ("learning",),
    "playtest": ("playtest",),
    "preference": ("preferences",),
    "other": (),
}
"""What a study of a kind is made for: where it cannot be said, the report says why."""


@dataclass(frozen=True, repr=False)
class StudyReport(Tabular, Charted):
    """What a study says. A part that the data does not allow is None, and `missing` says why."""

    study: str
    kind: StudyKind
    title: str
    people: People
    judges: Judges | None = None
    strategies: Strategies | None = None
    learning: Learning | None = None
    playtest: Playtest | None = None
    preferences: Preferences | None = None
    habits: Habits | None = None
    agreement: tuple[Agreement, ...] = ()
    missing: Mapping[str, str] | None = None
    frozen: str = ""
    """When the plan was frozen, if it was."""
    changes: tuple[str, ...] = ()
    """What was changed since."""
    published: PublishedLearning | None = None
    command: str = ""

    # --- in words ---------------------------------------------------------------------------------------------------

    @property
    def sentences(self) -> list[str]:
        """The findings in a few sentences."""
        return [
            *words.of_people(self.people),
            *(words.of_judges(self.judges) if self.judges else ()),
            *(words.of_strategies(self.strategies) if self.strategies else ()),
            *(words.of_learning(self.learning) if self.learning else ()),
            *(words.of_playtest(self.playtest) if self.playtest else ()),
            *(words.of_preferences(self.preferences) if self.preferences else ()),
            *(sentence(reason) for reason in (self.missing or {}).values()),
        ]

    @property
    def warnings(self) -> tuple[str, ...]:
        """What speaks against relying on the figures, each remark once."""
        found = [f"changed since the plan was frozen: {change}" for change in self.changes]
        found += [warning for _, statistic in self.statistics for warning in statistic.warnings]
        if self.kind != "other" and not self.frozen:
            found.append("the plan was not frozen before the first participant: the figures are exploratory")
        return tuple(dict.fromkeys(found))

    @property
    def statistics(self) -> Iterator[tuple[str, Statistic]]:
        """The parts there are, by name."""
        for name in TITLES:
            part = getattr(self, name)
            for statistic in part if isinstance(part, tuple) else (part,):
                if statistic is not None:
                    yield name, statistic

    # --- tables and charts --------------------------------------------------------------------------------------------

    def tables(self) -> list[DataTable]:
        """All tables; those of a part begin with its name."""
        found = [_people_table(self.people)]
        for name, statistic in self.statistics:
            if isinstance(statistic, Tabular):
                found += [
                    replace(table, name=table.name if table.name == name else f"{name}-{table.name}")
                    for table in statistic.tables()
                ]
        if self.agreement:
            rows = [(a.question, a.graders, a.answers, a.alpha, a.low, a.high) for a in self.agreement]
            found.append(DataTable("agreement", "one row a question", _AGREEMENT_COLUMNS, rows))
        return found

    def drawings(self) -> list[Drawing]:
        return [drawing for _, drawn in self._drawn() for drawing in drawn]

    def _drawn(self) -> Iterator[tuple[str, list[Drawing]]]:
        theirs = list(self.published.win_rates.items()) if self.published else []
        yield "strategies", list(charts.strategy_drawings(self.strategies)) if self.strategies else []
        yield "judges", list(charts.judge_drawings(self.judges)) if self.judges else []
        yield "learning", list(charts.learning_drawings(self.learning, theirs)) if self.learning else []
        yield "playtest", list(charts.playtest_drawings(self.playtest)) if self.playtest else []
        yield "preferences", list(charts.preference_drawings(self.preferences)) if self.preferences else []
        yield "habits", list(charts.habit_drawings(self.habits)) if self.habits else []
        yield "agreement", []

    def shown(self) -> dict[str, list[Shown]]:
        """The tables as people read them, by part."""
        found = {
            "strategies": list(shown.strategy_tables(self.strategies)) if self.strategies else [],
            "judges": list(shown.judge_tables(self.judges)) if self.judges else [],
            "learning": list(shown.learning_tables(self.learning)) if self.learning else [],
            "playtest": list(shown.playtest_tables(self.playtest)) if self.playtest else [],
            "preferences": list(shown.preference_tables(self.preferences)) if self.preferences else [],
            "habits": list(shown.habit_tables(self.habits)) if self.habits else [],
            "agreement": list(shown.agreement_tables(self.agreement)),
        }
        return {name: tables for name, tables in found.items() if tables}

    # --- forms --------------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """The report for a terminal."""
        parts = [self.heading, *(f"- {line}" for line in self.sentences)]
        if self.warnings:
            parts += ["", "Read with care:", *(f"- {warning}" for warning in self.warnings)]
        for name, tables in self.shown().items():
            parts += ["", TITLES[name], *(f"\n{table.text()}" for table in tables)]
        return plain("\n".join(parts))

    @property
    def heading(self) -> str:
        return f"{self.title or self.study}: {plural(self.people.completed, 'completed participation')}"

    def page(
        self,
        drawn: Sequence[tuple[Drawing, str]] | None = None,
        *,
        written: date | None = None,
        folder: bool = True,
        language: str = "en",
    ) -> str:
        """The report as one HTML page that runs no script and fetches nothing. `folder`: whether its files stand beside
        it; `language`: en or de."""
        svgs = None if drawn is None else {drawing.name: svg for drawing, svg in drawn}
        tables = self.shown()
        blocks = []
        for name, drawings in self._drawn():
            views = [chart_view(drawing, svgs[drawing.name] if svgs else drawing.svg()) for drawing in drawings]
            if views or name in tables:
                blocks.append(Block(name, TITLES[name], views, tables.get(name, []), self._remarks(name)))
        methods: dict[str, tuple[str, str, str]] = {}
        for name, statistic in self.statistics:
            methods.setdefault(name, (TITLES[name], EXPLANATIONS[name], statistic.method))
        made = compose(
            title=self.heading,
            command=self.command,
            facts_title="Who took part",
            facts=list(self._facts(written or date.today())),
            sentences=self.sentences,
            warnings=self.warnings,
            before=blocks,
            methods=list(methods.values()),
            folder=folder,
        )
        return german(made) if language.partition("-")[0] == "de" else made

    def _remarks(self, name: str) -> list[str]:
        if name == "judges" and self.judges and self.judges.andersen:
            test = self.judges.andersen
            verdict = "do not hold" if test.p <= SIGNIFICANT else "hold"
            return [
                f"The same difficulties {verdict} for judges of low and of high scores (Andersen's test: "
                f"χ² = {number(test.value, 1)}, {test.freedom} degrees of freedom, {p_words(test.p)})."
            ]
        if name == "strategies" and self.strategies and self.strategies.model:
            model = self.strategies.model
            return [
                f"Judges differ by {number(model.judge_deviation, 2)} and tables by {number(model.table_deviation, 2)} "
                "in the log odds of saying human (standard deviations of the mixed model)."
            ]
        return []

    def _facts(self, written: date) -> Iterator[tuple[str, str]]:
        people = self.people
        yield "Study", f"{self.study} ({self.kind})"
        yield "Agreed to take part", str(people.consented)
        yield "Completed", str(people.completed)
        for name in ("dropped", "screened", "active", "withdrawn"):
            if getattr(people, name):
                yield (
                    {"dropped": "Left early", "screened": "Screened out"}.get(name, name.capitalize()),
                    str(getattr(people, name)),
                )
        if people.pilots:
            yield "Pilots, not counted", str(people.pilots)
        if people.minutes is not None:
            yield "Median time", duration(60 * people.minutes)
        if people.conditions:
            yield (
                "Completed by condition",
                ", ".join(f"{name} {done} of {begun}" for name, (begun, done) in people.conditions.items()),
            )
        yield "Plan frozen", self.frozen or "no"
        yield "Version", f"Ludarium {__version__}"
        yield "Written", written.isoformat()

    def write(self, folder: Path | str, *, overwrite: bool = False, language: str = "en") -> Path:
        """Write page, charts, data and README as a folder, and give the path of its page, which is in `language`."""
        return write_folder(
            folder,
            tables=self.tables(),
            drawings=self.drawings(),
            page=partial(self.page, language=language),
            document=self.to_dict(),
            head=f"{plain(self.heading)}\n\nLudarium {__version__}",
            notes="Seats and plies count from 0. An empty cell is a figure that does not exist.",
            overwrite=overwrite,
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        parts = {name: getattr(self, name) for name in ("people", *TITLES)}
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "ludarium": __version__,
            "study": self.study,
            "kind": self.kind,
            "title": self.title,
            "frozen": self.frozen,
            "changes": list(self.changes),
            "sentences": [plain(line) for line in self.sentences],
            "warnings": list(self.warnings),
            "missing": dict(self.missing or {}),
            **{name: _finite(plain_values(part)) for name, part in parts.items()},
            "space": charts.space_points(self.strategies) if self.strategies else [],
        }

    def __repr__(self) -> str:
        return plain("\n".join([self.heading, *(f"  {line}" for line in self.sentences)]))

    def _repr_html_(self) -> str:
        tables = [table.html() for tables in self.shown().values() for table in tables[:1]]
        lines = [markup.text(line) for line in (self.heading, *self.sentences)]
        return "".join([*lines, figures(self.drawings()[:2]), *tables])


def _finite(value: Any) -> Any:
    """The same without infinite numbers, which JSON has none of."""
    if isinstance(value, dict):
        return {key: _finite(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_finite(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


# --- people -----------------------------------------------------------------------------------------------------------

_PEOPLE_COLUMNS = (
    Column("condition", "text", "the condition; empty for all together"),
    Column("consented", "whole", "people who agreed to take part"),
    Column("completed", "whole", "people who reached the end"),
)
_AGREEMENT_COLUMNS = (
    Column("question", "text", "the question's name"),
    Column("graders", "whole", "people who graded"),
    Column("answers", "whole", "answers with two grades or more"),
    Column("alpha", "number", "Krippendorff's α"),
    Column("low", "number", "lower end of its 95 % interval"),
    Column("high", "number", "upper end of it"),
)


def _people_table(people: People) -> DataTable:
    rows = [("", people.consented, people.completed)]
    rows += [(name, begun, done) for name, (begun, done) in people.conditions.items()]
    return DataTable("people", "one row a condition, and one for all", _PEOPLE_COLUMNS, rows)


def people_of(data: StudyData) -> People:
    """Who took part in a study."""
    real = [row for row in data.participants if not row.pilot]
    status = Counter(row.status for row in real)
    times = [(row.finished - row.consented).total_seconds() / 60 for row in real if row.finished is not None]
    conditions: dict[str, tuple[int, int]] = {}
    for row in sorted(real, key=lambda row: row.condition):
        if row.condition:
            begun, done = conditions.get(row.condition, (0, 0))
            conditions[row.condition] = (begun + 1, done + (row.status == "completed"))
    return People(
        consented=len(real),
        completed=status["completed"],
        dropped=status["dropped"],
        screened=status["screened"],
        active=status["active"],
        withdrawn=status["withdrawn"],
        pilots=len(data.participants) - len(real),
        minutes=median(times) if times else None,
        conditions=conditions,
    )


# --- analysing --------------------------------------------------------------------------------------------------------


def published_for(data: StudyData, kind: str) -> Any:
    """What the source of the study's game found in a study of this kind; None where the game names none."""
    for name in dict.fromkeys(game.game.split()[0].split(":")[0] for game in data.games if game.game):
        entry = REGISTRY.entries.get(name)
        if entry is not None and kind in entry.studies:
            return import_object(entry.studies[kind])
    return None


def _records(data: StudyData) -> Iterator[tuple[Record, Sequence[int]]]:
    """The games that people played to their end, with their seats."""
    for row in data.records:
        if row.people:
            yield Record.from_json(row.record), row.people


def analyse(
    data: StudyData,
    *,
    kind: StudyKind | None = None,
    quality: Mapping[str, float] | None = None,
    published: PublishedLearning | None = None,
    seed: int = 1,
    command: str = "",
) -> StudyReport:
    """The whole report of a study. The same data and seed give the same report.

    Args:
        data: The study's tables, from the database or from an exported folder.
        kind: Which analysis is meant; by default the study's own kind.
        quality: The games' computed quality, for playtests; by default what the plan says.
        published: A source's figures; by default those that the study's game names.
        seed: Of bootstraps.
        command: What made the report, to be shown on the page.
    """
    kind = kind or data.kind
    counted = data.counted()
    missing: dict[str, str] = {}

    def part(name: str, wanted: bool, make: Callable[[], T]) -> T | None:
        if not wanted and name not in MAIN[kind]:
            return None
        try:
            return make()
        except NotSuited as error:
            missing[name] = str(error)
            return None

    judged = part("judges", bool(counted.judgements), lambda: judges(data))
    theirs = published or (published_for(counted, "learning") if kind == "learning" else None)
    return StudyReport(
        study=data.name,
        kind=kind,
        title=data.title,
        people=people_of(data),
        judges=judged,
        strategies=part("strategies", bool(counted.judgements), lambda: strategies(data, judges=judged)),
        learning=part("learning", False, lambda: learning(data, published=theirs)),
        playtest=part("playtest", False, lambda: playtest(data, quality=quality or data.quality or None, seed=seed)),
        preferences=part("preferences", False, lambda: preferences(data)),
        habits=part("habits", bool(counted.decisions), lambda: habits(data, records=_records(counted))),
        agreement=agreement(data, seed=seed),
        missing=missing,
        frozen=data.frozen,
        changes=data.changes,
        published=theirs,
        command=command,
    )
