"""From played games to metrics: traces, the lead, depth, the overall figure, and the command."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ludarium.arena.metrics import (
    Depth,
    Estimate,
    Evaluator,
    GameTrace,
    Link,
    contest,
    default_player,
    measure,
    measured,
    overall,
    strategic_depth,
    trace,
    trace_moves,
)
from ludarium.arena.metrics.depth import longest_chain, with_budget
from ludarium.arena.metrics.lead import final_leads, leads_of
from ludarium.arena.metrics.measured import how_long, traces
from ludarium.arena.metrics.overall import harmonic_mean
from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.chunks import Dealer
from ludarium.arena.stats.statistics import wilson
from ludarium.cli.app import run
from ludarium.engine import (
    BadParameter,
    Game,
    Match,
    NotSuited,
    PlayerError,
    Record,
    RecordError,
    Result,
    UnknownName,
)
from ludarium.games import REGISTRY, load
from ludarium.players import make
from tests.arena.hand_made_games import Piles, Tug
from tests.arena.test_metrics_hand_made import two_seats
from tests.conftest import scaled
from tests.engine.sample_games import HighCard, OddOneOut, Patience, Race, Split

OWN = f"{Path(__file__).parent / 'hand_made_games.py'}"
LISTED = [name for name in REGISTRY.entries if load(name).rules.checked is None]


def random_game(game: Game, seed: int = 1) -> Record:
    return Match(game, [make("random", game) for _ in range(game.seats)], seed=seed).run()


# --- the lead ---------------------------------------------------------------------------------------------------------


def test_between_two_seats_the_lead_is_the_first_seats_value() -> None:
    assert leads_of([0.25, -0.25]) == (0.25, -0.25)
    assert leads_of([1.0, 0.5]) == (0.25, -0.25)


def test_among_more_seats_one_at_most_leads() -> None:
    assert leads_of([0.5, -0.5, 0.0]) == (0.25, -0.5, -0.25)
    assert leads_of([0.5, 0.5, 0.0]) == (0.0, 0.0, -0.25)


def test_a_finished_game_leads_by_its_result() -> None:
    assert final_leads(Result.from_points([3, 1])) == (1, -1)
    assert final_leads(Result.from_points([2, 2])) == (0, 0)
    assert final_leads(Result.from_points([1, 9, 3])) == (-1, 1, -1)
    assert final_leads(Result.from_points([9, 9, 3]))[:2] == (0, 0)
    assert final_leads(Result.from_points([5])) == ()


def test_playouts_of_a_decided_game_agree() -> None:
    """One pull is left: knots at 4 and −4 cannot be pulled over any more, one at 1 only by 2 or 3."""
    game = Tug(plies=4)
    evaluator = Evaluator(game, playouts=scaled(400))
    assert evaluator.leads(game.read_position("plies=4 knot=4 pulled=3"), 7) == (1, -1)
    assert evaluator.leads(game.read_position("plies=4 knot=-4 pulled=3"), 7) == (-1, 1)
    # Pulls by 0, 1, 2 and 3 leave 1, 0, -1 and -2: won, tied, lost, lost.
    close, other = evaluator.leads(game.read_position("plies=4 knot=1 pulled=3"), 7)
    assert close == -other
    assert close == pytest.approx(-0.25, abs=0.2)
    assert close != int(close)


def test_playouts_are_seeded_and_do_not_read_the_dice_to_come() -> None:
    game = Race()
    evaluator = Evaluator(game, playouts=50)
    position = game.start(1)
    assert evaluator.leads(position, 3) == evaluator.leads(position.with_stream(99), 3)
    assert evaluator.leads(position, 3) != evaluator.leads(position, 4)


def test_the_evaluator_says_what_it_is() -> None:
    assert Evaluator(Tug()).text == "the game's own evaluation of each position"
    assert "64 games" in Evaluator(Piles()).text
    assert "random moves" in Evaluator(Tug(), playouts=9).text
    assert "the game's own play-out policy" in Evaluator(Race(), playouts=9).text


# --- traces -----------------------------------------------------------------------------------------------------------


def test_a_game_pulled_by_hand() -> None:
    """The knot goes 2, 1, 2, −1, 1: the first seat wins though it is behind after four of five pulls."""
    traced = trace_moves(Tug(), 0, [0, 1, 0, 1, 0], [2, 1, 1, 3, 2])
    assert [turn.movers for turn in traced.turns] == [(0,), (1,), (0,), (1,), (0,)]
    assert [turn.choices for turn in traced.turns] == [(4,), (4,), (1,), (4,), (4,)]
    assert [leads[0] for leads in traced.leads] == [0, 0.2, 0.1, 0.2, -0.1, 1]
    assert traced.result == Result.from_points([1, -1])
    assert traced.occupied == tuple(frozenset({cell}) for cell in (10, 12, 11, 12, 9, 11))
    metrics = measure([traced])
    assert metrics.length.value == 5
    assert metrics.branching.value == 17 / 5
    assert metrics.agency.value == 4 / 5
    assert metrics.lead_changes.value == 2 / 4
    assert metrics.drama.value == pytest.approx(0.1**0.5)
    assert metrics.decisiveness.value == 4 / 5
    assert metrics.killer_moves.value == pytest.approx(1.1)
    assert metrics.coverage.value == 4 / 21
    assert metrics.completion.value == 1


def test_a_game_of_one_pull() -> None:
    metrics = measure([trace_moves(Tug(plies=1), 0, [0], [3])])
    assert metrics.length.value == metrics.completion.value == 1
    assert metrics.lead_changes.reason == metrics.permanence.reason == "no game had two turns"
    assert metrics.drama.value == 0


@pytest.mark.parametrize("name", LISTED)
def test_a_replay_gives_the_numbers_that_positions_give(name: str) -> None:
    game = load(name)
    record = random_game(game)
    traced = trace(game, record, Evaluator(game, playouts=1))
    positions = [position for _, position in record.replay(load)]
    choices = [
        len(position.moves(decision.seat)) for decision, position in zip(record.decisions, positions, strict=False)
    ]
    assert [count for turn in traced.turns for count in turn.choices] == choices
    assert [seat for turn in traced.turns for seat in turn.movers] == [decision.seat for decision in record.decisions]
    assert len(traced.leads) == len(traced.turns) + 1
    assert all(-1 <= lead <= 1 for leads in traced.leads for lead in leads)
    assert traced.leads[-1] == final_leads(traced.result)
    assert record.result is not None
    assert traced.result.ranks == record.result.ranks
    assert traced.result.points == game.shown_points(record.result)


def test_compiled_games_and_records_give_the_same_traces() -> None:
    plan = Plan("goofspiel", ("random",), 3, 4, "self-play", {"cards": 4, "seats": 3})
    evaluator = Evaluator(plan.tables[0], playouts=2)
    compiled, recorded = Dealer(plan), Dealer(plan, compiled=False)
    assert compiled.compiled
    assert list(traces(plan, compiled.play(0, 3), evaluator)) == list(traces(plan, recorded.play(0, 3), evaluator))


def test_moves_at_once_are_one_turn() -> None:
    game = OddOneOut(seats=3, rounds=2)
    traced = trace(game, random_game(game))
    assert [(turn.movers, turn.choices) for turn in traced.turns] == [((0, 1, 2), (2, 2, 2))] * 2
    metrics = measure([traced])
    assert (metrics.length.value, metrics.turns.value) == (6, 2)


def test_hidden_cards_limit_only_their_owner() -> None:
    game = HighCard(cards=5)
    for seed in range(6):
        hands = game.start(seed).fields()["hand"]
        traced = trace(game, random_game(game, seed), Evaluator(game, playouts=1))
        assert [turn.choices for turn in traced.turns] == [(hands[0],), (hands[1],)]


def test_one_seat_has_no_lead() -> None:
    game = Patience()
    traced = trace(game, random_game(game))
    assert traced.leads == ((),) * 5
    assert measure([traced]).branching.value == (4 + 3 + 2 + 1) / 4


def test_which_cells_are_occupied() -> None:
    tic_tac_toe, checkers = load("tic-tac-toe"), load("checkers")
    assert (tic_tac_toe.cells, checkers.cells, load("12x12 drop line-5").cells) == (9, 64, 144)
    assert tic_tac_toe.occupied(tic_tac_toe.read_position("xo1/1x1/3 o").state) == {6, 7, 4}
    assert len(checkers.occupied(checkers.start().state) or ()) == 24
    wide = load("12x12 reversi most-men")
    assert wide.occupied(wide.start().state) == {65, 66, 77, 78}
    assert load("pig").cells is None
    assert load("pig").occupied(load("pig").start().state) is None


def test_games_that_cannot_be_measured() -> None:
    with pytest.raises(NotSuited, match="split has no metrics: its moves cannot be listed"):
        trace(Split(), random_game(Split()))
    with pytest.raises(NotSuited, match="blotto has no metrics"):
        measured(load("blotto"), "random", games=1)
    record = random_game(Tug())
    with pytest.raises(RecordError, match=r"a record of tug .*expected tug .*6"):
        trace(Tug(plies=6), record)
    record.decisions[2].seat = 1
    with pytest.raises(RecordError, match="decision 3"):
        trace(Tug(), record)
    record.result = None
    with pytest.raises(RecordError, match="broken off"):
        trace(Tug(), record)


# --- depth ------------------------------------------------------------------------------------------------------------


def test_the_longest_chain() -> None:
    assert longest_chain([]) == 0
    assert longest_chain([0.6, 0.6]) == 0  # more than 60 %, not as much
    assert longest_chain([0.7, 0.5, 0.7, 0.61]) == 2
    assert longest_chain([0.7, 0.7, 0.7]) == 3


def test_a_budget_is_multiplied_whatever_the_text() -> None:
    game = load("tic-tac-toe")
    assert with_budget("mcts:iterations=100", game, 2) == "mcts:iterations=200"
    assert with_budget("mcts", game, 2) == "mcts:iterations=2000"
    assert with_budget("mcts:c=0.7", game, 4) == "mcts:c=0.7,iterations=4000"
    assert with_budget("mcts: iterations = 50 ,c=1", game, 1) == "mcts:iterations=50,c=1"
    piles = load(f"{OWN}:Piles")
    assert with_budget(f"{OWN}:Taker", piles, 8) == f"{OWN}:Taker:iterations=8"
    assert with_budget(f"{OWN}:Taker:mood=glad", piles, 8) == f"{OWN}:Taker:mood=glad,iterations=8"


def test_a_budget_that_cannot_be_multiplied() -> None:
    with pytest.raises(PlayerError, match="random cannot be multiplied: it has no option 'iterations'"):
        with_budget("random", load("pig"), 2)
    with pytest.raises(PlayerError, match="seconds=1 cannot be multiplied"):
        with_budget(f"{OWN}:Taker:seconds=1", load(f"{OWN}:Piles"), 2)
    for budgets in ((1,), (0, 1), (2, 1), (1, 1)):
        with pytest.raises(BadParameter, match="two or more growing whole numbers"):
            strategic_depth(load(f"{OWN}:Piles"), f"{OWN}:Taker", budgets)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_of_depth_two(seats: int) -> None:
    """The taker takes 1, 2, 3 and again 3 at 1, 2, 4 and 8 iterations: the last doubling does not pay."""
    depth = strategic_depth(load(f"{OWN}:Piles", seats=seats), f"{OWN}:Taker", games=2 * seats, workers=1)
    assert [link.rate.value for link in depth.links] == [1, 1, 0.5]
    assert (depth.depth, depth.share) == (2, 2 / 3)
    assert depth.links[0].rate.low == wilson(2 * seats, 0, 2 * seats)[0]
    assert depth.low <= depth.depth <= depth.high == 3
    assert depth.to_dict()["links"][1]["weaker"] == f"{OWN}:Taker:iterations=2"


def test_a_contest_counts_the_share_of_the_others_beaten() -> None:
    """One of three takes 2 against two who take 3, or the other way round; every seat in turn."""
    game = load(f"{OWN}:Piles", seats=3)
    assert contest(game, f"{OWN}:Taker:iterations=2", f"{OWN}:Taker:iterations=4", 3, workers=1).value == 0
    assert contest(game, f"{OWN}:Taker:iterations=4", f"{OWN}:Taker:iterations=2", 3, workers=1).value == 1
    random_play = contest(game, f"{OWN}:Taker:iterations=2", "random", scaled(600), 5, workers=1).value
    assert random_play == pytest.approx(0.5, abs=0.12)
    with pytest.raises(NotSuited, match="nobody to win against"):
        contest(Patience(), "random", "random", 2)


# --- overall ----------------------------------------------------------------------------------------------------------


def depth_of(links: int, value: int) -> Depth:
    link = Link("more", "less", Estimate(0.7, 0.6, 0.8, "", 10))
    return Depth("mcts", tuple(range(1, links + 2)), (link,) * links, value, 0, links)


def test_the_harmonic_mean_has_a_floor() -> None:
    assert harmonic_mean([1, 0.5]) == pytest.approx(2 / 3)
    assert harmonic_mean([1, 0]) == pytest.approx(2 / 101)


def test_overall_of_a_fair_game_with_winners_only() -> None:
    games = [two_seats(0, 0.1, 0.2, 1), two_seats(0, 0.1, 0.2, -1, winner=1)]
    found = overall(measure(games), depth_of(2, 1))
    assert found.parts == {"balance": 1, "completion": 1, "not_drawish": 1, "agency": 1, "depth": 0.5}
    assert found.value == pytest.approx(5 / 6)
    assert overall(measure(games), depth_of(2, 0)).value == pytest.approx(5 / 104)


def test_overall_needs_a_depth() -> None:
    found = overall(measure([two_seats(0, 0.1, 0.2, 1)]), None)
    assert (found.value, found.reason) == (None, "depth was not measured")


@pytest.mark.parametrize(
    ("games", "gate"),
    [
        ([two_seats(0, 0.1, 0.2, 0, winner=None)] * 9 + [two_seats(0, 0.1, 0.2, 1)], "completion 0.10 is below 0.2"),
        ([two_seats(0, 0.1, 1)], "turns 2.00 is below 3"),
    ],
)
def test_a_closed_gate_makes_it_nothing(games: list[GameTrace], gate: str) -> None:
    found = overall(measure(games), depth_of(2, 2))
    assert (found.value, found.closed) == (0, (gate,))


def test_the_gate_of_coverage() -> None:
    game = two_seats(0, 0.1, 0.2, 1)
    covered = GameTrace(2, game.turns, game.leads, game.result, (frozenset({1}),) * 4, 11)
    assert overall(measure([covered]), depth_of(2, 2)).closed == ("coverage 0.09 is below 0.1",)


def test_one_seat_has_no_overall_figure() -> None:
    metrics = measure([trace(Patience(), random_game(Patience()))])
    assert overall(metrics, None).value is None


# --- whole studies ----------------------------------------------------------------------------------------------------

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@cache
def random_tic_tac_toe(board: str = "." * 9) -> tuple[Fraction, Fraction, Fraction]:
    """Exactly, from a position on: the chances that the first player wins and that nobody does, the plies to come."""
    mover = "xo"[(9 - board.count(".")) % 2]
    totals = [Fraction(0)] * 3
    empty = [cell for cell in range(9) if board[cell] == "."]
    for cell in empty:
        after = board[:cell] + mover + board[cell + 1 :]
        if any(all(after[place] == mover for place in line) for line in LINES):
            end = (Fraction(mover == "x"), Fraction(0), Fraction(0))
        elif "." not in after:
            end = (Fraction(0), Fraction(1), Fraction(0))
        else:
            end = random_tic_tac_toe(after)
        for part, chance in enumerate((end[0], end[1], end[2] + 1)):
            totals[part] += chance / len(empty)
    return totals[0], totals[1], totals[2]


def within(estimate: Estimate, truth: float) -> bool:
    """Inside an interval twice as wide, so that the seed need not be lucky."""
    assert estimate.value is not None
    assert estimate.low is not None
    assert estimate.high is not None
    return abs(estimate.value - truth) < estimate.high - estimate.low


def test_random_tic_tac_toe_is_as_it_must_be() -> None:
    wins, draws, plies = map(float, random_tic_tac_toe())
    assert (round(wins, 3), round(draws, 3), round(plies, 1)) == (0.585, 0.127, 7.6)
    found = measured(load("tic-tac-toe"), "random", games=scaled(1000), seed=3, workers=1).metrics
    assert within(found.length, plies)
    assert within(found.drawishness, draws)
    assert within(found.rates[0], wins + draws / 2)
    assert within(found.balance, 1 - (2 * wins + draws - 1))
    assert within(found.coverage, plies / 9)


@pytest.mark.parametrize("player", ["random", "mcts:iterations=6"])
def test_the_number_of_workers_changes_nothing(player: str) -> None:
    game = load("tic-tac-toe")
    budgets = None if player == "random" else (1, 2)
    one, two = (
        measured(game, player, games=8, budgets=budgets, playouts=3, restricted="random", seed=6, workers=workers)
        for workers in (1, 2)
    )
    assert json.dumps(one.to_dict()) == json.dumps(two.to_dict())


def test_the_default_player_suits_and_is_modest() -> None:
    assert default_player(load("reversi")) == "mcts:iterations=100"
    assert default_player(load("tic-tac-toe")) == "mcts:iterations=100"
    assert default_player(load("kuhn-poker")) == "ismcts:iterations=100"


def test_depth_is_left_out_where_it_cannot_be_had() -> None:
    random_play = measured(load("tic-tac-toe"), "random", games=2, workers=1)
    assert random_play.depth is None
    assert "random has no option 'iterations'" in random_play.to_dict()["depth"]["reason"]
    single = measured(load("tic-tac-toe"), "mcts:iterations=3", games=2, budgets=[1], workers=1)
    assert single.depth_reason == "a single budget was asked for"
    alone = measured(load("pig", seats=1, goal=10), "maxn:iterations=3", games=2, workers=1)
    assert alone.depth_reason.startswith("one seat")
    with pytest.raises(PlayerError, match="cannot be multiplied"):
        measured(load("tic-tac-toe"), "random", games=2, budgets=[1, 2], workers=1)
    with pytest.raises(UnknownName, match="no player 'randm'"):
        measured(load("tic-tac-toe"), "random", games=2, restricted="randm", workers=1)


def test_restricted_play_is_the_restricted_players_score() -> None:
    found = measured(
        load(f"{OWN}:Piles"),
        f"{OWN}:Taker:iterations=4",
        restricted=f"{OWN}:Taker:iterations=1",
        games=4,
        budgets=[1],
        workers=1,
    )
    assert found.restricted is not None
    assert found.restricted[1].value == 0


def test_answers_that_could_not_be_used_are_told() -> None:
    found = measured(load(f"{OWN}:Piles"), f"{OWN}:Lost", games=2, restricted="random", workers=1)
    few, alone, against = found.warnings
    assert few.startswith("2 games are few")
    assert alone.startswith(f"4 answers of {OWN}:Lost could not be used")
    assert against.startswith(f"2 answers between random and {OWN}:Lost could not be used")
    assert found.to_dict()["restricted_play"]["warnings"] == [few, against]


def test_progress_adds_up() -> None:
    told: dict[str, list[tuple[int, int]]] = {}
    measured(
        load(f"{OWN}:Piles"),
        f"{OWN}:Taker",
        games=3,
        restricted="random",
        workers=1,
        progress=lambda stage, count, total, words: told.setdefault(stage, []).append((count, total)),
    )
    assert list(told) == ["games", "depth", "restricted play"]
    for steps in told.values():
        assert sum(count for count, _ in steps) == steps[0][1]
        assert all(one[1] == other[1] for one, other in pairwise(steps))


def test_people_are_told_what_takes_long_and_what_takes_less() -> None:
    assert how_long(0.1, 100, ()) == ""
    assert how_long(0.1, 100, (1, 2, 4, 8)) == "about 2 min in all, 0 without depth (budgets 1); fewer games take less"
    assert how_long(60, 100, (1, 3)) == "about 5 h in all, 100 without depth (budgets 1); fewer games take less"
    assert how_long(60, 10, ()) == "about 10 min in all; fewer games take less"


# --- the command ------------------------------------------------------------------------------------------------------


def ludarium(capsys: pytest.CaptureFixture[str], *line: str) -> tuple[int, str, str]:
    code = run(["metrics", *line])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_command_tells_everything(capsys: pytest.CaptureFixture[str]) -> None:
    line = ("tic-tac-toe", "--player", "mcts:iterations=4", "--games", "4", "--budgets", "1,2", "--seed", "1")
    code, out, _ = ludarium(capsys, *line, "--restricted", "random", "--workers", "1")
    assert code == 0
    assert "tic-tac-toe: 4 games of mcts:iterations=4, seed 1" in out
    assert "Who leads: the game's own evaluation of each position." in out
    for name in ("length", "branching", "agency", "first seat advantage", "late uncertainty", "coverage", "overall"):
        assert name in out
    assert "mcts:iterations=8   mcts:iterations=4" in out
    assert "restricted play: random scores" in out
    assert "Beware: 4 games are few" in out
    assert "moves made at once" not in out


def test_the_command_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    line = ("goofspiel", "--player", "random", "--games", "3", "--seed", "1", "--set", "cards=3", "--playouts", "2")
    code, out, _ = ludarium(capsys, *line, "--json")
    found: dict[str, Any] = json.loads(out)
    assert code == 0
    assert found["settings"] == {"cards": 3, "seats": 2}
    assert found["metrics"]["length"]["value"] == 6
    assert found["metrics"]["turns"]["value"] == 3
    assert found["metrics"]["coverage"]["value"] is None
    assert "2 games played on" in found["evaluator"]
    assert found["depth"]["value"] is None


def test_the_command_for_one_seat(capsys: pytest.CaptureFixture[str]) -> None:
    line = ("pig", "--set", "seats=1", "--set", "goal=10", "--player", "random", "--games", "3", "--seed", "1")
    code, out, _ = ludarium(capsys, *line)
    assert code == 0
    assert "points on average" in out
    assert "balance" not in out
    assert "depth" not in out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (["blotto"], "its moves cannot be listed"),
        (["tic-tac-toe", "--budgets", "1,x"], "expected whole numbers with commas"),
        (["tic-tac-toe", "--budgets", "4,2"], "two or more growing whole numbers"),
        (["tic-tac-toe", "--player", "random", "--budgets", "1,2"], "it has no option 'iterations'"),
        (["tic-tac-toe", "--player", "human"], "people use `ludarium play`"),
    ],
)
def test_what_the_command_refuses(line: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ludarium(capsys, *line)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1
