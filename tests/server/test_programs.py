"""Programs as opponents in the browser: those in a folder, and those that people bring along."""

from __future__ import annotations

import io
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludarium.arena.run.strength import measure
from ludarium.engine.errors import LudariumError
from ludarium.games import load
from ludarium.players import folders, sandbox, uploading
from ludarium.server.app import create_app
from ludarium.server.work import strengths
from tests.players.test_folders import PROGRAM, with_program
from tests.server.serving import PATIENCE, QUICK, Person, Running, serving

WALLS = not sandbox.gaps(sandbox.offered())
closed_off = pytest.mark.skipif(not WALLS, reason="programs cannot be closed off here")
PLAIN = PROGRAM.replace("from words import GREETING", "GREETING = 'good day'")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("programs")
    with_program(place / "greeter", 'games = ["tic-tac-toe"]\n')
    return place


@pytest.fixture(scope="module")
def lab(place: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(folders.REGISTERED, "")
        measured = tmp_path_factory.mktemp("measured")
        patch.setattr(strengths, "kept_in", lambda: measured)
        database = str(tmp_path_factory.mktemp("lab") / "lab.db")
        with serving(database, players=(place,), uploaders=("Ada",)) as running:
            yield running


def players_of(person: Person, game: str) -> dict[str, Any]:
    return {player["text"]: player for player in person.get(f"/games/{game}")["players"]}


def registered(lab: Running, name: str) -> Person:
    person = lab.person()
    person.post("/account/register", {"name": name, "password": "a longer password for tests"})
    return person


def brought(person: Person, name: str, data: bytes) -> httpx.Response:
    return person.http.post("/programs", params={"name": name}, content=data)


def archive(**files: str) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as made:
        for name, text in files.items():
            made.writestr(name.replace("__", "/").replace("_toml", ".toml").replace("_py", ".py"), text)
    return written.getvalue()


def play(person: Person, player: str) -> dict[str, Any]:
    table = person.open("tic-tac-toe", ["me", player])
    with person.follow(table["id"]) as line:
        line.play(lambda moves: moves[-1])
    record: dict[str, Any] = person.get(f"/matches/{table['id']}/record")
    assert [decision.get("fault", "") for decision in record["decisions"]] == [""] * len(record["decisions"])
    return record


def test_a_program_is_an_opponent_with_its_name_and_sentence(lab: Running) -> None:
    person = lab.person()
    card = players_of(person, "tic-tac-toe")["greeter"]
    assert card["title"] == "Hello"
    assert card["character"].startswith("Greets. ")
    assert "greeter" not in players_of(person, "kuhn-poker")
    record = play(person, "greeter")
    assert {decision["reason"] for decision in record["decisions"] if decision["seat"] == 1} == {"good day"}


def test_its_strength_is_measured_while_people_go_on(lab: Running) -> None:
    person = lab.person()
    deadline = time.monotonic() + 4 * PATIENCE
    while not (card := players_of(person, "tic-tac-toe")["greeter"])["strength"]:
        assert "Its strength is being measured." in card["character"]
        assert time.monotonic() < deadline
        time.sleep(0.5)
    assert "Measured: " in card["character"]
    assert "against" in card["character"]


def test_options_files_and_commands_stay_outside(lab: Running, place: Path) -> None:
    person = lab.person()
    for text in ("greeter:seconds=9", "greeter:sandbox=none", str(place / "greeter"), f"program:{sys.executable}"):
        status, _ = person.refused("/tables", {"game": "tic-tac-toe", "seats": [{"kind": "me"}, _player(text)]})
        assert status in (400, 404, 409, 422), text


def _player(text: str) -> dict[str, str]:
    return {"kind": "player", "player": text}


def test_only_those_who_are_named_bring_programs_along(lab: Running) -> None:
    guest, other = lab.person(), registered(lab, "Grace")
    assert guest.get("/programs") == {"allowed": False, "programs": []}
    assert other.get("/programs") == {"allowed": False, "programs": []}
    for person in (guest, other):
        answer = brought(person, "Mine", PLAIN.encode())
        assert answer.status_code == 403
        assert "whoever runs the server has named" in answer.json()["detail"]
        assert person.http.delete("/programs/greeter").status_code == 403


@closed_off
def test_a_program_that_somebody_brings_along(lab: Running, place: Path) -> None:
    ada = registered(lab, "Ada")
    assert ada.get("/programs") == {"allowed": True, "programs": []}
    told = 'summary = "Says hello."\ngames = ["tic-tac-toe"]\ncommand = "python3 start.py"\nsandbox = "none"\n'
    answer = brought(ada, "My first", archive(cover__player_toml=told, cover__start_py=PLAIN))
    assert answer.status_code == 201, answer.text
    assert answer.json() == {"key": "my-first", "name": "My first", "summary": "Says hello.", "games": ["tic-tac-toe"]}
    assert 'sandbox = "strict"' in (place / "my-first" / "player.toml").read_text(), "whatever it asked for"
    assert players_of(lab.person(), "tic-tac-toe")["my-first"]["title"] == "My first"
    record = play(lab.person(), "my-first")
    assert {decision["reason"] for decision in record["decisions"] if decision["seat"] == 1} == {"good day"}
    # The same name again replaces it; a single file will do.
    assert brought(ada, "My first", PLAIN.replace("good day", "hi").encode()).status_code == 201
    record = play(lab.person(), "my-first")
    assert {decision["reason"] for decision in record["decisions"] if decision["seat"] == 1} == {"hi"}
    assert ada.http.delete("/programs/greeter").status_code == 400, "the house's own are not hers"
    assert ada.http.delete("/programs/my-first").status_code == 204
    assert not (place / "my-first").exists()
    assert "my-first" not in players_of(lab.person(), "tic-tac-toe")
    assert ada.get("/programs")["programs"] == []


@closed_off
@pytest.mark.parametrize(
    ("name", "data", "fault"),
    [
        ("Greeter", PLAIN.encode(), "taken"),
        ("Random", PLAIN.encode(), "taken"),
        ("mcts", PLAIN.encode(), "taken"),
        ("Broken", b"def (", "neither a ZIP archive nor a Python file"),
        ("Class", archive(player_toml='class = "main.py"', main_py=PLAIN), "names a class"),
        ("Empty", archive(words_py=""), "neither a player.toml with a command nor a main.py"),
        ("Slow", archive(player_toml="seconds = 60", main_py=PLAIN), "seconds must be a number up to 10"),
        ("Fat", archive(player_toml="memory = true", main_py=PLAIN), "memory must be a number up to 512"),
        ("Toml", archive(player_toml="command = ", main_py=PLAIN), "cannot be read"),
        ("Missing", archive(player_toml='command = "no-such-program-here"'), "no program"),
        ("Games", archive(player_toml="games = 3", main_py=PLAIN), "games must be a list"),
    ],
)
def test_what_is_wrong_with_it_is_said_and_nothing_is_left(name: str, data: bytes, fault: str, tmp_path: Path) -> None:
    (tmp_path / "greeter").mkdir()
    before = sorted(path.name for path in tmp_path.iterdir())
    with pytest.raises(LudariumError) as raised:
        uploading.add(tmp_path, 1, name, data, taken={"mcts"})
    assert fault in str(raised.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == before


@closed_off
def test_archives_that_mean_harm(tmp_path: Path) -> None:
    def refused(name: str, fault: str, *, mode: int = 0o100644, size: int = 3, count: int = 1) -> None:
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as made:
            for number in range(count):
                entry = zipfile.ZipInfo(name.replace("#", str(number)))
                entry.external_attr = mode << 16
                made.writestr(entry, b"x" * size)
        with pytest.raises(LudariumError, match=fault):
            uploading.add(tmp_path, 1, "Harm", written.getvalue())
        assert list(tmp_path.iterdir()) == []

    refused("../main.py", "outside of itself")
    refused("/etc/main.py", "outside of itself")
    refused("a/../../main.py", "outside of itself")
    refused("main.py", "no file", mode=0o120777)
    refused(".profile", "hidden file")
    refused("main.py", "at most 200 files", size=uploading.MOST_BYTES + 1)
    refused("part#.py", "at most 200 files", count=201)
    data = bytearray(archive(main_py=PLAIN))
    data[40:60] = b"\0" * 20
    with pytest.raises(LudariumError):
        uploading.add(tmp_path, 1, "Harm", bytes(data))


@closed_off
def test_nobody_fills_the_house(tmp_path: Path) -> None:
    for number in range(uploading.EACH):
        uploading.add(tmp_path, 1, f"Number {number}", PLAIN.encode())
    with pytest.raises(LudariumError, match="remove one first"):
        uploading.add(tmp_path, 1, "One more", PLAIN.encode())
    uploading.add(tmp_path, 2, "One more", PLAIN.encode())
    with pytest.raises(LudariumError, match="taken"):
        uploading.add(tmp_path, 1, "One more", PLAIN.encode())
    with pytest.raises(LudariumError, match="no such program"):
        uploading.remove(tmp_path, 1, "one-more")
    assert [told.name for told in uploading.owned(tmp_path, 2)] == ["One more"]


def test_a_folder_that_cannot_be_offered_stops_the_start(tmp_path: Path) -> None:
    from dataclasses import replace

    with pytest.raises(LudariumError, match="holds no player"):
        create_app(replace(QUICK, players=(tmp_path,)))
    with pytest.raises(LudariumError, match="no folder for them"):
        create_app(replace(QUICK, uploaders=("Ada",)))


def test_strength_is_that_of_the_strongest_who_does_no_better() -> None:
    game = load("tic-tac-toe")
    perfect, novice = measure("perfect", game, games=4), measure("random", game, games=4)
    assert perfect.strength == max(level.strength for level in game.levels())
    assert perfect.rate >= 0.5
    assert novice.strength <= 2
    assert perfect.faults == 0
    assert measure("perfect", game, games=4).rate == perfect.rate
