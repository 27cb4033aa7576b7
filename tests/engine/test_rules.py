"""Rules that are incomplete or contradict themselves are refused, each in its own words; right ones make a state."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium.engine import BadRules, Game, Rules, kernel
from ludarium.engine.rules import words_of
from ludarium.games import load
from ludarium.games.starting import start_file
from tests.engine.sample_games import (
    HIGH_CARD_KERNELS,
    ODD_KERNELS,
    SPLIT_KERNELS,
    HighCard,
    HighCardState,
    OddOneOut,
    OddState,
    Patience,
    Race,
    Split,
    SplitState,
    race_result,
)


@kernel
def too_many_arguments(state: Any, seat: int, moves: Any, more: int) -> int:
    return more


def without(kernels: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: function for name, function in kernels.items() if name not in names}


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "unknown slot": ({"kernels": {**HIGH_CARD_KERNELS, "scoring": race_result}}, "'scoring' is no slot; the slots are"),
    "missing": ({"kernels": without(HIGH_CARD_KERNELS, "legal", "apply")}, "the rules lack legal, apply: write them"),
    "missing movers": ({"kernels": without(ODD_KERNELS, "movers"), "fields": OddState}, "the rules lack movers"),
    "missing check": (
        {"kernels": without(SPLIT_KERNELS, "check"), "fields": SplitState, "checked": ("i2", 3)},
        "the rules lack check",
    ),
    "checked moves in turn": (
        {"kernels": {**HIGH_CARD_KERNELS, **SPLIT_KERNELS, "resolve": None}, "checked": ("i2", 3)},
        "checked moves need movers and resolve",
    ),
    "hide alone": ({"kernels": without(HIGH_CARD_KERNELS, "determinize")}, "hide and determinize belong together"),
    "determinize alone": ({"kernels": without(HIGH_CARD_KERNELS, "hide")}, "hide and determinize belong together"),
    "payoff": ({"payoff": "money"}, "payoff is 'money', expected 'rank' or 'points'"),
    "signature": (
        {"kernels": {**HIGH_CARD_KERNELS, "legal": too_many_arguments}},
        "legal(state, seat, moves, more) must take (state, seat, moves)",
    ),
    "engine's fields": ({"fields": [("rng", "u8"), ("pending", "i8")]}, "the fields pending, rng belong to the engine"),
    "NumPy's names": ({"fields": [("round", "i1"), ("sum", "i1")]}, "the fields round, sum are names of NumPy's own"),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_faulty_rules_are_refused(fault: str) -> None:
    changes, words = REFUSED[fault]
    parts = {"fields": HighCardState, "kernels": HIGH_CARD_KERNELS, "max_moves": 5, "max_plies": 2, **changes}
    parts["kernels"] = {name: function for name, function in parts["kernels"].items() if function is not None}
    with pytest.raises(BadRules) as refusal:
        Rules("test", **parts)
    assert str(refusal.value).startswith("test: ")
    assert words in str(refusal.value)


def test_kernels_are_collected_by_name() -> None:
    names = {**HIGH_CARD_KERNELS, "helper": race_result, "hash": len, "State": HighCardState}
    rules = Rules.collect("test", names, HighCardState, max_moves=5, max_plies=2)
    assert dict(rules.kernels) == HIGH_CARD_KERNELS


@pytest.mark.parametrize("game", [HighCard, OddOneOut, Split, Race, Patience])
def test_a_state_has_no_gaps(game: type[Game]) -> None:
    """Every byte belongs to a field, so that equal states have equal bytes; and it divides into 64-bit words."""
    dtype = game.rules.dtype
    covered = np.zeros(dtype.itemsize, np.int64)
    assert dtype.fields is not None
    for name, (field, offset, *_) in dtype.fields.items():
        covered[offset : offset + field.itemsize] += 1
        assert offset % field.alignment == 0, name
    assert (covered == 1).all()
    assert dtype.itemsize % 8 == 0
    assert words_of(np.zeros(3, dtype)).shape == (3, dtype.itemsize // 8)


def test_the_authors_fields_keep_their_order() -> None:
    assert (HighCard.rules.dtype.names or ())[:4] == ("cards", "hand", "bid", "turn")
    assert (Split.rules.dtype.names or ())[:3] == ("troops", "score", "done")


def test_what_kind_of_game_it_is() -> None:
    assert (HighCard.rules.hidden, HighCard.rules.at_once) == (True, False)
    assert (OddOneOut.rules.hidden, OddOneOut.rules.at_once) == (False, True)
    assert (HighCard().suits, OddOneOut().suits, Race().suits) == ("ismcts", "ismcts", "mcts")


def test_rules_are_bound_once_for_a_number_of_seats() -> None:
    assert OddOneOut().bound is OddOneOut(rounds=1).bound
    assert OddOneOut(seats=2).bound is not OddOneOut(seats=3).bound


def test_a_game_has_one_to_four_seats() -> None:
    class Crowd(HighCard):
        seat_count = 5

    with pytest.raises(BadRules, match="high-card: 5 seats, expected 1 to 4"):
        Crowd()


@pytest.mark.parametrize(
    ("scores", "rewards"),
    [
        ((2, 1, 0), (1.0, 0.0, -1.0)),
        ((1, 1, 1), (0.0, 0.0, 0.0)),
        ((2, 2, 0), (0.5, 0.5, -1.0)),
        ((0, 3, 0), (-0.5, 1.0, -0.5)),
    ],
)
def test_rewards_by_rank(scores: tuple[int, ...], rewards: tuple[float, ...]) -> None:
    game = OddOneOut(seats=3)
    states = game.blank_states(0)
    states[0]["score"][:3] = scores
    buffer = np.full(6, 99.0)
    game.bound.reward(states, 0, buffer)
    assert tuple(buffer[:3]) == rewards


@pytest.mark.parametrize(("squares", "rewards"), [((12, 3), (1.0, -1.0)), ((3, 12), (-1.0, 1.0)), ((1, 1), (0.0, 0.0))])
def test_rewards_of_two_seats(squares: tuple[int, int], rewards: tuple[float, float]) -> None:
    game = Race()
    states = game.blank_states(0)
    states[0]["square"] = squares
    buffer = np.full(4, 99.0)
    game.bound.reward(states, 0, buffer)
    assert tuple(buffer[:2]) == rewards


def test_rewards_by_points_stretch_the_declared_range() -> None:
    game = Patience()
    buffer = np.zeros(2)
    for right, reward in [(0, -1.0), (2, 0.0), (4, 1.0)]:
        states = game.blank_states(0)
        states[0]["right"] = right
        game.bound.reward(states, 0, buffer)
        assert buffer[0] == reward


# --- rules that the compiler refuses ----------------------------------------------------------------------------------


def unfinished(tmp_path: Path, line: str) -> str:
    """A game's file in which one line of `apply` is wrong."""
    file = start_file("last-stone", tmp_path)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("    state.seat = 1 - seat\n", f"    {line}\n"), encoding="utf-8")
    return str(file)


