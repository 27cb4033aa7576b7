"""The champion: its policy knows no more than its seat, its estimate is what it says, its race is fair."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from ludarium.engine import Clock, Position, View, kernel
from ludarium.engine.kernels.rng import generator
from ludarium.games import load
from ludarium.games.colonizers.cards import COLONIST_NAMES, COST, VALUE
from ludarium.games.colonizers.players.champion import Champion, imagine
from ludarium.games.colonizers.players.shrewd import (
    ROB_THE_LEADER,
    SWAP_AT_LEAST,
    WEIGHTS,
    best_colonist,
    shrewd_choice,
)
from ludarium.games.colonizers.players.standing import SEAT_FEATURES, STANDING, chance_to_win
from ludarium.games.colonizers.rules import NAMING
from ludarium.games.colonizers.table import POWER
from ludarium.players import make
from ludarium.search import Budget
from tests.games.colonizers.test_heuristic import Seen, begun, positions
from tests.games.colonizers.test_searching import first_places, views
from tests.search.twins import findings

GAME = load("colonizers")


def states_of(state: Any, rows: int = 1) -> Any:
    states = GAME.bound.states(rows)
    states[0] = state
    return states


# --- the shrewd policy ------------------------------------------------------------------------------------------------


@kernel
def do_choose(states: Any, seat: int) -> int:
    return shrewd_choice(states[0], seat, WEIGHTS)


def shrewd(view: View) -> int:
    return int(GAME.bound.binder.bind(do_choose)(states_of(view.state), view.seat))


def test_the_policy_makes_legal_moves_and_knows_what_its_seat_knows(scale: Callable[[int], int]) -> None:
    for view in views(scale(300), 1):
        chosen = shrewd(view)
        assert chosen in [move.value for move in view.moves()]
        for seed in range(3):
            world = states_of(view.sample(seed).state)
            assert int(GAME.bound.binder.bind(do_choose)(world, view.seat)) == chosen


def test_it_names_the_colonist_that_promises_most(scale: Callable[[int], int]) -> None:
    """Each colonist that somebody may hold gets an equal share of what that seat is worth; the first best is named."""
    named = 0
    for position in positions(scale(3_000), 2, careless=0.4):
        view = position.view(position.movers[0])
        seen = Seen(view)
        if seen.stage != POWER:
            continue
        scores = view.fields()["score"]
        others = [seat for seat in range(4) if seat != seen.me]
        top = max(scores[other] for other in others)
        promise = dict.fromkeys(COLONIST_NAMES[1:], 0)
        for other in others:
            if seen.colonists[seen.me] == "Opportunist":
                worth = 100 * min(2, seen.omnium[other])
                worth += int(WEIGHTS[ROB_THE_LEADER]) if worth and scores[other] == top else 0
            else:
                worth = 100 * (seen.cards[other] - seen.cards[seen.me]) - int(WEIGHTS[SWAP_AT_LEAST])
            for colonist in seen.possible(other):
                promise[colonist] += worth // len(seen.possible(other))
        best = max(promise, key=lambda colonist: promise[colonist])
        expected = NAMING + COLONIST_NAMES.index(best) if promise[best] > 0 else NAMING
        assert shrewd(view) == expected
        named += expected != NAMING
    assert named > 0


# --- the estimate -----------------------------------------------------------------------------------------------------


@kernel
def do_estimate(states: Any, seat: int, features: Any) -> float:
    return chance_to_win(states[0], seat, features)


def plain_chances(position: Position) -> list[float]:
    fields = position.fields()
    late = max(fields["built"]) / 8
    strengths = []
    for seat in range(4):
        hand = [(int(COST[module]), int(VALUE[module])) for module in fields["hand"][seat] if module]
        money, costs = fields["omnium"][seat], sum(cost for cost, _ in hand)
        values = [value for _, value in hand]
        features = [
            fields["score"][seat] / 10,
            min(money, 16) / 10,
            len(hand) / 5,
            sum(values) / 10,
            costs / 10,
            max((value for cost, value in hand if cost <= money + 2), default=0) / 10,
            max(values, default=0) / 10,
            fields["built"][seat] / 5,
            max(fields["colour"][seat][:3]) / 5,
            max(0, costs - money) / 10,
        ]
        whole = [*features, *(late * feature for feature in features), *(float(seat == other) for other in range(4))]
        strengths.append(math.exp(sum(weight * feature for weight, feature in zip(STANDING, whole, strict=True))))
    return [strength / sum(strengths) for strength in strengths]


def test_the_estimate_beside_its_plain_twin(scale: Callable[[int], int]) -> None:
    estimate = GAME.bound.binder.bind(do_estimate)
    for position in positions(scale(300), 3, careless=0.3):
        found = [float(estimate(states_of(position.state), seat, np.zeros(SEAT_FEATURES))) for seat in range(4)]
        assert found == pytest.approx(plain_chances(position))
        assert sum(found) == pytest.approx(1)


# --- the sampled worlds -----------------------------------------------------------------------------------------------


@kernel
def do_imagine(states: Any, me: int, source: Any, doubt: int) -> None:
    imagine(states, me, source[0], doubt)


@kernel
def do_pick(states: Any, row: int, seat: int) -> int:
    return best_colonist(states[row], seat, WEIGHTS)


def test_imagined_worlds_show_the_seat_what_it_sees(scale: Callable[[int], int]) -> None:
    """And the less the doubt, the more often the others hold what the policy would have picked."""
    draw, picked = GAME.bound.binder.bind(do_imagine), GAME.bound.binder.bind(do_pick)
    shares = []
    for doubt in (1, 30, 100):
        unseen = expected = 0
        source = generator(1)
        for view in views(scale(200), 4):
            states = states_of(view.state, 2)
            draw(states, view.seat, source, doubt)
            world = Position(GAME, states[1:].copy())
            assert world.view(view.seat).to_bytes() == view.to_bytes()
            for seat in range(4):
                if view.state.colonist[seat] == 0 and world.state.colonist[seat] != 0:
                    unseen += 1
                    expected += int(world.state.colonist[seat]) == int(picked(states, 1, seat))
        shares.append(expected / unseen)
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) == 3


def test_without_doubts_worlds_are_sampled_as_always(scale: Callable[[int], int]) -> None:
    """Believing everything, the others' colonists are as often what they are as in samples of the view."""
    view = next(view for view in views(scale(200), 8) if (view.state.colonist == 0).sum() >= 2 and view.seat > 0)
    other = next(seat for seat in range(4) if view.state.colonist[seat] == 0)
    draw, source, count = GAME.bound.binder.bind(do_imagine), generator(2), scale(3_000)
    imagined, sampled = np.zeros(7), np.zeros(7)
    for seed in range(count):
        states = states_of(view.state, 2)
        draw(states, view.seat, source, 100)
        imagined[int(states[1].colonist[other])] += 1
        sampled[int(view.sample(seed).state.colonist[other])] += 1
    # Four standard deviations of the difference of two counts of at most a half each.
    assert np.abs(imagined - sampled).max() < 4 * math.sqrt(count / 2)


