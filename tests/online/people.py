"""Accounts and games in a database, without the engine: what lists and ratings are made of."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from bridgehead.online.accounts import accounts
from bridgehead.online.clocks import paces
from bridgehead.online.dice.sealed import NewDice
from bridgehead.online.games import games, journal
from bridgehead.online.games.games import NewGameSettings
from bridgehead.online.games.history import Entry
from bridgehead.online.games.journal import StateAfter
from bridgehead.online.ratings import matches
from tests.online.conftest import GAME

SIDES = ("israel", "egypt")


def account(connection: Connection, name: str, kept: str | None = "a hash") -> str:
    """Make an account and return its id; a guest has no password."""
    return accounts._create(connection, name, kept).id


def wanted(side: str = "israel", title: str = GAME, **more: Any) -> NewGameSettings:
    given = {"options": (), "sides": SIDES, "computer": None, "is_listed": True, **more}
    if more.get("is_rated"):
        given.setdefault("pace", paces.read("daily 48 168"))
    return NewGameSettings(
        title=title,
        side=side,
        rules="r",
        data="d",
        views={},
        summary={},
        waits_for="israel",
        **given,
    )


def fresh(game: str) -> NewDice:
    return NewDice("commitment", "sealed", chained=True)


def begun(connection: Connection, one: str, other: str, **more: Any) -> str:
    """Begin a game of two, the first as Israel."""
    [game] = matches.begin(connection, one, wanted(against=other, **more), fresh, mirrored=False)
    return game


def closing(decisions: int, points: dict[str, float] | None = None) -> dict[str, Any]:
    """Return what is known of a game that ends, in which no dice have rolled."""
    by = {"israel": decisions - decisions // 2, "egypt": decisions // 2}
    return {"by": by, "rolls": 0, "points": points}


def ended(
    connection: Connection,
    game: str,
    winner: str,
    decisions: int = 10,
    points: dict[str, float] | None = None,
    **more: Any,
) -> None:
    """End a game."""
    revision = games.load(connection, game).revision
    after = StateAfter(
        state="over", waits_for="", due="", views={}, summary={"turn": 3},
        result={"winner": winner, "ending": "x", "case": "", "reason": ""},
        closing=closing(decisions, points) | more,
    )  # fmt: skip
    journal.append(connection, game, revision, [Entry("resign", "israel")], after)
