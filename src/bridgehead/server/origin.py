"""Requests that change something come from the server's own page, and from no other."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

HARMLESS = ("GET", "HEAD", "OPTIONS")


class SameOrigin:
    """Refuse what a browser sends on behalf of another site's page.

    A browser names the page's origin with every connection and every request that is not
    harmless; programs that are no browser name none, and are let through.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        kind = scope["type"]
        if kind not in ("http", "websocket") or (kind == "http" and scope["method"] in HARMLESS):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is None or _host_of(origin) == headers.get("host"):
            await self.app(scope, receive, send)
        elif kind == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            text = f"a page of {origin} is not allowed to play here"
            told = {"error": {"kind": "request", "text": text, "case": ""}}
            await JSONResponse(told, 403)(scope, receive, send)


def _host_of(origin: str) -> str:
    """Return host and port of an origin, "" where it is none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""
