"""Runs the migrations on the connection, and in the transaction, that `ludarium.store.database` has opened."""

from alembic import context

from ludarium.store.migrations import VERSION_TABLE
from ludarium.store.models import Base

context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata, version_table=VERSION_TABLE
)
with context.begin_transaction():
    context.run_migrations()
