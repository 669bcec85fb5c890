"""Middle East Battles: Suez '56 and El Arish '67, two games that share their rules."""

from __future__ import annotations

from bridgehead.core.dataset import DataSet
from bridgehead.core.position import Game
from bridgehead.core.registry import GameInfo, register
from bridgehead.titles.middle_east_battles.data.dataset import RULES
from bridgehead.titles.middle_east_battles.data.editions import EDITIONS, OPTIONS, Edition
from bridgehead.titles.middle_east_battles.data.mapfile import own_map


def _info(edition: Edition) -> GameInfo:
    def make(options: frozenset[str], data: DataSet) -> Game:
        from bridgehead.titles.middle_east_battles.game import MiddleEastBattles

        return MiddleEastBattles(edition, options, data)

    return GameInfo(
        id=edition.id,
        title=edition.name,
        edition=f"{edition.publisher}, {edition.year}",
        sides=edition.sides,
        options={option: OPTIONS[option] for option in edition.options},
        about=edition.about,
        reconstructed=own_map(edition.id).reconstructed,
        make=make,
        data=RULES[edition.id],
    )


for _edition in EDITIONS.values():
    register(_info(_edition))
