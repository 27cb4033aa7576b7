"""Positions, views and moves as people and players meet them."""

from __future__ import annotations

import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.engine import (
    SPECTATOR,
    Game,
    IllegalMove,
    LudariumError,
    MalformedMove,
    MalformedPosition,
    Move,
    Position,
    f8,
    u8,
)
from ludarium.engine.move import MoveValue
from ludarium.games import load
from tests.conftest import scaled
from tests.engine.sample_games import HighCard, OddOneOut, Patience, Race, RaceState, Split


def dealt(first: int, second: int) -> Position:
    return HighCard().read_position(f"cards=4 hand={first},{second}")


# --- who decides ------------------------------------------------------------------------------------------------------


def test_a_turn() -> None:
    position = dealt(2, 4)
    assert position.movers == (0,)
    assert not position.over
    assert position.seat_to_move() == 0
    assert [move.text for move in position.moves()] == ["1", "2"]


def test_playing_to_the_end() -> None:
    final = dealt(2, 4).play("2").play(Move(3, "3"), 1)
    assert final.over
    assert final.movers == ()
    assert final.result().points == (-2.0, 2.0)
    assert final.result().winners == (1,)


def test_out_of_turn() -> None:
    with pytest.raises(IllegalMove, match="seat 1 must decide now, not seat 2"):
        dealt(2, 4).moves(1)
    with pytest.raises(IllegalMove, match="seat 1 and seat 2 must decide now"):
        OddOneOut(seats=2).start().play("heads")
    with pytest.raises(IllegalMove, match="the game is over: there is nothing left to decide"):
        dealt(2, 4).play("1").play("1").play("1")


def test_there_is_no_result_before_the_end() -> None:
    with pytest.raises(LudariumError, match="the game is not over: it has no result yet"):
        dealt(2, 4).result()


# --- moves ------------------------------------------------------------------------------------------------------------


def test_illegal_and_malformed_moves_are_different_errors() -> None:
    one_left = OddOneOut(seats=2, rounds=1).start()
    with pytest.raises(MalformedMove, match="'edge' is no move of odd-one-out; the legal moves are tails, heads"):
        one_left.play("edge", 0)
    with pytest.raises(MalformedMove, match="'3' is no move of high-card; the legal moves are 1, 2"):
        dealt(2, 4).play("3")
    with pytest.raises(IllegalMove, match="3: not a legal move here"):
        dealt(2, 4).play(Move(3, "3"))

    class Numbers(HighCard):
        def looks_like_a_move(self, text: str) -> bool:
            return text.isdigit()

    with pytest.raises(IllegalMove, match="'3' is not legal here; the legal moves are 1, 2"):
        Position(Numbers(), np.frombuffer(dealt(2, 4).to_bytes(), HighCard.rules.dtype).copy()).play("3")


@pytest.mark.parametrize("wrong", [None, 3, b"cards=4"])
@pytest.mark.parametrize("game", [HighCard(), load("reversi"), load("boundary")])
def test_what_is_no_text_is_no_position(game: Game, wrong: Any) -> None:
    with pytest.raises(MalformedPosition, match=r"is no position of .*: expected a text"):
        game.read_position(wrong)


def test_case_and_blanks_do_not_matter() -> None:
    start = OddOneOut(seats=2).start()
    assert start.play("  HEADS ", 0) == start.play("heads", 0)


def test_long_lists_of_legal_moves_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.engine.game._SHOWN_MOVES", 2)
    with pytest.raises(MalformedMove, match=r"the legal moves are 1, 2 … \(4 in all\)$"):
        dealt(4, 2).play("nothing")


def test_moves_are_equal_by_value() -> None:
    assert Move(3, "three") == Move(3, "3")
    assert Move(3, "3") != Move(4, "3")
    assert Move(3, "3") != 3
    assert len({Move(3, "three"), Move(3, "3")}) == 1
    assert str(Move(3, "three")) == "three"


def test_playing_leaves_the_earlier_position_alone() -> None:
    start = dealt(2, 4)
    before = start.to_bytes()
    after = start.play("1")
    assert start.to_bytes() == before
    assert after != start


