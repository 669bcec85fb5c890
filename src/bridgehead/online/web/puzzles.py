"""Puzzles: their pages, and the HTTP API of a page that solves one.

The API has the addresses of a game, with the name of the page's session in place of the game's id
(`live/open_puzzles.py`).
"""

from __future__ import annotations

from functools import partial

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from bridgehead.core.errors import BridgeheadError, UnknownPuzzle
from bridgehead.online.live.open_puzzles import PREFIX, new_name
from bridgehead.online.live.readers import Window
from bridgehead.online.pages.site import (
    LATER,
    account_of,
    address_of,
    asker_of,
    login_of,
    server_of,
)
from bridgehead.online.web.game_page import page_for
from bridgehead.online.web.limits import TooManyError
from bridgehead.online.web.window import MANY, FloodError, refuse, too_often
from bridgehead.server.games.sessions import Session
from bridgehead.server.puzzles.puzzles import DUE, NEXT, TODAY, new_record
from bridgehead.server.views import pictures
from bridgehead.server.views.local_view import LocalView
from bridgehead.server.web import title_pages
from bridgehead.server.web.answers import Json, number, record_file
from bridgehead.server.web.app import line_at, state_after
from bridgehead.server.web.rate_limits import TooOftenError
from bridgehead.server.web.threads import aside
from bridgehead.server.web.websocket import GONE, serve


def routes() -> list[BaseRoute]:
    """Return the routes of puzzles; they come before those of games."""
    saved = f"/api/saved/{PREFIX}{{id}}"
    return [
        Route("/puzzles", listing),
        Route("/puzzle/{what}", solve),
        Route("/api/puzzles", every_puzzle),
        Route("/api/puzzles/{id}/board.svg", picture),
        Route(saved, form),
        Route(f"{saved}/record", record),
        Route(f"{saved}/story", story),
        Route(f"{saved}/at/{{n}}", state_at),
        Route(f"{saved}/line/{{n}}", line),
        Route(f"{saved}/board.svg", svg),
        Route(f"{saved}/board.png", png),
        WebSocketRoute(f"{saved}/play", play),
    ]


# Pages


async def listing(request: Request) -> Response:
    """Show the page with all puzzles."""
    return HTMLResponse(page_for(request, 'data-screen="puzzles"'))


async def solve(request: Request) -> Response:
    """Show the page of a puzzle; redirect to today's, the next one, or a mistake that is due."""
    what, asked = request.path_params["what"], request.query_params
    _allow(request, "puzzle")
    choose = server_of(request).puzzles.of(_account(request)).choose
    game = asked.get("game") or None
    given = game, asked.get("after", "")
    try:
        puzzle = await aside("setup", choose, what, *given)
    except UnknownPuzzle:
        if what != DUE:
            raise
        puzzle = await aside("setup", choose, NEXT, *given)  # all mistakes of today are done
    if what in (TODAY, NEXT, DUE):
        return RedirectResponse(f"/puzzle/{puzzle.id}", 303)
    return HTMLResponse(
        page_for(request, f'data-game="{PREFIX}{new_name(puzzle.id)}" data-screen="puzzles"')
    )


# The list


async def every_puzzle(request: Request) -> Response:
    """List the puzzles, with today's, and an account's rating."""
    _allow(request, "puzzle")
    return Json(await aside("setup", server_of(request).puzzles.of(_account(request)).listing))


async def picture(request: Request) -> Response:
    """Return the board of a puzzle as SVG."""
    _allow(request, "puzzle")
    find = server_of(request).puzzles.of("").find
    found = await aside("setup", find, request.path_params["id"])
    view = await aside("setup", lambda: LocalView(new_record(found.puzzle)))
    return await pictures.svg_of(request, view)


# A page that solves one


async def form(request: Request) -> Response:
    """Return the kind of the puzzle's game and its title's own module."""
    session = await _session(request)
    return Json({"id": session.id, **title_pages.form_of(session.record.game.id)})


async def record(request: Request) -> Response:
    """Return the puzzle, as far as it was played, as a record file."""
    session = await _session(request)
    return record_file(session.record.to_dict(), f"{session.record.game.id}-{session.id}")


async def story(request: Request) -> Response:
    """Return the log of the plan."""
    return Json((await _session(request)).view.story_data())


async def state_at(request: Request) -> Response:
    """Return the position after n actions."""
    return await state_after(await _session(request), request)


async def line(request: Request) -> Response:
    """Return the position after n actions as one line of text."""
    session, n = await _session(request), number(request.path_params, "n", 0)
    return Json({"line": await line_at(session.view, n or 0)})


async def svg(request: Request) -> Response:
    """Return the board as SVG."""
    return await pictures.svg_of(request, (await _session(request)).view)


async def png(request: Request) -> Response:
    """Return the board as PNG."""
    _allow(request, "picture")
    text, name = await pictures.drawn(request, (await _session(request)).view)
    return await pictures.png_from(request, text, name)


async def play(socket: WebSocket) -> None:
    """Solve the puzzle: the messages are those of `bridgehead play` (docs/server.md)."""
    server, login = server_of(socket), login_of(socket)
    account, who = _account(socket), asker_of(socket)
    try:
        server.limits.check("open", who)
    except TooOftenError:
        await socket.close(LATER)
        return
    await socket.accept()
    window = Window(None, account, login.id if login else "", who)
    try:
        with server.windows.one_more(account, address_of(socket)):
            session = await _session(socket)
            await serve(socket, session, window, partial(too_often, server, who))
    except (TooManyError, FloodError) as error:
        await refuse(socket, error, MANY)
    except BridgeheadError as error:
        await refuse(socket, error, GONE)


async def _session(connection: HTTPConnection) -> Session:
    name = connection.path_params["id"]
    puzzles = server_of(connection).puzzles
    return await puzzles.session(name, _account(connection), asker_of(connection))


def _account(connection: HTTPConnection) -> str:
    me = account_of(connection)
    return me.id if me else ""


def _allow(request: Request, kind: str) -> None:
    """Count a try; TooOftenError if there were too many."""
    server_of(request).limits.check(kind, asker_of(request))
