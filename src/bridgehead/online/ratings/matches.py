"""Games that belong together: mirrored matches and rematches.

A mirrored match is two games of the same two opponents with sides swapped, each with its own dice,
scored together. They begin at the same time, but with live clocks one after the other. The match
has the id of its first game. There is one challenge for both: the second game stays hidden until
somebody takes the first.

A rematch is offered after a game by either player, with the sides swapped. A computer accepts at
once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, insert, select, update

from bridgehead import players
from bridgehead.core.positions.ending import UNCOUNTED
from bridgehead.core.titles.games import check_options, game_info
from bridgehead.online.accounts.account_lock import lock_account
from bridgehead.online.clocks import paces
from bridgehead.online.clocks.stored_clocks import AUTO, CLAIM
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import GAME, OUTCOME, RATED, REMATCH
from bridgehead.online.dice.sealed import NewDice
from bridgehead.online.games import games
from bridgehead.online.games.game_data import new_record
from bridgehead.online.games.games import GameError, GameRow, NewGameSettings, UnknownGameError
from bridgehead.online.games.rules_version import rules_digest
from bridgehead.online.moderation.blocks import check_apart
from bridgehead.online.notices import notices
from bridgehead.server.views.positions import summary
from bridgehead.server.views.title_data import HUMAN

FreshDice = Callable[[str], NewDice]
OFFERED, ACCEPTED, DECLINED, WITHDRAWN = "", "accepted", "declined", "withdrawn"
ANSWERS = {"decline": DECLINED, "withdraw": WITHDRAWN}


def opening(
    title: str, options: Sequence[str], side: str, computer: str | None = None, **more: Any
) -> NewGameSettings:
    """Return a new game with its opening position; BridgeheadError if the settings are invalid.

    `more` are other fields of the settings. It sets the game up, which may take a while.
    """
    info = game_info(title)
    if side not in info.sides:
        raise GameError("choose your side")
    check_options(title, options)
    if computer is not None:
        players.check(title, computer)
    who = {each: HUMAN if each == side else computer or HUMAN for each in info.sides}
    record = new_record(title, options, who, more.get("origin"))
    is_live = more.get("pace", paces.NO_LIMIT).kind == paces.LIVE
    agreed = more.get("stand_in")
    takes_over = agreed is not None and agreed.on_time
    ends_by_itself = computer is not None or is_live or bool(more.get("is_rated")) or takes_over
    return NewGameSettings(
        title=title,
        options=tuple(record.game.options),
        sides=tuple(info.sides),
        side=side,
        computer=computer,
        rules=rules_digest(title),
        data=record.game.data.digest,
        views={},
        summary=summary(record, record.position, 0),
        waits_for=str(record.position.to_move),
        turn=int(record.position.turn),
        is_own=record.position.side == record.position.to_move,
        # the opponent may wait before claiming the win only in friendly daily games between people
        flag=AUTO if ends_by_itself else CLAIM,
        **{"is_listed": True, **more},
    )


def begin(
    connection: Connection,
    account: str,
    wanted: NewGameSettings,
    fresh: FreshDice,
    *,
    mirrored: bool,
) -> list[str]:
    """Store a new game, or both games of a mirrored match; return their ids.

    For a live match only the first id is returned: the second game begins when the first is over.
    """
    if wanted.computer is None and wanted.against is None:  # its challenges are counted
        lock_account(connection, account)
    games.check_there(connection, account)
    if wanted.is_rated:
        games.check_rated_pace(wanted.pace)
        for each in filter(None, (account, wanted.against)):
            games.check_member(connection, each)
    first = games.new_id()
    dice = fresh(first)
    games.check_dice(is_rated=wanted.is_rated, are_chained=dice.chained)
    if not mirrored:
        games.create(connection, account, wanted, first, dice)
        return [first]
    wanted = replace(wanted, mirror=first)
    games.create(connection, account, wanted, first, dice)
    second = games.new_id()
    other = next(side for side in wanted.sides if side != wanted.side)
    begins = (wanted.computer or wanted.against) is not None and not wanted.is_live
    games.create(
        connection, account, replace(wanted, side=other), second, fresh(second), paired=not begins
    )
    return [first] if wanted.is_live else [first, second]


# Rematches


@dataclass(frozen=True)
class Rematch:
    """A rematch that was offered after a game, and its answer."""

    game: str
    by: str  # an account
    is_mirrored: bool
    answer: str
    next: str | None  # the game that began with the rematch


def rematch_of(connection: Connection, game: str) -> Rematch | None:
    """Return the last rematch that was offered after a game."""
    row = connection.execute(select(REMATCH).where(REMATCH.c.game == game)).one_or_none()
    if row is None:
        return None
    return Rematch(row.game, row.by, bool(row.mirrored), row.answer, row.next)


def answers(connection: Connection, of: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return the rematches of games: who offered them, and the answers."""
    rows = connection.execute(select(REMATCH).where(REMATCH.c.game.in_(of)))
    return {row.game: (row.by, row.answer) for row in rows}


