"""Kuhn poker for people: one hand, or a match of many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludarium.engine import Game, Move, MoveValue, Parameter, Position, View
from ludarium.engine.scene import MoveWords
from ludarium.games.kuhn_poker import ENTRY, match, scene, texts
from ludarium.games.kuhn_poker.rules import BET, PASS, RULES, SEATS
from ludarium.games.kuhn_poker.scene import KuhnData
from ludarium.games.kuhn_poker.texts import CARDS, WORDS
from ludarium.games.kuhn_poker.thumbnail import thumbnail


class KuhnPoker(Game):
    """The smallest game that deserves the name poker.

    The deck is a jack, a queen and a king; the king is highest. Both players put one chip into the pot and are dealt
    one card each, which only they see. The third card stays face down.

    The first player passes or bets one chip. Then the second passes or bets. If the first passed and the second bet,
    the first speaks once more.

    To pass when the other has bet is to give up: the bettor takes the pot. If both passed or both bet, the cards are
    laid open and the higher card takes the pot. Points are the chips won or lost: 1 or 2.

    A match has one hand or more, this one `hands`, with new cards each; the players speak first in turn. The chips of
    all hands are added up, and most chips win.
    """

    entry = ENTRY
    parameters = (
        Parameter("hands", 1, "hands in a match, whose chips are added up", low=1, high=match.MAX_HANDS, people=10),
    )
    rules = RULES
    points_sum = 0.0

    def __init__(self, **given: object) -> None:
        super().__init__(**given)
        self.hands = int(self.settings["hands"])
        self.points_range = (-2.0 * self.hands, 2.0 * self.hands)
        if self.hands > 1:
            # One hand keeps rules of its own: it is the game of the literature, without a score beside it.
            self.rules, self.chance = match.RULES, True

    @property
    def move_range(self) -> tuple[int, int]:
        return PASS, BET

    def move_text(self, value: MoveValue, state: Any, seat: int) -> str:
        return WORDS[1] if value == BET else WORDS[0]

    def position_text(self, state: Any) -> str:
        return texts.hand_text(state.card, state.said, state.plies) if self.hands == 1 else texts.match_text(state)

    def read_position(self, text: str) -> Position:
        states = self.blank_states(0)
        (texts.read_hand if self.hands == 1 else texts.read_match)(text, self.name, states[0])
        return Position(self, states)

    def draw(self, state: Any, seat: int | None) -> str:
        """Two cards, the stakes below them, and what was said by whom; in a match the chips and the hand before."""
        hand, last = scene.hands_of(self, state)
        lines = ["", "", "", "", ""]
        for own in range(SEATS):
            shown = [
                self.seat_names[own] + (" (you)" if own == seat else ""),
                "┌───┐",
                f"│ {CARDS[scene.NAMES.index(hand['cards'][own])]} │",
                "└───┘",
                f"stake {hand['stakes'][own]}",
            ]
            lines = [f"{line}{part:<16}" for line, part in zip(lines, shown, strict=True)]
        said = [f"{self.seat_names[word['seat']]}: {word['word']}" for word in hand["said"]]
        lines = [line.rstrip() for line in lines] + [", ".join(said) or "Nobody has spoken yet."]
        if self.hands > 1:
            number = min(int(state.played) + 1, self.hands)
            chips = ", ".join(f"{self.seat_names[own]} {int(state.won[own]):+d}" for own in range(SEATS))
            lines = [f"Hand {number} of {self.hands}; chips: {chips}", "", *lines]
            lines += [f"The hand before: {scene.told(last, self.seat_names)}"] if last else []
        return "\n".join(lines)

    def thumbnail(self) -> str:
        return thumbnail()

    # --- scenes -------------------------------------------------------------------------------------------------------

    def scene(self, view: View, past: Sequence[View] = ()) -> KuhnData:
        return scene.scene(self, view)

    def move_scene(self, move: Move, view: View) -> MoveWords:
        assert isinstance(move.value, int)
        return {"words": scene.move_words(view, move.value)}

    def standing(self, view: View) -> list[float] | None:
        return [float(view.state.won[seat]) for seat in range(SEATS)] if self.hands > 1 else None

    def describe_view(self, view: View) -> str:
        return scene.describe(self, view)
