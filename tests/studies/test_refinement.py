"""The three phases as a whole: what is asked for, what judgements lead to, and storing in between."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.engine.elements import Alpha, Elements
from ludarium.engine.errors import BadParameter, BadRules
from ludarium.studies.data import PERSON, Judgement, Verdict
from ludarium.studies.refinement.fitness import NOTHING, standing_of
from ludarium.studies.refinement.genome import id_of
from ludarium.studies.refinement.run import BadRefinement, Refinement, Settings
from ludarium.studies.simulated.judging import HumanLikeness
from tests.studies.grammars import grammar

AT = datetime(2000, 1, 1, tzinfo=UTC)
CORE = HumanLikeness(("m1", "B2", "m3"))
MADE_OF = grammar()


class KnownJudges:
    """Who is a super expert is said beforehand; the others weigh nothing."""

    def __init__(self, *experts: str) -> None:
        self.known = frozenset(experts)

    def experts(self, judgements: Sequence[Judgement]) -> frozenset[str]:
        return self.known & {judgement.judge for judgement in judgements}

    def weights(self, judgements: Sequence[Judgement]) -> list[float]:
        return [0.0] * len(judgements)


JUDGES = KnownJudges("ann", "bob")


def said(judge: str, player: str, verdict: Verdict, number: int = 1) -> Judgement:
    return Judgement(judge, f"{judge}-{player}-{number}", 1, "artificial", player, verdict, None, number, AT)


def begun(elements: Elements = MADE_OF, judges: KnownJudges = JUDGES, **chosen: Any) -> Refinement:
    return Refinement(Settings(**{"seed": 1, "ratings": 2, "care": 1, **chosen}), elements, judges)


def asked(refinement: Refinement, believes: Callable[[Alpha], bool], judges: Iterable[str] = ("ann", "bob")) -> None:
    """Everybody says of every strategy of the generation what is to be said of it."""
    for one in refinement.population:
        player = refinement.player(one.id)
        for judge in judges:
            number = sum(j.judge == judge and j.player == player for j in refinement.judgements) + 1
            refinement.tell([said(judge, player, "human" if believes(one.elements) else "artificial", number)])


def whole(elements: Alpha) -> bool:
    return CORE(elements) == 1


def to_the_end(refinement: Refinement, most: int = 100) -> Refinement:
    for _ in range(most):
        if refinement.ended:
            break
        asked(refinement, whole)
        assert refinement.step()
    return refinement


# --- what is asked for ------------------------------------------------------------------------------------------------


def test_at_first_every_simple_strategy_is_asked_for() -> None:
    wanted = begun().ask()
    assert sorted(one.player for one in wanted) == sorted(map(MADE_OF.text, MADE_OF.simple))
    assert {(one.ratings, one.why) for one in wanted} == {(2, "nobody has judged it")}


def test_without_a_super_expert_the_first_phase_goes_on_and_the_missing_ones_come_first() -> None:
    refinement = begun(expert_ratings=1)
    asked(refinement, whole, ("carl", "dora"))
    assert not refinement.step()  # nobody is known to be a super expert
    players = [refinement.player(one.id) for one in refinement.population]
    refinement.tell(said("ann", player, "artificial") for player in players[3:])
    for _ in range(2):
        assert not refinement.step()
        assert {(w.player, w.ratings, w.experts, w.why) for w in refinement.ask()} == {
            (player, 0, 1, "no super expert has judged it") for player in players[:3]
        }
        assert (refinement.phase, refinement.scenario) == ("rating", "b")
    assert set(refinement.urgency("ann")) == set(players)
    assert [refinement.urgency("ann")[player] > 0 for player in players[:5]] == [True] * 3 + [False] * 2
    assert not any(refinement.urgency("carl").values())  # who is none cannot help
    # Together with somebody who can, all is well; what a super expert judges just now is not needed twice.
    assert refinement.urgency("carl", "ann") == refinement.urgency("ann")
    coming = refinement.urgency("ann", under_way=[("ann", players[0]), ("carl", players[1])])
    assert [coming[player] > 0 for player in players[:3]] == [False, True, True]
    refinement.tell(said("ann", player, "artificial") for player in players[:3])
    assert refinement.scenario == "a"
    assert refinement.step()
    assert refinement.phase == "evolution"


def test_those_that_are_carried_over_are_judged_again() -> None:
    refinement = begun()
    asked(refinement, whole)
    assert refinement.step()
    carried_over = {key for key, parents in refinement.current.parents.items() if not parents}
    new = {one.id for one in refinement.population if one.elements not in MADE_OF.simple}
    assert len(carried_over) == len(MADE_OF.simple) // 7
    assert {refinement.needed(key) for key in carried_over} == {4}
    assert {refinement.needed(key) for key in new} == {2}
    why = {wanted.id: wanted.why for wanted in refinement.ask()}
    assert {why[key] for key in carried_over} == {"too few have judged it in this generation"}
    assert {why[key] for key in new} == {"nobody has judged it"}


def test_a_judgement_counts_once_and_those_of_people_are_kept() -> None:
    refinement = begun()
    player = refinement.player(refinement.population[0].id)
    assert refinement.tell([said("ann", player, "human"), said("ann", PERSON, "human")]) == 2
    assert refinement.tell([said("ann", player, "artificial"), said("bob", player, "human")]) == 1
    assert refinement.ask()[-1].player != player
    assert len(refinement.ask()) == len(MADE_OF.simple) - 1


# --- fitness ----------------------------------------------------------------------------------------------------------


def test_fitness_by_hand() -> None:
    about = [
        (said("ann", "P", "human"), 0.7),  # a super expert weighs 1, whatever the weight
        (said("carl", "P", "artificial"), 0.2),
        (said("dora", "P", "unknown"), 0.0),
    ]
    standing = standing_of(about, {"ann"})
    assert (standing.ratings, standing.expert_ratings, standing.detected) == (3, 1, 0.0)
    assert standing.believability == pytest.approx((1.0 + 0.2 * 0 + 0.5) / (1 + 0.2 + 0 + 1))
    assert standing.passes(0.0, 1)
    assert not standing.passes(1.0, 2)
    assert standing_of([], {"ann"}) == NOTHING
    assert not NOTHING.passes(1.0, 0)
    both = standing_of([*about, (said("bob", "P", "unknown"), 0.0)], {"ann", "bob"})
    assert both.detected == 0.25
    assert both.passes(0.25, 2)
    assert not both.passes(0.2, 2)


# --- the phases -------------------------------------------------------------------------------------------------------


def test_the_three_phases_end_with_what_was_planted() -> None:
    refinement = to_the_end(begun())
    assert refinement.ended
    assert refinement.ending == "no strategy is left that could lose an element"
    phases = [phase for phase, _ in groupby(generation.phase for generation in refinement.generations)]
    assert phases == ["rating", "evolution", "decomposition"]
    assert refinement.minimal[0] == CORE.core
    assert all(whole(alpha) for alpha in refinement.minimal)
    assert not refinement.step()
    assert refinement.ask() == []


def test_evolution_ends_when_a_fifth_passes() -> None:
    refinement = to_the_end(begun())
    bred = [g for g in refinement.generations if g.phase in ("rating", "evolution")]
    shares = [len(g.passed) / len(g.members) for g in bred]
    assert all(share < 0.2 for share in shares[:-1])
    assert shares[-1] >= 0.2
    taken_apart = refinement.generations[len(bred)]
    assert {parent for parents in taken_apart.parents.values() for parent in parents} <= set(bred[-1].passed)


def test_the_first_offspring_descend_from_the_least_detected() -> None:
    refinement = begun()
    believed = {id_of(alpha) for alpha in (("m0", "B2"), ("m1", "B2"))}
    asked(refinement, lambda elements: id_of(elements) in believed)
    assert refinement.step()
    least_detected = set(refinement.generations[0].kept)
    assert believed < least_detected
    assert len(least_detected) == 8  # half of 15
    assert {parent for pair in refinement.current.parents.values() for parent in pair} <= least_detected
    sizes = [len(generation.members) for generation in refinement.generations]
    assert sizes == [15, 30]


def test_a_drop_of_believability_ends_a_line_although_it_passes() -> None:
    refinement = begun(tolerance=1.0, threshold=0.3, passing=0.01)
    asked(refinement, lambda elements: len(elements) == 2)
    assert refinement.step()
    assert refinement.phase == "decomposition"  # with this tolerance everybody passes
    asked(refinement, lambda elements: False)
    assert refinement.step()
    assert refinement.ended
    assert set(refinement.minimal) == set(MADE_OF.simple)


def test_if_nobody_ever_passes_it_ends_and_says_so() -> None:
    refinement = begun(generations=3)
    for _ in range(4):
        asked(refinement, lambda elements: False)
        assert refinement.step()
    assert refinement.ended
    assert refinement.ending == "no strategy passed for human"
    assert refinement.minimal == []
    assert len(refinement.generations) == 4


@pytest.mark.parametrize("confirm", [False, True])
def test_who_passed_by_luck_is_not_minimal_when_those_that_pass_are_confirmed(confirm: bool) -> None:
    refinement = begun(confirm=confirm, care=2)
    while refinement.phase != "decomposition":
        asked(refinement, lambda elements: whole(elements) or elements[0] == "m2")
        assert refinement.step()
    assert not any(whole(refinement.strategies[key].elements) for key in refinement.generations[-2].passed)
    if confirm:  # with as many judgements as trials get, of which they have a share already
        assert refinement.current.members == refinement.generations[-2].passed
        assert {refinement.needed(key) for key in refinement.current.members} == {2 * 2}
        assert stored(refinement).ask() == refinement.ask()
    for _ in range(60):
        asked(refinement, whole)
        if refinement.step() and refinement.ended:
            break
    assert refinement.ended
    lucky = [alpha for alpha in refinement.minimal if not whole(alpha)]
    assert bool(lucky) is not confirm
    assert (CORE.core in refinement.minimal) is confirm  # they were bred on, until others passed


def test_the_third_phase_asks_for_more() -> None:
    refinement = begun(care=3)
    while refinement.phase != "decomposition":
        asked(refinement, whole)
        assert refinement.step()
    fresh = [one for one in refinement.ask() if sum(one.id in g.parents for g in refinement.generations) == 1]
    assert {(one.ratings, one.experts) for one in fresh} == {(6, 6)}


# --- storing ----------------------------------------------------------------------------------------------------------


def stored(refinement: Refinement) -> Refinement:
    return Refinement.from_dict(json.loads(json.dumps(refinement.to_dict())), MADE_OF, JUDGES)


def test_it_can_be_stored_anywhere_and_ends_the_same() -> None:
    straight, interrupted = begun(), begun()
    for _ in range(100):
        if straight.ended:
            break
        for refinement in (straight, interrupted):
            asked(refinement, whole, ("ann",))
        interrupted = stored(interrupted)
        assert interrupted.ask() == straight.ask()
        for refinement in (straight, interrupted):
            asked(refinement, whole, ("bob",))
            assert refinement.step()
        interrupted = stored(interrupted)
        assert interrupted.to_dict() == straight.to_dict()
    assert straight.ended
    assert interrupted.minimal == straight.minimal


def test_the_same_judgements_lead_to_the_same_end_and_another_seed_to_others() -> None:
    first, again, other = (to_the_end(begun(seed=seed)) for seed in (1, 1, 2))
    assert first.to_dict() == again.to_dict()
    assert first.generations[1].parents != other.generations[1].parents


def test_what_this_version_cannot_read_is_refused() -> None:
    data = begun().to_dict()
    with pytest.raises(BadRefinement, match="stored in format 99"):
        Refinement.from_dict({**data, "format": 99}, MADE_OF, JUDGES)
    with pytest.raises(BadRefinement, match=r"\[m3, B0\] is none of this game's any more: there is no element m3"):
        Refinement.from_dict(data, grammar(3, 3), JUDGES)


def test_who_withdraws_is_forgotten() -> None:
    refinement = begun()
    asked(refinement, whole, ("ann", "bob", "carl"))
    assert refinement.step()
    assert refinement.forget("ann") == len(MADE_OF.simple)
    assert "ann" not in json.dumps(refinement.to_dict())
    assert "bob" in json.dumps(refinement.to_dict())
    before = {one.id: one.ratings for one in refinement.ask()}
    asked(refinement, whole, ("bob", "carl"))
    assert before != {one.id: one.ratings for one in refinement.ask()}
    assert refinement.forget("nobody") == 0


def test_a_state_without_judgements_goes_on_when_they_are_told_again() -> None:
    refinement = begun()
    for _ in range(3):
        asked(refinement, whole)
        assert refinement.step()
    asked(refinement, whole, ("ann",))
    small = json.loads(json.dumps(refinement.to_dict(judgements=False)))
    assert "ann-" not in json.dumps(small)
    again = Refinement.from_dict(small, MADE_OF, JUDGES)
    again.tell(refinement.judgements)
    assert again.to_dict() == refinement.to_dict()
    assert again.ask() == refinement.ask()
    assert to_the_end(again).to_dict() == to_the_end(refinement).to_dict()


# --- people who leave -------------------------------------------------------------------------------------------------


class Ranked(KnownJudges):
    """The first of the known judges who has judged anything is the only super expert."""

    def experts(self, judgements: Sequence[Judgement]) -> frozenset[str]:
        return frozenset(sorted(super().experts(judgements))[:1])


def test_where_super_experts_have_left_the_ablest_who_remain_take_their_place() -> None:
    refinement = begun(judges=Ranked("ann", "bob"), expert_ratings=1)
    asked(refinement, whole, ("ann", "carl"))
    assert refinement.step()
    assert refinement.experts == {"ann"}
    asked(refinement, whole, ("bob", "carl"))
    assert not refinement.step()  # ann is wanted, and may come back
    refinement.leave("ann")
    refinement.tell([said("carl", PERSON, "human", 99)])
    again = Refinement.from_dict(refinement.to_dict(), MADE_OF, Ranked("ann", "bob"))
    for one in (refinement, again):
        assert one.step()
        assert one.experts == {"ann", "bob"}  # what ann said counts as before
    asked(refinement, whole, ("dora", "carl"))
    assert not refinement.step()
    assert {wanted.why for wanted in refinement.ask() if not wanted.ratings} == {"no super expert has judged it"}


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1000), st.floats(0, 1), st.sampled_from(["add", "multiply"]), st.booleans())
def test_whatever_judges_say_it_ends(seed: int, lenience: float, drift: str, confirm: bool) -> None:
    made_of, most = grammar(2, 2), 4
    stream = random.Random(seed)
    refinement = begun(made_of, seed=seed, drift=drift, confirm=confirm, generations=most)
    steps = 0
    while not refinement.ended:
        asked(refinement, lambda elements: stream.random() < lenience)
        assert refinement.step()
        steps += 1
        assert steps <= most + 2 + len(made_of.all)
    assert not any(made_of.fault(one.elements) for one in refinement.strategies.values())
    assert bool(refinement.minimal) == (refinement.ending != "no strategy passed for human")


# --- the family tree --------------------------------------------------------------------------------------------------


def test_the_family_tree_names_all_with_their_parents() -> None:
    refinement = to_the_end(begun())
    tree = json.loads(json.dumps(refinement.family_tree()))
    nodes = {node["id"]: node for node in tree["nodes"]}
    assert nodes.keys() == refinement.strategies.keys()
    assert all(edge["from"] in nodes and edge["to"] in nodes for edge in tree["edges"])
    children = {edge["to"] for edge in tree["edges"]}
    assert {key for key, node in nodes.items() if key not in children} <= {id_of(alpha) for alpha in MADE_OF.simple}
    for edge in tree["edges"]:
        assert edge["generation"] in nodes[edge["to"]]["generations"]
        assert min(nodes[edge["from"]]["generations"]) < edge["generation"]
    assert nodes[id_of(CORE.core)]["minimal"]
    assert nodes[id_of(CORE.core)]["passed"]
    assert sum(node["minimal"] for node in nodes.values()) == len(refinement.minimal)
    assert [len(g["members"]) for g in tree["generations"]] == [len(g.members) for g in refinement.generations]


# --- settings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"ratings": 0}, "ratings 0: expected 1 or more"),
        ({"tolerance": 1.5}, "tolerance 1.5: expected a share"),
        ({"drift": "sideways"}, "expected add or multiply"),
    ],
)
def test_settings_without_sense_are_refused(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(BadParameter, match=why):
        Settings(**wrong)


def test_lists_that_mean_the_same_player_are_refused() -> None:
    same = Elements(("A", "B"), ("c",), lambda alpha: "the same", (("A",), ("B",)))
    with pytest.raises(BadRules, match="two lists of elements mean the same player the same"):
        begun(same)


def test_the_product_of_the_source_leads_to_an_end_as_well() -> None:
    refinement = to_the_end(begun(drift="multiply", generations=30))
    assert refinement.ended
