"""One connection: its messages are handled, and changes are sent to it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from bridgehead.core.errors import BridgeheadError, MalformedAction, NotCompiledError
from bridgehead.core.files.bounded_text import read_json
from bridgehead.core.titles.layers import About
from bridgehead.players.advice.retreats import chain_of
from bridgehead.server.games.open_games import BadRequestError, OpenGames
from bridgehead.server.games.persistence import StaleActionError
from bridgehead.server.games.sessions import Session
from bridgehead.server.games.setup_moves import about as about_placed
from bridgehead.server.games.setup_moves import in_order
from bridgehead.server.games.store import UnknownSavedError
from bridgehead.server.planning import attack_plans, phase_sheets
from bridgehead.server.planning.previews import previews
from bridgehead.server.views import groups, layers, points, positions
from bridgehead.server.views.reader import GameView
from bridgehead.server.views.turn_told import turn_told
from bridgehead.server.web.connection import Connection
from bridgehead.server.web.rate_limits import TooOftenError
from bridgehead.server.web.threads import aside

GONE = 4404  # close codes of our own: there is no such game
BROKEN = 4409  # its record cannot be read
MOST = 200  # texts in one question
TRIES = ("attacks", "previews", "sheet", "suggested")  # questions that try many actions
GRADE = "grade"  # the message that asks for the grade of a plan: it takes seconds

_log = logging.getLogger(__name__)
_beside: set[asyncio.Task[None]] = set()  # replies that take longer


async def attend(socket: WebSocket, open_games: OpenGames) -> None:
    """Serve a connection until it closes or the server does."""
    await socket.accept()
    try:
        session = await open_games.session(socket.path_params["id"])
    except BridgeheadError as error:
        code = GONE if isinstance(error, UnknownSavedError) else BROKEN
        await socket.send_text(json.dumps({"type": "gone", "text": str(error)}))
        await socket.close(code)
        return
    session.pace.set(socket.query_params.get("pace"))  # before the first step, which enter() begins
    await serve(socket, session, Connection())


async def serve(
    socket: WebSocket,
    session: Session,
    connection: Connection,
    check: Callable[[], BridgeheadError | None] | None = None,
) -> None:
    """Show a session in an accepted connection until it closes.

    `check` is called for each message; it returns why that one is refused, or raises an error.
    """
    session.enter(connection)
    writer = asyncio.create_task(write_queue(socket, connection))
    try:
        while (text := await _heard(socket)) is not None:
            await _take(session, connection, text, check() if check else None)
            await asyncio.sleep(0)  # let other tasks run: more messages may have come in already
    finally:
        session.leave(connection)
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await writer


async def _heard(socket: WebSocket) -> str | None:
    """Return the next message, None at the end or if it is not text."""
    try:
        return await socket.receive_text()
    except (WebSocketDisconnect, KeyError):  # KeyError: a binary message
        return None


async def write_queue(socket: WebSocket, connection: Connection) -> None:
    """Send the messages in a connection's queue until it is to be closed."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the connection is closed already
        while (text := await connection.queue.get()) is not None:
            await socket.send_text(text)
        await socket.close(connection.code)


async def _take(
    session: Session, connection: Connection, text: str, refused: BridgeheadError | None = None
) -> None:
    """Handle one message, and reply if it needs a reply.

    What takes seconds is done beside the messages that follow.
    """
    try:
        message = read_message(text)
    except BridgeheadError as error:
        await _reply(session, connection, None, _refusal(error))
        return
    answer = _refusal(refused) if refused is not None else _answer(session, connection, message)
    reply = _reply(session, connection, message.get("id"), answer)
    if message.get("type") != GRADE:
        await reply
        return
    task = asyncio.create_task(_beside_others(reply, connection))
    _beside.add(task)
    task.add_done_callback(_beside.discard)


async def _beside_others(reply: Coroutine[Any, Any, None], connection: Connection) -> None:
    """Send a reply; close the connection if that fails, so that nobody waits for it."""
    try:
        await reply
    except Exception:
        _log.exception("a message was not answered")
        connection.send(None)


async def _refusal(error: BridgeheadError) -> None:
    raise error


async def _reply(
    session: Session, connection: Connection, number: Any, answer: Coroutine[Any, Any, Any]
) -> None:
    """Send the answer to the message with this number, or why it is refused."""
    try:
        reply: dict[str, Any] = {"type": "reply", "id": number, "ok": True, "data": await answer}
    except BridgeheadError as error:
        refusal = positions.refusal(error, kind_of(error), session.record.game)
        reply = {"type": "reply", "id": number, "ok": False, "error": refusal}
    if number is not None or not reply["ok"]:
        connection.send(json.dumps(reply))


