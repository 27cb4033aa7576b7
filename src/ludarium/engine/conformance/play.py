"""Demands on moves, movers, length and result."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from ludarium.engine.conformance.cases import Case, Faults, listed, states_of, who
from ludarium.engine.errors import IllegalMove, LudariumError
from ludarium.engine.game import normal
from ludarium.engine.position import Position


def plays_to_its_end(case: Case) -> Faults:
    """Every mover has a move, and random play ends within the declared `max_plies`."""
    for ply, position in case.every_position:
        for seat in position.movers:
            if listed(position, seat)[0] == 0:
                yield ply, f"{who(seat)} must decide but has no move"
    if case.walk.stopped:
        yield len(case.walk.steps), case.walk.stopped


def lists_no_more_than_declared(case: Case) -> Faults:
    """`legal` lists, and writes, at most `max_moves` moves."""
    declared = case.game.rules.max_moves
    for ply, position in case.every_position:
        for seat in position.movers:
            count, _, past_the_end = listed(position, seat)
            if count > declared or past_the_end:
                yield ply, f"legal lists {count} moves for {who(seat)}, max_moves declares {declared}"


def lists_moves_in_order(case: Case) -> Faults:
    """`legal` lists each move once, in rising order."""
    for ply, position in case.every_position:
        for seat in position.movers:
            _, moves, _ = listed(position, seat)
            for one, following in pairwise(moves):
                if one >= following:
                    yield ply, f"legal lists {following} after {one} for {who(seat)}"


def reads_its_own_move_texts(case: Case) -> Faults:
    """Every move's text is one trimmed line, differs from the others', and `read_move` reads it as the same move."""
    for ply, position in case.some_positions:
        for seat in position.movers:
            seen: dict[str, object] = {}
            for move in position.moves(seat):
                text = move.text
                if not text or text != text.strip() or "\n" in text:
                    yield ply, f"the move {move.value} has the text {text!r}: expected one trimmed line"
                if normal(text) in seen:
                    yield ply, f"the moves {seen[normal(text)]} and {move.value} have the same text '{text}'"
                seen[normal(text)] = move.value
                try:
                    read = case.game.read_move(text, position.state, seat)
                except LudariumError as error:
                    yield ply, f"the text of a legal move is refused: {error}"
                    continue
                if read.value != move.value or read.text != text:
                    yield ply, f"'{text}' stands for {move.value} but is read as {read.value} ('{read.text}')"


def gives_moves_to_movers_only(case: Case) -> Faults:
    """A seat has moves exactly when it must decide, and its own view says the same."""
    for ply, position in case.some_positions:
        for seat in range(case.game.seats):
            decides = seat in position.movers
            if bool(position.view(seat).moves()) != decides:
                yield ply, f"{who(seat)} {'must' if decides else 'need not'} decide, but its view says otherwise"
            if not decides:
                yield from _refuses_idle_seat(ply, position, seat)


def _refuses_idle_seat(ply: int, position: Position, seat: int) -> Faults:
    try:
        moves = position.moves(seat)
    except IllegalMove:
        return
    yield ply, f"{who(seat)} need not decide but is given the moves {', '.join(map(str, moves))}"


def proposes_allowed_moves(case: Case) -> Faults:
    """In a game of checked moves, every proposed one passes the check."""
    if case.game.rules.checked is None:
        return
    for ply, position in case.some_positions:
        for seat in position.movers:
            for move in position.moves(seat):
                fault = position.fault(move.value, seat)
                if fault:
                    yield ply, f"the move '{move}' is proposed to {who(seat)} but refused: {fault}"


def ends_as_declared(case: Case) -> Faults:
    """Points lie within `points_range` and add up to `points_sum`, ranks fit each other, rewards lie in -1 … 1."""
    if not case.walk.stopped:
        for message in result_faults(case.walk.last):
            yield len(case.walk.steps), message


def result_faults(final: Position) -> list[str]:
    """What is wrong with the result of a finished game."""
    game = final.game
    result = final.result()
    faults: list[str] = []
    if len(result.points) != game.seats or len(result.ranks) != game.seats:
        return [f"the result {result} does not have points and ranks for {game.seats} seats"]
    if not np.isfinite(result.points).all():
        return [f"the points {result.points} are no numbers"]
    ranges = [("points_range", game.points_range)]
    if game.rules.payoff == "points":
        ranges.append(("the rules' lowest … highest", (game.rules.lowest, game.rules.highest)))
    for name, bounds in ranges:
        for seat, points in enumerate(result.points):
            if bounds is not None and not bounds[0] <= points <= bounds[1]:
                faults.append(f"{who(seat)} has {points:g} points, {name} declares {bounds[0]:g} to {bounds[1]:g}")
    if game.points_sum is not None and abs(sum(result.points) - game.points_sum) > 1e-6:
        faults.append(f"the points add up to {sum(result.points):g}, points_sum declares {game.points_sum:g}")
    if any(rank != 1 + sum(other < rank for other in result.ranks) for rank in result.ranks):
        faults.append(
            f"the ranks {result.ranks} are no ranking: equal seats share the better rank, the next is left out"
        )
    rewards = np.zeros(2 * game.seats)
    game.bound.reward(states_of(final), 0, rewards)
    if not all(-1.0 <= reward <= 1.0 for reward in rewards[: game.seats]):
        faults.append(f"the rewards {rewards[: game.seats].tolist()} do not lie within -1 … 1")
    return faults
