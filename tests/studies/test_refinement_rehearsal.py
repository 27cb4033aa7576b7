"""Simulated judges drive all three phases: what is planted is found, and abilities come back from the answers."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from ludarium.studies.data import Judgement, Verdict
from ludarium.studies.refinement.panel import RaschJudges
from ludarium.studies.refinement.rehearsal import rehearse_refinement
from ludarium.studies.refinement.run import Phase, Refinement, Settings
from ludarium.studies.simulated.judging import Population
from tests.studies.grammars import grammar

PEOPLE = 30


def said(judge: str, player: str, verdict: Verdict, number: int) -> Judgement:
    at = datetime(2000, 1, 1, tzinfo=UTC)
    return Judgement(judge, f"{judge}-{number}", 1, "artificial", player, verdict, None, number, at)


def test_all_phases_end_with_the_planted_strategy() -> None:
    phases: list[Phase] = []
    found = rehearse_refinement(
        grammar(2, 3),
        PEOPLE,
        1,
        progress=lambda refinement: phases.append(refinement.phase),
        traits=Population(hazard=0),
    )
    assert found.ended
    assert found.rank == 1
    assert phases[0] == "evolution"
    assert phases[-1] == "ended"
    assert found.generations["rating"] == 1
    assert len(phases) == sum(found.generations.values())
    correlation, people = found.recovered(40)
    assert correlation is not None
    assert correlation > 0.85
    assert people == sum(not person.falsifier for person in found.people)
    assert len(found.refinement.judgements) == PEOPLE * 40
    report = json.loads(json.dumps(found.to_dict(40)))
    assert report["minimal"][0]["player"] == report["planted"] == " ".join(found.truth.core)
    assert report["minimal"][0]["believability"] > 0.8
    assert report["abilities"] == {"correlation": correlation, "people": people, "least": 40}
    assert report["generations"] == found.generations


def test_the_same_seed_gives_the_same_rehearsal() -> None:
    one, same, other = (rehearse_refinement(grammar(2, 2), 12, seed, each=12).refinement for seed in (3, 3, 4))
    assert one.to_dict() == same.to_dict()
    assert one.judgements != other.judgements


def test_who_leaves_gives_fewer_judgements_and_nobody_more() -> None:
    found = rehearse_refinement(grammar(2, 2), 30, 5, each=7, core=2, traits=Population(hazard=0.05))
    counts = [sum(one.judge == person.name for one in found.refinement.judgements) for person in found.people]
    assert max(counts) == 7
    assert any(count < 7 for count in counts)
    assert found.recovered(8) == (None, 0)


def test_with_one_person_at_a_table_all_judgements_are_about_strategies() -> None:
    found = rehearse_refinement(grammar(2, 2), 6, 5, each=4, core=2, with_people=False)
    assert {one.truth for one in found.refinement.judgements} == {"artificial"}


# --- the judges -------------------------------------------------------------------------------------------------------


def test_weights_are_those_before_each_judgement() -> None:
    told = [
        said("ann", "P", "artificial", 1),
        said("ann", "P", "artificial", 2),
        said("ann", "Q", "artificial", 3),
        said("ann", "P", "human", 4),
        said("ann", "P", "artificial", 5),
        said("bob", "P", "artificial", 1),
    ]
    assert RaschJudges().weights(told) == pytest.approx([0.0, 0.2, 0.0, 0.36, 0.288, 0.0])


def test_super_experts_are_the_ablest_with_enough_judgements() -> None:
    found = rehearse_refinement(grammar(2, 2), PEOPLE, 2, each=20, core=2, traits=Population(hazard=0, falsifiers=0))
    experts = RaschJudges().experts(found.refinement.judgements)
    ability = {person.name: person.ability for person in found.people}
    inside = [ability[name] for name in experts]
    outside = [value for name, value in ability.items() if name not in experts]
    assert 0 < len(inside) <= PEOPLE / 2
    assert sum(inside) / len(inside) > sum(outside) / len(outside) + 1
    few = [one for one in found.refinement.judgements if one.number <= 4]
    assert RaschJudges().experts(few) == frozenset()
    assert RaschJudges().experts([]) == frozenset()


def test_nothing_is_known_of_judges_before_they_have_judged() -> None:
    refinement = Refinement(Settings(), grammar(), RaschJudges())
    assert not refinement.step()
    assert refinement.experts == frozenset()
