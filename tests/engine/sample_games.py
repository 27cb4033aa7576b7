"""Small games for the engine's tests: one each of hidden cards, moves at once, checked moves, dice, and solitaire."""

from __future__ import annotations

from typing import Any, ClassVar

from ludarium.engine import Fields, Game, Parameter, Rules, below, i1, i2, kernel, shuffle
from ludarium.engine.entry import Entry
from ludarium.engine.registry import Registry

# --- High Card: hidden cards, legal moves that depend on one's own card -----------------------------------------------


class HighCardState(Fields):
    cards = i1()
    hand = i1(2)
    bid = i1(2)
    turn = i1()


@kernel
def high_card_start(state: HighCardState) -> None:
    state.hand[0] = 1 + below(state, state.cards)
    state.hand[1] = 1 + below(state, state.cards - 1)
    if state.hand[1] >= state.hand[0]:
        state.hand[1] += 1


@kernel
def high_card_to_move(state: HighCardState) -> int:
    return int(state.turn) if state.turn < 2 else -1


@kernel
def high_card_legal(state: HighCardState, seat: int, moves: Any) -> int:
    for bid in range(state.hand[seat]):
        moves[bid] = bid + 1
    return int(state.hand[seat])


@kernel
def high_card_apply(state: HighCardState, seat: int, move: int) -> None:
    state.bid[seat] = move
    state.turn += 1


@kernel
def high_card_result(state: HighCardState, points: Any) -> None:
    winner = 0 if state.hand[0] > state.hand[1] else 1
    points[winner] = state.bid[1 - winner]
    points[1 - winner] = -points[winner]


@kernel
def high_card_hide(state: HighCardState, seat: int) -> None:
    for other in range(2):
        if other != seat:
            state.hand[other] = 0


@kernel
def high_card_determinize(state: HighCardState, seat: int) -> None:
    """Uniform among the hands that are different and no lower than what was bid on them: draw until one fits."""
    known_0, known_1 = state.hand[0], state.hand[1]
    while True:
        state.hand[0] = known_0 or 1 + below(state, state.cards)
        state.hand[1] = known_1 or 1 + below(state, state.cards)
        if state.hand[0] != state.hand[1] and state.hand[0] >= state.bid[0] and state.hand[1] >= state.bid[1]:
            return


HIGH_CARD_KERNELS: dict[str, Any] = {
    "start": high_card_start,
    "to_move": high_card_to_move,
    "legal": high_card_legal,
    "apply": high_card_apply,
    "result": high_card_result,
    "hide": high_card_hide,
    "determinize": high_card_determinize,
}


class HighCard(Game):
    """Each of two seats is dealt a card and bids up to its value; the higher card wins what the other bid."""

    name = "high-card"
    parameters: ClassVar = (Parameter("cards", 4, "how many cards there are", low=2, high=5),)
    rules = Rules(
        "high-card",
        HighCardState,
        HIGH_CARD_KERNELS,
        max_moves=5,
        max_plies=2,
        payoff="points",
        lowest=-5,
        highest=5,
    )
    points_range = (-5, 5)
    points_sum = 0


# --- Odd One Out: moves at once, two or three seats -------------------------------------------------------------------


class OddState(Fields):
    seats = i1()
    rounds = i1()
    played = i1()
    score = i2(4)


@kernel
def odd_start(state: OddState) -> None:
    pass


@kernel
def odd_movers(state: OddState) -> int:
    return (1 << state.seats) - 1 if state.played < state.rounds else 0


@kernel
def odd_legal(state: OddState, seat: int, moves: Any) -> int:
    moves[0] = 0
    moves[1] = 1
    return 2


@kernel
def odd_resolve(state: OddState, moves: Any) -> None:
    ones = 0
    for seat in range(state.seats):
        ones += moves[seat]
    for seat in range(state.seats):
        if (ones == 1 and moves[seat] == 1) or (ones == state.seats - 1 and moves[seat] == 0):
            state.score[seat] += 1
    state.played += 1


