"""Databases of both kinds for what runs in a transaction."""

from tests.store.conftest import database, place, postgres_place, postgres_url, sqlite_place

__all__ = ["database", "place", "postgres_place", "postgres_url", "sqlite_place"]
