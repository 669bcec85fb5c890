"""Bridgehead: the operational wargames of the Suez Canal, with every rule enforced.

>>> import bridgehead as bh
>>> position = bh.load("across-suez-1980").start()
>>> position.to_move, len(position.legal_actions()) > 100
('israel', True)
"""

from __future__ import annotations

from bridgehead._version import __version__
from bridgehead.core.errors import (
    BridgeheadError,
    IllegalAction,
    InvalidData,
    InvalidMap,
    InvalidPosition,
    InvalidRecord,
    MalformedAction,
    UnknownGame,
    UnknownOption,
    UnknownPlayer,
)
from bridgehead.core.positions.position import Event, Game, Position, Result
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import GameInfo, game_info, games
from bridgehead.core.titles.positions import from_line

# Titles register their games when they are imported.
from bridgehead.titles import across_suez as across_suez
from bridgehead.titles import middle_east_battles as middle_east_battles
from bridgehead.titles import october_war as october_war
from bridgehead.titles import own_games as own_games
from bridgehead.titles.loading import load

__all__ = [
    "BridgeheadError", "Event", "Game", "GameInfo", "IllegalAction", "InvalidData", "InvalidMap",
    "InvalidPosition", "InvalidRecord", "MalformedAction", "Position", "Record", "Result",
    "UnknownGame", "UnknownOption", "UnknownPlayer", "__version__", "from_line", "game_info",
    "games", "load",
]  # fmt: skip
