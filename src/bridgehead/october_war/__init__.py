"""October War: the Yom Kippur War in two theaters, with hidden stacks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bridgehead.core.pointmap import load_points, parse_points
from bridgehead.core.position import Game
from bridgehead.core.registry import GameInfo, register
from bridgehead.october_war import editions
from bridgehead.october_war.mapfile import SCHEMA, own_map


def _make(options: frozenset[str], given: Any) -> Game:
    from bridgehead.october_war.game import OctoberWar

    chosen = load_points(given, SCHEMA) if isinstance(given, Path) else given
    return OctoberWar(options, chosen)


register(
    GameInfo(
        id=editions.ID,
        title=editions.NAME,
        edition=f"{editions.PUBLISHER}, {editions.YEAR}",
        sides=("israel", "arab"),
        options=dict(editions.OPTIONS),
        about=editions.ABOUT,
        reconstructed=own_map().reconstructed,
        make=_make,
        parse_map=lambda text: parse_points(text, SCHEMA, source="map of the record"),
        former=dict(editions.FORMER),
        implied=dict(editions.IMPLIED),
    )
)
