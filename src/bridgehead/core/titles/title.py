"""The interface of a title to the rest of the program: one object that the title fills in.

A title's `__init__.py` has a subclass of `HexTitle` or `PointTitle` and gives an instance of it to
each of its games (`GameInfo.title_object`). `core.titles.games.title_of(game_id)` finds it. Front
ends and players use it instead of checking which title it is.

Most members come from a module of the title that has a fixed name. It is imported when the member
is asked for, so that starting up is fast. Several members are modules: a `Protocol` below describes
the content of each.
"""
# ruff: noqa: N802 (constants of modules have capitals)

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias, cast

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.titles.layers import Layers
from bridgehead.core.titles.screens import (
    HexScreen,
    Lines,
    OwnGame,
    OwnPosition,
    PointScreen,
    PointTerminalTexts,
    Screen,
    TerminalTexts,
)

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from bridgehead.core.kernels.dense import Possible
    from bridgehead.core.kernels.kernel import CodeRows, Codes, Floats, Net, Numbers, Random
    from bridgehead.core.titles.briefing import Briefing, Goal
    from bridgehead.core.titles.dataset import DataSet
    from bridgehead.core.titles.decisions import Decisions
    from bridgehead.core.titles.rules_text import RuleText
    from bridgehead.core.words.phrases import Phrasebook
    from bridgehead.core.words.replies import Reply

# Each title takes only its own games, positions and maps. A protocol with the base classes
# would require functions that take those of any title.
OwnMap: TypeAlias = Any
Records: TypeAlias = "NDArray[Any]"  # an array of one of the title's records


# Computer players


class Kernels(Protocol):
    """`player/playout.py`: players that run in kernels, and whole games between them."""

    @property
    def KINDS(self) -> Mapping[str, int]:
        """The players that are kernels, including the recruit, with their numbers."""

    def decide(
        self, board: Records, state: Records, work: Records, out: Codes, random: Random,
        kind: int, /,
    ) -> int:  # fmt: skip
        """Return the number of the action that a player of this kind chooses."""

    def play_out(
        self, board: Records, state: Records, work: Records, out: Codes, random: Random,
        first: int, second: int, /,
    ) -> tuple[int, ...]:  # fmt: skip
        """Play to the end with a kind of player for each side.

        Return numbers of decisions and rolls.
        """

    def outcome(self, state: Any, /) -> tuple[int, str, int]:
        """Return winner (a side's number, -1 for a draw), ending and turn of a finished game."""

    def lead(self, board: Records, state: Records, work: Records, /) -> float | None:
        """Return the first side's lead in victory points, None if the title has none."""

    def count_sequences(
        self, board: Records, states: Records, works: Records, outs: CodeRows, depth: int, /
    ) -> int:
        """Return the number of action sequences of length `depth` (perft)."""


