"""A study's data as the analysis and the exports have it: read from the database, pilots left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from sqlalchemy import Connection

from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game as GameRules
from ludarium.engine.kernels.rng import derive
from ludarium.engine.record import Record
from ludarium.engine.result import Result
from ludarium.games import REGISTRY, load
from ludarium.store import lab, study_answers, study_games
from ludarium.store import studies as store
from ludarium.store.studies import Participant as Person
from ludarium.store.studies import Study
from ludarium.store.study_models import StudyAnswerRow, StudyPageRow, StudyProfileChangeRow, StudyProfileRow
from ludarium.studies.data import (
    PERSON,
    Answer,
    Decision,
    GameRecord,
    Grade,
    Judgement,
    Page,
    Participant,
    PlayedGame,
    ProfileChange,
    Question,
    StudyData,
)
from ludarium.studies.plan.course import course
from ludarium.studies.plan.model import AnyQuestion, Choice, Game, Plan, Playing, Profile, Questions, Quiz, Scale
from ludarium.studies.plan.texts import Texts
from ludarium.studies.running.best import Analyst
from ludarium.studies.running.studies import analysis_digest, changed_since, plan_of

_STATUS = {"released": "dropped"}
_SAID = {"human": "human", "artificial": "artificial"}


@dataclass(frozen=True)
class _Kept:
    """What is read once for all tables."""

    people: Mapping[int, Person]
    answers: Sequence[dict[str, Any]]
    shown: Mapping[tuple[int, int, int], Any]
    seats: Mapping[str, list[dict[str, Any]]]


def gather(
    connection: Connection,
    study: Study,
    *,
    decisions: bool = True,
    pilots: bool = False,
    analyst: Analyst | None = None,
) -> StudyData:
    """The tables of a study. `decisions=False` leaves out what takes longest, decisions and records; an analyst says
    which decisions of people were the best ones, which takes longer still."""
    plan = plan_of(connection, study)
    people = {who.id: who for who in store.participants(connection, study.id, pilots=pilots)}
    pages = study_answers.rows_of(connection, StudyPageRow, study.id, pilots=pilots)
    seats: dict[str, list[dict[str, Any]]] = {}
    for row in study_games.seats_of_study(connection, study.id):
        seats.setdefault(row["table_id"], []).append(row)
    kept = _Kept(
        people,
        study_answers.rows_of(connection, StudyAnswerRow, study.id, pilots=pilots),
        {(page["participant_id"], page["step"], page["attempt"]): page for page in pages},
        seats,
    )
    grades = study_answers.grades(connection, study.id)
    games = list(_games(connection, kept))
    return StudyData(
        name=study.slug,
        kind=plan.kind,
        title=Texts(plan, plan.languages[0], plan.conditions[0].name if plan.conditions else "").say(plan.title),
        participants=tuple(_participant(study, who) for who in people.values()),
        questions=tuple(_questions(plan)),
        pages=tuple(_pages(pages)),
        answers=(*_answers(kept, grades), *_profiles(connection, study, pilots)),
        grades=tuple(_grades(kept, grades)),
        judgements=tuple(_judgements(kept)),
        games=tuple(played for played, _ in games),
        decisions=tuple(_decisions(connection, kept, games, analyst)) if decisions else (),
        records=tuple(_records(kept, games)) if decisions else (),
        profile_changes=tuple(
            ProfileChange(row["public"], row["attribute"], row["at"], row["kind"])
            for row in study_answers.rows_of(connection, StudyProfileChangeRow, study.id, pilots=pilots)
        ),
        quality=quality_of(plan),
        frozen=str(study.frozen["at"]) if study.frozen else "",
        changes=tuple(changed_since(connection, study, analysis_digest())),
    )


class Judged:
    """Who was taken for what in a study so far, in the order of time; how sure people were is left out. It reads on
    from where it was."""

    _OVERLAP = 200
    """Answers that are looked at again: their numbers are given before it is certain that they are stored."""

    def __init__(self) -> None:
        self.judgements: list[Judgement] = []
        self._read: set[int] = set()
        self._numbers: Counter[str] = Counter()

    def read_on(self, connection: Connection, study: Study) -> list[Judgement]:
        """What is new."""
        before = len(self.judgements)
        for row in study_answers.judged(connection, study.id, max(self._read, default=0) - self._OVERLAP):
            if row["id"] in self._read or row["value"] is None:
                continue
            self._read.add(row["id"])
            self._numbers[row["public"]] += 1
            truth: Any = "human" if row["person"] else "artificial"
            said: Any = _SAID.get(row["value"], "unknown")
            self.judgements.append(
                Judgement(
                    row["public"], row["table_id"], row["seat"], truth, PERSON if row["person"] else row["player"],
                    said, None, self._numbers[row["public"]], row["at"],
                )
            )  # fmt: skip
        return self.judgements[before:]


def _participant(study: Study, who: Person) -> Participant:
    status: Any = _STATUS.get(who.status, who.status)
    source: Any = who.source
    return Participant(
        who.public, study.slug, who.condition, source, who.language, who.pilot, who.consented, who.finished, status,
        plan=who.version, consent=who.consent_version, pointer=who.pointer,
    )  # fmt: skip


def _questions(plan: Plan) -> Iterator[Question]:
    """The questions of a plan, each once by its name."""
    asked: list[AnyQuestion] = []
    for stage in plan.stages:
        if isinstance(stage, Profile | Questions | Quiz):
            asked += stage.questions
    for questionnaire in plan.questionnaires.values():
        asked += questionnaire.questions
    texts = Texts(plan, plan.languages[0], plan.conditions[0].name if plan.conditions else "")
    for question in {question.name: question for question in asked}.values():
        ends: tuple[float | None, float | None] = (
            (1.0, question.points) if isinstance(question, Scale) else (None, None)
        )
        options = tuple(question.options) if isinstance(question, Choice) else ()
        kind = str(type(question).__struct_config__.tag)
        yield Question(question.name, question.role, kind, texts.say(question.text), *ends, options)


def _answers(kept: _Kept, grades: Sequence[Mapping[str, Any]]) -> Iterator[Answer]:
    given: dict[int, list[int]] = {}
    for grade in grades:
        given.setdefault(grade["answer_id"], []).append(grade["grade"])
    for row in kept.answers:
        page = kept.shown.get((row["participant_id"], row["step"], row["attempt"]))
        own = given.get(row["id"])
        yield Answer(
            row["public"], row["stage"], row["occurrence"], row["table_id"], _seat(row), row["question"], row["kind"],
            row["value"], row["text"], len(row["changes"]), page["shown"] if page else None, row["at"], row["seconds"],
            sum(own) / len(own) if own else None, row["right"], tuple(row["changes"]),
        )  # fmt: skip


def _pages(rows: Sequence[Mapping[str, Any]]) -> Iterator[Page]:
    for row in sorted(rows, key=lambda row: (row["participant_id"], row["step"], row["attempt"])):
        yield Page(
            row["public"], row["step"], row["attempt"], row["stage"], row["kind"], row["occurrence"], row["shown"],
            row["done"], row["hidden"], row["idle"], row["outcome"],
        )  # fmt: skip


def _seat(row: Mapping[str, Any]) -> int | None:
    return None if row["seat"] < 0 else row["seat"]


def _profiles(connection: Connection, study: Study, pilots: bool) -> Iterator[Answer]:
    for row in study_answers.rows_of(connection, StudyProfileRow, study.id, pilots=pilots):
        yield Answer(
            row["public"], "profile", 1, None, None, row["attribute"], "profile", row["value"], row["text"],
            0, None, None, None,
        )  # fmt: skip


def _grades(kept: _Kept, grades: Sequence[Mapping[str, Any]]) -> Iterator[Grade]:
    rows = {row["id"]: row for row in kept.answers}
    for grade in grades:
        row = rows.get(grade["answer_id"])
        if row is not None:
            yield Grade(
                row["public"], row["stage"], row["occurrence"], row["table_id"], _seat(row), row["question"],
                grade["grader"], grade["grade"],
            )  # fmt: skip


def _judgements(kept: _Kept) -> Iterator[Judgement]:
    sure = {
        (row["participant_id"], row["step"], row["seat"]): row["value"]
        for row in kept.answers
        if row["role"] == "confidence" and isinstance(row["value"], int | float)
    }
    highest = max((value for value in sure.values()), default=1)
    numbers: Counter[str] = Counter()
    for row in sorted(kept.answers, key=lambda one: (one["at"], one["id"])):
        if row["role"] != "judgement" or row["table_id"] is None or row["seat"] < 0:
            continue
        seat = next((one for one in kept.seats.get(row["table_id"], []) if one["seat"] == row["seat"]), None)
        # Where a player took over from a person, nobody can say who was judged.
        if seat is None or row["value"] is None or seat["replaced"] is not None:
            continue
        numbers[row["public"]] += 1
        confidence = sure.get(
            (row["participant_id"], row["step"], row["seat"]), sure.get((row["participant_id"], row["step"], -1))
        )
        truth: Any = "human" if seat["person"] else "artificial"
        said: Any = _SAID.get(row["value"], "unknown")
        share = None if confidence is None or highest <= 1 else (confidence - 1) / (highest - 1)
        yield Judgement(
            row["public"], row["table_id"], row["seat"], truth, PERSON if seat["person"] else seat["player"], said,
            share, numbers[row["public"]], row["at"],
        )  # fmt: skip


def _games(connection: Connection, kept: _Kept) -> Iterator[tuple[PlayedGame, Record | None]]:
    """Everybody's games, with their records."""
    steps: dict[tuple[int, str, int, int], tuple[Any, ...]] = {}
    for table, seats in kept.seats.items():
        stored = lab.record(connection, table)
        record = Record.from_json(stored) if stored else None
        for seat in seats:
            who = kept.people.get(seat["participant_id"])
            if who is None or seat["ended"] is None:
                continue
            key = (who.version, who.condition, who.seed, who.place)
            if key not in steps:
                study = store.by_id(connection, who.study_id)
                steps[key] = course(plan_of(connection, study, who.version), who.condition, who.seed, who.place)
            step = steps[key][seat["step"]]
            yield _played(who, table, seat, seats, step, record), record


