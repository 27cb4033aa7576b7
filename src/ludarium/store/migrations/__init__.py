"""The history of the tables, as Alembic migrations that travel with the package.

A new one is a file beside the others in `versions`: the next number, what it comes after, and `upgrade`. Databases are
upgraded when they are opened; there is no way back, so a copy made before is the way to return.
"""

HEAD = "0002"
"""The newest migration. Stands here so that opening a database that is up to date need not load Alembic."""

VERSION_TABLE = "ludarium_version"
"""Not Alembic's usual name: other programs may keep tables in the same PostgreSQL database."""
