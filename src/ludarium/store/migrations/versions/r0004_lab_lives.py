"""Sessions that expire, accounts that can be recovered, work that must be done in the end, uptimes of processes."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("lab_account", sa.Column("recovery", sa.Text()))
    op.add_column("lab_account", sa.Column("seen", sa.DateTime(timezone=True)))
    op.create_index("ix_lab_account_seen", "lab_account", ["seen"])
    op.add_column("lab_session", sa.Column("used", sa.DateTime(timezone=True)))
    op.add_column("lab_session", sa.Column("expires", sa.DateTime(timezone=True)))
    op.create_index("ix_lab_session_account_id", "lab_session", ["account_id"])
    op.create_index("ix_lab_session_expires", "lab_session", ["expires"])
    op.add_column("lab_process", sa.Column("uptime", sa.Double()))
    op.create_table(
        "lab_outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_lab_outbox"),
        sa.UniqueConstraint("kind", "table_id", name="uq_lab_outbox_kind_table_id"),
        sa.ForeignKeyConstraint(["table_id"], ["lab_table.id"], name="fk_lab_outbox_table_id", ondelete="CASCADE"),
        sqlite_autoincrement=True,
    )
