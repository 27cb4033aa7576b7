"""Jostle once more, slowly: lists and plain loops, nothing shared with the compiled rules but the dice.

It follows the specification sentence by sentence, and knows of no shortcut such as that at most two pieces are jostled.
"""

from __future__ import annotations

from ludarium.engine.kernels.rng import Stream
from ludarium.games.jostle.board import Board
from ludarium.games.jostle.rules import KEEP, MAX_TURNS, ROLL


class Reference:
    """A game in progress."""

    def __init__(self, board: Board, seats: int, pieces: int, stream: int, second_roll: str = "sum") -> None:
        self.board, self.seats, self.pieces, self.rule = board, seats, pieces, second_roll
        self.named: int | None = None
        self.leads = {field: field - 3 for field in board.back}
        for low, high in board.switches:
            self.leads[low], self.leads[high] = high, low
        self.stands = [-1] * (seats * pieces)
        self.foes: list[set[int]] = [set() for _ in range(seats)]
        self.dice = Stream(stream)
        self.seat = self.turns = self.last = 0
        self.rolls = [self.roll()]
        self.declined = self.over = False

    def roll(self) -> int:
        return 1 + self.dice.below(6)

    def own(self, seat: int) -> range:
        return range(seat * self.pieces, (seat + 1) * self.pieces)

    def can_go(self, piece: int, points: int) -> bool:
        return self.stands[piece] not in self.board.goals and self.stands[piece] + points <= self.board.length - 1

    def moves(self) -> list[int]:
        if self.rolls == [6] and not self.declined and (self.rule == "sum" or self.named is not None):
            return [KEEP, ROLL]
        return [piece for piece in self.own(self.seat) if self.can_go(piece, sum(self.rolls))]

    def play(self, move: int) -> None:
        if self.rule != "sum" and self.rolls == [6]:
            if self.play_named(move):
                return
        elif move == KEEP:
            self.declined = True
            return
        elif move == ROLL:
            self.rolls.append(self.roll())
            if self.moves():
                return
        else:
            self.acted = False
            self.move(move, sum(self.rolls))
        self.hand_on()
        while not self.over:
            self.rolls, self.declined = [self.roll()], False
            if any(self.can_go(piece, self.rolls[0]) for piece in self.own(self.seat)):
                return
            self.hand_on()

    def play_named(self, move: int) -> bool:
        """After a six in the original game: first the piece is named, then the second roll; True while it goes on."""
        if self.named is None:
            self.named, self.acted = move, False
            if self.rule == "moved":
                self.move(move, 6)
                return self.can_go(move, 1)
            return True
        second = self.roll() if move == ROLL else 0
        points = second + (6 if self.rule == "chosen" else 0)
        if points and self.can_go(self.named, points):
            self.move(self.named, points)
        return False

    def move(self, piece: int, points: int) -> None:
        self.aside: list[int] = []
        self.land(piece, self.stands[piece] + points)
        while self.aside:
            jostled = self.aside.pop(0)
            if jostled // self.pieces != self.seat:
                self.foes[jostled // self.pieces].add(self.seat)
            field = self.stands[jostled] - 1
            while field >= 0 and self.occupied(field, jostled):
                field -= 1
            self.land(jostled, field)

    def occupied(self, field: int, but: int) -> bool:
        if self.acted and field in self.leads:
            return True
        return any(stands == field for piece, stands in enumerate(self.stands) if piece != but)

    def land(self, piece: int, field: int) -> None:
        if field >= 0:
            self.aside += [
                other
                for other, stands in enumerate(self.stands)
                if stands == field and other != piece and other not in self.aside
            ]
        self.stands[piece] = field
        if field in self.leads and not self.acted:
            self.acted = True
            self.land(piece, self.leads[field])

    def hand_on(self) -> None:
        self.turns += 1
        self.named = None
        full = all(goal in self.stands for goal in self.board.goals)
        if self.last:
            self.last -= 1
            self.over = self.last == 0
        elif full:
            self.last = self.seats
        movable = any(self.can_go(piece, 1) for piece in range(self.seats * self.pieces))
        if self.over or not movable or self.turns >= MAX_TURNS:
            self.over, self.last = True, 0
            return
        self.seat = (self.seat + 1) % self.seats

    def points(self) -> list[int]:
        return [
            sum(self.board.goals.index(self.stands[piece]) + 1 for piece in self.own(seat) if self.on_goal(piece))
            for seat in range(self.seats)
        ]

    def on_goal(self, piece: int) -> bool:
        return self.stands[piece] in self.board.goals
