"""Runs and their games."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "run",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("short", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("plan", sa.JSON(), nullable=False),
        sa.Column("plan_digest", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger()),
        sa.Column("games", sa.Integer()),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True)),
        sa.Column("note", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_run"),
        sa.UniqueConstraint("short", name="uq_run_short"),
        sa.UniqueConstraint("kind", "plan_digest", name="uq_run_kind_plan_digest"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "game",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("line_up", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("points", sa.Text(), nullable=False),
        sa.Column("ranks", sa.Text(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("moves", sa.LargeBinary()),
        sa.Column("texts", sa.Text()),
        sa.Column("faults", sa.Text()),
        sa.Column("settings", sa.Text()),
        sa.Column("seal", sa.Text()),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="fk_game_run_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sa.UniqueConstraint("run_id", "number", name="uq_game_run_id_number"),
        sqlite_autoincrement=True,
    )
