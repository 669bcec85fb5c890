"""The plan of a tournament: its format, its sizes and its rules, as its creator has chosen them.

| format | who meets whom |
|---|---|
| `all` | each player meets each other player once |
| `groups` | the same in groups; the best of each group meet each other in a final |
| `swiss` | a number of rounds, each against somebody with a similar score, nobody twice |

An encounter of two players is one game, or two mirrored games with the sides swapped.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from bridgehead.core.titles.games import check_options
from bridgehead.online.accounts.login_sessions import DAY
from bridgehead.online.accounts.look_alikes import has_piles, has_unseen
from bridgehead.online.clocks import paces
from bridgehead.online.games.games import GameError
from bridgehead.online.orders.stand_in import StandIn
from bridgehead.online.tournaments.tie_breaks import BREAKS, BUCHHOLZ, CUT

ALL, GROUPS, SWISS = "all", "groups", "swiss"
FORMATS = (ALL, GROUPS, SWISS)
FEWEST = 2  # players
MOST = {ALL: 12, GROUPS: 48, SWISS: 32}
IN_FINAL = 12  # most players
IN_GROUP = (3, 8)  # players
ROUNDS = (1, 11)  # of a Swiss tournament
LEGS = (1, 2)  # games of an encounter
TOGETHER = (0, 1, 2, 4, 8)  # games that a player has at the same time; 0: all
LATEST = 90 * DAY  # until entries close
USUAL_BREAKS = {
    ALL: ("berger", "direct", "wins", "lead"),
    GROUPS: ("berger", "direct", "wins", "lead"),
    SWISS: (CUT, BUCHHOLZ, "direct", "wins", "lead"),
}
AWAY_DAYS = (1, 3, 7, 14, 30)  # for which a computer may play for a player, in each game
STORED = (
    "format", "legs", "rounds", "group_size", "finalists_each", "breaks", "substitutes", "vacation",
    "stand_in", "stand_in_on_time", "away_days",
)  # fmt: skip


@dataclass(frozen=True)
class Plan:
    """The settings of a tournament."""

    name: str
    title: str
    options: tuple[str, ...]
    pace: str
    is_rated: bool
    size: int
    together: int
    closes: int | None
    format: str = ALL
    legs: int = 2
    rounds: int = 0  # of a Swiss tournament
    group_size: int = 0
    finalists_each: int = 0  # players of each group who go on to the final
    breaks: tuple[str, ...] = ()  # in this order; none: the usual ones
    substitutes: bool = False  # whether others may take over for players who withdraw
    vacation: bool = False  # whether vacations stop the clocks
    stand_in: str = ""  # the computer that plays for players who are away
    stand_in_on_time: bool = False  # whether it takes over from players whose time is up
    away_days: int = 0  # for which it may play for a player, in each game; 0: no limit

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """The tie-breaks, in their order."""
        return self.breaks or USUAL_BREAKS[self.format]

    @property
    def agreement(self) -> StandIn | None:
        """The computer that plays for players who are away."""
        return StandIn(self.stand_in, self.stand_in_on_time) if self.stand_in else None

    @property
    def stored(self) -> str:
        """The settings that have no column of their own, as JSON."""
        return json.dumps({name: getattr(self, name) for name in STORED})


def of_row(row: Any) -> Plan:
    """Return the plan in a tournament's row."""
    stored = json.loads(row.settings)
    return Plan(
        row.name, row.title, tuple(json.loads(row.options)), row.pace, bool(row.rated), row.size,
        row.together, row.closes, **{**stored, "breaks": tuple(stored.get("breaks", ()))},
    )  # fmt: skip


def check(plan: Plan, time: int) -> None:
    """Raise GameError if there can be no such tournament at a time."""
    if not 3 <= len(plan.name) <= 60 or has_unseen(plan.name):
        raise GameError("the name of a tournament must have 3 to 60 characters that can be seen")
    if has_piles(plan.name):
        raise GameError("the name of a tournament must not have many accents on one letter")
    if plan.format not in FORMATS:
        raise GameError(f"{plan.format[:20]!r} must be one of {', '.join(FORMATS)}")
    if not FEWEST <= plan.size <= MOST[plan.format]:
        raise GameError(
            f"a tournament of this format can have {FEWEST} to {MOST[plan.format]} players"
        )
    if plan.legs not in LEGS:
        raise GameError("an encounter has 1 or 2 games")
    if plan.together not in TOGETHER:
        raise GameError("choose the number of simultaneous games per player")
    check_options(plan.title, plan.options)
    _check_format(plan)
    _check_breaks(plan)
    _check_pace(plan)
    _check_help(plan)
    if plan.closes is not None and not time < plan.closes <= time + LATEST:
        raise GameError("entries must close within the next 90 days")


def _check_format(plan: Plan) -> None:
    if plan.format == SWISS and not ROUNDS[0] <= plan.rounds <= min(ROUNDS[1], plan.size - 1):
        raise GameError(
            f"a Swiss tournament has {ROUNDS[0]} to {ROUNDS[1]} rounds, and fewer than players"
        )
    if plan.format != GROUPS:
        return
    least, most = IN_GROUP
    if not least <= plan.group_size <= most:
        raise GameError(f"a group has {least} to {most} players")
    if not 1 <= plan.finalists_each < plan.group_size:
        raise GameError("fewer players must go on to the final than a group has")
    finalists = plan.finalists_each * -(-plan.size // plan.group_size)
    if not FEWEST <= finalists <= IN_FINAL:
        raise GameError(
            f"the final would have {finalists} players, and it can have {FEWEST} to {IN_FINAL}: "
            "choose other groups, or another number of players who go on"
        )


def _check_breaks(plan: Plan) -> None:
    """Raise GameError for tie-breaks that do not exist, that repeat or that decide nothing."""
    for one in plan.breaks:
        if one not in BREAKS:
            raise GameError(f"{one[:20]!r} must be one of {', '.join(BREAKS)}")
    if len(set(plan.breaks)) < len(plan.breaks):
        raise GameError("choose each tie-break only once")
    if plan.format != SWISS and {BUCHHOLZ, CUT} & set(plan.breaks):
        raise GameError(
            "Buchholz is for Swiss tournaments: where each meets each, all have the same opponents"
        )


def _check_help(plan: Plan) -> None:
    """Raise GameError or StandInError for a computer's help that cannot be."""
    form = {"stand_in": plan.stand_in}
    StandIn.of_form(form, plan.title, paces.read(plan.pace))
    if plan.away_days not in (0, *AWAY_DAYS):
        raise GameError(f"choose for how many days a computer plays: {AWAY_DAYS}, or without limit")
    if plan.stand_in_on_time and plan.away_days:
        raise GameError(
            "a computer that takes over when the time is up plays until the player is back: "
            "choose no limit of days"
        )
    if not plan.stand_in and (plan.away_days or plan.stand_in_on_time):
        raise GameError("choose the computer that plays for players who are away")


def _check_pace(plan: Plan) -> None:
    """Raise GameError for a pace at which the tournament may never end or cannot be played."""
    pace = paces.read(plan.pace)
    if not pace.is_timed:
        raise GameError(
            "a tournament needs a clock, live or daily: otherwise it waits for ever for a player "
            "who stays away"
        )
    if pace.kind == paces.LIVE and plan.together != 1:
        raise GameError("with live clocks each player has one game at a time: choose 1")
