"""Studies: their plans, the people who take part, what they answered, and which games were theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "study",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("opened", sa.DateTime(timezone=True)),
        sa.Column("pilot", sa.Boolean(), nullable=False),
        sa.Column("findings", sa.Boolean(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("frozen", sa.JSON()),
        sa.Column("refinement", sa.JSON()),
        sa.PrimaryKeyConstraint("id", name="pk_study"),
        sa.UniqueConstraint("slug", name="uq_study_slug"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "study_audit",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_study_audit"),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_study_audit_study_id", ondelete="CASCADE"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_study_audit_study_id", "study_audit", ["study_id"])
    op.create_table(
        "study_participant",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("public", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Integer()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("condition", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("recruited", sa.Text()),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("pilot", sa.Boolean(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("consented", sa.DateTime(timezone=True), nullable=False),
        sa.Column("consent_version", sa.Integer(), nullable=False),
        sa.Column("pointer", sa.Boolean(), nullable=False),
        sa.Column("shown", sa.DateTime(timezone=True)),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True)),
        sa.Column("code", sa.Text()),
        sa.Column("purged", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("id", name="pk_study_participant"),
        sa.ForeignKeyConstraint(
            ["account_id"], ["lab_account.id"], name="fk_study_participant_account_id", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_study_participant_study_id", ondelete="CASCADE"),
        sa.UniqueConstraint("digest", name="uq_study_participant_digest"),
        sa.UniqueConstraint("public", name="uq_study_participant_public"),
        sa.UniqueConstraint("study_id", "recruited", name="uq_study_participant_study_id_recruited"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_study_participant_account_id", "study_participant", ["account_id"])
    op.create_index("ix_study_participant_study_id_status", "study_participant", ["study_id", "status"])
    op.create_table(
        "study_plan",
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("plan", sa.JSON(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("study_id", "version", name="pk_study_plan"),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_study_plan_study_id", ondelete="CASCADE"),
    )
    op.create_table(
        "study_receipt",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("removed", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_study_receipt"),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_study_receipt_study_id", ondelete="CASCADE"),
    )
    op.create_table(
        "study_role",
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("study_id", "account_id", name="pk_study_role"),
        sa.ForeignKeyConstraint(
            ["account_id"], ["lab_account.id"], name="fk_study_role_account_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_study_role_study_id", ondelete="CASCADE"),
    )
    op.create_index("ix_study_role_account_id", "study_role", ["account_id"])
    op.create_table(
        "study_table",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True)),
        sa.Column("how", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_study_table"),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_study_table_study_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["lab_table.id"], name="fk_study_table_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_study_table_study_id", "study_table", ["study_id"])
    op.create_table(
        "study_answer",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("participant_id", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("occurrence", sa.Integer(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text()),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("right", sa.Boolean()),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_study_answer"),
        sa.ForeignKeyConstraint(
            ["participant_id"], ["study_participant.id"], name="fk_study_answer_participant_id", ondelete="CASCADE"
        ),
        sa.UniqueConstraint(
            "participant_id",
            "step",
            "attempt",
            "question",
            "seat",
            name="uq_study_answer_participant_id_step_attempt_question_seat",
        ),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "study_contact",
        sa.Column("participant_id", sa.Integer(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("participant_id", name="pk_study_contact"),
        sa.ForeignKeyConstraint(
            ["participant_id"], ["study_participant.id"], name="fk_study_contact_participant_id", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "study_invitation",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("participant_id", sa.Integer()),
        sa.Column("spent", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_study_invitation"),
        sa.ForeignKeyConstraint(
            ["participant_id"], ["study_participant.id"], name="fk_study_invitation_participant_id", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_study_invitation_study_id", ondelete="CASCADE"),
    )
    op.create_index("ix_study_invitation_study_id", "study_invitation", ["study_id"])
    op.create_table(
        "study_page",
        sa.Column("participant_id", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("attempt", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("occurrence", sa.Integer(), nullable=False),
        sa.Column("shown", sa.DateTime(timezone=True)),
        sa.Column("done", sa.DateTime(timezone=True), nullable=False),
        sa.Column("hidden", sa.Double(), nullable=False),
        sa.Column("idle", sa.Double(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("participant_id", "step", "attempt", name="pk_study_page"),
        sa.ForeignKeyConstraint(
            ["participant_id"], ["study_participant.id"], name="fk_study_page_participant_id", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "study_profile",
        sa.Column("participant_id", sa.Integer(), nullable=False),
        sa.Column("attribute", sa.Text(), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("participant_id", "attribute", name="pk_study_profile"),
        sa.ForeignKeyConstraint(
            ["participant_id"], ["study_participant.id"], name="fk_study_profile_participant_id", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "study_profile_change",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("participant_id", sa.Integer(), nullable=False),
        sa.Column("attribute", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_study_profile_change"),
        sa.ForeignKeyConstraint(
            ["participant_id"],
            ["study_participant.id"],
            name="fk_study_profile_change_participant_id",
            ondelete="CASCADE",
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_study_profile_change_participant_id", "study_profile_change", ["participant_id"])
    op.create_table(
        "study_seat",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("participant_id", sa.Integer()),
        sa.Column("step", sa.Integer()),
        sa.Column("person", sa.Boolean(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("mask", sa.Text(), nullable=False),
        sa.Column("replaced", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_study_seat"),
        sa.ForeignKeyConstraint(
            ["participant_id"], ["study_participant.id"], name="fk_study_seat_participant_id", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["study_table.table_id"], name="fk_study_seat_table_id", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("participant_id", "step", name="uq_study_seat_participant_id_step"),
    )
    op.create_table(
        "study_trace",
        sa.Column("participant_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Text()),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("participant_id", "number", name="pk_study_trace"),
        sa.ForeignKeyConstraint(
            ["participant_id"], ["study_participant.id"], name="fk_study_trace_participant_id", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "study_waiting",
        sa.Column("participant_id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("queue", sa.Text(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("alive", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("participant_id", name="pk_study_waiting"),
        sa.ForeignKeyConstraint(
            ["participant_id"], ["study_participant.id"], name="fk_study_waiting_participant_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_study_waiting_study_id", ondelete="CASCADE"),
    )
    op.create_index("ix_study_waiting_study_id_queue", "study_waiting", ["study_id", "queue"])
    op.create_table(
        "study_grade",
        sa.Column("answer_id", _NUMBER, nullable=False),
        sa.Column("grader", sa.Text(), nullable=False),
        sa.Column("grade", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("answer_id", "grader", name="pk_study_grade"),
        sa.ForeignKeyConstraint(
            ["answer_id"], ["study_answer.id"], name="fk_study_grade_answer_id", ondelete="CASCADE"
        ),
    )
