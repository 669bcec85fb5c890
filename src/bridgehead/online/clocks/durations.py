"""Short lengths of time, as the pages show them."""

from __future__ import annotations

UNITS = (("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1000))


def duration(milliseconds: int) -> str:
    """Return a length of time in its two largest units: "1 d 4 h"; 90 minutes are "1 h 30 min"."""
    left, found = max(milliseconds, 0), []
    for name, size in UNITS:
        count, left = divmod(left, size)
        if count:
            found.append(f"{count} {name}")
        elif found:
            break
    return " ".join(found[:2]) or "0 s"
