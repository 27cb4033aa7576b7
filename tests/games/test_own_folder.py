"""A game is its own folder: added as one, it is there everywhere, and no other file knows of it."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from ludarium.engine.entry import OURS, PLAIN, Entry
from ludarium.games import REGISTRY, load
from ludarium.games.starting import start_file, start_folder
from tests.games.installing import ROOT, add_points, install, with_site

SOURCE = ROOT / "src" / "ludarium"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Packages with a game as it is begun, one that names a class alone, and two that are broken."""
    place = tmp_path_factory.mktemp("site")
    install(start_folder("last-stone", tmp_path_factory.mktemp("own")), place)
    (place / "old_form.py").write_text(
        start_file("first-form", tmp_path_factory.mktemp("file")).read_text(encoding="utf-8"), encoding="utf-8"
    )
    (place / "failing.py").write_text("raise RuntimeError('out of order')\n", encoding="utf-8")
    points = {"old-form": "old_form:FirstForm", "failing": "failing:Game", "missing": "no_such_module:ENTRY"}
    add_points(place, "other-games", points)
    return place


def ludarium(site: Path, *words: str, typed: str = "", code: int = 0) -> str:
    command = [sys.executable, "-m", "ludarium", *words]
    done = subprocess.run(
        command, cwd=site, env=with_site(site), input=typed, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


# --- a package with a game --------------------------------------------------------------------------------------------


def test_it_is_listed_with_its_seats_and_summary_and_nothing_is_loaded(site: Path) -> None:
    probe = (
        "import sys; from ludarium.cli.app import run; code = run(['games', '--json']); "
        "heavy = {'numpy', 'numba', 'last_stone.game', 'old_form'} & set(sys.modules); "
        "sys.exit(code or ' '.join(heavy) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], env=with_site(site), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    listed = {entry["name"]: entry for entry in json.loads(done.stdout)}
    summary = "take one to three stones; the last one wins"
    assert listed["last-stone"] == {"name": "last-stone", "seats": "2", "summary": summary, "origin": "last-stone"}
    assert listed["old-form"] == {"name": "old-form", "seats": "2", "summary": summary, "origin": "other-games"}
    assert listed["failing"]["summary"] == "cannot be loaded: RuntimeError: out of order"
    assert "no_such_module" in listed["missing"]["summary"]
    assert list(listed)[: len(listed) - 4] == [name for name, entry in REGISTRY.entries.items() if entry.origin == OURS]


def test_it_is_played_in_the_terminal_and_its_record_replays(site: Path) -> None:
    game = ["play", "last-stone", "--seat", "human", "--seat", "counting", "--set", "stones=4", "--save", "it.json"]
    told = ludarium(site, *game, "--seed", "1", typed="3\n")
    assert "●●●●" in told
    assert "Second (counting) wins." in told
    record = json.loads((site / "it.json").read_text(encoding="utf-8"))
    assert (record["game"], record["result"]["points"]) == ("last-stone", [0.0, 1.0])
    assert "●" in ludarium(site, "replay", "it.json")


def test_it_has_its_own_command_and_rules(site: Path) -> None:
    assert ludarium(site, "last-stone", "hint", "6") == "take 2\n"
    assert "What Last stone has of its own." in ludarium(site, "--help")
    assert "Whoever takes the last one wins." in ludarium(site, "rules", "last-stone")
    assert ludarium(site, "rules", "failing", code=2) == (
        "'failing' of other-games cannot be loaded: RuntimeError: out of order\n"
    )


def test_it_is_played_in_a_tournament_of_several_processes(site: Path) -> None:
    words = ["tournament", "last-stone", "counting", "random", "--games", "20", "--workers", "2", "--seed", "3"]
    told = ludarium(site, *words, "--database", str(site / "games.db"))
    assert "counting" in told
    assert "last-stone" in ludarium(site, "runs", "--database", str(site / "games.db"))


def test_a_class_alone_is_a_game_under_the_name_of_its_entry_point(site: Path) -> None:
    told = ludarium(site, "match", "old-form", "random", "random", "--games", "4", "--json")
    assert json.loads(told)["game"] == "old-form"


# --- files and folders ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("begin", [start_folder, start_file])
def test_what_is_begun_passes_its_own_test(begin: type, tmp_path: Path) -> None:
    made = begin("last-stone", tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=tmp_path,
        env=with_site(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert load(str(made)).name == str(made), "a record must find it again"


def test_registered_games_are_known_by_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDARIUM_GAMES", "")
    folder, file = start_folder("last-stone", tmp_path), start_file("one-file", tmp_path)
    entries = REGISTRY.register(str(folder), f"{file}:OneFile")
    assert [entry.name for entry in entries] == ["last-stone", "one-file"]
    assert load("last-stone").name == "last-stone"
    assert load("one-file", stones=5).settings == {"stones": 5}
    assert REGISTRY.register(*REGISTRY.registered) == entries, "once more is no matter"
    monkeypatch.setenv("LUDARIUM_GAMES", f"{tmp_path / 'gone.py'};{tmp_path}")
    assert "last-stone" not in REGISTRY.entries
    assert "no file" in REGISTRY.entries["gone"].fault, "one that is not there spoils no list"
    assert "gone" not in REGISTRY.sound


# --- nothing else names a game ----------------------------------------------------------------------------------------

CLASSICS = {"tic-tac-toe", "reversi", "checkers", "pig"}
"""What examples in documentation may name."""
ABOUT_RULE_SETS = ("design/", "cli/design/", "doors/zrf/write.py", "doors/zrf/write_moves.py")
"""Automatic game design is about rule sets, and they are written as rules files: these may import their folder."""
NAMES_OF_OTHERS = {"doors/openspiel/histories.py": {"kuhn-poker", "kuhn_poker"}}
"""Lists of games as a neighbour calls them."""


def words_of_games() -> set[str]:
    """The names of games, of their folders and of their boards."""
    ours = [entry for entry in REGISTRY.entries.values() if entry.origin == OURS]
    folders = {entry.home.rpartition(".")[2] for entry in ours}
    boards = {entry.board for entry in ours} - {"plain"}
    return {entry.name for entry in ours} | folders | boards


def named(text: str, words: set[str]) -> list[str]:
    text = text.replace("type checkers", "")  # these are no game
    parts = "|".join(re.escape(word).replace(r"\-", "[-_ ]?") for word in sorted(words))
    return re.findall(rf"(?<![A-Za-z])(?:{parts})(?![a-z])", text, re.IGNORECASE)


def spoken(source: str) -> Iterator[str]:
    """What a module says apart from its documentation: names, imports and texts."""
    tree = ast.parse(source)
    documentation = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            documentation.add(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in documentation:
            yield node.value
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.alias | ast.ClassDef | ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Name):
            yield node.id


def test_no_other_room_names_a_game() -> None:
    words, found = words_of_games(), {}
    assert {"tarble", "kuhn-poker", "kuhn_poker", "rulesets", "reversi"} <= words
    for file in sorted(SOURCE.rglob("*.py")):
        place = file.relative_to(SOURCE).as_posix()
        if place.startswith("games/"):
            continue
        allowed = CLASSICS | {"rulesets"} if place.startswith(ABOUT_RULE_SETS) else NAMES_OF_OTHERS.get(place, set())
        text = file.read_text(encoding="utf-8")
        faults = named(text, words - CLASSICS - allowed)
        faults += [fault for line in spoken(text) for fault in named(line, words - allowed)]
        if faults:
            found[place] = faults
    assert found == {}


def test_no_page_of_the_client_names_a_game() -> None:
    client, words, found = ROOT / "web" / "src", words_of_games(), {}
    boards = {folder.name for folder in (client / "boards").iterdir() if (folder / "index.ts").is_file()}
    # The plain board is for games from elsewhere.
    assert {PLAIN, *(entry.board for entry in REGISTRY.entries.values() if entry.origin == OURS)} == boards
    for file in [*client.rglob("*.ts"), *client.rglob("*.tsx"), *client.rglob("*.css")]:
        place = file.relative_to(client).as_posix()
        parts = place.split("/")
        own = len(parts) > 2 and parts[0] == "boards" and parts[1] in boards
        if own or ".test." in file.name:
            continue
        if faults := named(file.read_text(encoding="utf-8"), words - CLASSICS):
            found[place] = faults
    assert found == {}


def test_entries_say_what_their_classes_say() -> None:
    for name, entry in REGISTRY.entries.items():
        game = load(name)
        assert (game.name, game.title or name, game.summary) == (name, entry.title or name, entry.summary)
        seats = next((parameter for parameter in game.parameters if parameter.name == "seats"), None)
        low, high = (game.seats, game.seats) if seats is None else (seats.low, seats.high)
        assert entry.seats == (str(low) if low == high else f"{low}–{high}")


def test_the_page_tells_of_all_that_an_entry_can_name() -> None:
    page = (ROOT / "docs" / "games-of-your-own.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    # The first row has name, class, seats and summary; where it comes from and what was wrong is found out, not named.
    found_out = {"name", "game", "seats", "summary", "origin", "fault"}
    assert {field.name for field in fields(Entry)} - found_out <= told
