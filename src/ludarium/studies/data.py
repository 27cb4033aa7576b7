"""The data of one study as the analysis reads it: typed tables that know neither the database nor the server.

Each table is a class whose fields say what they mean; the columns of the files, their types and the data dictionary are
made from them. A study is written as a folder (each table both as CSV and as Parquet, `study.json`, `dictionary.csv`)
and read from one with the same values.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self, get_args, get_origin, get_type_hints

import msgspec

from ludarium.arena.report.tables import write_table
from ludarium.engine.errors import LudariumError
from ludarium.engine.tables import Column, DataTable, Kind, Row, Tabular
from ludarium.version import __version__

FORMAT = "ludarium study"
FORMAT_VERSION = 1
ABOUT, DICTIONARY = "study.json", "dictionary.csv"

PERSON = "person"
"""Stands for a person where otherwise a player's text stands."""

StudyKind = Literal["turing", "learning", "playtest", "preference", "other"]


class StudyDataError(LudariumError):
    """Data of a study that cannot be used: where, why, and what to do."""


@dataclass(frozen=True, slots=True)
class Participant:
    """one row a person who agreed to take part"""

    participant: Annotated[str, "random public id"]
    study: Annotated[str, "the study's name"]
    condition: Annotated[str, "the condition the person was assigned to; empty if the study has none"]
    source: Annotated[Literal["open", "personal", "recruiter"], "by which link the person came"]
    language: Annotated[str, "the language of the pages"]
    pilot: Annotated[bool, "whether it was a pilot run, which no figure counts"]
    consented: Annotated[datetime, "when the person agreed (UTC)"]
    finished: Annotated[datetime | None, "when the person reached the end (UTC)"]
    status: Annotated[
        Literal["active", "completed", "dropped", "withdrawn", "screened"], "how far the person came, at the export"
    ]
    group: Annotated[str, "the group of people who met each other, if the study has groups"] = ""
    plan: Annotated[int | None, "the version of the plan by which the person goes"] = None
    consent: Annotated[int | None, "the version of the consent to which the person agreed"] = None
    pointer: Annotated[bool | None, "whether the person agreed that pointer and keys are recorded"] = None


@dataclass(frozen=True, slots=True)
class Question:
    """one row a question of the plan"""

    question: Annotated[str, "the question's name"]
    role: Annotated[str, "what the analysis takes the answer for: fun, challenge, difficulty, stronger …"]
    kind: Annotated[str, "open, half-open, choice, choices, matching, scale, number, ranking or moves"]
    text: Annotated[str, "the question as it was asked"]
    low: Annotated[float | None, "the least number of a scale"] = None
    high: Annotated[float | None, "the greatest number of a scale"] = None
    options: Annotated[
        tuple[str, ...], "the options of a choice in the plan's order, without the neutral one (JSON)"
    ] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """one row an answer, also of the profile"""

    participant: Annotated[str, "who answered"]
    stage: Annotated[str, "the stage it was asked in"]
    occurrence: Annotated[int, "how often this stage had come: 1, 2 …"]
    table: Annotated[str | None, "the game it is about"]
    seat: Annotated[int | None, "the seat it is about, from 0"]
    question: Annotated[str, "the question's name"]
    kind: Annotated[str, "the question's kind"]
    value: Annotated[Any, "the answer (JSON); the neutral option is an empty text, a refusal null"]
    text: Annotated[str, "the answer as people read it"]
    changes: Annotated[int, "how often it was changed before it was sent"]
    shown: Annotated[datetime | None, "when the page was shown (UTC)"]
    answered: Annotated[datetime | None, "when it was sent (UTC)"]
    seconds: Annotated[float | None, "from shown to sent, without the time the tab was hidden"]
    grade: Annotated[float | None, "the grade of a half-open answer, if there is one"] = None
    right: Annotated[bool | None, "whether it was right, in a quiz or a check of attention; empty elsewhere"] = None
    history: Annotated[tuple[Any, ...], "what stood there before it was sent, in order (JSON)"] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """one row a page that somebody has done with; a game is a page, too"""

    participant: Annotated[str, "who"]
    step: Annotated[int, "the place in the person's course, from 0"]
    attempt: Annotated[int, "of a quiz: how often it had been answered before; else 0"]
    stage: Annotated[str, "the stage"]
    kind: Annotated[str, "the page's kind: consent, profile, text, quiz, questions, play …"]
    occurrence: Annotated[int, "how often this stage had come: 1, 2 …"]
    shown: Annotated[datetime | None, "when it was first shown (UTC)"]
    done: Annotated[datetime, "when the person was done with it (UTC)"]
    hidden: Annotated[float, "seconds with the tab hidden"]
    idle: Annotated[float, "seconds without any movement or key"]
    outcome: Annotated[str, "done, skipped, failed (a quiz), advanced (by a researcher) …"]


