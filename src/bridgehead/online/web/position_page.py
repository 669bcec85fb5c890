"""Positions that are set up: the page, and the checks of a change. A game begins at `/begin`."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from bridgehead.online.pages.site import asker_of, server_of
from bridgehead.online.web.bodies import json_of
from bridgehead.online.web.game_page import page_for
from bridgehead.server.position_setup import position_checks
from bridgehead.server.web import app as play_app
from bridgehead.server.web.answers import Json
from bridgehead.server.web.threads import aside


def routes() -> list[BaseRoute]:
    """Return the routes."""
    return [
        Route("/position", set_up),
        Route("/api/position/check", check, methods=["POST"]),
        Route("/api/position/{game}/board.svg", board),
    ]


async def set_up(request: Request) -> Response:
    """Show the page on which a position is set up."""
    return HTMLResponse(page_for(request, 'data-screen="position"'))


async def check(request: Request) -> Response:
    """Return what is wrong with a position, or how it is shown."""
    wanted = await json_of(request)
    _allow(request)
    return Json(await aside("setup", position_checks.check, wanted))


async def board(request: Request) -> Response:
    """Return the board of a game at its start as SVG."""
    _allow(request)
    return await play_app.empty_board(request)


def _allow(request: Request) -> None:
    """Count a try of an account or an address; TooOftenError if there were too many."""
    server_of(request).limits.check("position", asker_of(request))
