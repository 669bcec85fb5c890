"""The pages of the lobby: games to join and to watch, new games, invitations."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.positions import ending
from bridgehead.core.positions.position import Position, Result
from bridgehead.core.records.record import Record
from bridgehead.core.titles.bids import Bid
from bridgehead.core.titles.games import check_options, game_info
from bridgehead.core.titles.options import BID, name_of
from bridgehead.core.titles.positions import position_of
from bridgehead.online.accounts.accounts import Account, create_guest
from bridgehead.online.clocks import paces
from bridgehead.online.following import waiting_notices
from bridgehead.online.games import challenge_terms, games, named_challenges
from bridgehead.online.games.challenge_terms import NO_TERMS, Terms, TermsError
from bridgehead.online.games.games import (
    GameError,
    GameOrigin,
    GameRow,
    NewGameSettings,
    SettledBids,
    UnknownGameError,
)
from bridgehead.online.live.game_server import GameServer
from bridgehead.online.moderation.blocks import BlockError
from bridgehead.online.orders.stand_in import StandIn
from bridgehead.online.pages.login_pages import field_of, status_of
from bridgehead.online.pages.pace_pages import clock_of, pace_of
from bridgehead.online.pages.site import (
    account_of,
    address_of,
    begin_session,
    chosen_options,
    even_bids,
    form_of,
    needs_account,
    server_of,
    show,
    told,
)
from bridgehead.online.ratings import after_a_game, matches
from bridgehead.online.ratings.matches import FreshDice
from bridgehead.server.network.network_server import qr_code
from bridgehead.server.views import title_data
from bridgehead.server.web.threads import aside

NAMED = "named"
USUAL_PACE = "brisk"  # of games between people
OPPONENTS = ("open", "link", NAMED)  # besides the computers


def told_game(row: GameRow, me: Account | None) -> dict[str, Any]:
    """Return a game's data for a list."""
    data = title_data.game_data(row.title)
    labels = {side["id"]: side["label"] for side in data["sides"]}
    mine = row.side_of(me.id) if me else None
    seats = {seat.side: seat for seat in row.seats}
    waits = row.waits_for if row.clock is None or row.waits_for not in row.clock.stood_in else ""
    return {
        "id": row.id,
        "title": row.title,
        "state": row.state,
        "units": _units_address(row, mine),
        "name": data["name"],
        "options": title_data.option_texts(row.title, row.options),
        "is_listed": row.is_listed,
        "changed": row.changed,
        "turn": row.summary.get("turn", 0),
        "seats": [(label, seats[side]) for side, label in labels.items()],
        "free": "" if row.terms.sides else labels.get(row.free or "", ""),
        "terms": row.terms,
        "sides": [{"id": side, "label": label} for side, label in labels.items()],
        "creator": next((seat for seat in row.seats if seat.account == row.creator), None),
        "is_creator": me is not None and row.creator == me.id,
        # lists show whose turn it is only to the player who is to decide
        "yours": row.state == games.RUNNING and mine is not None and waits == mine,
        "pace": paces.read(row.pace),
        "clock": clock_of(row, mine),
        "result": ending.told(Result(**row.result), row.title) if row.result else "",
        "is_rated": row.is_rated,
        "stand_in": row.stand_in,
        "mirror": row.mirror,
        "origin": row.origin,
    }


def _units_address(row: GameRow, mine: str | None) -> str:
    """Return where the units of a game's small board are, "" before the game has begun.

    The address, and with it the picture, changes with the turn and when the reader is to decide:
    lists do not show when the others decide.
    """
    if row.state not in (games.RUNNING, games.OVER):
        return ""
    mark = str(row.summary.get("turn", 0))
    if row.state == games.OVER:
        mark += "-over"
    elif mine is not None and row.waits_for == mine:
        mark += f"-{row.views.get(mine, 0)}"
    return f"/api/saved/{row.id}/units.svg?shown={mark}"


# New games


@dataclass(frozen=True)
class Beginning:
    """What a new game begins with: its title and, if it is played on from somewhere, the rest."""

    title: str
    options: tuple[str, ...] = ()
    origin: GameOrigin | None = None
    is_private: bool = False  # whether the position may not be shown to everybody
    is_given: bool = False  # whether the creator has brought the position

    def told(self) -> dict[str, Any] | None:
        """Return what the form says of the origin."""
        if self.origin is None:
            return None
        view = self.origin.view
        label = title_data.side_data(self.title, view)["label"] if view else ""
        return {
            "parent": self.origin.parent, "action": self.origin.action, "view": label,
            "is_private": self.is_private, "is_given": self.is_given,
            "options": title_data.option_texts(self.title, self.options),
        }  # fmt: skip


