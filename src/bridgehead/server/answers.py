"""How requests are read and answered: numbers, JSON, and who has gone before the answer came."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

T = TypeVar("T")

MOST = 10**6  # actions of a game
CLIENT_GONE = 499  # seen by nobody


class Json(JSONResponse):
    """Data as JSON; half a surrogate pair, which is no Unicode, is escaped."""

    def render(self, content: Any) -> bytes:
        """Return the text of an answer."""
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode("utf-8", "backslashreplace")


class UntilTheEnd:
    """Answer requests that wait for something with 503 when the server ends."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
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
    """Return what work gives; it is cancelled where the one who asked for it has gone.

    The body of the request must have been read.
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
    """Return a whole number of a request, `default` where it is not there; HTTPException 400."""
    text = asked.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit()) or len(text) > 9 or not least <= int(text) <= most:
        raise HTTPException(400, f"{name}: must be a whole number from {least} to {most}")
    return int(text)


def attachment(name: str) -> dict[str, str]:
    """Return the headers of a file to be kept."""
    return {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