# --- checked moves ----------------------------------------------------------------------------------------------------


def test_checked_moves_are_proposed_and_others_are_allowed_too() -> None:
    start = Split(troops=7).start()
    assert [move.text for move in start.moves(0)] == ["7 0 0", "0 7 0", "0 0 7", "3 2 2"]
    after = start.play("1, 2, 4", 0).play("0 3 4", 1)
    assert after.result().points == (1.0, 1.0)


def test_equal_proposals_are_shown_once() -> None:
    assert [move.text for move in Split(troops=1).start().moves(0)] == ["1 0 0", "0 1 0", "0 0 1"]


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("1 2 3", IllegalMove, "1 2 3: all troops must be used, no more and no fewer"),
        ("-1 3 3", IllegalMove, "-1 3 3: a field cannot have fewer than no troops"),
        ("5", MalformedMove, "a move of split has 3 numbers"),
        ("one two two", MalformedMove, "'one two two' is no move of split: expected numbers"),
        ("2.5 2.5 0", MalformedMove, "a move of split is made of int16 numbers"),
        ("99999 0 0", MalformedMove, "a move of split is 3 numbers"),
        ("inf 0 0", MalformedMove, "a move of split is 3 numbers"),
        ("nan 0 0", MalformedMove, "a move of split is 3 numbers"),
        ("", MalformedMove, "a move of split has 3 numbers"),
    ],
)
def test_checked_moves_that_are_not_allowed(text: str, error: type[LudariumError], words: str) -> None:
    with pytest.raises(error) as refusal:
        Split().start().play(text, 0)
    assert words in str(refusal.value)


@pytest.mark.parametrize("value", [1, (1,), ("a", 0, 0)])
def test_values_that_are_no_moves(value: Any) -> None:
    with pytest.raises(MalformedMove, match="a move of split"):
        Split().start().play(Move(value, "?"), 0)


def test_a_fault_of_a_checked_move_without_words() -> None:
    class Plain(Split):
        def move_fault(self, code: int) -> str:
            return super(Split, self).move_fault(code)

    with pytest.raises(IllegalMove, match="the move breaks rule 1"):
        Plain().start().play("0 0 0", 0)


def test_moves_of_several_take_effect_together() -> None:
    start = OddOneOut(seats=2, rounds=1).start()
    half = start.play("heads", 1)
    assert half.movers == (0,)
    assert half.view(0) == start.view(0)
    assert half.fields()["score"] == [0, 0, 0, 0]
    assert half.play("tails", 0).result().points == (1.0, 1.0)


# --- views ------------------------------------------------------------------------------------------------------------


def test_a_view_hides_the_other_hand_and_the_dice() -> None:
    position = dealt(2, 4)
    assert position.view(0).fields()["hand"] == [2, 0]
    assert position.view(1).fields()["hand"] == [0, 4]
    assert position.view(SPECTATOR).fields()["hand"] == [0, 0]
    assert int(position.view(0).state.rng) == 0


def test_a_view_has_its_seat_s_moves() -> None:
    position = dealt(2, 4)
    assert [move.value for move in position.view(0).moves()] == [1, 2]
    assert position.view(0).options() == [1, 2]
    assert position.view(1).moves() == []
    assert position.view(1).options() == []
    assert position.view(SPECTATOR).moves() == []
    assert position.view(0).move("2") == Move(2, "2")
    assert position.view(0).numbered(2).text == "2"
    assert Split(troops=7).start().view(1).numbered(3) == Move((3, 2, 2), "3 2 2")


@pytest.mark.parametrize("seat", [-2, 2, 7])
def test_there_are_no_other_seats(seat: int) -> None:
    with pytest.raises(LudariumError, match=f"no seat {seat + 1} in high-card: it has 2"):
        dealt(2, 4).view(seat)