def kind_of(error: BridgeheadError) -> str:
    """Return the kind of an error to which pages react, "" for others."""
    if isinstance(error, StaleActionError):
        return "stale"
    if isinstance(error, TooOftenError):
        return "often"
    return "compiling" if isinstance(error, NotCompiledError) else ""


def read_message(text: str) -> dict[str, Any]:
    """Return a message; BadRequestError if it is not one."""
    message = read_json(text, "the message", BadRequestError)
    if not isinstance(message, dict):
        raise BadRequestError("a message must be a JSON object")
    return message


async def _answer(session: Session, connection: Connection, message: dict[str, Any]) -> Any:
    kind = message.get("type")
    if kind == "do":
        await session.act(text_of(message, "action"), message.get("at"))
    elif kind == "plan":
        actions, goes_on = texts(message, "actions", least=1), message.get("goes_on") is True
        return await session.plan(actions, message.get("at"), _first(message), goes_on=goes_on)
    elif kind == "undo":
        await session.undo(message.get("at"))
    elif kind == "setup":
        await session.set_up(texts(message, "units", least=1), place_of(message), message.get("at"))
    elif kind == "orders":
        await session.order(message.get("number"), message.get("orders"))
    elif kind == "pace":
        session.pace.set(message.get("ms"))
    elif kind == "ping":
        pass  # the reply shows that the connection works
    elif kind == "now":
        session.pace.hurry()
    elif kind == "pause":
        session.pause(message.get("on") is True)
    elif kind == "lesson":
        await session.learn(message.get("what"), message.get("at"))
    elif kind == "puzzle":
        await session.begin_puzzle(message.get("at"), shows=message.get("solution") is True)
    elif kind == GRADE:
        return await session.grade(gives_up=message.get("solution") is True)
    elif kind == "look":
        session.look(message.get("side"))
    elif kind == "layer":
        wanted = await layer_wanted(session.view, message)
        return await aside("setup", layers.answer, *wanted)
    elif kind == "ask":
        return await answer_question(session.view, message, mine=session.mine)
    else:
        raise BadRequestError(
            f"type: {kind!r} must be one of do, plan, undo, setup, orders, lesson, puzzle, grade, "
            "pace, now, pause, look, layer, ask, ping"
        )
    return None


async def layer_wanted(view: GameView[Any], message: dict[str, Any]) -> tuple[Any, ...]:
    """Return what `layers.answer` takes to answer a message; whoever sees the game may ask."""
    number, eyes = message.get("at"), message.get("eyes")
    if type(number) is not int:
        raise BadRequestError("at: must be the number of actions, a whole number")
    about = About(*(_optional(message, name) for name in ("unit", "place")))
    try:
        known = await view.known_at(number, str(eyes or ""))
    except IndexError as error:
        raise BadRequestError(f"at: {error}") from None
    return *known, text_of(message, "name"), about


def _optional(message: dict[str, Any], name: str) -> str:
    """Return a text of a message, "" if it has none."""
    return "" if message.get(name) is None else text_of(message, name)


def answer_question(view: GameView[Any], message: dict[str, Any], *, mine: bool) -> Awaitable[Any]:
    """Return the answer to a question about the position, if the user is to decide in it.

    It is about the present position also if it is awaited later. What tries many actions is
    answered in a thread, so that others do not wait for it.
    """
    found = _answer_or_work(view, message, mine=mine)
    return found if isinstance(found, Coroutine) else _known(found)


async def _known(answer: Any) -> Any:
    return answer


def _answer_or_work(view: GameView[Any], message: dict[str, Any], *, mine: bool) -> Any:
    """Return an answer, or the work that leads to it."""
    if not mine:
        raise BadRequestError("it is not a person's decision: nothing to ask")
    position = view.record.position
    what = message.get("what")
    if what == "placed":
        return about_placed(view.record, text_of(message, "unit"))
    if what == "places":
        return in_order(position, _places(message))
    if what == "turn":
        return turn_told(view.story, str(position.to_move))
    answer = _QUESTIONS[view.title.kind]
    if what in TRIES or "planned" in message:
        return aside("setup", answer, position.copy(), what, message)
    return answer(position, what, message)


