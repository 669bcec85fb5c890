"""The pictures of titles in lists: the board as it is set up, and the bare map, as PNG.

Each is drawn once in a process, when it is first asked for; `small_boards` lays the units of a game
upon the map.
"""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from bridgehead.core.positions.position import Game
from bridgehead.core.titles.games import game_info, load_with
from bridgehead.render import small_boards
from bridgehead.server.views.pictures import Drawer
from bridgehead.server.web.threads import aside

WIDTH = 440  # pixels
BOARD, MAP = "board", "map"
KEPT = {"Cache-Control": "public, max-age=86400"}


class TitlePictures:
    """Draws the pictures of titles, and keeps them."""

    def __init__(self, drawer: Drawer) -> None:
        self._drawer = drawer
        self._one = asyncio.Lock()  # the drawer has only a few places
        self._known: dict[tuple[str, str], bytes] = {}

    async def png(self, game_id: str, kind: str) -> bytes:
        """Return a picture of a title: "board" or "map"."""
        key = (game_id, kind)
        async with self._one:
            if key not in self._known:
                text = await aside("setup", _drawn, *key)
                self._known[key] = await self._drawer.png(text, WIDTH)
        return self._known[key]


def _drawn(game_id: str, kind: str) -> str:
    game: Game = load_with(game_id, ())
    if kind == MAP:
        return small_boards.small_map(game)
    return small_boards.set_up(game, game.start().view(None))


async def picture(request: Request) -> Response:
    """Return a picture of a title. HTTPException 404 for a kind that does not exist."""
    kind, known = request.path_params["kind"], request.app.state.title_pictures
    if kind not in (BOARD, MAP):
        raise HTTPException(404, "there is no such picture")
    data = await known.png(game_info(request.path_params["title"]).id, kind)
    return Response(data, media_type="image/png", headers=KEPT)
