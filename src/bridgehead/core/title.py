"""What the rest of the program knows of a title: one object that the title fills in.

A title's `__init__.py` has a subclass of `HexTitle` or `PointTitle` and gives an instance of it to
each of its games (`GameInfo.title_object`). `core.registry.title_of(game_id)` finds it. Front ends
and players ask it instead of asking which title it is.

Members that need more than a constant import their module when they are asked, not before, so that
starting up stays fast. Several of them are modules: a `Protocol` below says what such a module has.
"""
# ruff: noqa: N802 (constants of modules have capitals)

from __future__ import annotations

from abc import ABC
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias

from bridgehead.core.errors import BridgeheadError

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from bridgehead.core.briefing import Briefing, Goal
    from bridgehead.core.dataset import DataSet
    from bridgehead.core.decision import Decision
    from bridgehead.core.dense import Possible
    from bridgehead.core.kernel import CodeRows, Codes, Floats, Net, Numbers, Random
    from bridgehead.core.offers import AttackOffer, Protector, Reminder
    from bridgehead.core.phrases import Phrasebook
    from bridgehead.core.replies import Reply
    from bridgehead.core.rules_text import RuleText

# Each title takes only its own games, positions and maps. A protocol that named the base classes
# would ask for functions that take any title's.
OwnGame: TypeAlias = Any
OwnPosition: TypeAlias = Any
OwnMap: TypeAlias = Any
Records: TypeAlias = "NDArray[Any]"  # an array of one of the title's records
Lines: TypeAlias = tuple[tuple[str, str], ...]  # a key or a command, and what it does


# Computer players


class Kernels(Protocol):
    """`player/playout.py`: those who can play in kernels, and whole games played by them."""

    @property
    def KINDS(self) -> Mapping[str, int]:
        """The players that are kernels, the recruit too, with the numbers they are called by."""

    def decide(
        self, board: Records, state: Records, work: Records, out: Codes, random: Random,
        kind: int, /,
    ) -> int:  # fmt: skip
        """Return the number of the action that a kind of player chooses."""

    def play_out(
        self, board: Records, state: Records, work: Records, out: Codes, random: Random,
        first: int, second: int, /,
    ) -> tuple[int, ...]:  # fmt: skip
        """Play to the end with a kind of player for each side; count decisions and rolls."""

    def outcome(self, state: Any, /) -> tuple[int, str, int]:
        """Return winner (a side's number, -1 a draw), ending and turn of a finished game."""

    def lead(self, board: Records, state: Records, work: Records, /) -> float | None:
        """Return the first side's lead in victory points, None in a title that counts none."""

    def count_sequences(
        self, board: Records, states: Records, works: Records, outs: CodeRows, depth: int, /
    ) -> int:
        """Return how many rows of so many actions there are (perft)."""


class Thinking(Protocol):
    """`player/thinking.py`: what a thinking player is made of.

    One that hides counters also has `carry(board, state, work, out, plan, count)`, and one that
    knows which actions of a plan hardly ever pay `rash_actions(board, state, work, out, random,
    plan, count, found)`, which says how many it found.
    """

    @property
    def FEATURES(self) -> int:
        """How many numbers a position is judged by."""

    @property
    def NAMES(self) -> Sequence[str]:
        """What these numbers are called."""

    @property
    def LONGEST(self) -> int:
        """The most actions of a plan."""

    @property
    def AHEAD(self) -> Mapping[str, int]:
        """How many player turns a rollout goes ahead, by rank; -1 to the end."""

    @property
    def SPREAD(self) -> Mapping[str, float]:
        """The standard deviation of a rollout, by rank."""

    @property
    def DOUBT(self) -> Mapping[str, float]:
        """By how many standard errors a plan must be better, by rank."""

    @property
    def SCREENS(self) -> bool:
        """Whether the judgement is good enough to screen plans without rollouts."""

    @property
    def OPERATIONS(self) -> Sequence[tuple[str, float]]:
        """The operations that plans are changed by: their names, how often each is tried."""

    @property
    def OPERATES(self) -> Mapping[str, float]:
        """The share of operations among the changes of plans, by rank."""

    def turn_of(self, state: Records, /) -> int:
        """Return a number that changes whenever a player turn ends."""

    def principal_line(
        self, board: Records, states: Records, work: Records, out: Codes, random: Random,
        plan: Numbers, at: int, first: int, loose: float, /,
    ) -> int:  # fmt: skip
        """Write a plan from `states[at]` on, and return its length."""

    def operate(
        self, board: Records, states: Records, work: Records, out: Codes, random: Random,
        plan: Numbers, at: int, kind: int, old: Numbers, /,
    ) -> int:  # fmt: skip
        """Write a plan that begins with an operation at `states[at]`; -1 where there is none."""

    def play_out(
        self, board: Records, state: Records, work: Records, out: Codes, random: Random,
        turns: int, steps: int, loose: Floats, face: int, /,
    ) -> int:  # fmt: skip
        """Play a position on in place; return the number of actions."""

    def rollout(
        self, board: Records, state: Records, scratch: Records, work: Records, out: Codes,
        random: Random, turns: int, loose: Floats, face: int, net: Net, x: Floats, /,
    ) -> float:  # fmt: skip
        """Return the first side's prospects some player turns ahead."""

    def features(
        self, board: Records, state: Records, work: Records, out: Codes, x: Floats, /
    ) -> None:
        """Write the numbers that a position is judged by."""

    def determinize(
        self, board: Records, state: Records, work: Records, side: int, random: Random, /
    ) -> None:
        """Put something that may be in the place of what a side does not know."""

    def worth(self, board: Records, state: Records, work: Records, /) -> float:
        """Return the worth of a finished game to the first side, from 0 to 1."""


