"""Goofspiel on a screen: the prize, what is still face down, hands, points and the bids of the last round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from ludarium.engine import View
from ludarium.engine.sentences import call, counted, introduction, listed, outcome
from ludarium.games.goofspiel.rules import MAX_CARDS

if TYPE_CHECKING:
    from ludarium.games.goofspiel.game import Goofspiel


class Round(TypedDict):
    """A round that is over."""

    prize: int
    bids: list[int]
    winner: int | None
    """Null where the highest bid was made twice."""


class GoofspielData(TypedDict):
    cards: int
    """Hands and prizes go from 1 to this number."""
    prize: int | None
    """The prize that is turned up; null when all are gone."""
    deck: list[int]
    """The prizes that are still face down, in rising order: nobody knows in which they come."""
    hands: list[list[int]]
    """The cards that each seat has left, a bid that waits among them."""
    points: list[int]
    bid: int | None
    """Your own bid, which waits for the others."""
    last: Round | None
    """The round before; null in the first, and where it is not known."""


def scene(game: Goofspiel, view: View, past: Sequence[View] = ()) -> GoofspielData:
    """Hands lie open; a bid is seen by who made it, until all have bid."""
    state = view.state
    return {
        "cards": int(state.cards),
        "prize": int(state.prize) or None,
        "deck": _numbers(state.deck),
        "hands": [_numbers(state.hand[seat]) for seat in range(game.seats)],
        "points": [int(state.points[seat]) for seat in range(game.seats)],
        "bid": _bid(view) or None,
        "last": _last_round(game, past, state),
    }


def _last_round(game: Goofspiel, past: Sequence[View], state: Any) -> Round | None:
    """What the last cards were bid for: hands shrink when a round is over, and not before."""
    before = next((view.state for view in reversed(past) if view.state.hand[0] != state.hand[0]), None)
    if before is None:
        return None
    gained = [seat for seat in range(game.seats) if state.points[seat] > before.points[seat]]
    return {
        "prize": int(before.prize),
        "bids": [_numbers(before.hand[seat] & ~state.hand[seat])[0] for seat in range(game.seats)],
        "winner": gained[0] if gained else None,
    }


def standing(game: Goofspiel, view: View) -> list[float]:
    return [float(view.state.points[seat]) for seat in range(game.seats)]


def describe(game: Goofspiel, view: View) -> str:
    """The prizes, hands and points in sentences."""
    state = view.state
    sentences = [introduction(view)]
    if state.prize:
        sentences.append(f"The prize is {state.prize}.")
        down = _cards(state.deck)
        sentences.append(f"Face down are {listed(down)}." if down else "It is the last prize.")
    for seat in range(game.seats):
        cards = _cards(state.hand[seat])
        hand = f" and the cards {listed(cards)}" if cards else ""
        sentences.append(f"{_name(game, view, seat)}: {_points(state, seat)}{hand}.")
    if view.over:
        return " ".join([*sentences, outcome(view)])
    bid = _bid(view)
    return " ".join([*sentences, f"You bid {bid}; others are still choosing." if bid else call(view)])


def _name(game: Goofspiel, view: View, seat: int) -> str:
    return f"{game.seat_names[seat]}{' (you)' if seat == view.seat else ''}"


def _points(state: Any, seat: int) -> str:
    return counted(int(state.points[seat]), "point")


def _bid(view: View) -> int:
    """The reader's bid that waits for the others; 0 without one."""
    waiting = view.seat >= 0 and int(view.state.committed) >> view.seat & 1
    return int(view.state.pending[view.seat]) if waiting else 0


def _cards(mask: int) -> list[str]:
    return [str(card) for card in _numbers(mask)]


def _numbers(mask: Any) -> list[int]:
    return [card for card in range(1, MAX_CARDS + 1) if int(mask) >> card & 1]