@kernel
def odd_result(state: OddState, points: Any) -> None:
    for seat in range(state.seats):
        points[seat] = state.score[seat]


ODD_KERNELS: dict[str, Any] = {
    "start": odd_start,
    "movers": odd_movers,
    "legal": odd_legal,
    "resolve": odd_resolve,
    "result": odd_result,
}


class OddOneOut(Game):
    """All show heads or tails at once; a seat that differs from all others scores."""

    name = "odd-one-out"
    parameters: ClassVar = (
        Parameter("seats", 3, "how many play", low=2, high=3),
        Parameter("rounds", 2, "how many rounds", low=1, high=4),
    )
    rules = Rules("odd-one-out", OddState, ODD_KERNELS, max_moves=2, max_plies=12)
    points_range = (0, 4)

    def move_text(self, value: object, state: Any, seat: int) -> str:
        return "heads" if value else "tails"

    def looks_like_a_move(self, text: str) -> bool:
        return text.strip().lower() in ("heads", "tails")


# --- Split: checked moves ---------------------------------------------------------------------------------------------


class SplitState(Fields):
    troops = i2()
    score = i1(2)
    done = i1()


@kernel
def split_start(state: SplitState) -> None:
    pass


@kernel
def split_movers(state: SplitState) -> int:
    return 0 if state.done else 3


@kernel
def split_legal(state: SplitState, seat: int, moves: Any) -> int:
    for option in range(4):
        moves[option] = option
    return 4


@kernel
def split_propose(state: SplitState, seat: int, option: int, plan: Any) -> None:
    """All on one field, or in the last proposal shared out."""
    share = state.troops // 3 if option == 3 else 0
    for place in range(3):
        plan[place] = share
    plan[option % 3] += state.troops - 3 * share


@kernel
def split_check(state: SplitState, seat: int, plan: Any) -> int:
    total = 0
    for place in range(3):
        if plan[place] < 0:
            return 2
        total += plan[place]
    return 0 if total == state.troops else 1


@kernel
def split_resolve(state: SplitState, plans: Any) -> None:
    for place in range(3):
        if plans[0, place] > plans[1, place]:
            state.score[0] += 1
        elif plans[0, place] < plans[1, place]:
            state.score[1] += 1
    state.done = 1


@kernel
def split_result(state: SplitState, points: Any) -> None:
    for seat in range(2):
        points[seat] = state.score[seat]


SPLIT_KERNELS: dict[str, Any] = {
    "start": split_start,
    "movers": split_movers,
    "legal": split_legal,
    "propose": split_propose,
    "check": split_check,
    "resolve": split_resolve,
    "result": split_result,
}


class Split(Game):
    """Both divide their troops over three fields at once; more troops win a field."""

    name = "split"
    parameters: ClassVar = (Parameter("troops", 5, "how many troops each has", low=1, high=100),)
    rules = Rules("split", SplitState, SPLIT_KERNELS, max_moves=4, max_plies=2, checked=("i2", 3))
    points_range = (0, 3)

    def move_fault(self, code: int) -> str:
        return ("", "all troops must be used, no more and no fewer", "a field cannot have fewer than no troops")[code]


# --- Race: dice -------------------------------------------------------------------------------------------------------


class RaceState(Fields):
    goal = i2()
    square = i2(2)
    turn = i1()
    last = i1()


@kernel
def race_start(state: RaceState) -> None:
    pass


@kernel
def race_to_move(state: RaceState) -> int:
    return -1 if max(state.square[0], state.square[1]) >= state.goal else int(state.turn)


@kernel
def race_legal(state: RaceState, seat: int, moves: Any) -> int:
    moves[0] = 1
    moves[1] = 2
    return 2


@kernel
def race_apply(state: RaceState, seat: int, move: int) -> None:
    """Throw one die and run, or two and run by the better."""
    state.last = 1 + below(state, 6)
    if move == 2:
        state.last = max(state.last, 1 + below(state, 6))
    state.square[seat] += state.last
    state.turn = 1 - seat


