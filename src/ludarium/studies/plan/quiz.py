"""Quizzes from the games' own rules: each game has some questions beside its rules, in several languages."""

from __future__ import annotations

from msgspec.structs import replace

from ludarium.engine.quiz import FALLBACK
from ludarium.games.offered import asked_for
from ludarium.studies.plan.model import AnyStage, Choice, Plan, Quiz

_LETTERS = "abcdefgh"


def filled(plan: Plan) -> Plan:
    """The plan with the questions of the games in its quizzes, as choices like any other: what people are asked stands
    in the plan as it is stored, and does not change when a game's questions do."""
    texts = {language: dict(plan.texts.get(language, {})) for language in plan.languages}
    stages: list[AnyStage] = []
    for number, stage in enumerate(plan.stages):
        if isinstance(stage, Quiz) and stage.game:
            own = _questions(stage, f"quiz-{number}", texts)
            stages.append(replace(stage, game="", settings={}, questions=own + stage.questions))
        else:
            stages.append(stage)
    return replace(plan, stages=tuple(stages), texts=texts) if tuple(stages) != plan.stages else plan


def _questions(stage: Quiz, prefix: str, texts: dict[str, dict[str, str]]) -> tuple[Choice, ...]:
    """A game's questions, whose texts are added to the tables."""
    made = []
    for number, check in enumerate(asked_for(stage.game, stage.settings).quiz(), 1):
        name = f"{prefix}-{number}"
        for language, table in texts.items():
            question, *answers = check.texts.get(language, check.texts[FALLBACK])
            table[name] = question
            table |= {f"{name}-{letter}": answer for letter, answer in zip(_LETTERS, answers, strict=False)}
        options = {letter: f"@{name}-{letter}" for letter, _ in zip(_LETTERS, answers, strict=False)}
        made.append(Choice(name=f"rule-{number}", text=f"@{name}", options=options, right="a", shuffled=True))
    return tuple(made)
