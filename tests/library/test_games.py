"""Games and players by name."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import ludarium
from ludarium.games.starting import start_file
from ludarium.players.basic import Random
from tests.library.own import Eager


def test_games_are_listed() -> None:
    found = ludarium.games()
    assert "reversi" in found
    assert found[found.names.index("reversi")].name == "reversi"
    assert [entry.name for entry in found[:2]] == found.names[:2]
    assert len(found) == len(found.names) == len(list(found))
    assert "outflank and flip" in repr(found)
    assert "<td" in found._repr_html_()
    assert found.to_arrow().column_names == ["name", "seats", "summary", "origin"]


def test_a_game_with_its_parameters() -> None:
    game = ludarium.game("reversi", size=6)
    assert game.settings["size"] == 6
    assert repr(game) == "<reversi (size=6)>"
    html = game._repr_html_()
    assert html.count("<img") == 1
    assert "size" in html


def test_a_game_described_by_its_rules() -> None:
    assert ludarium.game("4x4 drop line-3").start().moves()


def test_players_are_listed_the_games_own_first() -> None:
    everybody = ludarium.players()
    assert "mcts" in everybody
    assert ludarium.players("tarble").names.index("brian") < ludarium.players("tarble").names.index("random")
    assert len(everybody) == len(list(everybody)) == everybody.to_arrow().num_rows
    assert "Monte Carlo" in repr(everybody)
    assert "Monte Carlo" in everybody._repr_html_()


def test_a_player_by_text_options_class_or_object() -> None:
    game = ludarium.game("tic-tac-toe")
    assert ludarium.player("mcts:iterations=40", game).options["iterations"] == 40
    assert ludarium.player("mcts", game, iterations=40, c=0.5).options["c"] == 0.5
    assert isinstance(ludarium.player(Random, "tic-tac-toe"), Random)
    made = Eager(least=3)
    copy = ludarium.player(made, game)
    assert copy is not made
    assert copy.options == {"least": 3}
    assert ludarium.player(Eager, game, least=2).options == {"least": 2}


def test_a_player_that_has_played_is_copied_without_its_game() -> None:
    game = ludarium.game("tic-tac-toe")
    made = ludarium.player("random", game)
    made.begin(game, 0, 1)
    assert ludarium.player(made, game).game is game


class Idle(ludarium.Player):
    """Says nothing of how it decides."""


def test_a_player_says_who_it_is() -> None:
    assert repr(ludarium.player("mcts:iterations=40", "pig")) == "<player mcts:iterations=40>"
    assert repr(ludarium.player(Eager, "tic-tac-toe")) == "<player eager>"


def test_numbers_of_other_libraries_are_settings() -> None:
    assert ludarium.game("reversi", size=np.int64(6)).settings == {"size": 6}
    assert ludarium.player("mcts", "pig", c=np.float32(0.5)).options["c"] == 0.5
    with pytest.raises(ludarium.BadParameter, match="expected a whole number"):
        ludarium.game("reversi", size=np.array([6, 8]))


@pytest.mark.parametrize("lacking", ["name", "rules"])
def test_a_file_with_half_a_game_says_what_is_lacking(lacking: str, tmp_path: Path) -> None:
    file = tmp_path / "half.py"
    has = {"name": "name = 'half'", "rules": "rules = None"}
    del has[lacking]
    file.write_text(f"import ludarium\n\n\nclass Half(ludarium.Game):\n    {has.popitem()[1]}\n", encoding="utf-8")
    with pytest.raises(ludarium.BadRules, match=f"the class Half is no whole game yet: give it a {lacking}"):
        ludarium.game(str(file))


HALF: dict[str, tuple[str, str]] = {
    "no rules": ("    rules = ", "    rulez = "),
    "rules in words": ("    rules = ", "    rules = 'take stones' or "),
    "an __init__ of its own": ("    def draw", "    def __init__(self, **settings):\n        pass\n\n    def draw"),
    "an __init__ that fails": ("    def draw", "    def __init__(self, **settings):\n        1 / 0\n\n    def draw"),
    "a script that ends": ("MOST_TAKEN = 3", "raise SystemExit(3)"),
}
SAID = {
    "no rules": "give it rules",
    "rules in words": "give it rules",
    "an __init__ of its own": "must call super",
    "an __init__ that fails": "cannot be made: ZeroDivisionError",
    "a script that ends": "failed to load: it tried to end the program",
}


@pytest.mark.parametrize("fault", HALF)
def test_a_file_that_has_gone_wrong_is_an_error_with_its_place(fault: str, tmp_path: Path) -> None:
    file = start_file("last-stone", tmp_path)
    file.write_text(file.read_text(encoding="utf-8").replace(*HALF[fault], 1), encoding="utf-8")
    for _ in range(2):  # the second time, nothing of the first is left
        with pytest.raises(ludarium.LudariumError, match=f"last_stone.py.*{SAID[fault]}"):
            ludarium.game(str(file))


def test_rules_that_leave_somebody_without_a_move_are_named(tmp_path: Path) -> None:
    file = start_file("last-stone", tmp_path)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("    return count\n", "    return count - 3\n"), encoding="utf-8")
    game = ludarium.game(str(file))
    with pytest.raises(ludarium.BadRules, match="list no move for seat 1, which must decide"):
        ludarium.search(game.start(), iterations=5)
    with pytest.raises(ludarium.BadRules, match="list no move for seat 1, which must decide"):
        game.stand_in(game.start().view(0), random.Random(0))


BAD: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "no such game": (lambda: ludarium.game("revesi"), ludarium.UnknownName, "did you mean 'reversi'"),
    "no text": (lambda: ludarium.game(3), ludarium.LudariumError, "asked for by its name"),  # type: ignore[arg-type]
    "no such parameter": (lambda: ludarium.game("reversi", sise=6), ludarium.UnknownName, "did you mean 'size'"),
    "out of range": (lambda: ludarium.game("reversi", size=1000), ludarium.BadParameter, "expected a whole number"),
    "python's own names": (
        lambda: ludarium.game("reversi", self=6, name="x"),
        ludarium.UnknownName,
        "no parameter 'self'",
    ),
    "no number": (lambda: ludarium.game("pig", goal="many"), ludarium.BadParameter, "goal=many"),
    "no such player": (lambda: ludarium.player("mtcs", "pig"), ludarium.UnknownName, "did you mean 'mcts'"),
    "no such option": (lambda: ludarium.player("mcts", "pig", itrations=3), ludarium.UnknownName, "iterations"),
    "options twice": (lambda: ludarium.player("mcts:c=1", "pig", iterations=3), ludarium.BadParameter, "in the text"),
    "options of an object": (
        lambda: ludarium.player(Eager(), "tic-tac-toe", least=3),
        ludarium.BadParameter,
        "made already",
    ),
    "no player at all": (lambda: ludarium.player(3, "pig"), ludarium.PlayerError, "expected a text"),  # type: ignore[arg-type]
    "not suited": (lambda: ludarium.player("perfect", "pig"), ludarium.NotSuited, "cannot play pig"),
    "class not suited": (lambda: ludarium.player(Eager, "pig"), ludarium.NotSuited, "only two"),
    "no decisions": (lambda: ludarium.player(Idle, "pig"), ludarium.PlayerError, "Idle has no method choose"),
    "not to be copied": (lambda: ludarium.player(Eager().holding(), "tic-tac-toe"), ludarium.PlayerError, "made anew"),
}


@pytest.mark.parametrize("fault", BAD)
def test_bad_use_is_explained(fault: str) -> None:
    use, kind, words = BAD[fault]
    with pytest.raises(kind, match=words):
        use()