@dataclass(frozen=True, slots=True)
class Grade:
    """one row a grade that a researcher gave to a half-open answer"""

    participant: Annotated[str, "whose answer"]
    stage: Annotated[str, "the stage it was asked in"]
    occurrence: Annotated[int, "how often this stage had come"]
    table: Annotated[str | None, "the game it is about"]
    seat: Annotated[int | None, "the seat it is about, from 0"]
    question: Annotated[str, "the question's name"]
    grader: Annotated[str, "who graded, by a random id"]
    grade: Annotated[float, "the grade, higher is better"]


Verdict = Literal["human", "artificial", "unknown"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """one row a judgement whether a seat was human"""

    judge: Annotated[str, "the participant who judged"]
    table: Annotated[str, "the game it is about"]
    seat: Annotated[int, "the seat that was judged, from 0"]
    truth: Annotated[Literal["human", "artificial"], "what really sat there"]
    player: Annotated[str, "the player's text, or person"]
    said: Annotated[Verdict, "what the judge said"]
    confidence: Annotated[float | None, "how sure the judge was, 0 to 1"]
    number: Annotated[int, "the judge's n-th judgement, from 1"]
    at: Annotated[datetime, "when (UTC)"]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """one row a person's game"""

    participant: Annotated[str, "who played"]
    table: Annotated[str, "the game's id; the same for all who sat there"]
    stage: Annotated[str, "the stage it was played in"]
    occurrence: Annotated[int, "how often this stage had come"]
    number: Annotated[int, "which of the person's games in that stage it was, from 1"]
    practice: Annotated[bool, "whether it was for practice"]
    game: Annotated[str, "the game with its settings"]
    seat: Annotated[int, "where the person sat, from 0"]
    opponents: Annotated[tuple[str, ...], "the others by seat: players' texts, or person (JSON)"]
    condition: Annotated[str, "the block or condition it belonged to"]
    points: Annotated[float | None, "the person's points at the end"]
    best_opponent: Annotated[float | None, "the most points of an opponent"]
    won: Annotated[float | None, "1 for a win, 0 for a loss, between them for a shared first place"]
    plies: Annotated[int, "decisions of all players"]
    seconds: Annotated[float | None, "from the first to the last decision"]
    ended: Annotated[str, "how: played, dropped, replaced, stopped …"]

    @property
    def difference(self) -> float | None:
        """The person's points minus the best opponent's."""
        return None if self.points is None or self.best_opponent is None else self.points - self.best_opponent


@dataclass(frozen=True, slots=True)
class Decision:
    """one row a decision in a game of the study"""

    participant: Annotated[str | None, "who decided; empty for players"]
    table: Annotated[str, "the game"]
    ply: Annotated[int, "which decision of the game, from 0"]
    seat: Annotated[int, "the seat that decided, from 0"]
    player: Annotated[str, "the player's text, or person"]
    move: Annotated[str, "the move in the game's own words"]
    legal: Annotated[int | None, "how many moves were legal; empty where they cannot be counted"]
    seconds: Annotated[float | None, "how long it took"]
    phase: Annotated[float | None, "how far the game was, 0 to 1"]
    best: Annotated[bool | None, "whether it was the best move by a search at the export; empty where none was made"]
    hidden: Annotated[float, "seconds of it with the tab hidden"] = 0.0
    idle: Annotated[float, "seconds of it without any movement or key"] = 0.0


@dataclass(frozen=True, slots=True)
class GameRecord:
    """one row a game that is over, as a whole"""

    table: Annotated[str, "the game's id"]
    people: Annotated[tuple[int, ...], "the seats on which people played it to its end (JSON)"]
    record: Annotated[str, "the game's record, as a replay reads it (JSON)"]
    notation: Annotated[str | None, "the game in the notation of its source; empty where there is none"] = None


@dataclass(frozen=True, slots=True)
class ProfileChange:
    """one row a change of a profile's attribute"""

    participant: Annotated[str, "whose profile"]
    attribute: Annotated[str, "which attribute"]
    at: Annotated[datetime, "when (UTC)"]
    kind: Annotated[Literal["set", "changed", "removed"], "what was done"]


@dataclass(frozen=True, repr=False)
class StudyData(Tabular):
    """All tables of a study. Everything the analysis says, it says from these."""

    name: str
    kind: StudyKind = "other"
    title: str = ""
    participants: tuple[Participant, ...] = ()
    questions: tuple[Question, ...] = ()
    pages: tuple[Page, ...] = ()
    answers: tuple[Answer, ...] = ()
    grades: tuple[Grade, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    games: tuple[PlayedGame, ...] = ()
    decisions: tuple[Decision, ...] = ()
    records: tuple[GameRecord, ...] = ()
    profile_changes: tuple[ProfileChange, ...] = ()
    quality: Mapping[str, float] = field(default_factory=dict)
    """The games' computed quality, where the plan says it."""
    frozen: str = ""
    """When the plan was frozen, if it was."""
    changes: tuple[str, ...] = ()
    """What was changed since."""

    ROWS: ClassVar[dict[str, type[Any]]] = {
        "participants": Participant,
        "questions": Question,
        "pages": Page,
        "answers": Answer,
        "grades": Grade,
        "judgements": Judgement,
        "games": PlayedGame,
        "decisions": Decision,
        "records": GameRecord,
        "profile_changes": ProfileChange,
    }

    @property
    def people(self) -> frozenset[str]:
        """Whose data counts: everybody but pilots and those who withdrew."""
        return frozenset(p.participant for p in self.participants if not p.pilot and p.status != "withdrawn")

    def counted(self) -> Self:
        """The same study with the data that counts: without pilots and those who withdrew."""
        people = self.people
        games = tuple(row for row in self.games if row.participant in people)
        played = {row.table for row in games}
        return replace(
            self,
            participants=tuple(row for row in self.participants if row.participant in people),
            answers=tuple(row for row in self.answers if row.participant in people),
            grades=tuple(row for row in self.grades if row.participant in people),
            judgements=tuple(row for row in self.judgements if row.judge in people),
            pages=tuple(row for row in self.pages if row.participant in people),
            games=games,
            records=tuple(row for row in self.records if row.table in played),
            decisions=tuple(row for row in self.decisions if row.participant is None or row.participant in people),
            profile_changes=tuple(row for row in self.profile_changes if row.participant in people),
        )

    def question(self, name: str) -> Question | None:
        """A question by its name."""
        return next((row for row in self.questions if row.question == name), None)

    def asked(self, role: str) -> tuple[str, ...]:
        """The names of the questions with a role; a question that is called like the role has it, too."""
        known = {row.question: None for row in self.questions if row.role == role}
        return tuple(known | {row.question: None for row in self.answers if row.question == role})

    def number(self, answer: Answer) -> float | None:
        """An answer as a number: that of a scale, the place of a choice among its options; None where it is neutral."""
        if isinstance(answer.value, bool) or answer.value in (None, ""):
            return None
        if isinstance(answer.value, int | float):
            return float(answer.value)
        question = self.question(answer.question)
        if question is not None and answer.value in question.options:
            return float(question.options.index(answer.value))
        return None

    def share(self, answer: Answer) -> float | None:
        """The same between 0 and 1, the ends of the scale; None where it has none."""
        value, question = self.number(answer), self.question(answer.question)
        if value is None or question is None:
            return None
        low, high = (0.0, len(question.options) - 1.0) if question.options else (question.low, question.high)
        return None if low is None or high is None or high <= low else min(1.0, max(0.0, (value - low) / (high - low)))

    # --- tables and files ---------------------------------------------------------------------------------------------

    def tables(self) -> list[DataTable]:
        """The tables for other programs; lists and answers are JSON texts, times ISO texts."""
        found = []
        for name, kind in self.ROWS.items():
            names = [field.name for field in fields(kind)]
            put = [_put(hint) for hint in hints(kind).values()]
            rows = [
                tuple(how(getattr(row, column)) for how, column in zip(put, names, strict=True))
                for row in getattr(self, name)
            ]
            found.append(DataTable(name, kind.__doc__ or "", columns_of(kind), rows))
        return found

    def wide(self) -> DataTable:
        """One row a person, one column an answer: `stage.question`, with `#n` from the second time on and the seat."""
        names: dict[str, None] = {}
        values: dict[str, dict[str, str]] = {}
        times: dict[tuple[str, str], int] = {}
        for answer in self.answers:
            about = f".seat{answer.seat}" if answer.seat is not None else ""
            column = f"{answer.stage}.{answer.question}{about}"
            key = (answer.participant, column)
            times[key] = times.get(key, 0) + 1
            column += f"#{times[key]}" if times[key] > 1 else ""
            names[column] = None
            values.setdefault(answer.participant, {})[column] = answer.text
        own = columns_of(Participant)
        rows: list[Row] = [
            (*row, *(values.get(row[0], {}).get(name) for name in names)) for row in self.table("participants").rows
        ]
        asked = tuple(Column(name, "text", "the answer as people read it") for name in names)
        return DataTable("wide", "one row a person, one column an answer", own + asked, rows)

    def write(self, folder: Path | str) -> Path:
        """Write all tables, the wide one included, with their dictionary; gives the folder."""
        place = Path(folder)
        try:
            place.mkdir(parents=True, exist_ok=True)
            found = [*self.tables(), self.wide()]
            for table in found:
                write_table(table, place)
            with (place / DICTIONARY).open("w", encoding="utf-8", newline="") as text:
                writer = csv.writer(text)
                writer.writerow(["table", "column", "kind", "meaning"])
                writer.writerows([table.name, *column] for table in found for column in table.columns)
            about = {"format": FORMAT, "format_version": FORMAT_VERSION, "ludarium": __version__}
            about |= {"name": self.name, "kind": self.kind, "title": self.title, "quality": dict(self.quality)}
            about |= {"frozen": self.frozen, "changes": list(self.changes)}
            (place / ABOUT).write_text(json.dumps(about, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        except OSError as error:
            raise LudariumError(f"the study cannot be written to {folder}: {error.strerror or error}") from error
        return place

    @classmethod
    def read(cls, folder: Path | str) -> Self:
        """A study from an exported folder: a table from its Parquet file, else from its CSV file, else it is empty."""
        place = Path(folder)
        try:
            about = json.loads((place / ABOUT).read_text(encoding="utf-8"))
        except OSError as error:
            raise StudyDataError(f"{folder} is no exported study: it has no {ABOUT}") from error
        except ValueError as error:
            raise StudyDataError(f"{place / ABOUT} is damaged ({error}): export the study again") from error
        if not isinstance(about, dict) or about.get("format") != FORMAT:
            raise StudyDataError(f'{place / ABOUT} is not of a study: expected "format": "{FORMAT}"')
        if about.get("format_version") != FORMAT_VERSION:
            raise StudyDataError(
                f"{folder} has format version {about.get('format_version')}, expected {FORMAT_VERSION}: "
                "export the study again"
            )
        given: dict[str, Any] = {name: _read_table(place, name, kind) for name, kind in cls.ROWS.items()}
        for name in ("title", "quality", "frozen"):
            given |= {name: about[name]} if name in about else {}
        return cls(about["name"], about["kind"], changes=tuple(about.get("changes", ())), **given)

    def __repr__(self) -> str:
        sizes = ", ".join(f"{len(getattr(self, name)):,} {name.replace('_', ' ')}" for name in self.ROWS)
        return f"<study {self.name} ({self.kind}): {sizes}>"


# --- columns ----------------------------------------------------------------------------------------------------------


def hints(kind: type[Any]) -> dict[str, Any]:
    """The types of a table's fields with their meanings."""
    return get_type_hints(kind, include_extras=True)


def columns_of(kind: type[Any]) -> tuple[Column, ...]:
    """The columns of a table's class."""
    return tuple(Column(name, _kind_of(hint), hint.__metadata__[0]) for name, hint in hints(kind).items())


def dictionary_page() -> str:
    """The data dictionary as tables of a page; it stands in `docs/studies/data.md`."""
    parts = []
    for name, kind in StudyData.ROWS.items():
        rows = [f"| `{column.name}` | {column.kind} | {column.meaning} |" for column in columns_of(kind)]
        head = f"### {name}\n\n{(kind.__doc__ or '').capitalize()}.\n\n| column | kind | meaning |\n| --- | --- | --- |"
        parts.append("\n".join([head, *rows]))
    return "\n\n".join(parts)


def _bare(hint: Any) -> Any:
    """The type without its meaning and without None."""
    kind = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    parts = [part for part in get_args(kind) if part is not type(None)]
    return parts[0] if len(parts) == 1 and type(None) in get_args(kind) else kind


def _kind_of(hint: Any) -> Kind:
    kinds: dict[Any, Kind] = {bool: "truth", int: "whole", float: "number"}
    return kinds.get(_bare(hint), "text")


def _is_json(hint: Any) -> bool:
    return _bare(hint) is Any or get_origin(_bare(hint)) is tuple


def _put(hint: Any) -> Callable[[Any], Any]:
    """How a value is written in a cell."""
    if _is_json(hint):
        return lambda value: json.dumps(value, ensure_ascii=False)
    if _bare(hint) is datetime:
        return lambda value: None if value is None else value.astimezone(UTC).isoformat()
    return lambda value: value


def _read_table(folder: Path, name: str, kind: type[Any]) -> tuple[Any, ...]:
    for file, read in ((folder / f"{name}.parquet", _read_parquet), (folder / f"{name}.csv", _read_csv)):
        if file.is_file():
            try:
                found = read(file, DataTable(name, "", columns_of(kind), ()).schema())
            except (OSError, ValueError) as error:  # Arrow's own errors are ValueErrors
                raise StudyDataError(f"{file} cannot be read ({error}): export the study again") from error
            return tuple(_rows(file, kind, found))
    return ()


def _read_parquet(file: Path, schema: Any) -> list[dict[str, Any]]:
    from pyarrow.parquet import read_schema, read_table

    there = set(read_schema(file).names)  # an export of before may have fewer
    return read_table(file, columns=[name for name in schema.names if name in there]).to_pylist()  # type: ignore[no-any-return]


def _read_csv(file: Path, schema: Any) -> list[dict[str, Any]]:
    from pyarrow.csv import ConvertOptions, ParseOptions, read_csv

    options = ConvertOptions(column_types=schema, strings_can_be_null=True, quoted_strings_can_be_null=False)
    read = read_csv(file, parse_options=ParseOptions(newlines_in_values=True), convert_options=options)
    return read.select([name for name in schema.names if name in read.schema.names]).to_pylist()  # type: ignore[no-any-return]


def _rows(file: Path, kind: type[Any], found: Sequence[dict[str, Any]]) -> Iterator[Any]:
    as_json = [name for name, hint in hints(kind).items() if _is_json(hint)]
    for number, row in enumerate(found, start=1):
        try:
            values = row | {name: json.loads(row[name]) for name in as_json if row.get(name) is not None}
            yield msgspec.convert(values, kind)
        except (LookupError, ValueError) as error:  # msgspec's errors are ValueErrors
            raise StudyDataError(f"{file}, row {number}: {error}; mend the row or export the study again") from error
