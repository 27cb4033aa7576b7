"""Colonizers' scenes: what is hidden is not there, moves are cards and colonists. Leaks: see `test_leaks`."""

from __future__ import annotations

import random
from typing import Any

from ludarium.engine import SPECTATOR, Position
from ludarium.engine.scene import open_view
from ludarium.games import load
from ludarium.games.colonizers.cards import MODULE_NAMES
from tests.conftest import scaled
from tests.games.scenes import scene_of

GAME = load("colonizers")


def positions(seed: int) -> list[Position]:
    chooser, position, found = random.Random(seed), GAME.start(seed), []
    while not position.over:
        found.append(position)
        position = position.play(chooser.choice(position.moves()))
    return [*found, position]


def names(cards: list[Any]) -> list[str | None]:
    return [card and card["name"] for card in cards]


def test_hands_show_what_the_seat_knows_and_no_more() -> None:
    for seed in range(scaled(6)):
        for position in positions(seed)[::17]:
            state = position.state
            for seat in range(SPECTATOR, 4):
                for other, colony in enumerate(scene_of(position.view(seat))["board_data"]["seats"]):
                    held = [MODULE_NAMES[module] for module in state.hand[other][: state.cards[other]]]
                    assert colony["hand_count"] == len(held)
                    if other == seat:
                        assert names(colony["hand"]) == held
                    elif seat == SPECTATOR:
                        assert names(colony["hand"]) == [None] * len(held)
                    known = [name for name in names(colony["hand"]) if name]
                    assert all(known.count(name) <= held.count(name) for name in known)


def test_colonists_are_hidden_until_they_are_shown() -> None:
    position = GAME.start(1)
    for _ in range(4):
        position = position.play(position.moves()[0])
    scene = scene_of(position.view(3))["board_data"]
    assert [seat["revealed"] for seat in scene["seats"]] == [True, False, False, False]
    assert scene["seats"][0]["colonist"] is not None
    assert scene["seats"][1]["colonist"] is None
    assert scene["seats"][1]["picked"]
    assert len(scene["seats"][1]["may_be"]) >= 2
    assert scene["seats"][3]["colonist"] is not None
    watching = scene_of(position.view(SPECTATOR))["board_data"]
    assert [seat["may_be"] for seat in watching["seats"]] == [[], [], [], []]
    whole = scene_of(open_view(position))["board_data"]
    assert None not in [seat["colonist"] for seat in whole["seats"]]


def test_moves_are_cards_and_colonists() -> None:
    kinds: dict[str, Any] = {}
    for position in positions(3):
        if not position.over:
            for move in scene_of(position.view(position.movers[0]))["moves"]:
                kinds.setdefault(f"{move['kind']} {move['target'] is None}", move)
    assert {"pick False", "draw False", "keep False", "name False", "name True", "build False", "build True"} <= set(
        kinds
    )
    assert kinds["keep False"]["card"]["name"] == kinds["keep False"]["target"]
    assert kinds["build True"]["words"] == "build nothing"
    assert kinds["pick False"]["words"].startswith(f"pick the {kinds['pick False']['target']}, who ")


def test_the_words_begin_with_what_is_asked() -> None:
    text = scene_of(GAME.start(1).view(0))["text"]
    assert text.startswith(
        "You are Green. Round 1, 52 modules in the deck. It is your turn. Pick a colonist. Green (you):"
    )
    over = positions(2)[-1]
    assert "The game is over." in scene_of(over.view(1))["text"]
