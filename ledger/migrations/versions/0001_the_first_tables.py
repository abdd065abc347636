"""The first tables: evenings with their seats, events, heads, postings, links."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "devices",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
    )
    op.create_table(
        "erasures",
        sa.Column("evening_id", sa.String(length=32), nullable=False),
        sa.Column("erased_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("evening_id", name="pk_erasures"),
    )
    op.create_table(
        "evenings",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=120), nullable=False),
        sa.Column("place", sa.String(length=120), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("plays_until", sa.DateTime(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_evenings"),
        sa.UniqueConstraint("token", name="uq_evenings_token"),
    )
    op.create_table(
        "events",
        sa.Column("evening_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("version", sa.SmallInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=True),
        sa.Column("fingerprint", sa.String(length=64), nullable=True),
        sa.Column("written_at", sa.DateTime(), nullable=False),
        sa.Column("link_id", sa.String(length=32), nullable=True),
        sa.Column("device_id", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name="fk_events_evening_id"),
        sa.PrimaryKeyConstraint("evening_id", "number", name="pk_events"),
        sa.UniqueConstraint("evening_id", "token", name="uq_events_evening_id_token"),
    )
    op.create_table(
        "heads",
        sa.Column("evening_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("engine", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name="fk_heads_evening_id"),
        sa.PrimaryKeyConstraint("evening_id", name="pk_heads"),
    )
    op.create_table(
        "links",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("evening_id", sa.String(length=32), nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("revoked_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name="fk_links_evening_id"),
        sa.PrimaryKeyConstraint("id", name="pk_links"),
    )
    op.create_index("ix_links_evening_id", "links", ["evening_id"])

    op.create_table(
        "postings",
        sa.Column("evening_id", sa.String(length=32), nullable=False),
        sa.Column("event", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("line", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name="fk_postings_evening_id"),
        sa.PrimaryKeyConstraint("evening_id", "event", "line", name="pk_postings"),
    )
    op.create_table(
        "seats",
        sa.Column("evening_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name="fk_seats_evening_id"),
        sa.PrimaryKeyConstraint("evening_id", "seat", name="pk_seats"),
    )
