"""The terms of a challenge: how the sides are given, who may take it, and until when.

The creator chooses a side, or the sides are drawn when somebody takes the challenge, or both bid
for a side. With bids each of the two says, before knowing the other's bid, which side they want
and how many victory points they give for it. If they want different sides, both have what they
want and nobody pays. If they want the same side, the higher bid has it, and the other side begins
with the points of that bid; of equal bids one is drawn.

These functions run in the database's threads, within a transaction.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, insert, select, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.titles.bids import MOST, Bid
from bridgehead.online.accounts.login_sessions import DAY
from bridgehead.online.database.database import now
from bridgehead.online.database.lobby_tables import CHALLENGE
from bridgehead.online.database.tables import SEAT
from bridgehead.online.games import reliability
from bridgehead.online.ratings import ratings

CHOSEN, RANDOM, BID = "", "random", "bid"
RATINGS = (0, 4000)  # least and most that a range may name
SHARES = (50, 75, 90)  # percentages of finished games that a challenge may ask for
DAYS = (1, 3, 7, 30)  # for which a challenge may be open


class TermsError(BridgeheadError):
    """The terms of a challenge are invalid, or somebody does not meet them."""


@dataclass(frozen=True)
class SideBid:
    """The side that somebody wants, and the half victory points that they give for it."""

    side: str
    half_points: int


@dataclass(frozen=True)
class Terms:
    """The terms that everybody may know, and the creator's bid when the challenge is made."""

    sides: str = CHOSEN
    least: int | None = None  # rating of whoever takes it
    most: int | None = None
    reliable: int | None = None  # least percentage of finished games
    expires: int | None = None  # a time; before the challenge is stored, milliseconds from then on
    bid: SideBid | None = None  # secret: never read for lists

    @property
    def is_plain(self) -> bool:
        """Whether there are none."""
        return self == NO_TERMS


NO_TERMS = Terms()


def of_form(form: Mapping[str, str], sides: Sequence[str], *, bids: bool) -> Terms:
    """Return the terms in a form; TermsError if they are invalid.

    `bids`: whether the title has bids.
    """
    way = form.get("side", "")
    if way == BID and not bids:
        raise TermsError("there are no bids in this game: choose a side, or let it be drawn")
    least, most = (_number(form.get(name, ""), RATINGS, "a rating") for name in ("least", "most"))
    if least is not None and most is not None and least > most:
        raise TermsError(f"the ratings go from {least} to {most}: the first must be the lower one")
    share = _number(form.get("reliable", ""), (1, 100), "the share of finished games")
    days = _number(form.get("expires", ""), (1, 365), "the days of a challenge")
    return Terms(
        way if way in (RANDOM, BID) else CHOSEN, least, most, share,
        None if days is None else days * DAY,
        bid_of_form(form, sides) if way == BID else None,
    )  # fmt: skip


def bid_of_form(form: Mapping[str, str], sides: Sequence[str]) -> SideBid:
    """Return the bid in a form; TermsError if it is invalid."""
    side, text = form.get("wish", ""), form.get("points", "").strip() or "0"
    if side not in sides:
        raise TermsError("choose the side that you bid for")
    try:
        half_points = float(text) * 2
    except ValueError:
        half_points = -1.0
    if not 0 <= half_points <= 2 * MOST or half_points != int(half_points):
        raise TermsError(f"a bid must be 0 to {MOST} points, in steps of a half, not {text[:20]!r}")
    return SideBid(side, int(half_points))


def _number(text: str, bounds: tuple[int, int], what: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise TermsError(f"{what} must be a whole number, not {text[:20]!r}")
    if not bounds[0] <= int(text) <= bounds[1]:
        raise TermsError(f"{what} must be {bounds[0]} to {bounds[1]}, not {text}")
    return int(text)


def settle(creator: SideBid, taker: SideBid, sides: Sequence[str]) -> tuple[str, Bid | None]:
    """Return the creator's side, and the points that the side without its wish begins with."""
    if creator.side != taker.side:
        return creator.side, None
    other = next(side for side in sides if side != creator.side)
    if creator.half_points == taker.half_points:
        has_it = secrets.choice((True, False))
    else:
        has_it = creator.half_points > taker.half_points
    paid = max(creator.half_points, taker.half_points)
    return creator.side if has_it else other, Bid(other, paid) if paid else None


# In the database


def keep(connection: Connection, game: str, terms: Terms) -> None:
    """Store the terms of a new challenge, if it has any."""
    if terms.is_plain:
        return
    expires = None if terms.expires is None else now(connection) + terms.expires
    connection.execute(
        insert(CHALLENGE).values(
            game=game, sides=terms.sides, least=terms.least, most=terms.most,
            reliable=terms.reliable, expires=expires,
            wish=terms.bid.side if terms.bid else "",
            half_points=terms.bid.half_points if terms.bid else 0,
        )
    )  # fmt: skip


def of_games(connection: Connection, games: Sequence[str]) -> dict[str, Terms]:
    """Return the terms of those of these games that have any, without the bids."""
    told = CHALLENGE.c.sides, CHALLENGE.c.least, CHALLENGE.c.most, CHALLENGE.c.reliable
    found = connection.execute(
        select(CHALLENGE.c.game, *told, CHALLENGE.c.expires).where(CHALLENGE.c.game.in_(games))
    )
    return {game: Terms(*terms) for game, *terms in found}


def secret_bid(connection: Connection, game: str) -> SideBid:
    """Return the creator's bid, which nobody may learn before the challenge is taken."""
    row = connection.execute(select(CHALLENGE).where(CHALLENGE.c.game == game)).one()
    return SideBid(row.wish, row.half_points)


def check_meets(connection: Connection, terms: Terms, title: str, account: str) -> None:
    """Raise TermsError if an account may not take a challenge with these terms."""
    if terms.expires is not None and terms.expires <= now(connection):
        raise TermsError("this challenge has expired")
    if terms.least is not None or terms.most is not None:
        own = ratings.ratings_of(connection, account).get(ratings.pool_of(title), ratings.FIRST)
        least, most = terms.least or RATINGS[0], terms.most or RATINGS[1]
        if not least <= own.shown <= most:
            raise TermsError(
                f"this challenge is for ratings from {least} to {most}, and yours is {own.shown}"
            )
    if terms.reliable is not None:
        share = reliability.of(connection, account).share
        if share is not None and share < terms.reliable:
            raise TermsError(
                f"this challenge is for players who finish {terms.reliable} % of their games, and "
                f"you finish {share} %"
            )


def give_sides(connection: Connection, game: str, creator: str, side: str) -> None:
    """Seat the creator of a challenge on a side; nobody sits on the other one yet."""
    connection.execute(update(SEAT).where(SEAT.c.game == game).values(account=None))
    mine = and_(SEAT.c.game == game, SEAT.c.side == side)
    connection.execute(update(SEAT).where(mine).values(account=creator))


def drawn_side(sides: Sequence[str]) -> str:
    """Return a side that is drawn by chance."""
    return secrets.choice(sides)
