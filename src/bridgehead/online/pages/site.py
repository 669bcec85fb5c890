"""Functions for all server-rendered pages: the user, forms, texts, templates."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from functools import cache, wraps
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote

import jinja2
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.titles.bids import ANY_LEAD, read_bid
from bridgehead.core.titles.games import game_info
from bridgehead.core.titles.options import BID, SCENARIO
from bridgehead.core.words.grammar import capital
from bridgehead.online.accounts import time_zones
from bridgehead.online.accounts.accounts import Account
from bridgehead.online.accounts.login_sessions import LASTS, LogIn
from bridgehead.online.accounts.names import DELETED
from bridgehead.online.clocks.durations import duration
from bridgehead.online.live.game_server import GameServer
from bridgehead.online.moderation.restrictions import check_may_enter
from bridgehead.online.web.texts import about_rank, rank, rank_in_a_list, t
from bridgehead.server.games.store import StoreError
from bridgehead.server.languages.languages import language, language_of, languages, speaking
from bridgehead.server.views import title_data
from bridgehead.server.web.rate_limits import TooOftenError, network_of, public_network

FORM_BYTES = 20_000
FIELDS = 100
READS = ("GET", "HEAD", "OPTIONS")  # methods that change nothing
LOCAL = re.compile(
    r"/(?![/\\])[\w/.~-]*(\?[\w=&.~:%+,-]*)?"
)  # where a login may redirect to: our own pages
LATER = 1013  # close code: try again later
Page = Callable[[Request], Awaitable[Response]]
Refuse = Callable[[Request, Exception], Awaitable[Response]]


# Who asks


class WhoAsks:
    """Find the session of each request by its cookie; `login_of` returns it.

    If the database does not answer, or somebody changes things too often, `refuse` makes the
    response; a WebSocket is closed with 1013 ("try again later").
    """

    def __init__(self, app: ASGIApp, refuse: Refuse) -> None:
        self.app = app
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        given = scope.get("path", ""), scope.get("query_string", b"").decode("latin-1")
        if "\0" in given[0] or "%00" in given[1]:  # no database stores NUL; PostgreSQL refuses it
            unknown = "/api/none" if given[0].startswith("/api/") else "/none"
            scope = {**scope, "path": unknown, "raw_path": unknown.encode()}
        if scope["type"] in ("http", "websocket"):
            connection = HTTPConnection(scope)
            is_file = scope["path"].startswith("/static/")  # the same for everybody
            token = "" if is_file else _token_of(connection)
            server: GameServer = scope["app"].state.server
            state = scope.setdefault("state", {})
            state.update(login=None, token="")
            try:
                login = await server.sessions.find(token) if token else None
            except StoreError as error:
                await self._answer(error, scope, receive, send)
                return
            state.update(login=login, token=token if login else "")
            state["language"] = login.account.language if login else None
            with speaking(language_of(connection)):
                if scope["type"] == "http" and scope["method"] not in READS:
                    try:
                        server.limits.check("change", asker_of(connection))
                    except TooOftenError as error:
                        await self._answer(error, scope, receive, send)
                        return
                await self.app(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _answer(
        self, error: BridgeheadError, scope: Scope, receive: Receive, send: Send
    ) -> None:
        if scope["type"] == "websocket":
            socket = WebSocket(scope, receive, send)
            await socket.accept()
            await socket.close(LATER)
        else:
            answer = await self._refuse(Request(scope, receive), error)
            await answer(scope, receive, send)


def cookie_name(connection: HTTPConnection) -> str:
    """Return the name of the session cookie.

    It has the server's path, because a browser also sends us the cookies of a server above it.
    `__Host-` works only with HTTPS, for the whole host.
    """
    state = connection.app.state
    name = "session" + str(state.path).replace("/", ".")
    if not state.secure:
        return name
    return f"__Secure-{name}" if state.path else f"__Host-{name}"


def _token_of(connection: HTTPConnection) -> str:
    """Return the token of the session cookie, "" if there is none.

    Two different ones count as none. A browser has at most one of ours, so another server of the
    same site has set one of them, perhaps to log somebody in as somebody else.
    """
    name = cookie_name(connection)
    pairs = (
        pair.partition("=")
        for line in connection.headers.getlist("cookie")
        for pair in line.split(";")
    )
    tokens = {value.strip() for key, _, value in pairs if key.strip() == name}
    return tokens.pop() if len(tokens) == 1 else ""


def login_of(connection: HTTPConnection) -> LogIn | None:
    """Return the session of a request, None if the user is not logged in."""
    login: LogIn | None = connection.state.login
    return login


def account_of(connection: HTTPConnection) -> Account | None:
    """Return the account of a request."""
    login = login_of(connection)
    return login.account if login else None


def server_of(connection: HTTPConnection) -> GameServer:
    """Return the `GameServer` of this process."""
    server: GameServer = connection.app.state.server
    return server


def address_of(connection: HTTPConnection) -> str:
    """Return the client address of a request, as it is used for limits."""
    return network_of(connection.client.host) if connection.client else ""


def asker_of(connection: HTTPConnection) -> str:
    """Return for whom a request counts where a limit is per account or address."""
    me = account_of(connection)
    return me.id if me else address_of(connection)


def needs_account(page: Page) -> Page:
    """Redirect users who are not logged in to the login page, and back to this page afterwards."""

    @wraps(page)
    async def checked(request: Request) -> Response:
        if account_of(request) is None:
            path = request.url.path if request.method == "GET" else "/"
            if request.method == "GET" and request.url.query:
                path += f"?{request.url.query}"
            return RedirectResponse(f"/login?next={quote(path)}", 303)
        return await page(request)

    return checked


async def begin_session(request: Request, account: Account, to: str) -> Response:
    """Log somebody in, and redirect them."""
    return await start_session(request, account, RedirectResponse(to, 303))


async def start_session(request: Request, account: Account, response: Response) -> Response:
    """Log a user in with a cookie in this response; RestrainedError if they are suspended."""
    agent = request.headers.get("user-agent", "")
    network = public_network(address_of(request))
    zone = time_zones.named_in(request.cookies.get(time_zones.COOKIE, ""))
    hashed = request.app.state.sender.keys.hashed("network", network) if network else None
    token = await server_of(request).sessions.begin(
        account, agent, request.state.token, hashed, zone, language(), check_may_enter
    )
    response.set_cookie(
        cookie_name(request),
        token,
        max_age=LASTS // 1000,
        secure=request.app.state.secure,
        httponly=True,
        samesite="lax",
    )
    return response


def end_cookie(request: Request, response: Response) -> Response:
    """Delete the session cookie in the browser."""
    name, secure = cookie_name(request), request.app.state.secure
    response.delete_cookie(name, secure=secure, httponly=True, samesite="lax")
    return response


def next_of(given: str) -> str:
    """Return the given address if it is one of ours, otherwise the lobby's."""
    return given if LOCAL.fullmatch(given) else "/"


