"""The pages of e-mail addresses and lost passwords."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts import email_addresses, recovery
from bridgehead.online.accounts.confirmation import make_sure
from bridgehead.online.accounts.email_addresses import AddressError
from bridgehead.online.accounts.names import folded
from bridgehead.online.accounts.recovery import Letter
from bridgehead.online.pages.login_pages import field_of, show_settings, status_of
from bridgehead.online.pages.site import (
    account_of,
    address_of,
    begin_session,
    form_of,
    needs_account,
    server_of,
    show,
    told,
)
from bridgehead.online.web.texts import t

AS_LONG = 0.1  # seconds that an answer takes, whether the account exists or not


@needs_account
async def change_email(request: Request) -> Response:
    """Change the e-mail address, or remove it if none is given."""
    form, me, server = await form_of(request), account_of(request), server_of(request)
    assert me is not None
    given = form.get("email", "").strip()
    try:
        server.limits.check("email", me.id)
        if me.is_guest:
            raise AddressError("choose a password first: this account ends with its session")
        await make_sure(request, form.get("password", ""))
        if not given:
            await server.database.write(recovery.forget_address, me.id)
            return RedirectResponse("/settings?changed=noEmail", 303)
        address, public = email_addresses.checked(given), _public(request)
        server.limits.check("mail to", address.casefold())
        sent = await server.database.write(recovery.give_address, me, address, public)
    except BridgeheadError as error:
        return await show_settings(request, status_of(error), told(error))
    request.app.state.wake()
    return RedirectResponse(f"/settings?changed={'email' if sent else 'knownEmail'}", 303)


async def confirm(request: Request) -> Response:
    """Confirm an address by a form, since mail scanners follow links."""
    token, server, found = request.path_params["token"], server_of(request), None
    try:
        server.limits.check("invitation", address_of(request))
        found = await server.database.read(email_addresses.look, token)
        if request.method == "POST":
            await server.database.write(email_addresses.confirm, token)
    except BridgeheadError as error:
        return show(
            request, "accounts/confirm", status_of(error), done=False, found=None, error=told(error)
        )
    return show(request, "accounts/confirm", done=request.method == "POST", found=found, error="")


async def lost(request: Request) -> Response:
    """Request a recovery link; the answer is the same for every name and address."""
    if not request.app.state.sends_mail:
        return show(request, "accounts/lost", state="off", error="")
    if request.method == "GET":
        return show(request, "accounts/lost", state="", error="")
    form, server = await form_of(request), server_of(request)
    given = form.get("who", "")[: email_addresses.LONGEST]
    try:
        server.limits.check("recover", address_of(request))
        server.limits.check("recover", f"name {folded(given)}")
    except BridgeheadError as error:
        return show(request, "accounts/lost", status_of(error), state="", error=told(error))
    letter = Letter(t("mail.recoverSubject"), t("mail.recover", link="{link}", name="{name}"))
    asks = server.database.write(recovery.ask, given, letter, _public(request))
    await asyncio.gather(asks, asyncio.sleep(AS_LONG))
    return show(request, "accounts/lost", state="sent", error="")


async def recover(request: Request) -> Response:
    """Choose a new password with a link; every session ends."""
    token, server = request.path_params["token"], server_of(request)
    try:
        server.limits.check("log in from", address_of(request))
        account = await server.database.read(recovery.look, token)
    except BridgeheadError as error:
        return show(
            request, "accounts/recover", status_of(error), name="", error=told(error), field=""
        )
    if request.method == "GET":
        return show(request, "accounts/recover", name=account.name, error="", field="")
    form = await form_of(request)
    try:
        kept = await server.accounts.hash(form.get("new", ""))
        ended = await server.database.write(recovery.replace_password, token, kept)
    except BridgeheadError as error:
        shown = {"error": told(error), "field": field_of(error, "", "new")}
        return show(request, "accounts/recover", status_of(error), name=account.name, **shown)
    server.close(ended)
    return await begin_session(request, account, "/settings?changed=password")


def _public(request: Request) -> str:
    """Return the server's configured address for links in mails, never one from a request."""
    public: str = request.app.state.public
    if not public or not request.app.state.sends_mail:
        raise HTTPException(404, "this server sends no mail")
    return public
