"""What the games of an account come to: results by scenario and computer, ratings, all games.

Public games only or, for the account itself, its private games, too.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, func, select

from bridgehead.core.titles.games import game_info
from bridgehead.core.titles.options import SCENARIO, value_of
from bridgehead.online.accounts import time_zones
from bridgehead.online.database.tables import ACCOUNT, GAME, OUTCOME, PLAYED, RATED, SEAT
from bridgehead.online.games.listings import Tally, counts_by, shown_to
from bridgehead.online.ratings import ratings

COURSE = 500  # rated games in the courses of an account's ratings, the last ones
WRITTEN = 10_000  # games in a file, the last ones
COLUMNS = (
    "ended", "id", "game", "title", "edition", "scenario", "options", "side", "opponent", "result",
    "ending", "turn", "rated", "rating", "change", "public",
)  # fmt: skip
RESULTS = {1.0: "won", 0.5: "drawn", 0.0: "lost"}


@dataclass(frozen=True)
class RatedGame:
    """A step in the course of a rating: the rating after a game, and by how much it changed."""

    game: str
    ended: int
    rating: int
    change: int
    title: str = ""
    side: str = ""


@dataclass(frozen=True)
class Gained:
    """What rated games of one kind brought: their number, and by how much the rating changed."""

    games: int = 0
    change: int = 0

    def plus(self, change: int) -> Gained:
        """Return the sum after one more game."""
        return Gained(self.games + 1, self.change + change)


@dataclass(frozen=True)
class GainedBy:
    """What rated games brought by title and side, by title and scenario, and by opponents."""

    sides: Mapping[tuple[str, str], Gained]
    scenarios: Mapping[tuple[str, str], Gained]
    people: Gained
    computers: Gained


def by_scenario(
    connection: Connection, account: str, *, everything: bool
) -> list[tuple[str, str, Tally]]:
    """Return results by game and scenario ("" for the whole game), the most played first."""
    found: Counter[tuple[str, str, str]] = Counter()
    wanted = (
        select(PLAYED.c.title, GAME.c.options, *counts_by())
        .join(GAME, GAME.c.id == PLAYED.c.game)
        .where(PLAYED.c.account == account, *shown_to(everything=everything))
        .group_by(PLAYED.c.title, GAME.c.options)
    )
    for row in connection.execute(wanted):
        scenario = value_of(json.loads(row.options), SCENARIO)
        for name in ("won", "drawn", "lost"):
            found[row.title, scenario, name] += int(getattr(row, name))
    keys = {key[:2] for key in found}
    rows = [
        (*key, Tally(*(found[(*key, name)] for name in ("won", "drawn", "lost")))) for key in keys
    ]
    counted = [row for row in rows if row[2].games]
    return sorted(counted, key=lambda row: (-row[2].games, row[0], row[1]))


def against_computers(
    connection: Connection, account: str, *, everything: bool
) -> list[tuple[str, Tally]]:
    """Return results against each computer player, the most played first."""
    wanted = (
        select(SEAT.c.computer, *counts_by())
        .join(SEAT, SEAT.c.game == PLAYED.c.game)
        .where(PLAYED.c.account == account, SEAT.c.computer.is_not(None))
        .where(*shown_to(everything=everything))
        .group_by(SEAT.c.computer)
        .order_by(func.count().desc(), SEAT.c.computer)
    )
    found = [
        (row.computer, Tally(row.won, row.drawn, row.lost)) for row in connection.execute(wanted)
    ]
    return [one for one in found if one[1].games]


def courses(
    connection: Connection, account: str, *, everything: bool
) -> dict[str, list[RatedGame]]:
    """Return the course of an account's rating in each pool, the oldest game first."""
    wanted = (
        select(
            RATED.c.pool,
            RATED.c.game,
            RATED.c.changes,
            PLAYED.c.side,
            PLAYED.c.ended,
            PLAYED.c.title,
        )
        .join(PLAYED, PLAYED.c.game == RATED.c.game)
        .where(PLAYED.c.account == account, *shown_to(everything=everything))
        .order_by(PLAYED.c.ended.desc(), RATED.c.number.desc())
        .limit(COURSE)
    )
    found: dict[str, list[RatedGame]] = {}
    for row in reversed(connection.execute(wanted).all()):
        change = json.loads(row.changes).get(row.side)
        if change is not None:
            told = ratings.told_change(change)
            step = RatedGame(
                row.game, row.ended, told["rating"], told["change"], row.title, row.side
            )
            found.setdefault(row.pool, []).append(step)
    return dict(sorted(found.items()))