def offers_to(connection: Connection, account: str) -> list[tuple[GameRow, Rematch]]:
    """List the rematches that an account may accept, newest first."""
    rows = connection.execute(
        select(REMATCH)
        .where(REMATCH.c.to == account, REMATCH.c.answer == OFFERED)
        .order_by(REMATCH.c.created.desc())
        .limit(games.LISTED)
    ).all()
    found = games.listed(connection, select(GAME).where(GAME.c.id.in_([row.game for row in rows])))
    known = {row.id: row for row in found}
    return [
        (known[row.game], Rematch(row.game, row.by, bool(row.mirrored), row.answer, row.next))
        for row in rows
    ]


def next_game(row: GameRow, by: str) -> NewGameSettings:
    """Return the settings of the rematch that `by` begins: the same game with the sides swapped."""
    own = row.side_of(by)
    if own is None or row.state != games.OVER:
        raise UnknownGameError()
    other = next(seat for seat in row.seats if seat.side != own)
    return opening(
        row.title, row.options, other.side, other.computer,
        is_listed=row.is_listed, is_rated=row.is_rated, pace=paces.read(row.pace),
        against=other.account, origin=row.origin, stand_in=row.stand_in,
    )  # fmt: skip


def offer(
    connection: Connection, row: GameRow, account: str, wanted: NewGameSettings, fresh: FreshDice,
    *, mirrored: bool,
) -> list[str]:  # fmt: skip
    """Offer a rematch, or accept the opponent's; return the games that began."""
    _lock(connection, row.id)
    known = rematch_of(connection, row.id)
    if known is not None and known.answer == ACCEPTED:
        return []  # the request was repeated, or both players offered at once
    if known is not None and known.answer == OFFERED and known.by != account:
        return _accept(connection, row, account, wanted, fresh, mirrored=known.is_mirrored)
    other = next(seat for seat in row.seats if seat.account != account)
    _check_may_meet(connection, account, other.account)
    values = {
        "by": account,
        "to": other.account,
        "mirrored": int(mirrored),
        "answer": OFFERED,
        "created": now(connection),
    }
    if known is None:
        connection.execute(insert(REMATCH).values(game=row.id, **values))
    elif known.answer != OFFERED:
        connection.execute(update(REMATCH).where(REMATCH.c.game == row.id).values(**values))
    if other.account is not None:
        known = rematch_of(connection, row.id)
        if known is not None and known.answer == OFFERED:
            offers = REMATCH.c.created
            created = connection.execute(select(offers).where(REMATCH.c.game == row.id))
            notices.tell(
                connection, notices.CHALLENGE, [other.account], created.scalar_one(), game=row.id
            )
        return []
    return _accept(connection, row, account, wanted, fresh, mirrored=mirrored)


def accept(
    connection: Connection, row: GameRow, account: str, wanted: NewGameSettings, fresh: FreshDice
) -> list[str]:
    """Accept a rematch; return the games that began, an empty list if it was accepted before."""
    _lock(connection, row.id)
    known = rematch_of(connection, row.id)
    if known is None or known.by == account or known.answer not in (OFFERED, ACCEPTED):
        raise GameError("the rematch is no longer offered")
    if known.answer == ACCEPTED:
        return []
    return _accept(connection, row, account, wanted, fresh, mirrored=known.is_mirrored)


def answer(connection: Connection, game: str, account: str, what: str) -> None:
    """Decline or withdraw a rematch; GameError if there is none."""
    _lock(connection, game)
    known = rematch_of(connection, game)
    if known is None or (known.by == account) != (what == "withdraw"):
        raise GameError("the rematch is no longer offered")
    if known.answer == ANSWERS[what]:
        return
    if known.answer != OFFERED:
        raise GameError("the rematch is no longer offered")
    values = {"answer": ANSWERS[what]}
    connection.execute(update(REMATCH).where(REMATCH.c.game == game).values(values))