class Thinking(Protocol):
    """`player/thinking.py`: the title's part of a thinking player."""

    @property
    def FEATURES(self) -> int:
        """The number of evaluation features."""

    @property
    def NAMES(self) -> Sequence[str]:
        """The names of the evaluation features."""

    @property
    def LONGEST(self) -> int:
        """The largest number of actions in a plan."""

    @property
    def AHEAD(self) -> Mapping[str, int]:
        """The length of a rollout in player turns, by rank; -1: to the end of the game."""

    @property
    def JUDGED(self) -> int:
        """The length of a rollout that tells a win probability, in player turns."""

    @property
    def BEHIND(self) -> Mapping[str, float]:
        """The standard errors behind the best at which a plan is given up, by rank.

        Below 0 it is given up even if it is so little ahead. Ranks not named have the usual number.
        """

    @property
    def carry(self) -> Callable[..., Any] | None:
        """`carry(board, state, work, out, plan, count)`, if the title hides counters."""

    @property
    def rash_actions(self) -> Callable[..., int] | None:
        """`rash_actions(board, state, work, out, random, plan, count, found)`.

        It writes which actions of a plan rarely pay, and returns how many; None if none are known.
        """

    @property
    def SPREAD(self) -> Mapping[str, float]:
        """The standard deviation of a rollout, by rank."""

    @property
    def DOUBT(self) -> Mapping[str, float]:
        """The number of standard errors by which a plan must be better, by rank."""

    @property
    def SCREENS(self) -> bool:
        """Whether the evaluation is good enough to screen plans without rollouts."""

    @property
    def OPERATIONS(self) -> Sequence[tuple[str, float]]:
        """The operations that change plans: their names, and the weight of each."""

    @property
    def OPERATES(self) -> Mapping[str, float]:
        """The share of operations among changes of plans, by rank."""

    def turn_of(self, state: Records, /) -> int:
        """Return a number that changes whenever a player turn ends."""

    def principal_line(
        self, board: Records, states: Records, work: Records, out: Codes, random: Random,
        plan: Numbers, at: int, first: int, loose: float, /,
    ) -> int:  # fmt: skip
        """Write a plan that starts at `states[at]`; return its length."""

    def operate(
        self, board: Records, states: Records, work: Records, out: Codes, random: Random,
        plan: Numbers, at: int, kind: int, old: Numbers, /,
    ) -> int:  # fmt: skip
        """Write a plan that starts with an operation at `states[at]`.

        Return -1 if there is none.
        """

    def play_out(
        self, board: Records, state: Records, work: Records, out: Codes, random: Random,
        turns: int, steps: int, loose: Floats, face: int, /,
    ) -> int:  # fmt: skip
        """Continue a position in place; return the number of actions."""

    def rollout(
        self, board: Records, state: Records, scratch: Records, work: Records, out: Codes,
        random: Random, turns: int, loose: Floats, face: int, net: Net, x: Floats, /,
    ) -> float:  # fmt: skip
        """Return the first side's expected result some player turns ahead."""

    def features(
        self, board: Records, state: Records, work: Records, out: Codes, x: Floats, /
    ) -> None:
        """Write the evaluation features of a position."""

    def determinize(
        self, board: Records, state: Records, work: Records, side: int, random: Random, /
    ) -> None:
        """Replace what a side does not know by a random possibility."""

    def worth(self, board: Records, state: Records, work: Records, /) -> float:
        """Return the value of a finished game for the first side, from 0 to 1."""


class FoolishMoves(Protocol):
    """`player/foolish.py`: what only a title knows of foolish moves (`players.advice.foolish`).

    That of a title whose attacks are declared also has `LOST`, `HARMS` and `IDLE`, the texts of
    results that eliminate the attacker, that harm it alone, and that have no effect, and
    `must_attack`, which returns the units of a position that must attack. Others have `Battles`, a
    class whose objects find those in its battles.
    """

    @property
    def MOVES(self) -> Sequence[str]:
        """The verbs by which a unit moves."""

    def places(self, game: OwnGame, /) -> frozenset[str]:
        """Return the places that count for points or for the win."""


class HeuristicWeights(Protocol):
    """`formats/heuristic_weights.py`: the weights of the heuristic player "sergeant"."""

    @property
    def NAMES(self) -> Sequence[str]:
        """The names of the weights, in the order of `board.weights[side]`."""

    def usual(self, game_id: str, side: str, /) -> dict[str, float]:
        """Return the default weights of a side."""


# Research


class ObservationTables(Protocol):
    """`envs/observation.py`: the names and meanings of the observation's parts, in order."""

    @property
    def MAP(self) -> Lines:
        """Planes over the hexes, or features of the points."""

    @property
    def UNITS(self) -> Lines:
        """Columns of the table of units."""

    @property
    def SCALARS(self) -> Lines:
        """Single numbers."""

    @property
    def MAP_FACTS(self) -> Lines:
        """Constant features of hexes or points: fields of the board."""

    @property
    def UNIT_FACTS(self) -> Lines:
        """Constant features of units: fields of the board."""


