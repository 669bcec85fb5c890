"""The interface of a title to screens: its modules `screen/offers.py` and `screen/terminal.py`."""
# ruff: noqa: N802 (constants of modules have capitals)

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from bridgehead.core.positions.decision import Decision
    from bridgehead.core.words.offers import AttackOffer, Forecast, Protector, Reminder

# Each title takes only its own games and positions, as in `title.py`
OwnGame: TypeAlias = Any
OwnPosition: TypeAlias = Any
Lines: TypeAlias = tuple[tuple[str, str], ...]  # a key or a command, and its meaning


class Screen(Protocol):
    """`screen/offers.py`: questions of screens about a position, for any title."""

    def reminders(self, position: OwnPosition, decision: Decision, /) -> Sequence[Reminder]:
        """Return what the action `end` would leave undone."""

    def counts(self, position: OwnPosition, /) -> dict[str, dict[str, int]]:
        """Return for each side the number of units in each place."""

    def ledger(self, position: OwnPosition, /) -> dict[str, Any] | None:
        """Return the entries of each side's victory points; None if the title has none."""

    def turns(self, game: OwnGame, /) -> int:
        """Return the number of game turns that are certain."""


class HexScreen(Screen, Protocol):
    """`screen/offers.py` of a title with hexes."""

    def attack_offer(self, position: OwnPosition, hex_: str, /, *others: str) -> AttackOffer:
        """Return the units that can attack these hexes together. IllegalAction if none can."""

    def attack_odds(
        self, position: OwnPosition, hexes: Sequence[str], units: Sequence[str],
        markers: Mapping[str, int], /,
    ) -> Any:  # fmt: skip
        """Return the odds of an attack in preparation, None if there is none yet."""

    def limits(self, position: OwnPosition, decision: Decision, /) -> list[Reminder]:
        """Return the limits on arrivals in this turn, and their cost in victory points.

        An entry without units is other information for the person to decide.
        """

    def protectors(self, position: OwnPosition, /) -> list[Protector]:
        """Return the units that can give protective fire now."""

    def strengths(self, position: OwnPosition, /) -> dict[str, int]:
        """Return the strengths in the present attack that may differ from the printed ones."""

    def results_table(
        self, game: OwnGame, table: str = ..., /
    ) -> tuple[list[str], list[list[str]]]:
        """Return a combat results table: its column labels, and a row for each face of the die."""

    def zones(self, position: OwnPosition, side: str, /) -> list[str]:
        """Return the hexes in a side's zones of control."""

    def terrain_cost(self, game_id: str, terrain: str, /) -> int | None:
        """Return the cost of a hex of this terrain in half points; None if it is impassable."""

    def first_turn(self, game: OwnGame, counter: Mapping[str, Any], /) -> int | None:
        """Return the first turn in which a unit can be on the map."""

    def last_turn(self, position: OwnPosition, viewer: str | None, /) -> int | None:
        """Return the last turn of the game, None if it is open or the viewer cannot know it."""


class PointScreen(Screen, Protocol):
    """`screen/offers.py` of a title with points and routes."""

    def ledger(self, position: OwnPosition, /) -> dict[str, Any]:
        """Return the entries of each side's victory points."""

    def has_shared_phase(self, position: OwnPosition, /) -> bool:
        """Whether the present phase is one of both sides."""

    def is_veiled(self, position: OwnPosition, /) -> bool:
        """Whether one of two people at one screen may not see the other's present view."""

    def battle(self, position: OwnPosition, viewer: str | None, /) -> dict[str, Any] | None:
        """Return the present battle, as a viewer may know it."""

    def shot(
        self, before: OwnPosition, action: str, viewer: str | None, /
    ) -> dict[str, Any] | None:
        """Return a combat roll with an explanation; None for any other action."""

    def forecast(self, position: OwnPosition, action: str, /) -> Forecast | None:
        """Return the rolls that an action leads to, None if it leads to none.

        It rests on what the side to decide knows.
        """

    def stocks(self) -> Sequence[str]:
        """Return the sides or countries that have their own points, casualties and markers."""

    def event_names(self) -> dict[str, str]:
        """Return the names of the events."""

    def prices(self, game: OwnGame, /) -> dict[str, dict[str, float]]:
        """Return the cost of each counter, by verb."""

    def purses(self, position: OwnPosition, side: str, /) -> Sequence[Purse]:
        """Return the points that a side has in this phase, and has spent in it."""

    def outlook(self, position: OwnPosition, side: str, /) -> Sequence[str]:
        """Return what the next turns bring and cost a side, in sentences."""


class Purse(NamedTuple):
    """The points of a stock in a phase; spending is rounded up only at its end."""

    stock: str
    points: int
    spent: float


class Tally(NamedTuple):
    """A number of units that a side needs for victory: the key in `Screen.counts`, in words."""

    side: str
    place: str
    needed: int
    told: str


class TerminalTexts(Protocol):
    """`screen/terminal.py`: terminal texts of a title with hexes that no other title has."""

    @property
    def KEYS(self) -> Mapping[str, Lines]:
        """Keys by heading; "Everywhere" and "Besides" are added to those of all titles."""

    @property
    def SIGNS(self) -> str:
        """The meanings of map signs other than terrain; "" if the terminal computes the meaning."""

    @property
    def ODDS_FORM(self) -> str:
        """The syntax of the command `odds`."""

    @property
    def EXAMPLE_CASE(self) -> str:
        """The example case for the command `help`."""

    @property
    def LISTS_EACH_ACTION(self) -> bool:
        """Whether `legal` lists each action; otherwise the hexes of a unit are listed together."""

    @property
    def NEAREST_GOAL(self) -> bool:
        """Whether the cursor starts at a unit's nearest goal.

        Otherwise at the first in the list.
        """

    def commands(self, game: OwnGame, /) -> Lines:
        """Return the commands of the line mode that other titles may not have."""

    def tally(self, game: OwnGame, /) -> Tally | None:
        """Return which units count towards victory, None if no number of units does."""

    def formation(self, game: OwnGame, counter: Mapping[str, Any], owner: str, /) -> str:
        """Return what a unit belongs to, in words; `owner` is the name of its side."""

    def short_names(self, game: OwnGame, /) -> Mapping[str, str]:
        """Return unit codes of five characters; empty: they are derived from the names."""


class PointTerminalTexts(Protocol):
    """`screen/terminal.py`: terminal texts of a title with points that no other title has."""

    @property
    def EXAMPLE(self) -> str:
        """An example of an action."""

    @property
    def EXAMPLES(self) -> str:
        """Examples of actions, as a list."""

    def menu_levels(
        self, verb: str, objects: Sequence[str], place_name: Callable[[str], str], /
    ) -> Sequence[tuple[str, tuple[str, ...]]]:
        """Return the menu levels that lead to an action: words, and the places in them.

        They are empty for verbs that need no levels of their own.
        """
