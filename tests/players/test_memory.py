"""What players keep of others from game to game: the contract, and what they are shown of a game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from ludarium.engine import Clock, Match, Move, Player, PlayerError, Record, Result, View
from ludarium.engine.played import Played, played
from ludarium.games import load
from ludarium.players import kind_of, make
from ludarium.players.memory import LARGEST, identity, known_settings, learned, prepare

KUHN = load("kuhn-poker")


class Elephant(Player):
    """Keeps what it is told to, and the moves that it made."""

    name = "elephant"
    remembers = True
    keep: Any = None

    def choose(self, view: View, clock: Clock) -> Move:
        return view.moves()[0]

    def remember(self, played: Played) -> Mapping[int, Any]:
        games = self.recalled.get(1 - self.seat, {"games": 0})["games"] + 1
        known = {"games": games, "moves": [move.text for move in played.moves], "complete": played.complete}
        return {1 - self.seat: known if self.keep is None else self.keep}


@pytest.fixture
def elephant(monkeypatch: pytest.MonkeyPatch) -> type[Elephant]:
    """The player under a name of its own in Kuhn poker."""
    monkeypatch.setattr(type(KUHN), "players", {"elephant": f"{__name__}:Elephant"})
    return Elephant


def game_of(*players: str, game: Any = KUHN, seed: int = 3) -> Record:
    return Match(game, [make(player, game) for player in players], seed=seed).run()


def test_what_is_shown_of_a_game_is_what_the_seat_saw_in_it() -> None:
    record = game_of("random", "random")
    positions = [position for _, position in record.replay(load)]
    for seat in (0, 1):
        shown = played(record, KUHN, seat)
        own = [ply for ply, decision in enumerate(record.decisions) if decision.seat == seat]
        assert [view.to_bytes() for view in shown.views] == [positions[ply].view(seat).to_bytes() for ply in own]
        assert [move.text for move in shown.moves] == [record.decisions[ply].move for ply in own]
        assert shown.final.to_bytes() == positions[-1].view(seat).to_bytes()
        assert (shown.result, shown.complete) == (record.result, True)
        assert all(view.fields()["card"][1 - seat] == 0 for view in shown.views)


def test_who_decides_at_once_is_shown_the_position_before_anybody_had() -> None:
    game = load("goofspiel")
    record = game_of("random", "random", game=game)
    rounds = len(record.decisions) // 2
    positions = [position for _, position in record.replay(load)]
    for seat in (0, 1):
        shown = played(record, game, seat)
        assert len(shown.views) == rounds
        for number, view in enumerate(shown.views):
            assert view.to_bytes() == positions[2 * number].view(seat).to_bytes()


def test_a_game_that_was_given_up_ends_as_it_was_counted() -> None:
    record = game_of("random", "random")
    record.decisions, record.result, record.seal = record.decisions[:1], None, ""
    counted = Result((1.0, 0.0), (1, 2))
    assert (played(record, KUHN, 0, counted).result, played(record, KUHN, 0, counted).complete) == (counted, False)
    assert played(record, KUHN, 0).result is None


def test_a_player_learns_the_same_however_often_it_is_asked(elephant: type[Elephant]) -> None:
    record = game_of("elephant", "random")

    def once(memories: Mapping[int, str]) -> dict[int, str]:
        return learned("elephant", KUHN, 0, 1, record=record, result=None, memories=memories)

    first = once({})
    own = [decision.move for decision in record.decisions if decision.seat == 0]
    assert json.loads(first[1]) == {"games": 1, "moves": own, "complete": True}
    assert once({}) == first
    assert json.loads(once(first)[1])["games"] == 2


@pytest.mark.parametrize(
    ("keep", "words"),
    [({1, 2}, "what JSON cannot hold"), (float("nan"), "what JSON cannot hold"), ("x" * LARGEST, "bytes of somebody")],
)
def test_what_cannot_be_kept_is_refused(
    elephant: type[Elephant], monkeypatch: pytest.MonkeyPatch, keep: object, words: str
) -> None:
    monkeypatch.setattr(elephant, "keep", keep)
    with pytest.raises(PlayerError, match=words):
        learned("elephant", KUHN, 0, 1, record=game_of("random", "random"), result=None, memories={})


def test_players_without_a_memory_keep_nothing() -> None:
    record = game_of("random", "random")
    assert learned("random", KUHN, 0, 1, record=record, result=None, memories={1: "{}"}) == {}


def test_a_memory_that_cannot_be_read_is_as_none() -> None:
    game = load("tarble")
    player = make("mixture", game)
    prepare(player, game, 0, 1, {1: '{"skill": 77.0, "games": ["won"], "skills": [30.0]}'})
    assert player.skill == 77.0  # type: ignore[attr-defined]
    prepare(player, game, 0, 1, {1: '{"skill": "none"}'})
    assert player.skill == 30.0  # type: ignore[attr-defined]


def test_a_players_identity_is_its_text_without_where_its_memory_is() -> None:
    assert identity(" Mixture ") == "Mixture"
    assert identity("mixture:opponent=ann,memory=own") == "mixture"
    assert identity("Mixture: skill=40, rate=5") == identity("mixture:rate=5,skill=40") == "mixture:rate=5,skill=40"
    assert identity("some words: of a game's own") == "some words: of a game's own"


def test_settings_by_which_memories_are_told_apart() -> None:
    game = load("pig", goal=50)
    assert known_settings(kind_of("random", game), game) == dict(game.settings)
    boundary = load("boundary")
    assert known_settings(kind_of("adaptive", boundary), boundary) == {}
    assert kind_of("adaptive", boundary).remembers
    assert not kind_of("random", boundary).remembers
    assert not kind_of("program:cat", boundary).remembers