class Environments(Protocol):
    """`envs/games.py`: action numbers, observations, batches of games (`core.kernels.batch`)."""

    @property
    def SPAN(self) -> int:
        """The number of records per game in a batch; those after the first are scratch space."""

    @property
    def observation(self) -> ObservationTables:
        """The parts of observations."""

    def possible(self, game: OwnGame, /) -> Iterable[Possible]:
        """Yield verb, unit and places of all actions that can ever be legal."""

    def advance(self, *arguments: Any) -> int:
        """Carry out actions of many games (`core.kernels.batch.advance`)."""

    def count_illegal(self, *arguments: Any) -> int:
        """Mark the games whose action is not legal (`core.kernels.batch.count_illegal`)."""

    def observe_one(self, *arguments: Any) -> None:
        """Write a side's observation of a position (`core.kernels.batch.observe_one`)."""


# Maps


class MapCheck(Protocol):
    """`formats/map_check.py`: checks of map files; for points see `core.maps.point_check`."""

    def read(self, path: Path, game_id: str, /) -> OwnMap:
        """Return the map in a file. InvalidMap names the file, the key and the reason."""

    def report(self, game_map: OwnMap, game_id: str, /) -> dict[str, Any]:
        """Return a report on a valid map, as JSON data."""

    def line_in_words(self, found: dict[str, Any], /) -> str:
        """Return the line of play in a report as a sentence."""


# Titles

BRIEFING = "briefing.toml"
SET_UPS = "set_ups.toml"


@cache  # lists of games ask for them, and the style is read from files
def _side_names(title: Title, game_id: str) -> dict[str, str]:
    sides = title.style(game_id)["sides"]
    return {side: str(drawn["label"]) for side, drawn in sides.items()}


