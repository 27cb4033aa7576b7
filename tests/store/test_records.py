"""Records rebuilt from the store: the very games that were played, or an error that says where they differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from ludarium.engine import Game, LudariumError, Match, Move, Player, Record, RecordError, View
from ludarium.engine.player import Clock
from ludarium.games import load
from ludarium.players import make
from ludarium.store import Database, Run, StoredGame, pack, pack_record, unpack

GAMES = ["tic-tac-toe", "reversi", "kuhn-poker", "goofspiel", "blotto", "pig", "4x4 drop line-3"]


class Stumbling(Player):
    """Answers with nonsense every other time."""

    name = "stumbling"
    turn = 0

    def choose(self, view: View, clock: Clock) -> Move:
        self.turn += 1
        if self.turn % 2:
            return Move(-77, "nonsense")
        return self.random.choice(view.moves())


def _plan(game: Game, **more: Any) -> dict[str, Any]:
    players = ["random", "stumbling"]
    return {"kind": "match", "game": game.name, "rules": game.version, "players": players, "seed": 1, **more}


def _played(game: Game, seed: int) -> Record:
    players = [make("random", game) if seat % 2 == 0 else Stumbling() for seat in range(game.seats)]
    return Match(game, players, seed=seed).run()


def _line_up(game: Game) -> tuple[int, ...]:
    return tuple(seat % 2 for seat in range(game.seats))


def _as_stored(record: Record) -> Record:
    """Without what is not stored: the seconds of each decision, and the reasons."""
    return replace(record, decisions=[replace(made, seconds=0.0, reason="") for made in record.decisions])


@pytest.mark.parametrize("name", GAMES)
def test_records_come_back_exactly(sqlite_place: str, name: str) -> None:
    game = load(name)
    with Database.open(sqlite_place) as database:
        run = database.start_run(_plan(game))
        for number in range(2):
            record = _played(game, seed=2**64 - 1 - number)
            packed = pack_record(record, game)
            assert (packed is None) == (name == "blotto")
            run.add([StoredGame.of_record(record, number, _line_up(game), 0.5, moves=packed)])
            run.add([StoredGame.of_record(record, number + 10, _line_up(game), 0.5)])
            for stored_as in (number, number + 10):
                rebuilt = database.record_of(f"{run.short}:{stored_as}", load)
                assert rebuilt == _as_stored(record)
                assert any(decision.fault for decision in rebuilt.decisions) == (game.seats > 1)
                assert rebuilt.verify(load).over
                assert Record.from_json(rebuilt.to_json()) == rebuilt


def test_on_both_databases_and_by_id(database: Database) -> None:
    game = load("pig", goal=20)
    run = database.start_run(_plan(game, settings={"goal": "20"}))
    record = _played(game, seed=5)
    run.add([StoredGame.of_record(record, 0, _line_up(game), 0.5, moves=pack_record(record, game))])
    (stored,) = run.games()
    assert database.record_of(stored.id, load) == _as_stored(record)


def test_settings_of_a_sweep(sqlite_place: str) -> None:
    game = load("pig", goal=30, seats=3)
    with Database.open(sqlite_place) as database:
        run = database.start_run(_plan(game, settings={"goal": 20, "seats": 3}))
        record = _played(game, seed=5)
        run.add([StoredGame.of_record(record, 0, _line_up(game), 0.5, settings={"goal": "30"})])
        assert database.record_of(f"{run.short}:0", load) == _as_stored(record)


@pytest.fixture
def tic_tac_toe() -> Game:
    return load("tic-tac-toe")


@pytest.fixture
def sound(tic_tac_toe: Game) -> StoredGame:
    record = _played(tic_tac_toe, seed=7)
    return StoredGame.of_record(record, 0, (0, 1), 0.5, moves=pack_record(record, tic_tac_toe))


@pytest.fixture
def match(sqlite_place: str, tic_tac_toe: Game) -> Iterator[Run]:
    with Database.open(sqlite_place) as database:
        yield database.start_run(_plan(tic_tac_toe))


def _fault(run: Run, game: StoredGame) -> str:
    run.add([game])
    with pytest.raises(RecordError) as caught:
        run.database.record_of(f"{run.short}:{game.number}", load)
    return str(caught.value)


def test_a_move_that_is_not_legal(match: Run, sound: StoredGame) -> None:
    assert sound.moves is not None
    decisions = unpack(sound.moves)
    decisions[3] = (1, decisions[1][1])
    changed = pack([seat for seat, _ in decisions], [move for _, move in decisions])
    told = _fault(match, sound._replace(moves=changed))
    assert told.startswith(f"game {match.short}:0: decision 4 (seat 2, move {decisions[1][1]}): ")


def test_a_move_of_the_wrong_seat(match: Run, sound: StoredGame) -> None:
    assert sound.moves is not None
    decisions = unpack(sound.moves)
    changed = pack([1, *(seat for seat, _ in decisions[1:])], [move for _, move in decisions])
    told = _fault(match, sound._replace(moves=changed))
    assert "decision 1 (seat 2, move " in told
    assert "seat 1 must decide now, not seat 2" in told


def test_a_seat_that_does_not_exist(match: Run, sound: StoredGame) -> None:
    assert "decision 1 (seat 4, move 0)" in _fault(match, sound._replace(moves=pack([3], [0])))


def test_moves_that_are_missing(match: Run, sound: StoredGame) -> None:
    assert sound.moves is not None
    decisions = unpack(sound.moves)[:4]
    changed = pack([seat for seat, _ in decisions], [move for _, move in decisions])
    assert "after all 4 stored decisions the game is not over" in _fault(match, sound._replace(moves=changed))


def test_moves_too_many(match: Run, sound: StoredGame) -> None:
    assert sound.moves is not None
    decisions = [*unpack(sound.moves), (0, 0)]
    changed = pack([seat for seat, _ in decisions], [move for _, move in decisions])
    told = _fault(match, sound._replace(moves=changed))
    assert f"decision {len(decisions)} (seat 1, move 0): the game is over" in told


def test_a_changed_result(match: Run, sound: StoredGame) -> None:
    told = _fault(match, sound._replace(points=(0.25, 0.75)))
    assert "played again, the result is " in told
    assert "stored is " in told
    assert "(0.25, 0.75)" in told


def test_a_changed_seal(match: Run, sound: StoredGame) -> None:
    assert "the final position differs" in _fault(match, sound._replace(seal="00" * 32))


def test_damaged_moves(match: Run, sound: StoredGame) -> None:
    assert "the stored moves are damaged" in _fault(match, sound._replace(moves=b"\xff"))


def test_a_text_that_is_no_move(match: Run, sound: StoredGame) -> None:
    told = _fault(match, sound._replace(moves=None, texts=((0, "castle"),)))
    assert "decision 1 (seat 1, move castle): 'castle' is no" in told


def test_too_few_players(match: Run, sound: StoredGame) -> None:
    assert "1 players sat at tic-tac-toe, which has 2 seats" in _fault(match, sound._replace(line_up=(0,)))


def test_a_player_that_the_run_does_not_have(match: Run, sound: StoredGame) -> None:
    assert "the run has no player 3" in _fault(match, sound._replace(line_up=(0, 2)))


def test_settings_that_the_game_refuses(match: Run, sound: StoredGame) -> None:
    assert "the game or its settings: " in _fault(match, sound._replace(settings={"goal": 5}))


def test_other_rules(sqlite_place: str, tic_tac_toe: Game, sound: StoredGame) -> None:
    with Database.open(sqlite_place) as database:
        run = database.start_run({**_plan(tic_tac_toe), "rules": "0"})
        assert f"played by rules version 0 of tic-tac-toe, here is version {tic_tac_toe.version}" in _fault(run, sound)


def test_a_changed_seed(sqlite_place: str) -> None:
    game = load("kuhn-poker")
    with Database.open(sqlite_place) as database:
        run = database.start_run(_plan(game))
        record = _played(game, seed=7)
        stored = StoredGame.of_record(record, 0, (0, 1), 0.5, moves=pack_record(record, game))
        assert "played again, " in _fault(run, stored._replace(seed=8))  # other cards, and another random stream


def test_a_game_without_a_result_is_not_stored(tic_tac_toe: Game) -> None:
    record = Record("tic-tac-toe", "1", {}, 0, ["random", "random"])
    with pytest.raises(LudariumError, match="game 3 has no result: only finished games are stored"):
        StoredGame.of_record(record, 3, (0, 1), 0.0)