class HeuristicWeights(Protocol):
    """`data/heuristic_weights.py`: the numbers that the sergeant plays by."""

    @property
    def NAMES(self) -> Sequence[str]:
        """What they are called, in the order of `board.weights[side]`."""

    def usual(self, game_id: str, side: str, /) -> dict[str, float]:
        """Return the usual numbers of a side."""


# Research


class ObservationTables(Protocol):
    """`envs/observation.py`: the names of what a side sees, and what they mean, in order."""

    @property
    def MAP(self) -> Lines:
        """Planes over the hexes, or features of the points."""

    @property
    def UNITS(self) -> Lines:
        """Columns of the table of units."""

    @property
    def SCALARS(self) -> Lines:
        """Numbers that stand alone."""

    @property
    def MAP_FACTS(self) -> Lines:
        """What never changes of hexes or points: fields of the board."""

    @property
    def UNIT_FACTS(self) -> Lines:
        """What never changes of units: fields of the board."""


class Environments(Protocol):
    """`envs/games.py`: action numbering, observations, and many games at once (`core.batch`)."""

    @property
    def SPAN(self) -> int:
        """How many records a game of a batch takes up; those after the first are scratch."""

    @property
    def observation(self) -> ObservationTables:
        """What observations are made of."""

    def possible(self, game: OwnGame, /) -> Iterable[Possible]:
        """Yield verb, unit and places of all actions that can ever be legal."""

    def advance(self, *arguments: Any) -> int:
        """Carry out actions of many games (`core.batch.advance`)."""

    def count_illegal(self, *arguments: Any) -> int:
        """Mark the games whose action is not legal (`core.batch.count_illegal`)."""

    def observe_one(self, *arguments: Any) -> None:
        """Write what a side sees of a position (`core.batch.observe_one`)."""


# Maps


class MapCheck(Protocol):
    """`data/map_check.py`: what is known of map files. `core.point_check` serves maps of points."""

    def read(self, path: Path, game_id: str, /) -> OwnMap:
        """Return the map in a file. InvalidMap names the file, the key and the reason."""

    def report(self, game_map: OwnMap, game_id: str, /) -> dict[str, Any]:
        """Return everything there is to say of a map that could be read, as plain data."""

    def line_in_words(self, found: dict[str, Any], /) -> str:
        """Return the line of play of a report as a sentence."""


# Screens


class Screen(Protocol):
    """`screen/offers.py`: what the screens of any title ask of a position."""

    def reminders(self, position: OwnPosition, decision: Decision, /) -> Sequence[Reminder]:
        """Return what the action `end` would leave undone."""

    def counts(self, position: OwnPosition, /) -> dict[str, dict[str, int]]:
        """Return for each side how many units are where."""

    def turns(self, game: OwnGame, /) -> int:
        """Return how many game turns there are for sure."""


