"""The history of the tables, as Alembic migrations that travel with the package.

A new one is a file beside the others in `versions`: the next number, what it comes after, and `upgrade`. Databases are
upgraded when they are opened; there is no way back, so a copy made before is the way to return.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

HEAD = "0008"
"""The newest migration. Stands here so that opening a database that is up to date need not load Alembic."""

VERSION_TABLE = "ludarium_version"
"""Not Alembic's usual name: other programs may keep tables in the same PostgreSQL database."""


def configuration(connection: Connection) -> Config:
    """What Alembic's commands need to work on a connection, in the transaction that it is in."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
