"""Matches, ratings, tournaments, analyses; what ended before is taken into the lists."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up."""
    op.create_table(
        "pool",
        sa.Column("pool", sa.String(length=64), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("pool", name=op.f("pk_pool")),
    )
    op.create_table(
        "rating",
        sa.Column("pool", sa.String(length=64), nullable=False),
        sa.Column("who", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=True),
        sa.Column("mu", sa.Float(precision=53), nullable=False),
        sa.Column("sigma", sa.Float(precision=53), nullable=False),
        sa.Column("provisional", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_rating_account")),
        sa.ForeignKeyConstraint(["pool"], ["pool.pool"], name=op.f("fk_rating_pool")),
        sa.PrimaryKeyConstraint("pool", "who", name=op.f("pk_rating")),
    )
    op.create_index(op.f("ix_rating_account"), "rating", ["account"], unique=False)
    op.create_index(
        "ix_rating_board", "rating", ["pool", "kind", "provisional", "mu"], unique=False
    )
    op.create_table(
        "tournament",
        sa.Column("id", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("title", sa.String(length=64), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("pace", sa.String(length=32), nullable=False),
        sa.Column("rated", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("together", sa.Integer(), nullable=False),
        sa.Column("closes", sa.BigInteger(), nullable=True),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("creator", sa.String(length=16), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("due", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["creator"], ["account.id"], name=op.f("fk_tournament_creator")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament")),
    )
    op.create_index("ix_tournament_due", "tournament", ["due"], unique=False)
    op.create_index("ix_tournament_listing", "tournament", ["state", "created"], unique=False)
    op.create_table(
        "analysis",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("asked", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("worker", sa.String(length=32), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("trouble", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_analysis_game")),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_analysis")),
    )
    op.create_index("ix_analysis_state", "analysis", ["state", "asked"], unique=False)
    op.create_table(
        "entrant",
        sa.Column("tournament", sa.String(length=20), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("entered", sa.BigInteger(), nullable=False),
        sa.Column("withdrawn", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_entrant_account")),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournament.id"], name=op.f("fk_entrant_tournament")
        ),
        sa.PrimaryKeyConstraint("tournament", "account", name=op.f("pk_entrant")),
    )
    op.create_index("ix_entrant_account", "entrant", ["account"], unique=False)
    op.create_table(
        "outcome",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("title", sa.String(length=64), nullable=False),
        sa.Column("winner", sa.String(length=32), nullable=False),
        sa.Column("ending", sa.String(length=32), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("walkover", sa.Integer(), server_default="0", nullable=False),
        sa.Column("points", sa.Text(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("listed", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_outcome_game")),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_outcome")),
    )
    op.create_index("ix_outcome_ended", "outcome", ["listed", "ended", "game"], unique=False)
    op.create_index(
        "ix_outcome_title", "outcome", ["listed", "title", "ended", "game"], unique=False
    )
    op.create_table(
        "pairing",
        sa.Column("tournament", sa.String(length=20), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("first", sa.String(length=16), nullable=False),
        sa.Column("second", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=True),
        sa.ForeignKeyConstraint(["first"], ["account.id"], name=op.f("fk_pairing_first")),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_pairing_game")),
        sa.ForeignKeyConstraint(["second"], ["account.id"], name=op.f("fk_pairing_second")),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournament.id"], name=op.f("fk_pairing_tournament")
        ),
        sa.PrimaryKeyConstraint("tournament", "number", name=op.f("pk_pairing")),
    )
    op.create_index(op.f("ix_pairing_game"), "pairing", ["game"], unique=False)
    op.create_table(
        "played",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("side", sa.String(length=32), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=True),
        sa.Column("against", sa.String(length=16), nullable=True),
        sa.Column("title", sa.String(length=64), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("listed", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_played_account")),
        sa.ForeignKeyConstraint(["against"], ["account.id"], name=op.f("fk_played_against")),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_played_game")),
        sa.PrimaryKeyConstraint("game", "side", name=op.f("pk_played")),
    )
    op.create_index(
        "ix_played_account", "played", ["account", "listed", "ended", "game"], unique=False
    )
    op.create_index("ix_played_ended", "played", ["account", "ended", "game"], unique=False)
    op.create_index("ix_played_against", "played", ["account", "against", "ended"], unique=False)
    op.create_table(
        "rated",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("pool", sa.String(length=64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("sides", sa.Text(), nullable=False),
        sa.Column("winner", sa.String(length=32), nullable=False),
        sa.Column("changes", sa.Text(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_rated_game")),
        sa.ForeignKeyConstraint(["pool"], ["pool.pool"], name=op.f("fk_rated_pool")),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_rated")),
        sa.UniqueConstraint("pool", "number", name=op.f("uq_rated_pool")),
    )
    op.create_table(
        "rematch",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("by", sa.String(length=16), nullable=False),
        sa.Column("to", sa.String(length=16), nullable=True),
        sa.Column("mirrored", sa.Integer(), nullable=False),
        sa.Column("answer", sa.String(length=12), nullable=False),
        sa.Column("next", sa.String(length=20), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["by"], ["account.id"], name=op.f("fk_rematch_by")),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_rematch_game")),
        sa.ForeignKeyConstraint(["to"], ["account.id"], name=op.f("fk_rematch_to")),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_rematch")),
    )
    op.create_index(op.f("ix_rematch_to"), "rematch", ["to"], unique=False)
    op.add_column("game", sa.Column("rated", sa.Integer(), server_default="0", nullable=False))
    op.add_column("game", sa.Column("mirror", sa.String(length=20), nullable=True))
    op.create_index("ix_game_mirror", "game", ["mirror"], unique=False)
    op.create_index("ix_game_titles", "game", ["state", "listed", "title", "created"], unique=False)

    _take_what_ended(op.get_bind())


def _take_what_ended(connection: sa.Connection) -> None:
    """Fill `outcome` and `played` for games that ended before there were these tables."""
    games = connection.execute(
        sa.text(
            "SELECT id, title, listed, changed, result FROM game"
            " WHERE state = 'over' AND result IS NOT NULL"
        )
    )
    for game in games.all():
        _take(connection, game)


def _take(connection: sa.Connection, game: Any) -> None:
    result = json.loads(game.result)
    this = {"game": game.id}
    seats = connection.execute(sa.text("SELECT side, account FROM seat WHERE game = :game"), this)
    decisions = connection.execute(
        sa.text(
            "SELECT count(*) FROM entry WHERE game = :game AND kind = 'action' AND side <> 'dice'"
        ),
        this,
    ).scalar_one()
    common = {
        "game": game.id,
        "title": game.title,
        "ended": game.changed,
        "listed": int(game.listed == 1),
    }
    outcome = {"winner": result["winner"], "ending": str(result.get("ending", ""))[:32]}
    connection.execute(
        sa.text(
            "INSERT INTO outcome (game, title, winner, ending, decisions, ended, listed)"
            " VALUES (:game, :title, :winner, :ending, :decisions, :ended, :listed)"
        ),
        {**common, **outcome, "decisions": decisions},
    )
    sides = {seat.side: seat.account for seat in seats}
    for side, account in sides.items():
        against = next((one for other, one in sides.items() if other != side), None)
        score = 0.5 if result["winner"] == "draw" else float(result["winner"] == side)
        connection.execute(
            sa.text(
                "INSERT INTO played (game, side, account, against, title, score, ended, listed)"
                " VALUES (:game, :side, :account, :against, :title, :score, :ended, :listed)"
            ),
            {**common, "side": side, "account": account, "against": against, "score": score},
        )
