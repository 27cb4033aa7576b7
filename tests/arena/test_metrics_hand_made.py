"""The formulas on games made by hand, whose metrics were worked out on paper."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest

from ludarium.arena.metrics import Estimate, GameTrace, Metrics, Turn, measure
from ludarium.arena.metrics.formulas import (
    coverage,
    decisiveness,
    drama,
    figures,
    killer_move,
    late_uncertainty,
    lead_changes,
    permanence,
)
from ludarium.arena.stats.statistics import mean_interval, score_interval, wilson
from ludarium.engine import LudariumError, Result

FORMULAS = (lead_changes, drama, decisiveness, killer_move, permanence, late_uncertainty)


def two_seats(*first_leads: float, winner: int | None = 0, choices: Sequence[int] = ()) -> GameTrace:
    """A game of two in turn, given the first seat's leads from the start on."""
    length = len(first_leads) - 1
    points = [0.5, 0.5] if winner is None else [float(winner == 0), float(winner == 1)]
    counts = choices or [2] * length
    return GameTrace(
        2,
        tuple(Turn((ply % 2,), (count,)) for ply, count in enumerate(counts)),
        tuple((lead, -lead) for lead in first_leads),
        Result.from_points(points),
    )


# A quarter ahead, a quarter behind, level, a half ahead, won:
#     t       0     1      2     3     4    5
COMEBACK = (0.0, 0.25, -0.25, 0.0, 0.5, 1.0)


def test_a_comeback() -> None:
    game = two_seats(*COMEBACK)
    assert lead_changes(game) == 2 / 4  # from first to second at 2, back at 4; level at 3 is no change
    assert drama(game) == math.sqrt(0.25)
    assert decisiveness(game) == 2 / 5
    assert killer_move(game) == 0.5  # the second seat's at 2 and the first's at 5
    assert permanence(game) == 1 - (0.75 + 0.75 + 0.25 + 0) / 4  # gains 0.25, -0.5, 0.25, 0.5, 0.5
    assert late_uncertainty(game) == 3 / 4  # 0.25 is not below 1/5; 0.25, 0 and 0.5 are below 2/5, 3/5 and 4/5


def test_a_comeback_of_the_second_seat_is_the_same_game() -> None:
    mirrored = GameTrace(
        2,
        tuple(Turn((1 - turn.movers[0],), turn.choices) for turn in two_seats(*COMEBACK).turns),
        tuple((second, first) for first, second in two_seats(*COMEBACK).leads),
        Result.from_points([0, 1]),
    )
    for formula in FORMULAS:
        assert formula(mirrored) == formula(two_seats(*COMEBACK))


def test_drama_is_a_mean_of_roots_over_the_turns_behind_only() -> None:
    game = two_seats(0, -0.36, 0.9, -0.04, 0.9, 1)
    assert drama(game) == pytest.approx((0.6 + 0.2) / 2)
    assert decisiveness(game) == 3 / 5
    assert lead_changes(game) == 3 / 4


def test_a_start_that_favours_one_seat_is_no_turn() -> None:
    """The lead before the first move counts for the first gain, and for nothing else."""
    game = two_seats(-0.5, 0.25, 1)
    assert lead_changes(game) == 0
    assert drama(game) == 0
    assert decisiveness(game) == 0
    assert killer_move(game) == 0.75


def test_whole_numbers_are_divided_as_fractions() -> None:
    game = two_seats(0, 1, -1, 1, 1)
    assert lead_changes(game) == 2 / 3
    assert decisiveness(game) == 2 / 4
    assert drama(game) == 1
    assert killer_move(game) == 2
    assert permanence(game) == 1 - (3 + 4 + 2) / 3


def test_a_winner_who_was_never_behind_makes_no_drama() -> None:
    game = two_seats(0, 0.1, 0.0, 0.3, 1)
    assert drama(game) == 0
    assert decisiveness(game) == 0
    assert lead_changes(game) == 0


def test_an_even_growth() -> None:
    """Exactly on the line is not below it, whatever the rounding; and every gain is like the one before."""
    for length in range(2, 60):
        game = two_seats(*(ply / length for ply in range(length + 1)))
        assert late_uncertainty(game) == 0
        assert permanence(game) == pytest.approx(1)
        assert killer_move(game) == pytest.approx(1 / length)


def test_a_loser_far_ahead_is_not_uncertain() -> None:
    assert late_uncertainty(two_seats(0, -0.9, -0.9, -0.9, 1)) == 0


def test_gains_that_are_always_taken_back_are_not_permanent() -> None:
    assert permanence(two_seats(0, 0.5, 0, 0.5, 0, winner=None)) == 0


def test_a_game_of_one_ply() -> None:
    """T − 1 is 0: what is divided by it says nothing; what is not is as it should be."""
    game = two_seats(0, 1)
    assert lead_changes(game) is None
    assert permanence(game) is None
    assert late_uncertainty(game) is None
    assert drama(game) == 0
    assert decisiveness(game) == 0
    assert killer_move(game) == 1


