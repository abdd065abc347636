"""Free text that events name by number, accounts to pay to, and the last prints."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "texts",
        sa.Column("evening_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name="fk_texts_evening_id"),
        sa.PrimaryKeyConstraint("evening_id", "number", name="pk_texts"),
    )
    op.create_table(
        "ibans",
        sa.Column("evening_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("iban", sa.String(length=34), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name="fk_ibans_evening_id"),
        sa.PrimaryKeyConstraint("evening_id", "seat", name="pk_ibans"),
    )
    op.create_table(
        "prints",
        sa.Column("evening_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("checksum", sa.String(length=64), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("made_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name="fk_prints_evening_id"),
        sa.PrimaryKeyConstraint("evening_id", "number", name="pk_prints"),
    )
