"""Security headers of our pages, and the host names under which the server may be called."""

from __future__ import annotations

import ipaddress
import socket

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bridgehead.server.web.security_headers import ALLOWED, HEADERS

FORMS = {**ALLOWED, "form-action": "'self'", "style-src": "'self'"}
GAME = {**ALLOWED, "form-action": "'self'"}  # drawn boards have styles in the markup
PICTURES = ("/game/", "/puzzle/", "/position", "/api/")  # paths with drawn boards
# With `no-referrer` browsers would hide the origin of our own forms from us.
OURS = {**HEADERS, "Referrer-Policy": "same-origin"}
SECURE = {"Strict-Transport-Security": "max-age=31536000"}


def _told(allowed: dict[str, str]) -> str:
    return "; ".join(f"{what} {whence}" for what, whence in allowed.items())


class OnlinePolicy:
    """Adds the security headers to every response, also to errors."""

    def __init__(self, app: ASGIApp, *, secure: bool) -> None:
        self.app = app
        self._headers = {**OURS, **(SECURE if secure else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        drawn = scope["path"].startswith(PICTURES)
        is_static = scope["path"].startswith("/static/")

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers[name] = value
                headers["Content-Security-Policy"] = _told(GAME if drawn else FORMS)
                if not is_static:
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, send_with_headers)


PROBES = ("/healthz", "/readyz")


class KnownHost:
    """Refuses requests for another host name: somebody else's name may point at this server.

    With a public address only its host name is allowed. Without one, all IP addresses and this
    machine's name are allowed. Load balancers, which use the machine's address, may always ask
    whether the server is ready.
    """

    def __init__(self, app: ASGIApp, *, public: str | None = None) -> None:
        self.app = app
        self._public = public
        name = socket.gethostname().lower()
        self._names = {"localhost", name, f"{name}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or refuse it."""
        is_free = scope["type"] not in ("http", "websocket") or scope["path"] in PROBES
        if is_free or self._is_ours(Headers(scope=scope).get("host", "")):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await PlainTextResponse("this server has another name", 400)(scope, receive, send)

    def _is_ours(self, host: str) -> bool:
        name = host.rpartition(":")[0] if ":" in host and not host.endswith("]") else host
        if self._public is not None:  # monitoring calls the server from the same machine
            return host.lower() == self._public or name in ("localhost", "127.0.0.1", "[::1]")
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return name.lower() in self._names
        return True
