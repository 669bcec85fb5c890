"""Requests of the page script for passkeys: challenges to sign, and the signed answers."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts import passkeys
from bridgehead.online.accounts.accounts import Account
from bridgehead.online.accounts.confirmation import make_sure, passkeys_of
from bridgehead.online.accounts.login_sessions import LogIn
from bridgehead.online.accounts.names import checked_name
from bridgehead.online.accounts.passkeys import Passkeys
from bridgehead.online.pages.login_pages import show_settings, status_of
from bridgehead.online.pages.site import (
    account_of,
    address_of,
    form_of,
    login_of,
    needs_account,
    next_of,
    server_of,
    start_session,
    told,
)
from bridgehead.online.web.bodies import json_of, text_in
from bridgehead.server.web.answers import Json


async def ask_register(request: Request) -> Response:
    """Return the challenge for the passkey of a new account."""
    server, data = server_of(request), await json_of(request)
    server.limits.check("register", address_of(request))
    return Json(await _passkeys(request).ask_new(checked_name(text_in(data, "name"))))


async def register(request: Request) -> Response:
    """Create an account with a passkey, and log in."""
    data = await json_of(request)
    name = checked_name(text_in(data, "name"))
    account = await _passkeys(request).register(name, data.get("credential"))
    return await _log_in(request, account, data)


async def ask_login(request: Request) -> Response:
    """Return a challenge for a login, which any passkey can sign."""
    await json_of(request)
    return Json(await _passkeys(request).ask_login())


async def log_in(request: Request) -> Response:
    """Log in with a passkey."""
    data, server = await json_of(request), server_of(request)
    server.limits.check("log in from", address_of(request))
    account = await _passkeys(request).log_in(data.get("credential"))
    return await _log_in(request, account, data)


async def ask_add(request: Request) -> Response:
    """Return the challenge for an additional passkey; needs the account's password."""
    data, login = await json_of(request), _login(request)
    found = _passkeys(request)
    await make_sure(request, text_in(data, "password"))
    return Json(await found.ask_add(login))


async def add(request: Request) -> Response:
    """Store an additional passkey of an account."""
    data, login = await json_of(request), _login(request)
    await _passkeys(request).add(login, text_in(data, "name"), data.get("credential"))
    return Json({"to": "/settings?changed=passkeys"})


async def ask_confirm(request: Request) -> Response:
    """Return a challenge for the user who is logged in."""
    await json_of(request)
    return Json(await _passkeys(request).ask_confirm(_login(request)))


async def confirm(request: Request) -> Response:
    """Note that the logged-in user has just confirmed with a passkey."""
    data, login = await json_of(request), _login(request)
    server_of(request).limits.check("password", login.account.id)
    await _passkeys(request).confirm(login, data.get("credential"))
    return Json({"to": ""})


@needs_account
async def remove(request: Request) -> Response:
    """Remove a passkey (a form of the settings)."""
    form, me = await form_of(request), account_of(request)
    assert me is not None
    try:
        await make_sure(request, form.get("password", ""))
    except BridgeheadError as error:
        return await show_settings(request, status_of(error), told(error))
    write = server_of(request).database.write
    await write(passkeys.remove, me.id, form.get("passkey", ""))
    return RedirectResponse("/settings?changed=passkeys", 303)


def _passkeys(request: Request) -> Passkeys:
    found = passkeys_of(request)
    if found is None:
        raise HTTPException(404, "this server has no passkeys: they need HTTPS")
    server_of(request).limits.check("passkey", address_of(request))
    return found


def _login(request: Request) -> LogIn:
    login = login_of(request)
    if login is None:
        raise HTTPException(401, "log in first")
    return login


async def _log_in(request: Request, account: Account, data: dict[str, Any]) -> Response:
    to = Json({"to": next_of(text_in(data, "next") or "/")})
    return await start_session(request, account, to)
