"""October War: the Yom Kippur War in two theaters, with hidden stacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bridgehead.core.positions.position import Game
from bridgehead.core.titles.dataset import DataSet
from bridgehead.core.titles.games import GameInfo, register
from bridgehead.core.titles.title import PointTitle
from bridgehead.titles.october_war.formats import editions
from bridgehead.titles.october_war.formats.dataset import RULES
from bridgehead.titles.october_war.formats.mapfile import own_map

if TYPE_CHECKING:
    from bridgehead.core.titles.briefing import Briefing, Goal
    from bridgehead.core.titles.rules_text import RuleText
    from bridgehead.core.titles.title import (
        Environments,
        HeuristicWeights,
        Kernels,
        PointScreen,
        Thinking,
    )
    from bridgehead.core.words.phrases import Phrasebook
    from bridgehead.core.words.replies import Reply
    from bridgehead.titles.october_war.formats.components import Situation
    from bridgehead.titles.october_war.game import OctoberWar


class OctoberWarTitle(PointTitle):
    """October War as the rest of the program sees it."""

    hiding = frozenset({editions.ID})  # counters, events, commitments

    def style(self, game_id: str, data: DataSet | None = None) -> dict[str, Any]:
        """Return the style of the game."""
        from bridgehead.titles.october_war.screen.style import style

        return style(game_id, data)

    def points_style(self, game_id: str, data: DataSet | None = None) -> dict[str, Any]:
        """Return the further style for points."""
        from bridgehead.titles.october_war.screen.style import points_style

        return points_style(game_id, data)

    def rules_text(self, game_id: str) -> tuple[RuleText, ...]:
        """Return summaries of the rules of a game, in the order of their cases."""
        from bridgehead.titles.october_war.words.rules_text import rules_text

        return rules_text(game_id)

    def briefing(self, game_id: str) -> Briefing:
        """Return the briefing before the first move."""
        from bridgehead.core.titles.briefing import briefing

        return briefing(self.package, game_id)

    def goals(self, position: Situation, viewer: str | None) -> tuple[Goal, ...]:
        """Return how near each side is to victory, as a viewer may know it."""
        from bridgehead.titles.october_war.screen.goals import goals

        return goals(position, viewer)

    def counter_names(self, game: OctoberWar) -> Mapping[str, str]:
        """Return the name of each counter."""
        return game.unit_names

    def whole(self, game: OctoberWar, view: Mapping[str, Any]) -> dict[str, Any]:
        """Complete a view that lacks hidden facts into the data of a possible position."""
        from bridgehead.titles.october_war.player.guess import whole

        return whole(game, view)

    @property
    def phrasebook(self) -> Phrasebook:
        """The words for plans."""
        from bridgehead.titles.october_war.words.phrases import PHRASEBOOK

        return PHRASEBOOK

    def replies(self, game_id: str) -> tuple[Reply, ...]:
        """Return the kinds of decisions that come up in the other side's turn."""
        from bridgehead.titles.october_war.words.replies import REPLIES

        del game_id
        return REPLIES

    @property
    def kernels(self) -> Kernels:
        """Whole games in kernels."""
        from bridgehead.titles.october_war.player import playout

        return playout

    @property
    def thinking(self) -> Thinking:
        """The title's part of a thinking player."""
        from bridgehead.titles.october_war.player import thinking

        return thinking

    @property
    def heuristic_weights(self) -> HeuristicWeights:
        """The weights of the sergeant."""
        from bridgehead.titles.october_war.formats import heuristic_weights

        return heuristic_weights

    @property
    def environments(self) -> Environments:
        """Environments for research."""
        from bridgehead.titles.october_war.envs import games

        return games

    @property
    def screen(self) -> PointScreen:
        """Questions of screens about a position."""
        from bridgehead.titles.october_war.screen import offers

        return offers


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
