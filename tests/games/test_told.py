"""Moves as the list of a game says them: the dice that fell and the prizes that were bid for are in it."""

from __future__ import annotations

import re

import pytest

from ludarium.engine import Position
from ludarium.games import load


def told(position: Position, text: str) -> tuple[str, Position]:
    """What the list says of a move, and the position after it."""
    seat = position.movers[0]
    view = position.view(seat)
    move = view.move(text)
    after = position.play(move, seat)
    return position.game.told(move, view, after), after


def test_a_throw_of_pig_comes_with_the_die() -> None:
    seen = set[str]()
    position = load("pig").start(3)
    while not position.over and len(seen) < 3:
        words, position = told(position, "roll")
        expected = f"throw {position.state.die}" + (", and the turn is lost" if position.state.die == 1 else "")
        assert words == expected
        seen.add(words)
        if position.state.turn_total:
            words, position = told(position, "hold")
            assert re.fullmatch(r"hold: bank \d+ points", words)


def test_a_bid_of_goofspiel_comes_with_its_prize() -> None:
    position = load("goofspiel", cards=5).start(1)
    prize = position.state.prize
    first, position = told(position, "4")
    second, position = told(position, "2")
    assert (first, second) == (f"bid 4 for the {prize}", f"bid 2 for the {prize}")
    assert told(position, "5")[0] == f"bid 5 for the {position.state.prize}"


def test_only_the_first_movement_of_a_tarble_turn_says_the_roll() -> None:
    position = load("tarble").start(2)
    roll, seat, words = position.state.roll, position.movers[0], list[str]()
    while position.movers[0] == seat and not position.over:
        said, position = told(position, position.moves(seat)[0].text)
        words.append(said)
    assert words[0].startswith(f"rolled {roll}: from ")
    assert len(words) == roll
    assert all(said.startswith("from ") for said in words[1:])


@pytest.mark.parametrize("seed", range(4))
def test_a_piece_of_jostle_goes_by_the_dice_that_are_told(seed: int) -> None:
    position = load("jostle").start(seed)
    for _ in range(40):
        if position.over:
            break
        state, moves = position.state, position.moves(position.movers[0])
        words, position = told(position, moves[-1].text)
        if words.startswith("rolled"):
            dice = [int(die) for die in re.findall(r"\d+", words.partition(":")[0])]
            assert dice == [die for die in (int(state.die), int(state.second)) if die]
        else:
            assert state.die == 6
