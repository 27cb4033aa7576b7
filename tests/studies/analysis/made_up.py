"""Made-up studies with a known truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from ludarium.studies.data import Answer, Judgement, Participant, PlayedGame, StudyData

BEGIN = datetime(2027, 3, 1, 12, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return BEGIN + timedelta(minutes=minutes)


def participant(name: str, **given: Any) -> Participant:
    values: dict[str, Any] = {
        "study": "made-up",
        "condition": "",
        "source": "open",
        "language": "en",
        "pilot": False,
        "consented": BEGIN,
        "finished": None,
        "status": "completed",
    }
    return Participant(name, **values | given)


def answer(name: str, question: str, value: Any, **given: Any) -> Answer:
    values: dict[str, Any] = {
        "stage": "questions",
        "occurrence": 1,
        "table": None,
        "seat": None,
        "kind": "scale",
        "text": str(value),
        "changes": 0,
        "shown": None,
        "answered": None,
        "seconds": 10.0,
    }
    return Answer(participant=name, question=question, value=value, **values | given)


def judgement(judge: str, player: str, said: Any, **given: Any) -> Judgement:
    values: dict[str, Any] = {"table": "t", "seat": 1, "confidence": None, "number": 1, "at": BEGIN}
    truth: Any = "human" if player == "person" else "artificial"
    return Judgement(judge=judge, truth=truth, player=player, said=said, **values | given)


def played(name: str, number: int, won: float | None, **given: Any) -> PlayedGame:
    values: dict[str, Any] = {
        "table": f"{name}-{given.get('stage', 'play')}-{number}",
        "stage": "play",
        "occurrence": 1,
        "practice": False,
        "game": "reversi",
        "seat": 0,
        "opponents": ("random",),
        "condition": "",
        "points": None,
        "best_opponent": None,
        "plies": 10,
        "seconds": 60.0,
        "ended": "played",
    }
    return PlayedGame(participant=name, number=number, won=won, **values | given)


def judged(
    abilities: Sequence[float], difficulties: Mapping[str, float], each: int, seed: int
) -> tuple[Judgement, ...]:
    """Judges of known ability judge strategies of known difficulty (and `person`), in turn, `each` times in all."""
    rng = np.random.default_rng(seed)
    found = []
    for number, ability in enumerate(abilities):
        order = [list(difficulties)[place] for place in rng.permutation(np.arange(each) % len(difficulties))]
        for place, player in enumerate(order):
            hit = rng.random() < 1 / (1 + np.exp(difficulties[player] - ability))
            human = (player == "person") == hit
            said = "human" if human else "artificial"
            found.append(
                judgement(f"j{number:03d}", player, said, number=place + 1, table=f"t{number}-{place}", at=at(place))
            )
    return tuple(found)


def judging(judgements: Sequence[Judgement], **tables: Any) -> StudyData:
    """A Turing study of these judgements."""
    names = dict.fromkeys(row.judge for row in judgements)
    people = tuple(participant(name) for name in names)
    return StudyData("made-up", "turing", participants=people, judgements=tuple(judgements), **tables)
