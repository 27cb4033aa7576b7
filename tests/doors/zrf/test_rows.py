"""Rows that are flipped as sets of cells: the same games as by walks along them, on boards of all kinds."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from ludarium.doors.zrf import blocks
from ludarium.doors.zrf.files import load, python_of
from ludarium.engine import Game
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.engine.kernels.bits import leading_zeros

EXAMPLE = (Path(__file__).parents[3] / "examples" / "zrf" / "reversi.zrf").read_text(encoding="utf-8")
SYMMETRY = "(symmetry White (n s) (s n) (e w) (w e) (ne sw) (sw ne) (nw se) (se nw))"


def small(rows: str = "4/3/2/1", columns: str = "a/b/c/d") -> str:
    text = EXAMPLE.replace("a/b/c/d/e/f/g/h", columns).replace("8/7/6/5/4/3/2/1", rows)
    setup = "(board-setup (Black (Disk c2 b3 off 60)) (White (Disk b2 c3 off 60)))"
    return re.sub(r"\(board-setup.*?\n  \)", setup, text, flags=re.DOTALL)


FILES = {
    "as it is": small(),
    "long": small(rows="9/8/7/6/5/4/3/2/1", columns="a/b/c/d/e/f/g"),  # 63 cells
    "turned": small().replace("    )\n  )\n  (piece", f"    )\n    {SYMMETRY}\n  )\n  (piece"),
    "six ways": small().replace("(outflank ne) ", "").replace("(outflank sw)", ""),
    "cut": small().replace("    )\n  )\n  (piece", "    )\n    (unlink (b3 c3) (c3 b3) (b2 c3))\n  )\n  (piece"),
    "two flags": small().replace("(outflank n) ", "(outflank n) (set-flag flips false) "),
}


def uncompiled(path: Path) -> Game:
    game = load(str(path))
    game.bound = game.rules.unwaited(game.seats)
    return game


@pytest.mark.parametrize("name", FILES)
def test_rows_are_flipped_as_by_walks(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rows.zrf"
    path.write_text(FILES[name], encoding="utf-8")
    assert "outflanked(" in python_of(str(path))
    by_sets = uncompiled(path)
    monkeypatch.setattr(blocks, "rows_of", lambda names, block: {})
    assert "outflanked(" not in python_of(str(path))
    by_walks = uncompiled(path)
    for seed in range(6):
        source = random.Random(seed)
        one, two = by_sets.start(seed), by_walks.start(seed)
        while not one.over:
            moves = [move.text for move in one.moves()]
            assert moves == [move.text for move in two.moves()]
            chosen = source.choice(moves)
            one, two = one.play(chosen), two.play(chosen)
            assert one.draw() == two.draw()
            assert one.text == two.text
        assert one.result() == two.result()


@pytest.mark.parametrize(
    "change",
    [
        ("flip (opposite", "capture (opposite"),  # another effect
        ("(while (enemy? $1) $1)", "(while (enemy? $1) $1 $1)"),  # another step
        ("(if (friend? $1)", "(if (empty? $1)"),  # another end
        ("        add\n", "        (change-type Disk) add\n"),  # something else is done, too
        ("(players Black White)", "(players Black White Red)"),  # more than two
        ("    )\n  )\n  (piece", "    )\n    (kill-positions a1 d4)\n  )\n  (piece"),  # steps that are not all alike
    ],
)
def test_what_is_no_plain_row_is_walked(change: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "other.zrf"
    assert change[0] in small()
    path.write_text(small().replace(*change), encoding="utf-8")
    assert "outflanked(" not in python_of(str(path))


def test_a_move_that_two_ways_lead_to_is_listed_once(tmp_path: Path) -> None:
    path = tmp_path / "twice.zrf"
    again = """((verify empty?) (set-flag flips false) (outflank sw) (outflank se) (outflank nw) (outflank ne)
        (outflank w) (outflank s) (outflank e) (outflank n) (verify (flag? flips)) add)"""
    path.write_text(small().replace("        add\n      )", f"        add\n      ) {again}"), encoding="utf-8")
    once = tmp_path / "once.zrf"
    once.write_text(small(), encoding="utf-8")
    assert [move.text for move in uncompiled(path).start().moves()] == [
        move.text for move in uncompiled(once).start().moves()
    ]


@pytest.mark.skipif(not JIT_ENABLED, reason="the plain twin is the other side")
def test_leading_zeros() -> None:
    assert [leading_zeros(word) for word in (0, 1, 2, 3, 1 << 62, 1 << 63, (1 << 64) - 1)] == [64, 63, 62, 62, 1, 0, 0]
