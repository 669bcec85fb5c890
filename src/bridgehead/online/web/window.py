"""One window of a game: its messages are handled, and changes are sent to it.

The messages are those of `bridgehead play` (docs/server.md) with a version and a key for changes,
and additional ones for play between two people at different places: offers, chat, resigning.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts.accounts import Account
from bridgehead.online.accounts.login_sessions import LogIn
from bridgehead.online.database.database import NO_DATABASE, UnreachableError
from bridgehead.online.games.games import UnknownGameError
from bridgehead.online.live.game_server import GameServer
from bridgehead.online.live.live_game import LiveGame, NoSeatError
from bridgehead.online.live.readers import Window
from bridgehead.online.pages.site import LATER, address_of
from bridgehead.online.ratings import after_a_game
from bridgehead.online.web.limits import TooManyError
from bridgehead.server.games.open_games import BadRequestError
from bridgehead.server.games.persistence import StaleActionError
from bridgehead.server.games.store import StoreError
from bridgehead.server.views import layers, positions
from bridgehead.server.web.rate_limits import TooOftenError
from bridgehead.server.web.threads import aside
from bridgehead.server.web.websocket import (
    BROKEN,
    GONE,
    TRIES,
    answer_question,
    kind_of,
    layer_wanted,
    place_of,
    read_message,
    text_of,
    texts,
    write_queue,
)

_log = logging.getLogger(__name__)

MANY = 4429  # our own close code: too many windows are open
KEY = 64  # characters of a key
FAULT = "the server made a mistake: look at the game before you try again; its log has the details"
KINDS = (
    "do, plan, undo, setup, offer, answer, resign, abort, claim, gift, resume, chat, rematch, "
    "anchor, link, orders, away, back, looked, layer, ask, seen, ping"
)
FLOODED = (
    "this account or address has sent far more messages than a page does: all its games were "
    "closed. Load the page again in a minute"
)
IGNORED = ("pace", "now", "pause", "look")  # messages that only the page for one screen sends


class FloodError(BridgeheadError):
    """A user keeps sending messages after they were refused."""

    def __init__(self) -> None:
        super().__init__(FLOODED)


async def attend(socket: WebSocket, server: GameServer, login: LogIn | None) -> None:
    """Serve a window until it closes or the server does."""
    account, address = login.account if login else None, address_of(socket)
    try:
        server.limits.check("open", account.id if account else address)
    except TooOftenError:
        await socket.close(LATER)  # refusing before the handshake costs least
        return
    await socket.accept()
    try:
        with server.windows.one_more(account.id if account else "", address):
            await _serve(socket, server, login, account)
    except TooManyError as error:
        await refuse(socket, error, MANY)


async def refuse(socket: WebSocket, error: BridgeheadError, code: int) -> None:
    """Close a window with a reason; its page does not open another one."""
    await socket.send_text(json.dumps({"type": "gone", "text": str(error)}))
    await socket.close(code)


async def _serve(
    socket: WebSocket, server: GameServer, login: LogIn | None, account: Account | None
) -> None:
    try:
        game, side = await server.seen_by(socket.path_params["id"], account)
    except StoreError:  # the database does not answer: the page tries again
        await socket.close(LATER)
        return
    except BridgeheadError as error:
        await refuse(socket, error, GONE if isinstance(error, UnknownGameError) else BROKEN)
        return
    own = account.id if account else ""
    window = Window(side, own, login.id if login else "", own or address_of(socket))
    try:
        async with server.entering:
            await game.enter(window)
    except BridgeheadError:  # as above
        game.leave(window)
        await socket.close(LATER)
        return
    reads = asyncio.create_task(_hear(socket, server, game, window))
    try:
        await write_queue(socket, window)
    finally:
        reads.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await reads
        game.leave(window)


async def _hear(socket: WebSocket, server: GameServer, game: LiveGame, window: Window) -> None:
    """Handle incoming messages, one after the other.

    If it is unknown whether a message was carried out, it gets no answer. The window is closed, and
    its page opens another one and sends the message again, with the same key.
    """
    try:
        while True:
            await _take(server, game, window, await socket.receive_text())
            await asyncio.sleep(0)  # let other tasks run: more messages may have come in already
    except FloodError as error:
        if window.code != MANY:
            server.cut(window.who, MANY, str(error))
    except (WebSocketDisconnect, KeyError, RuntimeError):  # KeyError: a binary message
        window.send(None)
    except UnreachableError as error:
        _log.warning("a message got no answer: %s", error)
        window.code = LATER
        window.send(None)


async def _take(server: GameServer, game: LiveGame, window: Window, text: str) -> None:
    """Handle one message, and reply if it needs a reply.

    UnreachableError if it is unknown whether the message was carried out; FloodError if its sender
    goes on after other messages were refused.
    """
    number: Any = None
    refused = too_often(server, window.who)
    try:
        message = read_message(text)
        number = message.get("id")
        if refused is not None:
            raise refused
        data = await _answer(server, game, window, message)
        reply: dict[str, Any] = {"type": "reply", "id": number, "ok": True, "data": data}
    except UnreachableError:
        raise
    except StoreError as error:  # its text is for the host
        _log.warning("a message was not carried out: %s", error)
        refusal = {"kind": "store", "text": NO_DATABASE, "case": ""}
        reply = {"type": "reply", "id": number, "ok": False, "error": refusal}
    except BridgeheadError as error:
        refusal = positions.refusal(error, kind_of(error), game.memory.record.game)
        reply = {"type": "reply", "id": number, "ok": False, "error": refusal}
    except Exception:  # close the window: without answers the game would seem to stand still
        _log.exception("game %s: a message was not carried out", game.id)
        refusal = {"kind": "fault", "text": FAULT, "case": ""}
        reply = {"type": "reply", "id": number, "ok": False, "error": refusal}
    if number is not None or not reply["ok"]:
        window.tell(reply)


def too_often(server: GameServer, who: str) -> TooOftenError | None:
    """Count a message; return the reason if it is refused. FloodError after too many refusals."""
    try:
        server.limits.check("message", who)
    except TooOftenError as error:
        try:
            server.limits.check("flood", who)
        except TooOftenError:
            raise FloodError from None
        return error
    return None


async def _answer(
    server: GameServer, game: LiveGame, window: Window, message: dict[str, Any]
) -> Any:
    kind = message.get("type")
    if kind in IGNORED or kind == "ping":  # the reply to a ping shows that the connection works
        return None
    if kind == "layer":
        server.limits.check("layer", window.who)
        async with game.quiet(window.viewer) as reader:
            wanted = await layer_wanted(reader, message)
        return await aside("setup", layers.answer, *wanted)
    if kind == "seen":
        if window.viewer is not None:
            await server.seen(game, window)
        return None
    side = window.viewer
    if side is None and kind == "chat" and window.account:
        server.limits.check("chat", window.account)
        await server.say(game, window, text_of(message, "text"), _key(message))
        return None
    if side is None and kind == "chat":
        raise NoSeatError("log in to write to those who watch this game")
    if side is None:
        raise NoSeatError("you watch this game: only those who play it can do that")
    if kind == "ask":
        if message.get("what") in TRIES:
            server.limits.check("layer", window.who)
        async with game.quiet(side) as reader:
            if not reader.mine:
                raise BadRequestError("the decision is not yours: there is nothing to ask")
            answer = answer_question(reader, message, mine=reader.mine)
        return await answer
    if kind == "looked":
        await game.looked(window, _number(message, "at"))
        return None
    if kind == "orders":
        server.limits.check("orders", window.account)
        await game.order(side, _number(message, "number"), message.get("orders"))
        return None
    key = _key(message)
    if kind == "do":
        at, version = _number(message, "at"), _number(message, "version")
        await game.act(side, text_of(message, "action"), at, version, key, message.get("link"))
    elif kind == "plan":
        at, version = _number(message, "at"), _number(message, "version")
        actions = texts(message, "actions", least=1)
        return await game.plan(side, actions, at, version, key, message.get("link"))
    elif kind == "undo":
        await game.undo(side, _number(message, "at"), _number(message, "version"), key)
    elif kind == "setup":
        at, version = _number(message, "at"), _number(message, "version")
        units = texts(message, "units", least=1)
        await game.set_up(side, units, place_of(message), at, version, key)
    elif kind == "offer":
        await game.offer(side, message.get("what"), key)
    elif kind == "answer":
        await game.answer(side, message.get("answer"), _number(message, "version"), key)
    elif kind == "anchor":
        await game.anchor(side, message.get("anchor"), key)
    elif kind == "link":
        await game.link(side, message.get("link"), message.get("ticket"), key)
    elif kind == "resign":
        await game.resign(side, key)
    elif kind == "abort":
        await after_a_game.abort(server, game, side, key)
    elif kind == "away":
        server.limits.check("away", window.account)
        await game.absences.begin(side, message.get("until"), window.account, key)
    elif kind == "back":
        server.limits.check("away", window.account)
        await game.absences.end(side, key)
    elif kind == "claim":
        await game.clocks.claim(side, key)
    elif kind == "gift":
        await game.clocks.give(side, key)
    elif kind == "resume":
        await game.clocks.resume(side, key)
    elif kind == "chat":
        server.limits.check("chat", window.account)
        await server.say(game, window, text_of(message, "text"), key)
    elif kind == "rematch":
        mirrored = message.get("mirrored") is True
        what = message.get("what")
        return await after_a_game.rematch(server, game.id, window.account, what, mirrored=mirrored)
    else:
        raise BadRequestError(f"type: {kind!r} must be one of {KINDS}")
    return None


def _number(message: dict[str, Any], name: str) -> int:
    value = message.get(name)
    if type(value) is not int:
        raise StaleActionError(f"{name}: must be the number that the page knew")
    return value


def _key(message: dict[str, Any]) -> str:
    value = message.get("key")
    if not isinstance(value, str) or not 8 <= len(value) <= KEY or not _is_plain(value):
        raise BadRequestError(
            f"key: must be a text of 8 to {KEY} characters, a different one for each request"
        )
    return value


def _is_plain(text: str) -> bool:
    """Whether every database can store a text: PostgreSQL stores no NUL characters."""
    return text.isascii() and text.isprintable()
