"""Across Suez: the Battle of the Chinese Farm, October 1973, in three editions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bridgehead.core.positions.position import Game
from bridgehead.core.titles.dataset import DataSet
from bridgehead.core.titles.games import GameInfo, register
from bridgehead.core.titles.title import HexTitle
from bridgehead.titles.across_suez.formats.dataset import RULES
from bridgehead.titles.across_suez.formats.editions import EDITIONS, OPTIONS, Edition
from bridgehead.titles.across_suez.formats.mapfile import own_map

if TYPE_CHECKING:
    from bridgehead.core.titles.briefing import Briefing, Goal
    from bridgehead.core.titles.rules_text import RuleText
    from bridgehead.core.titles.title import (
        Environments,
        HeuristicWeights,
        HexScreen,
        Kernels,
        MapCheck,
        TerminalTexts,
        Thinking,
    )
    from bridgehead.core.words.phrases import Phrasebook
    from bridgehead.core.words.replies import Reply
    from bridgehead.titles.across_suez.formats.components import Situation

ABOUT = "Israel crosses the Suez Canal at Matzmed, October 1973; seven turns, 45 counters, one map."


class AcrossSuezTitle(HexTitle):
    """Across Suez as the rest of the program sees it."""

    has_line = True  # [14.0]

    def style(self, game_id: str, data: DataSet | None = None) -> dict[str, Any]:
        """Return the style of a game; all editions look alike."""
        from bridgehead.titles.across_suez.screen.style import style

        return style(game_id)

    def rules_text(self, game_id: str) -> tuple[RuleText, ...]:
        """Return summaries of the rules of a game, in the order of their cases."""
        from bridgehead.titles.across_suez.words.rules_text import rules_text

        return rules_text(game_id)

    def briefing(self, game_id: str) -> Briefing:
        """Return the briefing before the first move."""
        from bridgehead.core.titles.briefing import briefing

        return briefing(self.package, game_id)

    def goals(self, position: Situation, viewer: str | None) -> tuple[Goal, ...]:
        """Return how near each side is to victory, as a viewer may know it."""
        from bridgehead.titles.across_suez.screen.goals import goals

        return goals(position, viewer)

    @property
    def phrasebook(self) -> Phrasebook:
        """The words for plans."""
        from bridgehead.titles.across_suez.words.phrases import PHRASEBOOK

        return PHRASEBOOK

    def replies(self, game_id: str) -> tuple[Reply, ...]:
        """Return the kinds of decisions that come up in the other side's turn."""
        from bridgehead.titles.across_suez.words.replies import REPLIES

        del game_id
        return REPLIES

    @property
    def kernels(self) -> Kernels:
        """Whole games in kernels."""
        from bridgehead.titles.across_suez.player import playout

        return playout

    @property
    def thinking(self) -> Thinking:
        """The title's part of a thinking player."""
        from bridgehead.titles.across_suez.player import thinking

        return thinking

    @property
    def heuristic_weights(self) -> HeuristicWeights:
        """The weights of the sergeant."""
        from bridgehead.titles.across_suez.formats import heuristic_weights

        return heuristic_weights

    @property
    def environments(self) -> Environments:
        """Environments for research."""
        from bridgehead.titles.across_suez.envs import games

        return games

    @property
    def screen(self) -> HexScreen:
        """Questions of screens about a position."""
        from bridgehead.titles.across_suez.screen import offers

        return offers

    @property
    def terminal(self) -> TerminalTexts:
        """Terminal texts of this title."""
        from bridgehead.titles.across_suez.screen import terminal

        return terminal

    @property
    def map_check(self) -> MapCheck:
        """Checks of map files."""
        from bridgehead.titles.across_suez.formats import map_check

        return map_check


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
