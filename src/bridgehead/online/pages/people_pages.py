"""Pages for actions on other people: blocking, and reporting a player, a game or a remark."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts.accounts import Account
from bridgehead.online.games.games import UnknownGameError
from bridgehead.online.moderation import blocks, reports
from bridgehead.online.moderation.reports import About
from bridgehead.online.pages.login_pages import status_of
from bridgehead.online.pages.site import account_of, form_of, needs_account, server_of, show, told


@needs_account
async def block(request: Request) -> Response:
    """Block or unblock a person."""
    server, me, form = server_of(request), account_of(request), await form_of(request)
    assert me is not None
    server.limits.check("report", me.id)
    other = await _named(request, request.path_params["name"])
    does = blocks.unblock if form.get("undo") else blocks.block
    await server.database.write(does, me.id, other.id)
    to = "/settings" if form.get("undo") == "settings" else f"/people/{other.name}"
    return RedirectResponse(to, 303)


@needs_account
async def report(request: Request) -> Response:
    """Show the form for a report, or store the report."""
    server, me = server_of(request), account_of(request)
    assert me is not None
    form = await form_of(request) if request.method == "POST" else dict(request.query_params)
    name, text = form.get("person", ""), form.get("text", "")
    person = await _named(request, name) if name else None
    about = About(person.id if person else None, form.get("game") or None, _remark(form))
    await server.database.read(reports.check, me.id, about)
    values: dict[str, Any] = {"person": name, "game": about.game or "", "text": text}
    values["remark"] = about.remark or ""
    if request.method == "GET":
        return show(request, "people/report", **values, error="", sent=form.get("sent", ""))
    try:
        server.limits.check("report", me.id)
        await server.database.write(reports.report, me.id, about, text)
    except UnknownGameError:
        raise
    except BridgeheadError as error:
        return show(
            request, "people/report", status_of(error), **values, error=told(error), sent=""
        )
    return RedirectResponse("/report?sent=yes", 303)


def _remark(form: dict[str, str]) -> int | None:
    given = form.get("remark", "")
    if not given:
        return None
    if not (given.isascii() and given.isdigit() and len(given) < 10 and form.get("game")):
        raise UnknownGameError("there is no such remark")
    return int(given)


async def _named(request: Request, name: str) -> Account:
    found = await server_of(request).accounts.named(name)
    if found is None:
        raise UnknownGameError("there is no player with this name")
    return found[0]
