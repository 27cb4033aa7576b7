"""Goofspiel for people: names, pictures, and positions as text such as `7 1-6,8-13 1-13/1-13 0:0`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludarium.engine import Game, MalformedPosition, Move, Parameter, Position, View
from ludarium.engine.scene import MoveWords
from ludarium.games.goofspiel import ENTRY, scene
from ludarium.games.goofspiel.rules import MAX_CARDS, MAX_SEATS, NO_PRIZE, RULES
from ludarium.games.goofspiel.scene import GoofspielData
from ludarium.games.goofspiel.thumbnail import thumbnail


class Goofspiel(Game):
    """The game of pure strategy: everything is known except what the others bid now.

    Every player holds the cards 1 to `cards`. The prizes, also worth 1 to `cards` points, lie face down in random
    order. The top prize is turned up. Everybody chooses a card as a bid, and all bids are shown at once. The highest
    bid takes the prize; if the highest bid was made more than once, the prize is discarded. The cards that were bid are
    gone, win or lose. Then the next prize is turned up.

    When all prizes are gone, the most points win.
    """

    entry = ENTRY
    parameters = (
        Parameter("cards", 13, "cards in each hand, and prizes", low=3, high=MAX_CARDS),
        Parameter("seats", 2, "number of players", low=2, high=MAX_SEATS),
    )
    rules = RULES
    chance = True
    points_range = (0.0, MAX_CARDS * (MAX_CARDS + 1) / 2)

    @property
    def move_range(self) -> tuple[int, int]:
        return 1, int(self.settings["cards"])

    def looks_like_a_move(self, text: str) -> bool:
        return text.strip().isdecimal()

    def position_text(self, state: Any) -> str:
        """Prize, face-down prizes, hands and points: `7 1-6,8-13 1-13/1-13 0:0`, then bids already laid: `bids 5/-`."""
        hands = "/".join(_ranges(_cards(state.hand[seat])) for seat in range(self.seats))
        points = ":".join(str(state.points[seat]) for seat in range(self.seats))
        parts = [str(state.prize) if state.prize else "-", _ranges(_cards(state.deck)), hands, points]
        if state.committed:
            bids = [str(state.pending[seat]) if state.committed >> seat & 1 else "-" for seat in range(self.seats)]
            parts += ["bids", "/".join(bids)]
        return " ".join(parts)

    def read_position(self, text: str) -> Position:
        words = text.split()
        if len(words) not in (4, 6) or (len(words) == 6 and words[4] != "bids"):
            raise MalformedPosition(
                f"'{text}' is no position of {self.name}: "
                "expected prize, face-down prizes, hands and points, as in '3 1,2,4 1-4/1-4 0:0'"
            )
        states = self.blank_states(0)
        state = states[0]
        prize = self._read_cards(words[0])
        deck = self._read_cards(words[1])
        hands = [self._read_cards(word) for word in self._by_seat(words[2], "/", "hands")]
        points = self._by_seat(words[3], ":", "points")
        if len(prize) > 1:
            raise MalformedPosition(f"'{words[0]}': one prize is turned up at a time")
        if set(prize) & set(deck):
            raise MalformedPosition(f"prize {prize[0]} is turned up and face down at the same time")
        for seat, hand in enumerate(hands):
            if len(hand) != len(prize) + len(deck):
                raise MalformedPosition(
                    f"seat {seat + 1} holds {len(hand)} cards, but {len(prize) + len(deck)} prizes are left"
                )
        if deck and not prize:
            raise MalformedPosition("no prize is turned up, but there are face-down prizes")
        gone = sum(range(1, state.cards + 1)) - sum(prize) - sum(deck)
        if not all(word.isdecimal() for word in points) or sum(map(int, points)) > gone:
            raise MalformedPosition(f"'{words[3]}': the prizes taken so far are worth {gone} points in all")
        state.prize = prize[0] if prize else NO_PRIZE
        state.deck = _mask(deck)
        for seat in range(self.seats):
            state.hand[seat] = _mask(hands[seat])
            state.points[seat] = int(points[seat])
        self._read_bids(state, words[5] if len(words) == 6 else "", hands)
        return Position(self, states)

    def _read_bids(self, state: Any, listing: str, hands: list[list[int]]) -> None:
        """Enter bids that are laid but not yet shown, `5/-`."""
        bids = self._by_seat(listing, "/", "bids") if listing else []
        if bids and "-" not in bids:
            raise MalformedPosition(f"'{listing}': once all have bid, the bids are shown and the prize is taken")
        for seat, bid in enumerate(bids):
            if bid == "-":
                continue
            if not bid.isdecimal() or int(bid) not in hands[seat]:
                raise MalformedPosition(f"'{listing}': seat {seat + 1} does not hold the card {bid}")
            state.pending[seat] = int(bid)
            state.committed |= 1 << seat

    def _by_seat(self, listing: str, separator: str, noun: str) -> list[str]:
        parts = listing.split(separator)
        if len(parts) != self.seats:
            raise MalformedPosition(f"'{listing}': expected {noun} of {self.seats} seats separated by '{separator}'")
        return parts

    def _read_cards(self, listing: str) -> list[int]:
        """The cards of `1-3,7`, or none for `-`."""
        highest = int(self.settings["cards"])
        cards: list[int] = []
        for part in listing.split(",") if listing != "-" else []:
            first, dash, last = part.partition("-")
            if not first.isdecimal() or (dash and not last.isdecimal()):
                raise MalformedPosition(f"'{listing}' is no set of cards: expected '1-3,7', or '-' for none")
            low, high = int(first), int(last if dash else first)
            if not 1 <= low <= high <= highest:
                raise MalformedPosition(f"'{listing}': the cards go from 1 to {highest}, in rising order")
            cards.extend(range(low, high + 1))
        if len(set(cards)) != len(cards):
            raise MalformedPosition(f"'{listing}' names a card twice")
        return cards

    def draw(self, state: Any, seat: int | None) -> str:
        """The prizes, then a line for each seat; the bid of this round shows only to who made it."""
        lines = [f"Prize      {state.prize}" if state.prize else "All prizes are gone."]
        if state.deck:
            lines.append(f"Face down  {_listed(state.deck)}")
        lines.append("")
        for own in range(self.seats):
            name = self.seat_names[own] + (" (you)" if own == seat else "")
            bid = f"   bids {state.pending[own]}" if state.committed >> own & 1 else ""
            hand = f"   hand {_listed(state.hand[own])}" if state.hand[own] else ""
            lines.append(f"{name:<13}points {state.points[own]:>2}{hand}{bid}")
        return "\n".join(lines)

    def thumbnail(self) -> str:
        return thumbnail()

    # --- scenes -------------------------------------------------------------------------------------------------------

    def scene(self, view: View, past: Sequence[View] = ()) -> GoofspielData:
        return scene.scene(self, view, past)

    def standing(self, view: View) -> list[float]:
        return scene.standing(self, view)

    def describe_view(self, view: View) -> str:
        return scene.describe(self, view)

    def move_scene(self, move: Move, view: View) -> MoveWords:
        return {"words": f"bid {move.text}"}

    def told(self, move: Move, view: View, after: Position) -> str:
        return f"bid {move.text} for the {view.state.prize}"


def _cards(mask: int) -> list[int]:
    return [card for card in range(1, MAX_CARDS + 1) if mask >> card & 1]


def _mask(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


def _listed(mask: int) -> str:
    return " ".join(str(card) for card in _cards(mask))


def _ranges(cards: list[int]) -> str:
    """`1-3,7` for 1, 2, 3, 7; `-` for none."""
    runs: list[list[int]] = []
    for card in cards:
        if runs and runs[-1][-1] == card - 1:
            runs[-1].append(card)
        else:
            runs.append([card])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs) or "-"
