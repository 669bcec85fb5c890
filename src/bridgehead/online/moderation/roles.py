"""Roles: players, moderators, administrators.

Moderators act on players, administrators also on moderators. Nobody acts on themselves.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts.names import folded
from bridgehead.online.database.tables import ACCOUNT, ROLE
from bridgehead.online.moderation import audit_log

PLAYER, MODERATOR, ADMINISTRATOR = ROLES = ("player", "moderator", "administrator")
MEMBER = "member"


class RoleError(BridgeheadError):
    """An account's role does not allow this."""


def role_of(connection: Connection, account: str) -> str:
    """Return the role of an account."""
    found = select(ROLE.c.role).where(ROLE.c.account == account)
    return str(connection.execute(found).scalar_one_or_none() or PLAYER)


def check_may_act_on(connection: Connection, moderator: str, account: str) -> None:
    """Raise RoleError if a moderator may not act on an account."""
    if moderator == account:
        raise RoleError("you cannot moderate yourself")
    own, other = (ROLES.index(role_of(connection, each)) for each in (moderator, account))
    if own <= other:
        raise RoleError("your role does not allow this")


def set_role(connection: Connection, account: str, role: str) -> None:
    """Give an account a role; RoleError if it cannot have it."""
    if role not in ROLES:
        raise RoleError(f"{role!r} must be one of {', '.join(ROLES)}")
    kind = connection.execute(select(ACCOUNT.c.kind).where(ACCOUNT.c.id == account)).scalar_one()
    if role != PLAYER and kind != MEMBER:
        raise RoleError("a guest cannot have this role")
    connection.execute(delete(ROLE).where(ROLE.c.account == account))
    if role != PLAYER:
        connection.execute(insert(ROLE).values(account=account, role=role))


def remove_administrator(connection: Connection, name: str) -> None:
    """Make an administrator a normal player (command line); RoleError if they are not one."""
    account = _member(connection, name)
    if role_of(connection, account) != ADMINISTRATOR:
        raise RoleError(f"{name!r} is no administrator")
    set_role(connection, account, PLAYER)
    audit_log.note(connection, None, "role", account=account, text=PLAYER)


def make_administrator(connection: Connection, name: str) -> None:
    """Make a member an administrator (command line); RoleError if there is no such member."""
    account = _member(connection, name)
    set_role(connection, account, ADMINISTRATOR)
    audit_log.note(connection, None, "role", account=account, text=ADMINISTRATOR)


def _member(connection: Connection, name: str) -> str:
    """Return the account with this name; RoleError if there is none."""
    row = connection.execute(
        select(ACCOUNT.c.id).where(ACCOUNT.c.folded == folded(name))
    ).one_or_none()
    if row is None:
        raise RoleError(f"there is no account {name!r}: register it first")
    return str(row.id)
