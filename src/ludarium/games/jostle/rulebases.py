"""How rule bases play Jostle: the predicates and facts by which the source's own were asked."""

from __future__ import annotations

from importlib.resources import files

from ludarium.engine.errors import PlayerError
from ludarium.engine.game import Game
from ludarium.engine.move import Move
from ludarium.engine.position import View
from ludarium.engine.rulebases import ANSWER, Facts, Plain, Question, RuleBases, no_answer
from ludarium.games.jostle.board import Board
from ludarium.games.jostle.game import Jostle
from ludarium.games.jostle.rules import BACK, KEEP, MOVED, ROLL, SIX, STACK, asking


class JostleRuleBases(RuleBases):
    """A rule base is asked for a stone `[Field, Piece, Owner]`, and after a six whether to roll once more."""

    shared = files(__package__).joinpath("shared.pl").read_text(encoding="utf-8")
    wanted = (("worth", 2), ("move", 2))

    def constants(self, game: Game, seat: int) -> Facts:
        assert isinstance(game, Jostle)
        return {("board", 2): [(field, field_name(game.board, field)) for field in range(STACK, game.board.length)]}

    def question(self, view: View) -> Question:
        game, state = view.game, view.plain
        assert isinstance(game, Jostle)
        occupied: dict[int, list[list[Plain]]] = {}
        for piece, field in enumerate(state.stands[: game.seats * game.pieces]):
            occupied.setdefault(field, []).append([piece // game.pieces, piece])
        facts: Facts = {
            ("state", 2): sorted(occupied.items()),
            ("jostledBy", 1): [(foe,) for foe in range(game.seats) if state.foes[view.seat] >> foe & 1],
            ("named", 2): [(state.named - 1, SIX if state.rule == MOVED else 2 * SIX)] if state.named else [],
        }
        if asking(view.state):
            # It is only asked what it would do: its memory stays as it is.
            return Question(("rollDieAgain", view.seat), facts, [("setDie", state.die)], keep=False)
        rolled = [("setDie", state.die), ("addDie", state.second)]
        return Question(("move", view.seat, ANSWER), facts, rolled if state.second else rolled[:1])

    def move(self, view: View, answer: Plain | None) -> Move:
        if asking(view.state):
            return view.numbered(KEEP if answer is None else ROLL)
        if answer is None:
            raise no_answer(f"move({view.seat}, Stone)")
        piece = answer[1] if isinstance(answer, list) and len(answer) == 3 else None
        if not isinstance(piece, int) or piece not in view.options():
            pieces = ", ".join(map(str, view.options()))
            raise PlayerError(f"answered {answer}, expected [Field, Piece, Owner] with one of the pieces {pieces}")
        return view.numbered(piece)


def field_name(board: Board, field: int) -> str:
    """What a field is called in rule bases."""
    if field in board.goals:
        return f"goal@{board.goals.index(field) + 1}"
    if field in board.back:
        return f"back@{BACK}"
    pair = next((number for number, ends in enumerate(board.switches, 1) if field in ends), None)
    if pair is not None:
        return f"switch@{pair}"
    return "start" if field == 0 else "n"
