"""Games of files and folders on a server: offered like any other, and only what whoever runs it has named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludarium.engine.errors import LudariumError
from ludarium.games import REGISTRY
from ludarium.games.starting import start_file, start_folder
from ludarium.server.app import create_app
from tests.server.serving import PATIENCE, QUICK, Running, seat, serving


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """A folder and a file that are offered, and a file that is not."""
    place = tmp_path_factory.mktemp("own")
    return start_folder("last-stone", place), start_file("one-file", place), start_file("not-named", place)


@pytest.fixture(scope="module")
def lab(places: tuple[Path, Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDARIUM_GAMES", "")
        games = (str(places[0]), f"{places[1]}:OneFile")
        with serving(str(tmp_path_factory.mktemp("lab") / "lab.db"), games=games) as running:
            yield running


def test_they_are_on_the_first_page_with_all_that_belongs_to_them(lab: Running) -> None:
    person = lab.person()
    cards = {card["name"]: card for card in person.get("/games")}
    folder, file = cards["last-stone"], cards["one-file"]
    assert (folder["title"], folder["seats_low"], folder["seats_high"]) == ("Last stone", 2, 2)
    assert folder["board"].startswith("/api/boards/")
    assert [player["title"] for player in folder["players"]] == ["Novice", "Casual player", "Counting Ada"]
    assert [parameter["name"] for parameter in folder["parameters"]] == ["stones"]
    assert (file["board"], file["summary"]) == ("plain", "take one to three stones; the last one wins")
    assert "Whoever takes the last one wins." in person.get("/games/last-stone/rules")["text"]


@pytest.mark.parametrize(("game", "player"), [("last-stone", "counting"), ("one-file", "random")])
def test_they_are_played_and_kept(lab: Running, game: str, player: str) -> None:
    person = lab.person()
    table = person.open(game, ["me", player], settings={"stones": 6})
    with person.follow(table["id"]) as line:
        line.play(lambda moves: moves[0])
    assert person.get(f"/matches/{table['id']}/record")["game"] == game
    assert [match["game"] for match in person.get("/matches", mine=True)["matches"]] == [game]


def test_they_are_played_again(lab: Running) -> None:
    person = lab.person()
    table = person.open("last-stone", ["me", "counting"], settings={"stones": 3})
    with person.follow(table["id"]) as line:
        line.play(lambda moves: moves[0])
    # The decisive moment is found by a search, which is compiled first.
    replay = person.http.get(f"/matches/{table['id']}/replay", timeout=5 * PATIENCE).json()
    assert replay["board"] == table["board"]
    assert [frame["scene"]["board_data"]["stones"] for frame in replay["frames"]] == [3, 2, 0]
    assert replay["frames"][-1]["scene"]["over"] is True


def test_a_path_is_refused_also_that_of_a_game_that_is_offered(lab: Running, places: tuple[Path, Path, Path]) -> None:
    person = lab.person()
    for place in places:
        for name in {str(place), f"{place}:OneFile", place.name, place.stem} - REGISTRY.entries.keys():
            status, reason = person.refused("/tables", {"game": name, "seats": [seat("me"), seat("random")]})
            assert status == 400, reason
            assert reason.startswith("No game"), reason


def test_what_cannot_be_offered_stops_the_server_before_it_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDARIUM_GAMES", "")
    broken = tmp_path / "broken.py"
    broken.write_text("1 / 0\n", encoding="utf-8")
    taken = start_file("other", tmp_path)
    taken.write_text(taken.read_text(encoding="utf-8").replace('"other"', '"pig"'), encoding="utf-8")
    for place, words in (
        (broken, "ZeroDivisionError"),
        (taken, "is called 'pig' like a game of ludarium: give it another name"),
        (tmp_path / "nothing.py", "no file"),
        (tmp_path / "nowhere", "no file"),
        (tmp_path, "holds no game, or several"),
    ):
        with pytest.raises(LudariumError, match=words):
            create_app(QUICK.__class__(games=(str(place),)))
