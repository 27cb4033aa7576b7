"""A report speaks in move texts, and its chosen move can be played."""

from __future__ import annotations

import pytest

from ludarium.engine import Position
from ludarium.games import load
from ludarium.search import Budget, SearchReport, mcts
from tests.search.searches import SEARCHES


def report_on(position: Position, name: str) -> SearchReport:
    return SEARCHES[name](position.view(position.movers[0]), Budget(40), 1)


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("game", ["tic-tac-toe", "kuhn-poker", "blotto"])
def test_every_move_is_listed_by_its_text(game: str, name: str) -> None:
    """Blotto's moves are plans that are proposed: a number means nothing to anybody there."""
    position = load(game).start(3)
    view = position.view(position.movers[0])
    report = report_on(position, name)
    texts = [entry.text for entry in report.moves]
    assert set(texts) <= {move.text for move in view.moves()}
    assert [view.numbered(entry.move).text for entry in report.moves] == texts
    assert report.best == report.moves[0].move
    assert report.best_move.text == texts[0]
    assert position.play(report.best_move, view.seat) == position.play(texts[0], view.seat)


def test_printed_it_is_a_table_of_moves() -> None:
    report = report_on(load("tic-tac-toe").read_position("xx1/oo1/3 x"), "mcts")
    first, *rows = repr(report).splitlines()
    assert first.startswith("c3 (1 iterations in ")
    assert first.endswith(" s, nodes 6, proved win)")
    assert [row.split()[0] for row in rows] == [entry.text for entry in report.moves]
    assert rows[0].split() == ["c3", str(report.moves[0].visits), "visits", "+1.000"]
    assert repr(report.moves[0]) == f"c3: {report.moves[0].visits} visits, +1.000"


def test_a_long_list_is_cut() -> None:
    report = mcts(load("8x8 drop line-5").start().view(0), Budget(20), 1)
    assert len(report.moves) == 64
    rows = repr(report).splitlines()
    assert len(rows) == 12
    assert rows[-1] == "  … and 54 more"


def test_equal_findings_are_equal_reports() -> None:
    position = load("tic-tac-toe").start()
    one, other = (report_on(position, "ismcts") for _ in range(2))
    assert one.moves == other.moves
    assert one.moves[0] != one.moves[1]
