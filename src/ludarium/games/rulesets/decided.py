"""What decided a game that is over: the row, the connection, the men without room, in cells and in words.

It is read from the final state alone, by the same numbers by which the kernels of `ends` find that the game is over,
and works without the compiler: boards do not wait for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from ludarium.engine.position import Plain
from ludarium.engine.scene import Place
from ludarium.engine.sentences import counted, listed
from ludarium.games.rulesets.ends import CONNECT, LINE, MOST_MEN, REACH, SURROUND
from ludarium.games.rulesets.notation import cell_name
from ludarium.games.rulesets.rules import NOBODY
from ludarium.games.rulesets.ruleset import RuleSet
from ludarium.games.rulesets.state import AXES


class Row(TypedDict):
    seat: int
    cells: list[Place]
    """From one end to the other: a row of men, or the shortest chain that joins two sides."""


class Decided(TypedDict):
    words: str
    """What decided the game, or why it ended without a winner."""
    rows: list[Row]
    """A line is drawn through each."""
    marked: list[Place]
    """Men that decided it in another way: those on the far row, those without room, those that cannot move."""


def cells_in(words: int | list[int]) -> Iterator[int]:
    """The cells of a set as it stands in a state field, from the lowest on."""
    number = words if isinstance(words, int) else sum(word << (64 * index) for index, word in enumerate(words))
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


def place_of(rules: RuleSet, cell: int) -> Place:
    return [cell % rules.width, cell // rules.width]


def decided(rules: RuleSet, state: Plain) -> Decided | None:
    """What decided a game; None while it is not over."""
    if not state.over:
        return None
    first, second = ({*cells_in(men), *cells_in(state.hybrid[0])} for men in state.men)
    owned = (first, second)
    rows: list[tuple[int, list[int]]] = []
    marked: set[int] = set()
    who = -1 if state.winner == NOBODY else int(state.winner) ^ int(bool(state.misere))
    name = "" if who < 0 else rules.sides[who]
    if state.scoring:
        rows = [(seat, row) for seat in range(2) for row in _rows(state, owned[seat], state.scoring)]
        lengths = [sum(len(row) for seat, row in rows if seat == own) for own in range(2)]
        words = f"Men in rows: {', '.join(f'{rules.sides[own]} {lengths[own]}' for own in range(2))}."
    elif state.end == MOST_MEN:
        counts = [f"{rules.sides[seat]} has {counted(len(owned[seat]), 'man', 'men')}" for seat in range(2)]
        words = f"{_stop(rules, state, owned)}: {listed(counts)}."
    elif who < 0:
        words = f"{_stop(rules, state, owned)}."
    elif state.end == LINE:
        found = _rows(state, owned[who], state.line)
        rows = [(who, row) for row in found]
        cells = ", ".join(_names(rules, row) for row in found)
        words = (
            f"{name} has {f'{len(found[0])} in a row' if len(found) == 1 else f'{len(found)} rows at once'}: {cells}."
        )
    elif state.end == CONNECT:
        way = _chain(state, owned[who], set(cells_in(state.goal[who])), set(cells_in(state.goal[2 + who])))
        rows, words = [(who, way)], f"{name} has joined its two sides: {_names(rules, way)}."
    elif state.end == REACH:
        marked = owned[who] & set(cells_in(state.goal[2 + who]))
        words = f"{name} has reached the far row: {_names(rules, sorted(marked))}."
    elif state.end == SURROUND:
        marked = _without_room(state, owned, 1 - who)
        words = f"{rules.sides[1 - who]} is surrounded: {_names(rules, sorted(marked))}."
    else:
        marked = owned[1 - who]
        words = f"{rules.sides[1 - who]} {'cannot move' if marked else 'has no men left'}."
    return {
        "words": rules.called(words),
        "rows": [{"seat": seat, "cells": [place_of(rules, cell) for cell in row]} for seat, row in rows],
        "marked": [place_of(rules, cell) for cell in sorted(marked)],
    }


def _names(rules: RuleSet, cells: list[int]) -> str:
    return " ".join(cell_name(rules, cell) for cell in cells)


def _stop(rules: RuleSet, state: Plain, owned: tuple[set[int], set[int]]) -> str:
    """Why a game went no further that nobody has won by a goal."""
    if state.idle >= state.quiet_limit and rules.walks:
        return f"{counted(state.idle, 'move')} without progress"
    if state.idle >= state.quiet_limit and "custodial" in rules.parts:
        return f"{counted(state.idle, 'move')} have been made"
    return "The board is full" if len(owned[0] | owned[1]) == rules.cells else "Nobody can move"


def _rows(state: Plain, men: set[int], length: int) -> list[list[int]]:
    """All rows of so many men or more, each once and whole."""
    found = []
    for axis in range(AXES):
        step, onto = state.step[axis], set(cells_in(state.onto_up[axis]))
        for first in sorted(men):
            if first in onto and first - step in men:
                continue
            row = [first]
            while row[-1] + step in men and row[-1] + step in onto:
                row.append(row[-1] + step)
            if len(row) >= length:
                found.append(row)
    return found


def _beside(state: Plain, cell: int) -> Iterator[int]:
    """The cells to which groups go on from a cell."""
    for axis in range(AXES):
        if state.links >> axis & 1:
            for step, onto in ((state.step[axis], state.onto_up[axis]), (-state.step[axis], state.onto_down[axis])):
                if cell + step in set(cells_in(onto)):
                    yield cell + step


def _chain(state: Plain, men: set[int], one_side: set[int], other_side: set[int]) -> list[int]:
    """The shortest chain of men from one side to the other."""
    came_from: dict[int, int | None] = dict.fromkeys(sorted(men & one_side))
    for cell in (waiting := list(came_from)):  # grows while it is gone through
        if cell in other_side:
            chain = [cell]
            while (before := came_from[chain[-1]]) is not None:
                chain.append(before)
            return chain[::-1]
        for near in _beside(state, cell):
            if near in men and near not in came_from:
                came_from[near] = cell
                waiting.append(near)
    return []


def _without_room(state: Plain, owned: tuple[set[int], set[int]], seat: int) -> set[int]:
    """The men of a seat in groups that have no empty cell beside them."""
    empty = set(cells_in(state.cells[0])) - owned[0] - owned[1]
    waiting = [cell for cell in owned[seat] if any(near in empty for near in _beside(state, cell))]
    free = set(waiting)
    for cell in waiting:
        for near in _beside(state, cell):
            if near in owned[seat] and near not in free:
                free.add(near)
                waiting.append(near)
    return owned[seat] - free