def test_a_game_that_is_over_at_the_start() -> None:
    game = two_seats(1)
    assert [formula(game) for formula in FORMULAS] == [None] * 6
    metrics = measure([game])
    assert metrics.length.value == 0
    assert metrics.agency == Estimate(None, None, None, metrics.agency.method, 0, "no game had a decision")
    assert metrics.branching.reason == metrics.killer_moves.reason == "no game had a decision"
    assert metrics.completion.value == 1


def test_a_draw_has_no_later_winner() -> None:
    game = two_seats(0, 0.5, -0.5, 0, winner=None)
    assert drama(game) is None
    assert decisiveness(game) is None
    assert late_uncertainty(game) is None
    assert lead_changes(game) == 1 / 2
    assert killer_move(game) == 1
    assert permanence(game) == 1 - (1.5 + 1.5) / 2


def test_three_seats() -> None:
    leads = ((0, 0, 0), (0.5, -0.5, -0.5), (-0.25, 0, 0), (-0.25, -0.5, 0.25), (-1, -1, 1))
    game = GameTrace(
        3,
        (Turn((0,), (2,)), Turn((1,), (2,)), Turn((2,), (2,)), Turn((0,), (1,))),
        leads,
        Result.from_points([0, 1, 2]),
    )
    assert lead_changes(game) == 1 / 3  # seat 1, nobody alone, seat 3, seat 3
    assert drama(game) == math.sqrt(0.5)  # seat 3 is behind at 1 alone: at 2 it shares the lead
    assert decisiveness(game) == 1 / 4
    assert killer_move(game) == 0.5  # seat 1 at 1 and seat 2 at 2; what seat 3 gains at 4 is another's move
    assert late_uncertainty(game) == 2 / 3  # 0.5, 0 and 0.25 beside 0.25, 0.5 and 0.75
    # Changes of the gain: 1.25, 0.75, 0.75 of seat 1; 1, 1, 0 of seat 2; 1, 0.25, 0.5 of seat 3.
    assert permanence(game) == pytest.approx(1 - 6.5 / 9)


def test_moves_at_once_gain_for_each_mover() -> None:
    game = GameTrace(2, (Turn((0, 1), (2, 3)),), ((0, 0), (-0.75, 0.75)), Result.from_points([0, 1]))
    assert killer_move(game) == 0.75
    assert (figures(game).plies, figures(game).turns, figures(game).choices) == (2, 1, 5)


def test_coverage_counts_every_cell_once() -> None:
    cells = tuple(frozenset(cells) for cells in ([0, 1], [1, 2], [2], [0]))
    board = two_seats(0, 0.1, 0.2, 1)
    assert coverage(board) is None
    assert coverage(GameTrace(2, board.turns, board.leads, board.result, cells, 8)) == 3 / 8


# --- over many games --------------------------------------------------------------------------------------------------


def five_games() -> list[GameTrace]:
    """Three wins of the first seat, one of the second, one draw; 1, 3, 2, 2 and 2 plies."""
    return [
        two_seats(0, 1, choices=[1]),
        two_seats(0, -0.25, 0.5, 1, choices=[3, 2, 2]),
        two_seats(0, 0.5, 1, choices=[4, 1]),
        two_seats(0, -0.5, -1, winner=1, choices=[4, 1]),
        two_seats(0, 0.5, 0, winner=None, choices=[2, 5]),
    ]


def value(estimate: Estimate) -> tuple[float | None, float | None, float | None]:
    return estimate.value, estimate.low, estimate.high


def test_rates_by_seat_count_a_tie_as_half() -> None:
    metrics = measure(five_games())
    assert value(metrics.rates[0]) == (3.5 / 5, *score_interval(3, 1, 5))
    assert value(metrics.rates[1]) == (1.5 / 5, *score_interval(1, 1, 5))
    low, high = score_interval(3, 1, 5)
    assert value(metrics.balance) == pytest.approx((1 - 2 / 5, 1 - (2 * high - 1), 1))
    assert value(metrics.first_seat_advantage) == pytest.approx((2 / 5, 2 * low - 1, 2 * high - 1))
    assert value(metrics.completion) == (4 / 5, *wilson(4, 0, 5))
    assert value(metrics.drawishness) == (1 / 5, *wilson(1, 0, 5))
    assert metrics.points[0].value == 3.5 / 5


def test_length_and_branching() -> None:
    metrics = measure(five_games())
    lengths = [1, 3, 2, 2, 2]
    assert value(metrics.length) == mean_interval(lengths)
    assert (metrics.length.least, metrics.length.most) == (1, 3)
    assert metrics.length.spread == pytest.approx(math.sqrt(2 / 4))
    choices = [1, 3, 2, 2, 4, 1, 4, 1, 2, 5]
    mean = sum(choices) / 10
    assert metrics.branching.value == mean
    assert metrics.branching.spread == pytest.approx(math.sqrt(sum((count - mean) ** 2 for count in choices) / 9))
    assert (metrics.branching.least, metrics.branching.most) == (1, 5)