class HexScreen(Screen, Protocol):
    """`screen/offers.py` of a title of hexes."""

    def ledger(self, position: OwnPosition, /) -> dict[str, Any] | None:
        """Return each side's victory points, entry by entry; None in a title without."""

    def attack_offer(self, position: OwnPosition, hex_: str, /, *others: str) -> AttackOffer:
        """Return who can attack these hexes together now. IllegalAction where nobody can."""

    def attack_odds(
        self, position: OwnPosition, hexes: Sequence[str], units: Sequence[str],
        markers: Mapping[str, int], /,
    ) -> Any:  # fmt: skip
        """Return the odds of an attack that is put together, None while there is none."""

    def limits(self, position: OwnPosition, decision: Decision, /) -> list[Reminder]:
        """Return what limits arrivals in this turn, and what they cost in victory points.

        One without units is what else a person should know who decides now.
        """

    def protectors(self, position: OwnPosition, /) -> list[Protector]:
        """Return who can give protective fire now."""

    def strengths(self, position: OwnPosition, /) -> dict[str, int]:
        """Return what units add to the attack being fought that may not be what is printed."""

    def results_table(
        self, game: OwnGame, table: str = ..., /
    ) -> tuple[list[str], list[list[str]]]:
        """Return a combat results table: the labels of its columns, and a row for each face."""

    def zones(self, position: OwnPosition, side: str, /) -> list[str]:
        """Return the hexes that a side's zones of control reach."""

    def terrain_cost(self, game_id: str, terrain: str, /) -> int | None:
        """Return the cost of a hex of this terrain in half points; None where it is closed."""

    def first_turn(self, counter: Mapping[str, Any], /) -> int | None:
        """Return the first turn in which a unit can be on the map."""

    def last_turn(self, position: OwnPosition, viewer: str | None, /) -> int | None:
        """Return the last turn of the game, None where it is open or the viewer cannot know."""


class PointScreen(Screen, Protocol):
    """`screen/offers.py` of a title of points and routes."""

    def ledger(self, position: OwnPosition, /) -> dict[str, Any]:
        """Return each side's victory points, entry by entry."""

    def is_veiled(self, position: OwnPosition, /) -> bool:
        """Whether one of two people at one screen may not see what the other sees now."""

    def battle(self, position: OwnPosition, viewer: str | None, /) -> dict[str, Any] | None:
        """Return the battle that is fought now, as a viewer may know it."""

    def shot(
        self, before: OwnPosition, action: str, viewer: str | None, /
    ) -> dict[str, Any] | None:
        """Return a roll on a table of combat, explained; None for any other action."""

    def stocks(self) -> Sequence[str]:
        """Return who has points, casualties and markers of its own."""

    def event_names(self) -> dict[str, str]:
        """Return what each event is called."""

    def prices(self, game: OwnGame, /) -> dict[str, dict[str, float]]:
        """Return what each counter costs, by verb."""


class TerminalTexts(Protocol):
    """`screen/terminal.py`: what the terminal says of a title of hexes and of no other."""

    @property
    def KEYS(self) -> Mapping[str, Lines]:
        """Keys of the screen by heading; "Everywhere" and "Besides" go with those of all titles."""

    @property
    def PROMPTS(self) -> Mapping[str, str]:
        """What is to be decided at a step, where it is not what is said in every title."""

    @property
    def SIGNS(self) -> str:
        """What the signs of the map mean besides terrain; "" where the terminal finds it out."""

    @property
    def ODDS_FORM(self) -> str:
        """The form of the command `odds`."""

    @property
    def EXAMPLE_CASE(self) -> str:
        """The case that the command `help` is shown with."""

    @property
    def LISTS_EACH_ACTION(self) -> bool:
        """Whether `legal` writes out each action; else the hexes of a unit stand together."""

    @property
    def NEAREST_GOAL(self) -> bool:
        """Whether the cursor begins at a unit's nearest goal; else at the first that is listed."""

    def commands(self, game: OwnGame, /) -> Lines:
        """Return the commands of the line mode that other titles may not have."""

    def short_names(self, game: OwnGame, /) -> Mapping[str, str]:
        """Return codes of five characters for the units; empty: they are made of their names."""


# Titles


