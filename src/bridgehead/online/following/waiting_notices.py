"""Notices of an open challenge to those who follow its title.

They go to those who could take it, and at most once an hour for each title, however many
challenges there are.
"""

from __future__ import annotations

import contextlib
import json

from sqlalchemy import Connection, select

from bridgehead.online.database.database import now
from bridgehead.online.database.tables import GAME, NOTICE
from bridgehead.online.following import follows
from bridgehead.online.games import challenge_terms
from bridgehead.online.games.challenge_terms import Terms, TermsError
from bridgehead.online.moderation import blocks
from bridgehead.online.notices import notices

HOUR = 60 * notices.MINUTE


def somebody_waits(connection: Connection, game: str, creator: str, terms: Terms) -> None:
    """Write notices of an open challenge that has been made."""
    title = connection.execute(select(GAME.c.title).where(GAME.c.id == game)).scalar_one()
    stored = challenge_terms.of_games(connection, [game]).get(game, terms)
    apart = {creator, *blocks.around(connection, creator)}
    found = []
    for account in follows.followers(connection, follows.TITLE, title):
        if account in apart or _was_told(connection, account, title):
            continue
        with contextlib.suppress(TermsError):
            challenge_terms.check_meets(connection, stored, title, account)
            found.append(account)
    notices.tell(connection, notices.CHALLENGE, found, 0, game=game, text=title)


def _was_told(connection: Connection, account: str, title: str) -> bool:
    since = now(connection) - HOUR
    found = select(NOTICE.c.data).where(
        NOTICE.c.account == account, NOTICE.c.kind == notices.CHALLENGE, NOTICE.c.created > since
    )
    return any(
        json.loads(data).get("text") == title for data in connection.execute(found).scalars()
    )
