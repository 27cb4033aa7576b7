"""What players keep of people: one memory for each, changed once for each game, gone with the person."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from alembic import command
from sqlalchemy import Connection, create_engine, delete, func, insert, select, text

from ludarium.store import Database, lab, memories, people, places
from ludarium.store.erasing import erase
from ludarium.store.lab import Table
from ludarium.store.lab_models import AccountRow
from ludarium.store.memories import LEARNING, Key, MemoryRow, RecalledRow, digest_of
from ludarium.store.migrations import configuration

pytestmark = pytest.mark.compiled  # no kernels: once is enough

KEY = Key("adaptive", "boundary", {"b": 1, "a": 2})


def add_table(connection: Connection, name: str) -> str:
    lab.add_table(connection, Table(name, "boundary", "", False, 1, datetime(2026, 1, 1, tzinfo=UTC), {}))
    return name


def teach(connection: Connection, account: int, table: str, content: str, key: Key = KEY) -> None:
    """A game of the player on seat 1 against a person, from beginning to end."""
    memories.recall(connection, add_table(connection, table), 1, key, {0: account})
    (known,) = memories.to_learn(connection, table)
    assert memories.learn(connection, known, content)


def test_a_player_knows_whom_it_played_with(database: Database) -> None:
    with database.writing() as connection:
        ann, bob = (people.add_guest(connection, name).id for name in ("Ann", "Bob"))
        teach(connection, ann, "first", '{"games":1}')
        assert memories.recall(connection, add_table(connection, "second"), 1, KEY, {0: ann}) == {0: '{"games":1}'}
        assert memories.recall(connection, add_table(connection, "bob's"), 1, KEY, {0: bob}) == {}
        # Another player, other settings that matter, another scope: strangers again. The order of settings is none.
        for number, other in enumerate(
            (replace(KEY, player="adaptive:ahead=0"), replace(KEY, settings={}), replace(KEY, scope="study 7"))
        ):
            assert memories.recall(connection, add_table(connection, f"other {number}"), 1, other, {0: ann}) == {}
        turned = replace(KEY, settings={"a": 2, "b": 1})
        table = add_table(connection, "both")
        assert memories.recall(connection, table, 1, turned, {0: ann, 2: bob}) == {0: '{"games":1}'}
        (memory,) = memories.listing(connection, ann)
        assert (memory.player, memory.game, memory.games) == ("adaptive", "boundary", 1)
        assert memories.listing(connection, bob) == []


def test_what_was_recalled_stays_through_a_game(database: Database) -> None:
    with database.writing() as connection:
        ann = people.add_guest(connection, "Ann").id
        teach(connection, ann, "first", "1")
        running = add_table(connection, "running")
        assert memories.recall(connection, running, 1, KEY, {0: ann}) == {0: "1"}
        teach(connection, ann, "other", "2")
        assert memories.recall(connection, running, 1, KEY, {0: ann}) == {0: "1"}
        # But learnt from is what is known by then.
        (known,) = memories.to_learn(connection, running)
        assert (known.content, known.games, known.account) == ("2", 2, ann)
        digests = {row.table_id: row.digest for row in connection.execute(select(RecalledRow.__table__))}
        assert digests == {"first": "", "running": digest_of("1"), "other": digest_of("1")}
        assert digest_of("1") != digest_of("2")


def test_two_games_that_end_together_do_not_undo_each_other(database: Database) -> None:
    with database.writing() as connection:
        ann = people.add_guest(connection, "Ann").id
        for table in ("one", "two"):
            memories.recall(connection, add_table(connection, table), 1, KEY, {0: ann})
        (first,), (second,) = (memories.to_learn(connection, table) for table in ("one", "two"))
        assert memories.learn(connection, first, "1")
        assert not memories.learn(connection, second, "also 1")
        (again,) = memories.to_learn(connection, "two")
        assert memories.learn(connection, again, "2")
        (memory,) = memories.listing(connection, ann)
        assert memory.games == 2


def test_who_plays_again_at_once_waits_until_the_game_before_is_learnt_from(database: Database) -> None:
    with database.writing() as connection:
        ann, bob = (people.add_guest(connection, name).id for name in ("Ann", "Bob"))
        memories.recall(connection, add_table(connection, "first"), 1, KEY, {0: ann})
        lab.add_to_outbox(connection, LEARNING, "first")
        second = add_table(connection, "second")
        assert memories.recall(connection, second, 1, KEY, {0: ann}) is None
        assert memories.recall(connection, add_table(connection, "bob's"), 1, KEY, {0: bob}) == {}
        due = lab.due(connection, LEARNING)
        assert due is not None
        lab.failed(connection, due.id)
        assert memories.recall(connection, second, 1, KEY, {0: ann}) == {}  # what failed once holds up nobody
        assert lab.done(connection, due)
        assert not lab.done(connection, due)
        third = add_table(connection, "third")
        lab.add_to_outbox(connection, LEARNING, "second")
        assert memories.recall(connection, third, 1, KEY, {0: ann}, wait=False) == {}


def test_memories_are_deleted_one_by_one_all_and_with_the_person(database: Database) -> None:
    with database.writing() as connection:
        ann, bob = (people.add_guest(connection, name).id for name in ("Ann", "Bob"))
        for person in (ann, bob):
            for number, key in enumerate((KEY, replace(KEY, player="mixture"), replace(KEY, scope="study 7"))):
                teach(connection, person, f"{person} {number}", "1", key)
        first, second = memories.listing(connection, ann)
        assert memories.forget(connection, bob, first.id) == 0
        assert memories.forget(connection, ann, first.id) == 1
        assert memories.listing(connection, ann) == [second]
        assert memories.forget(connection, ann) == 1
        assert len(memories.listing(connection, ann, "study 7")) == 1
        assert memories.forget(connection, ann, scope="study 7") == 1
        assert len(memories.listing(connection, bob)) == 2
        connection.execute(delete(AccountRow).where(AccountRow.id == bob))
        for row in (MemoryRow, RecalledRow):
            assert connection.scalar(select(func.count()).select_from(row)) == 0


def test_a_game_whose_memory_was_deleted_teaches_nothing(database: Database) -> None:
    with database.writing() as connection:
        ann = people.add_guest(connection, "Ann").id
        memories.recall(connection, add_table(connection, "running"), 1, KEY, {0: ann})
        (known,) = memories.to_learn(connection, "running")
        assert memories.forget(connection, ann) == 1
        assert memories.learn(connection, known, "1")  # nothing to try again
        assert memories.to_learn(connection, "running") == []
        assert memories.listing(connection, ann) == []


def test_who_is_taken_out_of_a_table_is_forgotten_by_the_players_there(database: Database) -> None:
    with database.writing() as connection:
        ann, bob = (people.add_guest(connection, name).id for name in ("Ann", "Bob"))
        study = replace(KEY, scope="s")
        for person in (ann, bob):
            teach(connection, person, f"of {person}", "1", study)
            teach(connection, person, f"ordinary {person}", "1")
        erase(connection, f"of {ann}", ann)
        assert memories.listing(connection, ann, "s") == []
        assert len(memories.listing(connection, ann)) == len(memories.listing(connection, bob, "s")) == 1


def test_of_somebody_who_is_gone_nothing_is_kept(database: Database) -> None:
    with database.writing() as connection:
        assert memories.recall(connection, add_table(connection, "late"), 1, KEY, {0: 4711}) == {}
        assert memories.to_learn(connection, "late") == []


def test_an_older_database_gets_room_for_memories(place: str) -> None:
    engine = create_engine(places.locate(place))
    with engine.begin() as connection:
        command.upgrade(configuration(connection), "0004")
        connection.execute(insert(AccountRow).values(name="Ann", created=datetime(2026, 1, 1, tzinfo=UTC)))
    engine.dispose()
    with Database.open(place) as database, database.writing() as connection:
        ann = connection.scalar(text("SELECT id FROM lab_account"))
        assert ann is not None
        teach(connection, ann, "first", "1")
        assert memories.recall(connection, add_table(connection, "second"), 1, KEY, {0: ann}) == {0: "1"}