def test_a_seat_is_a_number() -> None:
    with pytest.raises(LudariumError, match="'1' is no seat: expected its number"):
        dealt(2, 4).view("1")  # type: ignore[arg-type]
    with pytest.raises(LudariumError, match="'1' is no seat"):
        dealt(2, 4).play("2", "1")  # type: ignore[arg-type]
    assert dealt(2, 4).view(np.int64(1)).seat == 1  # type: ignore[arg-type]


@given(st.integers(0, 2**64 - 1))
def test_a_sample_fits_its_view(seed: int) -> None:
    position = dealt(2, 4).play("2")
    for seat in (SPECTATOR, 0, 1):
        view = position.view(seat)
        sample = view.sample(seed)
        assert sample.view(seat) == view
        assert sample.fields()["hand"][0] >= 2, "what was bid must have been there to bid"


def test_samples_differ_in_dice_and_cards() -> None:
    samples = [dealt(2, 4).view(0).sample(seed) for seed in range(40)]
    assert {sample.fields()["hand"][1] for sample in samples} == {1, 3, 4}
    assert len({int(sample.state.rng) for sample in samples}) == 40


def test_a_view_is_drawn_as_its_seat_sees_it() -> None:
    assert "[2, 0]" in dealt(2, 4).view(0).draw()
    assert "[2, 4]" in dealt(2, 4).draw()


# --- copies, bytes, text ----------------------------------------------------------------------------------------------


def test_equality_is_by_state_and_kind() -> None:
    position = dealt(2, 4)
    assert position == dealt(2, 4)
    assert hash(position) == hash(dealt(2, 4))
    assert position != dealt(2, 3)
    assert position != position.view(0)
    assert position != "position"
    assert len({position, dealt(2, 4), dealt(4, 2)}) == 2


def test_a_clone_is_independent() -> None:
    position = dealt(2, 4)
    clone = position.clone()
    clone.state.turn = 1
    assert position == dealt(2, 4)


def test_bytes_of_the_wrong_size_are_refused() -> None:
    data = dealt(2, 4).to_bytes()
    assert Position.from_bytes(HighCard(), data) == dealt(2, 4)
    with pytest.raises(MalformedPosition, match=f"a position of high-card has {len(data)} bytes, got 3"):
        Position.from_bytes(HighCard(), b"abc")


def test_the_default_text_names_what_is_not_zero() -> None:
    assert dealt(2, 4).play("2").text == "cards=4 hand=2,4 bid=2,0 turn=1"
    assert Patience().read_position("-").text == "-"


class ExactState(RaceState):
    large = u8()
    broken = f8()


class Exact(Race):
    """A game whose state has large and broken numbers."""

    rules = replace(Race.rules, fields=ExactState, _bound={})


@given(st.integers(0, 2**64 - 1), st.floats(allow_nan=False))
def test_the_default_text_is_exact(large: int, broken: float) -> None:
    position = Exact().start()
    position.state["large"], position.state["broken"] = large, broken
    assert Exact().read_position(position.text).fields() == position.fields()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cards", "'cards': invalid literal"),
        ("hands=1,2", "'hands=1,2' is no part of a position of high-card; the fields are cards, hand, bid, turn"),
        ("rng=1", "'rng=1' is no part of a position"),
        ("hand=1", "'hand=1': hand has 2 numbers, got 1"),
        ("hand=1,x", "'hand=1,x': invalid literal"),
        ("hand=1,300", "'hand=1,300': .* out of bounds"),
        ("hand=1,1.5", "'hand=1,1.5': invalid literal"),
    ],
)
def test_malformed_position_texts(text: str, words: str) -> None:
    with pytest.raises(MalformedPosition, match=words):
        HighCard().read_position(text)


def test_a_position_gets_the_stream_of_a_seed() -> None:
    game = Race()
    assert game.read_position(game.start(5).text).with_stream(5) == game.start(5)
    assert game.start(4).with_stream(5) == game.start(5)


# --- what is found out only when it is asked for ----------------------------------------------------------------------


class Spoken(HighCard):
    """Counts how often a move is put into words."""

    spoken = 0

    def move_text(self, value: MoveValue, state: Any, seat: int) -> str:
        type(self).spoken += 1
        return f"{value} of seat {seat + 1}"


