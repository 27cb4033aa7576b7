"""A person at the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludarium.engine.errors import LudariumError
from ludarium.engine.move import Move
from ludarium.engine.player import Clock, Player, Quit
from ludarium.engine.position import View

FEW_MOVES = 12
"""So many moves are shown without being asked for."""
FEW_PROPOSALS = 3
LINE_WIDTH = 100


class Human(Player):
    """Shows the view, asks for a move until one is legal. Knows nothing but the view."""

    name = "human"
    summary = "a person at this terminal"

    def __init__(
        self, *, ask: Callable[[str], str] = input, show: Callable[[str], None] = print, **given: object
    ) -> None:
        """`ask` puts a question and returns the line typed, `show` prints: the terminal's unless others are given."""
        super().__init__(**given)
        self._ask, self._show = ask, show

    def choose(self, view: View, clock: Clock) -> Move:
        moves = view.moves()
        checked = view.game.rules.checked is not None
        # Where moves are numbers themselves, a second numbering would only confuse.
        numbered = not checked and not any(move.text.strip().isdecimal() for move in moves)
        self._show(f"\n{view.draw()}\n")
        self._offer(moves, checked, numbered)
        while True:
            line = self._line(f"{self._who(view)}, your move: ")
            if line.lower() == "quit":
                raise Quit
            if line.lower() in ("?", "help"):
                self._help(moves, checked, numbered)
            elif numbered and line.isdecimal() and 1 <= int(line) <= len(moves):
                return moves[int(line) - 1]
            elif line:
                try:
                    return view.move(line)
                except LudariumError as error:
                    self._show(str(error))

    def _line(self, question: str) -> str:
        try:
            return self._ask(question).strip()
        except (EOFError, KeyboardInterrupt):
            self._show("")  # the question's line is still open
            raise Quit from None

    def _who(self, view: View) -> str:
        """`Seat 1 (First)`."""
        return f"Seat {view.seat + 1} ({view.game.seat_names[view.seat]})"

    def _offer(self, moves: Sequence[Move], checked: bool, numbered: bool) -> None:
        """What is shown unasked: all moves when they are few, some proposals where moves are checked."""
        if checked:
            self._show(f"for example  {'  |  '.join(move.text for move in moves[:FEW_PROPOSALS])}")
        elif len(moves) <= FEW_MOVES:
            self._show(_columns(moves, numbered))
        else:
            self._show(f"{len(moves)} moves; ? lists them")

    def _help(self, moves: Sequence[Move], checked: bool, numbered: bool) -> None:
        if checked:
            self._show("Type a move; any that the rules allow will do. These are proposals:")
            self._show("\n".join(f"  {move.text}" for move in moves))
        else:
            self._show(f"Type a move{' or its number' if numbered else ''}:")
            self._show(_columns(moves, numbered))
        self._show("Type quit to leave the game.")


def _columns(moves: Sequence[Move], numbered: bool) -> str:
    """The moves side by side in columns of equal width, with their numbers where wanted."""
    digits = len(str(len(moves)))
    cells = [f"{number:>{digits}}: {move.text}" if numbered else move.text for number, move in enumerate(moves, 1)]
    width = max(map(len, cells), default=0) + 2
    per_line = max(1, LINE_WIDTH // width)
    lines = [cells[first : first + per_line] for first in range(0, len(cells), per_line)]
    return "\n".join("  " + "".join(f"{cell:<{width}}" for cell in line).rstrip() for line in lines)