def forsake(connection: Connection, account: str) -> None:
    """Withdraw the rematches that a deleted account has offered or could accept."""
    for of, value in ((REMATCH.c.by, WITHDRAWN), (REMATCH.c.to, DECLINED)):
        stands = (of == account, REMATCH.c.answer == OFFERED)
        connection.execute(update(REMATCH).where(*stands).values(answer=value))


def _accept(
    connection: Connection, row: GameRow, account: str, wanted: NewGameSettings, fresh: FreshDice,
    *, mirrored: bool,
) -> list[str]:  # fmt: skip
    _check_may_meet(connection, account, wanted.against)
    begun = begin(connection, account, wanted, fresh, mirrored=mirrored)
    for game in begun:
        notices.began(connection, game, account, now(connection))
    values = {"answer": ACCEPTED, "next": begun[0]}
    connection.execute(update(REMATCH).where(REMATCH.c.game == row.id).values(values))
    return begun


def _check_may_meet(connection: Connection, account: str, other: str | None) -> None:
    """Raise an error if two players may not meet.

    They may not if an account is deleted, or if one has blocked the other.
    """
    if other is None:
        return
    if games.kind_of(connection, other) == games.DELETED_KIND:
        raise GameError("the other player has deleted the account")
    check_apart(connection, account, other)


def _lock(connection: Connection, game: str) -> None:
    connection.execute(select(GAME.c.id).where(GAME.c.id == game).with_for_update()).one()


# Scores


@dataclass(frozen=True)
class Match:
    """A mirrored match: its games and their total score."""

    games: tuple[GameRow, ...]
    scores: dict[str, float]  # who (account or computer) -> score: a win counts 1, a draw a half
    leads: dict[str, float]  # who -> lead in victory points over both games

    @property
    def is_over(self) -> bool:
        """Whether both games are over."""
        return all(row.state == games.OVER for row in self.games)


def match_of(connection: Connection, mirror: str) -> Match:
    """Return a mirrored match by the id of its first game."""
    wanted = select(GAME).where(GAME.c.mirror == mirror).order_by(GAME.c.created, GAME.c.id)
    rows = games.listed(connection, wanted)
    rows.sort(key=lambda row: row.id != mirror)
    points = {
        row.game: json.loads(row.points)
        for row in connection.execute(
            select(OUTCOME.c.game, OUTCOME.c.points).where(
                OUTCOME.c.game.in_([row.id for row in rows]), OUTCOME.c.points.is_not(None)
            )
        )
    }
    scores: dict[str, float] = {}
    leads: dict[str, float] = {}
    for row in rows:
        for seat in row.seats:
            name = seat.account or seat.computer or ""
            found = row.result or {}
            winner = "" if found.get("ending") in UNCOUNTED else found.get("winner")
            won = 0.5 if winner == "draw" else float(winner == seat.side)
            scores[name] = scores.get(name, 0.0) + (won if winner else 0.0)
            told = points.get(row.id)
            if told:
                lead = told[seat.side] - sum(v for side, v in told.items() if side != seat.side)
                leads[name] = leads.get(name, 0) + lead
    return Match(tuple(rows), scores, leads)


# The aftermath of a game, as sent to its page


def aftermath(connection: Connection, game: str) -> dict[str, Any]:
    """Return the aftermath of a game, as sent to its players."""
    from bridgehead.online.ratings import ratings

    row = connection.execute(
        select(GAME.c.rated, GAME.c.listed, GAME.c.mirror, RATED.c.changes)
        .outerjoin(RATED, RATED.c.game == GAME.c.id)
        .where(GAME.c.id == game)
    ).one()
    changes = json.loads(row.changes) if row.changes else {}
    found = rematch_of(connection, game)
    return {
        "rated": bool(row.rated),
        "ratings": {side: ratings.told_change(change) for side, change in changes.items()},
        "rematch": None if found is None else {
            "by": found.by, "mirrored": found.is_mirrored,
            "answer": found.answer, "next": found.next,
        },
        "open": bool(row.listed),
        "match": row.mirror,
        "branches": [_told_branch(one) for one in games.branches_of(connection, game)],
    }  # fmt: skip


def _told_branch(row: GameRow) -> dict[str, Any]:
    """Return a game that begins in a position of another one, as that one's page lists it."""
    assert row.origin is not None
    return {
        "id": row.id, "action": row.origin.action, "over": row.state == games.OVER,
        "seats": {seat.side: seat.name for seat in row.seats},
    }  # fmt: skip
