"""Jostle's original rule: the piece is named after a six, before the second roll. Both readings of it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludarium.arena.run.batches import CompiledTable
from ludarium.engine import SPECTATOR, Clock, MalformedPosition, Match, Position, Record
from ludarium.engine.conformance import random_record
from ludarium.engine.kernels.rng import derive
from ludarium.games import load
from ludarium.games.jostle import measures
from ludarium.games.jostle.game import Jostle
from ludarium.games.jostle.playbook import BookError, read_book, replay_book, write_book
from ludarium.games.jostle.rules import KEEP, ROLL
from ludarium.games.jostle.strategies.composed import Strategy
from ludarium.games.jostle.strategies.prolog import written
from ludarium.players import make
from tests.conftest import scaled
from tests.games.jostle.test_games_of_strategies import SlowRanking, random_strategy
from tests.games.scenes import scene_of

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("chosen", "moved")
ON_GOALS = "24,30,29/8,-1,-1/-1,-1,-1 r 6"
"""Red's only free piece stands six before the last field, which is a goal."""


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest) -> Jostle:
    return by_rule(request.param)


def by_rule(rule: str) -> Jostle:
    made = load("jostle", second_roll=rule)
    assert isinstance(made, Jostle)
    return made


# --- the rules --------------------------------------------------------------------------------------------------------


def test_the_piece_comes_before_the_second_roll() -> None:
    position = by_rule("chosen").read_position("3,-1,-1/9,-1,-1/-1,-1,-1 r 6")
    assert [move.text for move in position.moves()] == ["0r9", "1r5", "2r5"]
    named = position.play("0r9")
    assert named.text == "3,-1,-1/9,-1,-1/-1,-1,-1 r 6@0"  # nothing has moved yet, and green has not been jostled
    assert [move.text for move in named.moves()] == ["keep", "roll"]
    assert named.play("keep").fields()["stands"][:4] == [9, -1, -1, 8]
    reached = {named.with_stream(seed).play("roll").fields()["stands"][0] for seed in range(60)}
    assert reached == {7, 11, 12, 18, 6, 15}  # 10 to 15, where 10 leads back to 7, 13 to 18 and 14 to 6


def test_the_six_is_moved_at_once_and_moved_on() -> None:
    position = by_rule("moved").read_position("3,-1,-1/9,-1,-1/-1,-1,-1 r 6")
    moved = position.play("0r9")
    assert moved.text == "9,-1,-1/8,-1,-1/-1,-1,-1 r 6@0 jostled=rg"
    assert [move.text for move in moved.moves()] == ["keep", "roll"]
    assert moved.play("keep").fields()["stands"][:4] == [9, -1, -1, 8]
    reached = {moved.with_stream(seed).play("roll").fields()["stands"][0] for seed in range(60)}
    assert reached == {7, 11, 12, 18, 6, 15}


def test_one_special_field_acts_in_a_turn_even_when_it_has_two_moves() -> None:
    position = by_rule("moved").read_position("0,-1,-1/-1,-1,-1/-1,-1,-1 r 6").play("0r6")
    assert position.text.endswith("r 6@0!")
    assert position.fields()["stands"][0] == 14
    reached = {position.with_stream(seed).play("roll").fields()["stands"][0] for seed in range(60)}
    assert reached == {15, 16, 17, 18, 19, 20}  # 18 is a switch, and does not act


def test_who_names_a_piece_for_which_the_sum_is_too_much_has_moved_nothing() -> None:
    position = by_rule("chosen").read_position(ON_GOALS).play("0r30")
    after = position.play("roll")
    assert after.fields()["stands"][:3] == [24, 30, 29]
    assert after.movers == (1,)
    assert position.play("keep").fields()["stands"][:2] == [30, 28]  # 29 is occupied: the piece jostled goes to 28


def test_a_piece_that_the_six_brings_home_goes_no_further() -> None:
    after = by_rule("moved").read_position(ON_GOALS).play("0r30")
    assert after.movers == (1,)


def test_the_default_is_as_it_was() -> None:
    game = load("jostle")
    assert game.settings["second_roll"] == "sum"
    position = game.read_position("3,-1,-1/8,-1,-1/-1,-1,-1 r 6")
    assert [move.text for move in position.moves()] == ["keep", "roll"]
    assert {position.fields()[name] for name in ("rule", "named", "acted", "added")} == {0}


@pytest.mark.parametrize("rule", NAMES)
def test_a_golden_game_replays(rule: str) -> None:
    path = GOLDEN / f"second-roll-{rule}.json"
    record = Record.load(path)
    assert record.settings["second_roll"] == rule
    assert record.verify(load).over
    assert record.to_json() == path.read_text(encoding="utf-8")


