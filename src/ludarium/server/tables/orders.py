"""Orders at a table, read: which is answered at once, and which events the others lead to. Nothing is stored here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludarium.server.tables import changing, deciding, giving_up
from ludarium.server.tables.audience import Order
from ludarium.server.tables.deciding import Draft, Refusal
from ludarium.server.tables.scenes import preview
from ludarium.server.tables.state import TableState
from ludarium.store.lab import Account

NOBODY = Account(0, "the server", guest=True)
"""Who gives the server's own orders: no account has this number."""


def asked(state: TableState, order: Order) -> dict[str, Any] | None:
    """The answer to a message that changes nothing; None for one that does."""
    message = order.message
    if message["type"] == "preview":
        seat = deciding.seated(state, order.account.id)
        deciding.check_turn(state, seat, message["decision"])
        return {"type": "previewed", "id": message["id"], **preview(state, seat, message["moves"])}
    if message["type"] == "ask_reason":
        number = message["decision"]
        if number >= len(state.decisions):
            raise Refusal("There is no such decision.")
        made = state.decisions[number]
        if state.game.hidden and not state.over and state.seat_of(order.account.id) != made.seat:
            raise Refusal("Reasons speak of what a player knows: they can be read when the game is over.")
        text = made.reason or "No reason was given."
        figures = state.figures.get(number, {})
        return {"type": "reason", "id": message["id"], "decision": number, "text": text, "figures": figures}
    return None


def drafts(state: TableState, order: Order, away: Mapping[int, float], patience: float) -> list[Draft]:
    """What a message leads to. `away`: for how many seconds people have been, by account; `patience`: after how many
    others can claim the game."""
    message, account = order.message, order.account
    match message["type"]:
        case "move":
            seat = deciding.seated(state, account.id)
            spent = state.spent if state.mask is None else state.thought
            paused = deciding.pauses(message, spent) if state.table.study is not None else {}
            return deciding.moving(state, seat, message["decision"], message["moves"], spent, paused)
        case "chat":
            place = state.seat_of(account.id)
            name = account.name if state.mask is None or place is None else state.seats[place].label
            return deciding.chatting(account.id, name, place, message["text"])
        case "propose":
            control = deciding.control_of(state, message.get("seconds"), message.get("clock"))
            return deciding.proposing(state, account.id, message["revision"], message["settings"], control)
        case "agree":
            return deciding.agreeing(state, account.id, message["revision"])
        case "start":
            return deciding.filling(state, account.id)
        case "resign":
            return giving_up.resigning(state, account.id)
        case "takeback":
            return changing.taking_back(state, account.id, message["decision"])
        case "offer_draw":
            return changing.offering_draw(state, account.id)
        case "decline_draw":
            return changing.declining_draw(state, account.id)
        case "claim":
            return giving_up.claiming(state, account.id, away, patience)
        case "join":
            return deciding.joining(state, account.id, account.name, account.guest, message["seat"], message["key"])
        case "quit":
            return giving_up.quitting(state, account.id)
        case "leave":
            return deciding.leaving(state, account.id)
    if account == NOBODY:
        return _ordered(state, message)
    raise Refusal("Nobody knows what this message means.")


def _ordered(state: TableState, message: Mapping[str, Any]) -> list[Draft]:
    """What the server itself wishes of a table: no client can send these."""
    match message["type"]:
        case "run_out":
            return giving_up.running_out(state, message["reason"])
        case "hand_over":
            return deciding.handing(state, message["seat"], message["player"], message["why"])
        case "hinted":
            return changing.hinting(state, message["seat"], message["decision"], message["answer"])
        case "finish":
            return deciding.finishing(state, message["reason"], message["result"])
        case "turn_down":
            return deciding.turning_down(state)
        case "unmask":
            return deciding.unmasking(state)
    raise Refusal("Nobody knows what this message means.")
