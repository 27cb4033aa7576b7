"""Who can know which move was made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from ludarium.engine.position import Position
from ludarium.engine.record import Decision

Viewer = TypeVar("Viewer", int, int | None)
"""A seat or `SPECTATOR`; None of everything."""


def knowing(
    viewers: Iterable[Viewer], decision: Decision, before: Position, round_: Sequence[Decision], after: Position
) -> list[Viewer]:
    """Those of the viewers who can know which move was made.

    `round_` are the decisions that were made at once with it, itself included; `before` and `after` are the positions
    round them. A game may say so itself; else no other move must look the same to the viewer.
    """
    game, seat = before.game, decision.seat
    others = [viewer for viewer in viewers if viewer is not None and viewer != seat]
    if not game.hidden or not others:
        return list(viewers)
    unseen = game.unseen(game.read_move(decision.move, before.state, seat).value, before.state, seat)
    if unseen is None:
        seen = {viewer: after.view(viewer) for viewer in others}
        in_the_dark = {
            viewer
            for instead in _instead(decision, before, round_)
            for viewer in others
            if instead.view(viewer) == seen[viewer]
        }
    else:
        in_the_dark = set(others) if unseen else set()
    return [viewer for viewer in viewers if viewer not in in_the_dark]


def _instead(decision: Decision, before: Position, round_: Sequence[Decision]) -> Iterable[Position]:
    """The positions after every other move that could have been made."""
    for other in before.moves(decision.seat):
        if other.text == decision.move:
            continue
        instead = before
        for made in round_:
            instead = instead.play(other if made is decision else made.move, made.seat)
        yield instead


def tells(
    viewer: int | None, decision: Decision, before: Position, round_: Sequence[Decision], after: Position
) -> bool:
    """Whether one viewer can know which move was made, as `knowing` has it."""
    return bool(knowing([viewer], decision, before, round_, after))
