"""The registry of games: each title registers its own, and `load` finds them by id."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from bridgehead.core.errors import (
    InvalidData,
    InvalidMap,
    UnknownGame,
    UnknownOption,
)
from bridgehead.core.files.bounded_text import read_text
from bridgehead.core.kernels import compiled
from bridgehead.core.maps.gamemap import GameMap
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.scenarios import scenario_files
from bridgehead.core.scenarios.scenario import Scenario
from bridgehead.core.titles.bids import FORM, MeasuredBid, bid_of, measured_bids, read_bid
from bridgehead.core.titles.dataset import (
    DataRules,
    DataSet,
    building,
    from_folder,
    own_data,
    with_map,
)
from bridgehead.core.titles.options import BID, SCENARIO, name_and_value, name_of, value_of
from bridgehead.core.titles.title import HexTitle, PointTitle, Title


@dataclass(frozen=True)
class GameInfo:
    """A title's description of one of its games, available without setting the game up."""

    id: str
    title: str
    title_object: Title  # what the title's games have in common
    edition: str
    sides: tuple[str, ...]
    options: dict[str, str]  # option -> explanation; without bids
    about: str
    reconstructed: str
    make: Callable[[frozenset[str], DataSet], Game]  # makes the game from options and data
    data: DataRules
    # Version of the research environments. It is raised when observations, actions or rewards
    # change, and when data, rules or the default opponent change what happens.
    environment_version: int = 0
    bids: bool = False  # whether one side may be given points at the start (`core.titles.bids`)

    @property
    def measured_bids(self) -> tuple[MeasuredBid, ...]:
        """The bids that make games between "general" players even, as measured."""
        return measured_bids(self.title_object.package, self.id) if self.bids else ()

    @property
    def scenarios(self) -> dict[str, Scenario]:
        """The scenarios of the game by id, in the order of their files' names."""
        return scenario_files.scenarios_of(self.title_object.package, self.id)

    def scenario(self, name: str) -> Scenario:
        """Return a scenario of the game; UnknownOption lists all of them."""
        if (brought := scenario_files.brought(name)) is not None:
            return brought
        known = self.scenarios
        if name not in known:
            offered = ", ".join(known) or "none"
            raise UnknownOption(
                f"{self.id} has no scenario {name!r}{_near(name, list(known))}; it has: {offered}"
            )
        return known[name]

    def sentence(self, option: str) -> str:
        """Return an explanation of an option of a game, of a bid, or of a scenario."""
        name, value = name_and_value(option)
        if name == SCENARIO:
            known = self.scenarios.get(value)
            return f"the scenario {known.name if known else value}"
        if name == BID:
            bid = read_bid(option, self.sides)
            side = bid.side.replace("_", "-").title()
            return f"a bid of {bid.points:g} victory points for {side}, counted from the start"
        return self.options[option]

    def parse_map(self, text: str) -> GameMap:
        """Return a map of the game's title from its text; InvalidMap if it is invalid."""
        return self.data.parse_map(text, "map")


_games: dict[str, GameInfo] = {}
_before_use: list[Callable[[], None]] = []


def register(info: GameInfo) -> None:
    """Add a game to the registry. InvalidData if another title has a game with this id."""
    known = _games.get(info.id)
    if known is not None and known.title_object.package != info.title_object.package:
        raise InvalidData(f"{info.id}: {known.title_object.package} has a game with this id")
    _games[info.id] = info


def add_before_use(add: Callable[[], None]) -> None:
    """Call a function that registers games before the list is first used.

    Its errors come then, and again at each use, instead of while the package is imported.
    """
    _before_use.append(add)


def _known() -> dict[str, GameInfo]:
    waiting = _before_use.copy()
    _before_use.clear()  # those that add games may ask for games
    try:
        for add in waiting:
            add()
    except BaseException:
        _before_use.extend(waiting)
        raise
    return _games


def games() -> list[GameInfo]:
    """Return every game, grouped by title, editions in the order of their years."""
    return list(_known().values())


def game_info(game: str) -> GameInfo:
    """Return the description of a game; UnknownGame if there is no such id."""
    known = _known()
    if game not in known:
        hint = _near(game, list(known))
        raise UnknownGame(f"unknown game {game!r}{hint}; there are {', '.join(known)}")
    return known[game]


def games_of(scenario: Scenario) -> list[GameInfo]:
    """Return the games that a scenario is for; InvalidData if there is no such game."""
    try:
        return [game_info(game) for game in scenario.games]
    except UnknownGame as error:
        raise InvalidData(f"{scenario.source}: [games] {error}") from None


