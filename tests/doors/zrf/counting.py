"""Counting by turns: in a translated game each jump of a series is a move of its own, elsewhere the series is one."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np

from ludarium.doors.zrf.game import ZrfGame
from ludarium.doors.zrf.listing import ADDS
from ludarium.engine import SPECTATOR, Game, Position, kernel
from ludarium.engine.slots import apply, legal, to_move
from ludarium.games.rulesets.game import RuleSetGame

_LONGEST_SERIES = 12


@kernel
def count_turns(states: Any, moves: Any, tried: Any, listed: Any, turns: Any, depth: int) -> int:
    """Leaves `depth` complete turns below the state in row 0; a finished game is one leaf."""
    leaves, row = 0, 0
    tried[0], turns[0] = -1, 0
    while row >= 0:
        seat = to_move(states[row])
        if tried[row] < 0:
            if seat < 0 or turns[row] == depth:
                leaves += 1
                row -= 1
                continue
            listed[row] = legal(states[row], seat, moves[row])
            tried[row] = 0
        if tried[row] == listed[row]:
            row -= 1
            continue
        states[row + 1] = states[row]
        apply(states[row + 1], seat, moves[row, tried[row]])
        tried[row] += 1
        turns[row + 1] = turns[row] + (0 if states[row + 1].going else 1)
        row += 1
        tried[row] = -1
    return leaves


def perft_by_turns(position: Position, depth: int) -> list[int]:
    """The leaf counts for 1, 2, … `depth` turns of a translated game."""
    game, rows = position.game, depth * _LONGEST_SERIES + 1
    states = game.bound.states(rows)
    states[0] = position.state
    numbers = [np.zeros(rows, np.int64) for _ in range(3)]
    counter = game.bound.binder.bind(count_turns)
    return [int(counter(states, game.bound.moves(rows), *numbers, turns)) for turns in range(1, depth + 1)]


def whole_turns(position: Position) -> list[Position]:
    """The positions after each complete turn."""
    found = []
    for move in position.moves():
        after = position.play(move)
        found += whole_turns(after) if getattr(after.state, "going", 0) else [after]
    return found


def count_whole_turns(position: Position) -> int:
    """How many those are: only jumps need to be made to know it."""
    count = 0
    for move in position.moves():
        after = position.play(move) if "x" in move.text else None
        count += 1 if after is None or not after.state.going else count_whole_turns(after)
    return count


def leaves(game: Game, most: int, series: bool) -> list[int]:
    """Perft by complete turns without the compiler, as deep as there are at most so many positions to go on from.
    `series` says that a turn may have several moves; where it has one, those of the last ply need not be made."""
    level, counts, ended = [game.start()], [], 0
    while level and len(level) <= most:
        ended += sum(position.over for position in level)
        going = [position for position in level if not position.over]
        number = sum(count_whole_turns(p) if series else len(p.moves()) for p in going)
        counts.append(number + ended)
        level = [after for p in going for after in whole_turns(p)] if number <= most else []
    return counts


def men_of(position: Position) -> tuple[str, ...]:
    """Who is to move, and what stands on the cells of a board of letters and numbers, as both a rule set and its
    translation say it."""
    game, state = position.game, position.state
    men: list[tuple[str, int, bool, bool, bool]] = []
    if isinstance(game, RuleSetGame):
        for cell in game.scene(position.view(SPECTATOR))["cells"]:
            man = cell["content"]
            if man is not None:
                men.append((cell["name"], man["seat"], man["kind"] == "king", man["solid"], man["hybrid"]))
    else:
        assert isinstance(game, ZrfGame)
        kinds = ["", *game.pieces]
        for number, name in enumerate(game.positions):
            kind = kinds[int(state.kind[number])]
            if kind in ("Man", "Hybrid") and any(game.places[number]):
                had = [
                    (bit := game.attribute(word)) >= 0 and bool(int(state.attributes[number]) >> bit & 1)
                    for word in ("crowned?", "solid?")
                ]
                men.append((name, int(state.owner[number]) - 1, had[0], had[1], kind == "Hybrid"))
    mover = "over" if position.over else str(position.movers[0])
    return (mover, *sorted(f"{name}{seat}{king}{solid}{hybrid}" for name, seat, king, solid, hybrid in men))


def same_walk(one: Game, two: Game, turns: int, seed: int, every: int = 1) -> int:
    """Walk at random through a rule set and its translation at once: at each turn there are as many moves, and at every
    so-many-th the same boards can be reached; in the end the result is the same. Gives how many turns there were."""
    source = random.Random(seed)
    left, right = one.start(), two.start()
    for turn in range(turns):
        assert left.over == right.over
        if left.over:
            assert left.result().points == right.result().points
            return turn
        moves = left.moves()
        if turn % every == every - 1:
            here, there = [left.play(move) for move in moves], whole_turns(right)
            assert sorted(men_of(position) for position in here) == sorted(men_of(position) for position in there)
        elif not any("x" in move.text for move in moves):
            assert len(moves) == len(right.moves())
        move = source.choice(moves)
        left, right = left.play(move), counterpart(left.play(move), right, move.text)
    return turns


def counterpart(wanted: Position, position: Position, text: str) -> Position:
    """The position after a turn of a translation that is the same as one of a rule set after a move with this text."""
    game = position.game
    assert isinstance(game, ZrfGame)
    moves = position.moves()
    begin = re.search(r"[a-l]\d+", text)
    if begin is not None:
        start, ways = game.positions.index(begin[0]), len(game._table("TYPE_OF"))
        moves = [move for move in moves if isinstance(move.value, int) and move.value // ADDS // ways == start]
    after = men_of(wanted)
    for move in moves:
        played = position.play(move)
        for found in whole_turns(played) if played.state.going else [played]:
            if men_of(found) == after and in_hand(found) == in_hand(wanted):
                return found
    raise AssertionError(f"{text} leads nowhere that it should")


def in_hand(position: Position) -> tuple[tuple[int, ...], ...]:
    """What each player has left: two moves, one for the other, recalls, hybrid and non-flipping disks, a first one."""
    game, state = position.game, position.state
    if isinstance(game, RuleSetGame):
        options = [[int(state.options[seat]) >> bit & 1 for bit in range(4)] for seat in range(2)]
        disks = [(state.hybrids[seat], state.solids[seat], state.firsts[seat]) for seat in range(2)]
        return tuple((*options[seat], *(int(number) for number in disks[seat])) for seat in range(2))
    assert isinstance(game, ZrfGame)
    kinds = ["", *game.pieces]
    found = []
    for seat in range(2):
        held = [kinds[int(state.kind[cell])] for cell in range(game.cells) if state.owner[cell] == seat + 1]
        held += [kind for number, kind in enumerate(kinds) if kind and state.off[seat, number]]
        words = ("Double", "For-you", "Recall-last", "Recall-any", "Hybrid-disk", "Solid-disk", "First-disk")
        recalled = {kind for kind in held if kind.startswith("Recall") and not state.off[seat, kinds.index(kind)]}
        found.append(tuple(held.count(word) if word not in recalled else 0 for word in words))
    return tuple(found)
