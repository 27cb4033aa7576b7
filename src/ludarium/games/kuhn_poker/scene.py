"""Kuhn poker on a screen: cards, stakes, what was said, and in a match the chips of all hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from ludarium.engine import View
from ludarium.engine.sentences import call, counted, introduction, listed, outcome
from ludarium.games.kuhn_poker.rules import BET, SEATS

if TYPE_CHECKING:
    from ludarium.games.kuhn_poker.game import KuhnPoker

CardName = Literal["jack", "queen", "king"]
NAMES: tuple[CardName | None, ...] = (None, "jack", "queen", "king")


class Said(TypedDict):
    seat: int
    word: Literal["pass", "bet"]


class Hand(TypedDict):
    cards: list[CardName | None]
    """By seat; null for a card that you do not see."""
    stakes: list[int]
    """The chips in the pot, by seat."""
    said: list[Said]
    winner: int | None
    """Who has won the hand; null while it is played."""


class KuhnData(TypedDict):
    hand: Hand
    """The hand that is played; when all are over, the last."""
    number: int
    hands: int
    """Which hand it is, of how many."""
    chips: list[int]
    """What each seat has won in the hands that are over."""
    last: Hand | None
    """The hand before; null in the first, and when all are over."""


def scene(game: KuhnPoker, view: View) -> KuhnData:
    """Your card and what lies open."""
    state = view.state
    hand, last = hands_of(game, state)
    if game.hands > 1:
        played, chips = int(state.played), [int(state.won[seat]) for seat in range(SEATS)]
    else:
        played, chips = 0, [int(points) for points in view.result.points] if view.result else [0] * SEATS
    return {"hand": hand, "number": min(played + 1, game.hands), "hands": game.hands, "chips": chips, "last": last}


def hands_of(game: KuhnPoker, state: Any) -> tuple[Hand, Hand | None]:
    """The hand that is played and the one before; when a match is over, its last hand and none."""
    if game.hands == 1:
        return _hand(state.card, state.said, state.plies, 0), None
    now = _hand(state.card, state.said, state.plies, int(state.played) % SEATS)
    if not state.played:
        return now, None
    last = _hand(state.last_card, state.last_said, state.last_plies, int(state.played - 1) % SEATS)
    return (last, None) if state.played == state.hands else (now, last)


def _hand(card: Any, words: Any, plies: int, first: int) -> Hand:
    """A hand in which the seat `first` spoke first."""
    cards = [NAMES[one] for one in card]
    said: list[Said] = [
        {"seat": (first + ply) % SEATS, "word": "bet" if words[ply] == BET else "pass"} for ply in range(plies)
    ]
    stakes = [1 + sum(word["seat"] == seat and word["word"] == "bet" for word in said) for seat in range(SEATS)]
    return {"cards": cards, "stakes": stakes, "said": said, "winner": _winner(cards, stakes, said)}


def _winner(cards: list[CardName | None], stakes: list[int], said: list[Said]) -> int | None:
    """Who put in more when the other gave up, or holds the higher card."""
    ended = len(said) > 1 and (said[-1]["word"] == said[-2]["word"] or said[-2]["word"] == "bet")
    if not ended:
        return None
    worth = stakes if stakes[0] != stakes[1] else [NAMES.index(card) for card in cards]
    return worth.index(max(worth))


def move_words(view: View, move: int) -> str:
    """What passing or betting means at this point."""
    answering = view.state.plies > 0 and view.state.said[view.state.plies - 1] == BET
    if move == BET:
        return "bet one chip: see the bet" if answering else "bet one chip"
    return "pass: give up the pot" if answering else "pass: no bet"


def describe(game: KuhnPoker, view: View) -> str:
    """Cards, stakes and words in sentences."""
    names = game.seat_names
    hand, last = hands_of(game, view.state)
    sentences = [introduction(view)]
    if game.hands > 1:
        state = view.state
        sentences.append(f"Hand {min(int(state.played) + 1, game.hands)} of {game.hands}.")
        chips = [f"{names[seat]} {int(state.won[seat]):+d}" for seat in range(SEATS)]
        sentences.append(f"Chips so far: {listed(chips)}.")
    if last:
        sentences.append(f"The hand before: {told(last, names)}")
    for seat in range(SEATS):
        who, verb = ("You", "hold") if seat == view.seat else (names[seat], "holds")
        sentences.append(
            f"{who} {verb} {_named(hand['cards'][seat])}; {counted(hand['stakes'][seat], 'chip')} in the pot."
        )
    sentences.append(_spoken(hand, names) if hand["said"] else "Nobody has spoken yet.")
    if view.over:
        shown = "The cards lie open. " if None not in hand["cards"] else ""
        return " ".join([*sentences, shown + outcome(view)])
    return " ".join([*sentences, call(view)])


def told(hand: Hand, names: Sequence[str]) -> str:
    """A hand that is over, in sentences: `First passes and Second bets. First had the jack. Second wins 1 chip.`"""
    winner = hand["winner"]
    assert winner is not None
    held = [f"{names[seat]} had {_named(card)}." for seat, card in enumerate(hand["cards"]) if card]
    won = f"{names[winner]} wins {counted(hand['stakes'][1 - winner], 'chip')}."
    return " ".join([_spoken(hand, names), *held, won])


def _spoken(hand: Hand, names: Sequence[str]) -> str:
    verbs = {"pass": "passes", "bet": "bets"}
    said = [f"{names[word['seat']]} {verbs[word['word']]}" for word in hand["said"]]
    return f"{listed(said)}."


def _named(card: CardName | None) -> str:
    return f"the {card}" if card else "an unknown card"