def test_nothing_is_lost_between_decisions(game: Jostle) -> None:
    """Whatever is played: pieces stand apart, a named piece is the mover's own, and after it comes the question."""
    for seed in range(scaled(15)):
        chooser, position = random.Random(seed), game.start(seed)
        while not position.over:
            fields = position.fields()
            stands = [field for field in fields["stands"][:9] if field >= 0]
            assert len(stands) == len(set(stands))
            assert game.read_position(position.text).text == position.text
            options = [move.value for move in position.moves()]
            if fields["named"]:
                assert (fields["named"] - 1) // 3 == fields["seat"]
                assert options == [KEEP, ROLL]
            else:
                assert all(isinstance(option, int) and option < KEEP for option in options)
                assert fields["acted"] == 0
            before, position = position, position.play(chooser.choice(position.moves()))
            if fields["named"]:
                assert position.fields()["turns"] > before.fields()["turns"]


def test_positions_of_the_other_rule_are_refused(game: Jostle) -> None:
    with pytest.raises(MalformedPosition, match="no second roll waits to be moved"):
        game.read_position("3,-1,-1/8,-1,-1/-1,-1,-1 r 6+3")
    with pytest.raises(MalformedPosition, match="piece 3 is not Red's to be moved on"):
        game.read_position("3,-1,-1/8,-1,-1/-1,-1,-1 r 6@3")
    with pytest.raises(MalformedPosition, match="with second_roll=sum no piece is named"):
        load("jostle").read_position("3,-1,-1/8,-1,-1/-1,-1,-1 r 6@0")
    with pytest.raises(MalformedPosition, match="for second_roll=moved"):
        by_rule("chosen").read_position("3,-1,-1/8,-1,-1/-1,-1,-1 r 6@0!")


# --- players ----------------------------------------------------------------------------------------------------------


class SlowNaming(SlowRanking):
    """The slow ranking, which names a piece after a six and keeps to it."""

    def choose(self, position: Position) -> int:
        fields = position.fields()
        if fields["named"]:
            far = self.game.board.length - 1 - fields["stands"][fields["named"] - 1]
            return ROLL if far > (6 if self.game.settings["second_roll"] == "moved" else 12) else KEEP
        return super().choose(position)


def test_choices_are_those_of_the_slow_ranking(game: Jostle) -> None:
    for seed in range(scaled(20)):
        chooser = random.Random(seed)
        strategies = [random_strategy(chooser) for _ in range(3)]
        players = [make(str(strategy), game) for strategy in strategies]
        slow = [SlowNaming(strategy, game, seat) for seat, strategy in enumerate(strategies)]
        for seat, player in enumerate(players):
            player.begin(game, seat, seed)
        position = game.start(seed)
        while not position.over:
            (seat,) = position.movers
            move = players[seat].choose(position.view(seat), Clock())
            assert move.value == slow[seat].choose(position), (strategies[seat], position.text)
            position = position.play(move)


def test_compiled_series_are_the_games_of_the_players(game: Jostle) -> None:
    field = ["Aggressive Observing ADVANCER", "Revenging RANDOMIZER", "Lingering(EQUALIZER→Observing PALS)"]
    seeds = [derive(11, "game", number) for number in range(scaled(10))]
    line_ups = np.array([[0, 1, 2]] * len(seeds))
    batch = CompiledTable(game, [make(text, game) for text in field]).play(np.array(seeds, np.uint64), line_ups)
    for number, seed in enumerate(seeds):
        record = Match(game, [make(text, game) for text in field], seed=seed).run()
        assert record.result is not None
        assert len(record.decisions) == int(batch.lengths[number])
        assert batch.points[number].tolist() == list(record.result.points)


@pytest.mark.compiled
def test_a_search_plays_it(game: Jostle) -> None:
    record = Match(game, [make(text, game) for text in ("mcts:iterations=20", "ADVANCER", "random")], seed=3).run()
    assert record.verify(load).over
    assert not any(decision.fault for decision in record.decisions)


def test_what_is_measured_is_what_the_games_show(game: Jostle) -> None:
    strategy, rivals = "Aggressive ADVANCER", "PALS"
    seeds = [derive(2, "game", number) for number in range(scaled(12))]
    found = measures.follow(game, Strategy.read(strategy), Strategy.read(rivals), seeds)
    for number, seed in enumerate(seeds):
        own = number % 3
        record = Match(game, [make(strategy if seat == own else rivals, game) for seat in range(3)], seed=seed).run()
        positions = [position.fields() for _, position in record.replay(load)]
        assert record.result is not None
        assert found.counts[number, measures.POINTS] == record.result.points[own]
        assert found.counts[number, measures.TURNS] == positions[-1]["turns"]
        moved = [
            decision.seat == own and moves_a_piece(game, before, after)
            for decision, before, after in zip(record.decisions, positions[:-1], positions[1:], strict=True)
        ]
        counted = found.counts[number, measures.MOVES] + found.counts[number, measures.MOVES + measures.LATE]
        assert counted == sum(moved)


