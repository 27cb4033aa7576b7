"""The results store: runs, games and ratings in an SQLite file, or on a PostgreSQL server."""

from ludarium.store.database import Database
from ludarium.store.faults import RunBusy, StoreError
from ludarium.store.games import StoredGame
from ludarium.store.moves import pack, pack_batch, pack_record, unpack
from ludarium.store.numbers import NumberSet
from ludarium.store.ratings import Rating
from ludarium.store.runs import Found, Run

__all__ = [
    "Database",
    "Found",
    "NumberSet",
    "Rating",
    "Run",
    "RunBusy",
    "StoreError",
    "StoredGame",
    "pack",
    "pack_batch",
    "pack_record",
    "unpack",
]
