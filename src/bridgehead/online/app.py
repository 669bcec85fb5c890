"""The application: what each address answers (docs/hosting.md)."""

from __future__ import annotations

import asyncio
import contextlib
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
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.warming import Warming
from bridgehead.online import api, login_pages, pages, returning
from bridgehead.online.database import Database
from bridgehead.online.dice import Seal
from bridgehead.online.games import UnknownGameError
from bridgehead.online.house import House
from bridgehead.online.limits import Limits, TooOftenError
from bridgehead.online.passwords import Passwords
from bridgehead.online.policy import KnownHost, OnlinePolicy
from bridgehead.online.site import WhoAsks, show, told
from bridgehead.server import app as play_app
from bridgehead.server import views
from bridgehead.server.answers import Json, UntilTheEnd
from bridgehead.server.origin import SameOrigin
from bridgehead.server.pictures import Drawer


@dataclass(frozen=True)
class Settings:
    """How a server is set up. `public` is its address, where it has one: "https://host"."""

    public: str = ""
    passwords: Passwords | None = None
    limits: Limits | None = None

    @property
    def secure(self) -> bool:
        """Whether it is reached by HTTPS alone."""
        return self.public.startswith("https://")


def create_app(database: Database, seal: Seal, settings: Settings | None = None) -> Starlette:
    """Return the application over a database whose schema is up to date."""
    chosen = settings or Settings()
    web = Path(str(files("bridgehead.web")))
    fonts = Path(str(files("bridgehead.render"))) / "fonts"

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        warming, drawer, state = Warming(), Drawer(), app.state
        house = House(database, seal, warming, chosen.passwords, chosen.limits)
        state.house = state.registry = house
        state.drawer, state.ending = drawer, asyncio.Event()

        def end_processes() -> None:
            warming.end_processes()
            drawer.end_processes()

        state.end_processes = end_processes  # for who cannot wait for what follows
        warming.start()
        house.start()
        yield
        state.ending.set()
        end_processes()
        await house.stop()
        warming.stop()
        database.close()

    app = Starlette(
        routes=_routes(web, fonts),
        middleware=[
            Middleware(OnlinePolicy, secure=chosen.secure),
            Middleware(UntilTheEnd),
            Middleware(KnownHost, public=urlsplit(chosen.public).netloc.lower() or None),
            Middleware(SameOrigin),
            # nothing personal is packed: what is secret and what others wrote would share a packet
            Middleware(_GZipFiles, minimum_size=2000, compresslevel=4),
            Middleware(WhoAsks),
        ],
        exception_handlers={BridgeheadError: _refuse, HTTPException: _http_error},
        lifespan=lifespan,
    )
    app.state.secure, app.state.public = chosen.secure, chosen.public
    app.state.page = play_app.page_of(web)
    return app


class _GZipFiles(GZipMiddleware):
    """Pack files alone."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "http" and scope["path"].startswith(("/static/", "/api/rules/")):
            await super().__call__(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def _routes(web: Path, fonts: Path) -> list[BaseRoute]:
    both, post = ["GET", "POST"], ["POST"]
    saved = "/api/saved/{id}"
    return [
        Route("/", pages.lobby),
        Route("/new/{title}", pages.new_game, methods=both),
        Route("/challenge/{id}/join", pages.join, methods=post),
        Route("/challenge/{id}/withdraw", pages.withdraw, methods=post),
        Route("/challenge/{id}/link", pages.make_link, methods=post),
        Route("/invitation/{token}", pages.invitation, methods=both),
        Route("/people/{name}", pages.person),
        Route("/game/{id}", pages.play),
        Route("/next", returning.next_game),
        Route("/register", login_pages.register, methods=both),
        Route("/login", login_pages.log_in, methods=both),
        Route("/logout", login_pages.log_out, methods=post),
        Route("/settings", login_pages.settings),
        Route("/settings/password", login_pages.change_password, methods=post),
        Route("/settings/revoke", login_pages.revoke, methods=post),
        Route("/healthz", api.healthz),
        Route("/readyz", api.readyz),
        Route("/api/ready", play_app.ready),
        Route("/api/games", play_app.every_game),
        Route("/api/rules/{game}", play_app.rules),
        Route(saved, api.one_game),
        Route(f"{saved}/record", api.record),
        Route(f"{saved}/story", api.story),
        Route(f"{saved}/at/{{n}}", api.state_at),
        Route(f"{saved}/hint", api.no_help, methods=post),
        Route(f"{saved}/analysis", api.no_help, methods=both),
        Route(f"{saved}/board.svg", api.svg),
        Route(f"{saved}/board.png", api.png),
        WebSocketRoute(f"{saved}/play", api.play),
        Mount("/static/fonts", play_app.FreshFiles(directory=fonts)),
        Mount("/static", play_app.FreshFiles(directory=web)),
    ]


# Refusals


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, BridgeheadError)
    status, kind = play_app.status_of(error)
    if isinstance(error, UnknownGameError):
        status, kind = 404, "unknown"
    elif isinstance(error, TooOftenError):
        status, kind = 429, "often"
    if request.url.path.startswith("/api/"):
        response: Response = Json({"error": views.refusal(error, kind)}, status)
    else:
        response = show(request, "error", status, text=told(error))
    if isinstance(error, TooOftenError):
        response.headers["Retry-After"] = str(error.wait)
    return response


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if request.url.path.startswith("/api/"):
        kind = "unknown" if error.status_code == 404 else "request"
        data = {"error": {"kind": kind, "text": str(error.detail), "case": ""}}
        return Json(data, error.status_code, headers=error.headers)
    return show(request, "error", error.status_code, text=f"{error.detail}.")
