"""Who plays the candidates: minimax, greedy and random players, and players that leave the extras alone."""

from __future__ import annotations

import numpy as np
import pytest

from ludarium.arena.metrics.lead import Evaluator
from ludarium.design.deciding import GREEDY, RANDOM
from ludarium.design.quality import rate_of, restricted_play
from ludarium.design.selfplay import FIRST, Played, game_seeds, play
from ludarium.engine.errors import UnknownName
from ludarium.engine.move import Move
from ludarium.engine.position import Position
from ludarium.games.rulesets.codes import PASS, kind_of
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import RuleSet
from tests.conftest import scaled


def the_game(text: str) -> RuleSetGame:
    return RuleSetGame(RuleSet.read(text))


def positions(game: RuleSetGame, played: Played, seeds: np.ndarray, number: int) -> list[tuple[Position, int, int]]:
    """The positions of a game with who moved and the move that was made."""
    found = []
    position = game.start(int(seeds[number]))
    for move in played.game(number):
        (seat,) = position.movers
        found.append((position, seat, move))
        position = position.play(Move(move, str(move)), seat)
    return found


def listed(position: Position, seat: int) -> list[int]:
    """The numbers of the legal moves."""
    return [move.value for move in position.moves(seat) if isinstance(move.value, int)]


def after(position: Position, seat: int, move: int) -> Position:
    return position.play(Move(move, str(move)), seat)


def wins_now(position: Position, seat: int) -> list[int]:
    ends = {move: after(position, seat, move) for move in listed(position, seat)}
    return [move for move, end in ends.items() if end.over and end.result().winners == (seat,)]


def test_minimax_takes_every_win_and_plays_different_games() -> None:
    game, seeds = the_game("4x4 drop line-3"), game_seeds(1, max(3, scaled(12)))
    played = play(game, seeds, scaled(60), player="minimax")
    for number in range(played.games):
        for position, seat, move in positions(game, played, seeds, number):
            winning = wins_now(position, seat)
            assert not winning or move in winning
    assert len({tuple(played.game(number)) for number in range(played.games)}) > 1


@pytest.mark.compiled  # many nodes
def test_minimax_finds_the_win_of_the_first_player() -> None:
    """Three in a row on 4×4 is won by the first player, who needs to see five plies ahead for that."""
    played = play(the_game("4x4 drop line-3"), game_seeds(2, 40), 3000, player="minimax")
    assert (played.endings == FIRST).mean() == 1


@pytest.mark.compiled  # the rates are those of many games
def test_minimax_beats_random_play_in_reversi() -> None:
    played = play(the_game("6x6 reversi most-men"), game_seeds(3, 100), (60, RANDOM), player="minimax")
    assert (rate_of(played).value or 0) > 0.85


def test_a_greedy_player_makes_the_move_that_the_evaluation_likes_best() -> None:
    game, seeds = the_game("4x4 reversi most-men"), game_seeds(5, 4)
    played = play(game, seeds, GREEDY)
    evaluator = Evaluator(game)
    for number in range(played.games):
        for position, seat, move in positions(game, played, seeds, number):
            values = {
                option: evaluator.leads(after(position, seat, option), 0)[seat] for option in listed(position, seat)
            }
            assert values[move] == max(values.values())


@pytest.mark.parametrize(("player", "budget"), [("mcts", 6), ("minimax", 6), ("mcts", GREEDY), ("mcts", RANDOM)])
def test_who_leaves_the_extras_alone_never_uses_them(player: str, budget: int) -> None:
    game, seeds = the_game("4x4 drop line-3 double-move hybrid-disk"), game_seeds(7, 10)
    played = play(game, seeds, budget, player=player, plain=(True, False))
    used = {True: 0, False: 0}
    for number in range(played.games):
        for _, seat, move in positions(game, played, seeds, number):
            plain = seat == number % 2
            used[plain] += move != PASS and kind_of(move) != 0
    assert used[True] == 0
    assert used[False] > 0


def test_restricted_play_where_nothing_can_be_chosen() -> None:
    """On a board that is simply filled everybody wins the games in which they begin: a rate of a half."""
    rates = restricted_play(the_game("3x3 drop no-men"), 3, 1, games=scaled(40))
    assert {name: rate.value for name, rate in rates.items()} == {"looks one move ahead": 0.5}
    extras = restricted_play(the_game("3x3 drop no-men scoring"), 3, 1, games=2)
    assert list(extras) == ["looks one move ahead"]
    extras = restricted_play(the_game("3x3 drop no-men recall-last"), 3, 1, games=2)
    assert list(extras) == ["looks one move ahead", "uses no extras"]


def test_a_search_that_there_is_not() -> None:
    with pytest.raises(UnknownName, match="no search 'guessing'"):
        play(the_game("3x3 drop line-3"), game_seeds(1, 1), 1, player="guessing")
