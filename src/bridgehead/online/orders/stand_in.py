"""Stand-ins: a computer that plays for a person who is away, where both have agreed to that.

The creator of a challenge names the computer, and whoever takes the challenge agrees. Either of
the two can then let it play: until their next turn, for a day, until they come back, or during a
vacation. If this is agreed too, it also takes over from a player whose time is up, who would lose
otherwise. A player's own decision ends the absence at once.

The journal says when an absence begins (`away`) and ends (`back`), and which actions were the
computer's. The text of an `away` entry says how long it lasts:

| text | until |
|---|---|
| `turn N` | the side's own turn begins, in game turn N or later |
| `until TIME`, `vacation TIME` | that time in ms, or the player comes back |
| `back` | the player comes back |
| `time COUNT` | the same, after the player's time was up when so many actions had been made |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bridgehead import players
from bridgehead.core.errors import BridgeheadError, IllegalAction
from bridgehead.online.accounts.login_sessions import DAY
from bridgehead.online.clocks.paces import LIVE, Pace

NOBODY = ""
TURN, UNTIL, VACATION, BACK, TIME = "turn", "until", "vacation", "back", "time"
CHOICES = (TURN, "day", BACK, VACATION)  # what a player can ask for


class StandInError(BridgeheadError):
    """There can be no such agreement."""


@dataclass(frozen=True)
class StandIn:
    """The agreement of both players about a computer that plays for whoever is away."""

    computer: str
    on_time: bool = False  # whether it takes over from a player whose time is up

    @classmethod
    def of_form(cls, form: Mapping[str, str], title: str, pace: Pace) -> StandIn | None:
        """Return the agreement in a form, None for nobody; StandInError if it is invalid."""
        computer = form.get("stand_in", NOBODY)
        if computer == NOBODY:
            return None
        if computer not in players.names(title):
            raise StandInError(f"{computer[:20]!r} is no computer player of this game")
        if pace.kind == LIVE:
            raise StandInError(
                "in a live game no computer plays for somebody who is away: choose a game by "
                "days, or nobody"
            )
        return cls(computer, form.get("stand_in_on_time") == "yes")


@dataclass(frozen=True)
class Absence:
    """An absence, as the text of its journal entry says it."""

    kind: str
    number: int = 0  # a turn, a time or a count of actions

    @classmethod
    def read(cls, text: str) -> Absence:
        """Return the absence of a text; StandInError if it is none."""
        kind, *rest = text.split(" ")
        if kind == BACK and not rest:
            return cls(kind)
        if kind not in (TURN, UNTIL, VACATION, TIME) or len(rest) != 1 or not rest[0].isdigit():
            raise StandInError(f"{text!r} is no absence")
        return cls(kind, int(rest[0]))

    @property
    def text(self) -> str:
        """The absence as the journal keeps it."""
        return self.kind if self.kind == BACK else f"{self.kind} {self.number}"

    def within(self, left: int | None, now: int) -> Absence:
        """Return the absence cut to the time that is left; IllegalAction if there is none.

        An absence until the side's turn is not cut: it is not for the player to say when that is.
        """
        if left is None:
            return self
        if left <= 0:
            raise IllegalAction(
                "away",
                "the computer has played for you for as many days as this tournament allows in a "
                "game",
            )
        if self.kind == BACK:
            return Absence(UNTIL, now + left)
        if self.kind in (UNTIL, VACATION):
            return Absence(self.kind, min(self.number, now + left))
        return self

    def is_over(self, side: str, position: Any, now: int) -> bool:
        """Whether it has ended in a position at a time."""
        if self.kind == TURN:
            return bool(position.side == side and position.turn >= self.number)
        return self.kind in (UNTIL, VACATION) and now >= self.number


def asked(what: object, side: str, position: Any, now: int, vacation: int | None) -> Absence:
    """Return the absence that a side asks for; IllegalAction if it is not possible.

    `vacation` is the end of the player's vacation, None if they are on none.
    """
    if what == TURN:
        return Absence(TURN, int(position.turn) + (position.side == side))
    if what == "day":
        return Absence(UNTIL, now + DAY)
    if what == BACK:
        return Absence(BACK)
    if what != VACATION:
        raise IllegalAction("away", f"{what!r} must be one of {', '.join(CHOICES)}")
    if vacation is None:
        raise IllegalAction("away", "you are not on vacation: begin one in the settings")
    return Absence(VACATION, vacation)
