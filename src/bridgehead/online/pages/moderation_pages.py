"""The moderators' pages. For everybody else they do not exist."""

from __future__ import annotations

import re
from functools import wraps

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts.accounts import Account
from bridgehead.online.games import games
from bridgehead.online.games.games import UnknownGameError
from bridgehead.online.games.history import CANCEL
from bridgehead.online.moderation import actions, audit_log, reports, restrictions, roles
from bridgehead.online.moderation.actions import reason_of
from bridgehead.online.moderation.restrictions import RestrainedError
from bridgehead.online.moderation.roles import RoleError
from bridgehead.online.pages.site import Page, form_of, login_of, server_of, show, told
from bridgehead.server.views import title_data

GAME = re.compile(r"\b[0-9a-f]{20}\b")
OPEN_TO = (roles.MODERATOR, roles.ADMINISTRATOR)


def for_moderators(page: Page) -> Page:
    """Answer 404 to everybody who is not a moderator."""

    @wraps(page)
    async def checked(request: Request) -> Response:
        login = login_of(request)
        if login is None or login.role not in OPEN_TO:
            raise HTTPException(404, "Not Found")
        return await page(request)

    return checked


def status_of(error: BridgeheadError) -> int:
    """Return the HTTP status of a refused action."""
    return 403 if isinstance(error, RoleError | RestrainedError) else 400


def _me(request: Request) -> Account:
    login = login_of(request)
    assert login is not None
    return login.account


@for_moderators
async def overview(request: Request) -> Response:
    """Show the open reports and the log; redirect to a player or a game."""
    name = request.query_params.get("name", "").strip()
    if game := GAME.search(name):  # a game's id or address
        return RedirectResponse(f"/moderate/games/{game[0]}", 303)
    if name:
        account, _ = await _person(request, name)
        return _to_person(account.name)
    return await _overview(request)


async def _overview(request: Request, status: int = 200, error: str = "") -> Response:
    read = server_of(request).database.read
    waiting, entries = await read(reports.waiting), await read(audit_log.listed)
    return show(request, "moderation/list", status, reports=waiting, entries=entries, error=error)


@for_moderators
async def close_report(request: Request) -> Response:
    """Close a report."""
    form, me = await form_of(request), _me(request)
    try:
        reason = reason_of(form.get("reason", ""))
        report = request.path_params["id"]
        await server_of(request).database.write(reports.close, me.id, report, reason)
    except BridgeheadError as error:
        return await _overview(request, 400, told(error))
    return RedirectResponse("/moderate", 303)


# People


@for_moderators
async def person(request: Request) -> Response:
    """Show a player with possible and past actions of moderators."""
    return await _show_person(request)


async def _show_person(request: Request, status: int = 200, error: str = "") -> Response:
    read, login = server_of(request).database.read, login_of(request)
    account, since = await _person(request, request.path_params["name"])
    ends = {kind: await read(restrictions.until, account.id, kind) for kind in restrictions.KINDS}
    return show(
        request, "moderation/person", status, person=account, since=since, error=error,
        their_role=await read(roles.role_of, account.id), ends=ends,
        entries=await read(audit_log.listed, account.id), roles=roles.ROLES,
        gives_roles=login is not None and login.role == roles.ADMINISTRATOR,
    )  # fmt: skip


@for_moderators
async def act_on_person(request: Request) -> Response:
    """Mute, suspend, rename somebody, or give a role."""
    server, me, form = server_of(request), _me(request), await form_of(request)
    account, _ = await _person(request, request.path_params["name"])
    what, name = request.path_params["what"], account.name
    try:
        reason = reason_of(form.get("reason", ""))
        if what in restrictions.KINDS:
            days = _days(form.get("days", ""))
            await actions.restrain(server, me.id, account.id, what, days, reason)
        elif what == "rename":
            new = form.get("name", "")
            name = await server.database.write(actions.rename, me.id, account.id, new, reason)
        elif what == "role":
            role = form.get("role", "")
            await server.database.write(actions.give_role, me.id, account.id, role, reason)
        else:
            raise HTTPException(404, "Not Found")
    except BridgeheadError as error:
        return await _show_person(request, status_of(error), told(error))
    return _to_person(name)


def _days(given: str) -> int:
    if not (given.isascii() and given.isdigit() and len(given) < 6):
        raise RoleError("days must be a number (0 ends it)")
    return int(given)


async def _person(request: Request, name: str) -> tuple[Account, int]:
    found = await server_of(request).accounts.named(name)
    if found is None:
        raise UnknownGameError("there is no player with this name")
    return found


def _to_person(name: str) -> Response:
    return RedirectResponse(f"/moderate/people/{name}", 303)


# Games


@for_moderators
async def game(request: Request) -> Response:
    """Show the form that ends a game, without the game's position."""
    return await _show_game(request)


async def _show_game(request: Request, status: int = 200, error: str = "") -> Response:
    row = await server_of(request).database.read(games.load, request.path_params["id"])
    data = title_data.game_data(row.title)
    return show(
        request, "moderation/game", status, game=row, title=data["name"], sides=data["sides"],
        names={seat.side: seat.name for seat in row.seats}, error=error,
        can_be_ended=row.state in (games.OPEN, games.RUNNING), cancel=CANCEL,
    )  # fmt: skip


@for_moderators
async def decide(request: Request) -> Response:
    """Adjudicate or cancel a game."""
    server, me, form = server_of(request), _me(request), await form_of(request)
    game = request.path_params["id"]
    try:
        reason = reason_of(form.get("reason", ""))
        await actions.decide(server, me.id, game, form.get("winner", ""), reason)
    except UnknownGameError:
        raise
    except BridgeheadError as error:
        return await _show_game(request, status_of(error), told(error))
    return RedirectResponse(f"/moderate/games/{game}", 303)