def gained(connection: Connection, account: str, *, everything: bool) -> GainedBy:
    """Return by how much an account's ratings changed, by what it played and against whom."""
    wanted = (
        select(RATED.c.changes, PLAYED.c.side, PLAYED.c.title, PLAYED.c.against, GAME.c.options)
        .join(PLAYED, PLAYED.c.game == RATED.c.game)
        .join(GAME, GAME.c.id == RATED.c.game)
        .where(PLAYED.c.account == account, *shown_to(everything=everything))
    )
    sides: defaultdict[tuple[str, str], Gained] = defaultdict(Gained)
    scenarios: defaultdict[tuple[str, str], Gained] = defaultdict(Gained)
    against = {True: Gained(), False: Gained()}
    for row in connection.execute(wanted):
        found = json.loads(row.changes).get(row.side)
        if found is None:
            continue
        change = ratings.told_change(found)["change"]
        scenario = value_of(json.loads(row.options), SCENARIO)
        is_person = row.against is not None
        sides[row.title, row.side] = sides[row.title, row.side].plus(change)
        scenarios[row.title, scenario] = scenarios[row.title, scenario].plus(change)
        against[is_person] = against[is_person].plus(change)
    return GainedBy(sides, scenarios, against[True], against[False])


def written(connection: Connection, account: str, *, everything: bool) -> list[dict[str, Any]]:
    """Return an account's finished games with the names of `COLUMNS`, the oldest first."""
    rows = connection.execute(_written_wanted(account, everything=everything)).all()
    return list(_told(rows[::-1]))


def _written_wanted(account: str, *, everything: bool) -> Select[Any]:
    told = (
        PLAYED.c.game, PLAYED.c.ended, PLAYED.c.title, PLAYED.c.side, PLAYED.c.score,
        PLAYED.c.listed, GAME.c.options, GAME.c.summary, GAME.c.rated, OUTCOME.c.ending,
        ACCOUNT.c.name, SEAT.c.computer, RATED.c.changes,
    )  # fmt: skip
    return (
        select(*told)
        .join(GAME, GAME.c.id == PLAYED.c.game)
        .join(OUTCOME, OUTCOME.c.game == PLAYED.c.game)
        .join(SEAT, (SEAT.c.game == PLAYED.c.game) & (SEAT.c.side != PLAYED.c.side))
        .outerjoin(ACCOUNT, ACCOUNT.c.id == PLAYED.c.against)
        .outerjoin(RATED, RATED.c.game == PLAYED.c.game)
        .where(PLAYED.c.account == account, *shown_to(everything=everything))
        .order_by(PLAYED.c.ended.desc(), PLAYED.c.game.desc())
        .limit(WRITTEN)
    )


def _told(rows: Sequence[Any]) -> Iterator[dict[str, Any]]:
    for row in rows:
        info, options = game_info(row.title), json.loads(row.options)
        change = json.loads(row.changes).get(row.side) if row.changes else None
        rated = ratings.told_change(change) if change is not None else {}
        yield {
            "ended": time_zones.iso(row.ended), "id": row.game, "game": row.title,
            "title": info.title, "edition": info.edition,
            "scenario": value_of(options, SCENARIO), "options": options, "side": row.side,
            "opponent": row.name or row.computer or "", "result": RESULTS.get(row.score, "other"),
            "ending": row.ending, "turn": json.loads(row.summary).get("turn"),
            "rated": bool(row.rated), "rating": rated.get("rating"),
            "change": rated.get("change"), "public": bool(row.listed),
        }  # fmt: skip
