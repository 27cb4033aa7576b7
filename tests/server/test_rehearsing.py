"""A rehearsal: simulated people go through a study by a real server, and what is known of them is found again."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from ludarium.engine.errors import LudariumError
from ludarium.players.preparing import Preparation
from ludarium.server.studies import rehearsing
from ludarium.server.studies.rehearsing import Rehearsed, rehearse
from ludarium.studies.plan.model import Plan
from ludarium.studies.simulated.judging import Population, population
from tests.studies.running.places import with_play


def brief(**changes: object) -> Plan:
    plan = with_play(**changes)
    return replace(plan, stages=tuple(stage for stage in plan.stages if stage.name != "read"))


def test_people_meet_play_judge_and_finish() -> None:
    traits = Population(gap=1.0, hazard=0.0, falsifiers=0.0)
    seen: list[int] = []
    result = rehearse(
        brief(games=2), people=4, seed=5, speed=500, traits=traits, progress=lambda one: seen.append(one.games)
    )
    assert result.data is not None
    assert seen
    assert sum(result.outcomes.values()) == 4
    finished = [visit for visit in result.visits if visit.outcome in ("completed", "screened")]
    assert len(finished) == 4
    assert {row.participant for row in result.data.participants} == {visit.participant for visit in result.visits}
    completed = [visit for visit in result.visits if visit.outcome == "completed"]
    assert result.judgements == len(result.data.judgements) == 2 * len(completed)
    for visit in completed:
        assert [game.number for game in result.data.games if game.participant == visit.participant] == [1, 2]
    assert 0 < result.within(0.5) <= result.within(0.99)
    assert result.found is None


def test_players_are_compiled_before_anybody_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else every process that needs one would compile it while people wait."""
    prepared: list[tuple[str, str]] = []
    monkeypatch.setattr(Preparation, "done", False)
    monkeypatch.setattr(rehearsing, "warm_rules", lambda game: prepared.append((game.name, "rules")))
    monkeypatch.setattr(rehearsing, "prepare_player", lambda text, game: prepared.append((game.name, text)))
    plan = brief(seats=["me", "random"])
    rehearsing._compile(plan, "no-such-player")
    rehearsing._compile(plan, "mcts")
    (game,) = {name for name, _ in prepared}
    assert prepared == [(game, text) for text in ("rules", "random", "rules", "random", "mcts")]


def test_what_goes_wrong_beside_the_people_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is killed and does not come up again: people would ask it for ever."""
    ended: list[str] = []

    class Waiting:
        def __init__(self, hall: Any, person: Any, room: Any) -> None:
            self.visit = SimpleNamespace(person=person)

        async def go(self) -> None:
            try:
                await asyncio.sleep(3600)
            finally:
                ended.append(self.visit.person.name)

    async def gone() -> None:
        raise LudariumError("the server of the rehearsal does not answer")

    monkeypatch.setattr(rehearsing, "Visitor", Waiting)
    result = Rehearsed(population(2, 1))
    with pytest.raises(LudariumError, match="does not answer"):
        asyncio.run(rehearsing._all(None, result, 2, [gone()], None))  # type: ignore[arg-type]
    assert sorted(ended) == sorted(person.name for person in result.people)
