"""Plans and schedules: which games there are, and that nothing but the plan decides them."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import permutations

import pytest

from ludarium.arena.plan.schedules import SCHEDULES, line_ups
from ludarium.arena.plan.tournament import Plan, read_sweep
from ludarium.arena.run.pending import Pending
from ludarium.engine import BadParameter, LudariumError
from ludarium.engine.kernels import derive


def test_rotation_moves_everybody_one_seat_on() -> None:
    plan = Plan("goofspiel", ("a", "b", "c"), 9, 0, settings={"seats": 3})
    assert [plan.line_up(number) for number in range(4)] == [(0, 1, 2), (2, 0, 1), (1, 2, 0), (0, 1, 2)]
    for player in range(3):
        for number in range(9):
            assert plan.line_up(number)[(player + number) % 3] == player


@pytest.mark.parametrize(("players", "seats", "count"), [(2, 2, 2), (5, 2, 20), (3, 3, 6), (4, 3, 24), (4, 4, 24)])
def test_a_round_robin_has_every_order_once(players: int, seats: int, count: int) -> None:
    found = line_ups("round-robin", players, seats)
    assert len(found) == len(set(found)) == count
    assert set(found) == set(permutations(range(players), seats))


def test_a_gauntlet_seats_the_first_everywhere_against_each_other() -> None:
    found = line_ups("gauntlet", 3, 3)
    assert found == [(0, 1, 1), (1, 0, 1), (1, 1, 0), (0, 2, 2), (2, 0, 2), (2, 2, 0)]


def test_fixed_line_ups_for_four() -> None:
    assert len(line_ups("one-of-each", 4, 4)) == 24
    found = line_ups("two-and-two", 2, 4)
    assert len(set(found)) == 6
    assert all(Counter(line_up) == {0: 2, 1: 2} for line_up in found)
    assert line_ups("self-play", 2, 3) == [(0, 0, 0), (1, 1, 1)]


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_every_seat_is_taken_by_a_player_of_the_field(schedule: str) -> None:
    for line_up in line_ups(schedule, 4, 4):
        assert len(line_up) == 4
        assert set(line_up) <= set(range(4))


@pytest.mark.parametrize(
    ("schedule", "players", "seats", "complaint"),
    [
        ("round-robin", 2, 3, "needs at least 3 players, got 2"),
        ("gauntlet", 1, 2, "at least one opponent"),
        ("two-and-two", 2, 3, "even number of seats"),
        ("one-of-each", 3, 4, "one player for each of the 4 seats"),
        ("round-robin", 30, 4, "657,720 line-ups"),
    ],
)
def test_impossible_schedules_say_why(schedule: str, players: int, seats: int, complaint: str) -> None:
    with pytest.raises(LudariumError, match=complaint):
        line_ups(schedule, players, seats)


def test_seeds_depend_on_plan_and_number_alone() -> None:
    plan = Plan("pig", ("random", "random"), 6, 5)
    assert [plan.game_seed(number) for number in range(6)] == [derive(5, "match", number) for number in range(6)]


def test_a_sweep_plays_every_line_up_under_all_settings() -> None:
    sweep = read_sweep(["goal=20,50"])
    plan = Plan("pig", ("random", "random"), 100, 1, "round-robin", sweep=sweep)
    plan.check()
    assert [table.settings["goal"] for table in plan.tables] == [20, 50]
    assert plan.round_length == 4
    cells = Counter((plan.line_up(number), plan.table(number)) for number in range(8))
    assert len(cells) == 4
    assert set(cells.values()) == {2}


@pytest.mark.parametrize("text", ["goal", "=3", "goal=", "goal=1,2|goal=3"])
def test_a_malformed_sweep_is_refused(text: str) -> None:
    with pytest.raises(BadParameter):
        read_sweep(text.split("|"))


def test_a_plan_survives_being_sent_and_written() -> None:
    plan = Plan("pig", ("random", "random"), 6, 5, settings={"goal": "20"}, sweep=({"seats": "2"},), kind="tournament")
    assert plan.seats == 2
    assert pickle.loads(pickle.dumps(plan)) == plan
    assert Plan.from_dict(plan.to_dict()) == plan
    assert plan.to_dict()["rules"] == plan.tables[0].version


@pytest.mark.parametrize(
    ("plan", "complaint"),
    [
        (Plan("pig", ("random",), 1, 0), "pig has 2 seats, got 1 player: .*set seats=1"),
        (Plan("kuhn-poker", ("random",) * 3, 1, 0), "kuhn-poker has 2 seats, got 3 players: give one for each seat$"),
        (Plan("pig", ("random", "random"), 0, 0), "0 games"),
        (Plan("kuhn-poker", ("perfect", "random"), 1, 0), "perfect cannot play kuhn-poker"),
        (Plan("pig", ("random", "random"), 1, 0, "round-robbin"), "did you mean 'round-robin'"),
        (Plan("pig", ("human", "random"), 1, 0), "nobody at the keyboard"),
        (Plan("pig", ("random", "random"), 1, 0, sweep=({"seats": 2}, {"seats": 3})), "number of seats"),
    ],
)
def test_what_cannot_be_played_is_refused_before_it_starts(plan: Plan, complaint: str) -> None:
    with pytest.raises(LudariumError, match=complaint):
        plan.check()


def test_pending_hands_out_what_is_not_done() -> None:
    pending = Pending(20, [range(12, 15), range(0, 3), range(2, 5)])
    assert len(pending) == 12
    assert pending.take(4) == range(5, 9)
    assert pending.take(100) == range(9, 12)
    pending.give_back(range(5, 9))
    assert pending.take(2) == range(5, 7)
    assert [pending.take(100), pending.take(100), pending.take(1)] == [range(7, 9), range(15, 20), range(0)]
    assert not len(Pending(5, [range(0, 9)]))
