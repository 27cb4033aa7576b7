"""OpenSpiel's games at the tables of the server: people and players, hidden things, replays."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import pytest

from tests.server.serving import PATIENCE, Running, seat, serving

pytest.importorskip("pyspiel", reason="needs the extra openspiel")


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(str(tmp_path_factory.mktemp("lab") / "lab.db")) as running:
        yield running


@pytest.mark.parametrize(
    ("game", "player"),
    [
        ("openspiel:tic_tac_toe", "mcts:iterations=20"),
        ("openspiel:tic_tac_toe", "openspiel-bot:mcts"),
        ("openspiel:kuhn_poker", "ismcts:iterations=20"),
        ("openspiel:kuhn_poker", "openspiel-bot[simulations=20]:ismcts"),
    ],
)
def test_they_are_played_and_looked_at_again(lab: Running, game: str, player: str) -> None:
    person = lab.person()
    card = person.get(f"/games/{quote(game)}")
    assert card["board"] == "plain"
    assert "OpenSpiel" in person.get(f"/games/{quote(game)}/rules")["text"]
    table = person.open(game, ["me", player])
    with person.follow(table["id"]) as line:
        line.play(lambda moves: moves[0])
    record = person.get(f"/matches/{table['id']}/record")
    assert record["game"] == game
    assert not [made["fault"] for made in record["decisions"] if made.get("fault")]
    replay = person.http.get(f"/matches/{table['id']}/replay", timeout=PATIENCE).json()
    assert replay["frames"][-1]["scene"]["over"] is True
    assert replay["frames"][-1]["scene"]["picture"]


def test_what_does_not_come_in_and_what_has_parameters_is_refused(lab: Running) -> None:
    person = lab.person()
    for name in ("openspiel:hex(board_size=4)", "openspiel:nothing", "openspiel:crossword"):
        status, reason = person.refused("/tables", {"game": name, "seats": [seat("me"), seat("random")]})
        assert status == 400, reason


def test_bots_play_our_games_too(lab: Running) -> None:
    person = lab.person()
    table = person.open("tic-tac-toe", ["me", "openspiel-bot[simulations=5]:mcts"])
    with person.follow(table["id"]) as line:
        line.play(lambda moves: moves[0])
    decisions = person.get(f"/matches/{table['id']}/record")["decisions"]
    assert {made["reason"] for made in decisions if made["seat"] == 1} == {"so says OpenSpiel's mcts"}


def test_bots_are_offered_where_they_can_play(lab: Running) -> None:
    person = lab.person()

    def bots(game: str) -> list[str]:
        players = person.get(f"/games/{quote(game)}")["players"]
        return [player["text"] for player in players if player["text"].startswith("openspiel-bot")]

    assert bots("openspiel:connect_four") == ["openspiel-bot:mcts"]
    assert bots("openspiel:leduc_poker") == ["openspiel-bot:ismcts"]
    assert bots("openspiel:2048") == []  # its points come with every move
    assert bots("tic-tac-toe") == []


@pytest.mark.parametrize(
    "text",
    [
        "openspiel-bot:uci",
        "openspiel-bot:mcts random",
        "openspiel-bot[simulations=1000000]:mcts",
        "openspiel-bot[simulations=many]:mcts",
        "openspiel-bot:",
        "prolog:examples/prolog/corners.pl",
        "program:true",
    ],
)
def test_what_is_not_for_everybody_is_refused(lab: Running, text: str) -> None:
    seats = {"game": "tic-tac-toe", "seats": [seat("me"), seat(text)]}
    status, reason = lab.person().refused("/tables", seats)
    assert status in (400, 422), reason
