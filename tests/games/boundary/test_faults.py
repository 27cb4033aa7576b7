"""A plan that does not come, or is not allowed: the turn stands, and the pieces stay where they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludarium.engine import Match, Move
from ludarium.games import REGISTRY
from ludarium.players import make
from tests.engine.sample_players import Crashing, First, answering
from tests.games.boundary.drawn import BLUE, RED, hand_game

SILENT = """
import time
from ludarium.engine import Player

class Silent(Player):
    def choose(self, view, clock):
        time.sleep(60)
"""


@pytest.mark.parametrize(
    "player",
    [Crashing(), answering(None), answering(Move((10**6,) * 24, "far away"))],
    ids=["missing", "no plan", "not allowed"],
)
def test_without_a_plan_the_pieces_stay_and_the_turn_stands(player: First) -> None:
    game = hand_game(max_turns=2)
    before = game.start(3).state
    match = Match(game, [player, make("greedy-treasure", game)], seed=3)
    record = match.run()
    own, other = record.decisions[0::2], record.decisions[1::2]
    assert all(decision.fault and decision.move == "stay" for decision in own)
    assert all(not decision.fault and decision.move != "stay" for decision in other)
    after = match.position.state
    assert after.turn == 2
    there = after.blob[RED] >= 0
    assert (after.place[RED][there] == before.place[RED][there]).all()
    assert (after.place[BLUE] != before.place[BLUE]).any()
    assert record.verify(REGISTRY.load).result() == record.result


def test_a_late_plan_is_no_plan(tmp_path: Path) -> None:
    file = tmp_path / "silent.py"
    file.write_text(SILENT)
    game = hand_game(max_turns=1)
    record = Match(game, [make(f"{file}[seconds=0.5]:Silent", game), make("greedy-treasure", game)], seed=3).run()
    assert record.decisions[0].move == "stay"
    assert "0.5" in record.decisions[0].fault
