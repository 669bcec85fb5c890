"""The data and the position that a game began with. It is played to its end with the same data.

The row of a game holds the digest of its data. The package keeps the data of earlier versions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from bridgehead.core.records.origin import Origin
from bridgehead.core.records.record import Record
from bridgehead.core.titles.dataset import DataSet, known_data
from bridgehead.core.titles.games import game_info, load_with
from bridgehead.online.games.games import GameOrigin, GameRow

UNKNOWN_DATA = (
    "This server does not have the data (map, counters, charts) that this game began with: "
    "you can look at the game, but not play on. You can resign or agree on a draw, and a moderator "
    "can decide the game."
)
NO_RECORD = "there is no record: this server does not have the data that the game was played with"


def data_of_row(row: GameRow) -> DataSet | None:
    """Return the data that a game began with; None if the package no longer has them."""
    return known_data(game_info(row.title).data, row.data)


def new_record(
    title: str,
    options: Sequence[str],
    players: dict[str, str],
    origin: GameOrigin | None = None,
    data: DataSet | None = None,
) -> Record:
    """Return the record of a new game; without `data` today's data are used.

    InvalidPosition if the position in which it begins is not one of a game with these data.
    """
    game = load_with(title, options, data=data)
    if origin is None:
        return Record(game, players=players)
    start = game.position(json.loads(origin.start))
    whence = Origin(origin.digest, origin.action, origin.view)
    return Record(game, players=players, start=start, origin=whence)


def without_data(position: Mapping[str, Any]) -> dict[str, Any]:
    """Return a position without the names of its data: snapshots with current data have none."""
    return {field: value for field, value in position.items() if field not in ("map", "data")}
