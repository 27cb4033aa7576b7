"""The refinement of a study: strategies that evolve by what its people judge, stored after every generation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection

from ludarium.engine.elements import Elements
from ludarium.engine.kernels.rng import derive
from ludarium.games import load as load_game
from ludarium.store import studies as store
from ludarium.store.studies import Participant, Study
from ludarium.studies.data import Judgement
from ludarium.studies.opponents import next_opponent
from ludarium.studies.plan.course import Step, stage_of
from ludarium.studies.plan.model import Plan, Playing
from ludarium.studies.refinement.genome import grammar_of, id_of
from ludarium.studies.refinement.panel import RaschJudges
from ludarium.studies.refinement.run import Refinement, Settings
from ludarium.studies.running.errors import StudyError
from ludarium.studies.running.games import chosen_in_turn
from ludarium.studies.running.gathering import judgements_of
from ludarium.studies.running.studies import plan_of


def stage_to_refine(plan: Plan) -> Playing:
    """The stage whose pool evolves: the one that asks for whoever is unrated."""
    for stage in plan.stages:
        if isinstance(stage, Playing) and stage.next == "unrated" and "pool" in stage.seats:
            return stage
    raise StudyError("no stage of this study can be refined: it takes one with a pool seat and next = 'unrated'")


def begin(connection: Connection, study: Study, settings: Settings | None = None) -> Refinement:
    """Let a study's strategies evolve from now on, beginning with the elemental and simple ones of its game."""
    if store.refinement(connection, study.id) is not None:
        raise StudyError("this study is being refined already")
    plan = plan_of(connection, study)
    made = Refinement(settings or Settings(seed=plan.seed), _grammar(stage_to_refine(plan)), RaschJudges())
    keep(connection, study, made.to_dict())
    return made


def _grammar(stage: Playing) -> Elements:
    return grammar_of(load_game(stage.game, **stage.settings))


def keep(connection: Connection, study: Study, state: Mapping[str, Any]) -> None:
    """Store a refinement without the judgements, which stand among the answers."""
    store.change(connection, study.id, refinement={**state, "judgements": []})


def load(connection: Connection, study: Study) -> Refinement | None:
    """A study's refinement as it is stored; None if it is not refined."""
    found = stored(connection, study)
    return None if found is None else revived(*found)


Stored = tuple[dict[str, Any], Playing, list[Judgement]]


def stored(connection: Connection, study: Study) -> Stored | None:
    """What a refinement is made of again: its state, its stage, and what was judged."""
    state = store.refinement(connection, study.id)
    if state is None:
        return None
    return state, stage_to_refine(plan_of(connection, study)), judgements_of(connection, study)


def revived(state: Mapping[str, Any], stage: Playing, judgements: Sequence[Judgement]) -> Refinement:
    known = {judgement.judge for judgement in judgements}
    old = {
        **state,
        "judgements": msgspec.to_builtins(judgements[: state.get("told", 0)]),
        "experts": [judge for judge in state["experts"] if judge in known],
    }
    return Refinement.from_dict(old, _grammar(stage), RaschJudges())


def evolved(state: Mapping[str, Any], stage: Playing, judgements: Sequence[Judgement]) -> dict[str, Any] | None:
    """The state after all that was judged, as far as that lets it go on; None if nothing is new. May take long."""
    refinement = revived(state, stage, judgements)
    if not refinement.tell(judgements):
        return None
    while refinement.step():
        pass
    return {**refinement.to_dict(), "told": len(refinement.judgements)}


def keep_evolved(connection: Connection, study: Study, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Store what became of a state, unless that has changed meanwhile: then it is to be done again."""
    if store.refinement(connection, study.id) != before:
        return False
    keep(connection, study, after)
    return True


def forget(connection: Connection, who: Participant) -> None:
    """Remove what somebody said who withdraws; their answers go by themselves."""
    study = store.by_id(connection, who.study_id)
    found = stored(connection, study)
    if found is None:
        return
    state, _, judgements = found
    told = judgements[: state.get("told", 0)]
    gone = sum(judgement.judge == who.public for judgement in told)
    left = len(told) - gone
    experts = [judge for judge in state["experts"] if judge != who.public]
    keep(connection, study, {**state, "told": left, "looked": min(state["looked"], left), "experts": experts})


class Choosing:
    """Who comes next for somebody: as the course has it, or, where a plan asks for whoever is unrated, by what people
    have judged so far. It remembers what it read; whoever changes the data calls `changed`."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Refinement | None, list[Judgement]]] = {}

    def changed(self, study: int) -> None:
        self._known.pop(study, None)

    def __call__(self, connection: Connection, who: Participant, step: Step, count: int) -> Sequence[str]:
        study = store.by_id(connection, who.study_id)
        plan = plan_of(connection, study, who.version)
        stage = stage_of(plan, step.stage)
        if not count or not isinstance(stage, Playing) or stage.next != "unrated":
            return chosen_in_turn(connection, who, step, count)
        if study.id not in self._known:
            self._known[study.id] = (load(connection, study), judgements_of(connection, study))
        refinement, judgements = self._known[study.id]
        pool, more = _pool(refinement, step), dict[str, Any]()
        if refinement is not None:
            more["wanted"] = refinement.urgency(who.public)
            if who.public in refinement.experts:
                more["group"] = refinement.experts
        chosen: list[str] = []
        while len(chosen) < count:
            left = [player for player in pool if player not in chosen] or pool
            seed = derive(plan.seed, "opponents", len(chosen))
            chosen.append(next_opponent(who.public, left, judgements, seed=seed, **more).player)
        return chosen


def _pool(refinement: Refinement | None, step: Step) -> list[str]:
    """The strategies of today. When all is over: what it began with, and what it found."""
    if refinement is None:
        return list(step.pool)
    ids = refinement.current.members
    if refinement.ended:
        ids = tuple(dict.fromkeys([*refinement.generations[0].members, *map(id_of, refinement.minimal)]))
    return [refinement.player(key) for key in ids]
