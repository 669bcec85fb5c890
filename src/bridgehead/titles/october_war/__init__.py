"""October War: the Yom Kippur War in two theaters, with hidden stacks."""

from __future__ import annotations

from bridgehead.core.dataset import DataSet
from bridgehead.core.position import Game
from bridgehead.core.registry import GameInfo, register
from bridgehead.titles.october_war.data import editions
from bridgehead.titles.october_war.data.dataset import RULES
from bridgehead.titles.october_war.data.mapfile import own_map


def _make(options: frozenset[str], data: DataSet) -> Game:
    from bridgehead.titles.october_war.game import OctoberWar

    return OctoberWar(options, data)


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
        data=RULES,
        former=dict(editions.FORMER),
        implied=dict(editions.IMPLIED),
    )
)
