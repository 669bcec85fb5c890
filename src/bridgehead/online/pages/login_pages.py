"""The pages for registration, login, logout and settings."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts import recovery, time_zones
from bridgehead.online.accounts.accounts import Account, LoginError, set_language
from bridgehead.online.accounts.confirmation import make_sure, passkeys_of
from bridgehead.online.accounts.names import AccountError, folded
from bridgehead.online.accounts.passwords import WeakPasswordError
from bridgehead.online.clocks import vacations
from bridgehead.online.moderation import blocks
from bridgehead.online.notices import channels
from bridgehead.online.pages.site import (
    account_of,
    address_of,
    begin_session,
    end_cookie,
    form_of,
    login_of,
    needs_account,
    next_of,
    server_of,
    show,
    told,
)
from bridgehead.server.languages.languages import COOKIE, known, languages
from bridgehead.server.web.rate_limits import TooOftenError

YEAR = 31_536_000  # seconds


def status_of(error: BridgeheadError) -> int:
    """Return the HTTP status of a form with this error."""
    return 429 if isinstance(error, TooOftenError) else 400


def field_of(error: BridgeheadError, name: str = "name", password: str = "password") -> str:
    """Return the form field that an error is about, "" if it is about none.

    `name` and `password` are the form's own names of these fields.
    """
    if isinstance(error, AccountError):
        return name
    return password if isinstance(error, LoginError | WeakPasswordError) else ""


async def register(request: Request) -> Response:
    """Create an account."""
    return await _enter(request, "register", _register)


async def log_in(request: Request) -> Response:
    """Log in."""
    return await _enter(request, "login", _log_in)


Entry = Callable[[Request, str, str], Awaitable[Account]]


async def _enter(request: Request, form: str, work: Entry) -> Response:
    """Show a form with name and password; when it is sent, run `work` and begin a session.

    `form` is the path of the form, and the name of its texts.
    """
    given = next_of(request.query_params.get("next", "/"))
    if request.method == "GET":
        return show(request, "accounts/enter", form=form, name="", next=given, error="", field="")
    fields = await form_of(request)
    name, to = fields.get("name", ""), next_of(fields.get("next", "/"))
    try:
        account = await work(request, name, fields.get("password", ""))
    except BridgeheadError as error:
        shown = {"error": told(error), "field": field_of(error), "name": name, "next": to}
        return show(request, "accounts/enter", status_of(error), form=form, **shown)
    return await begin_session(request, account, to)


async def _register(request: Request, name: str, password: str) -> Account:
    server = server_of(request)
    server.limits.check("register", address_of(request))
    return await server.accounts.register(name, password)


async def _log_in(request: Request, name: str, password: str) -> Account:
    server, address = server_of(request), address_of(request)
    server.limits.check("log in from", address)
    server.limits.check("log in as", f"{address} {folded(name)[:100]}")
    return await server.accounts.log_in(name, password)


async def log_out(request: Request) -> Response:
    """End the session."""
    login = login_of(request)
    if login is not None:
        server = server_of(request)
        await server.sessions.end(request.state.token)
        server.close([login.id])
    return end_cookie(request, RedirectResponse("/", 303))


@needs_account
async def settings(request: Request) -> Response:
    """Show the settings and the sessions of the account."""
    return await show_settings(request)


async def show_settings(
    request: Request, status: int = 200, error: str = "", field: str = ""
) -> Response:
    """Show the settings; after a refused form also its error message, beside the field."""
    login, server = login_of(request), server_of(request)
    assert login is not None
    sessions = await server.sessions.of(login.account)
    passkeys = passkeys_of(request)
    return show(
        request, "accounts/settings", status, sessions=sessions, here=login.id, error=error,
        field=field,
        vacation=await server.database.read(vacations.of, login.account.id),
        passkeys=await passkeys.of(login.account) if passkeys else None,
        email=await server.database.read(recovery.address_of, login.account.id),
        blocked=await server.database.read(blocks.of, login.account.id),
        changed=request.query_params.get("changed", ""), zones=time_zones.names(),
    )  # fmt: skip


@needs_account
async def change_zone(request: Request) -> Response:
    """Change the time zone of the account."""
    form, me = await form_of(request), account_of(request)
    assert me is not None
    try:
        zone = time_zones.checked(form.get("zone", ""))
    except BridgeheadError as error:
        return await settings_refused(request, error)
    await server_of(request).database.write(channels.move, me.id, zone)
    return RedirectResponse("/settings?changed=zone", 303)


async def change_language(request: Request) -> Response:
    """Change the language of the pages: of the account, if there is one, and of the browser."""
    form, me = await form_of(request), account_of(request)
    chosen = known(form.get("language", ""))
    if chosen is None:
        given = form.get("language", "")[:20]
        raise HTTPException(400, f"there is no language {given!r}: {', '.join(languages())}")
    if me is not None:
        await server_of(request).database.write(set_language, me.id, chosen)
    answer = RedirectResponse(next_of(form.get("next", "/")), 303)
    secure = request.app.state.secure
    answer.set_cookie(COOKIE, chosen, max_age=YEAR, secure=secure, samesite="lax")
    return answer


async def settings_refused(request: Request, error: BridgeheadError) -> Response:
    """Show the settings with an error message."""
    return await show_settings(request, status_of(error), told(error))


@needs_account
async def change_password(request: Request) -> Response:
    """Change the password, or set a guest's first one; every other session ends."""
    form, login, server = await form_of(request), login_of(request), server_of(request)
    assert login is not None
    try:
        if login.account.is_guest:
            await server.accounts.claim(login.account, form.get("new", ""))
        else:
            await make_sure(request, form.get("old", ""))
            await server.accounts.set_password(login.account, form.get("new", ""))
    except BridgeheadError as error:
        weak = isinstance(error, WeakPasswordError)
        field = "new" if weak else field_of(error, "", "old")
        return await show_settings(request, status_of(error), told(error), field)
    server.close(await server.sessions.revoke_others(login.account, login.id))
    return RedirectResponse("/settings?changed=password", 303)


@needs_account
async def revoke(request: Request) -> Response:
    """End one of the user's sessions, or all but this one."""
    form, login, server = await form_of(request), login_of(request), server_of(request)
    account = account_of(request)
    assert login is not None
    assert account is not None
    session = form.get("session", "")
    if session == "others":
        server.close(await server.sessions.revoke_others(account, login.id))
    elif await server.sessions.revoke(account, session):
        server.close([session])
    return RedirectResponse("/settings?changed=sessions", 303)
