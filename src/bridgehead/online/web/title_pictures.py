"""The pictures of titles in lists: the board as it is set up, and the bare map, as SVG.

`small_boards` lays the units of a game upon the map.
"""

from __future__ import annotations

from functools import lru_cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from bridgehead.core.titles.games import game_info, load_with
from bridgehead.render import small_boards
from bridgehead.server.web.threads import aside

ADDRESS = "/title/"
BOARD, MAP = "board", "map"
KEPT = {"Cache-Control": "public, max-age=86400"}


async def picture(request: Request) -> Response:
    """Return a picture of a title. HTTPException 404 for a kind that does not exist."""
    kind = request.path_params["kind"]
    if kind not in (BOARD, MAP):
        raise HTTPException(404, "there is no such picture")
    text = await aside("setup", _drawn, game_info(request.path_params["title"]).id, kind)
    return Response(text, media_type="image/svg+xml", headers=KEPT)


@lru_cache(maxsize=32)
def _drawn(game_id: str, kind: str) -> str:
    game = load_with(game_id, ())
    if kind == MAP:
        return small_boards.small_map(game)
    return small_boards.set_up(game, game.start().view(None))
