"""Across Suez: the Battle of the Chinese Farm, October 1973, in three editions."""

from __future__ import annotations

from bridgehead.core.dataset import DataSet
from bridgehead.core.position import Game
from bridgehead.core.registry import GameInfo, register
from bridgehead.titles.across_suez.data.dataset import RULES
from bridgehead.titles.across_suez.data.editions import EDITIONS, OPTIONS, Edition
from bridgehead.titles.across_suez.data.mapfile import own_map

ABOUT = "Israel crosses the Suez Canal at Matzmed, October 1973; seven turns, 45 counters, one map."


def _info(edition: Edition) -> GameInfo:
    def make(options: frozenset[str], data: DataSet) -> Game:
        from bridgehead.titles.across_suez.game import AcrossSuez

        return AcrossSuez(edition, options, data)

    return GameInfo(
        id=edition.id,
        title=edition.name,
        edition=f"{edition.publisher}, {edition.year}",
        sides=("israel", "egypt"),
        options={option: OPTIONS[option] for option in edition.options},
        about=ABOUT,
        reconstructed=own_map().reconstructed,
        make=make,
        data=RULES,
    )


for _edition in EDITIONS.values():
    register(_info(_edition))
