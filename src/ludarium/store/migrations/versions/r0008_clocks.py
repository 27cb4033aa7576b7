"""Clocks for the whole game and for days, and challenges to people."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("lab_table", sa.Column("clock", sa.JSON(none_as_null=True)))
    op.add_column("lab_table", sa.Column("waits", sa.JSON(none_as_null=True)))
    op.create_table(
        "lab_challenge",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("by", sa.Integer(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("declined", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("id", name="pk_lab_challenge"),
        sa.UniqueConstraint("table_id", "person", name="uq_lab_challenge_table_id_person"),
        sa.ForeignKeyConstraint(["table_id"], ["lab_table.id"], name="fk_lab_challenge_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["by"], ["lab_account.id"], name="fk_lab_challenge_by", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["lab_account.id"], name="fk_lab_challenge_person", ondelete="CASCADE"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_lab_challenge_person", "lab_challenge", ["person"])
    op.create_index("ix_lab_challenge_by", "lab_challenge", ["by"])
