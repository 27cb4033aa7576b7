"""Kuhn poker on a screen: cards, stakes and what was said."""

from __future__ import annotations

from typing import Any

from ludarium.engine import View
from ludarium.engine.scene import Fact, PlainData
from ludarium.engine.sentences import call, counted, introduction, listed, outcome
from ludarium.games.kuhn_poker.rules import BET, SEATS, UNKNOWN, stake

_CARDS = ("an unknown card", "the jack", "the queen", "the king")


def scene(view: View) -> PlainData:
    """Facts in short: what each seat holds and has put in, and what was said."""
    state, names = view.state, view.game.seat_names
    facts: list[Fact] = [
        {"label": f"{names[seat]}{_own(view, seat)}", "value": f"{_CARDS[state.card[seat]]}, {_chips(state, seat)}"}
        for seat in range(SEATS)
    ]
    said = [f"{names[ply % SEATS]} {_said(state, ply)}" for ply in range(state.plies)]
    return {"facts": [*facts, {"label": "Said", "value": ", ".join(said) or "nothing yet"}]}


def move_words(view: View, move: int) -> str:
    """What passing or betting means at this point."""
    answering = view.state.plies > 0 and view.state.said[view.state.plies - 1] == BET
    if move == BET:
        return "bet one chip: see the bet" if answering else "bet one chip"
    return "pass: give up the pot" if answering else "pass"


def describe(view: View) -> str:
    """Cards, stakes and words in sentences."""
    state, names = view.state, view.game.seat_names
    sentences = [introduction(view)]
    for seat in range(SEATS):
        who, verb = ("You", "hold") if seat == view.seat else (names[seat], "holds")
        sentences.append(f"{who} {verb} {_CARDS[state.card[seat]]}; {_chips(state, seat)} in the pot.")
    said = [f"{names[ply % SEATS]} {_said(state, ply)}" for ply in range(state.plies)]
    sentences.append(f"{listed(said)}." if said else "Nobody has spoken yet.")
    if view.over:
        shown = "The cards lie open. " if UNKNOWN not in state.card else ""
        return " ".join([*sentences, shown + outcome(view)])
    return " ".join([*sentences, call(view)])


def _own(view: View, seat: int) -> str:
    return " (you)" if seat == view.seat else ""


def _chips(state: Any, seat: int) -> str:
    return counted(stake(state, seat), "chip")


def _said(state: Any, ply: int) -> str:
    return "bets" if state.said[ply] == BET else "passes"