def title_of(game: str) -> Title:
    """Return the title of a game; UnknownGame if there is no such id."""
    return game_info(game).title_object


def hex_title(game: str) -> HexTitle:
    """Return the title of a game on hexes."""
    title = title_of(game)
    assert isinstance(title, HexTitle), f"{game} is not played on a hex map"
    return title


def point_title(game: str) -> PointTitle:
    """Return the title of a game on points."""
    title = title_of(game)
    assert isinstance(title, PointTitle), f"{game} is not played on a point map"
    return title


def default_game() -> str:
    """Return the id of the default game: the first one."""
    return next(iter(_known()))


def package_of(game: str) -> str:
    """Return the package of a game's title, which is also the unit of its kernels."""
    return title_of(game).package


def build_game(game: str, tell: compiled.Tell = compiled.tell_nobody) -> None:
    """Load the machine code of a game's title; compile it first if it is not cached, and wait.

    `tell(done, known)` is called as kernels are compiled.
    """
    compiled.build(package_of(game), tell)


def _near(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word.lower(), known, n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def options_on(game: str, options: Mapping[str, bool | str]) -> list[str]:
    """Return the options that the keywords turn on; UnknownOption if there is no such option."""
    off = [name for name, value in options.items() if not value]
    bids = [BID] if game_info(game).bids else []
    check_options(game, [name for name in off if name not in (*bids, SCENARIO)])
    return [
        name if value is True else f"{name}={value}" for name, value in options.items() if value
    ]


def load_with(
    game: str,
    options: Iterable[str],
    *,
    map: GameMap | Path | str | None = None,
    data: DataSet | Path | str | None = None,
) -> Game:
    """Return a game by its id, with a list of options; otherwise like `load`."""
    options = tuple(options)
    check_options(game, options)
    bid = bid_of(options, game_info(game).sides)
    on = frozenset(option if name_of(option) != BID else str(bid) for option in options)
    compiled.load_for(package_of(game))
    chosen = data_of(game, map, data)
    if chosen is None or chosen is own_data(game_info(game).data):
        name = value_of(on, SCENARIO)
        return _prepared(game, on, game_info(game).scenario(name).digest if name else "")
    with building(chosen):
        return game_info(game).make(on, chosen)


def hides(position: Position) -> bool:
    """Whether a side can know something now that the other does not."""
    title = title_of(position.game.id)
    if position.game.id not in title.hiding:
        return False
    return not isinstance(title, PointTitle) or title.screen.is_veiled(position)


def data_of(
    game: str, map: GameMap | Path | str | None, data: DataSet | Path | str | None
) -> DataSet | None:
    """Return the data of a map file or a data folder, None if neither is given."""
    rules = game_info(game).data
    if map is not None and data is not None:
        raise InvalidData("both a map and a data folder are given; put the map into the folder")
    if data is not None:
        return data if isinstance(data, DataSet) else from_folder(rules, Path(data))
    if map is None:
        return None
    if isinstance(map, str | Path):
        map = rules.parse_map(read_text(Path(map), InvalidMap), str(map))
    return with_map(rules, map)


def faults(rules: DataRules, data: DataSet) -> Iterator[InvalidData]:
    """Set up every game that uses the data, with all options and without; yield the errors."""
    for game in rules.games:
        for options in ([], list(game_info(game).options)):
            try:
                load_with(game, options, data=data)
            except InvalidData as error:
                yield error


@lru_cache(maxsize=64)
def _prepared(game: str, options: frozenset[str], scenario: str) -> Game:
    """Return a game with the package's own data; cached, because games are immutable.

    `scenario` is the digest of its scenario: files of your own may change.
    """
    del scenario
    info = game_info(game)
    return info.make(options, own_data(info.data))


def check_options(game: str, options: Iterable[str]) -> None:
    """Raise UnknownOption, with a suggestion, for an option that the game does not have."""
    options = tuple(options)
    info = game_info(game)
    known = list(info.options)
    bids = [option for option in options if info.bids and name_of(option) == BID]
    if len(bids) > 1:
        raise UnknownOption(f"{' and '.join(bids)}: only one side can be given points")
    scenarios = [option for option in options if name_of(option) == SCENARIO]
    if len(scenarios) > 1:
        raise UnknownOption(f"{' and '.join(scenarios)}: only one scenario can be played")
    for option in options:
        if option in scenarios:
            info.scenario(name_and_value(option)[1])
        elif option in bids:
            read_bid(option, info.sides)
        elif option not in known:
            offered = ", ".join([*known, *([FORM] if info.bids else [])]) or "none"
            raise UnknownOption(
                f"{game} has no option {option!r}{_near(option, known)}; it has: {offered}"
            )
