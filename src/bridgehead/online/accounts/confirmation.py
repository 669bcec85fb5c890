"""Confirm a user's identity again before actions that a stolen session must not allow."""

from __future__ import annotations

from starlette.requests import Request

from bridgehead.online.accounts.accounts import LoginError
from bridgehead.online.accounts.passkeys import Passkeys
from bridgehead.online.pages.site import login_of, server_of


def passkeys_of(request: Request) -> Passkeys | None:
    """Return the server's passkeys object, None if passkeys are not available."""
    found: Passkeys | None = request.app.state.passkeys
    return found


async def was_confirmed(request: Request) -> bool:
    """Whether the user has just confirmed with a passkey; a confirmation can be used once."""
    login, passkeys = login_of(request), passkeys_of(request)
    return login is not None and passkeys is not None and await passkeys.take_confirmation(login)


async def make_sure(request: Request, password: str) -> None:
    """Raise LoginError unless the password is right or a passkey was just used.

    A guest has neither, so nothing is checked beyond the session.
    """
    login, server = login_of(request), server_of(request)
    if login is None:
        raise LoginError("log in first")
    server.limits.check("password", login.account.id)
    if login.account.is_guest or (not password and await was_confirmed(request)):
        return
    await server.accounts.check_password(login.account, password)