# --- the race ---------------------------------------------------------------------------------------------------------


def champion(**options: object) -> Champion:
    return Champion(**options)


def test_moves_in_the_race_are_tried_in_the_same_worlds(scale: Callable[[int], int]) -> None:
    """Naming a colonist that is held by somebody without Omnium changes nothing, and so is worth exactly as much as
    naming nobody."""
    compared = 0
    for position in positions(scale(6_000), 5, careless=0.4):
        view = position.view(position.movers[0])
        seen = Seen(view)
        if seen.stage != POWER or seen.colonists[seen.me] != "Opportunist":
            continue
        poor = [seat for seat in range(4) if seat != seen.me and seen.colonists[seat] != "?" and not seen.omnium[seat]]
        if not poor:
            continue
        report = champion(width=100.0).search(view, Budget(100), 3)
        values = {entry.move: entry.value for entry in report.moves}
        for seat in poor:
            assert values[NAMING + COLONIST_NAMES.index(seen.colonists[seat])] == values[NAMING]
            compared += 1
    assert compared > 0


def test_nothing_is_dropped_that_is_not_behind(scale: Callable[[int], int]) -> None:
    for view in views(scale(40), 6):
        count = len(view.moves())
        patient = champion(width=100.0).search(view, Budget(120), 1)
        assert {entry.visits for entry in patient.moves} == {120 // count}
        hasty = champion(width=0.0).search(view, Budget(10_000), 1)
        assert hasty.moves[0].value == max(entry.value for entry in hasty.moves)
        assert hasty.iterations <= patient.iterations or count * 8 > 120
        for report in (patient, hasty):
            assert report.iterations == sum(entry.visits for entry in report.moves)
            assert sorted(entry.move for entry in report.moves) == [move.value for move in view.moves()]


def test_the_same_seed_gives_the_same_report(scale: Callable[[int], int]) -> None:
    for view in views(scale(20), 7):
        first, second = (champion().search(view, Budget(60), 9) for _ in range(2))
        assert findings(first) == findings(second)


@pytest.mark.parametrize("iterations", [1, 3])
def test_a_small_budget_still_looks_into_one_world(iterations: int) -> None:
    view = GAME.start(1).view(0)
    report = champion().search(view, Budget(iterations), 1)
    assert {entry.visits for entry in report.moves} == {1}


def last_decisions(count: int) -> Iterator[Position]:
    """The last decisions of games, where some moves win and others do not."""
    seed = 0
    while count:
        seed += 1
        position, before = GAME.start(seed), None
        seats = [begun("heuristic", seat, seed) for seat in range(4)]
        while not position.over:
            before, seat = position, position.movers[0]
            position = position.play(seats[seat].choose(position.view(seat), Clock()), seat)
        assert before is not None
        seat = before.movers[0]
        after = [before.play(move, seat) for move in before.moves(seat)]
        if all(later.over for later in after) and len({later.result().ranks[seat] == 1 for later in after}) == 2:
            count -= 1
            yield before


def test_it_wins_where_one_move_decides(scale: Callable[[int], int]) -> None:
    for position in last_decisions(scale(4)):
        seat = position.movers[0]
        player = make("champion", GAME)
        player.begin(GAME, seat, 1)
        chosen = player.choose(position.view(seat), Clock())
        assert position.play(chosen, seat).result().ranks[seat] == 1
        assert player.thought is not None
        assert "100%" in player.thought.reason


@pytest.mark.compiled
def test_it_beats_the_heuristic() -> None:
    """By chance alone nine tenths of 24 would come once in 50,000 times."""
    assert first_places("champion:iterations=100", "heuristic", 24) >= 0.9
