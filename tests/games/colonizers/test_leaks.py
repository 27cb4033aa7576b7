"""Nothing that a seat gets to see depends on what it cannot know.

Twin games differ only in hidden things: the order of the deck, other hands, colonists and what was lost. They are
played on with the same visible actions for as long as the seat sees the same happen in both; what it sees is written
down here by hand, from the rule book. All that reaches the seat must be equal, byte for byte. Games with a leak put in
show that this finds leaks.
"""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

from ludarium.engine import SPECTATOR, Decision, Game, LudariumError, Move, Position
from ludarium.engine.kernels import JIT_ENABLED, derive, kernel
from ludarium.engine.scene import scene_of
from ludarium.engine.slots import Moves, Seat
from ludarium.engine.telling import tells
from ludarium.games import load
from ludarium.games.colonizers.cards import COST
from ludarium.games.colonizers.game import Colonizers
from ludarium.games.colonizers.knowledge import hide
from ludarium.games.colonizers.rules import BUILDING, NAMING, apply, legal
from ludarium.games.colonizers.table import BUILD, HAND_LIMIT, KEEP, KEPT, PICK, PLANES, POWER, SEATS, State, module_at
from tests.conformance.broken_games import with_kernels
from tests.conftest import scaled

GAMES = scaled(6)
STEPS = 8
TRIED = ("Omnium", "keep Quarry", "name Miner", "build Garrison", "no module", "Spy", "no such move", "")


def seen_by(position: Position, seat: int) -> list[object]:
    """What lies open, and what the seat itself holds or is shown at this moment.

    Whose turn it is, and what is asked, is left out: it must follow from all this and the visible actions.
    """
    state = position.state
    open_to_all = ["omnium", "cards", "colony", "deck_size", "gone", "rounds", "first", "spent"]
    seen: list[object] = [state[name].tolist() for name in open_to_all]
    shown = [other for other in range(4) if state.shown >> other & 1]
    seen += [shown, [int(state.colonist[other]) for other in shown]]
    if seat != SPECTATOR:
        seen += [state[name][seat].tolist() for name in ("hand", "colonist", "offered", "lost")]
    knows = [state.seat == seat or (seat >= 0 and state.drawn_mark[nth] >> seat & 1) for nth in range(2)]
    seen += [int(module) if known else 0 for module, known in zip(state.drawn, knows, strict=True)]
    if seat != SPECTATOR:
        # A hand that the seat knows because it was swapped: what is given away can be seen by who gave it.
        seen += [sorted(state.hand[o][(state.mark[o] >> seat & 1) == 1].tolist()) for o in range(4) if o != seat]
    return seen


def told(position: Position, seat: int, before: Position | None, decision: Decision | None) -> bytes:
    """Everything that reaches a seat: its view, what programs and screens get, the log, its moves, errors, the news."""
    game, view = position.game, position.view(seat)
    assert isinstance(game, Colonizers)
    message = {
        "fields": view.fields(),
        "drawing": view.draw(),
        "log": game.log(view.state),
        "moves": [move.text for move in view.moves()],
        "listed": [move.text for move in position.moves()] if seat in position.movers else [],
        "errors": [answer(position, text, seat) for text in TRIED],
        "movers": position.movers,
        "scene": scene_of(view, 0, [before.view(seat)] if before is not None else []),
    }
    if before is not None and decision is not None:
        message["news"] = decision.move if tells(seat, decision, before, [decision], position) else "unseen"
    return view.to_bytes() + json.dumps(message).encode()


def answer(position: Position, text: str, seat: int) -> str:
    """What the seat hears when it tries a move, in its turn or out of it."""
    try:
        position.play(text, seat)
    except LudariumError as error:
        return f"{type(error).__name__}: {error}"
    return "played"


def visible(position: Position, move: Move) -> str:
    """What everybody sees of a move."""
    return {PICK: "picks", KEEP: "keeps"}.get(int(position.state.stage), move.text)


def leak_of(game: Game, *, games: int, seed: int = 0) -> tuple[str, int]:
    """Play twins until something differs that must not; gives it, and how many twin steps were compared."""
    honest, compared = load("colonizers"), 0
    for number in range(games):
        chooser = random.Random(derive(seed, "leaks", number))
        position = game.start(number)
        ply = 0
        while not position.over:
            if ply % 3 == 0:
                seat = chooser.randrange(SPECTATOR, 4)
                view = Position(honest, np.frombuffer(position.to_bytes(), game.rules.dtype).copy()).view(seat)
                twin = Position.from_bytes(game, view.sample(derive(seed, number, ply)).to_bytes())
                differing, steps = compare(position, twin, seat, chooser)
                compared += steps
                if differing:
                    return f"game {number}, ply {ply}, seat {seat}: {differing}", compared
            moves = position.moves()
            likes_modules = [move for move in moves if move.text == "modules"] if number % 2 else []
            position = position.play(chooser.choice(likes_modules or moves))
            ply += 1
    return "", compared


