"""The export of an account's data, as JSON in a zip file.

It contains only what the owner of the account may know, and nothing that grants access: no
digests, no hashes, no records of running games.
"""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

from sqlalchemy import Connection, Table, select

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts.accounts import Account
from bridgehead.online.database.lobby_tables import FOLLOW, WATCHERS_CHAT
from bridgehead.online.database.tables import (
    ACCOUNT,
    ADDRESS,
    CHANNEL,
    CHAT,
    GAME,
    INVITED,
    LOOKED,
    MISTAKE,
    NOTE,
    NOTICE,
    PASSKEY,
    PUZZLE_ATTEMPT,
    QUIET_HOURS,
    REPORT,
    RESTRAINT,
    ROLE,
    SEAT,
    SESSION,
    VACATION,
)
from bridgehead.online.database.tournament_tables import LEAGUE_MEMBER
from bridgehead.online.games import chat, games
from bridgehead.online.live.game_server import GameServer
from bridgehead.online.moderation import blocks

# For each table with rows of an account: the columns that its owner gets.
OWN: dict[Table, tuple[str, ...]] = {
    SESSION: ("created", "seen", "agent"),
    PASSKEY: ("name", "created", "used"),
    ADDRESS: ("address", "confirmed", "recovers", "created"),
    ROLE: ("role",),
    RESTRAINT: ("kind", "until"),
    NOTE: ("game", "text", "changed"),
    VACATION: ("begun", "until", "ended"),
    CHANNEL: ("kind", "target", "events", "hour", "created"),
    QUIET_HOURS: ("begins", "ends", "urgent"),
    NOTICE: ("game", "kind", "created"),
    INVITED: ("game", "created"),
    FOLLOW: ("kind", "what", "created"),
    LOOKED: ("game", "known", "time"),
    PUZZLE_ATTEMPT: ("puzzle", "game", "time", "first", "share", "solved", "tries"),
    LEAGUE_MEMBER: ("league", "joined", "place", "leaves"),
    MISTAKE: ("puzzle", "data", "game", "due", "failures", "done"),
}
# These are exported otherwise (`block`), or contain only digests and short-lived challenges.
NOT_TOLD = frozenset(("block", "ceremony", "name_key", "password", "token"))


async def zipped(server: GameServer, account: Account) -> bytes:
    """Return a zip file with everything that is stored about an account."""
    data, ids = await server.database.read(_kept, account.id)
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        _put(archive, "account.json", data)
        for game in ids:
            told = await server.database.read(_game, account.id, game)
            if told["state"] == games.OVER:
                told["record"] = await _record(server, game)
            _put(archive, f"games/{game}.json", told)
    return found.getvalue()


async def _record(server: GameServer, game: str) -> Any:
    try:
        return (await server.game(game)).memory.record.to_dict()
    except BridgeheadError as error:
        return {"error": str(error)}


def _put(archive: zipfile.ZipFile, name: str, data: Any) -> None:
    archive.writestr(name, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


# In the database's threads


def _kept(connection: Connection, account: str) -> tuple[dict[str, Any], list[str]]:
    row = connection.execute(select(ACCOUNT).where(ACCOUNT.c.id == account)).one()
    told_of = ("name", "kind", "created", "zone", "language")
    data: dict[str, Any] = {name: getattr(row, name) for name in told_of}
    for table, columns in OWN.items():
        wanted = select(*(table.c[name] for name in columns)).where(table.c.account == account)
        data[table.name] = [dict(found) for found in connection.execute(wanted).mappings()]
    written = select(*(WATCHERS_CHAT.c[name] for name in ("game", "text", "time")))
    mine = connection.execute(written.where(WATCHERS_CHAT.c.account == account)).mappings()
    data["watchers_chat"] = [dict(remark) for remark in mine]
    data["blocked"] = blocks.of(connection, account)
    told = select(REPORT.c.game, REPORT.c.remark, REPORT.c.text, REPORT.c.created)
    mine = connection.execute(told.where(REPORT.c.reporter == account)).mappings()
    data["reports"] = [dict(report) for report in mine]
    wanted_games = (
        select(GAME.c.id).join(SEAT).where(SEAT.c.account == account).order_by(GAME.c.created)
    )
    return data, [str(game) for game in connection.execute(wanted_games).scalars()]


def _game(connection: Connection, account: str, game: str) -> dict[str, Any]:
    row = games.load(connection, game)
    said = connection.execute(
        select(CHAT.c.number).where(CHAT.c.game == game, CHAT.c.account == account)
    ).scalars()
    own = set(said)
    return {
        "id": row.id,
        "title": row.title,
        "options": row.options,
        "state": row.state,
        "created": row.created,
        "side": row.side_of(account),
        "seats": {seat.side: seat.name for seat in row.seats},
        "result": row.result,
        "chat": [
            {**remark.to_dict(), "yours": remark.n in own} for remark in chat.read(connection, game)
        ],
    }