@kernel
def race_result(state: RaceState, points: Any) -> None:
    for seat in range(2):
        points[seat] = 1.0 if state.square[seat] >= state.goal else 0.0


@kernel
def race_evaluate(state: RaceState, rewards: Any) -> None:
    rewards[0] = (state.square[0] - state.square[1]) / (state.goal + 6.0)
    rewards[1] = -rewards[0]


@kernel
def race_hash(state: RaceState) -> int:
    return (int(state.square[0]) * 1000 + int(state.square[1])) * 10 + int(state.turn)


@kernel
def race_playout_move(state: RaceState, seat: int, moves: Any, source: Any) -> int:
    return 1 + below(source, 2)


RACE_KERNELS: dict[str, Any] = {
    "start": race_start,
    "to_move": race_to_move,
    "legal": race_legal,
    "apply": race_apply,
    "result": race_result,
    "evaluate": race_evaluate,
    "hash": race_hash,
    "playout_move": race_playout_move,
}


class Race(Game):
    """Throw one die or two and run by the better one; first at the goal wins."""

    name = "race"
    parameters: ClassVar = (Parameter("goal", 12, "the last square", low=1, high=100),)
    rules = Rules("race", RaceState, RACE_KERNELS, max_moves=2, max_plies=200)
    chance = True
    points_range = (0, 1)
    points_sum = 1


# --- Patience: one seat, a hidden deck --------------------------------------------------------------------------------


class PatienceState(Fields):
    deck = i1(4)
    turned = i1()
    right = i1()


@kernel
def patience_start(state: PatienceState) -> None:
    for place in range(4):
        state.deck[place] = place + 1
    shuffle(state, state.deck, 4)


@kernel
def patience_to_move(state: PatienceState) -> int:
    return 0 if state.turned < 4 else -1


@kernel
def patience_legal(state: PatienceState, seat: int, moves: Any) -> int:
    """Guess a card that has not been turned."""
    count = 0
    for card in range(1, 5):
        seen = False
        for place in range(state.turned):
            seen |= state.deck[place] == card
        if not seen:
            moves[count] = card
            count += 1
    return count


@kernel
def patience_apply(state: PatienceState, seat: int, move: int) -> None:
    state.right += state.deck[state.turned] == move
    state.turned += 1


@kernel
def patience_result(state: PatienceState, points: Any) -> None:
    points[0] = state.right


@kernel
def patience_hide(state: PatienceState, seat: int) -> None:
    for place in range(state.turned, 4):
        state.deck[place] = 0


@kernel
def patience_determinize(state: PatienceState, seat: int) -> None:
    place = state.turned
    for card in range(1, 5):
        seen = False
        for earlier in range(state.turned):
            seen |= state.deck[earlier] == card
        if not seen:
            state.deck[place] = card
            place += 1
    shuffle(state, state.deck[state.turned :], 4 - state.turned)


PATIENCE_KERNELS: dict[str, Any] = {
    "start": patience_start,
    "to_move": patience_to_move,
    "legal": patience_legal,
    "apply": patience_apply,
    "result": patience_result,
    "hide": patience_hide,
    "determinize": patience_determinize,
}


class Patience(Game):
    """Guess each card of a shuffled deck before it is turned."""

    name = "patience"
    seat_count = 1
    rules = Rules(
        "patience", PatienceState, PATIENCE_KERNELS, max_moves=4, max_plies=4, payoff="points", lowest=0, highest=4
    )
    points_range = (0, 4)


SAMPLE_GAMES: dict[str, type[Game]] = {game.name: game for game in (HighCard, OddOneOut, Split, Race, Patience)}

REGISTRY = Registry(
    Entry(game.name, f"{game.__module__}:{game.__name__}", str(game.seat_count), (game.__doc__ or "").strip())
    for game in SAMPLE_GAMES.values()
)
