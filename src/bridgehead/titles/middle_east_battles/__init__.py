"""Middle East Battles: Suez '56 and El Arish '67, two games that share their rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bridgehead.core.positions.position import Game
from bridgehead.core.titles.dataset import DataSet
from bridgehead.core.titles.games import GameInfo, register
from bridgehead.core.titles.title import HexTitle
from bridgehead.titles.middle_east_battles.formats.dataset import RULES
from bridgehead.titles.middle_east_battles.formats.editions import EDITIONS, OPTIONS, SUEZ, Edition
from bridgehead.titles.middle_east_battles.formats.mapfile import own_map

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
    from bridgehead.titles.middle_east_battles.formats.components import Situation
    from bridgehead.titles.middle_east_battles.game import MiddleEastBattles


class MiddleEastBattlesTitle(HexTitle):
    """Middle East Battles as the rest of the program sees it."""

    hiding = frozenset({SUEZ.id})  # the West's last turn [9.2]
    secret_fields = ("last_turn",)  # [9.2]

    def style(self, game_id: str, data: DataSet | None = None) -> dict[str, Any]:
        """Return the style of a game."""
        from bridgehead.titles.middle_east_battles.screen.style import style

        return style(game_id)

    def rules_text(self, game_id: str) -> tuple[RuleText, ...]:
        """Return summaries of the rules of a game, in the order of their cases."""
        from bridgehead.titles.middle_east_battles.words.rules_text import rules_text

        return rules_text(game_id)

    def briefing(self, game_id: str) -> Briefing:
        """Return the briefing before the first move."""
        from bridgehead.core.titles.briefing import briefing

        return briefing(self.package, game_id)

    def goals(self, position: Situation, viewer: str | None) -> tuple[Goal, ...]:
        """Return how near each side is to victory, as a viewer may know it."""
        from bridgehead.titles.middle_east_battles.screen.goals import goals

        return goals(position, viewer)

    def unit_names(self, game: MiddleEastBattles) -> Mapping[str, str]:
        """Return the name of each unit in a sentence, with its type if the name is short."""
        from bridgehead.titles.middle_east_battles.words.prose import unit_names

        return dict(zip(game.units, unit_names(game), strict=True))

    @property
    def phrasebook(self) -> Phrasebook:
        """The words for plans."""
        from bridgehead.titles.middle_east_battles.words.phrases import PHRASEBOOK

        return PHRASEBOOK

    def replies(self, game_id: str) -> tuple[Reply, ...]:
        """Return the kinds of decisions that come up in the other side's turn."""
        from bridgehead.titles.middle_east_battles.words import replies

        return replies.SUEZ if game_id == SUEZ.id else replies.EL_ARISH

    @property
    def kernels(self) -> Kernels:
        """Whole games in kernels."""
        from bridgehead.titles.middle_east_battles.player import playout

        return playout

    @property
    def thinking(self) -> Thinking:
        """The title's part of a thinking player."""
        from bridgehead.titles.middle_east_battles.player import thinking

        return thinking

    @property
    def heuristic_weights(self) -> HeuristicWeights:
        """The weights of the sergeant."""
        from bridgehead.titles.middle_east_battles.formats import heuristic_weights

        return heuristic_weights

    @property
    def environments(self) -> Environments:
        """Environments for research."""
        from bridgehead.titles.middle_east_battles.envs import games

        return games

    @property
    def screen(self) -> HexScreen:
        """Questions of screens about a position."""
        from bridgehead.titles.middle_east_battles.screen import offers

        return offers

    @property
    def terminal(self) -> TerminalTexts:
        """Terminal texts of this title."""
        from bridgehead.titles.middle_east_battles.screen import terminal

        return terminal

    @property
    def map_check(self) -> MapCheck:
        """Checks of map files."""
        from bridgehead.titles.middle_east_battles.formats import map_check

        return map_check


TITLE = MiddleEastBattlesTitle()


def _info(edition: Edition) -> GameInfo:
    def make(options: frozenset[str], data: DataSet) -> Game:
        from bridgehead.titles.middle_east_battles.game import MiddleEastBattles

        return MiddleEastBattles(edition, options, data)

    return GameInfo(
        id=edition.id,
        title=edition.name,
        title_object=TITLE,
        edition=f"{edition.publisher}, {edition.year}",
        sides=edition.sides,
        options={option: OPTIONS[option] for option in edition.options},
        about=edition.about,
        reconstructed=own_map(edition.id).reconstructed,
        make=make,
        data=RULES[edition.id],
        bids=True,
    )


for _edition in EDITIONS.values():
    register(_info(_edition))
