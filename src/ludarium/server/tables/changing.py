"""What people can do at a table beside moving: take back, ask for a hint, agree on a draw, look back.

Nothing here is stored or told.
"""

from __future__ import annotations

import time
from typing import Any

from ludarium.engine.errors import LudariumError
from ludarium.engine.position import SPECTATOR
from ludarium.engine.scene import MoveScene, offered_moves
from ludarium.engine.turn import Answer
from ludarium.server.tables.deciding import DRAWN, Draft, Refusal, check_turn, seated
from ludarium.server.tables.scenes import replay_scene
from ludarium.server.tables.state import PAST, TableState

DRAW = "Both agreed on a draw."


def _practising(state: TableState, account: int) -> int:
    """The seat of somebody who plays alone against players, in a game that does not count."""
    seat = seated(state, account)
    if state.state != "running":
        raise Refusal("The game is not being played.", stale=True)
    if state.table.rated:
        raise Refusal("This game counts for the ratings: there are no takebacks and no hints.")
    if len(state.people) > 1:
        raise Refusal("There are takebacks and hints against players of the lab only.")
    return seat


def taking_back(state: TableState, account: int, decision: int) -> list[Draft]:
    """A person's last decision is taken back, with all that followed; where all decide at once, with its round."""
    seat = _practising(state, account)
    if decision != len(state.decisions):
        raise Refusal("The position has changed meanwhile: look again.", stale=True)
    own = [number for number, made in enumerate(state.decisions) if made.seat == seat]
    if seat in state.commitments:
        kept = len(state.decisions)
    elif own:
        kept = _round_of(state, own[-1])
    else:
        raise Refusal("You have decided nothing yet that could be taken back.")
    return [Draft("taken_back", {"seat": seat, "decisions": kept}, {}, state.positions(kept)[-1])]


def _round_of(state: TableState, number: int) -> int:
    """The first decision of the round that a decision belongs to; itself where one decides after the other."""
    if not state.game.at_once:
        return number
    position, first = state.game.start(state.table.seed), 0
    while True:
        size = len(position.movers)
        if first + size > number:
            return first
        for made in state.decisions[first : first + size]:
            position = position.play(made.move, made.seat)
        first += size


def hint_seat(state: TableState, account: int, decision: int) -> int:
    """The seat of somebody who may ask for a hint now."""
    seat = _practising(state, account)
    check_turn(state, seat, decision)
    return seat


def adviser(state: TableState) -> str:
    """The player that is asked for hints: the strongest that people are offered."""
    levels = state.game.levels()
    return max(levels, key=lambda level: level.strength).text if levels else state.game.suits


def hinting(state: TableState, seat: int, decision: int, answer: Answer) -> list[Draft]:
    """What the adviser said, if it is still wanted."""
    if state.state != "running" or decision != len(state.decisions) or seat not in state.deciding:
        raise Refusal("The position has changed meanwhile.", stale=True)
    view = state.looks.view(state, seat)
    try:
        move = view.move(str(answer.move)) if answer.move is not None and not answer.fault else None
    except LudariumError:
        move = None
    data = {"seat": seat, "decision": decision}
    if move is None:
        return [Draft("hinted", data, {"move": "", "words": "", "reason": "No hint could be found: try again."})]
    words = str(state.game.move_scene(move, view).get("words", move.text))
    return [Draft("hinted", data, {"move": move.text, "words": words, "reason": answer.reason})]


def offering_draw(state: TableState, account: int) -> list[Draft]:
    """A draw is offered, or agreed on if the other has offered it."""
    seat = seated(state, account)
    if state.state != "running":
        raise Refusal("The game is not being played.", stale=True)
    if len(state.seats) != 2 or len(state.people) != 2:
        raise Refusal("A draw can be agreed on by two people: players of the lab play on.")
    if state.draw_offer == seat:
        raise Refusal("You have offered a draw already: wait for the answer.")
    if state.draw_offer is None:
        return [Draft("draw_offered", {"seat": seat})]
    return [Draft("ended", {"result": DRAWN, "reason": DRAW})]


def declining_draw(state: TableState, account: int) -> list[Draft]:
    seat = seated(state, account)
    if state.draw_offer is None or state.draw_offer == seat:
        raise Refusal("Nobody offers you a draw.", stale=True)
    return [Draft("draw_declined", {"seat": seat})]


FORESEEN, FORESEEING = 500, 0.15
"""Moves that somebody is told who asks what they may do next, and seconds that are spent on finding them."""


def foreseeing(state: TableState, account: int, decision: int) -> list[MoveScene]:
    """The moves that somebody who waits may have next, whatever the others do now: to choose one ahead.

    None where the others decide out of sight, chance comes first, or all decide at once: nothing that is not known yet
    may be told.
    """
    seat, game, position = seated(state, account), state.game, state.position
    if position is None or state.state != "running" or decision != len(state.decisions):
        raise Refusal("The position has changed meanwhile: look again.", stale=True)
    if game.hidden or game.chance or game.at_once or game.rules.checked is not None or seat in state.deciding:
        return []
    found: dict[str, MoveScene] = {}
    until = time.monotonic() + FORESEEING
    for mover in state.deciding:
        for move in position.view(mover).moves():
            after = position.play(move, mover)
            if not after.over and after.movers == (seat,):
                for offered in offered_moves(after.view(seat)):
                    found.setdefault(offered["text"], offered)
            if len(found) > FORESEEN or time.monotonic() > until:
                return list(found.values())[:FORESEEN]
    return list(found.values())


def looking_back(state: TableState, account: int, decision: int) -> dict[str, Any]:
    """The scene after so many decisions, as whoever asks saw it; all of it when the match is over."""
    if state.position is None or decision > len(state.decisions):
        raise Refusal("There is no such position.")
    seat = state.seat_of(account)
    positions = state.positions(decision)
    past = positions[max(0, decision - PAST) : decision]
    scene = replay_scene(positions[-1], decision, past, SPECTATOR if seat is None else seat, whole=state.over)
    return {**scene, "moves": [], "turn": {**scene["turn"], "committed": []}}
