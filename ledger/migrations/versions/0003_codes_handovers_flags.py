"""Spoken codes, the phones that took over the book, and what watchers say is not right."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "spoken",
        sa.Column("link_id", sa.String(length=32), nullable=False),
        sa.Column("evening_id", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["link_id"], ["links.id"], name="fk_spoken_link_id"),
        sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name="fk_spoken_evening_id"),
        sa.PrimaryKeyConstraint("link_id", name="pk_spoken"),
        sa.UniqueConstraint("digest", name="uq_spoken_digest"),
    )
    op.create_index("ix_spoken_evening_id", "spoken", ["evening_id"])
    op.create_table(
        "handovers",
        sa.Column("evening_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("device_id", sa.String(length=32), nullable=False),
        sa.Column("taken_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name="fk_handovers_evening_id"),
        sa.PrimaryKeyConstraint("evening_id", "number", name="pk_handovers"),
    )
    op.create_table(
        "flags",
        sa.Column("evening_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.String(length=32), nullable=False),
        sa.Column("raised_at", sa.DateTime(), nullable=False),
        sa.Column("answer", sa.String(length=12), nullable=True),
        sa.Column("answered_at", sa.DateTime(), nullable=True),
        sa.Column("answered_by", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name="fk_flags_evening_id"),
        sa.PrimaryKeyConstraint("evening_id", "number", name="pk_flags"),
    )
