"""Games with one fault each: for every check of the conformance suite a game that it must refuse.

The kernels' owner is kept, so that only what depends on the changed kernel is compiled again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, ClassVar, TypedDict

from ludarium.engine import Game, IllegalMove, Move, Position, Result, View, below, kernel
from ludarium.engine.errors import LudariumError
from ludarium.engine.scene import MoveWords
from tests.engine.sample_games import (
    HighCard,
    OddOneOut,
    Patience,
    Race,
    Split,
    high_card_hide,
    high_card_legal,
)


def with_kernels(game: type[Game], **kernels: Callable[..., Any]) -> type[Game]:
    """The game with some of its kernels replaced."""
    rules = replace(game.rules, kernels={**game.rules.kernels, **kernels}, _bound={})
    return type(f"Broken{game.__name__}", (game,), {"rules": rules})


def with_numbers(game: type[Game], **numbers: Any) -> type[Game]:
    """The game with other numbers in its rules."""
    return type(f"Broken{game.__name__}", (game,), {"rules": replace(game.rules, **numbers, _bound={})})


# --- play -------------------------------------------------------------------------------------------------------------


@kernel
def nothing_for_the_second(state: Any, seat: int, moves: Any) -> int:
    return high_card_legal(state, seat, moves) if seat == 0 else 0


@kernel
def falling_bids(state: Any, seat: int, moves: Any) -> int:
    for bid in range(state.hand[seat]):
        moves[bid] = state.hand[seat] - bid
    return int(state.hand[seat])


@kernel
def better_card_first(state: Any) -> int:
    """Who decides first depends on both cards: no view can tell."""
    if state.turn >= 2:
        return -1
    return int(state.turn if state.hand[0] > state.hand[1] else 1 - state.turn)


@kernel
def one_too_many(state: Any, seat: int, option: int, plan: Any) -> None:
    for place in range(3):
        plan[place] = 0
    plan[option % 3] = state.troops + 1


class SameText(HighCard):
    def move_text(self, value: object, state: Any, seat: int) -> str:
        return "bid"


class UnreadableText(HighCard):
    def read_move(self, text: str, state: Any, seat: int) -> Move:
        raise IllegalMove(f"'{text}' is not legal here")


class BlankText(HighCard):
    def move_text(self, value: object, state: Any, seat: int) -> str:
        return f" {value}"


class NarrowRange(HighCard):
    points_range = (0, 5)


class OtherSum(HighCard):
    points_sum = 1


class OddRanks(HighCard):
    def rank(self, points: Any, state: Any) -> Result:
        return Result(tuple(points), (2, 3))


@kernel
def wild_reward(state: Any, rewards: Any) -> None:
    for seat in range(2):
        rewards[seat] = 3.0


# --- states -----------------------------------------------------------------------------------------------------------


class NeverTheSame(HighCard):
    """Deals anew each time, whatever the seed."""

    deals: ClassVar = count()

    def start(self, seed: int = 0) -> Position:
        return super().start(seed + next(self.deals))


class SharedPosition(Position):
    def clone(self) -> Position:
        return SharedPosition(self.game, self._states)


class SharedMemory(HighCard):
    def start(self, seed: int = 0) -> Position:
        return SharedPosition(self, super().start(seed)._states)


class WritingPosition(Position):
    def clone(self) -> Position:
        return WritingPosition(self.game, self._states.copy())

    def play(self, move: Move | str, seat: int | None = None) -> Position:
        following = super().play(move, seat)
        self.state.bid[0] += 1
        return following


class MovesWrite(HighCard):
    def start(self, seed: int = 0) -> Position:
        return WritingPosition(self, super().start(seed)._states)


class ForgetfulText(HighCard):
    def position_text(self, state: Any) -> str:
        return f"cards={state.cards} hand={state.hand[0]},{state.hand[1]}"


class RefusedText(HighCard):
    def read_position(self, text: str) -> Position:
        raise LudariumError(f"cannot read {text}")


class DrawingWrites(HighCard):
    def draw(self, state: Any, seat: int | None) -> str:
        if seat is None:
            state.turn = 1
        return super().draw(state, seat)


@kernel
def legal_that_writes(state: Any, seat: int, moves: Any) -> int:
    state.bid[seat] = 3
    return high_card_legal(state, seat, moves)


@kernel
def result_that_adds(state: Any, points: Any) -> None:
    for seat in range(2):
        points[seat] += 1.0 if state.square[seat] >= state.goal else 0.0


@kernel
def plan_that_adds(state: Any, seat: int, option: int, plan: Any) -> None:
    plan[option % 3] = state.troops


class UndeclaredDice(Race):
    chance = False


class NoPicture(HighCard):
    def draw(self, state: Any, seat: int | None) -> str:
        return "" if seat == 1 else super().draw(state, seat)


# --- records ----------------------------------------------------------------------------------------------------------


class DeafToSeeds(HighCard):
    def start(self, seed: int = 0) -> Position:
        return super().start(0)


# --- views ------------------------------------------------------------------------------------------------------------


@kernel
def hide_nothing_of_the_second(state: Any, seat: int) -> None:
    if seat != 0:
        state.hand[0] = 0


@kernel
def redraw_all_others(state: Any, seat: int) -> None:
    for other in range(2):
        if other != seat:
            state.hand[other] = 1 + below(state, state.cards)


@kernel
def peeking_legal(state: Any, seat: int, moves: Any) -> int:
    """One may not bid what the other holds."""
    found = 0
    for bid in range(1, state.hand[seat] + 1):
        if bid != state.hand[1 - seat]:
            moves[found] = bid
            found += 1
    return found


class TellingErrors(HighCard):
    def read_move(self, text: str, state: Any, seat: int) -> Move:
        try:
            return super().read_move(text, state, seat)
        except LudariumError as error:
            raise IllegalMove(f"{error}; the other holds {state.hand[1 - seat]}") from error


@kernel
def determinize_with_one_stream(state: Any, seat: int) -> None:
    for other in range(2):
        while state.hand[other] == 0 or state.hand[other] == state.hand[1 - other]:
            state.hand[other] = 1 + below(state, state.cards)
    state.rng = 7


@kernel
def leave_unknown(state: Any, seat: int) -> None:
    pass


@kernel
def movers_that_note_the_first(state: Any) -> int:
    """Whoever commits first is written down."""
    if state.score[3] == 0:
        state.score[3] = state.committed
    return (1 << state.seats) - 1 if state.played < state.rounds else 0


@kernel
def hide_and_tell(state: Any, seat: int) -> None:
    """The count of commitments goes into a field that everybody sees."""
    state.score[3] = state.committed


@kernel
def stop_telling(state: Any, seat: int) -> None:
    state.score[3] = 0


# --- policies, frequencies, parameters --------------------------------------------------------------------------------


@kernel
def hash_of_the_stream(state: Any) -> Any:
    return state.rng


@kernel
def hash_that_writes(state: Any) -> int:
    state.last = 9
    return 1


@kernel
def evaluation_in_squares(state: Any, rewards: Any) -> None:
    for seat in range(2):
        rewards[seat] = state.square[seat]


@kernel
def evaluation_of_one_seat(state: Any, rewards: Any) -> None:
    rewards[0] = 0.0


@kernel
def three_dice(state: Any, seat: int, moves: Any, source: Any) -> int:
    return 3


@kernel
def highest_card_missing(state: Any, seat: int) -> None:
    """Cards are put back in their order: no shuffle."""
    place = state.turned
    for card in range(1, 5):
        seen = False
        for earlier in range(state.turned):
            seen |= state.deck[earlier] == card
        if not seen:
            state.deck[place] = card
            place += 1


@kernel
def nothing_with_two_cards(state: Any, seat: int, moves: Any) -> int:
    return high_card_legal(state, seat, moves) if state.cards > 2 else 0


class NumbersOfNumPy(HighCard):
    def scene(self, view: View, past: Sequence[View] = ()) -> dict[str, Any]:
        return {"bid": view.state.bid[0]}


class WordlessMoves(HighCard):
    def move_scene(self, move: Move, view: View) -> dict[str, Any]:
        return {"words": " "}


class Bids(TypedDict):
    bid: int


class WordsForNumbers(HighCard):
    def scene(self, view: View, past: Sequence[View] = ()) -> Bids:
        return {"bid": str(view.state.bid[0])}  # type: ignore[typeddict-item]


class MoreThanDeclared(HighCard):
    def move_scene(self, move: Move, view: View) -> MoveWords:
        return {"words": move.text, "card": 1}  # type: ignore[typeddict-unknown-key]


class CountingScenes(HighCard):
    made = 0

    def scene(self, view: View, past: Sequence[View] = ()) -> dict[str, Any]:
        self.made += 1
        return {"number": self.made}


class BoardsTurnedRound(Race):
    board_kind = "track"

    def scene(self, view: View, past: Sequence[View] = ()) -> dict[str, Any]:
        return {"below": view.seat}


class ScenesThatWrite(HighCard):
    def scene(self, view: View, past: Sequence[View] = ()) -> dict[str, Any]:
        view.state.bid[0] += 1
        return {}


@kernel
def nobody_sees_the_last_bid(state: Any, seat: int) -> None:
    high_card_hide(state, seat)
    if state.turn == 2:
        state.turn = 1
        state.bid[1] = 0


class RefusedEdge(HighCard):
    def __init__(self, **given: object) -> None:
        super().__init__(**given)
        if self.settings["cards"] == 5:
            raise LudariumError("five cards are too many")


BROKEN: list[tuple[str, type[Game], str]] = [
    ("plays_to_its_end", with_kernels(HighCard, legal=nothing_for_the_second), "seat 2 must decide but has no move"),
    ("plays_to_its_end", with_numbers(HighCard, max_plies=1), "not over after 1 decisions"),
    ("lists_no_more_than_declared", with_numbers(HighCard, max_moves=1), "max_moves declares 1"),
    ("lists_moves_in_order", with_kernels(HighCard, legal=falling_bids), " for seat 1"),
    ("reads_its_own_move_texts", SameText, "have the same text 'bid'"),
    ("reads_its_own_move_texts", UnreadableText, "the text of a legal move is refused"),
    ("reads_its_own_move_texts", BlankText, "expected one trimmed line"),
    ("gives_moves_to_movers_only", with_kernels(HighCard, to_move=better_card_first), "its view says otherwise"),
    ("proposes_allowed_moves", with_kernels(Split, propose=one_too_many), "refused: all troops must be used"),
    ("ends_as_declared", NarrowRange, "points_range declares 0 to 5"),
    ("ends_as_declared", OtherSum, "points_sum declares 1"),
    ("ends_as_declared", OddRanks, "are no ranking"),
    ("ends_as_declared", with_kernels(HighCard, reward=wild_reward), "do not lie within -1 … 1"),
    ("is_the_same_for_the_same_seed", NeverTheSame, "twin games with the same seed and moves differ"),
    ("survives_copying", SharedMemory, "writing to a clone changes its original"),
    ("survives_writing_as_text", ForgetfulText, "is read as another position: bid was"),
    ("survives_writing_as_text", RefusedText, "is refused: cannot read"),
    ("leaves_earlier_positions_alone", MovesWrite, "changes the position it starts from"),
    ("leaves_earlier_positions_alone", DrawingWrites, "drawing it changes the position"),
    ("only_reads_where_it_should", with_kernels(HighCard, legal=legal_that_writes), "legal writes to the state"),
    ("fills_its_buffers_itself", with_kernels(Race, result=result_that_adds), "result relies on"),
    ("fills_its_buffers_itself", with_kernels(Split, propose=plan_that_adds), "propose relies on"),
    ("draws_chance_only_if_declared", UndeclaredDice, "declare chance = True"),
    ("can_be_drawn", NoPicture, "the picture of the view of seat 2 is empty"),
    ("replays_from_its_record", NeverTheSame, "the record"),
    ("refuses_a_changed_record", DeafToSeeds, "a record with a changed seed is accepted"),
    (
        "keeps_views_when_hidden_things_change",
        with_kernels(HighCard, hide=hide_nothing_of_the_second, determinize=redraw_all_others),
        "looks different to it: hand was",
    ),
    ("lists_moves_from_the_view_alone", with_kernels(HighCard, legal=peeking_legal), "from its view"),
    ("explains_errors_from_the_view_alone", TellingErrors, "the other holds"),
    (
        "samples_with_a_fresh_stream",
        with_kernels(HighCard, determinize=determinize_with_one_stream),
        "share a random stream",
    ),
    ("samples_positions_that_play_on", with_kernels(HighCard, determinize=leave_unknown), "has no move"),
    (
        "commits_in_any_order",
        with_kernels(OddOneOut, movers=movers_that_note_the_first),
        "order of commitments matters",
    ),
    (
        "commits_in_secret",
        with_kernels(OddOneOut, hide=hide_and_tell, determinize=stop_telling),
        "sees that seat 1 committed",
    ),
    ("shows_scenes_as_plain_data", NumbersOfNumPy, "is no JSON"),
    ("shows_scenes_as_plain_data", WordlessMoves, "has no words for the move"),
    ("shows_scenes_of_its_own_types", WordsForNumbers, "Expected `int`, got `str` - at `$.bid`"),
    ("shows_scenes_of_its_own_types", MoreThanDeclared, "unknown field `card`"),
    ("shows_scenes_from_the_view_alone", CountingScenes, "differs for an equal view"),
    ("shows_everybody_the_same_board", BoardsTurnedRound, "not all seats see the same board"),
    ("shows_scenes_from_the_view_alone", ScenesThatWrite, "changes its view"),
    ("shows_everybody_the_result", with_kernels(HighCard, hide=nobody_sees_the_last_bid), "shows the result"),
    ("hashes_without_writing", with_kernels(Race, hash=hash_of_the_stream), "hash reads the random stream"),
    ("hashes_without_writing", with_kernels(Race, hash=hash_that_writes), "hash writes to the state"),
    ("evaluates_within_bounds", with_kernels(Race, evaluate=evaluation_in_squares), "expected a number within -1"),
    ("evaluates_within_bounds", with_kernels(Race, evaluate=evaluation_of_one_seat), "for every seat"),
    ("plays_out_with_legal_moves", with_kernels(Race, playout_move=three_dice), "the move 3, which is not legal"),
    ("deals_and_samples_alike", with_kernels(Patience, determinize=highest_card_missing), "not as frequent as deals"),
    (
        "plays_at_the_edges_of_its_parameters",
        with_kernels(HighCard, legal=nothing_with_two_cards),
        "with cards=2, seat",
    ),
    ("plays_at_the_edges_of_its_parameters", RefusedEdge, "with cards=5, which its range allows, the game is refused"),
]
"""Check, game, and words of the finding."""
