"""What a title's folder holds for the command line, found by the name of its module.

`style.py` says how the title is drawn, `mapfile.py` what its map files may hold, `map_check.py`
what its rulebooks say of the map.
"""

from __future__ import annotations

import importlib
from typing import Any

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.registry import game_info


def part_of(game: str, name: str) -> Any:
    """Return a module of the title that a game belongs to."""
    package = game_info(game).make.__module__
    try:
        return importlib.import_module(f"{package}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{package}.{name}":
            raise
        raise BridgeheadError(f"{game} has no {name.replace('_', ' ')}") from error
