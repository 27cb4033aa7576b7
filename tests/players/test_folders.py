"""Folders as players: described by a file, with modules of their own, and scripts of Colonizers' source."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ludarium.engine import Clock, LudariumError, Match, NotSuited, PlayerError
from ludarium.games import load
from ludarium.players import folders, listing, make

PATIENT = "seconds=600,start=600"
"""Limits that a busy machine does not reach: the scripts' own thinking takes milliseconds."""
PROGRAM = """
import json, sys
from words import GREETING
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": GREETING}), flush=True)
    elif message["type"] == "view":
        move = (message["moves"] or message["proposals"])[0]
        print(json.dumps({"type": "move", "turn": message["turn"], "move": move, "reason": GREETING}), flush=True)
    elif message["type"] == "bye":
        break
"""
CLASS = """
from helper import pick
from tools.more import twice
import tools.more
from ludarium import Player

class First(Player):
    def choose(self, view, clock):
        import helper
        assert helper.pick is pick and twice(2) == tools.more.twice(2) == 4
        return pick(view)
"""
SCRIPT = """
from AICore import *
import sys
from random import seed, randint

class LastAI(AIBase):
    def __init__(self):
        super().__init__()

    def messageCallback(self, gameState):
        print("thinking aloud")
        return str(len(gameState["Actions"]) - 1)

if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise Exception("one argument")
    seed(42)
    ai = LastAI()
    ai.run(sys.argv[1])
"""
PHASES = """
from AICore import *
import sys

class PhasedAI(AIBase):
    def ColonistPick(self, gameState):
        return self.best(gameState)
    Draw = Discard = Power = Build = ColonistPick

    def best(self, gameState):
        seat = gameState["BoardState"]["seat"]
        values = []
        for number in range(len(gameState["Actions"])):
            world = self.determinize()
            action = gameState["Actions"][number]
            if action not in world["Actions"]:
                raise Exception("an action that the drawn world does not have")
            after = self.simulate(world["BoardState"], action)
            values.append(after["BoardState"]["seats"][seat]["value"])
        return str(max(range(len(values)), key=lambda number: values[number]))

if __name__ == "__main__":
    PhasedAI().run(sys.argv[1])
"""


@pytest.fixture(autouse=True)
def _nothing_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(folders.REGISTERED, "")  # and put back afterwards


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_toml", ".toml").replace("_py", ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def with_program(folder: Path, more: str = "") -> Path:
    told = f'name = "Hello"\nsummary = "Greets."\ncommand = "{sys.executable} main.py"\nstart = 60\n{more}'
    return write(folder, player_toml=told, main_py=PROGRAM, words_py="GREETING = 'good day'\n")


def reasons(text: str, game_name: str = "tic-tac-toe") -> list[str]:
    game = load(game_name)
    players = [make(text if seat == 0 else "random", game) for seat in range(game.seats)]
    record = Match(game, players, seed=3, strict=True).run()
    return [decision.reason for decision in record.decisions if decision.seat == 0]


def test_a_folder_with_a_command(tmp_path: Path) -> None:
    folder = with_program(tmp_path / "greeter")
    assert set(reasons(str(folder))) == {"good day"}
    assert set(reasons(f"{folder}/player.toml")) == {"good day"}
    assert set(reasons(f"{folder}:seconds=50", "kuhn-poker")) == {"good day"}


def test_a_class_with_modules_beside_it(tmp_path: Path) -> None:
    """Two folders with modules of the same names: each finds its own."""
    texts = []
    for number in (0, 1):
        folder = write(
            tmp_path / f"class{number}",
            main_py=CLASS,
            helper_py=f"from tools import NUMBER\ndef pick(view):\n    return view.moves()[{number} * NUMBER]\n",
            tools__more_py="from . import NUMBER\ndef twice(x):\n    return 2 * x * NUMBER\n",
        )
        (folder / "tools" / "__init__.py").write_text("NUMBER = 1\n")
        texts.append(f"{folder}/main.py:First")
        write(folder, player_toml='class = "main.py"\n')
        texts.append(str(folder))
    game = load("tic-tac-toe")
    chosen = [Match(game, [make(text, game), make("random", game)], seed=1, strict=True).run() for text in texts]
    assert [record.decisions[0].move for record in chosen] == ["a1", "a1", "b1", "b1"]
    assert "helper" not in sys.modules
    assert "tools" not in sys.modules


@pytest.mark.parametrize("kind", ["file", "folder", "described"])
def test_scripts_of_the_source_run_unchanged(kind: str, tmp_path: Path) -> None:
    place = tmp_path / "LastIntelligence.py"
    if kind == "file":
        place.write_text(SCRIPT)
    else:
        place = write(
            tmp_path / "LastIntelligence", main_py=SCRIPT, AICore_py="raise Exception('the copy beside it')\n"
        )
        if kind == "described":
            write(place, player_toml='intelligence = "main.py"\nstart = 60\n')
    game = load("colonizers")
    players = [make(f"{place}:{PATIENT}" if seat == 1 else "random", game) for seat in range(4)]
    for position, decision in _decisions(players, 1):
        assert decision == position.moves(1)[-1].text


