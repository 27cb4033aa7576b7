"""Any game told to a rule base: what a seat may know as facts, and its moves by their texts.

game(Name)   seats(Count)   seat(Own)   setting(Name, Value)     throughout a game
field(Name, Value)                                               what the seat may know, field by field
legal(Move)                                                      its moves, as they are written, in order
"""

from __future__ import annotations

from ludarium.engine.errors import LudariumError, PlayerError
from ludarium.engine.game import Game
from ludarium.engine.move import Move
from ludarium.engine.plugins import import_object
from ludarium.engine.position import View
from ludarium.engine.rulebases import ANSWER, Facts, Plain, Question, RuleBases, no_answer

_SHARED = """
move(_, Move) :- findall(Legal, legal(Legal), Moves), worth(Moves, Move).
"""


class AnyGame(RuleBases):
    """A rule base chooses among the moves by `worth(Moves, Move)`."""

    shared = _SHARED
    wanted = (("worth", 2), ("move", 2))

    def constants(self, game: Game, seat: int) -> Facts:
        return {
            ("game", 1): [(game.name,)],
            ("seats", 1): [(game.seats,)],
            ("seat", 1): [(seat,)],
            ("setting", 2): list(game.settings.items()),
        }

    def question(self, view: View) -> Question:
        facts: Facts = {
            ("field", 2): list(view.fields().items()),
            ("legal", 1): [(move.text,) for move in view.moves()],
        }
        return Question(("move", view.seat, ANSWER), facts)

    def move(self, view: View, answer: Plain | None) -> Move:
        if answer is None:
            raise no_answer(f"move({view.seat}, Move)")
        if not isinstance(answer, str | int | float):
            raise PlayerError(f"answered {answer}, expected one of the moves that legal/1 lists")
        try:
            return view.move(str(answer))
        except LudariumError as error:
            raise PlayerError(f"answered with a wrong move: {error}") from error


def rule_bases_of(game: Game) -> RuleBases:
    """How a game is told to rule bases: in its own way where it has one."""
    reference = game.entry.rule_bases if game.entry is not None else ""
    if not reference:
        return AnyGame()
    found: RuleBases = import_object(reference)()
    return found