@needs_account
async def new_game(request: Request) -> Response:
    """Show the form for a new game, or create the game."""
    return await _new(request, Beginning(game_info(request.path_params["title"]).id))


@needs_account
async def play_on(request: Request) -> Response:
    """Show the form for a game that begins in a finished one, or create it."""
    server, me, given = server_of(request), account_of(request), request.path_params
    assert me is not None
    game, side = await server.seen_by(given["id"], me)
    server.limits.check("picture", me.id)
    record = await _after(given["at"], lambda at: game.branch(side, at, given.get("view", "")))
    row = game.memory.row
    is_private = not (row.is_listed or await server.database.read(after_a_game.is_open, row.id))
    return await _new(request, beginning_in(record, row.id, is_private=is_private))


@needs_account
async def begin_from_line(request: Request) -> Response:
    """Show the form for a game that begins in a position given as a line, or create it."""
    me = account_of(request)
    assert me is not None
    server_of(request).limits.check("picture", me.id)
    return await _new(request, await aside("setup", _beginning_of, request.query_params))


def _beginning_of(query: Mapping[str, str]) -> Beginning:
    """Return the beginning in the position of a line. HTTPException 400 where there is none."""
    try:
        start = position_of(query.get("line", ""))
        if start.to_move is None:
            raise GameError("the game is over in this position: choose an earlier one")
    except BridgeheadError as error:
        raise HTTPException(400, str(error)) from None
    digest = Record(start.game, start=start).digest(0)
    origin = GameOrigin(None, digest, 0, "", _packed(start))
    return Beginning(start.game.id, tuple(start.game.options), origin, is_given=True)


@needs_account
async def play_on_from_puzzle(request: Request) -> Response:
    """Show the form for a game that begins in a puzzle, after a part of a plan, or create it."""
    me, given = account_of(request), request.path_params
    assert me is not None
    session = server_of(request).puzzles.known(given["name"], me.id)

    async def branch(at: int) -> Record:
        count = session.view.count_of(at)
        return await aside("setup", session.record.branch, count)

    return await _new(request, beginning_in(await _after(given["at"], branch), None))


async def _after(at: str, branch: Callable[[int], Awaitable[Record]]) -> Record:
    """Return the branch after as many actions as an address says; 404 if there are not so many."""
    if not (at.isascii() and at.isdigit() and len(at) < 7):
        raise HTTPException(404, "the address must end with a number of actions")
    try:
        return await branch(int(at))
    except IndexError as error:
        raise HTTPException(404, str(error)) from None


def beginning_in(record: Record, parent: str | None, *, is_private: bool = False) -> Beginning:
    """Return the beginning of a game that plays a branch; `parent` is the id of its parent."""
    assert record.origin is not None
    assert record.start is not None
    found = record.origin
    start = _packed(record.start)
    origin = GameOrigin(parent, found.record, found.action, found.view, start)
    return Beginning(record.game.id, tuple(record.game.options), origin, is_private)


def _packed(position: Position) -> str:
    return json.dumps(position.to_dict(), separators=(",", ":"))


async def _new(request: Request, begins: Beginning) -> Response:
    """Show the form for a new game, or create the game."""
    if request.method == "GET":
        return _new_form(request, begins)
    form, server, me = await form_of(request), server_of(request), account_of(request)
    assert me is not None
    try:
        server.limits.check("challenge", me.id)
        if begins.origin is None:
            begins = replace(begins, options=await chosen_options(request))
        wanted = await aside("setup", _wanted, begins, form)
    except BridgeheadError as error:
        return _new_form(request, begins, status_of(error), told(error), form)
    mirrored = form.get("mirrored") == "yes" and begins.origin is None
    write, fresh, player = server.database.write, server.seal.fresh, form.get("player", "")
    try:
        if form.get("opponent") == NAMED:
            begun = await write(
                named_challenges.challenge, me.id, wanted, player, fresh, mirrored=mirrored
            )
        else:
            begun = await write(_begin, me.id, wanted, fresh, mirrored=mirrored)
        game = begun[0]
    except (GameError, BlockError) as error:
        return _new_form(request, begins, 400, told(error), form)
    server.warming.want(begins.title)
    if wanted.computer is not None:
        await after_a_game.opened(server, begun, wanted.waits_for)
        return RedirectResponse(f"/match/{game}" if mirrored else f"/game/{game}", 303)
    if wanted.is_listed or form.get("opponent") == NAMED:
        return RedirectResponse("/", 303)
    return await _to_link(request, game)