# Forms


async def form_of(request: Request) -> dict[str, str]:
    """Return the fields of a form. HTTPException if it is invalid or too large."""
    return dict(await _fields(request))


async def ticked(request: Request, name: str) -> list[str]:
    """Return all values of a field that may occur several times."""
    return [value for field, value in await _fields(request) if field == name]


async def chosen_options(request: Request) -> tuple[str, ...]:
    """Return the game options of a form, including a bid and a scenario."""
    chosen, form = await ticked(request, "option"), await form_of(request)
    side, points = form.get("bid_side", ""), form.get("bid_points", "")
    if side or points:
        chosen.append(f"{BID}={side}:{points}")
    if scenario := form.get(SCENARIO, ""):
        chosen.append(f"{SCENARIO}={scenario}")
    return tuple(chosen)


def even_bids(game_id: str) -> list[str]:
    """Return the bids that make a game even, if they have been measured."""
    info, told = game_info(game_id), []
    measured = {found.options: found for found in info.measured_bids}
    for options in [(), (ANY_LEAD,)] if info.bids else []:
        way = t("new.anyLead" if options else "new.printed")
        found = measured.get(options)
        if found is None:
            told.append(t("new.unmeasured", way=way))
        elif not found.bid:
            told.append(t("new.evenWithout", way=way, games=found.games))
        else:
            bid = read_bid(found.bid, info.sides)
            side = title_data.side_data(game_id, bid.side)["label"]
            told.append(t("new.even", way=way, points=f"{bid.points:g}", side=side,
                          games=found.games))  # fmt: skip
    return told


async def _fields(request: Request) -> list[tuple[str, str]]:
    if request.headers.get("content-length") == "0":
        return []
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind != "application/x-www-form-urlencoded":
        raise HTTPException(415, "a form is needed")
    if int(request.headers.get("content-length", FORM_BYTES + 1)) > FORM_BYTES:
        raise HTTPException(413, "the form is too large")
    try:
        text = (await request.body()).decode("utf-8")
        fields = parse_qsl(text, keep_blank_values=True, max_num_fields=FIELDS)
        if any("\0" in part for field in fields for part in field):  # databases store no NUL
            raise ValueError
        return fields
    except ValueError:
        raise HTTPException(400, "the form cannot be read") from None


# Pages


_reader: ContextVar[str | None] = ContextVar("reader", default=None)  # the reader's time zone


@cache
def _environment() -> jinja2.Environment:
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(str(files("bridgehead.online.pages"))) / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(t=t, language=language, languages=languages())
    made.globals["deleted_name"] = DELETED
    made.filters["time"] = _time
    made.filters["sentence"] = sentence
    made.filters["duration"] = duration
    made.filters |= {one.__name__: one for one in (rank, rank_in_a_list, about_rank)}
    made.filters["score"] = score
    return made


def _time(milliseconds: int) -> Markup:
    """Return a time in the reader's time zone; the page's script shows it in the browser's."""
    told = time_zones.told(milliseconds, _reader.get())
    return Markup('<time datetime="{}">{}</time>').format(time_zones.iso(milliseconds), told)


def zone_of(request: Request) -> str | None:
    """Return the time zone of the account or of the browser; None if it is not known."""
    me = account_of(request)
    cookie = request.cookies.get(time_zones.COOKIE, "")
    return (me.zone if me else None) or time_zones.named_in(cookie)


def score(value: float) -> str:
    """Return a score with halves written as ½."""
    whole, half = divmod(round(2 * value), 2)
    return f"{whole or ''}½" if half else str(whole)


def show(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """Return a page."""
    page = _environment().get_template(f"{template}.html")
    login = login_of(request)
    role = login.role if login else ""
    _reader.set(zone_of(request))
    values["sends_mail"] = request.app.state.sends_mail
    values["has_passkeys"] = request.app.state.passkeys is not None
    text = page.render(me=account_of(request), role=role, path=request.url.path, **values)
    return HTMLResponse(text, status)


def part(template: str, name: str) -> Callable[..., Markup]:
    """Return a macro of a template, which renders a part of a page."""
    made: Callable[..., Markup] = getattr(
        _environment().get_template(f"{template}.html").module, name
    )
    return made


def told(error: BridgeheadError) -> str:
    """Return an error as a sentence; raise database errors, which are not the form's fault."""
    if isinstance(error, StoreError):
        raise error
    return sentence(str(error))


def sentence(text: str) -> str:
    """Return a text as a sentence, with a capital letter and a full stop."""
    return f"{capital(text)}{'' if text.endswith('.') else '.'}"
