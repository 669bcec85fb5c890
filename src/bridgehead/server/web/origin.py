"""Protection against cross-site requests: changes must come from the server's own page."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

HARMLESS = ("GET", "HEAD", "OPTIONS")
OTHERS = ("cross-site", "same-site")  # a browser's values for other sites and sibling sites


class SameOrigin:
    """Refuses requests that a browser sends for another site's page.

    Browsers name the page's origin with every WebSocket and every request that is not harmless;
    programs other than browsers name none, and are allowed. With `secure`, our pages are loaded
    over HTTPS, and the origin must be HTTPS, too: an HTTP page may have been changed on the way.
    """

    def __init__(self, app: ASGIApp, *, secure: bool = False) -> None:
        self.app = app
        self._schemes = ("https",) if secure else ("http", "https")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or refuse it."""
        kind = scope["type"]
        if kind not in ("http", "websocket") or (kind == "http" and scope["method"] in HARMLESS):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is None and headers.get("sec-fetch-site") in OTHERS:
            origin = "another site"
        if origin is None or self._host_of(origin) == headers.get("host"):
            await self.app(scope, receive, send)
        elif kind == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            text = f"a page of {origin} is not allowed to play here"
            told = {"error": {"kind": "request", "text": text, "case": ""}}
            await JSONResponse(told, 403)(scope, receive, send)

    def _host_of(self, origin: str) -> str:
        """Return host and port of an origin, "" if it cannot be one of ours."""
        try:
            found = urlsplit(origin)
        except ValueError:
            return ""
        return found.netloc if found.scheme in self._schemes else ""
