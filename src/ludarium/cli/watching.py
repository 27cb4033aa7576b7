"""What people at this terminal may see of a game while it is played.

One person sees the view of that seat. Several people share the screen: each sees the own view when asked, and between
them only what is public stays. Nobody at the table: a spectator's view. `--open` shows everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from ludarium.cli.common import out, say, side, waiting
from ludarium.engine.game import Game
from ludarium.engine.match import Match
from ludarium.engine.move import Move
from ludarium.engine.player import Clock, Player
from ludarium.engine.position import SPECTATOR, Position, View
from ludarium.engine.record import Decision
from ludarium.engine.sentences import YOU, result_words
from ludarium.engine.telling import tells
from ludarium.players.terminal import Human


class PassedHuman(Human):
    """One of several people at one keyboard: gives the others time to look away before it shows its view."""

    def __init__(self, *, at_keyboard: list[int], ask: Callable[[str], str] = input) -> None:
        """`at_keyboard` is shared by all seats: it holds the seat that looked at the screen last."""
        super().__init__(ask=ask, show=say)
        self._at_keyboard = at_keyboard

    def choose(self, view: View, clock: Clock) -> Move:
        if self._at_keyboard != [view.seat]:
            if self._at_keyboard and out().is_terminal:
                out().clear()
            self._line(f"Pass the keyboard to {view.game.seat_names[view.seat]}, then press Enter: ")
            self._at_keyboard[:] = [view.seat]
        return super().choose(view, clock)


def seat_people(game: Game, players: Sequence[Player]) -> list[Player]:
    """The players, with people who must not see each other's views made to pass the keyboard."""
    people = [player for player in players if isinstance(player, Human)]
    if len(people) < 2 or not (game.hidden or game.at_once):
        return list(players)
    at_keyboard: list[int] = []
    return [PassedHuman(at_keyboard=at_keyboard) if isinstance(player, Human) else player for player in players]


class Watcher:
    """Shows a match as it goes on."""

    def __init__(self, match: Match, *, reveal: bool = False) -> None:
        self.match, self.game = match, match.game
        self.people = [seat for seat, player in enumerate(match.players) if isinstance(player, Human)]
        self._viewer: int | None = SPECTATOR if self.game.hidden else None
        if len(self.people) == 1:
            self._viewer = self.people[0]
        if reveal:
            self._viewer = None
        self.labels = [player.label for player in match.players]
        if len(self.people) == 1:
            self.labels[self.people[0]] = YOU
        self._held_back: list[Decision] = []

    def run(self) -> None:
        """Play the match to its end and show it; a person's `Quit` goes through."""
        try:
            self._run()
        finally:
            self._tell_what_was_held_back()

    def _run(self) -> None:
        self._board(self.match.position)
        before = self.match.position
        round_: list[Decision] = []
        decisions = self.match.play()
        while (decision := self._next(decisions.__next__)) is not None:
            round_.append(decision)
            after = self.match.position
            if self.game.at_once and int(after.state.committed):
                continue  # others have yet to commit: nothing has happened that anybody may see
            for made in round_:
                self._announce(made, before, round_, after)
            self._board(after)
            before, round_ = after, []
        assert self.match.record.result is not None
        say(result_words(self.game, self.match.record.result, self.labels), style="bold")

    def _next(self, step: Callable[[], Decision]) -> Decision | None:
        movers = self.match.position.movers
        try:
            if not movers or set(movers) & set(self.people):
                return step()  # a question to a person must not be painted over
            names = " and ".join(self._name(seat) for seat in movers)
            # What a search needs is compiled when it first thinks, which takes longer than thinking does.
            first = "" if set(movers) <= {made.seat for made in self.match.record.decisions} else ", for the first time"
            with waiting(f"{names} {'is' if len(movers) == 1 else 'are'} thinking{first}"):
                return step()
        except StopIteration:
            return None

    def _announce(self, decision: Decision, before: Position, round_: Sequence[Decision], after: Position) -> None:
        if decision.fault:
            self._announce_fault(decision)
        alone = len(round_) == 1 and self.people == [decision.seat]
        if alone and not decision.fault:
            return  # people know what they have just typed
        if not tells(self._viewer, decision, before, round_, after):
            say(f"{self._name(decision.seat)} has moved, unseen.", style="cyan")
            return
        say(f"{self._name(decision.seat)} plays {decision.move}", style="cyan")
        # A reason speaks of what its seat knows, so it is for everybody's eyes only where nothing is hidden.
        if decision.reason and (self._viewer is None or not self.game.hidden):
            say(f"  {decision.reason}", style="dim")

    def _announce_fault(self, decision: Decision) -> None:
        """A fault may speak of what its seat knows (the legal moves, for instance): such a one is told afterwards."""
        if self._viewer in (None, decision.seat) or not self.game.hidden:
            _warn(f"A move was drawn: {decision.fault}")
            return
        _warn(f"A move was drawn for {self._name(decision.seat)}, whose answer could not be used: why, after the game")
        self._held_back.append(decision)

    def _tell_what_was_held_back(self) -> None:
        for fault, times in Counter(decision.fault for decision in self._held_back).items():
            _warn(f"{fault}{f' ({times} times)' if times > 1 else ''}")

    def _board(self, position: Position) -> None:
        if set(position.movers) & set(self.people):
            return  # the person asked next is shown the board with the question
        say()
        if self._viewer is None or position.over:
            say(position.draw())  # once a game is over nothing is secret
        else:
            say(position.view(self._viewer).draw())
        say()

    def _name(self, seat: int) -> str:
        return f"{self.game.seat_names[seat]} ({self.labels[seat]})"


def _warn(text: str) -> None:
    side().print(text, style="yellow", markup=False, soft_wrap=True)
