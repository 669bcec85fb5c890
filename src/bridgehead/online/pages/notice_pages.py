"""The pages of notices: channels, confirmation, unsubscribing."""

from __future__ import annotations

import hmac
import re
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.files.bounded_text import read_json
from bridgehead.core.titles.games import games as titles_played
from bridgehead.online.accounts import email_addresses, recovery, time_zones
from bridgehead.online.accounts.accounts import Account
from bridgehead.online.following import follows
from bridgehead.online.games.games import UnknownGameError
from bridgehead.online.notices import channels, hook_signatures, outbox, quiet_hours, user_addresses
from bridgehead.online.notices.channels import ChannelError
from bridgehead.online.notices.notices import EVENTS
from bridgehead.online.notices.outbox import Sender
from bridgehead.online.pages.login_pages import status_of
from bridgehead.online.pages.site import (
    account_of,
    form_of,
    needs_account,
    server_of,
    show,
    ticked,
    told,
)
from bridgehead.server.views import title_data

HERE = "/settings/notices"
HOURS = tuple(map(str, range(24)))
CHANNEL = re.compile(r"[0-9a-f]{16}")


def _me(request: Request) -> Account:
    me = account_of(request)
    assert me is not None
    return me


def _sender(request: Request) -> Sender:
    sender: Sender = request.app.state.sender
    return sender


@needs_account
async def notices(request: Request) -> Response:
    """Show the user's channels."""
    return await _page(request)


async def _page(request: Request, status: int = 200, error: str = "") -> Response:
    sender = _sender(request)
    read, me = server_of(request).database.read, _me(request).id
    found, known = await read(channels.of, me), await read(recovery.address_of, me)
    return show(
        request, "accounts/notices", status, channels=found, events=EVENTS, error=error,
        known=known, titles=[title_data.game_data(info.id) for info in titles_played()],
        followed=await read(follows.followed, me, follows.TITLE),
        mails=sender.mails, key=sender.keys.public, done=request.query_params.get("done", ""),
        zone=_me(request).zone or time_zones.UNKNOWN, quiet=await read(quiet_hours.of, me),
        secrets={
            channel.id: hook_signatures.secret_of(sender.keys, channel.id)
            for channel in found if channel.kind == channels.HOOK
        },
    )  # fmt: skip


@needs_account
async def follow_titles(request: Request) -> Response:
    """Choose the titles whose open challenges the user is told of."""
    chosen, me = set(await ticked(request, "title")), _me(request).id

    def change(connection: Any) -> None:
        for info in titles_played():
            do = follows.follow if info.id in chosen else follows.leave
            do(connection, me, follows.TITLE, info.id)

    server_of(request).limits.check("channel", me)
    await server_of(request).database.write(change)
    return _done("saved")


def _done(what: str) -> Response:
    return RedirectResponse(f"{HERE}?done={what}", 303)


def _only_members(request: Request) -> None:
    """Raise ChannelError for guests, because they may not use mail and web hooks."""
    if _me(request).is_guest:
        raise ChannelError(
            "guests can receive notices in their browser only: choose a password first"
        )


@needs_account
async def add_mail(request: Request) -> Response:
    """Add an e-mail address, and send a confirmation link there."""
    form, server, me, sender = (
        await form_of(request),
        server_of(request),
        _me(request),
        _sender(request),
    )
    try:
        _only_members(request)
        if not sender.mails:
            raise ChannelError("this server sends no mail")
        address = email_addresses.checked(form.get("address", ""))
        server.limits.check("channel", me.id)
        server.limits.check("mail to", address.casefold())

        def add(connection: Any) -> bool:
            channels.add(connection, me.id, email_addresses.MAIL, address)
            return outbox.confirm(connection, me, address, sender.public)

        sent = await server.database.write(add)
    except BridgeheadError as error:
        return await _page(request, status_of(error), told(error))
    request.app.state.wake()
    return _done("mailed" if sent else "added")


