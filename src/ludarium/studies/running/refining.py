"""The refinement of a study: strategies that evolve by what its people judge, stored after every generation."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection

from ludarium.engine.elements import Elements
from ludarium.engine.kernels.rng import derive
from ludarium.games import load as load_game
from ludarium.store import studies as store
from ludarium.store import study_games
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
from ludarium.studies.running.gathering import Judged
from ludarium.studies.running.studies import plan_of

FRESH = 2.0
"""Seconds after which a stored refinement is read again."""


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
    return None if found is None else revived(found)


@dataclass(frozen=True)
class Stored:
    """What a refinement is made of again: its state, its stage, what was judged, and who will not judge any more."""

    state: Mapping[str, Any]
    stage: Playing
    judgements: Sequence[Judgement]
    gone: frozenset[str]


def stored(connection: Connection, study: Study, judgements: Sequence[Judgement] | None = None) -> Stored | None:
    """A study's refinement as it is kept, with what was judged, or with these judgements."""
    state = store.refinement(connection, study.id)
    if state is None:
        return None
    if judgements is None:
        judgements = Judged().read_on(connection, study)
    gone = frozenset(store.left(connection, study.id))
    return Stored(state, stage_to_refine(plan_of(connection, study)), judgements, gone)


def revived(found: Stored) -> Refinement:
    """The refinement as it was when it was stored: with the judgements that it knew."""
    known = {judgement.judge for judgement in found.judgements}
    old = {**found.state, "experts": [judge for judge in found.state["experts"] if judge in known], "gone": []}
    made = Refinement.from_dict(old, _grammar(found.stage), RaschJudges())
    made.tell(found.judgements[: found.state.get("told", 0)])
    made.gone = found.gone & known
    return made


def evolved(found: Stored) -> dict[str, Any] | None:
    """The state after all that was judged, as far as that lets it go on; None if nothing is new. May take long."""
    refinement = revived(found)
    if not refinement.tell(found.judgements):
        return None
    while refinement.step():
        pass
    return {**refinement.to_dict(judgements=False), "gone": [], "told": len(refinement.judgements)}


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
    told = found.judgements[: found.state.get("told", 0)]
    left = sum(judgement.judge != who.public for judgement in told)
    looked = min(found.state["looked"], left)
    experts = [judge for judge in found.state["experts"] if judge != who.public]
    keep(connection, study, {**found.state, "told": left, "looked": looked, "experts": experts})


@dataclass
class _Known:
    """What is known of a study's judgements and its refinement, and since when."""

    withdrawn: int
    judged: Judged
    refinement: Refinement | None = None
    stored: Stored | None = None
    read: float = -math.inf


class Choosing:
    """Who comes next for people who play together: as the course has it, or by what has been judged so far, where a
    plan asks for whoever is unrated. It remembers what it read, and may be asked from several threads."""

    def __init__(self) -> None:
        self._known: dict[int, _Known] = {}
        self._lock = threading.Lock()

    def changed(self, study: int) -> None:
        """The refinement of a study is another one now, or somebody's judgements are gone."""
        with self._lock:
            self._known.pop(study, None)

    def ripe(self, connection: Connection, study: Study) -> Stored | None:
        """A refinement that may go on by what has been judged; None if there is none, or too little was judged."""
        with self._lock:
            known = self._look(connection, study)
            if known.refinement is None or known.stored is None or not known.refinement.ripe:
                return None
            return replace(known.stored, judgements=list(known.judged.judgements))

    def __call__(self, connection: Connection, group: Sequence[Participant], step: Step, count: int) -> Sequence[str]:
        first = group[0]
        study = store.by_id(connection, first.study_id)
        plan = plan_of(connection, study, first.version)
        stage = stage_of(plan, step.stage)
        if not count or not isinstance(stage, Playing) or stage.next != "unrated":
            return chosen_in_turn(connection, group, step, count)
        under_way = study_games.under_way(connection, study.id)
        with self._lock:
            known = self._look(connection, study)
            refinement, judgements = known.refinement, known.judged.judgements
            pool, more = _pool(refinement, step), dict[str, Any]()
            if refinement is not None:
                more["wanted"] = refinement.urgency(*(who.public for who in group), under_way=under_way)
                if first.public in refinement.experts:
                    more["group"] = refinement.experts
            chosen: list[str] = []
            while len(chosen) < count:
                left = [player for player in pool if player not in chosen] or pool
                seed = derive(plan.seed, "opponents", len(chosen))
                chosen.append(next_opponent(first.public, left, judgements, seed=seed, **more).player)
            return chosen

    def _look(self, connection: Connection, study: Study) -> _Known:
        """What is known by now. Another process may have let the strategies evolve, or somebody withdraw."""
        withdrawn = store.receipts(connection, study.id)
        known = self._known.get(study.id)
        if known is None or known.withdrawn != withdrawn:
            known = self._known[study.id] = _Known(withdrawn, Judged())
        new = known.judged.read_on(connection, study)
        if time.monotonic() - known.read > FRESH:
            known.stored = stored(connection, study, known.judged.judgements)
            known.refinement = None if known.stored is None else revived(known.stored)
            known.read, new = time.monotonic(), known.judged.judgements
        if known.refinement is not None:
            known.refinement.tell(new)
        return known


def _pool(refinement: Refinement | None, step: Step) -> list[str]:
    """The strategies of today. When all is over: what it began with, and what it found."""
    if refinement is None:
        return list(step.pool)
    ids = refinement.current.members
    if refinement.ended:
        ids = tuple(dict.fromkeys([*refinement.generations[0].members, *map(id_of, refinement.minimal)]))
    return [refinement.player(key) for key in ids]