class Title(ABC):
    """A title: the common part of its games.

    Members whose module is missing raise an explanation, if they are not optional.
    """

    kind: ClassVar[str]  # what units stand on: "hexes" or "points"
    declares_attacks: ClassVar[bool]  # attacks on hexes are declared: targets, attackers, odds
    veils: ClassVar[bool]  # people at one screen may have to look away while the other decides
    # fields of a view that a shared screen hides until the game is over
    secret_fields: ClassVar[tuple[str, ...]] = ()

    @property
    def hiding(self) -> frozenset[str]:
        """The games with information that is hidden from a side."""
        return frozenset()

    @property
    def package(self) -> str:
        """The package of the title, which is also the unit of its kernels."""
        return type(self).__module__

    def _find(self, name: str) -> Any:
        """Return a module of the title by its name in the package, None if there is none."""
        full = f"{self.package}.{name}"
        try:
            return import_module(full)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{full}.".startswith(f"{error.name}."):
                raise  # a module that this one imports
            return None

    def _module(self, name: str) -> Any:
        """Return a module of the title by its name in the package: "screen.offers".

        BridgeheadError if there is none.
        """
        found = self._find(name)
        if found is None:
            raise self._lacks(name)
        return found

    def _lacks(self, what: str) -> BridgeheadError:
        return BridgeheadError(f"{self.package.rpartition('.')[2]} has no {what}")

    @property
    def screen(self) -> Screen:
        """Questions of screens about a position: `screen/offers.py`."""
        return cast("Screen", self._module("screen.offers"))

    @property
    def layers(self) -> Layers | None:
        """Layers that the map can show: `screen/layers.py`; None if there is no such module."""
        return cast("Layers | None", self._find("screen.layers"))

    # Words

    def style(self, game_id: str, data: DataSet | None = None) -> dict[str, Any]:
        """Return the style of a game for `render.Style`; `data` if the game's data are not ours."""
        return cast("dict[str, Any]", self._module("screen.style").style(game_id, data))

    def side_name(self, game_id: str, side: str) -> str:
        """Return the name of a side: "Israel", "Anglo-French"."""
        return _side_names(self, game_id).get(side, side.capitalize())

    def rules_text(self, game_id: str) -> tuple[RuleText, ...]:
        """Return summaries of the rules of a game, in the order of their cases."""
        return tuple(self._module("words.rules_text").rules_text(game_id))

    def rules_for(self, game_id: str, case: str) -> tuple[RuleText, ...]:
        """Return the rules of a game under a case number (`core.titles.rules_text.select`)."""
        from bridgehead.core.titles.rules_text import select

        return select(self.rules_text(game_id), case)

    def set_ups(self, game_id: str) -> list[dict[str, Any]]:
        """Return the set-ups in `data/set_ups.toml`: side, name, about, and units with places.

        [] if the title has no such file.
        """
        from bridgehead.core.titles.title_file import title_file_if_any

        found: list[dict[str, Any]] = title_file_if_any(self.package, SET_UPS).get(game_id, [])
        return found

    def briefing(self, game_id: str) -> Briefing | None:
        """Return the briefing in `data/briefing.toml`; None if the title has no such file."""
        from bridgehead.core.titles.briefing import briefing
        from bridgehead.core.titles.title_file import has_title_file

        return briefing(self.package, game_id) if has_title_file(self.package, BRIEFING) else None

    def briefing_of(self, game: OwnGame) -> Briefing | None:
        """Return the briefing of a game: that of its scenario, if it is played with one."""
        if game.scenario is None or not game.scenario.conditions:
            return self.briefing(game.id)
        from bridgehead.core.scenarios.goals import briefing

        return briefing(game)

    def goals(self, position: OwnPosition, viewer: str | None) -> tuple[Goal, ...]:
        """Return how near each side is to victory, as a viewer may know it; None is a spectator."""
        if position.game.scenario is not None and position.game.scenario.conditions:
            from bridgehead.core.scenarios.goals import goals

            return goals(position)
        found = self._find("screen.goals")
        return () if found is None else tuple(found.goals(position, viewer))

    def counter_names(self, game: OwnGame) -> Mapping[str, str]:
        """Return the printed values of each counter in play, or a text instead of them."""
        return {counter["id"]: str(counter["name"]) for counter in game.counters}

    def unit_names(self, game: OwnGame) -> Mapping[str, str]:
        """Return the name of each unit in a sentence."""
        return self.counter_names(game)

    def strength(self, counter: Mapping[str, Any]) -> int:
        """Return the strength printed on a counter, that of its fire if it has only that."""
        return int(counter.get("strength", 0))

    @property
    def phrasebook(self) -> Phrasebook:
        """The words for plans: `words/phrases.py`."""
        return cast("Phrasebook", self._module("words.phrases").PHRASEBOOK)

    @property
    def page_words(self) -> dict[str, dict[str, str]]:
        """The page's words for ids, by groups: `data/page.toml`; none if there is no such file."""
        return self._texts("page.toml")

    @property
    def terminal_look(self) -> dict[str, Any]:
        """Signs and colors in a terminal: `data/terminal.toml`; defaults if there is none."""
        return self._texts("terminal.toml")

    @property
    def page_folder(self) -> Path | None:
        """The folder of the title's own modules of the page: `screen/page`; None if there is none.

        Its `page.js` is loaded with the title's games (docs/adding-a-title.md).
        """
        from pathlib import Path

        file = import_module(self.package).__file__
        folder = Path(str(file)).parent / "screen" / "page"
        return folder if file is not None and (folder / "page.js").is_file() else None

    def _texts(self, name: str) -> dict[str, Any]:
        from bridgehead.core.titles.title_file import title_file_if_any

        return title_file_if_any(self.package, name)

    @property
    def decisions(self) -> Decisions:
        """The question of each step and the words for each verb: `data/decisions.toml`."""
        from bridgehead.core.titles.decisions import decisions

        return decisions(self.package)

    def replies(self, game_id: str) -> tuple[Reply, ...]:
        """Return the kinds of decisions that come up in the other side's turn."""
        found = self._find("words.replies")
        return () if found is None else tuple(found.replies(game_id))

    def contact(self, position: OwnPosition, enemy: str, places: set[str]) -> set[str]:
        """Return where a unit is in contact with an enemy, whose units are in these places."""
        raise NotImplementedError

    # Maps

    @property
    def map_check(self) -> MapCheck | None:
        """Checks of map files: `formats/map_check.py`; None if there are only the common checks."""
        return cast("MapCheck", self._module("formats.map_check"))

    @property
    def common_map_check(self) -> MapCheck:
        """The checks of map files that do not depend on the title."""
        raise NotImplementedError

    # Players

    @property
    def kernels(self) -> Kernels | None:
        """Whole games in kernels: `player/playout.py`; None if there is no such module."""
        return cast("Kernels | None", self._find("player.playout"))

    @property
    def thinking(self) -> Thinking | None:
        """The title's part of a thinking player: `player/thinking.py`; None if there is none."""
        return cast("Thinking | None", self._find("player.thinking"))

    @property
    def foolish(self) -> FoolishMoves | None:
        """What makes moves foolish: `player/foolish.py`; None if there is no such module."""
        return cast("FoolishMoves | None", self._find("player.foolish"))

    @property
    def heuristic_weights(self) -> HeuristicWeights:
        """The weights of the sergeant: `formats/heuristic_weights.py`."""
        return cast("HeuristicWeights", self._module("formats.heuristic_weights"))

    @property
    def environments(self) -> Environments:
        """Environments for research: `envs/games.py`."""
        return cast("Environments", self._module("envs.games"))

    def add_edition(self, folder: Path) -> str:
        """Add the game in a folder to the list of games, and return its id.

        InvalidData and InvalidMap say what is wrong in it.
        """
        raise self._lacks("further games of your own")

    def whole(self, game: OwnGame, view: Mapping[str, Any]) -> dict[str, Any]:
        """Complete a view that lacks hidden facts into the data of a possible position."""
        return cast("dict[str, Any]", self._module("player.guess").whole(game, view))


