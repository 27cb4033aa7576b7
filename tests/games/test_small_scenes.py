"""Scenes of Kuhn poker, Pig, Goofspiel and Colonel Blotto: what their boards draw, in the open and hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ludarium.engine import SPECTATOR, Game, Position, View, scene
from ludarium.engine.scene_types import scene_misfit
from ludarium.games import load


def scene_of(view: View, past: list[View] | None = None) -> Any:
    return scene.scene_of(view, 0, past or [])


def played(game: Game, seed: int, seat: int) -> Iterator[tuple[Position, Any]]:
    """A random game, each position with the scene that a seat has of it."""
    position, past = game.start(seed), list[View]()
    number = seed
    while True:
        view = position.view(seat)
        yield position, scene_of(view, past[-14:])
        if position.over:
            return
        past.append(view)
        mover = position.movers[0]
        moves = position.moves(mover)
        number = (number * 1103515245 + 12345) % 2**31
        position = position.play(moves[(number >> 8) % len(moves)], mover)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("kuhn-poker", {}),
        ("kuhn-poker", {"hands": 5}),
        ("pig", {"goal": 30, "seats": 3}),
        ("pig", {"goal": 20, "seats": 1}),
        ("goofspiel", {"cards": 6, "seats": 4}),
        ("blotto", {"fields": 4, "rounds": 3}),
    ],
)
def test_scenes_keep_to_their_types_with_all_settings(name: str, settings: dict[str, int]) -> None:
    game = load(name, **settings)
    for seat in range(SPECTATOR, game.seats):
        for _, shown in played(game, 3, seat):
            assert scene_misfit(shown, type(game)) == ""


# --- Kuhn poker -------------------------------------------------------------------------------------------------------


def test_kuhn_poker_shows_the_own_card_alone() -> None:
    position = load("kuhn-poker").read_position("KQ pb")
    shown = scene_of(position.view(0))
    hand = shown["board_data"]["hand"]
    assert hand["cards"] == ["king", None]
    assert hand["stakes"] == [1, 2]
    assert hand["said"] == [{"seat": 0, "word": "pass"}, {"seat": 1, "word": "bet"}]
    assert hand["winner"] is None
    assert [move["words"] for move in shown["moves"]] == ["pass: give up the pot", "bet one chip: see the bet"]
    assert shown["text"].startswith(
        "You are First. You hold the king; 1 chip in the pot. Second holds an unknown card;"
    )
    assert "queen" not in str(shown)
    called = scene_of(position.play("bet").view(1))
    assert "The cards lie open. The game is over. First wins, 2 to -2." in called["text"]
    assert (called["board_data"]["hand"]["winner"], called["board_data"]["chips"]) == (0, [2, -2])
    folded = scene_of(position.play("pass").view(1))
    assert folded["result"] == {"points": [-1.0, 1.0], "ranks": [2, 1]}
    assert folded["board_data"]["hand"]["winner"] == 1
    assert "king" not in str(folded)


def test_a_match_of_kuhn_poker_shows_the_hand_before() -> None:
    game = load("kuhn-poker", hands=4)
    folded = game.read_position("1 +1 QK b after JQ bp")
    shown = scene_of(folded.view(1))
    assert shown["points"] == [1, -1]
    assert (shown["board_data"]["number"], shown["board_data"]["hands"]) == (2, 4)
    assert shown["board_data"]["last"]["cards"] == [None, "queen"]
    assert shown["board_data"]["last"]["winner"] == 0
    assert "The hand before: First bets and Second passes. Second had the queen. First wins 1 chip." in shown["text"]
    assert "jack" not in str(shown)
    # The second hand is begun by the second seat.
    assert shown["board_data"]["hand"]["said"] == [{"seat": 1, "word": "bet"}]
    over = scene_of(load("kuhn-poker", hands=2).read_position("2 -1 - after KQ bb").view(1))
    assert over["over"]
    assert over["board_data"]["last"] is None
    assert over["board_data"]["hand"]["cards"] == ["king", "queen"]
    assert over["board_data"]["number"] == 2


@pytest.mark.parametrize("hands", [1, 3])
def test_scenes_of_kuhn_poker_do_not_tell_hidden_cards(hands: int) -> None:
    """Twins: positions that differ in nothing but what a seat cannot see have the same scene."""
    game = load("kuhn-poker", hands=hands)
    before = "" if hands == 1 else "1 +1 "
    for seat, (one, other) in enumerate([("KJ", "KQ"), ("JK", "QK")]):
        for said in ("-", "b") if hands > 1 else ("-", "b", "bp", "pbp"):
            after = [""] * 2 if hands == 1 else [f" after {deal} bp" for deal in (one, other)]
            texts = [f"{before}{deal} {said}{last}" for deal, last in zip((one, other), after, strict=True)]
            twins = [scene_of(game.read_position(text).view(seat)) for text in texts]
            assert twins[0] == twins[1]
            assert "king" in str(twins[0])
    everybody = {
        str(scene_of(game.read_position(f"{before}{deal} b{last}").view(SPECTATOR)))
        for deal, last in zip(
            ("KJ", "JQ", "QK"),
            [""] * 3 if hands == 1 else [" after JQ bp", " after QJ bp", " after KQ bp"],
            strict=True,
        )
    }
    assert len(everybody) == 1


# --- Pig --------------------------------------------------------------------------------------------------------------


def test_pig_says_what_is_at_risk() -> None:
    shown = scene_of(load("pig").read_position("23:40 2+12 die=4 turns=7 throws=31").view(1))
    assert shown["points"] == [23, 40]
    data = shown["board_data"]
    assert (data["risk"], data["banked"], data["goal"], data["seat"]) == (12, [23, 40], 100, 1)
    assert (data["throws"], data["ended"], data["turn"]) == ([4], None, 4)
    assert [move["words"] for move in shown["moves"]] == ["hold: bank 12 points", "roll again"]
    assert shown["text"] == (
        "You are Second. First has banked 23, Second has banked 40, of 100. The last throw was 4. "
        "12 points are at risk in this turn. It is your turn."
    )


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_pig_shows_the_throws_of_the_turn_and_how_it_ended(seats: int) -> None:
    """Against a list that is kept throw by throw."""
    ends = set()
    for seed in range(6):
        throws, before = list[int](), None
        for position, shown in played(load("pig", goal=25, seats=seats), seed, SPECTATOR):
            now, data = position.fields(), shown["board_data"]
            if before is not None and now["throws"] > before["throws"]:
                throws = [*(throws if before["turn_total"] else []), now["die"]]
            assert data["throws"] == throws
            if before is None or now["turns"] == before["turns"]:
                assert data["ended"] is None
            else:
                lost = now["die"] == 1
                assert data["ended"] == {"seat": before["seat"], "points": sum(throws) - lost, "lost": lost}
                ends.add(lost)
            before = now
    assert ends == {True, False}


# --- Goofspiel --------------------------------------------------------------------------------------------------------


def test_goofspiel_hides_bids_until_all_are_made() -> None:
    position = load("goofspiel", cards=4).read_position("3 1-2,4 1-4/1-4 0:0")
    after = position.play("4", 0)
    assert scene_of(after.view(0))["board_data"]["bid"] == 4
    assert scene_of(after.view(0))["text"].endswith("You bid 4; others are still choosing.")
    for seat in (SPECTATOR, 1):
        assert scene_of(after.view(seat)) == scene_of(position.view(seat))
        # Nor do the views before give it away.
        assert scene_of(after.view(seat), [position.view(seat)]) == scene_of(position.view(seat))


def test_goofspiel_shows_the_round_before() -> None:
    position = load("goofspiel", cards=4, seats=3).read_position("3 1-2,4 1-4/1-4/1-4 0:0:0")
    past = [position]
    for seat, bid in enumerate(("4", "1", "2")):
        past.append(past[-1].play(bid, seat))
    now = past.pop()
    for seat in range(SPECTATOR, 3):
        data = scene_of(now.view(seat), [before.view(seat) for before in past])["board_data"]
        assert data["last"] == {"prize": 3, "bids": [4, 1, 2], "winner": 0}
        assert data["hands"] == [[1, 2, 3], [2, 3, 4], [1, 3, 4]]
        assert (data["points"], data["bid"]) == ([3, 0, 0], None)
    tied = position.play("4", 0).play("4", 1)
    data = scene_of(tied.play("1", 2).view(0), [position.view(0), tied.view(0)])["board_data"]
    assert data["last"] == {"prize": 3, "bids": [4, 4, 1], "winner": None}


# --- Colonel Blotto ---------------------------------------------------------------------------------------------------


def test_blotto_asks_for_a_plan_and_shows_the_last_ones() -> None:
    position = load("blotto", rounds=2).start()
    asked = scene_of(position.view(0))
    assert "Divide your troops over 3 fields, such as " in asked["text"]
    assert (asked["board_data"]["last"], asked["board_data"]["plan"]) == (None, None)
    planned = position.play("6 0 6", 0)
    assert scene_of(planned.view(0))["board_data"]["plan"] == [6, 0, 6]
    for seat in (SPECTATOR, 1):
        assert scene_of(planned.view(seat)) == scene_of(position.view(seat))
    later = scene_of(planned.play("4 4 4", 1).view(1))
    assert later["points"] == [2, 1]
    assert later["board_data"]["last"] == [[6, 0, 6], [4, 4, 4]]
    assert (later["board_data"]["round"], later["board_data"]["plan"]) == (2, None)
