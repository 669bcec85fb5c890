"""What a player should know before the first move, and how near each side is to winning.

A title has `data/briefing.toml`, which `briefing` reads, and in `screen/goals.py` a function
`goals(position, viewer)` that returns its victory conditions as `Goal`s. Screens show both: the
briefing as a card, the goals as a tracker whose places light up on the map. Both are members of
the `Title`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from bridgehead.core.title_file import title_file


@dataclass(frozen=True)
class SideBriefing:
    """What one side should know: how it wins, what to watch, what to do first."""

    wins: str
    worries: tuple[str, ...]
    first: tuple[str, ...]  # first moves to consider


@dataclass(frozen=True)
class Balance:
    """How games between the strongest players ended, in percent, and where that was measured."""

    options: tuple[str, ...]  # those that the games were played with
    wins: dict[str, int]  # by side; what is missing of 100 was drawn
    source: str


@dataclass(frozen=True)
class Briefing:
    """What a newcomer should know of a game."""

    situation: str  # three sentences
    minutes: int  # that a game against the computer takes
    length: str  # how long the game lasts, in turns
    easier: str  # the side for a first game
    balance: tuple[Balance, ...]
    sides: dict[str, SideBriefing]

    def balance_with(self, options: Iterable[str]) -> Balance | None:
        """Return the balance with these options, None where nobody has measured it."""
        wanted = set(options)
        return next((one for one in self.balance if set(one.options) == wanted), None)


@dataclass(frozen=True)
class Goal:
    """A victory condition: how far a side has come, and where it is decided.

    `need` is 1 for a condition that holds or does not. `side` is the side that needs it, or that is
    ahead; None if it favors neither. Goals of one `group` win together, without waiting for the
    end of the game; those without a group are the first that one looks at.
    """

    side: str | None
    text: str
    case: str  # of the rulebook
    have: float
    need: float
    met: bool
    places: tuple[str, ...] = ()  # hexes or points that light up
    broken: tuple[str, ...] = ()  # those of them where it fails
    marks: tuple[str, ...] = ()  # those of them that the map marks as objectives
    note: str = ""
    group: str = ""


@cache
def briefing(package: str, game: str) -> Briefing:
    """Return the briefing of a game from its title's data/briefing.toml; KeyError without one."""
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
