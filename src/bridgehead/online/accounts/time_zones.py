"""Time zones: times in a user's zone, shown with the zone's name.

The zone of an account is that of its first browser, and can be changed. Pages name times in it, and
their script then in the browser's own zone. An hour of the day is one of that zone, so it stays
when summer time begins or ends. Zones and their summer times are those of the IANA database.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from sqlalchemy import Connection, select, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.database.tables import ACCOUNT
from bridgehead.online.web.texts import day_and_time

UNKNOWN = "UTC"  # the default zone
COOKIE = "zone"  # the cookie in which the pages' script stores the browser's zone


class ZoneError(BridgeheadError):
    """There is no such time zone, or no such time."""


@cache
def names() -> tuple[str, ...]:
    """Return the names of all time zones: UTC, then places."""
    return (UNKNOWN, *sorted(name for name in available_timezones() if "/" in name))


def checked(name: str) -> str:
    """Return the name of a zone; ZoneError if there is no such zone."""
    if name not in names():
        raise ZoneError(f"{name!r} is no time zone: it must be one like Europe/Berlin")
    return name


def named_in(cookie: str) -> str | None:
    """Return the zone in a browser's cookie, None if it has none."""
    return cookie if cookie in names() else None


def zone_of(connection: Connection, account: str) -> str:
    """Return the zone of an account."""
    found = connection.execute(select(ACCOUNT.c.zone).where(ACCOUNT.c.id == account))
    return found.scalar_one_or_none() or UNKNOWN


def keep_first(connection: Connection, account: str, zone: str) -> None:
    """Set the zone of an account that has none yet."""
    unknown = ACCOUNT.c.id == account, ACCOUNT.c.zone.is_(None)
    connection.execute(update(ACCOUNT).where(*unknown).values(zone=zone))


def told(milliseconds: int, zone: str | None) -> str:
    """Return a time in a zone for people: "Nov 26, 2026, 11:04 PM (Europe/Berlin)"."""
    name = zone or UNKNOWN
    local = datetime.fromtimestamp(milliseconds / 1000, _zone(name))
    return f"{day_and_time(local)} ({name})"


def iso(milliseconds: int) -> str:
    """Return a time in ISO 8601 format, for programs."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")


def read(text: str, zone: str | None) -> int:
    """Return the time that a form gives in a zone, in milliseconds; ZoneError if it is invalid."""
    try:
        local = datetime.fromisoformat(text)
        local = local if local.tzinfo else local.replace(tzinfo=_zone(zone or UNKNOWN))
        return int(local.timestamp() * 1000)
    except (ValueError, OverflowError):
        raise ZoneError(f"{text!r} must be a date and a time, like 2026-12-31T18:00") from None


def next_at(time: int, hour: int, zone: str | None) -> int:
    """Return the next time at which it is this hour in a zone, in milliseconds."""
    here = _zone(zone or UNKNOWN)
    day = datetime.fromtimestamp(time / 1000, here).date() - timedelta(days=1)
    while True:
        at = datetime(day.year, day.month, day.day, hour, tzinfo=here)
        if (found := int(at.timestamp() * 1000)) > time:
            return found
        day += timedelta(days=1)


def hour_of(time: int, zone: str | None) -> int:
    """Return the hour of the day, 0 to 23, at a time in a zone."""
    return datetime.fromtimestamp(time / 1000, _zone(zone or UNKNOWN)).hour


def _zone(name: str) -> tzinfo:
    return UTC if name == UNKNOWN else ZoneInfo(name)
