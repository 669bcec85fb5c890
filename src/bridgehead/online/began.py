"""The data that a game began with: it is played on with no others.

The row of a game holds their digest. The package keeps its data of earlier versions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridgehead.core.dataset import DataSet, known_data
from bridgehead.core.registry import game_info
from bridgehead.online.games import GameRow

UNKNOWN_DATA = (
    "This server does not have the data (map, counters, charts) that this game began with: "
    "you can look at the game, but not play on. You can resign or agree on a draw, and a moderator "
    "can decide the game."
)
NO_RECORD = "there is no record: this server does not have the data that the game was played with"


def data_of_row(row: GameRow) -> DataSet | None:
    """Return the data that a game began with; None where the package does not have them."""
    return known_data(game_info(row.title).data, row.data)


def without_data(position: Mapping[str, Any]) -> dict[str, Any]:
    """Return a position without the names of its data: a snapshot of today's data names none."""
    return {field: value for field, value in position.items() if field not in ("map", "data")}
