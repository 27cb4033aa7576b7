"""The lab, as somebody types in it."""

from __future__ import annotations

from ludarium.games import REGISTRY, load
from tests.cli.conftest import Ludarium

NUMBER = 1 + list(REGISTRY.entries).index("tic-tac-toe")
"""Under which tic-tac-toe stands in the menu."""


def test_q_leaves_at_once(ludarium: Ludarium) -> None:
    outcome = ludarium(typed="q\n")
    assert (outcome.code, outcome.err) == (0, "")
    assert "tic-tac-toe" in outcome.out
    assert outcome.out.endswith("Until next time.\n")


def test_a_game_from_the_menu_to_its_result(ludarium: Ludarium) -> None:
    moves = "".join(f"{move}\n" for move in ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"))
    # Moves that the opponent has taken are refused and the next is tried; what is left over is no game.
    outcome = ludarium(typed=f"tic-tac-toe\nrandom\n1\n{moves}")
    assert outcome.code == 0
    assert "Which seat do you take, 1 to 2?" in outcome.out
    assert "You win." in outcome.out
    assert "Enter for the menu" in outcome.out


def test_menus_take_numbers(ludarium: Ludarium) -> None:
    outcome = ludarium(typed=f"{NUMBER}\n1\n2\nquit\n\nq\n")
    assert "tic-tac-toe, seed" in outcome.out
    assert ": random, human" in outcome.out
    assert "You left the game." in outcome.out
    assert outcome.out.count("Which game?") == 2


def test_mistakes_are_explained_and_asked_again(ludarium: Ludarium) -> None:
    outcome = ludarium(typed="revesi\n5x5 drop line-4\nnobody\nb\n\nq\n")
    assert "did you mean 'reversi'?" in outcome.out
    assert "no player 'nobody'" in outcome.out
    assert outcome.code == 0


def test_rules_are_explained(ludarium: Ludarium) -> None:
    outcome = ludarium(typed=f"rules pig\nrules {NUMBER}\nq\n")
    for name in ("pig", "tic-tac-toe"):
        assert load(name).rules_text() in outcome.out
