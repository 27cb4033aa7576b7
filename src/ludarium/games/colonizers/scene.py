"""Colonizers on a screen: four colonies, hands as far as the reader knows them, the stage, and the log in words."""

from __future__ import annotations

from typing import Any

from ludarium.engine import Move, View
from ludarium.engine.sentences import counted, introduction, listed, outcome
from ludarium.games.colonizers.cards import COLONIST_NAMES, COLOUR_NAMES, COST, MODULE_NAMES, VALUE, colour_of
from ludarium.games.colonizers.drawing import colonists_in, described, modules_in
from ludarium.games.colonizers.knowledge import may_hold
from ludarium.games.colonizers.log import turns
from ludarium.games.colonizers.rules import BUILDING, KEEPING, NAMING, TAKE_MODULES, TAKE_OMNIUM
from ludarium.games.colonizers.table import BUILD, DRAW, KEEP, OVER, PICK, POWER, SEATS, module_at

STAGES = {PICK: "pick", DRAW: "draw", KEEP: "keep", POWER: "power", BUILD: "build", OVER: "over"}
_GUIDE = {
    PICK: "Pick a colonist.",
    DRAW: "Take 2 Omnium, or look at two modules.",
    KEEP: "Keep one of the two modules; the other goes under the deck.",
    POWER: "Name a colonist, or nobody.",
    BUILD: "Build a module, or none.",
    OVER: "The game is over.",
}
_ABOUT = {
    "Visionary": "draws a module",
    "Ecologist": "earns 1 Omnium for each green module",
    "Miner": "earns 1 Omnium for each blue module",
    "General": "earns 1 Omnium for each red module",
    "Opportunist": "may steal up to 2 Omnium",
    "Spy": "may swap hands",
}


def scene(view: View) -> dict[str, Any]:
    """The table as the reader knows it. A card that it does not know is None, a colonist too."""
    state, stage = view.state, int(view.state.stage)
    own = view.seat
    return {
        "stage": STAGES[stage],
        "guide": _GUIDE[stage] if stage == OVER or own == state.seat else "",
        "seat": None if stage == OVER else int(state.seat),
        "round": int(state.rounds),
        "deck": int(state.deck_size),
        "spent": bool(state.spent),
        "seats": [_seat(view, seat) for seat in range(SEATS)],
        "hand": [card(int(module)) for module in state.hand[own][: state.cards[own]]] if own >= 0 else [],
        "drawn": [card(int(module)) if module else None for module in state.drawn] if stage == KEEP else [],
        "offered": colonists_in(int(state.offered[own])) if own >= 0 else [],
        "under": [
            {"place": place + 1, "card": card(module_at(state, place))}
            for place in range(int(state.deck_size))
            if view.whole or (own >= 0 and int(state.under[own]) >> place & 1)
        ],
        "log": turns(state, view.game.seat_names),
    }


def card(module: int) -> dict[str, Any]:
    """A module as a card."""
    return {
        "name": MODULE_NAMES[module],
        "colour": COLOUR_NAMES[colour_of(module)].replace("no colour", "none"),
        "cost": int(COST[module]),
        "value": int(VALUE[module]),
    }


def move_scene(move: Move, view: View) -> dict[str, Any]:
    """What kind of choice a move is, and what it is about: a colonist, a card or nothing."""
    value = move.value
    assert isinstance(value, int)
    if value >= BUILDING:
        return _choice("build", "build nothing", "build", value - BUILDING)
    if value >= NAMING:
        named = value - NAMING
        if not named:
            return {"words": "name nobody", "kind": "name", "target": None, "card": None}
        verb = "steal from" if COLONIST_NAMES[view.state.colonist[view.seat]] == "Opportunist" else "swap hands with"
        words = f"name the {COLONIST_NAMES[named]}: {verb} whoever it is"
        return {"words": words, "kind": "name", "target": COLONIST_NAMES[named], "card": None}
    if value >= KEEPING:
        return _choice("keep", "", "keep", value - KEEPING)
    if value in (TAKE_OMNIUM, TAKE_MODULES):
        words = "take 2 Omnium" if value == TAKE_OMNIUM else "look at two modules and keep one"
        return {"words": words, "kind": "draw", "target": move.text, "card": None}
    name = COLONIST_NAMES[value]
    return {"words": f"pick the {name}, who {_ABOUT[name]}", "kind": "pick", "target": name, "card": None}


