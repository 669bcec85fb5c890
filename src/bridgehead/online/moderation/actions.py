"""Actions of moderators on people and games. Each action is logged before or with its effect.

An adjudication is an entry in the journal of the game. It is logged before the entry is written,
so that no entry lacks a log line.
"""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, select, update
from sqlalchemy.exc import IntegrityError

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts import names
from bridgehead.online.accounts.names import AccountError, checked_name, folded
from bridgehead.online.database.tables import ACCOUNT, GAME, TOKEN
from bridgehead.online.games import games
from bridgehead.online.games.history import CANCEL
from bridgehead.online.live.game_server import GameServer
from bridgehead.online.moderation import audit_log, restrictions, roles
from bridgehead.online.moderation.roles import RoleError

LONGEST = 500  # characters of a reason


def reason_of(given: str) -> str:
    """Return a moderator's reason for an action; RoleError if it is missing."""
    reason = given.strip()
    if not 3 <= len(reason) <= LONGEST:
        raise RoleError(f"give a reason of 3 to {LONGEST} characters for the log")
    return reason


async def decide(server: GameServer, moderator: str, game: str, winner: str, reason: str) -> None:
    """Adjudicate a running game: a side wins, a draw, or cancelled."""
    row = await server.database.read(games.load, game)
    if row.side_of(moderator) is not None:
        raise RoleError("you play in this game: another moderator must decide it")
    if row.state == games.OPEN and winner == CANCEL:
        await server.database.write(_withdraw, moderator, game, reason)
        return
    found = await server.game(game)
    if winner not in (*found.memory.record.game.sides, "draw", CANCEL):
        raise RoleError("choose how the game ends")
    what = CANCEL if winner == CANCEL else "adjudicate"
    told = reason if winner == CANCEL else f"{winner}: {reason}"
    await server.database.write(audit_log.note, moderator, what, game=game, text=told)
    try:
        await found.decide(winner, secrets.token_hex(8))
    except BridgeheadError as error:
        text = f"{what}: {error}"
        await server.database.write(audit_log.note, moderator, "not done", game=game, text=text)
        raise


async def restrain(
    server: GameServer, moderator: str, account: str, kind: str, days: int, reason: str
) -> None:
    """Mute or suspend a player for some days; 0 ends it."""
    server.close(await server.database.write(_restrain, moderator, account, kind, days, reason))


def rename(connection: Connection, moderator: str, account: str, name: str, reason: str) -> str:
    """Rename a player and return the new name; nobody can take the old one."""
    roles.check_may_act_on(connection, moderator, account)
    name = checked_name(name)
    row = connection.execute(select(ACCOUNT).where(ACCOUNT.c.id == account)).one()
    try:
        connection.execute(
            update(ACCOUNT).where(ACCOUNT.c.id == account).values(name=name, folded=folded(name))
        )
    except IntegrityError:
        raise AccountError(names.TAKEN) from None
    names.take(connection, account, name)
    text = f"{row.name} is now {name}: {reason}"
    audit_log.note(connection, moderator, "rename", account=account, text=text)
    return name


def give_role(connection: Connection, moderator: str, account: str, role: str, reason: str) -> None:
    """Give an account a role; only administrators can."""
    if roles.role_of(connection, moderator) != roles.ADMINISTRATOR:
        raise RoleError("only an administrator can give roles")
    if moderator == account:
        raise RoleError("you cannot change your own role")
    if roles.role_of(connection, account) == roles.ADMINISTRATOR:
        raise RoleError(
            "only the host can change the role of an administrator, with the command "
            "`bridgehead serve --remove-administrator`"
        )
    roles.set_role(connection, account, role)
    audit_log.note(connection, moderator, "role", account=account, text=f"{role}: {reason}")


# In the database's threads


def _restrain(
    connection: Connection, moderator: str, account: str, kind: str, days: int, reason: str
) -> list[str]:
    roles.check_may_act_on(connection, moderator, account)
    ended = restrictions.restrain(connection, account, kind, days)
    text = f"{days} days: {reason}"
    audit_log.note(connection, moderator, kind, account=account, text=text)
    return ended


def _withdraw(connection: Connection, moderator: str, game: str, reason: str) -> None:
    changed = connection.execute(
        update(GAME).where(GAME.c.id == game, GAME.c.state == games.OPEN)
        .values(state=games.CANCELLED)
    )  # fmt: skip
    if changed.rowcount == 0:
        raise RoleError("somebody has just accepted this challenge")
    connection.execute(TOKEN.delete().where(TOKEN.c.game == game))
    paired = GAME.c.mirror == game, GAME.c.state == games.PAIRED
    connection.execute(update(GAME).where(*paired).values(state=games.CANCELLED))
    audit_log.note(connection, moderator, CANCEL, game=game, text=reason)
