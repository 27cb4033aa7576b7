"""Kuhn poker for people: names, pictures, and positions as text such as `KQ pb`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ludarium.engine import Game, MalformedPosition, Move, MoveValue, Position, View
from ludarium.engine.scene import MoveWords, PlainData
from ludarium.games.kuhn_poker import ENTRY, scene
from ludarium.games.kuhn_poker.rules import BET, PASS, RULES, SEATS
from ludarium.games.kuhn_poker.thumbnail import thumbnail

CARDS = "?JQK"
WORDS = ("pass", "bet")

_FORM = re.compile(r"([JQK])([JQK])(?: +(-|p|b|pp|pb|bp|bb|pbp|pbb))?", re.IGNORECASE)


class KuhnPoker(Game):
    """The smallest game that deserves the name poker.

    The deck is a jack, a queen and a king; the king is highest. Both players put one chip into the pot and are dealt
    one card each, which only they see. The third card stays face down.

    The first player passes or bets one chip. Then the second passes or bets. If the first passed and the second bet,
    the first speaks once more.

    To pass when the other has bet is to give up: the bettor takes the pot. If both passed or both bet, the cards are
    laid open and the higher card takes the pot. Points are the chips won or lost: 1 or 2.
    """

    entry = ENTRY
    rules = RULES
    points_range = (-2.0, 2.0)
    points_sum = 0.0

    @property
    def move_range(self) -> tuple[int, int]:
        return PASS, BET

    def move_text(self, value: MoveValue, state: Any, seat: int) -> str:
        return WORDS[1] if value == BET else WORDS[0]

    def position_text(self, state: Any) -> str:
        """Both cards, first seat's first, then what was said: `KQ pb`, or `KQ -` before anything was."""
        cards = "".join(CARDS[card] for card in state.card)
        return f"{cards} {''.join(WORDS[word][0] for word in state.said[: state.plies]) or '-'}"

    def read_position(self, text: str) -> Position:
        match = _FORM.fullmatch(text.strip())
        if match is None:
            raise MalformedPosition(
                f"'{text}' is no position of {self.name}: "
                "expected both cards and what was said by whom in turn, as in 'KQ pb' or 'JK -'"
            )
        first, second, said = match[1].upper(), match[2].upper(), (match[3] or "-").lower().replace("-", "")
        if first == second:
            raise MalformedPosition(f"'{text}': both seats hold the {first}, but the deck has each card once")
        states = self.blank_states(0)
        states[0].card[0], states[0].card[1] = CARDS.index(first), CARDS.index(second)
        for ply, letter in enumerate(said):
            states[0].said[ply] = letter == "b"
        states[0].plies = len(said)
        return Position(self, states)

    def draw(self, state: Any, seat: int | None) -> str:
        """Two cards, the stakes below them, and what was said by whom."""
        stakes = [1 + any(state.said[ply] == BET for ply in range(own, state.plies, SEATS)) for own in range(SEATS)]
        lines = ["", "", "", "", ""]
        for own in range(SEATS):
            shown = [
                self.seat_names[own] + (" (you)" if own == seat else ""),
                "┌───┐",
                f"│ {CARDS[state.card[own]]} │",
                "└───┘",
                f"stake {stakes[own]}",
            ]
            lines = [f"{line}{part:<16}" for line, part in zip(lines, shown, strict=True)]
        said = [f"{self.seat_names[ply % SEATS]}: {WORDS[state.said[ply]]}" for ply in range(state.plies)]
        return "\n".join([line.rstrip() for line in lines] + [", ".join(said) or "Nobody has spoken yet."])

    def thumbnail(self) -> str:
        return thumbnail()

    # --- scenes -------------------------------------------------------------------------------------------------------

    def scene(self, view: View, past: Sequence[View] = ()) -> PlainData:
        return scene.scene(view)

    def move_scene(self, move: Move, view: View) -> MoveWords:
        assert isinstance(move.value, int)
        return {"words": scene.move_words(view, move.value)}

    def describe_view(self, view: View) -> str:
        return scene.describe(view)
