"""Thinking about one position: what a search finds there, and who wins when nobody errs."""

from __future__ import annotations

from ludarium.api.checks import checked
from ludarium.api.games import AnyGame, player, the_game
from ludarium.api.progress import watching
from ludarium.engine.errors import BadRules, LudariumError, NotSuited
from ludarium.engine.position import Position, View
from ludarium.search.budget import Budget
from ludarium.search.report import SearchReport
from ludarium.search.solver import DEFAULT_LIMIT, Solution
from ludarium.search.solver import solve as prove


@checked
def search(
    place: Position | View,
    method: str = "",
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    seat: int | None = None,
    **options: object,
) -> SearchReport:
    """Search a position, or what one seat may know of it: `search(position, "mcts", iterations=2000)`.

    Args:
        place: A position, of which the seat that must decide sees its view; or a view.
        method: `mcts`, `ismcts`, `mo-ismcts`, `minimax` or `maxn`; by default one that suits the game.
        iterations: How many simulations or nodes; by default what the method's player takes.
        seconds: How long; with `iterations`, whichever is reached first.
        seed: The search's own chance. The same seed and iterations give the same report.
        seat: Which seat thinks, where several must decide at once.
        **options: Further parameters of the method, such as `c` or `depth`.

    Raises:
        NotSuited: The method does not fit the game, or is no search.
        IllegalMove: Nobody has to decide there.
    """
    from ludarium.players.searching import SearchPlayer

    view = _view(place, seat)
    game = view.game
    if not view.options():
        raise BadRules(f"the rules of {game.name} list no move for seat {view.seat + 1}, which must decide: check them")
    name = method or game.suits
    searcher = player(name, game, **options)
    if not isinstance(searcher, SearchPlayer):
        raise NotSuited(f"'{name}' does not search: name mcts, ismcts, mo-ismcts, minimax or maxn")
    if iterations is None and seconds is None:
        iterations = int(searcher.options["iterations"])
    budget = Budget(iterations, seconds)
    searcher.search(view, Budget(iterations=1), 0)  # compiles, which is not thinking
    return searcher.search(view, budget, seed)


def _view(place: Position | View, seat: int | None) -> View:
    if isinstance(place, Position):
        return place.view(place.seat_to_move(seat))
    if not isinstance(place, View):
        raise LudariumError(f"{place!r} is neither a position nor a view: game.start() gives a position")
    if seat not in (None, place.seat):
        raise LudariumError(f"this is the view of seat {place.seat + 1}: another seat's is position.view(seat)")
    if place.seat not in place.movers:
        raise LudariumError(f"seat {place.seat + 1} has nothing to decide here: search a view of a seat that must move")
    return place


@checked
def solve(
    place: Position | AnyGame, *, limit: int = DEFAULT_LIMIT, seed: int = 0, progress: bool | None = None
) -> Solution:
    """Prove who wins with perfect play: `solve(game)` from the start, `solve(position)` from there.

    Args:
        place: A position, a game or a game's name. For small games of two seats in which everything is known.
        limit: Give up after so many positions.
        seed: Of the start position, where there is chance in it.
        progress: Show the progress or not; by default where a person can see it.

    Raises:
        NotSuited: The game has chance, hidden things, moves at once or more than two seats.
    """
    position = place if isinstance(place, Position) else the_game(place).start(seed)
    if limit < 1:
        raise LudariumError(f"a limit of {limit} positions proves nothing: give 1 or more")
    with watching(progress) as shown:
        shown.begin("positions", None)
        prove(position, 1)  # compiles, which is not counted
        counted = 0

        def further(count: int) -> None:
            nonlocal counted
            shown.advance("positions", count - counted)
            counted = count

        return prove(position, limit, further)
