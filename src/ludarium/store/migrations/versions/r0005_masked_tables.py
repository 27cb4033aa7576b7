"""Tables of a study: whose they are, and when their people were told who was who."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("lab_table", sa.Column("study", sa.Text()))
    op.add_column("lab_table", sa.Column("unmasked", sa.DateTime(timezone=True)))
    op.create_index("ix_lab_table_study", "lab_table", ["study"])
