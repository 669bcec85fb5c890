"""The conditions of a scenario's victory: what a side has to reach.

The numbers of the kinds stand on the board (`core.scenarios.victory`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bridgehead.core.errors import InvalidData

MOST_CONDITIONS = 8

HOLD, REACH, ACROSS, ELIMINATE, LOSE_AT_MOST, LINE_OPEN, LINE_CUT, POINTS_AHEAD = range(8)
ALL = range(8)
WORDS = ("hold", "reach", "across", "eliminate", "lose_at_most", "line", "points_ahead")
KINDS = {
    "hold": HOLD, "reach": REACH, "across": ACROSS, "eliminate": ELIMINATE,
    "lose_at_most": LOSE_AT_MOST, "points_ahead": POINTS_AHEAD,
}  # fmt: skip
WITH_UNITS = (REACH, ACROSS, ELIMINATE, LOSE_AT_MOST)
AT_ONCE = (HOLD, REACH, ACROSS, ELIMINATE, LINE_CUT, LINE_OPEN)


@dataclass(frozen=True)
class Condition:
    """One condition: `count` places or units, or points."""

    side: str
    kind: int
    count: int
    places: tuple[str, ...] = ()
    units: tuple[str, ...] = ()  # patterns of the units that count; all that can if there are none
    at_once: bool = False  # it wins when it is met, instead of at the end of the last turn
    text: str = ""  # instead of the usual words

    @classmethod
    def of(cls, data: Mapping[str, Any], where: str) -> Condition:
        """Return the condition of a table in a file; InvalidData says what is wrong."""
        given = [word for word in WORDS if word in data]
        if len(given) != 1:
            raise InvalidData(f"[{where}] must have one of {', '.join(WORDS)}")
        word = given[0]
        value = data[word]
        if word == "line":
            kind = LINE_OPEN if value == "open" else LINE_CUT
        else:
            kind = KINDS[word]
        places = tuple(value) if kind in (HOLD, REACH) else ()
        if "count" in data and not places:
            raise InvalidData(f"[{where}.count] goes with hold and reach")
        if "units" in data and kind not in WITH_UNITS:
            raise InvalidData(f"[{where}.units] goes with reach, across, eliminate, lose_at_most")
        if kind == HOLD:
            count = data.get("count", len(places))
        elif kind == REACH:
            count = data.get("count", 1)
        else:
            count = 1 if word == "line" else int(value)
        if kind == HOLD and count > len(places):
            raise InvalidData(f"[{where}.count] is {count}, but there are {len(places)} places")
        at_once = data.get("at_once", False)
        if at_once and kind not in AT_ONCE:
            raise InvalidData(f"[{where}.at_once]: {word} is tested at the end of the last turn")
        return cls(
            data["side"], kind, count, places, tuple(data.get("units", ())), at_once,
            data.get("text", ""),
        )  # fmt: skip
