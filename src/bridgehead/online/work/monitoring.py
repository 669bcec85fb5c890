"""Monitoring: metrics for Prometheus, and a log line for each request.

Labels and lines contain routes and ids, never tokens, names or texts of users.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from prometheus_client import Counter, Gauge, Histogram, start_http_server
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bridgehead.core.errors import BridgeheadError

_log = logging.getLogger(__name__)

REQUESTS = Counter("bridgehead_requests", "Answered requests", ["method", "route", "status"])
SECONDS = Histogram("bridgehead_request_seconds", "Response time", ["route"])
SOCKETS = Gauge("bridgehead_sockets", "Open WebSocket connections")
APPENDS = Counter("bridgehead_appends", "Appends to journals", ["outcome"])
APPEND_SECONDS = Histogram("bridgehead_append_seconds", "Time from a request to its commit")
GAMES = Gauge("bridgehead_games_in_memory", "Games in the memory of this process")
DECISIONS = Counter("bridgehead_decisions", "Decisions of computers")
SENT = Counter("bridgehead_sent", "Sent mails, pushes and web hooks", ["channel", "outcome"])
WAITING = Gauge("bridgehead_waiting", "Waiting messages and decisions", ["what"])
LAG = Histogram(
    "bridgehead_loop_lag_seconds",
    "By how much the event loop was late",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
MEASURED = 0.5  # seconds between two measurements
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"))


async def measure_lag() -> None:
    """Measure the delay of the event loop, repeatedly."""
    while True:
        due = time.perf_counter() + MEASURED
        await asyncio.sleep(MEASURED)
        LAG.observe(max(time.perf_counter() - due, 0.0))


def serve_numbers(where: str) -> None:
    """Serve the Prometheus metrics, and nothing else, at an address like 127.0.0.1:9100."""
    host, _, port = where.rpartition(":")
    try:
        start_http_server(int(port), host.strip("[]") or "127.0.0.1")
    except (ValueError, OSError, OverflowError) as error:
        raise BridgeheadError(f"--metrics {where}: cannot be used: {error}") from error


def route_of(scope: Scope) -> str:
    """Return the route of a request: its path with {name} for the variable parts."""
    path: str = scope["path"]
    if path.startswith("/static/"):
        return "/static"
    if "endpoint" not in scope:
        return "none"
    values = {str(value): f"{{{name}}}" for name, value in scope.get("path_params", {}).items()}
    return "/".join(values.get(part, part) for part in path.split("/"))


class RequestMonitor:
    """Counts and logs requests and connections."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] == "websocket":
            with SOCKETS.track_inprogress():
                await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        status, begun = 500, time.perf_counter()

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noting)
        finally:
            took = time.perf_counter() - begun
            route = route_of(scope)
            method = scope["method"] if scope["method"] in METHODS else "other"
            REQUESTS.labels(method, route, str(status)).inc()
            SECONDS.labels(route).observe(took)
            login = scope.get("state", {}).get("login")
            told = {"method": method, "route": route, "status": status, "ms": round(took * 1000)}
            if login is not None:
                told["account"] = login.account.id
            _log.info("request", extra=told)


async def timed(append: Callable[..., Awaitable[Any]], *args: Any) -> Any:
    """Run an append and count it; return its result."""
    begun, outcome = time.perf_counter(), "failed"
    try:
        fresh = await append(*args)
        outcome = "written" if fresh else "repeated"
        return fresh
    except BridgeheadError as error:
        outcome = "stale" if type(error).__name__ == "StaleError" else "failed"
        raise
    finally:
        APPENDS.labels(outcome).inc()
        APPEND_SECONDS.observe(time.perf_counter() - begun)
