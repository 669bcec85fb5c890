"""Middle East Battles: Suez '56 and El Arish '67, two games that share their rules."""

from __future__ import annotations

from pathlib import Path

from bridgehead.core.hexmap import HexMap, load_map, parse_map
from bridgehead.core.position import Game
from bridgehead.core.registry import GameInfo, register
from bridgehead.middle_east_battles.editions import EDITIONS, OPTIONS, Edition
from bridgehead.middle_east_battles.mapfile import SCHEMAS, former_map, own_map


def _info(edition: Edition) -> GameInfo:
    schema = SCHEMAS[edition.id]

    def make(options: frozenset[str], hexmap: HexMap | Path | None) -> Game:
        from bridgehead.middle_east_battles.game import MiddleEastBattles

        chosen = load_map(hexmap, schema) if isinstance(hexmap, Path) else hexmap
        return MiddleEastBattles(edition, options, chosen)

    def former(digest: str) -> HexMap | None:
        found = former_map(edition.id)
        return found if found.digest == digest else None

    return GameInfo(
        id=edition.id,
        title=edition.name,
        edition=f"{edition.publisher}, {edition.year}",
        sides=edition.sides,
        options={option: OPTIONS[option] for option in edition.options},
        about=edition.about,
        reconstructed=own_map(edition.id).reconstructed,
        make=make,
        parse_map=lambda text: parse_map(text, schema, source="map of the record"),
        former_map=former,
    )


for _edition in EDITIONS.values():
    register(_info(_edition))
