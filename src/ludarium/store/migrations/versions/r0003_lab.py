"""The lab in the browser: people, tables and their events."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "lab_account",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text()),
        sa.Column("password", sa.Text()),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_lab_account"),
        sa.UniqueConstraint("name_key", name="uq_lab_account_name_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "lab_session",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_lab_session"),
        sa.ForeignKeyConstraint(
            ["account_id"], ["lab_account.id"], name="fk_lab_session_account_id", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "lab_process",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("alive", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_lab_process"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "lab_table",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("rematch_of", sa.Text()),
        sa.Column("uploaded", sa.Boolean(), nullable=False),
        sa.Column("home", sa.Integer()),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("seconds", sa.Double()),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("result", sa.JSON()),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True)),
        sa.Column("record", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_lab_table"),
    )
    op.create_index("ix_lab_table_state_created", "lab_table", ["state", "created"])
    op.create_index("ix_lab_table_ended", "lab_table", ["ended"])
    op.create_table(
        "lab_seat",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Integer()),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_lab_seat"),
        sa.ForeignKeyConstraint(["table_id"], ["lab_table.id"], name="fk_lab_seat_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["account_id"], ["lab_account.id"], name="fk_lab_seat_account_id", ondelete="SET NULL"),
    )
    op.create_index("ix_lab_seat_account_id", "lab_seat", ["account_id"])
    op.create_table(
        "lab_event",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("private", sa.JSON(), nullable=False),
        sa.Column("author", sa.Integer()),
        sa.Column("message", sa.Text()),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_lab_event"),
        sa.UniqueConstraint("table_id", "author", "message", name="uq_lab_event_table_id_author_message"),
        sa.ForeignKeyConstraint(["table_id"], ["lab_table.id"], name="fk_lab_event_table_id", ondelete="CASCADE"),
    )
    op.create_table(
        "lab_command",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("sender", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("answer", sa.JSON()),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_lab_command"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_lab_command_table_id", "lab_command", ["table_id"])
