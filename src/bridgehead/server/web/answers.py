"""Reading requests and making responses: numbers, JSON, and clients that have disconnected."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

T = TypeVar("T")

MOST = 10**6  # most actions of a game
CLIENT_GONE = 499  # nobody sees this status


class Json(JSONResponse):
    """A JSON response; lone surrogates, which are not valid Unicode, are escaped."""

    def render(self, content: Any) -> bytes:
        """Return the body of the response."""
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode("utf-8", "backslashreplace")


class UntilTheEnd:
    """Answer waiting requests with 503 when the server stops."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        task = asyncio.ensure_future(self.app(scope, receive, noting))
        end = asyncio.ensure_future(scope["app"].state.ending.wait())
        either: list[asyncio.Future[Any]] = [task, end]
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if task.done() or begun:
                await task
                return
        finally:
            end.cancel()
            if not task.done():
                task.cancel()
        await asyncio.wait([task])
        if not begun:
            told = {"error": {"kind": "lost", "text": "the server ends", "case": ""}}
            await Json(told, 503)(scope, receive, send)


async def unless_gone(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of `work`; cancel it if the client disconnects.

    The body of the request must have been read already.
    """
    task = asyncio.ensure_future(work)
    watch = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait([task, watch], return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise HTTPException(CLIENT_GONE, "this is no longer needed")
        return task.result()
    finally:
        for each in (task, watch):
            each.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(task, watch, return_exceptions=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def number(asked: Any, name: str, default: int | None, least: int = 0, most: int = MOST) -> Any:
    """Return a whole number of a request, `default` if it is missing.

    HTTPException 400 if invalid.
    """
    text = asked.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit()) or len(text) > 9 or not least <= int(text) <= most:
        raise HTTPException(400, f"{name}: must be a whole number from {least} to {most}")
    return int(text)


def attachment(name: str) -> dict[str, str]:
    """Return the headers of a file for download."""
    return {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}


def record_file(data: dict[str, Any], name: str) -> Response:
    """Return the data of a record as a file for download, called NAME.json."""
    text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    content = text.encode("utf-8", "backslashreplace")  # lone surrogates, escaped as in JSON
    return Response(content, media_type="application/json", headers=attachment(f"{name}.json"))