@needs_account
async def add_hook(request: Request) -> Response:
    """Add a web hook."""
    form, server, me = await form_of(request), server_of(request), _me(request)
    try:
        _only_members(request)
        kind, target = form.get("kind", ""), form.get("target", "").strip()
        if kind not in (channels.HOOK, channels.DISCORD):
            raise ChannelError("choose the format of the web hook")
        user_addresses.checked(target)
        server.limits.check("channel", me.id)
        await server.database.write(channels.add, me.id, kind, target)
    except BridgeheadError as error:
        return await _page(request, status_of(error), told(error))
    return _done("added")


@needs_account
async def add_push(request: Request) -> Response:
    """Add this browser; its page sends the push subscription as JSON in a form field."""
    form, server, me = await form_of(request), server_of(request), _me(request)
    try:
        given = read_json(form.get("subscription", ""), "the subscription", ChannelError)
        if not isinstance(given, dict) or not isinstance(given.get("endpoint"), str):
            raise ChannelError("the address of this browser's subscription is missing")
        target, keys = given["endpoint"], channels.checked_keys(given.get("keys"))
        user_addresses.checked(target)
        server.limits.check("channel", me.id)
        await server.database.write(channels.add, me.id, channels.PUSH, target, keys)
    except BridgeheadError as error:
        return await _page(request, status_of(error), told(error))
    return _done("added")


@needs_account
async def change_quiet_hours(request: Request) -> Response:
    """Set or remove the user's quiet hours."""
    form, server, me = await form_of(request), server_of(request), _me(request)
    try:
        begins, ends = (_hour(form.get(name, "")) for name in ("begins", "ends"))
        if (begins is None) != (ends is None):
            raise ChannelError("choose when the quiet hours begin and when they end")
        hours = None if begins is None or ends is None else (begins, ends)
        urgent = form.get("urgent", "") == "1"
        await server.database.write(quiet_hours.change, me.id, hours, urgent=urgent)
    except BridgeheadError as error:
        return await _page(request, status_of(error), told(error))
    request.app.state.wake()
    return _done("saved")


def _hour(text: str) -> int | None:
    """Return the hour of a form's field, None if it is empty; ChannelError if it is invalid."""
    if text and text not in HOURS:
        raise ChannelError("the hour must be a number from 0 to 23")
    return int(text) if text else None


@needs_account
async def change(request: Request) -> Response:
    """Change the settings of a channel."""
    form, events = await form_of(request), await ticked(request, "event")
    try:
        hour = _hour(form.get("hour", ""))
        await server_of(request).database.write(
            channels.change, _me(request).id, request.path_params["id"], events, hour
        )
    except ChannelError as error:
        return await _page(request, 400, told(error))
    return _done("saved")


@needs_account
async def test(request: Request) -> Response:
    """Send a test message to a channel."""
    server, me = server_of(request), _me(request)
    server.limits.check("channel", me.id)
    channel = request.path_params["id"]
    await server.database.write(outbox.test, _sender(request), me.id, channel)
    request.app.state.wake()
    return _done("tested")


@needs_account
async def remove(request: Request) -> Response:
    """Remove a channel."""
    server, channel = server_of(request), request.path_params["id"]
    await server.database.write(channels.remove, _me(request).id, channel)
    return _done("removed")


# Links in mails work for whoever has the link, logged in or not


async def unsubscribe(request: Request) -> Response:
    """End the notices of a channel (RFC 8058: one POST, also by a mail program)."""
    server, token = server_of(request), request.path_params["token"]
    channel, _, hashed = token.partition(".")
    right = _sender(request).keys.hashed("unsubscribe", channel)
    known = CHANNEL.fullmatch(channel) and hmac.compare_digest(hashed.encode(), right.encode())
    found = await server.database.read(channels.find, channel) if known else None
    if not known or (found is None and request.method == "GET"):
        raise UnknownGameError("this link is invalid, or you have already unsubscribed")
    if request.method == "POST":
        await server.database.write(channels.end, channel)
        return show(request, "accounts/unsubscribe", done=True, target="")
    assert found is not None
    return show(request, "accounts/unsubscribe", done=False, target=found.shown)
