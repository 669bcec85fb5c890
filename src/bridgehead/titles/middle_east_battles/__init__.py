"""Middle East Battles: Suez '56 and El Arish '67, games that share their rules, and your own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bridgehead.core.errors import BridgeheadError, InvalidData
from bridgehead.core.positions.position import Game
from bridgehead.core.titles.dataset import DataSet, building, check_own, own_data
from bridgehead.core.titles.games import GameInfo, register
from bridgehead.core.titles.title import HexTitle
from bridgehead.titles.middle_east_battles.formats.dataset import rules_of
from bridgehead.titles.middle_east_battles.formats.editions import EDITIONS, Edition, add, remove
from bridgehead.titles.middle_east_battles.formats.mapfile import own_map

if TYPE_CHECKING:  # mypy compares each module with the protocol of the member that it is
    from bridgehead.core.titles.briefing import Briefing
    from bridgehead.core.titles.title import HeuristicWeights, HexModules
    from bridgehead.titles.middle_east_battles.envs import games
    from bridgehead.titles.middle_east_battles.formats import map_check, usual_weights
    from bridgehead.titles.middle_east_battles.game import MiddleEastBattles
    from bridgehead.titles.middle_east_battles.player import playout, thinking
    from bridgehead.titles.middle_east_battles.screen import layers, offers, terminal

    _modules: HexModules = (
        playout, thinking, usual_weights, games, offers, layers, terminal, map_check,
    )  # fmt: skip


class MiddleEastBattlesTitle(HexTitle):
    """Middle East Battles as the rest of the program sees it."""

    secret_fields = ("last_turn",)  # [9.2]

    @property
    def hiding(self) -> frozenset[str]:
        """The games whose last turn the West may choose in secret [9.2]."""
        from bridgehead.titles.middle_east_battles.formats.board import tables

        turns = {one.id: tables(one)["turns"][one.charts] for one in EDITIONS.values()}
        return frozenset(game for game, told in turns.items() if "optional_last" in told)

    def briefing(self, game_id: str) -> Briefing | None:
        """Return the briefing before the first move; a game from outside has none."""
        from bridgehead.core.titles.briefing import briefing

        return briefing(self.package, game_id) if EDITIONS[game_id].own else None

    def unit_names(self, game: MiddleEastBattles) -> Mapping[str, str]:
        """Return the name of each unit in a sentence, with its type if the name is short."""
        from bridgehead.titles.middle_east_battles.words.prose import unit_names

        return dict(zip(game.units, unit_names(game), strict=True))

    def strength(self, counter: Mapping[str, Any]) -> int:
        """Return the strength printed on a counter: artillery has only that of its barrage."""
        return int(counter.get("strength", counter.get("barrage", 0)))

    def add_edition(self, folder: Path) -> str:
        """Add the game in a folder to the list of games, and return its id.

        InvalidData and InvalidMap say what is wrong in it.
        """
        return _add_edition(folder)

    @property
    def heuristic_weights(self) -> HeuristicWeights:
        """The weights of the sergeant: those of all games, and what one says otherwise."""
        from bridgehead.titles.middle_east_battles.formats import usual_weights

        return usual_weights


TITLE = MiddleEastBattlesTitle()


def _info(edition: Edition) -> GameInfo:
    def make(options: frozenset[str], data: DataSet) -> Game:
        from bridgehead.titles.middle_east_battles.game import MiddleEastBattles

        return MiddleEastBattles(edition, options, data)

    return GameInfo(
        id=edition.id,
        title=edition.name,
        title_object=TITLE,
        edition=edition.stem,
        sides=edition.sides,
        options=edition.options,
        about=edition.about,
        reconstructed=own_map(edition.id).reconstructed,
        make=make,
        data=rules_of(edition),
        bids=True,
    )


for _edition in EDITIONS.values():
    register(_info(_edition))


def _check_style(edition: Edition) -> None:
    """Raise InvalidData if something of a game has no look."""
    style = TITLE.style(edition.id)
    needed = {"sides": edition.sides, "types": edition.types, "terrain": edition.map.terrain}
    for table, names in needed.items():
        looks = style.get(table)
        for name in names:
            look = looks.get(name) if isinstance(looks, dict) else None
            if not isinstance(look, dict):
                raise InvalidData(f"{edition.folder}/style.toml: [{table}.{name}] is missing")
            if not isinstance(look.get("label"), str):
                where = f"{edition.folder}/style.toml: [{table}.{name}.label]"
                raise InvalidData(f"{where} must be a text")


def _add_edition(folder: Path) -> str:
    edition = add(folder)
    try:
        rules = rules_of(edition)
        check_own(rules, str(folder))
        with building(own_data(rules), str(folder)):
            info = _info(edition)
            _check_style(edition)
            for options in ([], list(info.options)):
                info.make(frozenset(options), own_data(rules))
        register(info)
    except BridgeheadError:
        remove(edition)
        raise
    return info.id