def test_a_method_for_each_phase_and_the_sources_tools(tmp_path: Path) -> None:
    (tmp_path / "PhasedIntelligence.py").write_text(PHASES)
    game = load("colonizers")
    players = [
        make(f"{tmp_path}/PhasedIntelligence.py:{PATIENT}" if seat == 1 else "random", game) for seat in range(4)
    ]
    built = [decision for _, decision in _decisions(players, 1) if decision.startswith(("build", "no module"))]
    assert any(decision.startswith("build") for decision in built), "whatever adds value is built"


def test_a_script_that_only_defines_its_class(tmp_path: Path) -> None:
    """It is run as if it said so itself; where it is not clear which class is meant, that is said."""
    only_class = SCRIPT.partition("\nif __name__")[0]
    assert only_class != SCRIPT
    place = tmp_path / "LastIntelligence.py"
    place.write_text(only_class)
    game = load("colonizers")
    players = [make(f"{place}:{PATIENT}" if seat == 1 else "random", game) for seat in range(4)]
    for position, decision in _decisions(players, 1)[:5]:
        assert decision == position.moves(1)[-1].text
    place.write_text("x = 1\n")
    view = game.start(2).view(0)
    player = make(str(place), game)
    player.begin(game, 0, 0)
    with pytest.raises(LudariumError, match="has 0 classes that inherit AIBase of AICore: expected one"):
        player.choose(view, Clock())
    player.close()


def _decisions(players: list, seat: int) -> list:  # type: ignore[type-arg]
    game = load("colonizers")
    record = Match(game, players, seed=2, strict=True).run()
    found = []
    position = game.start(record.seed)
    for decision in record.decisions:
        if decision.seat == seat:
            found.append((position, decision.move))
        position = position.play(decision.move, decision.seat)
    return found


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        ("", "write one of command, class and intelligence"),
        ('command = "x"\nclass = "y"', "write one of"),
        ('comand = "x"', "comand"),
        ("command = 3", "command must be a text of one line"),
        ('command = "python3 main.py"\ngames = "chess"', "games must be a list"),
        ('command = "python3 main.py"\nseconds = "soon"', "seconds"),
        ('command = "no-such-program-anywhere"', "no program"),
        ("command = 'python3 \"main.py'", "cannot be read"),
        ("command = ", "cannot be read"),
        ('class = "main.py"\nmemory = 3', "only seconds"),
        ('intelligence = "gone.py"', "no script gone.py"),
        ("x = " + "[" * 2000 + "]" * 2000, "it is nested too deeply"),
        ('class = "leaving.py"', "leaving.py, line 2 failed to load: it tried to end the program"),
    ],
)
def test_what_is_wrong_with_a_description_is_said(told: str, fault: str, tmp_path: Path) -> None:
    write(tmp_path / "wrong", player_toml=told, leaving_py="import sys\nsys.exit(3)\n")
    with pytest.raises(LudariumError) as raised:
        make(str(tmp_path / "wrong"), load("tic-tac-toe"))
    assert fault in str(raised.value)


def test_a_description_may_begin_with_the_mark_of_its_encoding(tmp_path: Path) -> None:
    """Editors of Windows write one, and it was an invalid statement at column 1."""
    folder = write(tmp_path / "marked", main_py="")
    (folder / "player.toml").write_text('\ufeffname = "Marked"\ncommand = "python3 main.py"\n', encoding="utf-8")
    assert folders.read(folder).name == "Marked"


def test_a_folder_without_a_description_is_no_player(tmp_path: Path) -> None:
    with pytest.raises(PlayerError, match=r"write a player\.toml"):
        make(str(tmp_path), load("tic-tac-toe"))


def test_a_player_of_some_games(tmp_path: Path) -> None:
    folder = with_program(tmp_path / "greeter", 'games = ["kuhn-poker"]\n')
    with pytest.raises(NotSuited, match="it plays kuhn-poker only"):
        make(str(folder), load("tic-tac-toe"))


def test_registered_players_have_names_and_changes_are_noticed(tmp_path: Path) -> None:
    folder = with_program(tmp_path / "players" / "MyGreeter", 'games = ["tic-tac-toe"]\n')
    (tmp_path / "players" / "LastIntelligence.py").write_text(SCRIPT)
    found = folders.register(tmp_path / "players")
    assert set(found) == {"my-greeter", "last-intelligence"}
    assert listing(load("tic-tac-toe"))["my-greeter"].summary == "Greets."
    assert "my-greeter" not in listing(load("kuhn-poker"))
    assert set(reasons("my-greeter")) == {"good day"}
    digest, before = found["my-greeter"].digest(), folders.stamp()
    told = (folder / "player.toml").read_text().replace("Greets.", "Greets everybody.")
    (folder / "player.toml").write_text(told)
    os.utime(folder / "player.toml", ns=(1, 1))
    assert listing(load("tic-tac-toe"))["my-greeter"].summary == "Greets everybody."
    assert folders.registered()["my-greeter"].digest() != digest
    assert folders.stamp() != before


def test_what_cannot_be_registered(tmp_path: Path) -> None:
    with pytest.raises(LudariumError, match="no folder"):
        folders.register(tmp_path / "nowhere")
    with pytest.raises(LudariumError, match="holds no player"):
        folders.register(tmp_path)
    with_program(tmp_path / "random")
    with pytest.raises(LudariumError, match="the name 'random' is taken"):
        folders.register(tmp_path)
