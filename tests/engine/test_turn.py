"""One decision: what a player's answer costs and leads to, wherever it was asked."""

from __future__ import annotations

import random
import time

import pytest

from ludarium.engine import Clock, Match, Move, Player, Quit, Thought, View
from ludarium.engine import player as players
from ludarium.engine import turn as turns
from ludarium.engine.record import check_of
from ludarium.engine.turn import GRACE, Answer, ask, settled, turn
from tests.engine.sample_games import HighCard, OddOneOut, Split
from tests.engine.sample_players import Crashing, First, Leaving, answering


class Unwilling(random.Random):
    """A source of chance that nobody may draw on."""

    def random(self) -> float:
        raise AssertionError("drawn on without need")

    getrandbits = random  # type: ignore[assignment]


def asked(player: Player, clock: Clock | None = None) -> Answer:
    game = HighCard()
    player.begin(game, 0, 1)
    return ask(player, game.start(1).view(0), clock or Clock())


def test_an_answer_is_a_move_in_the_games_words_with_its_thought() -> None:
    answer = asked(First())
    assert isinstance(answer.move, Move)
    assert (answer.move.text, answer.fault, answer.reason, answer.error) == ("1", "", "it came first", None)
    assert asked(answering(Move(1, "my lowest"))).move == answer.move


def test_a_fault_has_no_move_and_no_thought_but_the_error() -> None:
    player = Crashing()
    answer = asked(player)
    assert (answer.move, answer.thought, player.thought) == (None, None, None)
    assert answer.fault == "crashing: ZeroDivisionError: division by zero"
    assert isinstance(answer.error, ZeroDivisionError)


def test_a_thought_that_is_none_is_a_fault() -> None:
    class Boasting(First):
        def choose(self, view: View, clock: Clock) -> Move:
            self.thought = "easy"  # type: ignore[assignment]
            return view.moves()[0]

    assert asked(Boasting()).fault == "first: set self.thought to 'easy': write Thought('a sentence')"


def test_who_quits_is_let_go() -> None:
    with pytest.raises(Quit):
        asked(Leaving())


# --- time -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("late", [False, True])
def test_an_answer_that_is_late_by_more_than_the_grace_is_a_fault(late: bool) -> None:
    spent = 1.0 + GRACE + (0.1 if late else -0.5)
    answer = asked(First(), Clock(1.0, started=time.perf_counter() - spent))
    assert answer.fault == (f"first: took {spent:.1f} s, but had 1 s" if late else "")
    assert (answer.move is None) == late


def test_without_a_limit_nobody_is_late() -> None:
    assert asked(First(), Clock(started=time.perf_counter() - 1000)).fault == ""


def test_what_the_compiler_takes_is_not_the_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "compile_seconds", lambda: 80.0)
    begun = time.perf_counter() - 52
    assert asked(First(), Clock(1.0, started=begun, compiled=30.0)).fault == ""
    assert asked(First(), Clock(1.0, started=begun, compiled=80.0)).fault


def test_a_late_answer_costs_the_decision_in_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns.ask, "__kwdefaults__", {"grace": 0.0})
    record = Match(HighCard(), [First(), First()], seed=1, seconds=0.0).run()
    assert [decision.fault.split(" took")[0] for decision in record.decisions] == ["first:", "first:"]
    assert record.result is not None


# --- what an answer leads to ------------------------------------------------------------------------------------------


def test_a_turn_is_the_position_after_the_move_and_the_line_of_the_record() -> None:
    position = HighCard(cards=3).start(4)
    move = position.moves(0)[1]
    made = turn(position, 0, Answer(move, 0.25, thought=Thought("why not")), Unwilling())
    assert made.move is move
    assert made.position == position.play(move, 0)
    decision = made.decision
    assert (decision.seat, decision.move, decision.seconds, decision.fault) == (0, move.text, 0.25, "")
    assert (decision.check, decision.reason) == (check_of(made.position), "why not")


def test_a_text_is_read_and_what_cannot_be_read_is_stood_in_for() -> None:
    view = HighCard(cards=3).start(4).view(0)
    read = settled(view, Answer("2", 1.0, "kept", Thought("so")), Unwilling())
    assert (read.move, read.fault, read.reason) == (view.move("2"), "kept", "so")
    unread = settled(view, Answer("17", thought=Thought("so")), random.Random(3))
    assert unread.move == HighCard(cards=3).stand_in(view, random.Random(3))
    assert "17" in unread.fault
    assert unread.reason == "", "a stand-in has no thought"
    assert settled(view, unread, Unwilling()) is unread


def test_a_stand_in_depends_on_the_source_alone() -> None:
    position = HighCard(cards=5).start(4)
    fault = Answer(fault="it fell asleep", seconds=2.0)
    first, again = (turn(position, 0, fault, random.Random(5)) for _ in range(2))
    assert first == again
    assert (first.decision.fault, first.decision.seconds) == ("it fell asleep", 2.0)
    moves = {turn(position, 0, fault, random.Random(seed)).move.text for seed in range(9)}
    assert len(moves) > 1


@pytest.mark.parametrize("game", [OddOneOut(seats=3), Split()], ids=lambda game: game.name)
def test_a_stand_in_does_not_depend_on_what_others_have_committed(game: OddOneOut | Split) -> None:
    position = game.start(2)
    alone = turn(position, 1, Answer(fault="none"), random.Random(5)).move
    committed = position.play(position.moves(0)[-1], 0)
    assert turn(committed, 1, Answer(fault="none"), random.Random(5)).move == alone