def _records(kept: _Kept, games: Sequence[tuple[PlayedGame, Record | None]]) -> Iterator[GameRecord]:
    """The games that are over, each once."""
    whole = {played.table: record for played, record in games if record is not None}
    for table, record in whole.items():
        people = tuple(
            seat["seat"]
            for seat in kept.seats[table]
            if seat["person"] and seat["replaced"] is None and seat["how"] == "played"
        )
        yield GameRecord(table, people, record.to_json(), _notation(record))


def _notation(record: Record) -> str | None:
    """A game as its source writes it down; None where it has no way to, or cannot for this game."""
    entry = REGISTRY.entries.get(record.game)
    if entry is None or not entry.notation:
        return None
    try:
        written: str = import_module(entry.notation).write_game(record, load(record.game, **record.settings))
    except LudariumError:
        return None
    return written


def quality_of(plan: Plan) -> dict[str, float]:
    """The computed quality of a plan's games, where it says so."""
    return {
        game_words(game): game.quality
        for stage in plan.stages
        if isinstance(stage, Playing)
        for game in stage.among
        if game.quality is not None
    }


def game_words(game: Game) -> str:
    """A game with its settings, as the tables name it."""
    return " ".join([game.game, *(f"{name}={value}" for name, value in sorted(game.settings.items()))])