def _begin(
    connection: Connection, account: str, wanted: NewGameSettings, fresh: FreshDice, *,
    mirrored: bool,
) -> list[str]:  # fmt: skip
    """Store new games; tell those who follow the title of an open challenge."""
    begun = matches.begin(connection, account, wanted, fresh, mirrored=mirrored)
    if wanted.is_listed and wanted.computer is None:
        waiting_notices.somebody_waits(connection, begun[0], account, wanted.terms)
    return begun


def _new_form(
    request: Request, begins: Beginning, status: int = 200, error: str = "", form: Any = None
) -> Response:
    data = title_data.game_data(begins.title)
    form = form or {}
    names = [player["id"] for player in data["players"]]
    opponent = form.get("opponent") or _proposed(request.query_params, names, begins)
    pace = {"pace": paces.UNLIMITED if opponent in names else USUAL_PACE, **form}
    return show(
        request, "games/new", status, game=data, even=even_bids(begins.title), error=error,
        pace=pace_of(pace), can_rate=server_of(request).seal.chained, origin=begins.told(),
        player=(form or request.query_params).get("player", ""), opponent=opponent,
        side=form.get("side", data["sides"][0]["id"]), ways=challenge_terms,
        given=defaultdict(str, form),
    )  # fmt: skip


def _proposed(query: Mapping[str, str], computers: Sequence[str], begins: Beginning) -> str:
    """Return the opponent that a new form proposes."""
    if query.get("player"):
        return NAMED
    if query.get("opponent") == "computer":
        return computers[len(computers) // 2]
    return "link" if begins.is_private else "open"


def _wanted(begins: Beginning, form: dict[str, str]) -> NewGameSettings:
    """Return the game settings of a form; BridgeheadError if they are invalid."""
    opponent = form.get("opponent", "")
    computer = None if opponent in OPPONENTS else opponent
    listed = opponent == "open" or (computer is not None and form.get("watched") == "yes")
    if listed and begins.is_private:
        raise GameError(
            "the game from which this one begins is private: share it first, or play on in private"
        )
    rated = form.get("rated") == "yes"
    if rated and begins.origin is not None:
        raise GameError("a game that begins in a position of another one is not rated")
    title, options, side = begins.title, begins.options, form.get("side", "")
    terms = _terms_of(begins, form, computer)
    if side == challenge_terms.RANDOM:
        side = challenge_terms.drawn_side(game_info(title).sides)
    elif terms.bid is not None:
        side = terms.bid.side
    pace = paces.of_form(form)
    agreed = StandIn.of_form(form, title, pace) if computer is None else None
    more = {"is_listed": listed, "is_rated": rated, "pace": pace, "terms": terms}
    more["stand_in"] = agreed
    return matches.opening(title, options, side, computer, origin=begins.origin, **more)


def _terms_of(begins: Beginning, form: Mapping[str, str], computer: str | None) -> Terms:
    """Return the terms of a challenge in a form; BridgeheadError if they are invalid."""
    info = game_info(begins.title)
    terms = challenge_terms.of_form(form, info.sides, bids=info.bids)
    if computer is not None:
        if terms.bid is not None:
            raise GameError("a computer does not bid: choose a side, or let it be drawn")
        return NO_TERMS  # it takes the challenge at once
    if terms.sides and form.get("mirrored") == "yes":
        raise GameError("in a mirrored match both play both sides: choose yours in the first game")
    if terms.bid is not None and begins.origin is not None:
        raise GameError("nobody bids in a game that begins in a position: choose a side")
    if terms.bid is not None:
        check_options(begins.title, _with_bid(begins.options, Bid(terms.bid.side, 1)))
    return terms


def _with_bid(options: Sequence[str], bid: Bid | None) -> tuple[str, ...]:
    """Return the options of a game that begins with this bid; GameError if they have another."""
    if any(name_of(option) == BID for option in options):
        raise GameError("both players bid in this game: leave the fixed bid out")
    return (*options, str(bid)) if bid else tuple(options)


# Challenges and invitations


@needs_account
async def join(request: Request) -> Response:
    """Accept an open challenge; where both bid for their side, show the form for the bid first."""
    server, me, game = server_of(request), account_of(request), request.path_params["id"]
    assert me is not None
    row = await server.database.read(games.load, game)
    named = await server.database.read(named_challenges.invited, [game])
    mine = named.get(game) == me.name
    if not (row.is_open_to(me.id) or mine):
        raise UnknownGameError()
    if request.method == "GET":
        return show(request, "games/bid", game=told_game(row, me), error="")
    try:
        bids = await settled_bids(server, row, await form_of(request))
        await server.database.write(games.join, me.id, game, None, bids)
    except TermsError as error:
        return show(request, "games/bid", 400, game=told_game(row, me), error=told(error))
    return RedirectResponse(f"/game/{game}", 303)


async def settled_bids(
    server: GameServer, row: GameRow, form: Mapping[str, str]
) -> SettledBids | None:
    """Return what the bids of both lead to, None if nobody bids in this game."""
    if row.terms.sides != challenge_terms.BID or row.state != games.OPEN:
        return None
    sides = game_info(row.title).sides
    taker = challenge_terms.bid_of_form(form, sides)
    creator = await server.database.read(challenge_terms.secret_bid, row.id)
    side, bid = challenge_terms.settle(creator, taker, sides)
    options = _with_bid(row.options, bid)
    wanted = await aside("setup", matches.opening, row.title, options, side)
    return SettledBids(side, wanted)


@needs_account
async def withdraw(request: Request) -> Response:
    """Withdraw one of the user's challenges."""
    me = account_of(request)
    assert me is not None
    await server_of(request).database.write(games.withdraw, me.id, request.path_params["id"])
    return RedirectResponse("/", 303)


@needs_account
async def decline(request: Request) -> Response:
    """Decline a challenge that only the user could accept."""
    me = account_of(request)
    assert me is not None
    game = request.path_params["id"]
    await server_of(request).database.write(named_challenges.decline, me.id, game)
    return RedirectResponse("/", 303)


@needs_account
async def make_link(request: Request) -> Response:
    """Make a new link to the user's challenge; the old link stops working."""
    return await _to_link(request, request.path_params["id"])


async def _to_link(request: Request, game: str) -> Response:
    me = account_of(request)
    assert me is not None
    token = await server_of(request).database.write(games.invite, me.id, game)
    return RedirectResponse(f"/invitation/{token}", 303)


async def invitation(request: Request) -> Response:
    """Show an invitation; take the seat, also as a guest."""
    server, me, token = server_of(request), account_of(request), request.path_params["token"]
    server.limits.check("invitation", address_of(request))
    row = await server.database.read(games.invitation, token)
    if request.method == "GET":
        return _invitation(request, row)
    form = await form_of(request)
    try:
        bids = await settled_bids(server, row, form)
        if me is not None:
            await server.database.write(games.join, me.id, row.id, token, bids)
            return RedirectResponse(f"/game/{row.id}", 303)
        if row.is_rated:
            raise GameError("this game is rated: log in or register to accept it")
        server.limits.check("register", address_of(request))
        guest = await server.database.write(_visit, form.get("name", ""), row.id, token, bids)
    except UnknownGameError:
        raise
    except BridgeheadError as error:
        return _invitation(request, row, error, form.get("name", ""))
    return await begin_session(request, guest, f"/game/{row.id}")


def _visit(
    connection: Connection, name: str, game: str, token: str, bids: SettledBids | None
) -> Account:
    """Take the seat as a guest; if that fails, keep neither the account nor its name."""
    guest = create_guest(connection, name)
    games.join(connection, guest.id, game, token, bids)
    return guest


def _invitation(
    request: Request, row: GameRow, error: BridgeheadError | None = None, name: str = ""
) -> Response:
    public = request.app.state.public or str(request.base_url).rstrip("/")
    me = account_of(request)
    link = f"{public}{request.url.path}"
    shown = (
        {"error": told(error), "field": field_of(error)} if error else {"error": "", "field": ""}
    )
    status = status_of(error) if error else 200
    game = told_game(row, me)
    return show(
        request, "games/invitation", status, game=game, link=link, code=qr_code(link, scale=4),
        name=name, **shown,
    )  # fmt: skip
