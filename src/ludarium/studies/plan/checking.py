"""What a plan must be beyond its form, so that it can be run and its data analysed: every mistake at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from urllib.parse import urlsplit

from ludarium.studies.plan.checking_games import check_games
from ludarium.studies.plan.checking_questions import check_questions, pages
from ludarium.studies.plan.checking_texts import check_texts
from ludarium.studies.plan.form import Fault, nearest
from ludarium.studies.plan.model import AnyStage, Choice, Consent, Debrief, Judge, Plan, Play, Playing, Questions
from ludarium.studies.plan.places import Path
from ludarium.studies.plan.texts import values_in


def check(plan: Plan) -> list[Fault]:
    """All mistakes in a plan that has the right form."""
    found = [*_ends(plan), *_names(plan), *_references(plan), *_judges(plan), *_frame(plan)]
    found += [*check_questions(plan), *check_texts(plan), *check_games(plan)]
    # What its kind needs is only asked of a plan that could be run.
    return found or list(_kind(plan))


def _ends(plan: Plan) -> Iterator[Fault]:
    last = len(plan.stages) - 1
    if not isinstance(plan.stages[0], Consent):
        yield Fault(("stages", 0), "the first stage is no consent", "begin with a stage of kind consent")
    if not isinstance(plan.stages[-1], Debrief):
        yield Fault(("stages", last), "the last stage is no debrief", "end with a stage of kind debrief")
    for number, stage in enumerate(plan.stages):
        if isinstance(stage, Consent) and number > 0:
            yield Fault(("stages", number), "consent is asked once, at the beginning", "move or remove this stage")
        if isinstance(stage, Debrief) and number < last:
            yield Fault(("stages", number), "people are debriefed once, at the end", "move or remove this stage")
        if isinstance(stage, Consent | Debrief) and stage.only:
            what = f"everybody has the {stage.name} stage"
            yield Fault(("stages", number, "only"), what, "remove `only`, whatever the condition")


def unique(names: Iterable[tuple[Path, str]], what: str) -> Iterator[Fault]:
    """Faults for names that were there before."""
    seen: set[str] = set()
    for path, name in names:
        if name in seen:
            yield Fault(path, f"there are two {what} with the name '{name}'", "give one of them another name")
        seen.add(name)


def _names(plan: Plan) -> Iterator[Fault]:
    stages = [(("stages", number, "name"), stage.name) for number, stage in enumerate(plan.stages)]
    yield from unique(stages, "stages")
    conditions = [(("conditions", number, "name"), one.name) for number, one in enumerate(plan.conditions)]
    yield from unique(conditions, "conditions")
    yield from unique([(("languages", number), one) for number, one in enumerate(plan.languages)], "languages")


def _references(plan: Plan) -> Iterator[Fault]:
    """Names of conditions and questionnaires that exist."""
    conditions = [condition.name for condition in plan.conditions]
    for number, stage in enumerate(plan.stages):
        for place, name in enumerate(stage.only):
            if name not in conditions:
                yield Fault(("stages", number, "only", place), f"no condition '{name}'", nearest(name, conditions))
        if isinstance(stage, Playing | Questions | Judge):
            name = stage.questionnaire
            if name and name not in plan.questionnaires:
                path = ("stages", number, "questionnaire")
                yield Fault(path, f"no questionnaire '{name}'", nearest(name, plan.questionnaires))


def comes_in(plan: Plan, stage: AnyStage) -> list[str]:
    """The conditions in which a stage comes; the empty one in a plan without."""
    return [one.name for one in plan.conditions if not stage.only or one.name in stage.only] or (
        [] if plan.conditions else [""]
    )


def _judges(plan: Plan) -> Iterator[Fault]:
    for number, stage in enumerate(plan.stages):
        if isinstance(stage, Judge):
            played = {name for one in plan.stages[:number] if isinstance(one, Play) for name in comes_in(plan, one)}
            if not set(comes_in(plan, stage)) <= played:
                yield Fault(("stages", number), "there is no game before it to judge", "put a play stage before it")


def _frame(plan: Plan) -> Iterator[Fault]:
    """How people come, and until when."""
    if plan.stopping.until:
        try:
            date.fromisoformat(plan.stopping.until)
        except ValueError:
            yield Fault(("stopping", "until"), f"'{plan.stopping.until}' is no date", "write it as 2027-03-01")
    path, address = ("recruiting", "return_to"), plan.recruiting.return_to
    if address:
        try:
            parts = urlsplit(address)
            good = parts.scheme in ("http", "https") and bool(parts.hostname)
        except ValueError:
            good = False
        if not good:
            yield Fault(
                path, f"'{address}' is no address of a page", "write it as https://example.org/done?code={code}"
            )
        for name in values_in(address):
            if name not in ("code", "id"):
                yield Fault(path, f"nothing is known of {{{name}}} here", "only {code} and {id} are put in")
    if "recruiter" in plan.recruiting.links and not plan.recruiting.id_names:
        what = "a recruiter's link gives the person's id under some name"
        yield Fault(("recruiting", "id_names"), what, "name it, or take 'recruiter' out of links")
    if not plan.recruiting.links:
        yield Fault(("recruiting", "links"), "nobody can come without a link", "allow open, personal or recruiter")


# --- what the analysis of a kind needs --------------------------------------------------------------------------------


def _asked_after_games(plan: Plan) -> set[str]:
    """The roles of questions that are asked about games."""
    return {question.role for page in pages(plan) if page.about_games for question in page.questions}


def _asked(plan: Plan) -> set[str]:
    return {question.role for page in pages(plan) if page.used for question in page.questions}


def _blocks(plan: Plan, condition: str) -> Sequence[Play]:
    return [stage for stage in plan.stages if isinstance(stage, Play) and condition in comes_in(plan, stage)]


def _kind(plan: Plan) -> Iterator[Fault]:
    path: Path = ("kind",)
    everywhere = [condition.name for condition in plan.conditions] or [""]
    fewest = min(len(_blocks(plan, condition)) for condition in everywhere)
    if plan.kind != "other" and not fewest:
        yield Fault(path, f"a {plan.kind} study needs games", "add a play stage that comes in every condition")
        return
    if plan.kind == "turing" and "judgement" not in _asked_after_games(plan):
        what = "a turing study needs judgements of opponents"
        yield Fault(path, what, "ask a question with role judgement after games or in a judge stage")
    if plan.kind == "learning":
        if fewest < 2:
            yield Fault(path, "a learning study compares two blocks of games", "add a second play stage")
        for number, stage in enumerate(plan.stages):
            if isinstance(stage, Play) and stage.games < 2 and not stage.among:
                what = "nobody can be seen to learn in one game"
                yield Fault(("stages", number), what, "give it games = 2 or more")
        if "difficulty" not in _asked(plan):
            what = "a learning study asks how hard the games were"
            yield Fault(path, what, "ask a question with role difficulty after each block")
    if plan.kind == "playtest":
        ratings = {"fun", "fairness", "depth", "clarity", "again"}
        if not ratings & _asked_after_games(plan):
            what = "a playtest needs ratings of games"
            yield Fault(path, what, f"ask a question with role {', '.join(sorted(ratings))} after games")
        if not any(len(stage.among) > 1 for stage in plan.stages if isinstance(stage, Play)):
            yield Fault(path, "a playtest compares games", "give a play stage several games by `among`")
    if plan.kind == "preference":
        wanted = {"stronger", "fun", "human"}
        if fewest < 2:
            yield Fault(path, "a preference study compares two blocks of games", "add a second play stage")
        compared = [
            question
            for page in pages(plan)
            if page.used
            for question in page.questions
            if question.role in wanted and isinstance(question, Choice)
        ]
        for question in compared:
            if set(question.options) != {"first", "second"}:
                what = f"the options of '{question.name}' do not say which of two is meant"
                yield Fault(path, what, "name them first and second, for the opponents in the order they were met")
        if not compared:
            what = "a preference study asks which of two was better"
            yield Fault(path, what, f"ask a choice with role {', '.join(sorted(wanted))} behind both blocks")
