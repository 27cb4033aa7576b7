"""Jostle once more, slowly: lists and plain loops, nothing shared with the compiled rules but the dice.

It follows the specification sentence by sentence, and knows of no shortcut such as that at most two pieces are jostled.
"""

from __future__ import annotations

from ludarium.engine.kernels.rng import Stream
from ludarium.games.jostle.board import Board
from ludarium.games.jostle.rules import KEEP, MAX_TURNS, ROLL


class Reference:
    """A game in progress."""

    def __init__(self, board: Board, seats: int, pieces: int, stream: int) -> None:
        self.board, self.seats, self.pieces = board, seats, pieces
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
        if self.rolls == [6] and not self.declined:
            return [KEEP, ROLL]
        return [piece for piece in self.own(self.seat) if self.can_go(piece, sum(self.rolls))]

    def play(self, move: int) -> None:
        if move == KEEP:
            self.declined = True
            return
        if move == ROLL:
            self.rolls.append(self.roll())
            if self.moves():
                return
        else:
            self.move(move)
        self.hand_on()
        while not self.over:
            self.rolls, self.declined = [self.roll()], False
            if any(self.can_go(piece, self.rolls[0]) for piece in self.own(self.seat)):
                return
            self.hand_on()

    def move(self, piece: int) -> None:
        self.acted = False
        self.aside: list[int] = []
        self.land(piece, self.stands[piece] + sum(self.rolls))
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
