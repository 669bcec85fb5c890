"""The data that a game began with: it is played on with no others.

The row of a game holds their digest. The package keeps its data of earlier versions. Games of an
older schema hold no digest: then the journal has to tell which data fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridgehead.core.dataset import DataSet, all_data, known_data, unnamed_data
from bridgehead.core.registry import game_info
from bridgehead.online.games import GameRow

_NOW = (
    "you can look at the game, but not play on. You can resign or agree on a draw, and a moderator "
    "can decide the game."
)
UNKNOWN_DATA = (
    "This server does not have the data (map, counters, charts) that this game began with: " + _NOW
)
UNSURE_DATA = (
    "This game began before an update that changed its data (map, counters, charts), and the "
    "server cannot tell which data it began with: " + _NOW
)
NO_RECORD = "there is no record: this server does not have the data that the game was played with"


def possible_data(row: GameRow, *, begun: bool) -> tuple[DataSet, ...]:
    """Return the data that a game may have begun with; none where the package lacks them.

    Where nothing was done yet, today's come first: the game begins with them.
    """
    rules = game_info(row.title).data
    if row.data is None:
        return unnamed_data(rules) if begun else all_data(rules)
    known = known_data(rules, row.data)
    return () if known is None else (known,)


def without_data(position: Mapping[str, Any]) -> dict[str, Any]:
    """Return a position without the names of its data: a snapshot of today's data names none."""
    return {field: value for field, value in position.items() if field not in ("map", "data")}