class HexTitle(Title):
    """A title whose units stand on hexes."""

    kind = "hexes"
    declares_attacks, veils = True, False

    @property
    def common_map_check(self) -> MapCheck:
        """The check of the form of maps of hexes."""
        return cast("MapCheck", import_module("bridgehead.core.maps.hex_check"))

    def contact(self, position: OwnPosition, enemy: str, places: set[str]) -> set[str]:
        """Return where a unit is in contact with an enemy, whose units are in these places."""
        del places
        return set(self.screen.zones(position, enemy))

    @property
    def screen(self) -> HexScreen:
        """Questions of screens about a position: `screen/offers.py`."""
        return cast("HexScreen", self._module("screen.offers"))

    @property
    def terminal(self) -> TerminalTexts:
        """Terminal texts of this title: `screen/terminal.py`."""
        return cast("TerminalTexts", self._module("screen.terminal"))


class PointTitle(Title):
    """A title whose units stand on points."""

    kind = "points"
    declares_attacks, veils = False, True

    def contact(self, position: OwnPosition, enemy: str, places: set[str]) -> set[str]:
        """Return where a unit is in contact with an enemy, whose units are in these places."""
        del enemy
        ends = [(route.a, route.b) for route in position.game.map.routes]
        return places | {a for a, b in ends if b in places} | {b for a, b in ends if a in places}

    @property
    def screen(self) -> PointScreen:
        """Questions of screens about a position: `screen/offers.py`."""
        return cast("PointScreen", self._module("screen.offers"))

    @property
    def terminal(self) -> PointTerminalTexts:
        """Terminal texts of this title: `screen/terminal.py`."""
        return cast("PointTerminalTexts", self._module("screen.terminal"))

    def points_style(self, game_id: str, data: DataSet | None = None) -> dict[str, Any]:
        """Return the further style for points; `render.points.PointStyle.of` takes both."""
        return cast("dict[str, Any]", self._module("screen.style").points_style(game_id, data))

    @property
    def map_check(self) -> MapCheck | None:
        """None, because `core.maps.point_check` has all checks for maps of points."""
        return None

    @property
    def common_map_check(self) -> MapCheck:
        """All checks of maps of points."""
        return cast("MapCheck", import_module("bridgehead.core.maps.point_check"))


# With these types a title lets mypy compare its modules with their protocols
HexModules: TypeAlias = tuple[
    Kernels, Thinking, HeuristicWeights, Environments, HexScreen, Layers, TerminalTexts, MapCheck
]
PointModules: TypeAlias = tuple[
    Kernels, Thinking, HeuristicWeights, Environments, PointScreen, Layers, PointTerminalTexts
]
