"""A small game on hexes, as `bridgehead new-title` makes it.

Two sides move on a map of twenty hexes. Whoever holds the hill when the game ends has won. A die
after each turn may end it early. Change one thing after the other; docs/adding-a-title.md says
what each file is for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from bridgehead.core.maps.hexmap import HexMap, MapSchema, parse_map
from bridgehead.core.positions.position import Game
from bridgehead.core.titles.dataset import DataRules, DataSet
from bridgehead.core.titles.games import GameInfo, register
from bridgehead.core.titles.title import HexTitle
from bridgehead.core.titles.title_file import title_file
from bridgehead.titles.skeleton.records import ID, SIDES, TITLE

if TYPE_CHECKING:
    from bridgehead.core.titles.briefing import Goal
    from bridgehead.core.titles.rules_text import RuleText
    from bridgehead.core.titles.title import HexScreen, MapCheck, OwnPosition, TerminalTexts
    from bridgehead.core.words.phrases import Phrasebook

FILES = ("map.toml", "units.toml")
SCHEMA = MapSchema(
    terrain=("clear", "hill", "lake"), hexsides=(), paths=(), entries=(), areas={}, objectives=True
)


class SkeletonTitle(HexTitle):
    """What the rest of the program knows of this title."""

    def style(self, game_id: str, data: DataSet | None = None) -> dict[str, Any]:
        """Return how the game is drawn."""
        del game_id, data
        return title_file(self.package, "style.toml")

    def rules_text(self, game_id: str) -> tuple[RuleText, ...]:
        """Return the rules in short, in the order of their cases."""
        from bridgehead.core.titles.rules_text import RuleText, entries, in_order

        del game_id
        return in_order(RuleText(**entry) for entry in entries(self.package))

    def goals(self, position: OwnPosition, viewer: str | None) -> tuple[Goal, ...]:
        """Return how near each side is to victory."""
        from bridgehead.titles.skeleton.screen import goals

        del viewer
        return goals(position)

    @property
    def phrasebook(self) -> Phrasebook:
        """The words for plans."""
        from bridgehead.core.words.phrases import Phrasebook

        return Phrasebook(self.decisions.plans, self.decisions.markers)

    @property
    def screen(self) -> HexScreen:
        """Questions of screens about a position."""
        from bridgehead.titles.skeleton import screen

        return screen

    @property
    def terminal(self) -> TerminalTexts:
        """Terminal texts of this title."""
        from bridgehead.titles.skeleton import terminal

        return terminal

    @property
    def map_check(self) -> MapCheck | None:
        """None: there is no more to check of a map file than its form."""
        return None


def text_of(file: str) -> str:
    """Return the text of a data file."""
    return files(__name__).joinpath("data", file).read_text(encoding="utf-8")


def read_map(text: str, source: str) -> HexMap:
    """Return a map from its text."""
    return parse_map(text, SCHEMA, source)


@cache
def own_map() -> HexMap:
    """Return the game's own map."""
    return read_map(text_of("map.toml"), "map.toml")


def make(options: frozenset[str], data: DataSet) -> Game:
    """Make the game."""
    from bridgehead.titles.skeleton.game import Skeleton

    del options
    return Skeleton(data)


OPTIONS: Mapping[str, str] = {}  # option -> what it does
INFO = GameInfo(
    id=ID,
    title=TITLE,
    title_object=SkeletonTitle(),
    edition="made up",
    sides=SIDES,
    options=dict(OPTIONS),
    about="Two sides want the same hill; at most six turns.",
    reconstructed="",
    make=make,
    data=DataRules(files=FILES, own_text=text_of, own_map=own_map, parse_map=read_map, games=(ID,)),
)
register(INFO)
