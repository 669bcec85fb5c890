"""The lobby: the user's games, the challenges, and the games to watch.

Every open tab asks for it every few seconds. The part that is the same for everybody, the
challenges and the games to watch, is rendered once and kept until something in it has changed. For
each account its own part is added, and these games are left out: its own, and those of people whom
it has blocked or who have blocked it. A tab that has the current page gets 304.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from markupsafe import Markup
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from bridgehead.core.titles.games import games as titles_played
from bridgehead.online.accounts.accounts import Account
from bridgehead.online.following import find_people
from bridgehead.online.following.find_people import FollowedGames
from bridgehead.online.games import challenge_terms, listings, named_challenges
from bridgehead.online.games.games import GameRow
from bridgehead.online.games.listings import Marks
from bridgehead.online.moderation import blocks
from bridgehead.online.pages.lobby_pages import told_game
from bridgehead.online.pages.site import account_of, part, server_of, show
from bridgehead.online.ratings import matches
from bridgehead.server.languages.languages import language
from bridgehead.server.views import title_data

# macros of `games/lobby_parts.html`: of the reader they depend on nothing but the language
CHALLENGES, WATCHED = "challenge", "watched"
NOTHING_FOLLOWED = FollowedGames()
NONE: Mapping[str, int | None] = {}
SHARES = tuple(str(share) for share in challenge_terms.SHARES)
MANY = 8  # public games from which on they can be filtered
MOMENT = 1.0  # seconds for which changes by other processes may be missing


@dataclass(frozen=True)
class Item:
    """A public game, rendered for people who have no part in it."""

    creator: str
    title: str
    share: int | None  # the percentage of games that the creator finishes, if it is known
    accounts: frozenset[str | None]  # the players
    text: Markup


@dataclass(frozen=True)
class Shared:
    """The part that is the same for everybody, valid while these are the database's marks."""

    marks: Marks
    waiting: tuple[Item, ...]
    watched: tuple[Item, ...]


@dataclass(frozen=True)
class OwnListings:
    """The part that only one account sees."""

    mine: Sequence[GameRow] = ()
    offers: Sequence[Any] = ()
    invited: Sequence[GameRow] = ()
    followed: FollowedGames = NOTHING_FOLLOWED
    # by game: the only account that may accept the challenge
    named: Mapping[str, str] = field(default_factory=dict)
    apart: frozenset[str] = frozenset()  # accounts that are blocked, or that block this one


@dataclass
class _Known:
    """A rendering, and the time when it was last compared with the database."""

    shared: Shared
    writes: int = -1  # number of writes of this process up to that moment
    looked: float = 0.0
    visitor: HTMLResponse | None = None  # the page for visitors who are not logged in