def compare(one: Position, other: Position, seat: int, chooser: random.Random) -> tuple[str, int]:
    """Play two twins on with the same visible actions; what differs, if anything, and after how many steps."""
    steps = 0
    news: list[tuple[Position | None, Decision | None]] = [(None, None), (None, None)]
    while True:
        if seen_by(one, seat) != seen_by(other, seat):
            return "", steps
        tellings = [told(twin, seat, *story) for twin, story in zip((one, other), news, strict=True)]
        if tellings[0] != tellings[1]:
            return f"after {steps} steps, {one.text} and {other.text}", steps
        if steps == STEPS or one.over or other.over:
            return "", steps
        mover = one.movers[0]
        move = chooser.choice(one.moves())
        alike = [m for m in other.moves() if visible(other, m) == visible(one, move)]
        if mover == seat:
            alike = [m for m in alike if m == move]
        if not alike:
            return "", steps  # the twin holds other modules
        news = []
        twins = []
        for twin, made in ((one, move), (other, chooser.choice(alike))):
            news.append((twin, Decision(mover, made.text, 0.0, "")))
            twins.append(twin.play(made))
        one, other = twins
        steps += 1


def test_nothing_leaks() -> None:
    found, compared = leak_of(load("colonizers"), games=GAMES)
    assert not found
    assert compared > 40 * GAMES


# --- leaks put in -----------------------------------------------------------------------------------------------------


@kernel
def show_hands(state: State, seat: Seat) -> None:
    hands = state.hand.copy()
    hide(state, seat)
    for other in range(SEATS):
        for slot in range(HAND_LIMIT):
            state.hand[other, slot] = hands[other, slot]


@kernel
def show_the_deck(state: State, seat: Seat) -> None:
    deck = state.deck.copy()
    hide(state, seat)
    for plane in range(PLANES):
        state.deck[plane] = deck[plane]


@kernel
def show_colonists(state: State, seat: Seat) -> None:
    colonists = state.colonist.copy()
    hide(state, seat)
    for other in range(SEATS):
        state.colonist[other] = colonists[other]


@kernel
def show_offers(state: State, seat: Seat) -> None:
    offered = state.offered.copy()
    hide(state, seat)
    for other in range(SEATS):
        state.offered[other] = offered[other]


@kernel
def show_what_was_lost(state: State, seat: Seat) -> None:
    lost = state.lost.copy()
    hide(state, seat)
    for other in range(SEATS):
        state.lost[other] = lost[other]


@kernel
def show_what_was_drawn(state: State, seat: Seat) -> None:
    drawn = state.drawn.copy()
    hide(state, seat)
    for nth in range(2):
        state.drawn[nth] = drawn[nth]


@kernel
def log_what_was_kept(state: State, seat: Seat) -> None:
    kept = state.deeds[:, KEPT].copy()
    hide(state, seat)
    for other in range(SEATS):
        state.deeds[other, KEPT] = kept[other]


@kernel
def ask_only_who_can_build(state: State, seat: Seat, move: int) -> None:
    """Whoever is asked whether to build can: the others learn something about the hand."""
    apply(state, seat, move)
    if state.stage == BUILD:
        mover, can = int(state.seat), False
        for slot in range(int(state.cards[mover])):
            can = can or COST[int(state.hand[mover, slot])] <= int(state.omnium[mover])
        if not can:
            apply(state, mover, BUILDING)


@kernel
def list_only_names_that_hit(state: State, seat: Seat, moves: Moves) -> int:
    count = legal(state, seat, moves)
    if state.stage != POWER:
        return count
    kept = 0
    for index in range(count):
        held = moves[index] == NAMING
        for other in range(SEATS):
            held = held or int(state.colonist[other]) == moves[index] - NAMING
        if held:
            moves[kept] = moves[index]
            kept += 1
    return kept


class TalkativeErrors(Colonizers):
    """Its errors name the top of the deck."""

    def read_move(self, text: str, state: Any, seat: int) -> Move:
        try:
            return super().read_move(text, state, seat)
        except LudariumError as error:
            raise type(error)(f"{error} (the next module is {module_at(state, 0)})") from None


@pytest.mark.parametrize(
    "kernels",
    [
        {"hide": show_hands},
        {"hide": show_the_deck},
        {"hide": show_colonists},
        {"hide": show_offers},
        {"hide": show_what_was_lost},
        {"hide": show_what_was_drawn},
        {"hide": log_what_was_kept},
        # Rules take long to compile; the interpreted run does not mind.
        pytest.param(
            {"apply": ask_only_who_can_build},
            marks=pytest.mark.skipif(JIT_ENABLED, reason="a slow compilation for one test"),
        ),
        {"legal": list_only_names_that_hit},
    ],
    ids=lambda kernels: next(iter(kernels.values())).__name__,
)
def test_a_leak_is_found(kernels: dict[str, Any]) -> None:
    assert leak_of(with_kernels(Colonizers, **kernels)(), games=5)[0]


def test_a_talkative_error_is_found() -> None:
    assert leak_of(TalkativeErrors(), games=1)[0]
