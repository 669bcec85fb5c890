"""October War: the Yom Kippur War in two theaters, with hidden stacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bridgehead.core.positions.position import Game
from bridgehead.core.titles.dataset import DataSet
from bridgehead.core.titles.games import GameInfo, register
from bridgehead.core.titles.title import PointTitle
from bridgehead.titles.october_war.formats import editions
from bridgehead.titles.october_war.formats.dataset import RULES
from bridgehead.titles.october_war.formats.mapfile import own_map

if TYPE_CHECKING:  # mypy compares each module with the protocol of the member that it is
    from bridgehead.core.titles.title import PointModules
    from bridgehead.titles.october_war.envs import games
    from bridgehead.titles.october_war.formats import heuristic_weights
    from bridgehead.titles.october_war.game import OctoberWar
    from bridgehead.titles.october_war.player import playout, thinking
    from bridgehead.titles.october_war.screen import layers, offers, terminal

    _modules: PointModules = (
        playout,
        thinking,
        heuristic_weights,
        games,
        offers,
        layers,
        terminal,
    )


class OctoberWarTitle(PointTitle):
    """October War as the rest of the program sees it."""

    hiding = frozenset({editions.ID})  # counters, events, commitments

    def counter_names(self, game: OctoberWar) -> Mapping[str, str]:
        """Return the name of each counter."""
        return game.unit_names


TITLE = OctoberWarTitle()


def _make(options: frozenset[str], data: DataSet) -> Game:
    from bridgehead.titles.october_war.game import OctoberWar

    return OctoberWar(options, data)


register(
    GameInfo(
        id=editions.ID,
        title=editions.NAME,
        title_object=TITLE,
        edition=f"{editions.PUBLISHER}, {editions.YEAR}",
        sides=("israel", "arab"),
        options=dict(editions.OPTIONS),
        about=editions.ABOUT,
        reconstructed=own_map().reconstructed,
        make=_make,
        data=RULES,
        bids=True,
    )
)
