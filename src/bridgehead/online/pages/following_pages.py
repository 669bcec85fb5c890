"""Pages to find people and games: search, who is online, whom you follow."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bridgehead.online.following import find_people, follows
from bridgehead.online.games import games
from bridgehead.online.games.games import UnknownGameError
from bridgehead.online.pages.lobby_pages import told_game
from bridgehead.online.pages.site import (
    account_of,
    asker_of,
    form_of,
    needs_account,
    server_of,
    show,
)

NOBODY = "there is no player with this name"


async def people(request: Request) -> Response:
    """Show who is online and whom the user follows, and search for players and games."""
    server, me = server_of(request), account_of(request)
    server.limits.check("search", asker_of(request))
    text = request.query_params.get("q", "").strip()[: find_people.LONGEST]
    found = await server.database.read(
        find_people.people_page, me.id if me else None, text, server.present()
    )
    return show(
        request, "people/people", text=text, shortest=find_people.SHORTEST, online=found.online,
        found=found.names, followed=found.followed,
        games=[told_game(row, me) for row in found.games],
    )  # fmt: skip


@needs_account
async def follow_player(request: Request) -> Response:
    """Follow a player, or stop following them."""
    server, me = server_of(request), account_of(request)
    assert me is not None
    server.limits.check("follow", me.id)
    found = await server.accounts.named(request.path_params["name"])
    if found is None:
        raise UnknownGameError(NOBODY)
    other = found[0]
    if other.id != me.id:
        await server.database.write(
            _change(await form_of(request)), me.id, follows.PLAYER, other.id
        )
    return RedirectResponse(f"/people/{other.name}", 303)


@needs_account
async def follow_game(request: Request) -> Response:
    """Follow a game that the user may see, or stop following it."""
    server, me, game = server_of(request), account_of(request), request.path_params["id"]
    assert me is not None
    server.limits.check("follow", me.id)
    row = await server.database.read(games.load, game)
    if not row.is_open_to(me.id) or row.state not in (games.RUNNING, games.OVER):
        raise UnknownGameError()
    await server.database.write(_change(await form_of(request)), me.id, follows.GAME, row.id)
    return RedirectResponse("/#people", 303)


def _change(form: dict[str, str]) -> Callable[[Connection, str, str, str], None]:
    return follows.leave if form.get("undo") else follows.follow
