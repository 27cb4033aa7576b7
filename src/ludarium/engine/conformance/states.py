"""Demands on states: the same every time, never changed behind anybody's back, the same after writing and reading."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from ludarium.engine.conformance.cases import (
    UNTOUCHED,
    Case,
    Faults,
    difference,
    listed,
    states_of,
    who,
    without_stream,
)
from ludarium.engine.errors import LudariumError
from ludarium.engine.position import Position
from ludarium.engine.rules import words_of


def is_the_same_for_the_same_seed(case: Case) -> Faults:
    """Twin games, with one seed and the same moves, are identical byte for byte, and so are twin samples of a view."""
    twin = case.game.start(case.seed)
    for (ply, original), step in zip(case.every_position, [*case.walk.steps, None], strict=True):
        if twin.to_bytes() != original.to_bytes():
            yield ply, "twin games with the same seed and moves differ: a kernel draws on something beside state.rng"
            return
        for seat in case.watchers:
            view, seed = original.view(seat), case.sample_seed("twin", ply)
            if view.sample(seed).to_bytes() != view.sample(seed).to_bytes():
                yield ply, f"two samples of the view of {who(seat)} with the same seed differ"
        if step is not None:
            twin = twin.play(step.move, step.seat)


def survives_copying(case: Case) -> Faults:
    """A clone is equal and has memory of its own; `from_bytes` reads what `to_bytes` writes."""
    for ply, position in case.every_position:
        before = position.to_bytes()
        clone = position.clone()
        if clone != position:
            yield ply, "a clone differs from its original"
        clone.state["rng"] ^= np.uint64(1)
        if position.to_bytes() != before:
            clone.state["rng"] ^= np.uint64(1)
            yield ply, "writing to a clone changes its original"
        if Position.from_bytes(case.game, before).to_bytes() != before:
            yield ply, "a position changes when written to bytes and read again"


def survives_writing_as_text(case: Case) -> Faults:
    """A position's text is one line, and `read_position` gives the same position but for the random stream."""
    for ply, position in case.some_positions:
        text = position.text
        if not text.strip() or "\n" in text:
            yield ply, f"the position's text is {text!r}: expected one line"
        try:
            read = case.game.read_position(text)
        except LudariumError as error:
            yield ply, f"the position's text '{text}' is refused: {error}"
            continue
        if without_stream(read) != without_stream(position):
            yield ply, f"'{text}' is read as another position: {difference(position, read)}"


def leaves_earlier_positions_alone(case: Case) -> Faults:
    """Playing a move, viewing, sampling and drawing leave the position as it was."""
    for ply, position in case.some_positions:
        before = position.to_bytes()
        for name, action in _uses(case, ply, position):
            action()
            if position.to_bytes() != before:
                yield ply, f"{name} changes the position it starts from"
                return


def _uses(case: Case, ply: int, position: Position) -> Iterator[tuple[str, Callable[[], object]]]:
    for seat in case.watchers:
        yield f"viewing it as {who(seat)}", partial(position.view, seat)
        yield f"sampling the view of {who(seat)}", partial(position.view(seat).sample, case.sample_seed(ply))
    for seat in position.movers:
        yield f"listing the moves of {who(seat)}", partial(position.moves, seat)
        for move in position.moves(seat)[:3]:
            yield f"playing '{move}'", partial(position.play, move, seat)
    yield "writing it as text", lambda: position.text
    yield "drawing it", position.draw
    if position.over:
        yield "its result", position.result


def only_reads_where_it_should(case: Case) -> Faults:
    """The kernels that answer questions (who moves, which moves, how it ended, is this move allowed) write nothing."""
    for ply, position in case.every_position:
        states = states_of(position)
        before = states.tobytes()
        for name, ask in _questions(position, states):
            ask()
            if states.tobytes() != before:
                yield ply, f"{name} writes to the state"
                return


def _questions(position: Position, states: Any) -> Iterator[tuple[str, Callable[[], object]]]:
    game = position.game
    rules = game.bound
    yield "movers" if game.at_once else "to_move", partial(rules.movers, words_of(states)[0])
    moves = np.zeros(rules.ample, np.int64)
    for seat in position.movers:
        yield "legal", partial(rules.legal, words_of(states)[0], seat, moves)
        if game.rules.checked is not None:
            proposal, option = game.empty_move(), listed(position, seat)[1][0]
            yield "propose", partial(rules.propose, states, 0, seat, option, proposal)
            yield "check", partial(rules.check, states, 0, seat, proposal)
    if position.over:
        numbers = np.zeros(2 * game.seats)
        yield "result", partial(rules.result, states, 0, numbers)
        yield "reward", partial(rules.reward, states, 0, numbers)


def fills_its_buffers_itself(case: Case) -> Faults:
    """Kernels that fill a buffer (moves, points, rewards, proposals) give the same whatever the buffer held before."""
    for ply, position in case.some_positions:
        for name, fill in _fillings(position):
            if fill(0) != fill(UNTOUCHED):
                yield ply, f"{name} relies on what its buffer holds: searches hand it used ones"


def _fillings(position: Position) -> Iterator[tuple[str, Callable[[int], list[Any]]]]:
    game, states = position.game, states_of(position)
    rules = game.bound

    def moves(seat: int, filler: int) -> list[Any]:
        buffer = np.full(rules.ample, filler, np.int64)
        return list(buffer[: int(rules.legal(words_of(states)[0], seat, buffer))])

    def proposal(seat: int, option: int, filler: int) -> list[Any]:
        buffer = game.empty_move()
        # Checked moves may be of a narrow type: any number but zero will do.
        buffer[:] = 1 if filler else 0
        rules.propose(states, 0, seat, option, buffer)
        return list(buffer)

    def numbers(door: Callable[..., None], filler: int) -> list[Any]:
        buffer = np.full(2 * game.seats, float(filler))
        door(states, 0, buffer)
        return list(buffer[: game.seats])

    for seat in position.movers:
        yield "legal", partial(moves, seat)
        for option in moves(seat, 0) if game.rules.checked is not None else []:
            yield "propose", partial(proposal, seat, option)
    if position.over:
        yield "result", partial(numbers, rules.result)
        yield "reward", partial(numbers, rules.reward)


def draws_chance_only_if_declared(case: Case) -> Faults:
    """A game that does not declare `chance` leaves the random stream alone after its set-up."""
    if case.game.chance:
        return
    stream = case.game.start(case.seed).state["rng"]
    for ply, position in case.every_position:
        if position.state["rng"] != stream:
            yield ply, "the move before this draws on the random stream: declare chance = True"
            return


def can_be_drawn(case: Case) -> Faults:
    """Every position and every view has a picture."""
    for ply, position in case.some_positions:
        if not position.draw().strip():
            yield ply, "the picture of the position is empty"
        for seat in case.watchers:
            if not position.view(seat).draw().strip():
                yield ply, f"the picture of the view of {who(seat)} is empty"
