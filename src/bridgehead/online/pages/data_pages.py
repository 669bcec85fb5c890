"""The page of a user's own data, where they can download them or delete the account."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts import data_export, deletion
from bridgehead.online.accounts.confirmation import make_sure, passkeys_of
from bridgehead.online.accounts.names import AccountError, folded
from bridgehead.online.pages.login_pages import status_of
from bridgehead.online.pages.site import (
    account_of,
    end_cookie,
    form_of,
    needs_account,
    server_of,
    show,
    told,
)
from bridgehead.server.web.answers import attachment


@needs_account
async def data(request: Request) -> Response:
    """Show the page of the user's own data."""
    return await _show(request)


async def _show(request: Request, status: int = 200, error: str = "") -> Response:
    me, passkeys = account_of(request), passkeys_of(request)
    has_one = bool(me and passkeys and await passkeys.of(me))
    return show(request, "accounts/data", status, has_one=has_one, error=error)


@needs_account
async def take(request: Request) -> Response:
    """Send the zip file of the user's data."""
    me, server = account_of(request), server_of(request)
    assert me is not None
    try:
        server.limits.check("export", me.id)
    except BridgeheadError as error:
        return await _show(request, status_of(error), told(error))
    found = await data_export.zipped(server, me)
    return Response(found, media_type="application/zip", headers=attachment("bridgehead-data.zip"))


@needs_account
async def leave(request: Request) -> Response:
    """Delete the user's account."""
    me, server, form = account_of(request), server_of(request), await form_of(request)
    assert me is not None
    try:
        if folded(form.get("name", "")) != folded(me.name):
            raise AccountError("type your name exactly to delete your account")
        await make_sure(request, form.get("password", ""))
    except BridgeheadError as error:
        return await _show(request, status_of(error), told(error))
    await deletion.leave(server, me)
    return end_cookie(request, RedirectResponse("/", 303))
