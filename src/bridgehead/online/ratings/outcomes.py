"""The stored outcome of a game, for lists, ratings and tournaments.

All of it is written in the transaction that appends the last entry. It can be computed again from
the row and the journal of the game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, insert, select, update

from bridgehead.core.positions.ending import DELETED, DRAW, UNCOUNTED, WITHDRAWN
from bridgehead.core.titles.games import game_info
from bridgehead.online.database.tables import GAME, OUTCOME, PLAYED, SEAT
from bridgehead.online.database.tournament_tables import PAIRING, TOURNAMENT
from bridgehead.online.ratings import ratings

NOTHING = -1.0  # the score of a game that was neither won, drawn nor lost


def keep(
    connection: Connection,
    game: str,
    result: Mapping[str, Any],
    closing: Mapping[str, Any],
    time: int,
) -> None:
    """Store how a game ended; rate it if it is a rated game.

    `closing` has the number of decisions of each side (`by`), how many of them `computers` made for
    absent players, the sides that have `left` (their time was up, and a computer played on), the
    number of `rolls` (including those that were taken back), and the `points` of both sides.
    """
    row = connection.execute(select(GAME).where(GAME.c.id == game)).one()
    seats = {
        seat.side: seat for seat in connection.execute(select(SEAT).where(SEAT.c.game == game))
    }
    sides = [side for side in game_info(row.title).sides if side in seats]
    winner, points = str(result["winner"]), closing.get("points")
    counts = result.get("ending") not in UNCOUNTED
    decisions = sum(closing["by"].values())
    own = own_decisions(closing)
    common = {"game": game, "title": row.title, "ended": time, "listed": row.listed}
    connection.execute(
        insert(OUTCOME).values(
            **common,
            winner=winner,
            ending=str(result.get("ending", ""))[:32],
            decisions=decisions,
            walkover=int(_is_walkover(winner, result, own)),
            points=None if points is None else json.dumps(points),
        )
    )
    for side in sides:
        other = next((one for one in sides if one != side), side)
        connection.execute(
            insert(PLAYED).values(
                **common,
                side=side,
                account=seats[side].account,
                against=seats[other].account,
                score=score(winner, side) if counts else NOTHING,
                left=int(side in closing.get("left", ())),
            )
        )
    is_long = closing["rolls"] > 0 or decisions >= ratings.FEWEST
    if row.rated and counts and is_long and are_own(closing):
        who = {side: ratings.who(seats[side].account, seats[side].computer) for side in sides}
        variant = ratings.variant_of(row.title, json.loads(row.options))
        as_what = {side: ratings.opponents_of(connection, seats[side].account) for side in sides}
        step = ratings.Step(variant, who, winner, as_what)
        ratings.rate(connection, game, row.title, step, time)
    of = select(PAIRING.c.tournament).where(PAIRING.c.game == game)
    connection.execute(update(TOURNAMENT).where(TOURNAMENT.c.id.in_(of)).values(due=1))


def own_decisions(closing: Mapping[str, Any]) -> dict[str, int]:
    """Return how many decisions of each side no computer made for an absent player."""
    computers = closing.get("computers", {})
    return {side: count - computers.get(side, 0) for side, count in closing["by"].items()}


def are_own(closing: Mapping[str, Any]) -> bool:
    """Whether each side made at least half of its decisions itself.

    Otherwise a rated game counts for neither: it would measure the computer.
    """
    own = own_decisions(closing)
    return all(2 * own[side] >= count for side, count in closing["by"].items())


def _is_walkover(winner: str, result: Mapping[str, Any], by: Mapping[str, int]) -> bool:
    """Whether a game was won because the loser withdrew or made no decision."""
    if result.get("ending") in (WITHDRAWN, DELETED):
        return True
    return winner in by and any(count == 0 for side, count in by.items() if side != winner)


def score(winner: str, side: str) -> float:
    """Return a side's score for a game: 1, a half or 0."""
    return 0.5 if winner == DRAW else float(winner == side)
