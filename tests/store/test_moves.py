"""Decisions as bytes: they come back, they are small, and their form is fixed, since old databases hold it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.engine import RecordError
from ludarium.store import pack, pack_batch, unpack

pytestmark = pytest.mark.compiled  # no kernels: once is enough

_MOVES = st.one_of(st.integers(-128, 127), st.integers(-40_000, 40_000), st.integers(-(2**63), 2**63 - 1))
_GAMES = st.lists(st.tuples(st.integers(0, 3), _MOVES), max_size=80)


@given(_GAMES)
def test_decisions_come_back(decisions: list[tuple[int, int]]) -> None:
    packed = pack([seat for seat, _ in decisions], [move for _, move in decisions])
    assert unpack(packed) == decisions


@given(st.lists(_GAMES, max_size=6))
def test_a_batch_packs_each_game_as_if_it_were_alone(games: list[list[tuple[int, int]]]) -> None:
    flat = [decision for game in games for decision in game]
    together = pack_batch([len(game) for game in games], [seat for seat, _ in flat], [move for _, move in flat])
    assert together == [pack([seat for seat, _ in game], [move for _, move in game]) for game in games]


@pytest.mark.parametrize(
    ("seats", "moves", "form"),
    [
        ([], [], b"\x04"),
        ([0, 1, 0], [8, 0, -1], b"\x08\x08\x00\xff"),
        ([0, 0], [1, 2], b"\x04\x01\x02"),
        ([0, 1, 2, 3, 0], [1, 2, 3, 4, 5], b"\x10\x01\x02\x03\x04\x05"),
        ([1, 0], [5, 6], b"\x00\x01\x00\x05\x06"),
        ([0, 1], [300, -2], b"\x09\x2c\x01\xfe\xff"),
        ([0], [1 << 20], b"\x06\x00\x00\x10\x00"),
        ([0], [-(1 << 40)], b"\x07\x00\x00\x00\x00\x00\xff\xff\xff"),
    ],
)
def test_the_form_is_fixed(seats: list[int], moves: list[int], form: bytes) -> None:
    assert pack(seats, moves) == form
    assert unpack(form) == list(zip(seats, moves, strict=True))


def test_long_games_are_compressed() -> None:
    seats, moves = [0, 1] * 200, [move % 17 for move in range(400)]
    packed = pack(seats, moves)
    assert packed[0] & 0x20
    assert len(packed) < 100
    assert unpack(packed) == list(zip(seats, moves, strict=True))


@pytest.mark.parametrize(
    "damaged", [b"", b"\x48\x01", b"\x09\x01\x02\x03", b"\x00\x01\x02\x03", b"\x1c\x01", b"\x28\x01\x02"]
)
def test_damage_is_noticed(damaged: bytes) -> None:
    with pytest.raises(RecordError, match="the stored moves are damaged"):
        unpack(damaged)


def test_columns_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="5 decisions expected, got 4 seats and 5 moves"):
        pack_batch([5], [0, 1, 0, 1], [1, 2, 3, 4, 5])
