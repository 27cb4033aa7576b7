"""A match: one game from its start to its result, decision by decision, with a record of it.

position → view of the seat that must decide → player → move → rules → record. A player that crashes, stays silent,
answers too late or with an illegal move loses that decision: the game's `stand_in` takes its place, a legal move drawn
at random unless the game says otherwise, the fault is recorded, and the match goes on.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence

from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.engine.player import Clock, Player
from ludarium.engine.position import Position
from ludarium.engine.record import Decision, Record, seal_of
from ludarium.engine.turn import Answer, ask, turn


class Match:
    """One game between players, one player object a seat. Never shared: each seat has its own object and stream."""

    def __init__(
        self,
        game: Game,
        players: Sequence[Player],
        *,
        seed: int = 0,
        start: Position | None = None,
        seconds: float | None = None,
        strict: bool = False,
    ) -> None:
        """`seconds` limits each decision: an answer later than that and `GRACE` costs it, though nobody is broken off.
        `strict` lets a player's exception through instead of costing it the move."""
        if len(players) != game.seats:
            raise LudariumError(f"{game.name} has {game.seats} seats, got {len(players)} players")
        if len({id(player) for player in players}) != len(players):
            raise LudariumError("each seat needs a player object of its own: the same one was given twice")
        self.game, self.players, self.seconds, self.strict = game, list(players), seconds, strict
        self.position = start.with_stream(seed) if start is not None else game.start(seed)
        self._stand_ins = random.Random(derive(seed, "stand-ins"))
        self.record = Record(
            game=game.name,
            rules=game.version,
            settings=dict(game.settings),
            seed=seed,
            players=[player.label for player in players],
            start=start.text if start is not None else "",
        )
        try:
            for seat, player in enumerate(self.players):
                player.begin(game, seat, derive(seed, "seat"))
        except BaseException:
            # Nobody will play this match: whoever has begun must not keep what it holds.
            for player in self.players:
                player.close()
            raise

    def run(self) -> Record:
        """Play to the end."""
        for _ in self.play():
            pass
        return self.record

    def play(self) -> Generator[Decision, None, None]:
        """Play to the end, giving each decision once its effect stands in `self.position`."""
        try:
            while movers := self.position.movers:
                # All movers decide on the same position; nobody's choice shows in another's view.
                answers = [(seat, self._ask(seat)) for seat in movers]
                for seat, answer in answers:
                    made = turn(self.position, seat, answer, self._stand_ins)
                    self.position = made.position
                    self.record.decisions.append(made.decision)
                    yield made.decision
            self.record.result = self.position.result()
            self.record.seal = seal_of(self.position)
            for player in self.players:
                player.end(self.record.result)
        finally:
            for player in self.players:
                player.close()

    def _ask(self, seat: int) -> Answer:
        answer = ask(self.players[seat], self.position.view(seat), Clock(self.seconds))
        if self.strict and answer.error is not None:
            raise answer.error
        return answer
