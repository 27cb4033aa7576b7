"""Players by name: the text form, its errors, and what is known for a game."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import ClassVar

import pytest
from tests.players.small_games import Greedy, Taking

import ludarium.players as catalogue
from ludarium.engine import BadParameter, LudariumError, Match, NotSuited, Player, PlayerError, UnknownName
from ludarium.players import listing, make
from ludarium.players.basic import Random

GENERIC = ["random", "minimax", "maxn", "mcts", "ismcts", "mo-ismcts", "perfect", "human"]
ROOT = Path(__file__).parents[2]
GLANCE = ROOT / "examples" / "players" / "glance.py"


def test_a_name_makes_a_new_player_with_the_text_as_its_label() -> None:
    game = Taking()
    first, second = make("random", game), make(" Random ", game)
    assert type(first) is Random
    assert type(second) is Random
    assert first is not second
    assert (first.label, second.label) == ("random", "Random")


def test_options_are_read_and_checked() -> None:
    player = make("greedy:take=2", Taking())
    assert isinstance(player, Greedy)
    assert player.options == {"take": 2}
    assert player.label == "greedy:take=2"
    with pytest.raises(BadParameter, match="take=7: expected a whole number from 1 to 3"):
        make("greedy:take=7", Taking())
    with pytest.raises(UnknownName, match="no parameter 'tak'; did you mean 'take'"):
        make("greedy:tak=2", Taking())
    with pytest.raises(BadParameter, match="KEY=VALUE"):
        make("greedy:2", Taking())
    with pytest.raises(BadParameter, match="set twice"):
        make("greedy:take=2,take=3", Taking())
    with pytest.raises(UnknownName, match=r"no parameter 'take'.*it has none"):
        make("random:take=2", Taking())


def test_what_is_injected_by_code_cannot_be_set_by_text() -> None:
    with pytest.raises(UnknownName, match="no parameter 'ask'"):
        make("human:ask=x", Taking())
    with pytest.raises(UnknownName, match="no parameter 'command'"):
        make("program[command=ls]:ls", Taking())


@pytest.mark.parametrize(
    ("text", "suggested"),
    [
        ("randm", "random"),
        ("greedi:take=2", "greedy"),
        ("mcst", "mcts"),
        ("progam:x", "program"),
        ("MOISMCTS", "mo-ismcts"),
    ],
)
def test_an_unknown_name_gets_a_suggestion_among_all_players_of_the_game(text: str, suggested: str) -> None:
    with pytest.raises(UnknownName, match=f"did you mean '{suggested}'"):
        make(text, Taking())


def test_an_unknown_name_like_no_other_gets_the_list() -> None:
    with pytest.raises(UnknownName, match=r"no player 'xyz'; known here: greedy, human, .*program:COMMAND"):
        make("xyz", Taking())


def test_an_unsuited_player_is_refused_with_its_reason() -> None:
    with pytest.raises(NotSuited, match="loner cannot play taking: it plays alone"):
        make("loner", Taking())


def test_the_listing_has_the_games_own_players_first() -> None:
    assert list(listing()) == GENERIC
    entries = listing(Taking())
    assert list(entries) == ["greedy", "loner", *GENERIC]
    assert entries["greedy"].summary == "takes what it can"
    assert all(entry.name == name and entry.reference and entry.summary for name, entry in entries.items())


@pytest.mark.parametrize("name", GENERIC)
def test_every_generic_player_is_where_the_listing_says(name: str) -> None:
    from ludarium.engine.plugins import import_object

    entry = listing()[name]
    found = import_object(entry.reference)
    assert issubclass(found, Player)
    assert (found.name, found.summary) == (entry.name, entry.summary)


def test_a_games_own_player_takes_precedence_over_a_generic_one() -> None:
    class Own(Taking):
        players: ClassVar = {"random": "tests.players.small_games:Greedy"}

    assert isinstance(make("random", Own()), Greedy)
    assert listing(Own())["random"].reference == "tests.players.small_games:Greedy"


@pytest.mark.parametrize(
    ("reference", "complaint"),
    [
        ("tests.players.nowhere:Greedy", "cannot be loaded from tests.players.nowhere:Greedy"),
        ("tests.players.small_games:Nobody", "cannot be loaded from tests.players.small_games:Nobody"),
        ("tests.players.small_games:Taking", "is no Player class"),
    ],
)
def test_a_player_that_cannot_be_loaded_is_named(reference: str, complaint: str) -> None:
    class Broken(Taking):
        players: ClassVar = {"lost": reference}

    with pytest.raises(PlayerError, match=f"the player 'lost'.*{complaint}"):
        make("lost", Broken())


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another package that brings a player of its own, and one whose name is taken."""
    points = [
        EntryPoint("miser", "tests.players.small_games:Greedy", "ludarium.players"),
        EntryPoint("mcts", "tests.players.small_games:Greedy", "ludarium.players"),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points if group == "ludarium.players" else [])
    catalogue._installed.cache_clear()
    yield
    catalogue._installed.cache_clear()


