"""The searches as players: options, clocks, reasons and figures, and every game with every one of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar

import pytest
from tests.conftest import quick_settings
from tests.search.search_games import Countdown, Shells, countdown_greedy, countdown_saving

from ludarium.engine import BadParameter, Clock, LudariumError, Match, NotSuited, Player, PlayerError, Thought
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.engine.position import View
from ludarium.games import REGISTRY, load
from ludarium.players import make
from ludarium.players.searching import MaxN, Mcts, Minimax, MoIsmcts, Perfect, SearchPlayer
from ludarium.search import Budget, SearchReport

SEARCHERS = ["minimax", "maxn", "mcts", "ismcts", "mo-ismcts"]


def ask(text: str, view: View, *, seed: int = 1, clock: Clock | None = None) -> tuple[str, Thought]:
    """What a player does in a view, and why."""
    player = make(text, view.game)
    player.begin(view.game, view.seat, seed)
    move = player.choose(view, clock or Clock())
    assert player.thought is not None
    return move.text, player.thought


# --- every game -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_name", REGISTRY.entries)
@pytest.mark.parametrize("name", SEARCHERS)
def test_every_search_plays_every_game(name: str, game_name: str) -> None:
    """A short way into a game, or to its end; `strict` lets every fault through."""
    game = load(game_name, **quick_settings(game_name))
    # A game's own player of this name may have nothing to iterate.
    counted = any(parameter.name == "iterations" for parameter in make(name, game).parameters)
    text = f"{name}:iterations={20 if JIT_ENABLED else 2}" if counted else name
    players = [make(text, game) for _ in range(game.seats)]
    match = Match(game, players, seed=3, strict=True)
    decisions = []
    for decision in match.play():
        decisions.append(decision)
        assert decision.fault == ""
        assert decision.reason
        if len(decisions) == (60 if JIT_ENABLED else 6):
            break
    assert decisions


@pytest.mark.parametrize("name", SEARCHERS)
def test_one_to_four_seats(name: str) -> None:
    for game in (Shells(), load("pig", goal=10, seats=3), load("goofspiel", cards=3, seats=4)):
        players = [make(f"{name}:iterations=20", game) for _ in range(game.seats)]
        assert Match(game, players, seed=1, strict=True).run().result is not None


@pytest.mark.parametrize("name", SEARCHERS)
def test_one_seed_gives_one_game(name: str) -> None:
    game = load("goofspiel", cards=5)

    def moves(seed: int) -> list[str]:
        players = [make(f"{name}:iterations=30", game) for _ in range(2)]
        return [decision.move for decision in Match(game, players, seed=seed, strict=True).run().decisions]

    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(4)}) > 1


@pytest.mark.parametrize("name", SEARCHERS)
def test_it_beats_chance(name: str, scale: Callable[[int], int]) -> None:
    """Eight games of tic-tac-toe on either seat, not one of them lost to random moves."""
    game = load("tic-tac-toe")
    for seed in range(scale(16)):
        players: list[Player] = [make("random", game), make("random", game)]
        seat = seed % 2
        players[seat] = make(f"{name}:iterations={2_000 if JIT_ENABLED else 300}", game)
        result = Match(game, players, seed=seed, strict=True).run().result
        assert result is not None
        assert result.outcome(seat) != "loss"


# --- options and budgets ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("mcts:iterations=0", "iterations=0: expected a whole number from 1"),
        ("mcts:c=-1", "c=-1: expected a number from 0 to 100"),
        ("ismcts:seconds=-1", "seconds=-1: expected a number from 0 to 86400"),
        ("minimax:depth=65", "depth=65: expected a whole number from 1 to 64"),
        ("maxn:worlds=0", "worlds=0: expected a whole number from 1"),
        ("perfect:limit=0", "limit=0: expected a whole number from 1"),
    ],
)
def test_options_outside_their_range(text: str, fault: str) -> None:
    with pytest.raises(BadParameter, match=fault):
        make(text, load("tic-tac-toe"))


class Noting(SearchPlayer):
    """Notes the budgets it is given and takes the first move."""

    name = "noting"
    parameters = Mcts.parameters

    def search(self, view: View, budget: Budget, seed: int) -> SearchReport:
        self.budget = budget
        return Mcts(iterations=10).search(view, Budget(10), seed)


@pytest.mark.parametrize(
    ("given", "allowed", "budget"),
    [
        ({}, None, Budget(1000)),
        ({"iterations": 50}, None, Budget(50)),
        ({"seconds": 2.0}, None, Budget(None, 2.0)),  # seconds alone: the default number of iterations is no limit
        ({"iterations": 50, "seconds": 2.0}, None, Budget(50, 2.0)),
        ({"iterations": 1000, "seconds": 2.0}, None, Budget(1000, 2.0)),
    ],
)
def test_budgets_without_a_clock(given: dict[str, float], allowed: float | None, budget: Budget) -> None:
    player = Noting(**given)
    game = load("tic-tac-toe")
    player.begin(game, 0, 1)
    player.choose(game.start().view(0), Clock(allowed))
    assert player.budget == budget


@pytest.mark.parametrize(
    ("given", "iterations", "seconds"),
    [
        ({}, 1000, 9.0),  # nine tenths of the clock
        ({"seconds": 2.0}, None, 2.0),
        ({"seconds": 20.0}, None, 9.0),
        ({"iterations": 5, "seconds": 20.0}, 5, 9.0),
    ],
)
def test_budgets_with_a_clock(given: dict[str, float], iterations: int | None, seconds: float) -> None:
    player = Noting(**given)
    game = load("tic-tac-toe")
    player.begin(game, 0, 1)
    player.choose(game.start().view(0), Clock(10.0))
    assert player.budget.iterations == iterations
    assert player.budget.seconds == pytest.approx(seconds, rel=0.05)
    assert player.budget.seconds is not None
    assert player.budget.seconds <= seconds


@pytest.mark.parametrize("name", SEARCHERS)
def test_a_clock_that_has_run_out_still_gives_a_move(name: str) -> None:
    game = load("kuhn-poker")
    move, _ = ask(name, game.start(1).view(0), clock=Clock(0.0))
    assert move in ("pass", "bet")


@pytest.mark.parametrize("name", SEARCHERS)
def test_seconds_alone_end_the_search(name: str) -> None:
    """Without the time limit this would not end."""
    _, thought = ask(f"{name}:seconds=0.05", load("reversi").start().view(0))
    assert thought.figures["iterations"] >= 1
    if name in ("mcts", "ismcts", "mo-ismcts") and JIT_ENABLED:
        assert thought.figures["iterations"] != 1000


def test_options_reach_the_search() -> None:
    view = load("kuhn-poker").read_position("QK p").view(1)
    assert ask("minimax:worlds=3,depth=1", view)[1].figures["worlds"] == 3
    figures = ask("minimax:depth=1", load("reversi").start().view(0))[1].figures
    assert (figures["depth"], figures["worlds"]) == (1, 1)  # where everything is known, one world is all there is
    assert ask("maxn:depth=2,worlds=4", view)[1].figures["worlds"] == 4
    assert ask("mcts:iterations=60,worlds=3", view)[1].figures["worlds"] == 3
    wide, narrow = (ask(f"mcts:iterations=300,c={c}", load("tic-tac-toe").start().view(0))[1].moves for c in (50, 0))
    assert wide[-1]["visits"] > narrow[-1]["visits"]
    bidding = load("goofspiel", cards=4).start(1).view(0)
    wide, narrow = (ask(f"ismcts:iterations=200,c={c}", bidding)[1].moves for c in (50, 0))
    assert wide[-1]["visits"] > narrow[-1]["visits"]


# --- thoughts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SEARCHERS, "perfect"])
def test_the_thought_has_a_sentence_figures_and_moves(name: str) -> None:
    view = load("tic-tac-toe").read_position("xx1/oo1/3 x").view(0)
    move, thought = ask(name if name in ("perfect", "minimax") else f"{name}:iterations=300", view)
    assert move == "c3"
    assert thought.reason.startswith("c3 ")
    assert thought.moves[0]["move"] == "c3"
    assert thought.moves[0]["value"] == pytest.approx(1.0)
    assert {entry["move"] for entry in thought.moves} == {legal.text for legal in view.moves()}
    assert all(set(entry) == {"move", "visits", "value"} for entry in thought.moves)
    if name == "perfect":
        assert thought.reason == "c3 wins"
        assert thought.figures["positions"] > 1
    else:
        assert thought.figures["iterations"] >= 1
        assert thought.figures["seconds"] >= 0
        assert thought.figures["per_second"] >= 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("minimax", r"c3 is worth \+1\.00 \(-1 lost, \+1 won\) after looking 5 plies ahead"),
        ("maxn:depth=2", r"c3 is worth \+1\.00 \(-1 lost, \+1 won\) 2 plies ahead"),
        ("mcts", r"c3 wins: proved after 1 simulations"),
        ("ismcts", r"c3 was tried in \d{3} of 1,000 simulations and is worth \+1\.00 \(-1 lost, \+1 won\)"),
    ],
)
def test_the_sentences(text: str, reason: str) -> None:
    view = load("tic-tac-toe").read_position("xx1/oo1/3 x").view(0)
    said = ask(text, view)[1].reason
    assert re.fullmatch(reason, said), said


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("xox/1o1/1x1 o", r"[abc][123] holds the draw: proved after \d+ simulations"),
        ("x1x/1o1/x1o o", r"[abc][123] loses against perfect play, as all do: proved after \d+ simulations"),
        ("3/1x1/3 o", r"[abc][123] was tried in \d+ of 500 simulations and is worth [+-]0\.\d\d \(-1 lost, \+1 won\)"),
    ],
)
def test_what_mcts_says_of_what_it_proved(position: str, reason: str) -> None:
    said = ask("mcts:iterations=500", load("tic-tac-toe").read_position(position).view(1))[1].reason
    assert re.fullmatch(reason, said), said


def test_a_sentence_about_worlds() -> None:
    view = load("kuhn-poker").read_position("QK b").view(1)
    assert (
        ask("maxn:worlds=5", view)[1].reason
        == "bet is best in 5 of 5 worlds, worth +1.00 (-1 lost, +1 won) 3 plies ahead"
    )


@pytest.mark.parametrize("name", ["mcts", "ismcts", "mo-ismcts"])
def test_moves_are_listed_most_visited_first(name: str) -> None:
    _, thought = ask(f"{name}:iterations=200", load("tic-tac-toe").start().view(0))
    visits = [entry["visits"] for entry in thought.moves]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) == thought.figures["iterations"] == 200


@pytest.mark.parametrize("name", SEARCHERS)
def test_a_single_move_needs_no_search(name: str) -> None:
    game = load("4x4 reversi most-men")
    view = game.read_position("xo2/4/4/4 o").view(1)
    assert [move.text for move in view.moves()] == ["pass"]
    move, thought = ask(name, view)
    assert move == "pass"
    assert thought == Thought("pass is the only move")


def test_checked_moves_are_named_by_their_text() -> None:
    view = load("blotto").start().view(0)
    move, thought = ask("mcts:iterations=50", view)
    listed = {legal.text for legal in view.moves()}
    assert move in listed
    assert {entry["move"] for entry in thought.moves} <= listed


# --- policies of a player's own ---------------------------------------------------------------------------------------


class Saving(Minimax):
    """Looks one ply ahead and likes a large heap on the first seat."""

    policies: ClassVar = {"evaluate": countdown_saving}


class GreedyPlayouts(Mcts):
    """Believes that everybody takes as many as allowed."""

    policies: ClassVar = {"playout_move": countdown_greedy}


class GreedyInformation(MoIsmcts):
    policies: ClassVar = {"playout_move": countdown_greedy}


class SavingForAll(MaxN):
    policies: ClassVar = {"evaluate": countdown_saving}


def test_a_player_may_bring_its_own_evaluator() -> None:
    game = Countdown(heap=50)
    for kind in (Saving, SavingForAll):
        player = kind(depth=1)
        player.begin(game, 0, 1)
        assert player.choose(game.start().view(0), Clock()).text == "1"
        assert player.thought is not None
        assert player.thought.moves[0]["value"] == pytest.approx(0.49)


@pytest.mark.parametrize(("kind", "plain"), [(GreedyPlayouts, Mcts), (GreedyInformation, MoIsmcts)])
def test_a_player_may_bring_its_own_play_outs(kind: type[SearchPlayer], plain: type[SearchPlayer]) -> None:
    """With one simulation of each move, the policy gives every seed the same values; random moves do not."""
    game = Countdown(heap=41)

    def values(player: SearchPlayer, seed: int) -> tuple[float, ...]:
        player.begin(game, 0, seed)
        player.choose(game.start().view(0), Clock())
        assert player.thought is not None
        return tuple(entry["value"] for entry in sorted(player.thought.moves, key=lambda entry: str(entry["move"])))

    assert len({values(kind(iterations=2), seed) for seed in range(8)}) == 1
    assert len({values(plain(iterations=2), seed) for seed in range(8)}) > 1


# --- perfect play -----------------------------------------------------------------------------------------------------


def test_perfect_play_says_what_a_move_does() -> None:
    game = load("tic-tac-toe")
    assert ask("perfect", game.read_position("xox/1o1/1x1 o").view(1))[1].reason.endswith("holds the draw")
    move, thought = ask("perfect", game.read_position("x1x/1o1/x1o o").view(1))
    assert thought.reason == f"{move} loses against perfect play, as all do"
    assert [entry["value"] for entry in thought.moves] == [-1] * len(thought.moves)


def test_perfect_play_draws_among_equals() -> None:
    view = load("tic-tac-toe").read_position("xox/1o1/1x1 o").view(1)
    best = {entry["move"] for entry in ask("perfect", view)[1].moves if entry["value"] == 0}
    assert {ask("perfect", view, seed=seed)[0] for seed in range(20)} == best


def test_perfect_play_of_the_second_seat_and_to_the_last_move() -> None:
    game = Countdown(heap=4, turn=1)
    move, thought = ask("perfect", game.start().view(1))
    # Taking three leaves one, taking one leaves three: only what leaves the first seat without an answer wins.
    assert thought.reason == f"{move} wins"
    assert {entry["move"]: entry["value"] for entry in thought.moves} == {"1": 1, "2": -1, "3": -1}


def test_perfect_play_gives_up_where_the_limit_is_reached() -> None:
    with pytest.raises(PlayerError, match="not proved: gave up after 50 positions; raise the limit or choose a"):
        ask("perfect:limit=50", load("reversi").start().view(0))


@pytest.mark.parametrize(("name", "reason"), [("kuhn-poker", "hidden"), ("pig", "chance"), ("blotto", "at once")])
def test_perfect_play_refuses_what_cannot_be_solved(name: str, reason: str) -> None:
    game = load(name)
    with pytest.raises(NotSuited, match=reason):
        make("perfect", game)
    with pytest.raises(LudariumError, match=reason):
        Perfect().begin(game, 0, 1)


def test_a_search_player_without_a_search_is_none() -> None:
    class Nothing(SearchPlayer):
        name = "nothing"
        parameters = Mcts.parameters

    with pytest.raises(NotImplementedError):
        Nothing().search(load("tic-tac-toe").start().view(0), Budget(1), 1)
