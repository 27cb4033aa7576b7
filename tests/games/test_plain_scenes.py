"""Scenes of the games without a board of their own: facts and sentences."""

from __future__ import annotations

from ludarium.engine import SPECTATOR
from ludarium.engine.scene import Scene, scene_of
from ludarium.games import load


def facts(scene: Scene) -> dict[str, str]:
    data = scene["board_data"]
    assert isinstance(data, dict)
    return {fact["label"]: fact["value"] for fact in data["facts"]}


def test_kuhn_poker_shows_the_own_card_alone() -> None:
    position = load("kuhn-poker").read_position("KQ pb")
    scene = scene_of(position.view(0))
    assert facts(scene)["First (you)"] == "the king, 1 chip"
    assert facts(scene)["Second"] == "an unknown card, 2 chips"
    assert [move["words"] for move in scene["moves"]] == ["pass: give up the pot", "bet one chip: see the bet"]
    assert scene["text"].startswith(
        "You are First. You hold the king; 1 chip in the pot. Second holds an unknown card;"
    )
    assert "queen" not in str(scene)
    shown = scene_of(position.play("bet").view(1))
    assert "The cards lie open. The game is over. First wins, 2 to -2." in shown["text"]
    folded = scene_of(position.play("pass").view(1))
    assert folded["result"] == {"points": [-1.0, 1.0], "ranks": [2, 1]}
    assert "king" not in str(folded)


def test_pig_says_what_is_at_risk() -> None:
    scene = scene_of(load("pig").read_position("23:40 2+12 die=4 turns=7 throws=31").view(1))
    assert scene["points"] == [23, 40]
    assert facts(scene)["At risk in this turn"] == "12"
    assert [move["words"] for move in scene["moves"]] == ["hold: bank 12 points", "roll again"]
    assert scene["text"] == (
        "You are Second. First has banked 23, Second has banked 40, of 100. The last throw was 4. "
        "12 points are at risk in this turn. It is your turn."
    )


def test_goofspiel_hides_bids_until_all_are_made() -> None:
    position = load("goofspiel", cards=4).read_position("3 1-2,4 1-4/1-4 0:0")
    after = position.play("4", 0)
    assert facts(scene_of(after.view(0)))["Your bid"] == "4"
    assert scene_of(after.view(0))["text"].endswith("You bid 4; others are still choosing.")
    for seat in (SPECTATOR, 1):
        assert scene_of(after.view(seat)) == scene_of(position.view(seat))


def test_blotto_asks_for_a_plan_and_shows_the_last_ones() -> None:
    position = load("blotto", rounds=2).start()
    asked = scene_of(position.view(0))["text"]
    assert "Divide your troops over 3 fields, such as " in asked
    planned = position.play("6 0 6", 0)
    assert facts(scene_of(planned.view(0)))["Your plan"] == "6 0 6"
    later = scene_of(planned.play("4 4 4", 1).view(1))
    assert later["points"] == [2, 1]
    assert facts(later)["First"] == "2 points; last plan 6 0 6"
