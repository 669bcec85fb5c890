"""The requests about the server for people in the same network."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from bridgehead.server.network.network_server import NetworkServer
from bridgehead.server.web.answers import Json


def routes() -> list[BaseRoute]:
    """Return the routes."""
    return [
        Route("/api/network", state, methods=["GET"]),
        Route("/api/network", start, methods=["POST"]),
        Route("/api/network", stop, methods=["DELETE"]),
    ]


async def state(request: Request) -> Response:
    """Return whether the server runs, and its addresses."""
    return Json(_server(request).told())


async def start(request: Request) -> Response:
    """Start the server."""
    return Json(await _server(request).start())


async def stop(request: Request) -> Response:
    """Stop the server."""
    return Json(await _server(request).stop())


def _server(request: Request) -> NetworkServer:
    found: NetworkServer = request.app.state.network_server
    return found
