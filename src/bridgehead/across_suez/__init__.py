"""Across Suez: the Battle of the Chinese Farm, October 1973, in three editions."""

from __future__ import annotations

from pathlib import Path

from bridgehead.across_suez.editions import EDITIONS, OPTIONS, Edition
from bridgehead.across_suez.mapfile import SCHEMA, own_map
from bridgehead.core.hexmap import HexMap, load_map, parse_map
from bridgehead.core.position import Game
from bridgehead.core.registry import GameInfo, register

ABOUT = "Israel crosses the Suez Canal at Matzmed, October 1973; seven turns, 45 counters, one map."


def _info(edition: Edition) -> GameInfo:
    def make(options: frozenset[str], hexmap: HexMap | Path | None) -> Game:
        from bridgehead.across_suez.game import AcrossSuez

        chosen = load_map(hexmap, SCHEMA) if isinstance(hexmap, Path) else hexmap
        return AcrossSuez(edition, options, chosen)

    return GameInfo(
        id=edition.id,
        title=edition.name,
        edition=f"{edition.publisher}, {edition.year}",
        sides=("israel", "egypt"),
        options={option: OPTIONS[option] for option in edition.options},
        about=ABOUT,
        reconstructed=own_map().reconstructed,
        make=make,
        parse_map=lambda text: parse_map(text, SCHEMA, source="map of the record"),
    )


for _edition in EDITIONS.values():
    register(_info(_edition))
