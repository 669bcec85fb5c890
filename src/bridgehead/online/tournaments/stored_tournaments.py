"""Tournaments as the database keeps them: reading, and what they have come to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from bridgehead.core.positions.ending import CANCELLED as CANCELLED_GAME
from bridgehead.core.titles.games import game_info
from bridgehead.online.database.tables import ACCOUNT, OUTCOME
from bridgehead.online.database.tournament_tables import (
    BYE,
    ENTRANT,
    LEAGUE_GROUP,
    PAIRING,
    TOURNAMENT,
)
from bridgehead.online.games.games import UnknownGameError
from bridgehead.online.tournaments import plans
from bridgehead.online.tournaments.plans import Plan
from bridgehead.online.tournaments.standings import Line, Result, Rules, standings

ENTERING, RUNNING, OVER, CANCELLED = "entering", "running", "over", "cancelled"
WHOLE = 0  # the part of a tournament that is its final, or all of it
LISTED = 50
OF_OUTCOME = ("winner", "ending", "points", "ended", "title", "walkover")


@dataclass(frozen=True)
class Entrant:
    """A player who takes part. `replaces` is the withdrawn account whose place this one took."""

    account: str
    name: str
    withdrawn: int | None
    seed: int = 0
    part: int = WHOLE
    replaces: str | None = None


@dataclass(frozen=True)
class Played:
    """A pairing: its game, if it has begun, and the result. `part` is the number of its group."""

    number: int
    game: str | None
    result: Result
    is_over: bool = False  # also for a cancelled game, which has no score
    part: int = WHOLE

    @property
    def players(self) -> tuple[str, str]:
        """Both players, the first side's first."""
        return self.result.first, self.result.second

    @property
    def round(self) -> int:
        """The number of its round, from 1."""
        return self.result.round


@dataclass(frozen=True)
class Part:
    """A group, the final, or a whole tournament: its players and its standings."""

    number: int  # of the group; WHOLE: none
    lines: tuple[Line, ...]
    pairings: tuple[Played, ...]
    byes: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Tournament:
    """A tournament as its rows describe it."""

    id: str
    plan: Plan
    state: str
    creator: str
    created: int
    began: int | None
    ended: int | None
    entrants: tuple[Entrant, ...]
    pairings: tuple[Played, ...] = ()
    byes: tuple[tuple[str, int], ...] = ()  # player and round

    @property
    def replaced(self) -> dict[str, str]:
        """Who has taken over from whom."""
        return {one.replaces: one.account for one in self.entrants if one.replaces is not None}

    @property
    def gone(self) -> dict[str, int]:
        """The players who have withdrawn and whom nobody replaces, with the times."""
        return {
            one.account: one.withdrawn
            for one in self.entrants
            if one.withdrawn is not None and one.account not in self.replaced
        }

    def entrant(self, account: str | None) -> Entrant | None:
        """Return a player's entry, None if there is none."""
        return next((one for one in self.entrants if one.account == account), None)

    def holder(self, account: str) -> str:
        """Return who now has the place of a player: the player or a substitute."""
        known = self.replaced
        while account in known:
            account = known[account]
        return account

    @property
    def last_round(self) -> int:
        """The number of the last round that was paired, 0 before the first."""
        return max((one.round for one in self.pairings if one.part == WHOLE), default=0)

    def part(self, number: int = WHOLE) -> Part:
        """Return one part with its standings: a group by its number, or the final or the whole."""
        pairings = tuple(one for one in self.pairings if one.part == number)
        places = [one for one in self.entrants if one.account not in self.replaced]
        if number != WHOLE:
            places = [one for one in places if one.part == number]
        elif self.plan.format == plans.GROUPS:
            finalists = {self.holder(each) for one in pairings for each in one.players}
            places = [one for one in places if one.account in finalists]
        ordered = [one.account for one in sorted(places, key=lambda one: one.seed)]
        byes = tuple((self.holder(who), at) for who, at in self.byes)
        swiss = self.plan.rounds if self.plan.format == plans.SWISS else 0
        rules = Rules(self.plan.tie_breaks, self.plan.legs, swiss)
        results = [self._of_holders(one.result) for one in pairings]
        gone = {who: time for who, time in self.gone.items() if who in ordered}
        lines = standings(ordered, results, gone, rules, byes)
        return Part(number, tuple(lines), pairings, byes)

    def parts(self) -> list[Part]:
        """Return all parts: the final first, then the groups; or the whole tournament."""
        numbers = sorted({one.part for one in self.pairings})
        return [self.part(number) for number in numbers or [WHOLE]]

    def standings(self) -> list[Line]:
        """Return the present standings of the final or of the whole tournament."""
        return list(self.part().lines)

    def _of_holders(self, one: Result) -> Result:
        return Result(
            self.holder(one.first), self.holder(one.second), one.score, one.lead, one.ended,
            one.is_walkover, one.round,
        )  # fmt: skip