@pytest.mark.usefixtures("installed")
def test_other_packages_bring_players_by_entry_points() -> None:
    assert list(listing()) == [*GENERIC, "miser"]
    assert listing()["mcts"].reference == "ludarium.players.searching:Mcts"
    player = make("miser:take=1", Taking())
    assert isinstance(player, Greedy)
    assert player.options == {"take": 1}


# --- players in files -------------------------------------------------------------------------------------------------


def test_a_file_player_plays_whole_games() -> None:
    game = Taking()
    text = f"{GLANCE}:Glance:worlds=3"
    player = make(text, game)
    assert player.label == text
    assert player.options == {"worlds": 3}
    record = Match(game, [player, make(str(GLANCE), game)], seed=4).run()
    assert record.result is not None
    assert not any(decision.fault for decision in record.decisions)
    assert record.decisions[0].reason == "wins at once in 0 of 1 worlds"
    # The last decision alone can win at once, and then takes the most.
    assert record.decisions[-1].move == "many" or record.result.ranks[1] == 2


def test_the_class_may_be_left_out_before_options() -> None:
    assert make(f"{GLANCE}:worlds=3", Taking()).options == {"worlds": 3}


def test_options_that_end_like_a_file_do_not_make_a_file_player() -> None:
    with pytest.raises(BadParameter, match=r"take=book\.py"):
        make("greedy:take=book.py", Taking())


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("x = 1 +\n", "line 1 failed to load: SyntaxError"),
        ("x = 1\n", "defines no Player class"),
        (
            "from ludarium.engine import Player\n"
            "class Bad(Player):\n"
            "    def __init__(self, **given):\n"
            "        raise KeyError('oops')\n",
            "cannot be made: KeyError: 'oops'",
        ),
    ],
)
def test_a_broken_file_is_a_clear_error(tmp_path: Path, source: str, complaint: str) -> None:
    path = tmp_path / "broken.py"
    path.write_text(source)
    with pytest.raises(LudariumError, match=complaint):
        make(str(path), Taking())


def test_a_missing_file_or_class_is_a_clear_error() -> None:
    with pytest.raises(LudariumError, match=r"no file nowhere/mine\.py"):
        make("nowhere/mine.py:Mine", Taking())
    with pytest.raises(LudariumError, match="has no Player class 'Stare'; it defines Glance"):
        make(f"{GLANCE}:Stare", Taking())


# --- what the documentation promises ----------------------------------------------------------------------------------


def test_the_three_line_player_of_the_documentation_plays(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python title=\"hasty.py\"\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 1
    assert len([line for line in blocks[0].splitlines() if line and not line.startswith("from ")]) == 3
    path = tmp_path / "hasty.py"
    path.write_text(blocks[0])
    game = Taking()
    record = Match(game, [make(f"{path}:Hasty", game), make("greedy", game)]).run()
    assert [decision.move for decision in record.decisions[:4]] == ["few", "many", "few", "many"]


@pytest.mark.parametrize("name", GENERIC)
def test_the_documentation_gives_every_players_options_and_defaults(name: str) -> None:
    from ludarium.engine.plugins import import_object

    page = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
    rows = re.findall(rf"^\| `{name}` \| [^|]+ \|(.*)\|$", page, re.MULTILINE)
    assert len(rows) == 1
    parameters = import_object(listing()[name].reference).parameters
    assert rows[0].split() == [f"`{parameter.name}={parameter.default}`" for parameter in parameters]


def test_a_listing_loads_no_player_and_no_numpy() -> None:
    """`ludarium` starts quickly because of this."""
    program = "import sys; from ludarium.players import listing; listing(); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
