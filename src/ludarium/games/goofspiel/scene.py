"""Goofspiel on a screen: the prize, what is still face down, hands and points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludarium.engine import View
from ludarium.engine.scene import Fact, PlainData
from ludarium.engine.sentences import call, counted, introduction, listed, outcome
from ludarium.games.goofspiel.rules import MAX_CARDS

if TYPE_CHECKING:
    from ludarium.games.goofspiel.game import Goofspiel


def scene(game: Goofspiel, view: View) -> PlainData:
    """Facts in short: the prizes, then a line for each seat."""
    state = view.state
    facts: list[Fact] = [
        {"label": "Prize", "value": str(state.prize) if state.prize else "none left"},
        {"label": "Face down", "value": " ".join(_cards(state.deck)) or "none"},
    ]
    for seat in range(game.seats):
        hand = " ".join(_cards(state.hand[seat])) or "none"
        facts.append({"label": _name(game, view, seat), "value": f"{_points(state, seat)}, cards {hand}"})
    bid = _bid(view)
    return {"facts": facts + ([{"label": "Your bid", "value": str(bid)}] if bid else [])}


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
    return [str(card) for card in range(1, MAX_CARDS + 1) if int(mask) >> card & 1]