def test_moves_are_put_into_words_when_somebody_asks() -> None:
    Spoken.spoken = 0
    position = Spoken().read_position("cards=4 hand=2,4")
    listed, seen = position.moves(), position.view(0).moves()
    following = position.play(listed[1])
    assert Spoken.spoken == 0
    assert [str(move) for move in listed] == [move.text for move in seen] == ["1 of seat 1", "2 of seat 1"]
    assert following.moves()[0].text == "1 of seat 2"
    assert repr(listed[0]) == "Move(value=1, text='1 of seat 1')"
    kept = pickle.loads(pickle.dumps(listed[0]))
    assert (kept.value, kept.words) == (1, "1 of seat 1")


@pytest.mark.parametrize(
    "game", [HighCard(), Race(), OddOneOut(seats=2), Split(), Patience()], ids=lambda game: game.name
)
def test_what_a_position_remembers_is_what_a_copy_finds_out(game: Game) -> None:
    """A position knows its movers and moves from the call that made it; a copy of its bytes knows nothing yet."""
    for seed in range(5):
        position, draw = game.start(seed), random.Random(seed)
        while not position.over:
            copy = Position.from_bytes(game, position.to_bytes())
            assert copy.movers == position.movers
            for seat in position.movers:
                assert [(move.value, move.text) for move in copy.moves(seat)] == [
                    (move.value, move.text) for move in position.moves(seat)
                ]
            seat = draw.choice(position.movers)
            move = draw.choice(position.moves(seat))
            assert copy.play(move, seat) == position.play(move.text, seat)
            position = position.play(move, seat)
        assert Position.from_bytes(game, position.to_bytes()).over


@pytest.mark.parametrize("value", [7, -1, 1 << 70, 1.0, "1", (1,), np.int64(1)])
def test_a_move_that_was_never_listed_is_illegal(value: Any) -> None:
    for position in (dealt(2, 4), dealt(2, 4).play("1"), dealt(2, 4).play("1").clone()):
        assert not position.over
        with pytest.raises(IllegalMove, match="not a legal move here"):
            position.play(Move(value, "x"))


def test_the_types_of_a_first_call_bind_no_later_one() -> None:
    """Doors keep the code of their first call: it must not be that for truth values."""

    class Fresh(HighCard):
        rules = replace(HighCard.rules, owner="first-calls", _bound={})

    position = Fresh().read_position("cards=4 hand=2,4")
    following = position.play(Move(True, "yes"), False)
    assert following.play(Move(2, "2"), 1) == position.play("1").play("2")
    assert following.view(True) == position.play("1").view(1)


def test_threads_list_and_play_beside_each_other() -> None:
    game = load("reversi", size=4)

    def walk(seed: int) -> list[str]:
        draw, position, told = random.Random(seed), game.start(seed), []
        while not position.over:
            move = draw.choice(position.moves())
            told.append(move.text)
            position = position.play(move)
        return told

    alone = [walk(seed) for seed in range(scaled(40))]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(walk, range(scaled(40)))) == alone


# --- the game ---------------------------------------------------------------------------------------------------------


def test_a_game_describes_itself() -> None:
    assert repr(HighCard()) == "<high-card>"
    assert HighCard(cards=3).describe() == "high-card (cards=3)"
    assert OddOneOut(seats=2, rounds=1).describe() == "odd-one-out (seats=2, rounds=1)"
    assert HighCard().rules_text().startswith("Each of two seats is dealt a card")


def test_parameters_reach_the_state() -> None:
    assert HighCard(cards=3).start().fields()["cards"] == 3
    assert OddOneOut(seats=2).seats == 2


def test_seeds_decide_the_deal() -> None:
    deals = {tuple(HighCard().start(seed).fields()["hand"]) for seed in range(100)}
    assert deals == {(a, b) for a in range(1, 5) for b in range(1, 5) if a != b}
    assert HighCard().start(7) == HighCard().start(7)
    assert HighCard().start(7) != HighCard().start(8)
