"""Parts of sentences about views, for those who read a board instead of seeing it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludarium.engine.game import Game
    from ludarium.engine.position import View
    from ludarium.engine.result import Result

YOU = "you"
"""The label of the person who reads the result."""
_WIN_OR_LOSS = {-1.0, 0.0, 0.5, 1.0}
"""Points that say no more than who won."""


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 piece`, `3 pieces`, `no pieces`."""
    return f"{number or 'no'} {noun if number == 1 else plural or noun + 's'}"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    return f" {last} ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def introduction(view: View) -> str:
    """Who the reader is."""
    if view.seat >= 0:
        return f"You are {view.game.seat_names[view.seat]}."
    return "You see everything." if view.whole else "You are watching."


def call(view: View) -> str:
    """Who must decide now; nothing when the game is over."""
    movers = view.movers
    if view.seat in movers:
        return "It is your turn." if len(movers) == 1 else "You are to decide."
    waiting = [view.game.seat_names[seat] for seat in movers]
    return f"{listed(waiting)} {'is' if len(waiting) == 1 else 'are'} to decide." if waiting else ""


def outcome(view: View) -> str:
    """How a game ended: `The game is over. Red wins, 9 to 6.`"""
    return f"The game is over. {result_words(view.game, view.result)}" if view.result else "The game is over."


def result_words(game: Game, result: Result, labels: Sequence[str] = ()) -> str:
    """How a game ended, in a sentence; `labels` says who sat where, `YOU` for the reader."""
    names = [_name(game, seat, labels) for seat in range(game.seats)]
    points = game.shown_points(result)
    if game.seats == 1:
        return f"The end: {points[0]:g} points."
    who = " and ".join(names[seat] for seat in result.winners)
    if len(result.winners) == game.seats:
        sentence = "A draw"
    elif result.is_tie:
        sentence = f"{who} share the win"
    elif labels and labels[result.winners[0]] == YOU:
        sentence = "You win"
    else:
        sentence = f"{who} wins"
    if set(points) <= _WIN_OR_LOSS:
        return f"{sentence}."
    if game.seats == 2:
        order = sorted(range(2), key=lambda seat: result.ranks[seat])
        return f"{sentence}, {' to '.join(f'{points[seat]:g}' for seat in order)}."
    order = sorted(range(game.seats), key=lambda seat: (result.ranks[seat], seat))
    return f"{sentence}. " + ", ".join(f"{names[seat]} {points[seat]:g}" for seat in order) + "."


def _name(game: Game, seat: int, labels: Sequence[str]) -> str:
    return f"{game.seat_names[seat]} ({labels[seat]})" if labels else game.seat_names[seat]
