"""The log of moderators' actions. It only grows."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from bridgehead.online.database.database import now
from bridgehead.online.database.tables import ACCOUNT, AUDIT

SHOWN = 100


@dataclass(frozen=True)
class ModeratorAction:
    """One action of a moderator."""

    moderator: str  # the moderator's name; "" for the host on the command line
    what: str
    person: str  # the name of the person concerned; "" if there is none
    game: str
    text: str
    time: int


def note(
    connection: Connection,
    moderator: str | None,
    what: str,
    *,
    account: str | None = None,
    game: str | None = None,
    text: str = "",
) -> None:
    """Log an action of a moderator, in the transaction that carries it out."""
    row = {"moderator": moderator, "what": what, "account": account, "game": game, "text": text}
    connection.execute(insert(AUDIT).values(**row, time=now(connection)))


def listed(connection: Connection, account: str | None = None) -> list[ModeratorAction]:
    """List moderators' actions, newest first: all of them, or those that concern one account."""
    moderator, person = ACCOUNT.alias(), ACCOUNT.alias()
    wanted = (
        select(AUDIT, moderator.c.name.label("by"), person.c.name.label("person"))
        .outerjoin(moderator, AUDIT.c.moderator == moderator.c.id)
        .outerjoin(person, AUDIT.c.account == person.c.id)
        .order_by(AUDIT.c.id.desc())
        .limit(SHOWN)
    )
    if account is not None:
        wanted = wanted.where(AUDIT.c.account == account)
    return [
        ModeratorAction(
            row.by or "", row.what, row.person or "", row.game or "", row.text, row.time
        )
        for row in connection.execute(wanted)
    ]