def moves_a_piece(game: Jostle, before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether a decision moved a piece of its player's, perhaps by a back field to where it had come from."""
    chosen = game.settings["second_roll"] == "chosen"
    if not before["named"]:
        return not (chosen and before["die"] == 6)
    points = after["added"] + (6 if chosen else 0)
    field = before["stands"][before["named"] - 1]
    return points > 0 and field + points < game.board.length and field not in game.board.goals


def test_rule_bases_decide_as_the_strategies(game: Jostle, tmp_path: Path) -> None:
    for text in ("Aggressive ADVANCER", "EQUALIZER"):
        file = tmp_path / "rules.pl"
        file.write_text(written(Strategy.read(text)), encoding="utf-8")
        players = [make(f"prolog[engine=own]:{file}", game), make(text, game)]
        for player in players:
            player.begin(game, 0, 1)
        asked = 0
        for seed in range(scaled(6)):
            chooser, position = random.Random(seed), game.start(seed)
            for player in players:
                player.begin(game, 0, seed)
            while not position.over:
                (seat,) = position.movers
                move = chooser.choice(position.moves())
                if seat == 0:
                    first, second = (player.choose(position.view(0), Clock()) for player in players)
                    assert first.value == second.value, (text, position.text)
                    asked += first.value in (KEEP, ROLL)
                    move = first
                position = position.play(move)
        assert asked


# --- scenes and books -------------------------------------------------------------------------------------------------


def test_scenes_say_what_each_move_does_and_did(game: Jostle) -> None:
    kinds = set()
    for seed in range(scaled(8)):
        chooser, position = random.Random(seed), game.start(seed)
        while not position.over:
            view = position.view(position.movers[0])
            move = chooser.choice(scene_of(view)["moves"])
            kinds.add(move["kind"])
            following = position.play(move["text"])
            last = game.scene(following.view(SPECTATOR), [position.view(SPECTATOR)])["last"]
            stands, goes = position.fields()["stands"], following.fields()["stands"]
            changed = {piece for piece in range(9) if stands[piece] != goes[piece]}
            assert changed <= {change["piece"] for change in last}
            assert all(
                (change["from"], change["to"]) == (stands[change["piece"]], goes[change["piece"]]) for change in last
            )
            if move["ends"] is not None and last[0]["piece"] == move["piece"]:
                assert last[0]["to"] == move["ends"]
                assert (last[0]["via"] or last[0]["to"]) == move["to"]
            position = following
    assert kinds == {"move", "keep", "roll"} | ({"name"} if game.settings["second_roll"] == "chosen" else set())


def test_the_rules_and_the_words_follow_the_setting() -> None:
    chosen, moved = by_rule("chosen"), by_rule("moved")
    assert "After a six you choose the piece first" in chosen.rules_text()
    assert "After a six you move a piece by six" in moved.rules_text()
    assert "After a six you may" in load("jostle").rules_text()
    text = "3,-1,-1/9,-1,-1/-1,-1,-1 r 6@0"
    assert (
        "You have rolled a six and may roll once more for piece 1."
        in scene_of(chosen.read_position(text).view(0))["text"]
    )
    assert chosen.read_position(text).draw().endswith("Red has rolled a six and may roll once more for piece 0.")


def test_a_book_leads_where_its_record_leads(game: Jostle) -> None:
    for seed in range(scaled(10)):
        record = random_record(game, seed)
        *_, (_, last) = replay_book(game, read_book(write_book(record, game)))
        final = record.verify(load)
        assert last.fields()["stands"] == final.fields()["stands"]
        assert last.fields()["foes"] == final.fields()["foes"]


def test_a_book_tells_two_moves_of_a_six_in_one_line() -> None:
    *_, (_, after) = replay_book(by_rule("moved"), read_book("0r5 6+3\n"))
    assert after.fields()["stands"][0] == 8
    *_, (_, after) = replay_book(by_rule("chosen"), read_book("0r8 6+3\n"))
    assert after.fields()["stands"][0] == 8
    with pytest.raises(BookError, match="need 8 points, but rolls give 1 to 6"):
        list(replay_book(by_rule("moved"), read_book("0r7\n")))
    with pytest.raises(BookError, match="no piece of red can move by 6 and not by 9"):
        list(replay_book(by_rule("chosen"), read_book("r 6+3\n")))