class SharedLists:
    """The last rendering of the public lists, by the title they are filtered by ("" for none)."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}

    def marks(self, title: str) -> Marks | None:
        """Return the marks that the last rendering was made from."""
        known = self._known.get(title)
        return known.shared.marks if known else None

    def fresh(self, title: str, writes: int) -> Shared | None:
        """Return the last rendering if it need not be compared with the database yet.

        It is valid for `MOMENT` seconds, as long as this process writes nothing.
        """
        known = self._known.get(title)
        if known is None or known.writes != writes or time.monotonic() > known.looked + MOMENT:
            return None
        return known.shared

    def take(self, title: str, read: listings.PublicListings, writes: int, looked: float) -> Shared:
        """Return the rendering of the public lists; render them again if they have changed.

        `writes` and `looked` are the state of this process when the read began.
        """
        known = self._known.get(title)
        if known is None or (known.shared.marks != read.marks and read.rows is not None):
            waiting, watched = read.rows or ((), ())
            shared = Shared(
                read.marks,
                rendered(CHALLENGES, waiting, read.shares),
                rendered(WATCHED, watched),
            )
            known = self._known[title] = _Known(shared)
        if known.shared.marks == read.marks:
            known.writes, known.looked = writes, looked
        return known.shared

    def visitor(self, title: str, shared: Shared, make: Callable[[], HTMLResponse]) -> HTMLResponse:
        """Return the page for visitors who are not logged in; it is made once."""
        known = self._known[title]
        if known.shared is not shared:
            return make()
        if known.visitor is None:
            known.visitor = make()
        return HTMLResponse(known.visitor.body)


def rendered(
    kind: str, rows: Sequence[GameRow], shares: Mapping[str, int | None] = NONE
) -> tuple[Item, ...]:
    """Render public games as a list shows them to people who have no part in them.

    `shares` are the percentages of games that their creators finish.
    """
    macro, items = part("games/lobby_parts", kind), list[Item]()
    for row in rows:
        accounts = frozenset(seat.account for seat in row.seats)
        share = shares.get(row.creator)
        text = macro({**told_game(row, None), "share": share})
        items.append(Item(row.creator, row.title, share, accounts, text))
    return tuple(items)


def _read(
    connection: Connection, account: str | None, title: str, known: Marks | None, looks: bool
) -> tuple[listings.PublicListings | None, OwnListings]:
    """Return the content of the lobby.

    The public lists only if `looks`, and if they have changed.
    """
    public = listings.public_unless(connection, title, known) if looks else None
    if account is None:
        return public, OwnListings()
    mine = listings.mine(connection, account, title)
    apart = frozenset(blocks.around(connection, account))
    return public, OwnListings(
        mine=mine,
        offers=matches.offers_to(connection, account),
        invited=named_challenges.challenges_to(connection, account),
        named=named_challenges.invited(connection, [row.id for row in mine]),
        followed=find_people.followed_games(connection, account, apart),
        apart=apart,
    )


async def lobby(request: Request) -> Response:
    """Show the lobby, of all titles or of one; 304 if the browser has this version of it."""
    me, database = account_of(request), server_of(request).database
    shared_lists: SharedLists = request.app.state.shared_lists[language()]
    played = {info.id for info in titles_played()}
    asked = request.query_params.get("title", "")
    title = asked if asked in played else ""
    least = request.query_params.get("reliable", "")
    least = least if least in SHARES else ""
    writes, looked, own = database.writes, time.monotonic(), OwnListings()
    shared = shared_lists.fresh(title, writes)
    if me is not None or shared is None:
        who, marks, looks = me.id if me else None, shared_lists.marks(title), shared is None
        public, own = await database.read(_read, who, title, marks, looks)
        if public is not None:
            shared = shared_lists.take(title, public, writes, looked)
    assert shared is not None
    if me is None and not least:
        page = shared_lists.visitor(
            title, shared, partial(_page, request, None, title, shared, own, "")
        )
    else:
        page = _page(request, me, title, shared, own, least)
    return unless_known(request, page)


def _page(
    request: Request, me: Account | None, title: str, shared: Shared, own: OwnListings, least: str
) -> HTMLResponse:
    """Return the lobby page of an account, or of a visitor who is not logged in.

    `least`: challenges only of players who finish that percentage of their games; "" for all.
    """
    away = {me.id, *own.apart} if me else set[str]()
    waiting = [
        item
        for item in shared.waiting
        if item.creator not in away and not (least and (item.share or 0) < int(least))
    ]
    watched = [item for item in shared.watched if not me or me.id not in item.accounts]
    return show(
        request, "games/lobby", title=title, reliable=least, shares=SHARES,
        titles=[title_data.game_data(info.id) for info in titles_played()],
        waiting=Markup("").join(item.text for item in waiting),
        watched=Markup("").join(item.text for item in watched),
        waiting_count=len(waiting), watched_count=len(watched),
        per_title=Counter(item.title for item in waiting), many=MANY,
        mine=[told_game(row, me) for row in own.mine],
        invited=[told_game(row, me) for row in own.invited],
        followed=[
            {**told_game(row, me), "is_followed": row.id in own.followed.chosen}
            for row in own.followed.rows
        ],
        named={row.id: own.named.get(row.id, "") for row in own.mine},
        offers=[{"game": told_game(row, me), "rematch": rematch} for row, rematch in own.offers],
    )  # fmt: skip


def unless_known(request: Request, page: HTMLResponse) -> Response:
    """Return a page with its ETag, or 304 if the request names that ETag."""
    tag = f'"{hashlib.sha256(bytes(page.body)).hexdigest()[:32]}"'
    known = [each.strip() for each in request.headers.get("if-none-match", "").split(",")]
    if tag in known or f"W/{tag}" in known:
        return Response(status_code=304, headers={"ETag": tag})
    page.headers["ETag"] = tag
    return page
