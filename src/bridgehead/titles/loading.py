"""The public function `load`, typed so that type checkers know the game class of each title."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, overload

from bridgehead.core.maps.gamemap import GameMap
from bridgehead.core.positions.position import Game
from bridgehead.core.titles.dataset import DataSet
from bridgehead.core.titles.games import load_with, options_on

if TYPE_CHECKING:
    from bridgehead.titles.across_suez.game import AcrossSuez
    from bridgehead.titles.middle_east_battles.game import MiddleEastBattles
    from bridgehead.titles.october_war.game import OctoberWar

OwnMap = GameMap | Path | str | None
OwnData = DataSet | Path | str | None


@overload
def load(
    game: Literal["across-suez-1980", "across-suez-1995", "across-suez-reprint"],
    *,
    map: OwnMap = None,
    data: OwnData = None,
    **options: bool | str,
) -> AcrossSuez: ...


@overload
def load(
    game: Literal["suez-56", "el-arish-67"],
    *,
    map: OwnMap = None,
    data: OwnData = None,
    **options: bool | str,
) -> MiddleEastBattles: ...


@overload
def load(
    game: Literal["october-war"],
    *,
    map: OwnMap = None,
    data: OwnData = None,
    **options: bool | str,
) -> OctoberWar: ...


@overload
def load(game: str, *, map: OwnMap = None, data: OwnData = None, **options: bool | str) -> Game: ...


def load(game: str, *, map: OwnMap = None, data: OwnData = None, **options: bool | str) -> Game:
    """Return a game by its id, with options as keywords; a bid is a text, `bid="egypt:2.5"`.

    `map` is a map file of your own, `data` a folder of your own data (docs/your-own-data.md).
    UnknownGame and UnknownOption name what there is; InvalidMap and InvalidData say what is wrong.

    >>> import bridgehead as bh
    >>> bh.load("across-suez-reprint", commandos=True).options
    ('commandos',)
    """
    return load_with(game, options_on(game, options), map=map, data=data)
