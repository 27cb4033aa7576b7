"""Colonizers on a screen: four colonies, hands as far as the reader knows them, the stage, and the log in words."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from ludarium.engine import Move, View
from ludarium.engine.position import Plain
from ludarium.engine.scene import MoveWords
from ludarium.engine.sentences import counted, introduction, listed, outcome
from ludarium.games.colonizers.cards import COLONIST_NAMES, COLOUR_NAMES, COST, KINDS, MODULE_NAMES, VALUE, colour_of
from ludarium.games.colonizers.drawing import colonists_in, described, modules_in
from ludarium.games.colonizers.knowledge import may_hold
from ludarium.games.colonizers.log import turns
from ludarium.games.colonizers.rules import BUILDING, KEEPING, NAMING, TAKE_MODULES, TAKE_OMNIUM
from ludarium.games.colonizers.table import BUILD, DRAW, KEEP, OVER, PICK, POWER, SEATS, module_at

Stage = Literal["pick", "draw", "keep", "power", "build", "over"]


class Card(TypedDict):
    name: str
    colour: Literal["green", "blue", "red", "none"]
    cost: int
    value: int


class Colony(TypedDict):
    seat: int
    omnium: int
    value: int
    """The values of the colony added up."""
    built: int
    first: bool
    """Whether it was the first to have eight modules."""
    colony: list[Card]
    hand_count: int
    hand: list[Card | None]
    """One entry for each card in hand; null for those that you do not know."""
    picked: bool
    """Whether a colonist has been picked in this round."""
    colonist: str | None
    """The colonist, null while you do not know it."""
    revealed: bool
    """Whether everybody knows it."""
    may_be: list[str]
    """The colonists that it may be, as far as you can tell."""
    lost: int
    """Modules lost to a full hand."""


class Under(TypedDict):
    place: int
    card: Card


class ColonizersMove(MoveWords):
    kind: Literal["pick", "draw", "keep", "name", "build"]
    target: str | None
    """A colonist, "Omnium", "modules" or a module; null for nobody or nothing."""
    card: Card | None


class ColonizersData(TypedDict):
    stage: Stage
    guide: str
    """What you are asked, empty when you are not."""
    seat: int | None
    """Whose decision it is; null when the game is over."""
    round: int
    deck: int
    spent: bool
    """The deck could not give what had to be drawn: nobody wins."""
    seats: list[Colony]
    hand: list[Card]
    drawn: list[Card | None]
    """The two modules that are looked at, as far as you know them."""
    offered: list[str]
    """The colonists that you could pick from in this round."""
    under: list[Under]
    """Modules in the deck that you know, counted from the top."""
    log: list[str]


STAGES: dict[int, Stage] = {PICK: "pick", DRAW: "draw", KEEP: "keep", POWER: "power", BUILD: "build", OVER: "over"}
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


def scene(view: View) -> ColonizersData:
    """The table as the reader knows it. A card that it does not know is None, a colonist too."""
    state, stage = view.plain, view.plain.stage
    own = view.seat
    return {
        "stage": STAGES[stage],
        "guide": _GUIDE[stage] if stage == OVER or own == state.seat else "",
        "seat": None if stage == OVER else state.seat,
        "round": state.rounds,
        "deck": state.deck_size,
        "spent": bool(state.spent),
        "seats": [_seat(view, seat) for seat in range(SEATS)],
        "hand": [card(module) for module in state.hand[own][: state.cards[own]]] if own >= 0 else [],
        "drawn": [card(module) if module else None for module in state.drawn] if stage == KEEP else [],
        "offered": colonists_in(state.offered[own]) if own >= 0 else [],
        "under": [
            {"place": place + 1, "card": card(module_at(state, place))}
            for place in range(state.deck_size)
            if view.whole or (own >= 0 and state.under[own] >> place & 1)
        ],
        "log": turns(state, view.game.seat_names),
    }


def card(module: int) -> Card:
    """A module as a card."""
    return _CARDS[module].copy()


def _card(module: int) -> Card:
    colour: Any = COLOUR_NAMES[colour_of(module)].replace("no colour", "none")
    return {"name": MODULE_NAMES[module], "colour": colour, "cost": int(COST[module]), "value": int(VALUE[module])}


_CARDS = {module: _card(module) for module in range(1, KINDS + 1)}


def move_scene(move: Move, view: View) -> ColonizersMove:
    """What kind of choice a move is, and what it is about: a colonist, a card or nothing."""
    value = move.value
    assert isinstance(value, int)
    if value >= BUILDING:
        return _choice("build", "build nothing", "build", value - BUILDING)
    if value >= NAMING:
        named = value - NAMING
        if not named:
            return {"words": "name nobody", "kind": "name", "target": None, "card": None}
        verb = "steal from" if COLONIST_NAMES[view.plain.colonist[view.seat]] == "Opportunist" else "swap hands with"
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
    return [float(view.plain.score[seat]) for seat in range(SEATS)]


def describe(view: View) -> str:
    """The table in sentences: first what concerns the reader, then everybody, then what happened."""
    state, names = view.plain, view.game.seat_names
    sentences = [introduction(view), f"Round {state.rounds}, {counted(state.deck_size, 'module')} in the deck."]
    if view.over:
        ending = "The deck is spent, and nobody wins." if state.spent else ""
        sentences.append(ending or outcome(view))
    elif view.seat == state.seat:
        sentences.append(f"It is your turn. {_GUIDE[state.stage]}")
    else:
        sentences.append(f"{names[state.seat]} is to decide.")
    if state.stage == KEEP and any(state.drawn):
        sentences.append(f"Drawn: {listed([described(module) for module in state.drawn if module])}.")
    sentences += [_about(view, seat) for seat in range(SEATS)]
    log = turns(state, names)
    if log:
        sentences.append("Last turns: " + " ".join(log))
    return " ".join(sentences)


def _choice(kind: Literal["keep", "build"], nothing: str, verb: str, module: int) -> ColonizersMove:
    if not module:
        return {"words": nothing, "kind": kind, "target": None, "card": None}
    words = f"{verb} {described(module)}"
    return {"words": words, "kind": kind, "target": MODULE_NAMES[module], "card": card(module)}


def _seat(view: View, seat: int) -> Colony:
    """One colony and what is known of its owner."""
    state = view.plain
    colonist, held = state.colonist[seat], state.hand[seat][: state.cards[seat]]
    return {
        "seat": seat,
        "omnium": state.omnium[seat],
        "value": state.score[seat],
        "built": state.built[seat],
        "first": state.first == seat + 1,
        "colony": [card(module) for module, number in modules_in(state.colony[seat]) for _ in range(number)],
        "hand_count": len(held),
        "hand": [card(module) if module else None for module in held],
        "picked": bool(colonist or _has_picked(state, seat)),
        "colonist": COLONIST_NAMES[colonist] if colonist else None,
        "revealed": bool(state.shown >> seat & 1),
        "may_be": _candidates(view, seat),
        "lost": state.gone[seat],
    }


def _has_picked(state: Plain, seat: int) -> bool:
    return bool(state.stage != PICK or seat < state.seat)


def _candidates(view: View, seat: int) -> list[str]:
    """The colonists that an undisclosed seat may hold, for a reader who takes part."""
    state = view.plain
    if view.seat < 0 or view.seat == seat or view.over or state.colonist[seat]:
        return []
    return colonists_in(may_hold(state, view.seat, seat))


def _about(view: View, seat: int) -> str:
    state, found = view.plain, _seat(view, seat)
    name = view.game.seat_names[seat] + (" (you)" if seat == view.seat else "")
    colonist = f"the {found['colonist']}" if found["colonist"] else "colonist hidden" if found["picked"] else ""
    known = [described(module) for module in state.hand[seat][: state.cards[seat]] if module]
    hand = counted(found["hand_count"], "module") + " in hand" + (f", among them {listed(known)}" if known else "")
    built = [f"{number} × {MODULE_NAMES[m]}" for m, number in modules_in(state.colony[seat])]
    colony = f"built {listed(built)}, worth {found['value']}" if built else "nothing built"
    candidates = f" May be {listed(found['may_be'], 'or')}." if found["may_be"] else ""
    facts = [part for part in (colonist, f"{found['omnium']} Omnium", hand, colony) if part]
    return f"{name}: {'; '.join(facts)}.{candidates}"
