"""A match: one game from its start to its result, decision by decision, with a record of it.

position → view of the seat that must decide → player → move → rules → record. A player that crashes, stays silent or
answers with an illegal move loses that decision: the game's `stand_in` takes its place, a legal move drawn at random
unless the game says otherwise, the fault is recorded, and the match goes on.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.engine.move import Move
from ludarium.engine.player import Clock, Player, Quit
from ludarium.engine.position import Position
from ludarium.engine.record import Decision, Record, check_of, seal_of


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
        """`seconds` limits each decision; `strict` lets a player's exception through instead of costing it the move."""
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

    def play(self) -> Iterator[Decision]:
        """Play to the end, giving each decision once its effect stands in `self.position`."""
        try:
            while movers := self.position.movers:
                # All movers decide on the same position; nobody's choice shows in another's view.
                choices = [(seat, *self._ask(seat)) for seat in movers]
                for seat, move, seconds, fault in choices:
                    self.position = self.position.play(move, seat)
                    thought = self.players[seat].thought
                    decision = Decision(
                        seat, move.text, seconds, check_of(self.position), fault, thought.reason if thought else ""
                    )
                    self.record.decisions.append(decision)
                    yield decision
            self.record.result = self.position.result()
            self.record.seal = seal_of(self.position)
            for player in self.players:
                player.end(self.record.result)
        finally:
            for player in self.players:
                player.close()

    def _ask(self, seat: int) -> tuple[Move, float, str]:
        view = self.position.view(seat)
        player = self.players[seat]
        player.thought = None
        clock = Clock(self.seconds)
        try:
            move = player.choose(view, clock)
            if not isinstance(move, Move):
                raise LudariumError(f"answered {move!r}, expected a Move")
            fault = self.position.fault(move.value, seat)
            if fault:
                raise LudariumError(f"answered {move}: {fault}")
            # In the game's own words, whatever the player's were: the record must replay.
            return Move(move.value, self.game.move_text(move.value, view.state, seat)), clock.spent, ""
        except Quit:
            raise
        except Exception as error:
            if self.strict:
                raise
            player.thought = None
            name = "" if isinstance(error, LudariumError) else f"{type(error).__name__}: "
            return self.game.stand_in(view, self._stand_ins), clock.spent, f"{player.label}: {name}{error}"
