"""The web application: all routes and their handlers (docs/server.md has a table)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from bridgehead import players
from bridgehead._version import __version__
from bridgehead.core.dice.dice import Secrets
from bridgehead.core.errors import (
    BridgeheadError,
    IllegalAction,
    InvalidData,
    InvalidPosition,
    InvalidRecord,
    NotCompiledError,
    UnknownGame,
    UnknownLesson,
    UnknownPuzzle,
)
from bridgehead.core.files.bounded_text import JSON_BYTES, read_json
from bridgehead.core.files.zip_folder import ZIP_BYTES
from bridgehead.core.kernels.warming import Warming
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import game_info, games
from bridgehead.server.games.datasets import UnknownDataError
from bridgehead.server.games.open_games import BadRequestError, OpenGames
from bridgehead.server.games.persistence import StaleActionError
from bridgehead.server.games.sessions import Session
from bridgehead.server.games.store import StoreError, UnknownSavedError, open_store
from bridgehead.server.languages.languages import ReadersLanguage, language_of
from bridgehead.server.network import network_requests
from bridgehead.server.network.network_server import NetworkServer
from bridgehead.server.position_setup import position_checks
from bridgehead.server.puzzles.puzzles import BusyError, new_record
from bridgehead.server.views import own_games, pictures, positions, title_data
from bridgehead.server.views.local_view import LocalView
from bridgehead.server.views.reader import GameView, SecretError
from bridgehead.server.web import bundle, title_pages
from bridgehead.server.web.answers import (
    Json,
    UntilTheEnd,
    attachment,
    number,
    record_file,
    unless_gone,
)
from bridgehead.server.web.bundle import Page, page_of
from bridgehead.server.web.files import FreshFiles
from bridgehead.server.web.origin import SameOrigin
from bridgehead.server.web.security_headers import Policy
from bridgehead.server.web.threads import aside
from bridgehead.server.web.title_pages import TitleFiles
from bridgehead.server.web.websocket import attend

LARGEST = JSON_BYTES  # bytes of an imported record
HOSTS = ("localhost", "127.0.0.1", "[::1]")


def _routes(web: Path) -> list[BaseRoute]:
    fonts = Path(str(files("bridgehead.render"))) / "fonts"
    return [
        Route("/", _index),
        *network_requests.routes(),
        Route("/api/ready", ready),
        Route("/api/games", every_game),
        Route("/api/rules/{game}", rules),
        Route("/api/puzzles", every_puzzle),
        Route("/api/puzzles/{id}/board.svg", puzzle_picture),
        Route("/api/position/check", check_position, methods=["POST"]),
        Route("/api/position/test", test_position, methods=["POST"]),
        Route("/api/position/{game}/board.svg", empty_board),
        Route("/api/data", data_sets, methods=["GET"]),
        Route("/api/data", take_data, methods=["POST"]),
        Route("/api/data/{id}", delete_data, methods=["DELETE"]),
        Route("/api/saved", saved, methods=["GET"]),
        Route("/api/saved", begin, methods=["POST"]),
        Route("/api/record", own_record),
        Route("/api/record/ratings", own_ratings),
        Route("/api/record.csv", own_record_csv),
        Route("/api/saved/import", take, methods=["POST"]),
        Route("/api/saved/{id}", delete, methods=["DELETE"]),
        Route("/api/saved/{id}", one_saved, methods=["GET"]),
        Route("/api/saved/{id}/record", record),
        Route("/api/saved/{id}/story", story),
        Route("/api/saved/{id}/at/{n}", state_at),
        Route("/api/saved/{id}/branch", branch, methods=["POST"]),
        Route("/api/saved/{id}/line/{n}", line),
        Route("/api/saved/{id}/lines", begin_line, methods=["POST"]),
        Route("/api/saved/{id}/annotations", said, methods=["GET", "POST"]),
        Route("/api/saved/{id}/lines/{k}/at/{n}", state_in_line),
        Route("/api/saved/{id}/hint", hint, methods=["POST"]),
        Route("/api/saved/{id}/analysis", analysis, methods=["GET", "POST"]),
        Route("/api/saved/{id}/outcome", outcome),
        Route("/api/saved/{id}/board.svg", pictures.svg),
        Route("/api/saved/{id}/board.png", pictures.png),
        WebSocketRoute("/api/saved/{id}/play", play),
        Route(bundle.ROUTE, page_file),
        Mount("/static/fonts", FreshFiles(directory=fonts)),
        Mount(title_pages.ADDRESS, TitleFiles()),
        Mount("/static", FreshFiles(directory=web)),
    ]


def create_app(secrets: Secrets | None = None, hosts: list[str] | None = None) -> Starlette:
    """Return the application for a data folder (that of `secrets`; by default the user's).

    `hosts` are the host names by which it may be called; by default only this machine's own, so
    that a page of another site cannot reach it by a host name of its own.
    """
    keeper = secrets or Secrets()
    store = open_store(keeper)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        warming = Warming()
        app.state.open_games = OpenGames(store, keeper, warming)
        app.state.drawer = drawer = pictures.Drawer()
        app.state.network_server = network = NetworkServer(keeper.folder.parent)

        def end_processes() -> None:
            warming.end_processes()
            drawer.end_processes()
            network.end()

        app.state.end_processes = end_processes  # for callers that cannot wait for the rest
        warming.start()
        app.state.ending = asyncio.Event()
        yield
        app.state.ending.set()
        end_processes()
        await network.stop()
        await app.state.open_games.stop()
        warming.stop()
        store.close()

    web = Path(str(files("bridgehead.web")))
    app = Starlette(
        routes=_routes(web),
        middleware=[
            Middleware(Policy),
            Middleware(ReadersLanguage),
            Middleware(UntilTheEnd),
            Middleware(TrustedHostMiddleware, allowed_hosts=hosts or list(HOSTS)),
            Middleware(SameOrigin),
            Middleware(GZipMiddleware, minimum_size=2000, compresslevel=4),
        ],
        exception_handlers={
            BridgeheadError: _refuse,
            HTTPException: _http_error,
        },
        lifespan=lifespan,
    )
    app.state.page = page_of(web)
    return app


async def _index(request: Request) -> Response:
    page: Page = request.app.state.page
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}
    return HTMLResponse(page.html(language_of(request)), headers=headers)


async def page_file(request: Request) -> Response:
    """Return the page's modules, or its style sheets, as one file."""
    page: Page = request.app.state.page
    return page.file(request)


# Lists


async def ready(request: Request) -> Response:
    """Return the compilation progress of each game; all can be played in the meantime."""
    warming = _open_games(request).warming
    return Json(
        {
            "program": "bridgehead",
            "version": __version__,
            "ready": True,
            "players": {name: True for info in games() for name in players.names(info.id)},
            "doing": "",
            "failure": "",
            "games": {info.id: warming.progress(info.id).to_dict() for info in games()},
        }
    )


async def every_game(request: Request) -> Response:
    """List the games that can be played."""
    return Json({"games": title_data.every_game()})


async def rules(request: Request) -> Response:
    """Return a summary of a game's rules, by case."""
    info = game_info(request.path_params["game"])
    return Json({"rules": title_data.rules_data(info.id)})


# Puzzles


async def every_puzzle(request: Request) -> Response:
    """List the puzzles, with today's, your rating, and how many mistakes are due."""
    return Json(await aside("setup", _open_games(request).puzzles.listing))


async def puzzle_picture(request: Request) -> Response:
    """Return the board of a puzzle as SVG."""
    found = await aside("setup", _open_games(request).puzzles.find, request.path_params["id"])
    view = await aside("setup", lambda: LocalView(new_record(found.puzzle)))
    return await pictures.svg_of(request, view)


# Positions that are set up


async def check_position(request: Request) -> Response:
    """Return what is wrong with a position, or how it is shown."""
    return Json(await aside("setup", position_checks.check, await _data(request)))


async def test_position(request: Request) -> Response:
    """Return who is to decide in a position, in how many ways, and the chances."""
    wanted, warming = await _data(request), _open_games(request).warming
    work = aside("hint", position_checks.evaluate, wanted, warming)
    return Json(await unless_gone(request, work))


async def empty_board(request: Request) -> Response:
    """Return the board of a game at its start as SVG; the groups of a check replace parts."""
    options = [name for name in request.query_params.get("options", "").split(",") if name]

    def view() -> GameView[Any]:
        game = position_checks.load(request.path_params["game"], options)
        return GameView[Any].whole(Record.new(game, "open"))

    return await pictures.svg_of(request, await aside("setup", view))


# Players' own data


async def data_sets(request: Request) -> Response:
    """List the imported data sets."""
    found = await aside("setup", _open_games(request).data_sets.list)
    return Json({"data": found})


async def take_data(request: Request) -> Response:
    """Import a data set from a zip file."""
    packed = await _bytes(request, ZIP_BYTES, "the file is too large for a data set")
    return Json(await aside("setup", _open_games(request).data_sets.take, packed), 201)


async def delete_data(request: Request) -> Response:
    """Delete a data set."""
    await aside("setup", _open_games(request).data_sets.delete, request.path_params["id"])
    return Response(status_code=204)


# Games


async def saved(request: Request) -> Response:
    """List the games that can be continued."""
    found = await _open_games(request).listing()
    return Json({"saved": found.games, "damaged": found.damaged})


async def begin(request: Request) -> Response:
    """Start a game."""
    wanted = await _data(request)
    return Json({"id": await unless_gone(request, _open_games(request).begin(wanted))}, 201)


async def take(request: Request) -> Response:
    """Import a record."""
    text = await _body(request)
    who = dict(request.query_params)
    return Json({"id": await _open_games(request).take(text, who)}, 201)


async def one_saved(request: Request) -> Response:
    """Return the kind of a game and its title's own module: both decide the page that shows it."""
    session = await _session(request)
    return Json({"id": session.id, **title_pages.form_of(session.record.game.id)})


async def delete(request: Request) -> Response:
    """Delete a game."""
    await _open_games(request).delete(request.path_params["id"])
    return Response(status_code=204)


async def record(request: Request) -> Response:
    """Return a game as a record file."""
    session = await _session(request)
    session.view.check_export()
    return record_file(session.record.to_dict(), f"{session.record.game.id}-{session.id}")


async def story(request: Request) -> Response:
    """Return the whole log of a game, and the points where its turns and phases begin."""
    return Json((await _session(request)).view.story_data())


async def state_at(request: Request) -> Response:
    """Return the position after n actions."""
    return await state_after(await _session(request), request)


async def branch(request: Request) -> Response:
    """Start a game from a moment of this one."""
    wanted, game = await _data(request), request.path_params["id"]
    try:
        return Json({"id": await _open_games(request).branch(game, wanted)}, 201)
    except IndexError as error:
        raise HTTPException(404, str(error)) from None


async def line(request: Request) -> Response:
    """Return the position after n actions as one line of text."""
    session, n = await _session(request), number(request.path_params, "n", 0)
    return Json({"line": await line_at(session.view, n or 0)})


async def state_after(session: Session, request: Request) -> Response:
    """Return the position after `n` actions, through the `eyes` that the request names."""
    n = number(request.path_params, "n", 0)
    try:
        view = session.view.through(request.query_params.get("eyes", ""))
        return Json(await view.state_at(n or 0))
    except IndexError as error:
        raise HTTPException(404, str(error)) from None


async def line_at(view: GameView[Any], number: int) -> str:
    """Return a position as one line of text; SecretError while a side may not know all of it."""
    view.check_open("the position")
    try:
        return str((await view.position_at(number)).to_line())
    except IndexError as error:
        raise HTTPException(404, str(error)) from None


async def begin_line(request: Request) -> Response:
    """Begin a new line from a moment of a game; return the id of the session that plays it."""
    wanted, game = await _data(request), request.path_params["id"]
    try:
        return Json({"id": await _open_games(request).begin_line(game, wanted)}, 201)
    except IndexError as error:
        raise HTTPException(404, str(error)) from None


async def said(request: Request) -> Response:
    """Return the comments and lines of a game; write a comment, or the analysis."""
    session = await _session(request)
    if request.method == "POST":
        await _open_games(request).annotate(session, await _data(request))
    return Json(session.view.annotations())


async def state_in_line(request: Request) -> Response:
    """Return the position after n actions of a line."""
    session, given = await _session(request), request.path_params
    k, n = number(given, "k", 0), number(given, "n", 0)
    try:
        return Json(await session.view.state_in_line(k or 0, n or 0))
    except IndexError as error:
        raise HTTPException(404, str(error)) from None


async def hint(request: Request) -> Response:
    """Return a strong player's advice for the present position."""
    wanted = await _data(request)
    thought = _open_games(request).hint(request.path_params["id"], wanted)
    return Json(await unless_gone(request, thought))


async def analysis(request: Request) -> Response:
    """Return the progress of a game's analysis; start it if requested."""
    start = request.method == "POST"
    return Json(await _open_games(request).analysis(request.path_params["id"], start=start))


# The record of the person who plays here


async def own_record(request: Request) -> Response:
    """Return results, ratings, luck and skill over all games."""
    return Json(await aside("setup", own_games.data_of, _open_games(request).store))


async def own_ratings(request: Request) -> Response:
    """Return the ratings of the record, without the rest."""
    return Json(await aside("setup", own_games.ratings_of, _open_games(request).store))


async def own_record_csv(request: Request) -> Response:
    """Return all games, one a line."""
    found = await aside("setup", own_games.data_of, _open_games(request).store)
    text, headers = own_games.as_csv(found["games"]), attachment("bridgehead-record.csv")
    return Response(text, media_type="text/csv", headers=headers)


async def outcome(request: Request) -> Response:
    """Return what a finished game meant for the person who played it."""
    session, store = await _session(request), _open_games(request).store
    if session.record.position.result is None:
        raise SecretError("the game is not over")
    return Json(await aside("setup", own_games.outcome_of, store, session.id, session.record))


async def play(socket: WebSocket) -> None:
    """Play: docs/server.md lists the messages."""
    await attend(socket, socket.app.state.open_games)


# Helpers


def _open_games(request: Request) -> OpenGames:
    open_games: OpenGames = request.app.state.open_games
    return open_games


async def _session(request: Request) -> Session:
    return await _open_games(request).session(request.path_params["id"])


async def _bytes(request: Request, most: int, told: str) -> bytes:
    """Return the body; 413 if it is larger than `most` bytes."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise HTTPException(413, f"the file is larger than {most // 2**20} MB: {told}")
    return bytes(data)


async def _body(request: Request) -> str:
    """Return the body as text; 413 if it is larger than any record."""
    data = await _bytes(request, LARGEST, "the file is too large for a record")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise HTTPException(400, "the file is not UTF-8 text: a record is a JSON file") from None


async def _data(request: Request) -> Any:
    """Return the body as JSON data."""
    return read_json(await _body(request), "the request", BadRequestError)


# Refusals


def status_of(error: BridgeheadError) -> tuple[int, str]:
    """Return the HTTP status and the kind of an error that all our servers handle alike."""
    if isinstance(error, UnknownGame | UnknownLesson | UnknownPuzzle):
        return 404, "unknown"
    if isinstance(error, IllegalAction):
        return 409, "illegal"
    if isinstance(error, StaleActionError):
        return 409, "stale"
    if isinstance(error, SecretError):
        return 409, "secret"
    if isinstance(error, StoreError):
        return 503, "store"
    if isinstance(error, BusyError):
        return 503, "busy"
    if isinstance(error, NotCompiledError):
        return 503, "compiling"
    return 400, "request"


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, BridgeheadError)
    status, kind = status_of(error)
    if isinstance(error, UnknownSavedError | UnknownDataError):
        status, kind = 404, "unknown"
    elif isinstance(error, InvalidRecord | InvalidPosition):
        kind = "record"
    elif isinstance(error, InvalidData):
        kind = "data"
    return Json({"error": positions.refusal(error, kind)}, status)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    kind = "unknown" if error.status_code == 404 else "request"
    told = {"kind": kind, "text": str(error.detail), "case": ""}
    return Json({"error": told}, error.status_code)
