"""Reports to the moderators: of a player, a game or a remark."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts.account_lock import lock_account
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import ACCOUNT, CHAT, REPORT
from bridgehead.online.games import games
from bridgehead.online.games.chat import CONTROL
from bridgehead.online.games.games import UnknownGameError
from bridgehead.online.moderation import audit_log

SHORTEST, LONGEST = 10, 2000  # characters
WAITING = 20  # open reports of one account
SHOWN = 100
AROUND = 5  # chat messages before and after the reported one that moderators see


class ReportError(BridgeheadError):
    """A report cannot be accepted."""


@dataclass(frozen=True)
class About:
    """The subject of a report: a player, a game or a chat message."""

    account: str | None = None
    game: str | None = None
    remark: int | None = None


@dataclass(frozen=True)
class Report:
    """A report as moderators read it."""

    id: str
    reporter: str  # the reporter's name
    person: str  # the name; "" if the report is about no person
    game: str
    remark: int | None
    remarks: list[tuple[int, str, str]]  # number, name, text: the reported one and those around it
    text: str
    created: int


def check(connection: Connection, reporter: str, about: About) -> About:
    """Return the full subject of a report; UnknownGameError if the reporter cannot know of it.

    Only the players read chat messages, so only they can report one.
    """
    if about.game is None:
        return about
    row = games.load(connection, about.game)
    if not row.is_open_to(reporter) or (about.remark and row.side_of(reporter) is None):
        raise UnknownGameError()
    if about.remark is None:
        return about
    said = select(CHAT.c.account).where(CHAT.c.game == row.id, CHAT.c.number == about.remark)
    account = connection.execute(said).scalar_one_or_none()
    if account is None:
        raise UnknownGameError("there is no such remark")
    return About(str(account), row.id, about.remark)


def report(connection: Connection, reporter: str, about: About, text: str) -> None:
    """Store a report; ReportError or UnknownGameError if this is not possible."""
    lock_account(connection, reporter)
    about = check(connection, reporter, about)
    text = text.translate(CONTROL).encode("utf-8", "replace").decode().strip()
    if not SHORTEST <= len(text) <= LONGEST:
        raise ReportError(f"describe the problem in {SHORTEST} to {LONGEST} characters")
    if about.account == reporter:
        raise ReportError("you cannot report yourself")
    if about.account is None and about.game is None:
        raise ReportError("a report must be about a player, a game or a remark")
    own = select(func.count()).where(REPORT.c.reporter == reporter, REPORT.c.closed.is_(None))
    if connection.execute(own).scalar_one() >= WAITING:
        raise ReportError(f"you can have at most {WAITING} open reports")
    row = {"account": about.account, "game": about.game, "remark": about.remark, "text": text}
    row |= {"id": secrets.token_hex(8), "reporter": reporter}
    connection.execute(insert(REPORT).values(**row, created=now(connection)))


def waiting(connection: Connection) -> list[Report]:
    """List the open reports, the oldest first."""
    reporter, person = ACCOUNT.alias(), ACCOUNT.alias()
    rows = connection.execute(
        select(REPORT, reporter.c.name.label("by"), person.c.name.label("person"))
        .join(reporter, REPORT.c.reporter == reporter.c.id)
        .outerjoin(person, REPORT.c.account == person.c.id)
        .where(REPORT.c.closed.is_(None))
        .order_by(REPORT.c.created, REPORT.c.id)
        .limit(SHOWN)
    ).all()
    return [_read(connection, row) for row in rows]


def close(connection: Connection, moderator: str, report: str, text: str) -> None:
    """Close a report with a decision; ReportError if it is closed already."""
    row = connection.execute(
        update(REPORT)
        .where(REPORT.c.id == report, REPORT.c.closed.is_(None))
        .values(closed=now(connection), closer=moderator)
        .returning(REPORT.c.account, REPORT.c.game)
    ).one_or_none()
    if row is None:
        raise ReportError("this report is already closed")
    audit_log.note(connection, moderator, "close", account=row.account, game=row.game, text=text)


def _read(connection: Connection, row: Any) -> Report:
    remarks: list[tuple[int, str, str]] = []
    if row.remark is not None:
        near = CHAT.c.number.between(row.remark - AROUND, row.remark + AROUND)
        said = connection.execute(
            select(CHAT.c.number, ACCOUNT.c.name, CHAT.c.text)
            .join(ACCOUNT)
            .where(CHAT.c.game == row.game, near)
            .order_by(CHAT.c.number)
        )
        remarks = [(one.number, one.name, one.text) for one in said]
    game, person = row.game or "", row.person or ""
    return Report(row.id, row.by, person, game, row.remark, remarks, row.text, row.created)