def load(connection: Connection, tournament: str) -> Tournament:
    """Return a tournament with all its games; UnknownGameError if there is none."""
    row = connection.execute(select(TOURNAMENT).where(TOURNAMENT.c.id == tournament)).one_or_none()
    if row is None:
        raise UnknownGameError("there is no such tournament")
    byes = connection.execute(select(BYE).where(BYE.c.tournament == tournament))
    return _tournament(
        row, entrants(connection, tournament), _pairings(connection, tournament),
        tuple((each.account, each.round) for each in byes),
    )  # fmt: skip


def listing(connection: Connection) -> list[tuple[Tournament, int]]:
    """List tournaments with their numbers of entries.

    Open tournaments come first, then running, then finished ones.
    """
    rows: list[Any] = []
    own = TOURNAMENT.c.id.not_in(select(LEAGUE_GROUP.c.tournament))  # leagues list their groups
    for state in (ENTERING, RUNNING, OVER):
        wanted = select(TOURNAMENT).where(TOURNAMENT.c.state == state, own)
        rows += connection.execute(wanted.order_by(TOURNAMENT.c.created.desc()).limit(LISTED))
    counts = connection.execute(
        select(ENTRANT.c.tournament, func.count().label("entered"))
        .where(ENTRANT.c.tournament.in_([row.id for row in rows]), ENTRANT.c.replaces.is_(None))
        .group_by(ENTRANT.c.tournament)
    )
    entered = {row.tournament: row.entered for row in counts}
    return [(_tournament(row), entered.get(row.id, 0)) for row in rows]


def of_game(connection: Connection, game: str) -> tuple[str, str] | None:
    """Return the id and the name of the tournament of a game."""
    row = connection.execute(
        select(TOURNAMENT.c.id, TOURNAMENT.c.name)
        .join(PAIRING, PAIRING.c.tournament == TOURNAMENT.c.id)
        .where(PAIRING.c.game == game)
    ).one_or_none()
    return None if row is None else (row.id, row.name)


def entrants(connection: Connection, tournament: str) -> tuple[Entrant, ...]:
    """Return the players of a tournament in the order in which they have entered."""
    rows = connection.execute(
        select(ENTRANT, ACCOUNT.c.name)
        .join(ACCOUNT, ACCOUNT.c.id == ENTRANT.c.account)
        .where(ENTRANT.c.tournament == tournament)
        .order_by(ENTRANT.c.entered, ENTRANT.c.account)
    )
    return tuple(
        Entrant(row.account, row.name, row.withdrawn, row.seed, row.part, row.replaces)
        for row in rows
    )


def _tournament(
    row: Any,
    entered: tuple[Entrant, ...] = (),
    pairings: tuple[Played, ...] = (),
    byes: Sequence[tuple[str, int]] = (),
) -> Tournament:
    return Tournament(
        row.id, plans.of_row(row), row.state, row.creator, row.created, row.began, row.ended,
        entered, pairings, tuple(byes),
    )  # fmt: skip


def _pairings(connection: Connection, tournament: str) -> tuple[Played, ...]:
    rows = connection.execute(
        select(PAIRING, *(OUTCOME.c[name] for name in OF_OUTCOME))
        .outerjoin(OUTCOME, OUTCOME.c.game == PAIRING.c.game)
        .where(PAIRING.c.tournament == tournament)
        .order_by(PAIRING.c.number)
    )
    return tuple(
        Played(row.number, row.game, _result(row), row.winner is not None, row.part) for row in rows
    )


def _result(row: Any) -> Result:
    if row.winner is None or row.ending == CANCELLED_GAME:
        return Result(row.first, row.second, round=row.round)
    first, second = game_info(row.title).sides
    score = 0.5 if row.winner == "draw" else float(row.winner == first)
    points = json.loads(row.points) if row.points else None
    lead = None if points is None else points[first] - points[second]
    return Result(row.first, row.second, score, lead, row.ended, bool(row.walkover), row.round)
