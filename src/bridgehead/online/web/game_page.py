"""The page of a game, and what other programs show of a link to it (Open Graph).

Of a private game they are told nothing. Of a running one they are told who plays: no picture shows
it, and nothing in the preview changes while it runs.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from bridgehead.online.games import games
from bridgehead.online.games.games import GameRow, UnknownGameError
from bridgehead.online.pages.lobby_pages import told_game
from bridgehead.online.pages.site import account_of, address_of, part, server_of
from bridgehead.server.languages.languages import language_of
from bridgehead.server.views import pictures
from bridgehead.server.web.answers import unless_gone
from bridgehead.server.web.bundle import Page

WIDTH = 1200  # pixels of the picture
KEPT = {"Cache-Control": "public, max-age=86400"}


async def play(request: Request) -> Response:
    """Show the page of a game, or of the lobby if nobody has accepted the challenge yet."""
    server, me, game = server_of(request), account_of(request), request.path_params["id"]
    row = await server.database.read(games.load, game)
    if not row.is_open_to(me.id if me else None):
        raise UnknownGameError()
    if row.state not in (games.RUNNING, games.OVER):
        return RedirectResponse("/", 303)
    html = page_for(request, f'data-game="{row.id}"')
    return HTMLResponse(with_preview(html, request, row))


def page_for(request: Request, data: str) -> str:
    """Return the page of a game, with attributes that say what it shows."""
    page: Page = request.app.state.page
    return page.html(language_of(request)).replace("<html ", f"<html {data} ", 1)


def with_preview(html: str, request: Request, row: GameRow) -> str:
    """Return the page of a game with the description of links to it."""
    if not is_public(row):
        return html
    public = request.app.state.public or str(request.base_url).rstrip("/")
    meta = part("games/link_preview", "meta")(told_game(row, None), f"{public}/game/{row.id}")
    return html.replace("</head>", f"{meta}</head>", 1)


def is_public(row: GameRow) -> bool:
    """Whether everybody may see a game who knows its address."""
    return row.is_listed or row.is_shared


async def picture(request: Request) -> Response:
    """Return the last position of a finished public game as PNG."""
    server = server_of(request)
    server.limits.check("preview", address_of(request))
    row = await server.database.read(games.load, request.path_params["id"])
    if row.state != games.OVER or not is_public(row):
        raise UnknownGameError()
    game, _ = await server.seen_by(row.id, None)
    async with game.quiet(None) as quiet:
        text, _ = await pictures.drawn(request, quiet)
    drawer: pictures.Drawer = request.app.state.drawer
    data = await unless_gone(request, drawer.png(text, WIDTH))
    return Response(data, media_type="image/png", headers=KEPT)