def test_agency_is_a_share_of_decisions_not_of_games() -> None:
    metrics = measure(five_games())
    assert metrics.agency.value == 7 / 10
    residuals = [0 - 0.7, 3 - 2.1, 1 - 1.4, 1 - 1.4, 2 - 1.4]
    reach = 1.959963984540054 * math.sqrt(sum(residual**2 for residual in residuals) / (5 * 4)) / 2
    assert value(metrics.agency) == pytest.approx((0.7, 0.7 - reach, min(1, 0.7 + reach)))


def test_means_leave_out_what_says_nothing() -> None:
    metrics = measure(five_games())
    assert (metrics.drama.value, metrics.drama.games) == (0.5 / 4, 4)
    assert metrics.decisiveness.value == pytest.approx(1 / 3 / 4)
    assert (metrics.lead_changes.value, metrics.lead_changes.games) == (0.5 / 4, 4)
    assert (metrics.permanence.games, metrics.late_uncertainty.games) == (4, 3)
    assert metrics.coverage.reason == "the game does not say which cells are occupied"


def test_intervals_stay_where_figures_can_be() -> None:
    low = measure([two_seats(0, 0.1, 1)] * 8 + [two_seats(0, -0.9, 1)]).drama.low
    assert low == 0


def test_one_game_has_no_interval() -> None:
    metrics = measure([two_seats(*COMEBACK)])
    assert value(metrics.length) == (5, None, None)
    assert value(metrics.agency) == (1, None, None)
    assert value(metrics.drama) == (0.5, None, None)


def test_no_winner_in_any_game() -> None:
    metrics = measure([two_seats(0, 0.5, 0, winner=None)] * 3)
    assert (metrics.completion.value, metrics.drawishness.value, metrics.balance.value) == (0, 1, 1)
    assert metrics.drama.value is None
    assert metrics.drama.reason == "no game had a winner"


def test_the_order_of_the_games_does_not_matter() -> None:
    shuffler = random.Random(4)
    games = [two_seats(0, *(shuffler.uniform(-1, 1) for _ in range(shuffler.randint(1, 6))), 1) for _ in range(60)]
    metrics = measure(games)
    shuffler.shuffle(games)
    assert measure(games) == metrics


def test_balance_of_three_seats_is_that_of_the_farthest_two() -> None:
    def game(*points: float) -> GameTrace:
        leads = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
        return GameTrace(3, (Turn((0,), (1,)),), leads, Result.from_points(points))

    metrics = measure([game(1, 0, 0), game(1, 0, 0), game(0, 1, 0), game(1, 1, 0)])
    assert [rate.value for rate in metrics.rates] == [2.5 / 4, 1.5 / 4, 0]
    assert metrics.balance.value == 1 - 2.5 / 4
    # 95 % for three pairs of seats together: 1 − 0.05 / 3 each.
    assert metrics.balance.low == pytest.approx(2 - 2 * wilson((4 + 2.5) / 2, 0, 4, z=2.3939797998)[1])
    assert "all 3 differences" in metrics.balance.method
    assert metrics.first_seat_advantage.value == pytest.approx(2.5 / 4 - 0.75 / 4)
    assert metrics.completion.value == 3 / 4  # the shared win is nobody's alone
    assert measure([game(0, 0, 1)] * 5).balance.value == 0


def test_one_seat_has_only_length_choices_and_points() -> None:
    alone = [GameTrace(1, (Turn((0,), (2,)),) * plies, ((),) * (plies + 1), Result((plies,), (1,))) for plies in (1, 3)]
    metrics = measure(alone)
    assert (metrics.length.value, metrics.branching.value, metrics.agency.value) == (2, 2, 1)
    assert metrics.points[0].value == 2
    assert metrics.rates == ()
    for name in ("balance", "completion", "drawishness", "drama", "lead_changes", "killer_moves", "permanence"):
        estimate: Estimate = getattr(metrics, name)
        assert estimate.value is None
        assert estimate.reason.startswith("one seat")


def test_few_games_are_warned_of() -> None:
    assert "5 games are few" in measure(five_games()).warnings[0]
    many = [two_seats(0, 0.5, 0, winner=None)] * 40
    assert measure(many).warnings == ()
    (warning,) = measure([*many, two_seats(*COMEBACK)]).warnings
    assert "only 1 games had a winner" in warning


def test_nothing_to_measure() -> None:
    with pytest.raises(LudariumError, match="at least one"):
        measure([])
    with pytest.raises(LudariumError, match="different numbers of seats"):
        measure([two_seats(0, 1), GameTrace(1, (), ((),), Result((1,), (1,)))])


def test_plain_values() -> None:
    data = measure(five_games()).to_dict()
    assert list(data) == list(Metrics.__dataclass_fields__)
    assert data["completion"] == {
        "value": 0.8,
        "low": wilson(4, 0, 5)[0],
        "high": wilson(4, 0, 5)[1],
        "games": 5,
        "method": "Wilson interval",
    }
    assert {"spread", "min", "max"} <= data["length"].keys()
    assert [rate["value"] for rate in data["rates"]] == [0.7, 0.3]
    assert data["coverage"]["reason"]
