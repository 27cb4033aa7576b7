"""Fair queues: nobody waits for ever, nobody has it all, bounds hold."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.server.work.shares import AROUND, FairQueue, Share

pytestmark = pytest.mark.compiled

SIZES = st.floats(0.1, 5.0)
SHARES = st.builds(Share, st.one_of(st.none(), st.integers(1, 5)), st.one_of(st.none(), st.sampled_from("abc")))
VICTIM = Share(99, "z")


def _queue(each: int = 1000, most: int = 1000) -> FairQueue[int]:
    return FairQueue(each=each, most=most)


@given(st.lists(st.tuples(SHARES, SIZES, st.integers(0, 2)), max_size=40))
def test_everything_gets_its_turn_exactly_once(asked: list[tuple[Share, float, int]]) -> None:
    queue = _queue()
    for number, (share, size, priority) in enumerate(asked):
        queue.put(number, share, size=size, priority=priority)
    taken = [queue.take() for _ in asked]
    assert sorted(number for number in taken if number is not None) == list(range(len(asked)))
    assert queue.take() is None
    assert len(queue) == 0
    priorities = [asked[number][2] for number in taken if number is not None]
    assert priorities == sorted(priorities)


@given(st.integers(1, 30), SIZES)
def test_what_one_person_asks_for_is_done_in_order(count: int, size: float) -> None:
    queue = _queue()
    for number in range(count):
        queue.put(number, Share(1, "a"), size=size)
    assert [queue.take() for _ in range(count)] == list(range(count))


@given(SIZES, st.lists(st.tuples(SHARES, SIZES), min_size=1, max_size=10), st.booleans(), st.data())
def test_nobody_waits_for_ever(
    size: float, before: list[tuple[Share, float]], strangers: bool, data: st.DataObject
) -> None:
    """Whoever asks, and however much comes after it, also from ever new addresses."""
    queue = _queue()
    for share, other in before:
        queue.put(0, share, size=other)
    queue.put(1, VICTIM, size=size)
    source = data.draw(st.randoms(use_true_random=False))
    served, busy = 0.0, len(before) + 1
    for turn in range(10_000):
        if queue.take() == 1:
            break
        share = Share(turn + 100, f"stranger {turn}") if strangers else source.choice(before)[0]
        other = source.uniform(0.1, 5.0)
        queue.put(0, share, size=other)
        served += 0.1
        # Time passes for newcomers with every turn: they come before a thing of this size only so often.
        assert served <= (busy + 1) * (size + 5.0)
    else:
        pytest.fail("it never came")


@given(SIZES, SIZES)
def test_shares_go_by_what_is_used_not_by_how_often(one: float, two: float) -> None:
    queue = _queue()
    served: Counter[int] = Counter()
    for person, size in ((0, one), (1, two)) * 2:
        queue.put(person, Share(person, f"at {person}"), size=size)
    for _ in range(60):
        person = queue.take()
        assert person is not None
        size = (one, two)[person]
        served[person] += size  # type: ignore[assignment]
        queue.put(person, Share(person, f"at {person}"), size=size)
        if len(served) == 2:
            assert abs(served[0] - served[1]) <= 2 * max(one, two) + 1e-6


def test_forty_things_of_a_visitor_do_not_delay_another() -> None:
    queue = _queue()
    for number in range(40):
        queue.put(number, Share(number, "visitor"))  # each time without the cookie: the address is the same
    assert queue.take() == 0
    queue.put(100, VICTIM)
    queue.put(101, VICTIM)
    first = [queue.take() for _ in range(4)]
    assert {100, 101} <= set(first)


def test_people_at_one_address_share_it_fairly() -> None:
    queue = _queue()
    for number in range(10):
        queue.put(number, Share(1, "school"))
    queue.put(100, Share(2, "school"))
    assert 100 in [queue.take() for _ in range(2)]


def test_small_things_come_before_large_ones() -> None:
    queue = _queue()
    queue.put(1, Share(1, "a"), size=10.0)
    queue.put(2, Share(2, "b"), size=0.1)
    assert queue.take() == 2


def test_what_it_cost_beyond_its_size_counts_afterwards() -> None:
    queue = _queue()
    for number in (1, 2):
        queue.put(number, Share(number, f"{number}"))
        assert queue.take() == number
    queue.settle(Share(1, "1"), 10.0)
    queue.put(1, Share(1, "1"))
    queue.put(2, Share(2, "2"))
    assert queue.take() == 2


def test_nobody_saves_up_turns() -> None:
    queue = _queue()
    for _ in range(100):
        queue.put(1, Share(1, "a"), size=5.0)
        queue.take()
    for _ in range(10):
        queue.put(1, Share(1, "a"))
        queue.put(2, Share(2, "new"))
    taken = [queue.take() for _ in range(14)]
    assert taken.count(1) >= 2  # whoever was not there is not owed all of that time


@given(st.lists(SHARES, max_size=60))
def test_bounds_hold_for_people_addresses_and_all(asked: list[Share]) -> None:
    queue = _queue(each=3, most=20)
    waiting: Counter[str] = Counter()
    for number, share in enumerate(asked):
        if queue.has_room(share):
            queue.put(number, share)
            waiting.update(share.keys)
    assert len(queue) <= 20
    for key, count in waiting.items():
        assert count <= (3 * AROUND if key.startswith("address") else 3)
    for number in list(queue):
        assert queue.remove(number)
    assert all(queue.has_room(share) for share in asked)


def test_what_cannot_be_served_now_is_passed_over_and_what_is_taken_out_never_comes() -> None:
    queue = _queue()
    for number in range(4):
        queue.put(number, Share(number, None))
    assert queue.remove(queue_item := 1)
    assert not queue.remove(queue_item)
    assert queue.take(lambda number: number > 2) == 3
    assert queue.take(lambda number: number > 2) is None
    assert [queue.take(), queue.take(), queue.take()] == [0, 2, None]


def test_a_share_is_counted_against_the_person_and_the_address() -> None:
    assert set(Share(5, "::1").keys) == {"person 5", "address ::1"}
    assert Share(5).keys == ("person 5",)
    assert set(Share(None, "::1").keys) == {"address ::1", "nobody at ::1"}
    assert Share().keys == ("nobody",)


@pytest.mark.parametrize("address", ["at {}", "school"])
def test_those_who_are_gone_are_forgotten(address: str) -> None:
    queue = _queue(most=10)
    for number in range(1000):
        queue.put(number, Share(number, address.format(number)), size=0.1)
        queue.take()
    assert len(queue._groups.used) <= 21
    assert len(queue._members) <= 21
    assert all(len(members.used) <= 21 for members in queue._members.values())
