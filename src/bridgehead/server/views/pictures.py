"""Pictures of a game's board, as SVG and PNG.

A large PNG takes seconds, in which Python can do nothing else. So PNGs are drawn in separate
processes, a few at a time; a process is ended if its client disconnects.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any

from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from bridgehead import render
from bridgehead.core.errors import BridgeheadError
from bridgehead.render.picture import COMMAND, png_arguments
from bridgehead.server.views import points, positions
from bridgehead.server.views.reader import GameView
from bridgehead.server.web.answers import attachment, number, unless_gone
from bridgehead.server.web.threads import aside

NARROWEST, WIDEST = 16, 2400  # pixels of a picture
AT_ONCE = 2  # PNGs drawn at the same time
WAITING = 10  # requests for PNGs, waiting or being drawn


class PictureError(BridgeheadError):
    """The picture could not be drawn."""


class Drawer:
    """Draws PNGs in separate processes."""

    def __init__(self) -> None:
        self._few = asyncio.Semaphore(AT_ONCE)
        self._asked = 0
        self._running: set[asyncio.subprocess.Process] = set()

    async def png(self, svg: str, width: int) -> bytes:
        """Return a PNG; cancelling ends its process. HTTPException 503 if too many are waiting."""
        if self._asked >= WAITING:
            raise HTTPException(503, "many pictures are being drawn: try again in a minute")
        self._asked += 1
        try:
            return await self._png(svg, width)
        finally:
            self._asked -= 1

    async def _png(self, svg: str, width: int) -> bytes:
        given = json.dumps(png_arguments(svg, width)).encode()
        async with self._few:
            pipe = asyncio.subprocess.PIPE
            process = await asyncio.create_subprocess_exec(
                *COMMAND, stdin=pipe, stdout=pipe, stderr=pipe
            )
            self._running.add(process)
            try:
                data, said = await process.communicate(given)
            finally:
                _end(process)
                self._running.discard(process)
        if process.returncode != 0:
            last = said.decode(errors="replace").strip().rpartition("\n")[2]
            raise PictureError(f"the picture could not be drawn: {last or process.returncode}")
        return data

    def end_processes(self) -> None:
        """End all drawing processes."""
        for process in list(self._running):
            _end(process)


def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()


async def svg(request: Request) -> Response:
    """Return the board after `at` actions as SVG."""
    return await svg_of(request, await _view(request))


async def png(request: Request) -> Response:
    """Return the board after `at` actions as PNG, `width` pixels wide."""
    return await png_of(request, await _view(request))


async def svg_of(request: Request, view: GameView[Any]) -> Response:
    """Return the board of a game as SVG."""
    text, name = await drawn(request, view)
    headers = attachment(f"{name}.svg") if request.query_params.get("download") == "1" else {}
    return Response(text, media_type="image/svg+xml", headers=headers)


async def png_of(request: Request, view: GameView[Any]) -> Response:
    """Return the board of a game as PNG."""
    return await png_from(request, *await drawn(request, view))


async def png_from(request: Request, text: str, name: str) -> Response:
    """Return a picture given as SVG as PNG."""
    width = number(request.query_params, "width", 1600, 0, WIDEST) or 1600
    await request.body()
    drawer: Drawer = request.app.state.drawer
    data = await unless_gone(request, drawer.png(text, max(width, NARROWEST)))
    return Response(data, media_type="image/png", headers=attachment(f"{name}.png"))


async def _view(request: Request) -> GameView[Any]:
    session = await request.app.state.open_games.session(request.path_params["id"])
    view: GameView[Any] = session.view
    return view


async def drawn(request: Request, view: GameView[Any]) -> tuple[str, str]:
    """Return the picture as SVG text, and its file name."""
    asked, game = request.query_params, view.record.game
    view = view.through(asked.get("eyes", ""))
    zones = tuple(side for side in asked.get("zones", "").split(",") if side)
    unknown = [side for side in zones if side not in game.sides]
    if unknown:
        raise HTTPException(400, f"zones: {', '.join(unknown)} is not a side of this game")
    as_png = request.url.path.endswith(".png")
    page = "sheet" in asked and not as_png
    draw = _DRAWING[view.title.kind](view, asked, zones, page, as_png)
    at = number(asked, "at", None)
    done = view.length if at is None else at
    try:
        position = await view.position_at(done)
    except IndexError as error:
        raise HTTPException(404, str(error)) from None
    text = await aside("setup", draw, position, view.seen(position))
    return text, f"{game.id}-{done}"


Draw = Callable[[Any, dict[str, Any]], str]  # of a position, and the view of it


def _drawing_of_points(
    view: GameView[Any], asked: QueryParams, zones: tuple[str, ...], page: bool, as_png: bool
) -> Draw:
    """Return what draws a map of points as asked. HTTPException 400 for an unknown theater."""
    del zones, as_png
    theater, sheet = asked.get("theater", "both"), asked.get("sheet", "1") == "1"
    if theater not in ("both", *(one.id for one in view.record.game.map.theaters)):
        raise HTTPException(400, f"theater: {theater} is not a theater of this game")
    viewer = view.viewer
    return lambda position, seen: points.picture(
        position.game, seen, viewer, page=page, sheet=sheet, theater=theater
    )


def _drawing_of_hexes(
    view: GameView[Any], asked: QueryParams, zones: tuple[str, ...], page: bool, as_png: bool
) -> Draw:
    """Return what draws a map of hexes as asked."""
    del view
    sheet = asked.get("sheet", "")
    parts = {"1": positions.PANEL, "0": frozenset[str]()}.get(sheet, render.PARTS)
    layers = positions.Layers(zones, asked.get("line") == "1")
    return lambda position, seen: _board(position, seen, layers, parts, page, not as_png)


_DRAWING = {"hexes": _drawing_of_hexes, "points": _drawing_of_points}


def _board(
    position: Any,
    seen: dict[str, Any],
    layers: positions.Layers,
    parts: frozenset[str],
    page: bool,
    alone: bool,
) -> str:
    """Return a board of hexes: for the page, or as a file with embedded fonts."""
    scene = positions.scene(position, seen, layers, parts)
    return render.svg(scene, embed_fonts=alone and not page, interactive=page)
