"""Matches: who is asked what, and what a player's fault costs."""

from __future__ import annotations

import pytest

from ludarium.engine import Clock, LudariumError, Match, Move, Player, Quit, Record, View
from tests.engine.sample_games import REGISTRY, HighCard, OddOneOut, Race, Split
from tests.engine.sample_players import Crashing, Drawing, First, Leaving, Unsuited, answering


def test_a_match_is_played_and_recorded() -> None:
    players = [First(), First()]
    record = Match(HighCard(cards=3), players, seed=4).run()
    assert players[0].calls == ["begin high-card as 0", "choose", f"end {record.result}", "close"]
    assert (record.game, record.settings, record.seed) == ("high-card", {"cards": 3}, 4)
    assert record.players == ["first", "first"]
    assert [(decision.seat, decision.move, decision.reason) for decision in record.decisions] == [
        (0, "1", "it came first"),
        (1, "1", "it came first"),
    ]
    assert all(decision.seconds >= 0 and not decision.fault for decision in record.decisions)
    assert record.verify(REGISTRY.load).result() == record.result


def test_decisions_come_one_by_one() -> None:
    match = Match(Race(), [First(), Drawing()], seed=1)
    for count, decision in enumerate(match.play(), 1):
        assert match.record.decisions[-1] is decision
        assert len(match.record.decisions) == count
        assert match.position.fields()["last"] > 0


def test_the_same_seed_gives_the_same_match() -> None:
    def moves(seed: int) -> list[str]:
        return [decision.check for decision in Match(Race(), [Drawing(), Drawing()], seed=seed).run().decisions]

    assert moves(3) == moves(3)
    assert moves(3) != moves(4)


def test_seats_have_streams_of_their_own() -> None:
    """Two players of one kind must not think alike."""
    players = [Drawing(), Drawing()]
    Match(HighCard(), players, seed=3)
    assert players[0].random.random() != players[1].random.random()


def test_all_movers_decide_on_the_same_position() -> None:
    seen: list[View] = []

    class Watching(First):
        def choose(self, view: View, clock: Clock) -> Move:
            seen.append(view)
            return super().choose(view, clock)

    Match(OddOneOut(seats=3, rounds=1), [Watching(), Watching(), Watching()]).run()
    assert [view.seat for view in seen] == [0, 1, 2]
    assert len({view.to_bytes() for view in seen}) == 1


def test_a_match_from_a_position_replays() -> None:
    game = Race()
    start = game.start(9).play("2")
    record = Match(game, [Drawing(), Drawing()], seed=5, start=start).run()
    assert record.start == start.text
    assert Record.from_json(record.to_json()).verify(REGISTRY.load).result() == record.result
    other = Match(game, [First(), First()], seed=6, start=start)
    assert other.position != Match(game, [First(), First()], seed=5, start=start).position, "the seed gives the dice"


# --- faults -----------------------------------------------------------------------------------------------------------

FAULTS = {
    "crash": (Crashing(), "crashing: ZeroDivisionError: division by zero"),
    "illegal": (answering(Move(9, "9")), "answering: answered 9: not a legal move here"),
    "nothing": (answering(None), "answering: answered None, expected a Move"),
    "text": (answering("1"), "answering: answered '1', expected a Move"),
    "wrong value": (answering(Move((1, 2), "1 2")), "answering: answered 1 2: not a legal move here"),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_costs_the_decision_and_not_the_match(kind: str) -> None:
    player, fault = FAULTS[kind]
    match = Match(HighCard(), [player, First()], seed=2)
    record = match.run()
    assert record.result is not None
    assert record.decisions[0].fault == fault
    assert record.decisions[0].move in {move.text for move in HighCard().start(2).moves()}
    assert record.decisions[0].reason == "", "a thought that led nowhere is not recorded"
    assert record.decisions[1].fault == ""
    assert Record.from_json(record.to_json()).verify(REGISTRY.load).result() == record.result


def test_a_forbidden_plan_costs_the_decision() -> None:
    record = Match(Split(), [answering(Move((1, 1, 1), "1 1 1")), answering(Move((5,), "5"))]).run()
    assert record.decisions[0].fault == "answering: answered 1 1 1: all troops must be used, no more and no fewer"
    assert record.decisions[1].fault == "answering: a move of split has 3 numbers, got (5,)"


def test_stand_in_moves_are_reproducible() -> None:
    def moves(seed: int) -> list[str]:
        return [decision.move for decision in Match(Race(goal=50), [Crashing(), Crashing()], seed=seed).run().decisions]

    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(6)}) > 1


def test_a_strict_match_lets_the_exception_through() -> None:
    players = [Crashing(), First()]
    with pytest.raises(ZeroDivisionError):
        Match(HighCard(), players, strict=True).run()
    assert [player.calls[-1] for player in players] == ["close", "close"]
    with pytest.raises(LudariumError, match="answered None, expected a Move"):
        Match(HighCard(), [answering(None), First()], strict=True).run()


def test_a_person_who_leaves_ends_the_match_without_result() -> None:
    players = [Leaving(), First()]
    match = Match(HighCard(), players)
    with pytest.raises(Quit):
        match.run()
    assert match.record.result is None
    assert [player.calls[-1] for player in players] == ["close", "close"]


def test_the_record_uses_the_games_words() -> None:
    record = Match(HighCard(), [answering(Move(1, "my lowest")), First()]).run()
    assert record.decisions[0].move == "1"
    assert record.verify(REGISTRY.load).result() == record.result


# --- who may play -----------------------------------------------------------------------------------------------------


def test_the_number_of_players_must_fit() -> None:
    with pytest.raises(LudariumError, match="high-card has 2 seats, got 1 players"):
        Match(HighCard(), [First()])


def test_a_player_object_has_one_seat() -> None:
    player = First()
    with pytest.raises(LudariumError, match="each seat needs a player object of its own"):
        Match(HighCard(), [player, player])


def test_an_unsuited_player_is_refused_and_everybody_closed() -> None:
    players = [First(), Unsuited()]
    with pytest.raises(LudariumError, match="unsuited cannot play high-card: it has too few cards"):
        Match(HighCard(), players)
    assert [player.calls[-1] for player in players] == ["close", "close"]


def test_a_player_must_choose() -> None:
    record = Match(HighCard(), [Player(), First()]).run()
    assert record.decisions[0].fault == "Player: NotImplementedError: "


# --- clocks -----------------------------------------------------------------------------------------------------------


def test_a_clock_without_limit() -> None:
    assert Clock().left is None
    assert Clock().spent >= 0


def test_a_clock_runs_down_to_nothing() -> None:
    clock = Clock(10.0)
    assert clock.left is not None
    assert 0 < clock.left <= 10
    assert Clock(10.0, started=clock.started - 100).left == 0
