"""Widgets for notebooks (anywidget): a table in a cell to play at, and a replay whose place other cells can follow.

What a widget does stands in a class that knows no notebook; the widget shows it and passes on what is clicked.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ludarium.api.games import AnyGame, the_game
from ludarium.api.replaying import Replay
from ludarium.engine import markup
from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.engine.match import Match
from ludarium.engine.player import Clock, Player
from ludarium.engine.position import View
from ludarium.engine.record import Record
from ludarium.engine.sentences import result_words
from ludarium.players import make

ME = "me"
_AT_A_TERMINAL = "human"
_HERE = Path(__file__).parent
_MOST_BUTTONS = 60
"""Moves that are offered as buttons; where there are more, they are written."""


class _Me(Player):
    """Whoever sits in front of the notebook. Its next move is laid ready before it is asked for."""

    name = ME

    def __init__(self) -> None:
        super().__init__()
        self.ready: Any = None

    def choose(self, view: View, clock: Clock) -> Any:
        return self.ready


class Sitting:
    """A match in which one seat is yours: `move` makes your move and lets the others answer."""

    def __init__(self, game: Game, players: Sequence[str], seed: int) -> None:
        if [player.strip().lower() for player in players].count(ME) != 1:
            raise LudariumError(f"one of the players must be '{ME}': the others are the game's players")
        if len(players) != game.seats:
            raise LudariumError(f"{game.name} has {game.seats} seats: name {game.seats} players, got {len(players)}")
        named = [player.strip() for player in players]
        if any(player.partition(":")[0].lower() == _AT_A_TERMINAL for player in named):
            raise LudariumError(f"'{_AT_A_TERMINAL}' asks at a terminal, which a cell is not: your seat is '{ME}'")
        self.game, self._texts, self.seed = game, named, seed
        self.seat = [player.lower() for player in named].index(ME)
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """A new game from the start."""
        self.close()
        self.seed, self.told = seed, list[str]()
        self._me = _Me()
        seated = [self._me if seat == self.seat else make(text, self.game) for seat, text in enumerate(self._texts)]
        self._match = Match(self.game, seated, seed=seed)
        self._going = self._match.play()
        self._go_on()

    def close(self) -> None:
        """Let the players go."""
        if hasattr(self, "_going"):
            self._going.close()

    @property
    def record(self) -> Record:
        """Everything so far."""
        return self._match.record

    @property
    def view(self) -> View:
        """What you see."""
        return self._match.position.view(self.seat)

    @property
    def yours(self) -> bool:
        """Whether you must decide now."""
        return self.seat in self._match.position.movers

    def move(self, text: str) -> None:
        """Your move. One that is not legal is an error, and nothing has happened."""
        if self._match.position.over:
            raise LudariumError("the game is over: begin a new one")
        if not self.yours:
            raise LudariumError("it is not your turn")
        self._me.ready = self.view.move(text)
        self._go_on()

    def _go_on(self) -> None:
        """Until you must decide, or the game is over."""
        while not self._match.position.over:
            if self.yours and self._me.ready is None:
                return
            decision = next(self._going)
            if decision.seat == self.seat:
                self._me.ready = None
            seen = decision.seat == self.seat or not self.game.hidden
            who = "You" if decision.seat == self.seat else self.game.seat_names[decision.seat]
            self.told.append(f"{who}: {decision.move}" if seen else f"{who} has decided")
        for _ in self._going:  # the players hear how it ended
            pass

    @property
    def status(self) -> str:
        """Whose turn it is, or how it ended."""
        position = self._match.position
        if position.over:
            return result_words(self.game, position.result(), self._texts)
        return f"Your turn: you are {self.game.seat_names[self.seat]}."

    def offered(self) -> list[dict[str, str]]:
        """Your moves, with words for them."""
        if not self.yours or self._match.position.over:
            return []
        view = self.view
        found = [(move.text, str(self.game.move_scene(move, view).get("words", move.text))) for move in view.moves()]
        return [{"text": text, "words": words} for text, words in found]


class TableWidget(anywidget.AnyWidget):
    """A table in a cell. `sitting` is the match behind it, `record` everything that was played."""

    _esm = _HERE / "table_widget.js"
    board = traitlets.Unicode().tag(sync=True)
    status = traitlets.Unicode().tag(sync=True)
    moves: Any = traitlets.List().tag(sync=True)
    writing = traitlets.Bool().tag(sync=True)
    told: Any = traitlets.List().tag(sync=True)
    over = traitlets.Bool().tag(sync=True)
    fault = traitlets.Unicode().tag(sync=True)
    answered = traitlets.Int(0).tag(sync=True)
    """How many clicks were answered: an answer that changes nothing else, such as a new game at the start of one, is
    seen by this."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self.on_msg(self._heard)
        self._show()

    @property
    def record(self) -> Record:
        return self.sitting.record

    def _heard(self, widget: Any, content: Any, buffers: Any) -> None:
        """What is clicked or written; anything else is a fault that is shown, never one that is raised."""
        self.fault = ""
        try:
            match content:
                case {"move": str(text)}:
                    self.sitting.move(text)
                case {"new": True}:
                    self.sitting.begin(derive(self.sitting.seed, "next"))
                case _:
                    self.fault = "This table knows moves and new games only."
        except LudariumError as error:
            self.fault = str(error)
        self._show()
        self.answered += 1

    def _show(self) -> None:
        sitting = self.sitting
        with self.hold_sync():
            self.board = markup.drawn(sitting.view)
            self.status = sitting.status
            offered = sitting.offered()
            self.writing = len(offered) > _MOST_BUTTONS or (sitting.yours and sitting.game.rules.checked is not None)
            self.moves = offered[:_MOST_BUTTONS]
            self.told = sitting.told[-8:]
            self.over = not sitting.yours


class ReplayWidget(anywidget.AnyWidget):
    """A replay with a slider. `at` is the place that is shown, from 0: it can be set, and followed with `observe`."""

    _esm = _HERE / "replay_widget.js"
    at = traitlets.Int(0).tag(sync=True)
    last = traitlets.Int(0).tag(sync=True)
    board = traitlets.Unicode().tag(sync=True)
    words = traitlets.Unicode().tag(sync=True)
    ending = traitlets.Unicode().tag(sync=True)

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self.replay = replay
        self.last, self.ending = len(replay) - 1, replay.ending
        self.observe(self._show, "at")
        self._show()

    @traitlets.validate("at")
    def _within(self, proposal: Any) -> int:
        return max(0, min(int(proposal["value"]), self.last))

    def _show(self, change: Any = None) -> None:
        step = self.replay[self.at]
        with self.hold_sync():
            self.board, self.words = markup.drawn(step.position), step.words

    @property
    def position(self) -> Any:
        """The position that is shown."""
        return self.replay[self.at].position


def table(game: AnyGame, *players: str, seed: int = 0) -> TableWidget:
    """A table in a notebook's cell, to play at.

    Args:
        game: A game, or its name.
        players: Who sits where, in the order of the seats: `"me"` once, and players as text. Without any, you have the
            first seat and the game's usual opponents the others.
        seed: Another seed gives another game.
    """
    chosen = the_game(game)
    for text in players:
        if not isinstance(text, str):
            raise LudariumError(f"{text!r} is no player's text: give '{ME}' once, and players such as 'mcts'")
    if not players:
        usual = chosen.suits or "random"
        players = (ME, *[usual] * (chosen.seats - 1))
    return TableWidget(Sitting(chosen, players, seed))
