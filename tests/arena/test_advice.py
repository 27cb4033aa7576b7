"""A single question to a player."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludarium.arena.run.advice import advise
from ludarium.engine import IllegalMove, PlayerError
from ludarium.games import load

WHICH_HAND = str(Path(__file__).parents[1] / "cli" / "which_hand.py")


def test_advice_is_a_legal_move_with_its_reason() -> None:
    game = load(f"{WHICH_HAND}:WhichHand")
    advice = advise(game.start(), f"{WHICH_HAND}:Left")
    assert (advice.seat, advice.move.text, advice.thought.reason) == (0, "left", "the left one feels lucky")
    assert advise(game.start().play("right"), f"{WHICH_HAND}:Left").seat == 1


def test_the_player_knows_no_more_than_its_seat() -> None:
    game = load(f"{WHICH_HAND}:WhichHand")
    reasons = {advise(game.start().play(hand), f"{WHICH_HAND}:Peeking").thought.reason for hand in ("left", "right")}
    assert reasons == {"coin: ?"}


def test_who_need_not_decide_is_not_asked() -> None:
    game = load(f"{WHICH_HAND}:WhichHand")
    with pytest.raises(IllegalMove, match="seat 1 must decide now, not seat 2"):
        advise(game.start(), f"{WHICH_HAND}:Left", seat=1)
    with pytest.raises(IllegalMove, match="the game is over"):
        advise(game.start().play("left").play("left"), f"{WHICH_HAND}:Left")


def test_an_answer_that_is_no_move_is_refused() -> None:
    with pytest.raises(PlayerError, match="answered None, expected a Move"):
        advise(load(f"{WHICH_HAND}:WhichHand").start(), f"{WHICH_HAND}:Speechless")