def _ask_hexes(position: Any, what: object, message: dict[str, Any]) -> Any:
    """Answer a question about a position on hexes."""
    if what == "movement":
        found = positions.movement(position, _unit(position, message))
        edge = message.get("edge")
        if isinstance(edge, str) and edge in found["verbs"].get(groups.ENTER, ()):
            found["through"] = groups.through(position, _unit(position, message), edge)
        return found
    if what == "group":
        return groups.reach(position, _group(position, message), _edge(message))
    if what == "gather":
        goal = text_of(message, "hex")
        positions.check_hexes(position, [goal])
        return groups.gather(position, _group(position, message), goal, _edge(message))
    if what == "why":
        return positions.why_not(position, text_of(message, "action"))
    if what == "attacks":
        return attack_plans.laid_out(position, texts(message, "actions"))
    if what == "suggested":
        return attack_plans.suggested(position)
    if isinstance(what, str) and what in _OF_ATTACKS:
        planned = texts(message, "planned") if "planned" in message else []
        name, answer = _OF_ATTACKS[what]
        return answer(attack_plans.after(position, planned), texts(message, name))
    if what == "previews":
        return previews(position, _unit(position, message), text_of(message, "hex"))
    if what == "chain":
        return chain_of(position)
    raise BadRequestError(
        f"what: {what!r} must be one of movement, group, gather, why, attack, attacks, "
        "suggested, odds, costs, previews, placed, places, turn, chain"
    )


# questions about an attack, each with the field that has its hexes or actions; `planned` attacks
# come before it
_OF_ATTACKS: Mapping[str, tuple[str, Callable[[Any, list[str]], Any]]] = {
    "attack": ("hexes", positions.attack),
    "odds": ("actions", positions.odds),
    "costs": ("actions", positions.attack_costs),
}


def _ask_points(position: Any, what: object, message: dict[str, Any]) -> Any:
    """Answer a question about a position of points and routes."""
    if what == "movement":
        return points.movement(position, _unit(position, message))
    if what == "group":
        return points.movements(position, texts(message, "units", least=1))
    if what == "why":
        found = points.why_not(position, text_of(message, "action"))
        return found and {**found, "text": positions.named(position.game, found["text"])}
    if what == "forecast":
        return points.forecast(position, text_of(message, "action"))
    if what == "sheet":
        return phase_sheets.sheet(position, texts(message, "actions"))
    if what == "suggested":
        return phase_sheets.suggested(position)
    raise BadRequestError(
        f"what: {what!r} must be one of movement, group, why, forecast, sheet, suggested, placed, "
        "places, turn"
    )


_QUESTIONS = {"hexes": _ask_hexes, "points": _ask_points}


def _unit(position: Any, message: dict[str, Any]) -> str:
    """Return the unit in a question."""
    return str(position.game.units[position.game.unit_index(text_of(message, "unit"))])


def _group(position: Any, message: dict[str, Any]) -> dict[str, list[str]]:
    """Return the units in a question, each with its verbs for moving."""
    value = message.get("units")
    if not isinstance(value, dict) or not 1 <= len(value) <= MOST:
        raise BadRequestError(f"units: 1 to {MOST} units are needed, each with its verbs")
    found = {}
    for unit in value:
        found[position.game.units[position.game.unit_index(unit)]] = texts(value, unit)
    return found


def _places(message: dict[str, Any]) -> dict[str, str]:
    """Return the units of a set-up in a question, each with its place."""
    value = message.get("units")
    if not isinstance(value, dict) or not 1 <= len(value) <= MOST:
        raise BadRequestError(f"units: 1 to {MOST} units are needed, each with its place")
    return {unit: text_of(value, unit) for unit in value}


def _edge(message: dict[str, Any]) -> str:
    """Return the edge hex for entering in a question, "" if none is named."""
    edge = message.get("edge")
    return edge if isinstance(edge, str) else ""


def _first(message: dict[str, Any]) -> int | None:
    """Return how many actions of a plan to carry out, None for all of them."""
    first = message.get("first")
    if first is not None and (type(first) is not int or first < 1):
        raise BadRequestError("first: must be a whole number from 1 on, or left out")
    return first


def texts(message: dict[str, Any], name: str, least: int = 0) -> list[str]:
    """Return the texts that a message lists; BadRequestError if it has no such list."""
    value = message.get(name)
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise BadRequestError(f"{name}: must be a list of strings")
    if len(value) < least:
        raise BadRequestError(f"{name}: the list is empty")
    if len(value) > MOST:
        raise BadRequestError(f"{name}: {MOST} strings are the limit")
    return value


def place_of(message: dict[str, Any]) -> str | None:
    """Return the new place for a unit, None if it is to be taken back."""
    return None if message.get("to") is None else text_of(message, "to")


def text_of(message: dict[str, Any], name: str) -> str:
    """Return a text of a message; MalformedAction if it is none."""
    value = message.get(name)
    if not isinstance(value, str):
        raise MalformedAction(f"{name}: must be a string, not {value!r}")
    return value
