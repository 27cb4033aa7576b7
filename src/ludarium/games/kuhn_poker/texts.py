"""Positions of Kuhn poker as text: `KQ pb`, and in a match `2 +3 KQ pb after QJ bp`."""

from __future__ import annotations

import re
from typing import Any

from ludarium.engine import MalformedPosition
from ludarium.games.kuhn_poker.rules import SEATS

CARDS = "?JQK"
WORDS = ("pass", "bet")

_CARDS, _SAID, _ENDED = "([JQK])([JQK])", "-|p|b|pb", "pp|bp|bb|pbp|pbb"
_HAND = re.compile(rf"{_CARDS}(?: +({_SAID}|{_ENDED}))?", re.IGNORECASE)
_MATCH = re.compile(
    rf"(\d+) +([+-]?\d+) +(?:{_CARDS}(?: +({_SAID}))?|-)(?: +after +{_CARDS} +({_ENDED}))?", re.IGNORECASE | re.ASCII
)


def hand_text(card: Any, said: Any, plies: int) -> str:
    """Both cards, first seat's first, then what was said: `KQ pb`, or `KQ -` before anything was."""
    return f"{''.join(CARDS[one] for one in card)} {''.join(WORDS[word][0] for word in said[:plies]) or '-'}"


def match_text(state: Any) -> str:
    """Hands played, the first seat's chips, this hand, and the one before: `2 +3 KQ pb after QJ bp`."""
    over = state.played == state.hands
    parts = [
        str(state.played),
        f"{int(state.won[0]):+d}",
        "-" if over else hand_text(state.card, state.said, state.plies),
    ]
    if state.played:
        parts += ["after", hand_text(state.last_card, state.last_said, state.last_plies)]
    return " ".join(parts)


def read_hand(text: str, name: str, state: Any) -> None:
    match = _HAND.fullmatch(text.strip())
    if match is None:
        raise MalformedPosition(
            f"'{text}' is no position of {name}: "
            "expected both cards and what was said by whom in turn, as in 'KQ pb' or 'JK -'"
        )
    _deal(text, match[1], match[2], state.card)
    state.plies = _say(match[3] or "-", state.said)


def read_match(text: str, name: str, state: Any) -> None:
    match = _MATCH.fullmatch(" ".join(text.split()))
    if match is None:
        raise MalformedPosition(
            f"'{text}' is no position of {name} with {state.hands} hands: expected hands played, the first seat's "
            "chips, cards and words of this hand and of the one before, as in '2 +3 KQ pb after QJ bp' or '0 +0 JK -'"
        )
    played, chips = int(match[1]), int(match[2])
    if played > state.hands or (match[3] is None) != (played == state.hands) or (match[6] is None) != (played == 0):
        raise MalformedPosition(
            f"'{text}': a match has {state.hands} hands, '-' stands for this one when all are over, and the one before "
            "is told from the second on"
        )
    if abs(chips) > 2 * played:
        raise MalformedPosition(f"'{text}': in {played} hands nobody can win more than {2 * played} chips")
    state.played, state.won[0], state.won[1] = played, chips, -chips
    if match[3] is not None:
        _deal(text, match[3], match[4], state.card)
        state.plies = _say(match[5] or "-", state.said)
    if match[6] is not None:
        _deal(text, match[6], match[7], state.last_card)
        state.last_plies = _say(match[8], state.last_said)


def _deal(text: str, first: str, second: str, card: Any) -> None:
    if first.upper() == second.upper():
        raise MalformedPosition(f"'{text}': both seats hold the {first.upper()}, but the deck has each card once")
    for seat in range(SEATS):
        card[seat] = CARDS.index((first, second)[seat].upper())


def _say(letters: str, said: Any) -> int:
    words = letters.lower().replace("-", "")
    for ply, letter in enumerate(words):
        said[ply] = letter == "b"
    return len(words)
