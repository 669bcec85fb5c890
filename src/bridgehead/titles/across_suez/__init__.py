"""Across Suez: the Battle of the Chinese Farm, October 1973, in three editions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridgehead.core.positions.position import Game
from bridgehead.core.titles.dataset import DataSet
from bridgehead.core.titles.games import GameInfo, register
from bridgehead.core.titles.title import HexTitle
from bridgehead.titles.across_suez.formats.dataset import RULES
from bridgehead.titles.across_suez.formats.editions import EDITIONS, OPTIONS, Edition
from bridgehead.titles.across_suez.formats.mapfile import own_map

if TYPE_CHECKING:  # mypy compares each module with the protocol of the member that it is
    from bridgehead.core.titles.title import HexModules
    from bridgehead.titles.across_suez.envs import games
    from bridgehead.titles.across_suez.formats import heuristic_weights, map_check
    from bridgehead.titles.across_suez.player import playout, thinking
    from bridgehead.titles.across_suez.screen import layers, offers, terminal

    _modules: HexModules = (
        playout, thinking, heuristic_weights, games, offers, layers, terminal, map_check,
    )  # fmt: skip

ABOUT = "Israel crosses the Suez Canal at Matzmed, October 1973; seven turns, 45 counters, one map."


class AcrossSuezTitle(HexTitle):
    """Across Suez as the rest of the program sees it."""


TITLE = AcrossSuezTitle()


def _info(edition: Edition) -> GameInfo:
    def make(options: frozenset[str], data: DataSet) -> Game:
        from bridgehead.titles.across_suez.game import AcrossSuez

        return AcrossSuez(edition, options, data)

    return GameInfo(
        id=edition.id,
        title=edition.name,
        title_object=TITLE,
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
