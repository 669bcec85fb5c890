"""Two options of the titles that know draws: "any lead wins", and a bid of points for one side.

`any_lead` is on or off, like other options. A bid is an option with a value, `bid=SIDE:POINTS`, for
example `bid=egypt:2.5`: SIDE has that many more victory points from start to end. They count
wherever victory points decide; an immediate victory is not affected.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from bridgehead.core.errors import UnknownOption
from bridgehead.core.titles.options import BID, name_and_value, name_of
from bridgehead.core.titles.title_file import PLAYERS, title_file

ANY_LEAD = "any_lead"
FORM = f"{BID}=SIDE:POINTS"
MOST = 100  # victory points of a bid
SENTENCES = {
    ANY_LEAD: "the side that is ahead in victory points at the end wins, however small its lead; "
    "only equal points are a draw",
}
SENTENCE = "one side has so many victory points more, in steps of a half, from the start"


@dataclass(frozen=True)
class Bid:
    """Victory points that one side is given from the start."""

    side: str
    half_points: int

    @property
    def points(self) -> float:
        """The points."""
        return in_points(self.half_points)

    def __str__(self) -> str:
        return f"{BID}={self.side}:{self.points:g}"


def in_points(half_points: int) -> float:
    """Return half points as points, whole ones as a whole number."""
    return half_points // 2 if half_points % 2 == 0 else half_points / 2


def read_bid(option: str, sides: Sequence[str]) -> Bid:
    """Return the bid of an option; UnknownOption if it is invalid."""
    side, _, number = name_and_value(option)[1].partition(":")
    try:
        half_points = float(number) * 2
    except ValueError:
        half_points = 0.0
    if side not in sides or not 1 <= half_points <= 2 * MOST or half_points != int(half_points):
        raise UnknownOption(
            f"{option!r} is not a bid: write {FORM}, with {' or '.join(sides)} and from 0.5 to "
            f"{MOST} points in steps of a half, as {Bid(sides[-1], 5)}"
        )
    return Bid(side, int(half_points))


def bid_of(options: Iterable[str], sides: Sequence[str]) -> Bid | None:
    """Return the bid among the options of a game, None if there is none."""
    return next((read_bid(one, sides) for one in options if name_of(one) == BID), None)


def half_points_of_first(options: Iterable[str], sides: Sequence[str]) -> int:
    """Return the half points given to the first side; negative if the second side gets them."""
    bid = bid_of(options, sides)
    if bid is None:
        return 0
    return bid.half_points if bid.side == sides[0] else -bid.half_points


@dataclass(frozen=True)
class MeasuredBid:
    """The bid that makes games between "general" players even, as measured."""

    options: tuple[str, ...]  # the options of the measured games, except the bid
    bid: str  # the option, "" if the game is even without a bid
    games: int
    score: float  # the first side's score with the bid, from 0 to 1
    error: float  # the standard error of the score


@cache
def measured_bids(package: str, game_id: str) -> tuple[MeasuredBid, ...]:
    """Return the measured bids of a game from the title's `data/players.toml`."""
    found: list[dict[str, Any]] = title_file(package, PLAYERS).get("bids", [])
    return tuple(
        MeasuredBid(
            tuple(one["options"]), one["bid"], one["games"], one["score"], one["standard_error"]
        )
        for one in found
        if one["game"] == game_id
    )
