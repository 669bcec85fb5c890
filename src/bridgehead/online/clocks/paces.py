"""Paces: how much time a game gives its players (live, daily or unlimited).

Live and daily paces are one system. Each side has a **bank** of time. Each game turn has an
allowance, and a reply in the other side's turn has a short one; a player who has used up the
allowance takes time from the bank. Each game turn adds something to the bank, up to a limit. In
live games most of the time is in the bank (the main time), in daily games it is in the allowance
(the bank is the reserve).

A pace is stored as a short text: "unlimited", "live 45 120" (minutes, seconds per turn), "daily 48
168" (hours per turn, hours of reserve).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts.login_sessions import DAY

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE

UNLIMITED, LIVE, DAILY = "unlimited", "live", "daily"
MAIN = (5, 180)  # minutes: least and most
INCREMENT = (0, 900)  # seconds a turn
TURN = (12, 336)  # hours a turn
RESERVE = (0, 720)  # hours


class PaceError(BridgeheadError):
    """There is no such pace."""


@dataclass(frozen=True)
class Pace:
    """The times of a game in milliseconds, all 0 if the game is unlimited."""

    kind: str
    bank: int = 0  # the bank of each side at the start
    credit: int = 0  # what each game turn adds to the bank
    cap: int = 0  # the bank's limit for credits
    turn: int = 0  # allowance of each game turn
    reply: int = 0  # allowance of each reply
    grace: int = 0  # extra time for the first decision, and when the other side ends a pause
    gift: int = 0  # time that one gift adds
    most: int = 0  # the bank's limit for gifts

    @property
    def is_timed(self) -> bool:
        """Whether there are clocks."""
        return self.kind != UNLIMITED

    @property
    def text(self) -> str:
        """The pace as a text, as it is stored."""
        if self.kind == LIVE:
            return f"{LIVE} {self.bank // MINUTE} {self.credit // SECOND}"
        if self.kind == DAILY:
            return f"{DAILY} {self.turn // HOUR} {self.bank // HOUR}"
        return UNLIMITED


def live(minutes: int, seconds: int) -> Pace:
    """Return a live pace: main time, and the addition per game turn. PaceError out of bounds."""
    _check("the main time", minutes, MAIN, "minutes")
    _check("the time for each turn", seconds, INCREMENT, "seconds")
    return Pace(
        LIVE, bank=minutes * MINUTE, credit=seconds * SECOND, cap=2 * minutes * MINUTE,
        reply=15 * SECOND, grace=2 * MINUTE, gift=MINUTE, most=24 * HOUR,
    )  # fmt: skip


def daily(turn: int, reserve: int) -> Pace:
    """Return a daily pace: hours per game turn, and in reserve. PaceError out of bounds."""
    _check("the time for each turn", turn, TURN, "hours")
    _check("the reserve", reserve, RESERVE, "hours")
    return Pace(
        DAILY, bank=reserve * HOUR, credit=turn * HOUR // 4, cap=reserve * HOUR, turn=turn * HOUR,
        reply=12 * HOUR, grace=12 * HOUR, gift=DAY, most=60 * DAY,
    )  # fmt: skip


def _check(what: str, number: int, bounds: tuple[int, int], unit: str) -> None:
    least, most = bounds
    if not least <= number <= most:
        raise PaceError(f"{what} must be {least} to {most} {unit}, not {number}")


def read(text: str) -> Pace:
    """Return the pace of a stored text."""
    kind, *numbers = text.split()
    makers = {LIVE: live, DAILY: daily}
    if kind == UNLIMITED and not numbers:
        return Pace(UNLIMITED)
    if kind not in makers or len(numbers) != 2 or not all(map(_is_number, numbers)):
        raise PaceError(f"unknown pace {text!r}")
    return makers[kind](int(numbers[0]), int(numbers[1]))


NO_LIMIT = Pace(UNLIMITED)

# Choices by name; the page has the texts of the names
PRESETS: Mapping[str, Pace] = {
    "unlimited": NO_LIMIT,
    "quick": live(20, 30),
    "evening": live(45, 120),
    "long": live(90, 300),
    "brisk": daily(24, 72),
    "daily": daily(48, 168),
    "slow": daily(96, 336),
}


def of_form(form: Mapping[str, str]) -> Pace:
    """Return the pace chosen in a form; PaceError if it is invalid."""
    chosen = form.get("pace", UNLIMITED)
    if chosen == "own-live":
        return live(_number(form, "main"), _number(form, "increment"))
    if chosen == "own-daily":
        return daily(_number(form, "turn"), _number(form, "reserve"))
    if chosen not in PRESETS:
        raise PaceError("choose how much time each side has")
    return PRESETS[chosen]


def _number(form: Mapping[str, str], name: str) -> int:
    text = form.get(name, "").strip()
    if not _is_number(text):
        raise PaceError(f"{text!r} must be a whole number")
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 6
