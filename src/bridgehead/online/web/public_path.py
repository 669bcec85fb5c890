"""A server whose public address has a path: `--public https://example.org/bridgehead`.

Everything inside the application knows addresses without this path. It is taken off each request
(a proxy may also have taken it off already), and put before the addresses in each answer:
redirects, cookies, and the links of pages. Pages' scripts find it in `data-root`, and use
`fromRoot()` of `web/js/common/server.js`.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_PATH = re.compile(r"(/(?!\.{1,2}(/|$))[\w.~-]+)*", re.ASCII)
_LINK = re.compile(rb'(\s(?:href|src|action|formaction)=")(?=/(?!/))')  # texts have &#34; for "
_COOKIE_PATH = re.compile(r"(;\s*path=)/(?=;|$)", re.IGNORECASE)


def is_valid(path: str) -> bool:
    """Whether a server can be under this path; "" is the whole host."""
    return _PATH.fullmatch(path) is not None


class PublicPath:
    """Serves an application under a path."""

    def __init__(self, app: ASGIApp, *, path: str) -> None:
        """Serve under this path, for example "/bridgehead"."""
        self.app = app
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or a WebSocket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        inside = {**scope, "path": self._without(scope["path"])}
        if raw := scope.get("raw_path"):
            inside["raw_path"] = self._without(raw.decode("latin-1")).encode("latin-1")
        if scope["type"] == "websocket":
            await self.app(inside, receive, send)
        else:
            answer = _Answer(self._path, Headers(scope=scope).get("host", ""), send)
            await self.app(inside, receive, answer.send)

    def _without(self, path: str) -> str:
        if path == self._path:
            return "/"
        return path.removeprefix(self._path) if path.startswith(f"{self._path}/") else path


class _Answer:
    """One answer; that of a page is sent when it is complete."""

    def __init__(self, path: str, host: str, send: Send) -> None:
        self._path, self._host, self._send = path, host, send
        self._start: Message | None = None  # of a page, until its body is complete
        self._body = b""

    async def send(self, message: Message) -> None:
        """Send a message of the application on, with public addresses."""
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if "location" in headers:
                headers["location"] = self._public(headers["location"])
            self._set_cookie_paths(headers)
            if headers.get("content-type", "").startswith("text/html"):
                self._start = message
                return
        elif self._start is not None:
            self._body += message.get("body", b"")
            if message.get("more_body"):
                return
            page = self._page()
            MutableHeaders(scope=self._start)["content-length"] = str(len(page))
            await self._send(self._start)
            message = {**message, "body": page}
        await self._send(message)

    def _public(self, address: str) -> str:
        """Return an address, with our path if it is on this server."""
        parts = urlsplit(address)
        if not parts.path.startswith("/") or parts.netloc not in ("", self._host):
            return address
        return self._path + parts._replace(scheme="", netloc="").geturl()

    def _set_cookie_paths(self, headers: MutableHeaders) -> None:
        cookies = headers.getlist("set-cookie")
        if cookies:
            del headers["set-cookie"]
        for cookie in cookies:
            headers.append("set-cookie", _COOKIE_PATH.sub(rf"\g<1>{self._path}", cookie))

    def _page(self) -> bytes:
        path = self._path.encode("ascii")
        page = _LINK.sub(rb"\g<1>" + path, self._body)
        return page.replace(b"<html ", b'<html data-root="%s" ' % path, 1)