def standing(view: View) -> list[float]:
    """The values of the colonies so far, without a bonus for a full one."""
    return [float(view.state.score[seat]) for seat in range(SEATS)]


def describe(view: View) -> str:
    """The table in sentences: first what concerns the reader, then everybody, then what happened."""
    state, names = view.state, view.game.seat_names
    sentences = [introduction(view), f"Round {state.rounds}, {counted(int(state.deck_size), 'module')} in the deck."]
    if view.over:
        ending = "The deck is spent, and nobody wins." if state.spent else ""
        sentences.append(ending or outcome(view))
    elif view.seat == state.seat:
        sentences.append(f"It is your turn. {_GUIDE[int(state.stage)]}")
    else:
        sentences.append(f"{names[int(state.seat)]} is to decide.")
    if state.stage == KEEP and any(state.drawn):
        sentences.append(f"Drawn: {listed([described(int(module)) for module in state.drawn if module])}.")
    sentences += [_about(view, seat) for seat in range(SEATS)]
    if turns(state, names):
        sentences.append("Last turns: " + " ".join(turns(state, names)))
    return " ".join(sentences)


def _choice(kind: str, nothing: str, verb: str, module: int) -> dict[str, Any]:
    if not module:
        return {"words": nothing, "kind": kind, "target": None, "card": None}
    words = f"{verb} {described(module)}"
    return {"words": words, "kind": kind, "target": MODULE_NAMES[module], "card": card(module)}


def _seat(view: View, seat: int) -> dict[str, Any]:
    """One colony and what is known of its owner."""
    state = view.state
    colonist, held = int(state.colonist[seat]), [int(module) for module in state.hand[seat][: state.cards[seat]]]
    return {
        "seat": seat,
        "omnium": int(state.omnium[seat]),
        "value": int(state.score[seat]),
        "built": int(state.built[seat]),
        "first": bool(state.first == seat + 1),
        "colony": [card(module) for module, number in modules_in(int(state.colony[seat])) for _ in range(number)],
        "hand_count": len(held),
        "hand": [card(module) if module else None for module in held],
        "picked": bool(colonist or _has_picked(state, seat)),
        "colonist": COLONIST_NAMES[colonist] if colonist else None,
        "revealed": bool(state.shown >> seat & 1),
        "may_be": _candidates(view, seat),
        "lost": int(state.gone[seat]),
    }


def _has_picked(state: Any, seat: int) -> bool:
    return bool(state.stage != PICK or seat < state.seat)


def _candidates(view: View, seat: int) -> list[str]:
    """The colonists that an undisclosed seat may hold, for a reader who takes part."""
    state = view.state
    if view.seat < 0 or view.seat == seat or view.over or state.colonist[seat]:
        return []
    return colonists_in(may_hold(state, view.seat, seat))


def _about(view: View, seat: int) -> str:
    state, found = view.state, _seat(view, seat)
    name = view.game.seat_names[seat] + (" (you)" if seat == view.seat else "")
    colonist = f"the {found['colonist']}" if found["colonist"] else "colonist hidden" if found["picked"] else ""
    known = [described(int(module)) for module in state.hand[seat][: state.cards[seat]] if module]
    hand = counted(found["hand_count"], "module") + " in hand" + (f", among them {listed(known)}" if known else "")
    built = [f"{number} × {MODULE_NAMES[m]}" for m, number in modules_in(int(state.colony[seat]))]
    colony = f"built {listed(built)}, worth {found['value']}" if built else "nothing built"
    candidates = f" May be {listed(found['may_be'], 'or')}." if found["may_be"] else ""
    facts = [part for part in (colonist, f"{found['omnium']} Omnium", hand, colony) if part]
    return f"{name}: {'; '.join(facts)}.{candidates}"
