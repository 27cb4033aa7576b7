"""Demands on views: they hide what they should, and nothing that is hidden shows in any other way."""

from __future__ import annotations

from collections.abc import Iterable

from ludarium.engine.conformance.cases import Case, Faults, difference, states_of, walk_from, who
from ludarium.engine.conformance.play import result_faults
from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.move import MoveValue
from ludarium.engine.position import Position, View

_SAMPLES = 3
_TEXTS = 12


def keeps_views_when_hidden_things_change(case: Case) -> Faults:
    """A sample of a view has that same view, byte for byte; hiding what is hidden already changes nothing."""
    for ply, position in case.some_positions:
        for seat in case.watchers:
            view = position.view(seat)
            hidden_again = Position(case.game, states_of(view)).view(seat)
            if hidden_again.to_bytes() != view.to_bytes():
                yield (
                    ply,
                    f"the view of {who(seat)} changes when hidden a second time: {difference(view, hidden_again)}",
                )
            for number in range(_SAMPLES):
                again = view.sample(case.sample_seed("view", ply, number)).view(seat)
                if again.to_bytes() != view.to_bytes():
                    yield ply, f"a sample of the view of {who(seat)} looks different to it: {difference(view, again)}"


def lists_moves_from_the_view_alone(case: Case) -> Faults:
    """A seat's moves and their texts are the same from the position, from its view, and from a sample of its view."""
    for ply, position in case.some_positions:
        for seat in range(case.game.seats):
            view = position.view(seat)
            sample = view.sample(case.sample_seed("moves", ply))
            wanted = _moves(position, seat)
            for name, moves in (("its view", _own_moves(view)), ("a sample of its view", _moves(sample, seat))):
                if moves != wanted:
                    yield ply, f"{who(seat)} has the moves {_shown(wanted)}, but {_shown(moves)} from {name}"


def explains_errors_from_the_view_alone(case: Case) -> Faults:
    """What `read_move` answers, errors included, is the same from the position, from the view, and from a sample."""
    texts = _texts(case)
    for ply, position in case.some_positions:
        for seat in position.movers:
            view = position.view(seat)
            sample = view.sample(case.sample_seed("errors", ply))
            for text in texts:
                wanted = _answer(case.game, text, position, seat)
                for name, source in (("its view", view), ("a sample of its view", sample)):
                    answer = _answer(case.game, text, source, seat)
                    if answer != wanted:
                        yield ply, f"{who(seat)} trying '{text}' gets '{wanted}', but '{answer}' from {name}"


def samples_with_a_fresh_stream(case: Case) -> Faults:
    """A view has no random stream, and each sample has its own: never the true one, another for another seed."""
    for ply, position in case.some_positions:
        for seat in case.watchers:
            view = position.view(seat)
            if view.state["rng"] != 0:
                yield ply, f"the view of {who(seat)} holds a random stream: the future dice"
            streams = {int(position.state["rng"])}
            streams |= {int(view.sample(case.sample_seed("stream", ply, n)).state["rng"]) for n in range(_SAMPLES)}
            if len(streams) != 1 + _SAMPLES:
                yield ply, f"samples of the view of {who(seat)} share a random stream with each other or the true game"


def samples_positions_that_play_on(case: Case) -> Faults:
    """A sample is a position like any other: random play from it ends within bounds, with a result within bounds."""
    for ply, position in case.some_positions:
        for seat in case.watchers:
            view = position.view(seat)
            sample = view.sample(case.sample_seed("play", ply))
            if (seat in sample.movers) != (seat in position.movers):
                yield ply, f"{who(seat)} {'must' if seat in position.movers else 'need not'} decide; a sample differs"
            walk = walk_from(sample, case.random("play", ply, seat), case.game.rules.max_plies)
            faults = [walk.stopped] if walk.stopped else result_faults(walk.last)
            for fault in faults:
                yield ply, f"play from a sample of the view of {who(seat)} fails: {fault}"


def commits_in_any_order(case: Case) -> Faults:
    """Where several seats decide at once, the order in which they commit does not matter."""
    for ply, position in case.some_positions:
        if len(position.movers) > 1:
            chooser = case.random("order", ply)
            choices = [(seat, chooser.choice(position.moves(seat))) for seat in position.movers]
            ends = []
            for order in (choices, choices[::-1], [*choices[1:], choices[0]]):
                following = position
                for seat, move in order:
                    following = following.play(move, seat)
                ends.append(following.to_bytes())
            if len(set(ends)) > 1:
                listing = ", ".join(f"'{move}' by {who(seat)}" for seat, move in choices)
                yield ply, f"the order of commitments matters: {listing}"


def commits_in_secret(case: Case) -> Faults:
    """Where several seats decide at once, nobody else's view shows whether or what a seat has committed."""
    for ply, position in case.some_positions:
        if len(position.movers) > 1:
            for seat in position.movers:
                for move in position.moves(seat)[:_TEXTS]:
                    after = position.play(move, seat)
                    for other in case.watchers:
                        before, now = position.view(other), after.view(other)
                        if other != seat and now.to_bytes() != before.to_bytes():
                            yield (
                                ply,
                                f"{who(other)} sees that {who(seat)} committed '{move}': {difference(before, now)}",
                            )


def _moves(position: Position, seat: int) -> list[tuple[MoveValue, str]]:
    return [(move.value, move.text) for move in position.moves(seat)] if seat in position.movers else []


def _own_moves(view: View) -> list[tuple[MoveValue, str]]:
    return [(move.value, move.text) for move in view.moves()]


def _shown(moves: Iterable[tuple[MoveValue, str]]) -> str:
    return ", ".join(text for _, text in moves) or "none"


def _texts(case: Case) -> list[str]:
    """Texts to try: moves made in the game, most of them illegal elsewhere, some a little off, and nonsense."""
    made: dict[str, None] = {}
    for step in case.walk.steps:
        value = step.move.value
        made[step.move.text] = None
        if isinstance(value, tuple):
            made[case.game.move_text((value[0] + 1, *value[1:]), step.position.state, step.seat)] = None
    texts = list(made)
    return ["", "no such move", *(texts if len(texts) <= _TEXTS else case.random("texts").sample(texts, _TEXTS))]


def _answer(game: Game, text: str, source: Position | View, seat: int) -> str:
    try:
        move = game.read_move(text, source.state, seat)
    except LudariumError as error:
        return f"{type(error).__name__}: {error}"
    return f"{move.value} {move.text}"
