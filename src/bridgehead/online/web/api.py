"""The HTTP API of a game: the addresses of `bridgehead play` that are available here.

Each answer contains only what the viewer may see. There are no hints, and no record and no
analysis before the end of a game.
"""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.websockets import WebSocket

from bridgehead.analysis import annotate
from bridgehead.core.errors import BridgeheadError, InvalidRecord
from bridgehead.core.records.record import Record
from bridgehead.online.database import schema
from bridgehead.online.games import notes
from bridgehead.online.live.live_game import LiveGame
from bridgehead.online.live.readers import Reader
from bridgehead.online.pages.site import account_of, asker_of, login_of, server_of
from bridgehead.online.web.bodies import json_of, text_in
from bridgehead.online.web.window import attend
from bridgehead.online.work.analyses import check
from bridgehead.render import small_boards
from bridgehead.server.views import pictures
from bridgehead.server.views.reader import SecretError
from bridgehead.server.web import app as play_app
from bridgehead.server.web import title_pages
from bridgehead.server.web.answers import Json, number, record_file
from bridgehead.server.web.threads import aside

NO_HELP = "there are no hints in games on this server"
LATER_DICE = "the secret of the dice is disclosed when the game is over"
LATER = "the record can be had as soon as the game is over"


async def one_game(request: Request) -> Response:
    """Return the kind of a game and its title's own module: both decide the page that shows it."""
    game, reader = await _game(request)
    return Json({"id": game.id, **title_pages.form_of(reader.record.game.id)})


async def story(request: Request) -> Response:
    """Return the whole log, and the points where turns and phases begin."""
    game, reader = await _game(request)
    async with game.quiet(reader.viewer) as quiet:
        return Json(quiet.story_data())


async def state_at(request: Request) -> Response:
    """Return the position after n actions."""
    game, reader = await _game(request)
    n = number(request.path_params, "n", 0)
    try:
        async with game.quiet(reader.viewer) as quiet:
            view = quiet.through(request.query_params.get("eyes", ""))
            return Json(await view.state_at(n or 0))
    except IndexError as error:
        raise HTTPException(404, str(error)) from None


async def line(request: Request) -> Response:
    """Return the position after n actions of a finished game as one line of text."""
    game, reader = await _game(request)
    n = number(request.path_params, "n", 0)
    async with game.quiet(reader.viewer) as quiet:
        return Json({"line": await play_app.line_at(quiet, n or 0)})


async def branch(request: Request) -> Response:
    """Return the record of a game that begins after `at` actions of a finished one.

    It is played on with `bridgehead play`. `view` is the side from whose knowledge it begins.
    """
    asked = request.query_params
    game, reader = await _game(request)
    server_of(request).limits.check("picture", asker_of(request))
    try:
        found = await game.branch(reader.viewer, number(asked, "at", None), asked.get("view", ""))
    except IndexError as error:
        raise HTTPException(404, str(error)) from None
    at = found.origin.action if found.origin else 0
    return record_file(found.to_dict(), f"{found.game.id}-{game.id}-{at}")


async def record(request: Request) -> Response:
    """Return the record of a finished game."""
    game, reader = await _game(request)
    if reader.result is None:
        raise SecretError(LATER)
    data = await game.record_data()
    if request.query_params.get("annotated") == "1":
        data = await _annotated(data, await server_of(request).analyses.state(game))
    return record_file(data, f"{game.memory.record.game.id}-{game.id}")


async def _annotated(data: dict[str, Any], state: dict[str, Any]) -> dict[str, Any]:
    """Return a record with its analysis in comments and lines; InvalidRecord if there is none."""
    if state["state"] != "done":
        raise InvalidRecord("there is no analysis of this game: request it first")

    def write() -> dict[str, Any]:
        record = Record.from_dict(data)
        annotate(record, state["result"])
        return record.to_dict()

    return await aside("setup", write)


async def note(request: Request) -> Response:
    """Return a player's private note about a game, or store a new one."""
    server, me, game = server_of(request), account_of(request), request.path_params["id"]
    who = me.id if me else None
    if request.method == "PUT":
        data = await json_of(request)
        server.limits.check("note", asker_of(request))
        await server.database.write(notes.write, who, game, text_in(data, "text"))
    return Json({"text": await server.database.read(notes.read, who, game)})


async def dice(request: Request) -> Response:
    """Return all events of the dice of a finished game."""
    game, reader = await _game(request)
    if reader.result is None:
        raise SecretError(LATER_DICE)
    return Json((await game.record_data())["dice"])


async def no_help(request: Request) -> Response:
    """Refuse hints."""
    await _game(request)
    raise SecretError(NO_HELP)


async def analysis(request: Request) -> Response:
    """Return the progress of the analysis of a finished game; POST requests it."""
    game, _ = await _game(request)
    server, me = server_of(request), account_of(request)
    if request.method == "GET":
        return Json(await server.analyses.state(game, me.id if me else None))
    check(game)
    server.limits.check("analysis", asker_of(request))
    told = await server.analyses.ask(game, me.id if me else None)
    server.look_for_work()
    return Json(told)


async def svg(request: Request) -> Response:
    """Return the board as SVG."""
    game, reader = await _game(request)
    async with game.quiet(reader.viewer) as quiet:
        return await pictures.svg_of(request, quiet)


async def small_units(request: Request) -> Response:
    """Return the units on the small board of a list, as the viewer may see them."""
    game, reader = await _game(request)
    async with game.quiet(reader.viewer) as quiet:
        position = await quiet.position_at(quiet.length)
    text = await aside("setup", small_boards.small_units, position.game,
                       reader.seen(position), reader.viewer)  # fmt: skip
    return Response(text, media_type="image/svg+xml")


async def png(request: Request) -> Response:
    """Return the board as PNG."""
    server_of(request).limits.check("picture", asker_of(request))
    game, reader = await _game(request)
    async with game.quiet(reader.viewer) as quiet:
        text, name = await pictures.drawn(request, quiet)
    return await pictures.png_from(request, text, name)


async def play(socket: WebSocket) -> None:
    """Play: docs/server.md and docs/hosting.md list the messages."""
    await attend(socket, server_of(socket), login_of(socket))


async def healthz(request: Request) -> Response:
    """Say that the process lives."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """Say whether the process can serve: database, schema, and no shutdown in progress."""
    try:
        is_ready = await server_of(request).database.read(schema.is_current)
    except BridgeheadError:
        return PlainTextResponse("the database is not responding\n", 503)
    if not is_ready:
        return PlainTextResponse("the database has a different schema\n", 503)
    if not server_of(request).database.has_room:
        return PlainTextResponse("the disk is full\n", 503)
    if request.app.state.draining.is_set():
        return PlainTextResponse("the server is stopping\n", 503)
    return PlainTextResponse("ok\n")


async def _game(request: Request) -> tuple[LiveGame, Reader]:
    """Return a game, and what the requesting user sees of it."""
    game, side = await server_of(request).seen_by(request.path_params["id"], account_of(request))
    return game, game.memory.reader_of(side)
