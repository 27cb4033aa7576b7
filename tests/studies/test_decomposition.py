"""Taking strategies apart: what always holds, and a case worked out by hand."""

from __future__ import annotations

import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.engine.elements import Alpha, Elements
from ludarium.studies.refinement.decomposition import Holds, Stage, Trial, advance, begin, by_size, removals
from tests.studies.grammars import GRAMMARS, grammar, lists_of


def taken_apart(passing: list[Alpha], holds: Holds, made_of: Elements, seed: int = 0) -> list[Stage]:
    """All stages to the end."""
    stream = random.Random(seed)
    stages = [begin(passing, made_of, stream)]
    while not stages[-1].ended:
        stages.append(advance(stages[-1], holds, made_of, stream))
    return stages


def contains(longer: Alpha, shorter: Alpha) -> bool:
    """Whether a list has all elements of another in their order."""
    rest = iter(longer)
    return all(name in rest for name in shorter)


def test_one_element_is_removed_and_a_basic_one_stays() -> None:
    assert removals(("m0", "B0"), grammar()) == [("B0",)]
    assert removals(("m0", "B0", "B1"), grammar()) == [("B0", "B1"), ("m0", "B1"), ("m0", "B0")]
    assert removals(("B0",), grammar()) == []


def test_a_believable_core_is_left() -> None:
    core, made_of = ("m1", "B2"), grammar()
    stages = taken_apart([("m1", "m0", "B2", "m3"), ("m2", "m1", "B2")], lambda new, _: contains(new, core), made_of)
    assert by_size(stages[-1].minimal)[0] == core
    assert all(contains(alpha, core) for alpha in stages[-1].minimal)


def test_a_freed_slot_gives_a_survivor_two_clones() -> None:
    made_of = grammar()
    stage = Stage((Trial(("m0", "B0"), (("m0", "B0", "m3"),)), Trial(("m1", "m2", "B1"), (("m1", "m2", "B1", "m0"),))))
    after = advance(stage, lambda new, _: "B1" in new, made_of, random.Random(1))
    assert after.minimal == (("m0", "B0", "m3"),)
    assert len(after.trials) == 2
    assert {trial.predecessors for trial in after.trials} == {(("m1", "m2", "B1"),)}
    assert len({trial.elements for trial in after.trials}) == 2  # each with another element removed
    both = advance(after, lambda *_: False, made_of, random.Random(1))
    assert both.ended
    assert both.minimal == (("m0", "B0", "m3"), ("m1", "m2", "B1"))  # once, though both clones failed


def test_what_cannot_be_made_shorter_is_minimal() -> None:
    stages = taken_apart([("B0",), ("m0", "B1")], lambda *_: True, grammar())
    assert [stage.minimal for stage in stages] == [(("B0",),), (("B0",), ("B1",))]


def test_the_same_list_from_two_strategies_is_one_trial() -> None:
    stage = begin([("m0", "B0"), ("B0", "m0")], grammar(), random.Random(0))
    assert stage == Stage((Trial(("B0",), (("m0", "B0"), ("B0", "m0"))),))


@settings(deadline=None, max_examples=40)
@given(st.data(), GRAMMARS, st.integers(0, 2**32), st.floats(0, 1))
def test_it_always_ends_with_minimal_strategies(
    data: st.DataObject, made_of: Elements, seed: int, lenience: float
) -> None:
    passing = data.draw(st.lists(lists_of(made_of), min_size=1, max_size=12))
    verdicts = random.Random(seed)
    known: dict[tuple[Alpha, Alpha], bool] = {}
    failed: set[Alpha] = set()

    def holds(new: Alpha, before: Alpha) -> bool:
        held = known.setdefault((new, before), verdicts.random() < lenience)
        if not held:
            failed.add(before)
        return held

    stages = taken_apart(passing, holds, made_of, seed)
    longest = max(map(len, passing))
    assert len(stages) <= longest
    ever = set(passing)
    for number, stage in enumerate(stages):
        assert len(stage.trials) <= len(passing)
        for trial in stage.trials:
            assert not made_of.fault(trial.elements)
            assert len(trial.elements) <= longest - number - 1
            assert all(trial.elements in removals(before, made_of) for before in trial.predecessors)
            assert set(trial.predecessors) <= ever
            ever.add(trial.elements)
        assert Stage.from_dict(json.loads(json.dumps(stage.to_dict()))) == stage
    minimal = stages[-1].minimal
    assert minimal
    assert len(set(minimal)) == len(minimal)
    held = set(passing) | {new for (new, _), verdict in known.items() if verdict}
    assert set(minimal) == failed | {alpha for alpha in held if not removals(alpha, made_of)}
