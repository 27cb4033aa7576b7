"""Blotto: plans that are checked, proposals that are listed, rounds, and what stays unseen."""

from __future__ import annotations

from itertools import product

import pytest

from ludarium.engine import SPECTATOR, BadParameter, Game, IllegalMove, MalformedMove, MalformedPosition, Match
from ludarium.engine.rules import words_of
from ludarium.games import load
from ludarium.players import make


@pytest.fixture(scope="module")
def game() -> Game:
    return load("blotto")


@pytest.fixture(scope="module")
def campaign() -> Game:
    return load("blotto", rounds=3)


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [
        ("5 4 3", "4 4 4", (1, 1)),
        ("6 6 0", "4 4 4", (2, 1)),
        ("12 0 0", "0 6 6", (1, 2)),
        ("4 4 4", "4 4 4", (0, 0)),
    ],
)
def test_the_larger_army_takes_the_field(game: Game, first: str, second: str, points: tuple[int, int]) -> None:
    end = game.start().play(first, 0).play(second, 1)
    assert end.over
    assert end.result().points == points
    assert game.start().play(second, 1).play(first, 0) == end


@pytest.mark.parametrize(
    ("plan", "fault"),
    [
        ("5 4 2", "troops are left over: all fields together get exactly 12"),
        ("5 4 4", "more troops than you have: all fields together get exactly 12"),
        ("2147483647 2147483647 14", "more troops than you have"),  # adds up to 12 in 32 bits
        ("-1 9 4", "a field cannot get fewer than 0 troops"),
    ],
)
def test_plans_against_the_rules(game: Game, plan: str, fault: str) -> None:
    with pytest.raises(IllegalMove, match=fault):
        game.start().play(plan, 0)


@pytest.mark.parametrize("plan", ["5 4", "5 4 2 1", "five four three", "5.5 3.5 3", "inf 0 0", "nan 6 6", ""])
@pytest.mark.filterwarnings("ignore:invalid value encountered in cast")
def test_malformed_plans(game: Game, plan: str) -> None:
    with pytest.raises(MalformedMove, match="move of blotto"):
        game.start().play(plan, 0)


def test_any_plan_may_be_made_not_only_the_proposed_ones(game: Game) -> None:
    position = game.start()
    plans = [plan for plan in product(range(13), repeat=3) if sum(plan) == 12]
    assert len(plans) == 91
    assert all(position.fault(plan, 0) == "" for plan in plans)
    assert len(position.moves(0)) < len(plans)


def test_the_proposals(game: Game) -> None:
    proposed = {move.text for move in game.start().moves(1)}
    assert proposed == {
        *("12 0 0", "0 12 0", "0 0 12", "6 6 0", "6 0 6", "0 6 6", "4 4 4"),
        *("10 1 1", "1 10 1", "1 1 10", "6 5 1", "6 1 5", "1 6 5"),
    }


@pytest.mark.parametrize("fields", [3, 6])
@pytest.mark.parametrize("troops", [1, 2, 5, 6, 7, 9, 13, 120])
def test_proposals_are_allowed_and_all_different(fields: int, troops: int) -> None:
    game = load("blotto", troops=troops, fields=fields)
    position = game.start()
    options = game.bound.moves()
    count = int(game.bound.legal(words_of(game.blank_states(0))[0], 0, options))
    assert list(options[:count]) == sorted(set(options[:count].tolist()))
    moves = position.moves(0)
    assert len(moves) == count > 0
    assert all(position.fault(move.value, 0) == "" for move in moves)


def test_rounds(campaign: Game) -> None:
    position = campaign.start().play("12 0 0", 0).play("0 6 6", 1)
    assert not position.over
    assert position.text == "1 1:2 12,0,0/0,6,6"
    position = position.play("4 4 4", 0).play("4 4 4", 1).play("5 5 2", 1).play("6 6 0", 0)
    assert position.over
    assert position.result().points == (3, 3)
    assert position.result().is_tie


def test_a_plan_shows_to_nobody_else_before_both_are_made(campaign: Game) -> None:
    position = campaign.read_position("1 1:2 12,0,0/0,6,6")
    one, other = position.play("12 0 0", 1), position.play("4 4 4", 1)
    for seat in (0, SPECTATOR):
        assert one.view(seat).to_bytes() == other.view(seat).to_bytes() == position.view(seat).to_bytes()
        assert "sent out" not in one.view(seat).draw()
    assert "Second has sent out 12 0 0." in one.view(1).draw()
    assert one.view(1).to_bytes() != other.view(1).to_bytes()
    assert other.view(1).sample(5).view(1).to_bytes() == other.view(1).to_bytes()


def test_plans_of_past_rounds_are_public(campaign: Game) -> None:
    end_of_round = campaign.start().play("12 0 0", 0).play("0 6 6", 1)
    assert end_of_round.view(SPECTATOR).fields() == end_of_round.fields()
    assert end_of_round.view(0).draw() == (
        "Round 2 of 3, 12 troops each\n"
        "\n"
        "last round    points  field 1  field 2  field 3\n"
        "First (you)        1      12*       0        0\n"
        "Second             2       0        6*       6*"
    )


@pytest.mark.parametrize("settings", [{"rounds": 9}, {"fields": 6, "troops": 120, "rounds": 2}])
def test_random_games(settings: dict[str, int]) -> None:
    game = load("blotto", **settings)
    for seed in range(3):
        match = Match(game, [make("random", game), make("random", game)], seed=seed, strict=True)
        for _ in match.play():
            assert game.read_position(match.position.text).fields() == match.position.fields()
        assert len(match.record.decisions) == 2 * settings["rounds"] <= game.rules.max_plies
        assert match.record.verify(load).to_bytes() == match.position.to_bytes()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "expected rounds played, points and the last plans"),
        ("0 0:0 - bids 5,4,3/-", "expected rounds played"),
        ("4 0:0 5,4,3/4,4,4", "how many of the 3 rounds"),
        ("x 0:0 -", "how many of the 3 rounds"),
        ("1 3:1 5,4,3/4,4,4", "at most 3 in all so far"),
        ("1 1 5,4,3/4,4,4", "expected points as in"),
        ("0 0:0 5,4,3/4,4,4", "or '-' before the first"),
        ("1 1:1 -", "or '-' before the first"),
        ("1 1:1 5,4,3", "expected the plans of 2 seats"),
        ("1 1:1 5,4,3/-", "both seats had a plan"),
        ("1 1:1 5,4,3/5,4,4", "more troops than you have"),
        ("1 1:1 5,4,3/5,4", "has 3 numbers"),
        ("1 1:1 5,4,3/a,b,c", "expected a plan as in"),
        ("0 0:0 - plans 5,4,3/4,4,4", "a plan of one seat that waits"),
        ("3 0:0 4,4,4/4,4,4 plans 5,4,3/-", "a plan of one seat that waits"),
    ],
)
def test_malformed_positions(campaign: Game, text: str, fault: str) -> None:
    with pytest.raises(MalformedPosition, match=fault):
        campaign.read_position(text)


def test_parameters_have_ranges() -> None:
    for wrong in ({"troops": 121}, {"fields": 2}, {"fields": 7}, {"rounds": 10}, {"troops": 0}):
        with pytest.raises(BadParameter, match="expected a whole number from"):
            load("blotto", **wrong)
