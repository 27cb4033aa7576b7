"""Searching a position, and solving it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import ludarium

pytestmark = pytest.mark.compiled  # the same without the compiler, which engine and search are tested without

GAME = ludarium.game("tic-tac-toe")
WON = GAME.read_position("xx1/oo1/3 x")


def test_a_search_finds_the_winning_move() -> None:
    report = ludarium.search(WON, iterations=300)
    assert report.best_move.text == "c3"
    again = ludarium.search(WON.view(0), "mcts", iterations=300)
    assert again.moves == report.moves
    assert report.to_arrow()["move"].to_pylist()[0] == "c3"
    assert ">c3</td>" in report._repr_html_()
    assert report.chart().to_dict()["hconcat"]
    assert report.chart()._repr_mimebundle_()["image/svg+xml"].startswith("<svg")


@pytest.mark.parametrize("method", ["mcts", "minimax", "maxn", "ismcts", "mo-ismcts"])
def test_every_search_can_be_named(method: str) -> None:
    assert ludarium.search(WON, method, iterations=200).best == ludarium.search(WON, iterations=200).best


def test_a_search_for_some_time_and_with_options() -> None:
    report = ludarium.search(WON, "mcts", seconds=0.01, c=0.3)
    assert report.iterations > 0
    assert ludarium.search(WON, "minimax", depth=1).figures["depth"] == 1


def test_the_seat_that_thinks_where_several_decide_at_once() -> None:
    start = ludarium.game("goofspiel").start(1)
    assert ludarium.search(start, iterations=50, seat=1).view.seat == 1
    with pytest.raises(ludarium.IllegalMove, match="seat 1 and seat 2"):
        ludarium.search(start, iterations=50)


def test_solving() -> None:
    assert ludarium.solve("tic-tac-toe").verdict == "draw"
    solution = ludarium.solve(WON)
    assert (solution.value, solution.verdict) == (1, "first player wins")
    assert repr(solution).startswith("<first player wins: ")
    assert ludarium.solve(ludarium.game("reversi", size=6), limit=10).value is None


BAD: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "no search": (lambda: ludarium.search(WON, "random"), ludarium.NotSuited, "does not search"),
    "no position": (lambda: ludarium.search(GAME), ludarium.BadParameter, "a Position or a View"),  # type: ignore[arg-type]
    "half an iteration": (
        lambda: ludarium.search(WON, iterations=1.5),  # type: ignore[arg-type]
        ludarium.BadParameter,
        "iterations=1.5: expected a whole number",
    ),
    "no move": (lambda: WON.play(3), ludarium.MalformedMove, "position.moves"),  # type: ignore[arg-type]
    "no text": (lambda: WON.view(0).move(3), ludarium.MalformedMove, "3 is no text"),  # type: ignore[arg-type]
    "no seed": (lambda: GAME.start("x"), ludarium.BadParameter, "the seed 'x'"),  # type: ignore[arg-type]
    "no budget": (lambda: ludarium.search(WON, iterations=0), ludarium.BadParameter, "at least 1 iteration"),
    "no such option": (lambda: ludarium.search(WON, "mcts", dept=3), ludarium.UnknownName, "dept"),
    "another's view": (lambda: ludarium.search(WON.view(0), seat=1), ludarium.LudariumError, "view of seat 1"),
    "nothing to decide": (lambda: ludarium.search(WON.view(1)), ludarium.LudariumError, "nothing to decide"),
    "it is over": (lambda: ludarium.search(WON.play("c3")), ludarium.IllegalMove, "the game is over"),
    "no limit": (lambda: ludarium.solve(WON, limit=0), ludarium.LudariumError, "give 1 or more"),
    "chance": (lambda: ludarium.solve("pig"), ludarium.NotSuited, "chance decides"),
}


@pytest.mark.parametrize("fault", BAD)
def test_bad_use_is_explained(fault: str) -> None:
    use, kind, words = BAD[fault]
    with pytest.raises(kind, match=words):
        use()
