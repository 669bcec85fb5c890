"""The web application: all routes and their handlers (docs/hosting.md)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.kernels.warming import Warming
from bridgehead.online.accounts.passkeys import Passkeys, place_of
from bridgehead.online.accounts.passwords import Passwords
from bridgehead.online.database.database import NO_DATABASE, Database
from bridgehead.online.dice.sealed import Seal
from bridgehead.online.games import next_game
from bridgehead.online.games.games import UnknownGameError
from bridgehead.online.live.game_server import GameServer
from bridgehead.online.live.live_game import NoSeatError
from bridgehead.online.live.open_puzzles import PREFIX
from bridgehead.online.moderation.blocks import BlockError
from bridgehead.online.moderation.restrictions import RestrainedError
from bridgehead.online.moderation.roles import RoleError
from bridgehead.online.notices.delivery import MailServer
from bridgehead.online.notices.outbox import Sender
from bridgehead.online.notices.push_keys import Keys
from bridgehead.online.notices.user_addresses import InternetRequests
from bridgehead.online.pages import (
    data_pages,
    following_pages,
    lobby,
    lobby_pages,
    login_pages,
    moderation_pages,
    notice_pages,
    pace_pages,
    passkey_pages,
    people_pages,
    record_pages,
    recovery_pages,
)
from bridgehead.online.pages.competitions import league_pages, tournament_files, tournament_pages
from bridgehead.online.pages.site import WhoAsks, sentence, show
from bridgehead.online.web import api, game_page, openapi, position_page, puzzles, title_pictures
from bridgehead.online.web.limits import OpenWindows
from bridgehead.online.web.policy import KnownHost, OnlinePolicy
from bridgehead.online.web.public_path import PublicPath
from bridgehead.online.work.chores import Chores
from bridgehead.online.work.monitoring import RequestMonitor
from bridgehead.online.work.worker_queue import Jobs
from bridgehead.server.games.store import StoreError
from bridgehead.server.languages.languages import languages
from bridgehead.server.views import positions
from bridgehead.server.views.pictures import Drawer
from bridgehead.server.web import app as play_app
from bridgehead.server.web import bundle, title_pages
from bridgehead.server.web.answers import Json, UntilTheEnd
from bridgehead.server.web.files import FreshFiles
from bridgehead.server.web.origin import SameOrigin
from bridgehead.server.web.rate_limits import Limits, TooOftenError
from bridgehead.server.web.title_pages import TitleFiles

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Settings:
    """The settings of a server. `public` is its address, if it has one: "https://host/path"."""

    public: str = ""
    passwords: Passwords | None = None
    limits: Limits | None = None
    windows: OpenWindows | None = None
    keys: Keys | None = None  # for pushes
    mail: MailServer | None = None
    outside: InternetRequests | None = None
    works: bool = True  # think and send here; else workers do

    @property
    def secure(self) -> bool:
        """Whether the server is reached by HTTPS only."""
        return self.public.startswith("https://")

    @property
    def path(self) -> str:
        """The path of the public address, for example "/bridgehead"; "" if it has none."""
        return urlsplit(self.public).path


def create_app(database: Database, seal: Seal, settings: Settings | None = None) -> Starlette:
    """Return the application over a database whose schema is up to date."""
    chosen = settings or Settings()
    seal.chained = chosen.secure  # browsers compute hashes only on pages loaded over HTTPS
    sender = Sender(chosen.public, chosen.keys or Keys.fresh(), chosen.mail is not None)
    web = Path(str(files("bridgehead.web")))
    fonts = Path(str(files("bridgehead.render"))) / "fonts"

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        warming, drawer, state = Warming(), Drawer(), app.state
        jobs = None if chosen.works or database.is_sqlite else Jobs(database)
        server = GameServer(
            database, seal, warming, chosen.passwords, chosen.limits,
            works=chosen.works, jobs=jobs, windows=chosen.windows,
        )  # fmt: skip
        chores = Chores(database, sender, chosen.mail, chosen.outside)
        state.wake = chores.wake if chosen.works else jobs.wake if jobs else chores.wake
        state.server = state.open_games = server
        place = place_of(chosen.public)
        state.passkeys = Passkeys(database, *place) if place else None
        state.drawer, state.ending = drawer, asyncio.Event()

        def end_processes() -> None:
            warming.end_processes()
            drawer.end_processes()

        state.end_processes = end_processes  # for callers that cannot wait for the rest
        warming.start()
        server.start()
        if jobs is not None:
            jobs.start()
        if chosen.works:
            chores.start()
        yield
        state.draining.set()
        state.ending.set()
        end_processes()
        await server.stop()
        await chores.stop()
        if jobs is not None:
            await jobs.stop()
        warming.stop()
        database.close()

    app = Starlette(
        routes=_routes(web, fonts),
        middleware=[
            *([Middleware(PublicPath, path=chosen.path)] if chosen.path else []),
            Middleware(RequestMonitor),
            Middleware(OnlinePolicy, secure=chosen.secure),
            Middleware(UntilTheEnd),
            Middleware(KnownHost, public=urlsplit(chosen.public).netloc.lower() or None),
            Middleware(SameOrigin, secure=chosen.secure),
            # personal pages are not compressed: secrets and texts of others would share a
            # compression context
            Middleware(_GZipFiles, minimum_size=2000, compresslevel=4),
            Middleware(WhoAsks, refuse=_refuse),
        ],
        exception_handlers={BridgeheadError: _refuse, HTTPException: _http_error},
        lifespan=lifespan,
    )
    app.state.secure, app.state.public = chosen.secure, chosen.public
    app.state.path = chosen.path
    app.state.sends_mail = chosen.mail is not None and bool(chosen.public)
    app.state.sender, app.state.draining = sender, asyncio.Event()
    app.state.page = bundle.page_of(web)
    app.state.shared_lists = {language: lobby.SharedLists() for language in languages()}
    return app


def own_names() -> frozenset[str]:
    """Return what addresses of the server begin with, for example "game"."""
    here = Path(str(files("bridgehead.web")))
    paths = [route.path for route in _routes(here, here) if isinstance(route, Route | Mount)]
    return frozenset(path.split("/")[1] for path in paths) - {""}


COMPRESSED = ("/static/", "/api/rules/", title_pictures.ADDRESS)  # the same for everybody


class _GZipFiles(GZipMiddleware):
    """Compress static files, and nothing else."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "http" and scope["path"].startswith(COMPRESSED):
            await super().__call__(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def _routes(web: Path, fonts: Path) -> list[BaseRoute]:
    both, post = ["GET", "POST"], ["POST"]
    saved = "/api/saved/{id}"
    return [
        *_lobby_routes(both, post),
        *_record_routes(),
        *puzzles.routes(),
        *position_page.routes(),
        Route("/game/{id}", game_page.play),
        Route("/game/{id}/preview.png", game_page.picture),
        Route("/next", next_game.next_game),
        Route("/register", login_pages.register, methods=both),
        Route("/login", login_pages.log_in, methods=both),
        Route("/logout", login_pages.log_out, methods=post),
        Route("/settings", login_pages.settings),
        Route("/settings/password", login_pages.change_password, methods=post),
        Route("/settings/revoke", login_pages.revoke, methods=post),
        Route("/settings/vacation", pace_pages.vacation, methods=post),
        Route("/settings/zone", login_pages.change_zone, methods=post),
        Route("/language", login_pages.change_language, methods=post),
        *_people(both, post),
        Route("/settings/notices", notice_pages.notices),
        Route("/settings/notices/mail", notice_pages.add_mail, methods=post),
        Route("/settings/notices/push", notice_pages.add_push, methods=post),
        Route("/settings/notices/hook", notice_pages.add_hook, methods=post),
        Route("/settings/notices/quiet", notice_pages.change_quiet_hours, methods=post),
        Route("/settings/notices/titles", notice_pages.follow_titles, methods=post),
        Route("/settings/notices/{id}", notice_pages.change, methods=post),
        Route("/settings/notices/{id}/test", notice_pages.test, methods=post),
        Route("/settings/notices/{id}/remove", notice_pages.remove, methods=post),
        Route("/unsubscribe/{token}", notice_pages.unsubscribe, methods=both),
        Route("/healthz", api.healthz),
        Route("/readyz", api.readyz),
        Route("/api/openapi.json", openapi.describe),
        Route("/api/ready", play_app.ready),
        Route("/api/games", play_app.every_game),
        Route("/api/rules/{game}", play_app.rules),
        Route(saved, api.one_game),
        Route(f"{saved}/record", api.record),
        Route(f"{saved}/dice", api.dice),
        Route(f"{saved}/story", api.story),
        Route(f"{saved}/note", api.note, methods=["GET", "PUT"]),
        Route(f"{saved}/at/{{n}}", api.state_at),
        Route(f"{saved}/line/{{n}}", api.line),
        Route(f"{saved}/branch", api.branch),
        Route(f"{saved}/hint", api.no_help, methods=post),
        Route(f"{saved}/analysis", api.analysis, methods=both),
        Route(f"{saved}/units.svg", api.small_units),
        Route(f"{saved}/board.svg", api.svg),
        Route(f"{saved}/board.png", api.png),
        WebSocketRoute(f"{saved}/play", api.play),
        Route(bundle.ROUTE, play_app.page_file),
        Mount("/static/fonts", FreshFiles(directory=fonts)),
        Mount(title_pages.ADDRESS, TitleFiles()),
        Mount("/static", FreshFiles(directory=web)),
    ]


def _lobby_routes(both: list[str], post: list[str]) -> list[BaseRoute]:
    """Return the routes of the lobby, of new games and challenges, and of pictures of titles."""
    return [
        Route("/", lobby.lobby),
        Route("/new/{title}", lobby_pages.new_game, methods=both),
        Route("/begin", lobby_pages.begin_from_line, methods=both),
        Route("/challenge/{id}/join", lobby_pages.join, methods=both),
        Route("/challenge/{id}/withdraw", lobby_pages.withdraw, methods=post),
        Route("/challenge/{id}/decline", lobby_pages.decline, methods=post),
        Route("/challenge/{id}/link", lobby_pages.make_link, methods=post),
        Route("/invitation/{token}", lobby_pages.invitation, methods=both),
        Route(f"{title_pictures.ADDRESS}{{title}}/{{kind}}.svg", title_pictures.picture),
    ]


def _record_routes() -> list[BaseRoute]:
    """Return the routes of finished games, matches, ratings and tournaments."""
    post, both = ["POST"], ["GET", "POST"]
    from_puzzle = f"/puzzle/{PREFIX}{{name}}/from/{{at}}"
    return [
        Route("/game/{id}/from/{at}", lobby_pages.play_on, methods=both),
        Route("/game/{id}/from/{at}/{view}", lobby_pages.play_on, methods=both),
        Route(from_puzzle, lobby_pages.play_on_from_puzzle, methods=both),
        Route("/people", following_pages.people),
        Route("/people/{name}", record_pages.person),
        Route("/people/{name}/follow", following_pages.follow_player, methods=post),
        Route("/game/{id}/follow", following_pages.follow_game, methods=post),
        Route("/people/{name}/games.csv", record_pages.games_file),
        Route("/people/{name}/against/{other}", record_pages.head_to_head),
        Route("/games", record_pages.finished),
        Route("/games.jsonl", record_pages.finished_file),
        Route("/match/{id}", record_pages.match),
        Route("/game/{id}/rematch", record_pages.rematch, methods=post),
        Route("/game/{id}/share", record_pages.share, methods=post),
        Route("/tournaments", tournament_pages.listing),
        Route("/tournaments/new/{title}", tournament_pages.new, methods=["GET", "POST"]),
        Route("/tournament/{id}", tournament_pages.show_one),
        Route("/tournament/{id}/games.csv", tournament_files.games_file),
        Route("/tournament/{id}/standings.csv", tournament_files.standings_file),
        Route("/leagues/new/{title}", league_pages.new, methods=both),
        Route("/league/{id}", league_pages.show_one),
        Route("/league/{id}/join", league_pages.join, methods=post),
        Route("/league/{id}/leave", league_pages.leave, methods=post),
        Route("/league/{id}/close", league_pages.close, methods=post),
        Route("/api/leagues", league_pages.every_league),
        Route("/api/leagues/{id}", league_pages.one_league),
        Route("/api/tournaments", tournament_files.every_tournament),
        Route("/api/tournaments/{id}", tournament_files.one_tournament),
        Route("/tournament/{id}/enter", tournament_pages.enter, methods=post),
        Route("/tournament/{id}/leave", tournament_pages.leave, methods=post),
        Route("/tournament/{id}/take-over", tournament_pages.take_over, methods=post),
        Route("/tournament/{id}/start", tournament_pages.start, methods=post),
        Route("/tournament/{id}/cancel", tournament_pages.cancel, methods=post),
        Route("/ratings", record_pages.all_ratings),
        Route("/ratings/{pool}", record_pages.leaderboard),
    ]


PASSKEYS = {
    "register/ask": passkey_pages.ask_register,
    "register": passkey_pages.register,
    "login/ask": passkey_pages.ask_login,
    "login": passkey_pages.log_in,
    "add/ask": passkey_pages.ask_add,
    "add": passkey_pages.add,
    "confirm/ask": passkey_pages.ask_confirm,
    "confirm": passkey_pages.confirm,
}


def _people(both: list[str], post: list[str]) -> list[BaseRoute]:
    moderate = "/moderate/people/{name}"
    return [
        Route("/people/{name}/block", people_pages.block, methods=post),
        Route("/report", people_pages.report, methods=both),
        Route("/moderate", moderation_pages.overview),
        Route("/moderate/reports/{id}", moderation_pages.close_report, methods=post),
        Route(moderate, moderation_pages.person),
        Route(f"{moderate}/{{what}}", moderation_pages.act_on_person, methods=post),
        Route("/moderate/games/{id}", moderation_pages.game),
        Route("/moderate/games/{id}", moderation_pages.decide, methods=post),
        Route("/settings/email", recovery_pages.change_email, methods=post),
        Route("/settings/data", data_pages.data),
        Route("/settings/data/take", data_pages.take, methods=post),
        Route("/settings/data/leave", data_pages.leave, methods=post),
        Route("/confirm/{token}", recovery_pages.confirm, methods=both),
        Route("/lost", recovery_pages.lost, methods=both),
        Route("/recover/{token}", recovery_pages.recover, methods=both),
        Route("/settings/passkeys/remove", passkey_pages.remove, methods=post),
        *(Route(f"/api/passkeys/{name}", page, methods=post) for name, page in PASSKEYS.items()),
    ]


# Refusals


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, BridgeheadError)
    status, kind = play_app.status_of(error)
    if isinstance(error, UnknownGameError):
        status, kind = 404, "unknown"
    elif isinstance(error, TooOftenError):
        status, kind = 429, "often"
    elif isinstance(error, RoleError | RestrainedError | NoSeatError | BlockError):
        status = 403
    elif isinstance(error, StoreError):  # its text is for the host, not for users
        _log.warning("a request was not answered: %s", error)
        error = StoreError(NO_DATABASE)
    if request.url.path.startswith("/api/"):
        response: Response = Json({"error": positions.refusal(error, kind)}, status)
    else:
        response = show(request, "error", status, text=sentence(str(error)))
    if isinstance(error, TooOftenError):
        response.headers["Retry-After"] = str(error.wait)
    return response


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if request.url.path.startswith("/api/"):
        kind = "unknown" if error.status_code == 404 else "request"
        data = {"error": {"kind": kind, "text": str(error.detail), "case": ""}}
        return Json(data, error.status_code, headers=error.headers)
    if request.url.path.startswith("/static/"):
        return PlainTextResponse(f"{error.detail}\n", error.status_code, error.headers)
    return show(request, "error", error.status_code, text=f"{error.detail}.")