class Title(ABC):
    """A title: what its games have in common. A member that is not filled in says so."""

    kind: ClassVar[str]  # what units stand on: "hexes" or "points"
    has_line: ClassVar[bool] = False  # there is a line of communication that can be drawn
    hiding: ClassVar[frozenset[str]] = frozenset()  # games in which a side does not know something
    # fields of a view that are not shown on a screen that both sides share, until the game is over
    secret_fields: ClassVar[tuple[str, ...]] = ()

    @property
    def package(self) -> str:
        """The package of the title, which is also the unit of its kernels."""
        return type(self).__module__

    def lacks(self, what: str, game_id: str = "") -> BridgeheadError:
        """Return the error that says that the title has no such module."""
        return BridgeheadError(f"{game_id or self.package.rpartition('.')[2]} has no {what}")

    @property
    def screen(self) -> Screen:
        """What screens ask of a position: `screen/offers.py`."""
        raise self.lacks("screen.offers")

    # Words

    def style(self, game_id: str, data: DataSet | None = None) -> dict[str, Any]:
        """Return how a game is drawn, with `data` where they are not ours; for `render.Style`."""
        raise self.lacks("screen.style", game_id)

    def side_name(self, game_id: str, side: str) -> str:
        """Return the name of a side: "Israel", "Anglo-French"."""
        sides = self.style(game_id)["sides"]
        return str(sides[side]["label"]) if side in sides else side.capitalize()

    def rules_text(self, game_id: str) -> tuple[RuleText, ...]:
        """Return the rules of a game in short, in the order of their cases."""
        raise self.lacks("words.rules_text", game_id)

    def rules_for(self, game_id: str, case: str) -> tuple[RuleText, ...]:
        """Return the rules of a game under a case number (`core.rules_text.select`)."""
        from bridgehead.core.rules_text import select

        return select(self.rules_text(game_id), case)

    def briefing(self, game_id: str) -> Briefing | None:
        """Return the briefing from `data/briefing.toml`; None without one."""
        del game_id
        return None

    def goals(self, position: OwnPosition, viewer: str | None) -> tuple[Goal, ...]:
        """Return how near each side is to winning, as a viewer may know it; None is a spectator."""
        del position, viewer
        return ()

    def counter_names(self, game: OwnGame) -> Mapping[str, str]:
        """Return the printed values of each counter in play, or what is said in its place."""
        return {counter["id"]: str(counter["name"]) for counter in game.counters}

    def unit_names(self, game: OwnGame) -> Mapping[str, str]:
        """Return the name of each unit in a sentence."""
        return self.counter_names(game)

    @property
    def phrasebook(self) -> Phrasebook:
        """How plans are told: `words/phrases.py`."""
        raise self.lacks("words.phrases")

    def replies(self, game_id: str) -> tuple[Reply, ...]:
        """Return the kinds of decisions that come up in the other side's turn."""
        del game_id
        return ()

    # Maps

    @property
    def map_check(self) -> MapCheck | None:
        """What is known of map files: `data/map_check.py`; None: what is known in any title."""
        raise self.lacks("data.map_check")

    # Players

    @property
    def kernels(self) -> Kernels | None:
        """Whole games in kernels: `player/playout.py`; None where there is none."""
        return None

    @property
    def thinking(self) -> Thinking | None:
        """What a thinking player is made of: `player/thinking.py`; None where there is none."""
        return None

    @property
    def heuristic_weights(self) -> HeuristicWeights:
        """The numbers that the sergeant plays by: `data/heuristic_weights.py`."""
        raise self.lacks("data.heuristic_weights")

    @property
    def environments(self) -> Environments:
        """What research needs: `envs/games.py`."""
        raise self.lacks("envs.games")

    def whole(self, game: OwnGame, view: Mapping[str, Any]) -> dict[str, Any]:
        """Return a view that leaves something out as the data of a position that may be."""
        raise self.lacks("player.guess", game.id)


class HexTitle(Title):
    """A title whose units stand on hexes."""

    kind = "hexes"

    @property
    def screen(self) -> HexScreen:
        """What screens ask of a position: `screen/offers.py`."""
        raise self.lacks("screen.offers")

    @property
    def terminal(self) -> TerminalTexts:
        """What the terminal says of this title: `screen/terminal.py`."""
        raise self.lacks("screen.terminal")


class PointTitle(Title):
    """A title whose units stand on points."""

    kind = "points"

    @property
    def screen(self) -> PointScreen:
        """What screens ask of a position: `screen/offers.py`."""
        raise self.lacks("screen.offers")

    def points_style(self, game_id: str, data: DataSet | None = None) -> dict[str, Any]:
        """Return what `style` has no word for; `render.points.PointStyle.of` takes both."""
        raise self.lacks("screen.style", game_id)

    @property
    def map_check(self) -> MapCheck | None:
        """None: `core.point_check` knows what there is to know of a map of points."""
        return None
