"""Who can know which move was made."""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.engine.position import Position
from ludarium.engine.record import Decision


def tells(
    viewer: int | None, decision: Decision, before: Position, round_: Sequence[Decision], after: Position
) -> bool:
    """Whether a viewer (None: of everything) can know which move was made.

    `round_` are the decisions that were made at once with it, itself included; `before` and `after` are the positions
    round them. A game may say so itself; else no other move must look the same to the viewer.
    """
    if viewer is None or viewer == decision.seat or not before.game.hidden:
        return True
    made_move = before.game.read_move(decision.move, before.state, decision.seat)
    unseen = before.game.unseen(made_move.value, before.state, decision.seat)
    if unseen is not None:
        return not unseen
    seen = after.view(viewer)
    for other in before.moves(decision.seat):
        if other.text == decision.move:
            continue
        instead = before
        for made in round_:
            instead = instead.play(other if made is decision else made.move, made.seat)
        if instead.view(viewer) == seen:
            return False
    return True