def _played(
    who: Person,
    table: str,
    seat: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    step: Any,
    record: Record | None,
) -> PlayedGame:
    result = record.result if record is not None else None
    own = best = won = None
    if record is not None and result is not None:
        shown = _shown_points(record, result)
        own = shown[seat["seat"]]
        best = max((points for number, points in enumerate(shown) if number != seat["seat"]), default=None)
        first = [number for number, rank in enumerate(result.ranks) if rank == 1]
        won = 1 / len(first) if seat["seat"] in first else 0.0
    how = "replaced" if seat["replaced"] is not None else seat["how"]
    return PlayedGame(
        participant=who.public,
        table=table,
        stage=seat["stage"],
        occurrence=1,
        number=step.game,
        practice=step.practice,
        game=game_words(step.plays),
        seat=seat["seat"],
        opponents=tuple(
            PERSON if other["person"] else other["player"] for other in seats if other["seat"] != seat["seat"]
        ),
        condition=who.condition,
        points=own,
        best_opponent=best,
        won=won,
        plies=len(record.decisions) if record else 0,
        seconds=sum(made.seconds for made in record.decisions) if record else None,
        ended=how or "abandoned",
    )


def _shown_points(record: Record, result: Result) -> tuple[float, ...]:
    """As people read them: where fractions only say who is ahead at equal points, `won` says it."""
    try:
        return load(record.game, **record.settings).shown_points(result)
    except LudariumError:
        return result.points  # a game that is no longer here


def _pauses(connection: Connection, table: str) -> dict[int, tuple[float, float]]:
    """By decision: for how many seconds of it the person's page was hidden, and for how many nobody touched it."""
    return {
        event.data["decision"]: (event.private.get("hidden", 0.0), event.private.get("idle", 0.0))
        for event in lab.events(connection, table)
        if event.kind == "moved"
    }


def _decisions(
    connection: Connection,
    kept: _Kept,
    games: Sequence[tuple[PlayedGame, Record | None]],
    analyst: Analyst | None,
) -> Iterator[Decision]:
    done: set[str] = set()
    known: dict[tuple[str, str], GameRules] = {}
    for played, record in games:
        if record is None or played.table in done:
            continue
        done.add(played.table)
        seats = {seat["seat"]: seat for seat in kept.seats[played.table]}
        paused = _pauses(connection, played.table)
        key = (record.game, str(sorted(record.settings.items())))
        if key not in known:
            known[key] = load(record.game, **record.settings)
        position = known[key].start(record.seed)
        total = max(1, len(record.decisions))
        for ply, made in enumerate(record.decisions):
            seat = seats[made.seat]
            who = kept.people.get(seat["participant_id"]) if seat["participant_id"] is not None else None
            view = position.view(made.seat)
            legal = len(view.options()) if position.game.rules.checked is None else None
            own = who is not None and seat["replaced"] is None
            best = analyst.best(view, made.move, derive(record.seed, ply)) if own and analyst is not None else None
            yield Decision(
                who.public if who and own else None, played.table, ply, made.seat,
                PERSON if seat["person"] else seat["player"], made.move, legal, made.seconds, ply / total, best,
                *paused.get(ply, (0.0, 0.0)),
            )  # fmt: skip
            position = position.play(made.move, made.seat)
