"""Short lengths of time, as the pages show them."""

from __future__ import annotations

from bridgehead.online.web.texts import t

UNITS = (
    ("unit.day", 86_400_000),
    ("unit.hour", 3_600_000),
    ("unit.minute", 60_000),
    ("unit.second", 1000),
)


def duration(milliseconds: int) -> str:
    """Return a length of time in its two largest units: "1 d 4 h"; 90 minutes are "1 h 30 min"."""
    left, found = max(milliseconds, 0), []
    for name, size in UNITS:
        count, left = divmod(left, size)
        if count:
            found.append(t(name, n=count))
        elif found:
            break
    return " ".join(found[:2]) or t("unit.second", n=0)
