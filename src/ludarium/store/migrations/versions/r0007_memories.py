"""What players keep of people from game to game."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "lab_memory",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text()),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_lab_memory"),
        sa.UniqueConstraint(
            "account_id",
            "scope",
            "game",
            "settings",
            "player",
            name="uq_lab_memory_account_id_scope_game_settings_player",
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["lab_account.id"], name="fk_lab_memory_account_id", ondelete="CASCADE"
        ),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "lab_recalled",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("other", sa.Integer(), nullable=False),
        sa.Column("memory_id", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text()),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", "other", name="pk_lab_recalled"),
        sa.ForeignKeyConstraint(["table_id"], ["lab_table.id"], name="fk_lab_recalled_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["memory_id"], ["lab_memory.id"], name="fk_lab_recalled_memory_id", ondelete="CASCADE"),
    )
    op.create_index("ix_lab_recalled_memory_id", "lab_recalled", ["memory_id"])
