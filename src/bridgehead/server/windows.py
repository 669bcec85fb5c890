"""One window's connection: what it sends is carried out or answered, what happens is sent to it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from bridgehead.core.errors import BridgeheadError, MalformedAction
from bridgehead.core.outside import read_json
from bridgehead.server import points, views
from bridgehead.server.hall import BadRequestError, Hall
from bridgehead.server.keeping import StaleActionError
from bridgehead.server.rooms import Room
from bridgehead.server.store import UnknownSavedError
from bridgehead.server.window import Window

GONE = 4404  # close codes of our own: there is no such game
BROKEN = 4409  # its record cannot be read
MOST = 200  # texts in one question


async def attend(socket: WebSocket, hall: Hall) -> None:
    """Serve a connection until one of the two ends it."""
    await socket.accept()
    try:
        room = await hall.room(socket.path_params["id"])
    except BridgeheadError as error:
        code = GONE if isinstance(error, UnknownSavedError) else BROKEN
        await socket.send_text(json.dumps({"type": "gone", "text": str(error)}))
        await socket.close(code)
        return
    window = Window()
    room.enter(window)
    writer = asyncio.create_task(_write(socket, window))
    try:
        while (text := await _heard(socket)) is not None:
            await _take(room, window, text)
    finally:
        room.leave(window)
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await writer


async def _heard(socket: WebSocket) -> str | None:
    """Return the next message, None where there are no more or it is no text."""
    try:
        return await socket.receive_text()
    except (WebSocketDisconnect, KeyError):  # KeyError: bytes
        return None


async def _write(socket: WebSocket, window: Window) -> None:
    """Send what waits in the window's queue."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the other end is gone
        while (text := await window.queue.get()) is not None:
            await socket.send_text(text)
        await socket.close()


async def _take(room: Room, window: Window, text: str) -> None:
    """Carry out one message, and reply where it asks for a reply."""
    number: Any = None
    try:
        message = _read(text)
        number = message.get("id")
        data = await _answer(room, window, message)
        reply: dict[str, Any] = {"type": "reply", "id": number, "ok": True, "data": data}
    except BridgeheadError as error:
        kind = "stale" if isinstance(error, StaleActionError) else ""
        refusal = views.refusal(error, kind, room.record.game)
        reply = {"type": "reply", "id": number, "ok": False, "error": refusal}
    if number is not None or not reply["ok"]:
        window.send(json.dumps(reply))


def _read(text: str) -> dict[str, Any]:
    message = read_json(text, "the message", BadRequestError)
    if not isinstance(message, dict):
        raise BadRequestError("a message is a JSON object")
    return message


async def _answer(room: Room, window: Window, message: dict[str, Any]) -> Any:
    kind = message.get("type")
    if kind == "do":
        await room.act(_text(message, "action"), message.get("at"))
    elif kind == "undo":
        await room.undo(message.get("at"))
    elif kind == "pace":
        room.driver.set_pace(message.get("ms"))
    elif kind == "now":
        room.driver.hurry()
    elif kind == "pause":
        room.pause(message.get("on") is True)
    elif kind == "lesson":
        await room.learn(message.get("what"), message.get("at"))
    elif kind == "look":
        room.look(message.get("side"))
    elif kind == "layers":
        zones = message.get("zones")
        sides = zones if isinstance(zones, list) else []
        room.show(window, frozenset(map(str, sides)), message.get("line") is True)
    elif kind == "ask":
        return _ask(room, message)
    else:
        raise BadRequestError(
            f"type: {kind!r} is none of do, undo, lesson, pace, now, pause, look, layers, ask"
        )
    return None


def _ask(room: Room, message: dict[str, Any]) -> Any:
    """Answer a question about the position, to the one who decides in it."""
    if not room.mine:
        raise BadRequestError("the decision is not a person's: there is nothing to ask")
    position = room.record.position
    what = message.get("what")
    if room.points:
        return _ask_points(position, what, message)
    if what == "movement":
        unit = _text(message, "unit")
        return views.movement(position, position.game.units[position.game.unit_index(unit)])
    if what == "why":
        return views.why_not(position, _text(message, "action"))
    if what == "attack":
        return views.attack(position, _texts(message, "hexes"))
    if what == "odds":
        return views.odds(position, _texts(message, "actions"))
    raise BadRequestError(f"what: {what!r} is none of movement, why, attack, odds")


def _ask_points(position: Any, what: object, message: dict[str, Any]) -> Any:
    """Answer a question about a position of points and routes."""
    if what == "movement":
        unit = _text(message, "unit")
        return points.movement(position, position.game.units[position.game.unit_index(unit)])
    if what == "why":
        found = points.why_not(position, _text(message, "action"))
        return found and {**found, "text": views.named(position.game, found["text"])}
    raise BadRequestError(f"what: {what!r} is none of movement, why")


def _texts(message: dict[str, Any], name: str) -> list[str]:
    value = message.get(name)
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise BadRequestError(f"{name}: a list of texts is needed")
    if len(value) > MOST:
        raise BadRequestError(f"{name}: {MOST} texts are the most that is looked at")
    return value


def _text(message: dict[str, Any], name: str) -> str:
    value = message.get(name)
    if not isinstance(value, str):
        raise MalformedAction(f"{name}: a text is needed, not {value!r}")
    return value
