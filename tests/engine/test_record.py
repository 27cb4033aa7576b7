"""Records: what was changed or damaged, and where."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.engine import Position, Record, RecordError, Result
from ludarium.engine.conformance import random_record
from ludarium.engine.record import check_of, seal_of
from tests.engine.sample_games import REGISTRY, SAMPLE_GAMES, HighCard, Race

SEED = 6


def recorded() -> Record:
    record = random_record(Race(), SEED)
    assert len(record.decisions) >= 4
    return record


def document(**changes: Any) -> dict[str, Any]:
    return {**json.loads(recorded().to_json()), **changes}


def changed_decision(number: int, **changes: Any) -> Record:
    record = recorded()
    record.decisions[number - 1] = replace(record.decisions[number - 1], **changes)
    return record


def refusal(record: Record) -> str:
    with pytest.raises(RecordError) as error:
        record.verify(REGISTRY.load)
    return str(error.value)


# --- reading and writing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SAMPLE_GAMES)
def test_a_record_survives_its_file(name: str, tmp_path: Path) -> None:
    record = random_record(REGISTRY.load(name), SEED)
    record.save(tmp_path / "game.json")
    read = Record.load(tmp_path / "game.json")
    assert read == record
    final = read.verify(REGISTRY.load)
    assert seal_of(final) == record.seal
    assert final.result() == record.result


def test_replaying_gives_every_position() -> None:
    record = recorded()
    steps = list(record.replay(REGISTRY.load))
    assert steps[0] == (None, Race().start(SEED))
    assert [decision for decision, _ in steps[1:]] == record.decisions
    for decision, position in steps[1:]:
        assert decision is not None
        assert check_of(position) == decision.check


def test_one_decision_a_line() -> None:
    lines = recorded().to_json().splitlines()
    assert sum('"check"' in line for line in lines) == len(recorded().decisions)


def test_a_game_that_was_broken_off_has_no_result() -> None:
    record = random_record(Race(), SEED, decisions=2)
    assert record.result is None
    assert Record.from_json(record.to_json()).verify(REGISTRY.load).over is False


@given(st.text(), st.text())
def test_words_of_players_survive(fault: str, reason: str) -> None:
    record = changed_decision(1, fault=fault, reason=reason)
    assert Record.from_json(record.to_json()) == record


# --- changes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 4])
def test_a_changed_move_is_found_where_it_is(number: int) -> None:
    other = "2" if recorded().decisions[number - 1].move == "1" else "1"
    seat = recorded().decisions[number - 1].seat
    words = refusal(changed_decision(number, move=other))
    assert words.startswith(f"decision {number} (seat {seat + 1}, '{other}'): the position after it has check")
    assert words.endswith("this move, an earlier one, the seed or a setting was changed")


def test_a_move_that_is_none_is_found_where_it_is() -> None:
    assert refusal(changed_decision(3, move="7")) == (
        f"decision 3 (seat {recorded().decisions[2].seat + 1}, '7'): '7' is no move of race; the legal moves are 1, 2"
    )


def test_a_changed_seat_is_found_where_it_is() -> None:
    assert "decision 2 (seat 1, " in refusal(changed_decision(2, seat=0))
    assert "seat 2 must decide now, not seat 1" in refusal(changed_decision(2, seat=0))


def test_a_changed_check_is_found_where_it_is() -> None:
    assert refusal(changed_decision(2, check="00000000")).endswith(
        "the record says 00000000; this move, an earlier one, the seed or a setting was changed"
    )


def test_a_changed_seed_is_found_at_the_first_decision() -> None:
    assert refusal(replace(recorded(), seed=SEED + 1)).startswith("decision 1 ")


def test_a_changed_setting_is_found_at_the_first_decision() -> None:
    assert refusal(replace(recorded(), settings={"goal": 13})).startswith("decision 1 ")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"goal": 1000}, "the game or its settings: goal=1000: expected a whole number from 1 to 100"),
        ({"gaol": 12}, "the game or its settings: no parameter 'gaol'; did you mean 'goal'?"),
    ],
)
def test_an_impossible_setting_is_named(settings: dict[str, Any], words: str) -> None:
    assert words in refusal(replace(recorded(), settings=settings))


def test_a_removed_decision_is_found() -> None:
    record = recorded()
    count = len(record.decisions)
    shorter = replace(record, decisions=record.decisions[:-1])
    assert refusal(shorter) == f"after decision {count - 1}: the record has a result, but the game is not over"
    gap = replace(record, decisions=[record.decisions[0], *record.decisions[2:]])
    assert refusal(gap).startswith("decision 2 ")


def test_an_added_decision_is_found() -> None:
    record = recorded()
    longer = replace(record, decisions=[*record.decisions, record.decisions[-1]])
    assert refusal(longer).startswith(f"decision {len(longer.decisions)} ")
    assert "the game is over" in refusal(longer)


def test_a_changed_result_is_found() -> None:
    final = recorded().verify(REGISTRY.load)
    other = Result.from_points((0.5, 0.5))
    assert refusal(replace(recorded(), result=other)) == f"the result is {final.result()}, the record says {other}"


def test_a_removed_result_is_found() -> None:
    assert refusal(replace(recorded(), result=None)) == "the record has the seal of a finished game, but no result"


def test_a_changed_seal_is_found() -> None:
    assert refusal(replace(recorded(), seal="00")) == "the final position differs from the recorded one"


def test_other_rules_are_named() -> None:
    assert refusal(replace(recorded(), rules="0")) == "played by rules version 0 of race, here is version 1"


def test_missing_players_are_named() -> None:
    assert refusal(replace(recorded(), players=["alone"])) == "1 players are named, but race has 2 seats"


def test_a_start_that_is_no_position_is_named() -> None:
    assert refusal(replace(recorded(), start="nowhere")).startswith("the start position: 'nowhere' is no part")


def test_rules_that_changed_without_a_new_version_are_found() -> None:
    """The same record, replayed by a game whose dice have become better."""

    class Changed(Race):
        def start(self, seed: int = 0) -> Position:
            return super().start(seed).with_stream(seed + 1)

    with pytest.raises(RecordError, match="decision 1 "):
        recorded().verify(lambda _name, **settings: Changed(**settings))


# --- damage -----------------------------------------------------------------------------------------------------------


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"cannot read the record .*missing\.json"):
        Record.load(tmp_path / "missing.json")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "noise.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match=r"cannot read the record .*noise\.json"):
        Record.load(tmp_path / "noise.json")


def test_a_truncated_file_says_where(tmp_path: Path) -> None:
    text = recorded().to_json()
    path = tmp_path / "cut.json"
    path.write_text(text[: len(text) // 2], encoding="utf-8")
    with pytest.raises(RecordError, match=r"cut\.json: damaged at line \d+, column \d+: "):
        Record.load(path)


@given(st.integers(min_value=0), st.sampled_from('{}[]",:x0'))
def test_no_damage_ends_in_a_crash(place: int, character: str) -> None:
    """One character overwritten: the record is read as it was, or refused as a record."""
    text = recorded().to_json()
    place %= len(text)
    with suppress(RecordError):
        Record.from_json(text[:place] + character + text[place + 1 :]).verify(REGISTRY.load)


WRONG: dict[str, tuple[Callable[[], Any], str]] = {
    "another thing": (lambda: [1, 2], "this is no record of a game: 'format' is missing"),
    "another document": (lambda: {"name": "x"}, "this is no record of a game: 'format' is missing"),
    "another format": (lambda: document(format=2), "record format 2, this version reads 1"),
    "missing part": (lambda: {k: v for k, v in document().items() if k != "seed"}, "'seed' is missing"),
    "seed": (lambda: document(seed="six"), "'seed' is 'six', expected a whole number"),
    "yes": (lambda: document(seed=True), "'seed' is True, expected a whole number"),
    "settings": (lambda: document(settings=[]), r"'settings' is [], expected a mapping"),
    "decisions": (lambda: document(decisions={}), "'decisions' is {}, expected a list"),
    "decision": (lambda: document(decisions=[5]), "decision 1 is 5, expected a mapping"),
    "decision without move": (
        lambda: document(decisions=[{"seat": 0, "check": ""}]),
        "decision 1: 'move' is missing",
    ),
    "seat": (
        lambda: document(decisions=[*document()["decisions"][:2], {"seat": "a", "move": "1", "check": ""}]),
        "decision 3: 'seat' is 'a', expected a whole number",
    ),
    "seconds": (
        lambda: document(decisions=[{"seat": 0, "move": "1", "check": "", "seconds": "long"}]),
        "decision 1: 'seconds' is 'long', expected a number",
    ),
    "result": (lambda: document(result=3), "'result' is 3, expected points and ranks by seat"),
    "points": (
        lambda: document(result={"points": ["a"], "ranks": [1]}),
        "expected points and ranks by seat",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_document_of_the_wrong_form_says_what_is_wrong(kind: str) -> None:
    make, words = WRONG[kind]
    with pytest.raises(RecordError) as error:
        Record.from_json(json.dumps(make()))
    assert words in str(error.value)


def test_an_unknown_game_is_named() -> None:
    from ludarium.games import load

    with pytest.raises(RecordError, match="no game 'high-card'"):
        random_record(HighCard(), 1).verify(load)