WRONG = {
    "a field misspelt": ("state.saet = 1 - seat", "a state has no field 'saet' (in apply)"),
    "a name misspelt": ("state.seat = TWO - seat", "NameError: name 'TWO' is not defined (in apply)"),
    "a text": ("state.seat = 'x'", "(last_stone.py, line 41)"),
    "itself": ("apply(state, seat, move)", "kernel apply calls itself"),
}


@pytest.mark.compiled
@pytest.mark.parametrize("fault", WRONG)
def test_what_the_compiler_refuses_is_said_in_a_line(fault: str, tmp_path: Path) -> None:
    line, words = WRONG[fault]
    with pytest.raises(BadRules) as refusal:
        load(unfinished(tmp_path, line)).start().play("1")
    assert str(refusal.value).startswith("the rules of last-stone cannot be compiled: ")
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.compiled
def test_what_a_search_or_a_tournament_compiles_is_refused_in_the_same_words(tmp_path: Path) -> None:
    game = load(unfinished(tmp_path, "state.saet = 1 - seat"))
    with pytest.raises(BadRules, match="a state has no field 'saet'"):
        ludarium.search(game.start(), iterations=5)
    with pytest.raises(BadRules, match="a state has no field 'saet'"):
        ludarium.match(game, ["random", "random"], games=2)
