"""Filters of the list of finished public games, and the list as data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, select, tuple_

from bridgehead.core.titles.games import game_info, games
from bridgehead.core.titles.options import SCENARIO, value_of
from bridgehead.online.accounts import time_zones
from bridgehead.online.accounts.login_sessions import DAY
from bridgehead.online.accounts.names import folded
from bridgehead.online.database.tables import ACCOUNT, GAME, OUTCOME, PLAYED, RATED, SEAT
from bridgehead.online.games.listings import Mark, mark_of
from bridgehead.online.ratings import ratings

PEOPLE, COMPUTERS = "people", "computers"
IN_FILE = 2_000  # games in one file
NAMES = ("title", "player", "against", "rated", "since", "until")  # of the fields of the form


@dataclass(frozen=True)
class Filters:
    """What a list of finished games is narrowed to; "" for everything."""

    title: str = ""
    player: str = ""
    against: str = ""  # people, computers
    rated: str = ""  # yes, no
    since: str = ""  # days, as 2026-11-27, in UTC
    until: str = ""

    @property
    def given(self) -> dict[str, str]:
        """The filters that are set, as fields of an address."""
        return {name: getattr(self, name) for name in NAMES if getattr(self, name)}


def of_query(query: Mapping[str, str]) -> Filters:
    """Return the filters in an address; what is not valid is left out."""
    given = {name: query.get(name, "").strip() for name in NAMES}
    known = {
        "title": {info.id for info in games()},
        "against": {PEOPLE, COMPUTERS},
        "rated": {"yes", "no"},
    }
    for name, values in known.items():
        given[name] = given[name] if given[name] in values else ""
    for name in ("since", "until"):
        given[name] = given[name] if _day(given[name]) is not None else ""
    return Filters(**{**given, "player": given["player"][:24]})


def _day(text: str) -> int | None:
    """Return when a day begins in UTC, None if it is no day."""
    if len(text) != len("2026-11-27"):
        return None
    try:
        return time_zones.read(f"{text}T00:00", "UTC")
    except time_zones.ZoneError:
        return None


def wanted(filters: Filters, after: Mark | None, limit: int) -> Select[Any]:
    """Return the query of the games and when they ended, the last to end first."""
    found = select(OUTCOME.c.game, OUTCOME.c.ended).where(OUTCOME.c.listed == 1)
    if filters.title:
        found = found.where(OUTCOME.c.title == filters.title)
    if filters.player:
        account = select(ACCOUNT.c.id).where(ACCOUNT.c.folded == folded(filters.player))
        mine = select(PLAYED.c.game).where(PLAYED.c.account.in_(account), PLAYED.c.listed == 1)
        found = found.where(OUTCOME.c.game.in_(mine))
    computers = select(SEAT.c.game).where(
        SEAT.c.game == OUTCOME.c.game, SEAT.c.computer.is_not(None)
    )
    if filters.against:
        found = found.where(
            computers.exists() if filters.against == COMPUTERS else ~computers.exists()
        )
    rated = select(RATED.c.game).where(RATED.c.game == OUTCOME.c.game).exists()
    if filters.rated:
        found = found.where(rated if filters.rated == "yes" else ~rated)
    since, until = _day(filters.since), _day(filters.until)
    if since is not None:
        found = found.where(OUTCOME.c.ended >= since)
    if until is not None:
        found = found.where(OUTCOME.c.ended < until + DAY)
    if after is not None:
        found = found.where(tuple_(OUTCOME.c.ended, OUTCOME.c.game) < after)
    return found.order_by(OUTCOME.c.ended.desc(), OUTCOME.c.game.desc()).limit(limit)


def lines(connection: Connection, filters: Filters, after: str) -> tuple[list[str], str]:
    """Return finished public games as lines of JSON, and the mark of the next file or ""."""
    rows = connection.execute(wanted(filters, mark_of(after), IN_FILE)).all()
    ids = [row.game for row in rows]
    told = (OUTCOME.c.winner, OUTCOME.c.ending, OUTCOME.c.decisions, OUTCOME.c.points)
    of_game = (GAME.c.id, GAME.c.title, GAME.c.options, GAME.c.pace, GAME.c.summary)
    found = connection.execute(
        select(*of_game, *told, OUTCOME.c.ended, RATED.c.changes)
        .join(OUTCOME, OUTCOME.c.game == GAME.c.id)
        .outerjoin(RATED, RATED.c.game == GAME.c.id)
        .where(GAME.c.id.in_(ids))
    )
    by_id = {row.id: row for row in found}
    seats = _seats(connection, ids)
    written = [json.dumps(_told(by_id[one], seats[one]), ensure_ascii=False) for one in ids]
    mark = f"{rows[-1].ended}-{rows[-1].game}" if len(rows) == IN_FILE else ""
    return written, mark


def _seats(connection: Connection, ids: Iterable[str]) -> dict[str, dict[str, dict[str, Any]]]:
    found: dict[str, dict[str, dict[str, Any]]] = {one: {} for one in ids}
    rows = connection.execute(
        select(SEAT, ACCOUNT.c.name)
        .outerjoin(ACCOUNT, ACCOUNT.c.id == SEAT.c.account)
        .where(SEAT.c.game.in_(list(found)))
    )
    for row in rows:
        is_computer = row.computer is not None
        name = row.computer if is_computer else row.name
        found[row.game][row.side] = {"name": name or "", "computer": is_computer}
    return found


def _told(row: Any, seats: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    changes = json.loads(row.changes) if row.changes else {}
    sides = {
        side: {**seats.get(side, {}), **(_change(changes[side]) if side in changes else {})}
        for side in game_info(row.title).sides
    }
    options = json.loads(row.options)
    return {
        "id": row.id, "game": row.title, "options": options,
        "scenario": value_of(options, SCENARIO), "pace": row.pace, "sides": sides,
        "winner": row.winner, "ending": row.ending, "turn": json.loads(row.summary).get("turn"),
        "decisions": row.decisions, "points": json.loads(row.points) if row.points else None,
        "rated": bool(changes), "ended": time_zones.iso(row.ended),
        "record": f"/api/saved/{row.id}/record",
    }  # fmt: skip


def _change(change: list[float]) -> dict[str, Any]:
    told = ratings.told_change(change)
    return {"rating": told["rating"], "change": told["change"]}
