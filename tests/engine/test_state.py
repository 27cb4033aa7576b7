"""Fields are declared once: NumPy lays them out as it would a list of them, and a type checker knows them."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludarium.engine import BadRules, Fields, FieldsAtOnce, Rules, f8, i1, i2, i8, u1, u8
from ludarium.engine.kernels import constant
from ludarium.engine.state import Struct, layout, part, record_of
from ludarium.games.pig import rules as pig
from tests.engine.sample_games import HIGH_CARD_KERNELS

ROOT = Path(__file__).parents[2]
WIDTH, UNKNOWN_SIZE = constant("WIDTH"), constant("UNKNOWN_SIZE")


class Board(Fields):
    turn = i1()
    score = i2(2)
    place = f8(2, 3, 4)


class Larger(Board):
    cells = u8(2, WIDTH)
    hand = i1(4, 5)


LISTED: list[tuple[Any, ...]] = [("turn", "i1"), ("score", "i2", (2,)), ("place", "f8", (2, 3, 4))]


def test_a_class_is_laid_out_as_the_same_list() -> None:
    assert layout(Board, {}) == LISTED
    declared, listed = (
        Rules("test", fields, HIGH_CARD_KERNELS, max_moves=5, max_plies=2) for fields in (Board, LISTED)
    )
    assert declared.dtype == listed.dtype
    assert declared.dtype.fields == listed.dtype.fields


@pytest.mark.parametrize(("width", "shape"), [(3, (2, 3)), ((), (2,)), ((3, 4), (2, 3, 4))])
def test_inherited_fields_come_first_and_constants_are_filled_in(width: Any, shape: tuple[int, ...]) -> None:
    assert layout(Larger, {WIDTH: width}) == [*LISTED, ("cells", "u8", shape), ("hand", "i1", (4, 5))]


class Nothing(Fields):
    pass


class Empty(Fields):
    score = i2(0)


class Open(Fields):
    score = i2(UNKNOWN_SIZE)


class Unfinished(Fields):
    score = i2


class Annotated(Fields):
    turn: int = i1()
    score: int


class Waiting(FieldsAtOnce):
    score = i2(2)


REFUSED = [
    (Nothing, "Nothing declares no fields: write them as in `score = i2(4)`"),
    (Empty, "the field score has the size 0: expected a whole number from 1 up"),
    (Open, "the field score has the size UNKNOWN_SIZE, which nothing replaces"),
    (Unfinished, "score of Unfinished is no field: write `score = i2()`, or `score = i2(4)`"),
    (Annotated, "score of Annotated is no field: write `score = i2()`, or `score = i2(4)`"),
    (Waiting, "the state is one of FieldsAtOnce, but nothing resolves moves: use Fields"),
]


@pytest.mark.parametrize(("fields", "words"), REFUSED)
def test_faulty_declarations_are_refused(fields: type[Fields], words: str) -> None:
    with pytest.raises(BadRules) as refusal:
        Rules("test", fields, HIGH_CARD_KERNELS, max_moves=5, max_plies=2)
    assert str(refusal.value).startswith(f"test: {words}")


class Corner(Struct):
    x = f8()
    y = f8()


class Box(Struct):
    colour = u1()
    first = part(Corner)
    sides = i8(4)


def test_records_beside_the_state_are_packed() -> None:
    corner = np.dtype([("x", "f8"), ("y", "f8")])
    assert record_of(Box) == np.dtype([("colour", "u1"), ("first", corner), ("sides", "i8", (4,))])
    boxes = np.zeros(2, record_of(Box))
    boxes[1].first.y = 2.5
    assert (boxes["first"]["y"].tolist(), boxes.itemsize) == ([0.0, 2.5], 1 + 16 + 32)


# --- what mypy knows --------------------------------------------------------------------------------------------------

CHECKED = """
from ludarium.engine import Fields, FieldsAtOnce, f8, i1, i2, kernel


class State(Fields):
    plies = i1()
    score = i2(2)
    hand = i1(4, 5)
    place = f8(2, 3, 4)


class Together(FieldsAtOnce):
    score = i2(2)


@kernel
def right(state: State, together: Together, seat: int) -> int:
    state.plies += 1
    state.score[seat] += 2 * state.plies
    state.score[:] = 0
    state.hand[seat, 3] = max(state.score)
    state.hand[seat] = 0
    state.place[seat, 0, 1] = 0.5 * state.place[seat, 0, 1]
    for card in state.hand[seat]:
        state.plies = card
    together.pending[seat] = 3
    return state.score[0] >> 1 | together.committed


@kernel
def wrong(state: State, together: Together, seat: int) -> int:
    state.scroe[seat] += 1  # attr-defined
    state.turns = 3  # attr-defined
    state.plies = 0.5  # assignment
    state.score = 3  # assignment
    state.score[seat, 0] += 1  # call-overload call-overload
    state.score[seat] = 0.5  # call-overload
    state.hand[seat] += 1  # operator
    state.plies[0] = 1  # index
    if state.committed:  # attr-defined
        return state.place[seat]  # return-value
    return int(together.scroe[0])  # attr-defined
"""


def mypy(folder: Path, source: str) -> dict[int, list[str]]:
    """The errors that strict mypy finds, by line."""
    # A new name each time: mypy takes a file of the same size, written within the same second, for the one it knows.
    file = folder / f"checked{len(list(folder.glob('checked*.py')))}.py"
    file.write_text(source, encoding="utf-8")
    call = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(file)]
    run = subprocess.run(
        [*call, "--no-error-summary", "--hide-error-context", "--cache-dir", str(folder / "cache")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    found: dict[int, list[str]] = {}
    for line, fault in re.findall(r"checked\d\.py:(\d+): error: .*\[([\w-]+)\]$", run.stdout, re.MULTILINE):
        found.setdefault(int(line), []).append(fault)
    assert bool(found) == bool(run.returncode), run.stdout
    return found


@pytest.mark.compiled  # once is enough
def test_mypy_finds_every_fault_and_no_other(tmp_path: Path) -> None:
    """A misspelt field of a real game, and every other way to mistake a field; the same code without them passes."""
    lines = [line.partition("  # ")[2].split() for line in CHECKED.splitlines()]
    assert mypy(tmp_path, CHECKED) == {number: faults for number, faults in enumerate(lines, 1) if faults}
    game = inspect.getsource(pig)
    assert mypy(tmp_path, game) == {}
    misspelt = game.replace("state.score[seat] += state.turn_total", "state.scroe[seat] += state.turn_total")
    line = next(number for number, text in enumerate(misspelt.splitlines(), 1) if "scroe" in text)
    assert mypy(tmp_path, misspelt) == {line: ["attr-defined"]}
