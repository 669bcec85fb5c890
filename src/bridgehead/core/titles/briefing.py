"""Briefings before the first move, and goals: how near each side is to victory.

A title has `data/briefing.toml`, which `briefing` reads, and in `screen/goals.py` a function
`goals(position, viewer)` that returns its victory conditions as `Goal`s. Screens show the briefing
as a card, and the goals as a tracker whose places are highlighted on the map. Both are members of
the `Title`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from bridgehead.core.titles.title_file import title_file


@dataclass(frozen=True)
class SideBriefing:
    """The briefing of one side: how it wins, what to watch, what to do first."""

    wins: str
    worries: tuple[str, ...]
    first: tuple[str, ...]  # first moves to consider


@dataclass(frozen=True)
class Balance:
    """Results of games between the strongest players, in percent, with their source."""

    options: tuple[str, ...]  # the options of the measured games
    wins: dict[str, int]  # by side; the rest of 100 were draws
    source: str


@dataclass(frozen=True)
class Briefing:
    """The briefing of a game."""

    situation: str  # three sentences
    minutes: int  # of a game against the computer
    length: str  # how long the game lasts, in turns
    easier: str  # the side for a first game
    balance: tuple[Balance, ...]
    sides: dict[str, SideBriefing]

    def balance_with(self, options: Iterable[str]) -> Balance | None:
        """Return the balance with these options, None if it was not measured."""
        wanted = set(options)
        return next((one for one in self.balance if set(one.options) == wanted), None)


@dataclass(frozen=True)
class Goal:
    """A victory condition: a side's progress, and the places where it is decided.

    `need` is 1 for a condition that either holds or does not. `side` is the side that needs it, or
    that is ahead; None if it favors neither. Goals of one `group` win together, without waiting for
    the end of the game; goals without a group are listed first.
    """

    side: str | None
    text: str
    case: str  # of the rulebook
    have: float
    need: float
    met: bool
    places: tuple[str, ...] = ()  # hexes or points to highlight
    broken: tuple[str, ...] = ()  # those of them where the condition fails
    marks: tuple[str, ...] = ()  # those of them that the map marks as objectives
    note: str = ""
    group: str = ""


@cache
def briefing(package: str, game: str) -> Briefing:
    """Return the briefing of a game from its title's data/briefing.toml.

    KeyError if there is none.
    """
    cards = title_file(package, "briefing.toml")
    found = cards[cards[game].get("same_as", game)]
    sides = {
        side: SideBriefing(told["wins"], tuple(told["worries"]), tuple(told["first"]))
        for side, told in found["sides"].items()
    }
    balance = tuple(
        Balance(tuple(one["options"]), dict(one["wins"]), one["source"]) for one in found["balance"]
    )
    return Briefing(
        found["situation"], found["minutes"], found["length"], found["easier"], balance, sides
    )
