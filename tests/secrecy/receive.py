"""Everything that a side receives: from the engine, and every byte of the server."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import title_of
from bridgehead.render.small_boards import small_units
from bridgehead.server.games.sessions import Session
from bridgehead.server.views import layers, points, positions
from bridgehead.server.web.connection import Connection
from bridgehead.server.web.websocket import _take
from tests.secrecy.worlds import october_known


def engine(position: Any, viewer: str | None) -> dict[str, Any]:
    """Return what the engine tells a side of a position."""
    found = {
        "view": json.dumps(position.view(viewer)),
        "to_move": position.to_move,
        "step": getattr(position, "step", ""),
        "turn": (position.turn, position.side, position.phase),
        "known": october_known(position, viewer),
        "over": position.result,
        "goals": title_of(position.game.id).goals(position, viewer),
    }
    if viewer is not None:
        found["shown"] = position.shown(viewer)
    if viewer is not None and position.to_move == viewer:
        found["legal"] = position.legal_codes().tolist()
    return found


def refusals(position: Any, texts: list[str]) -> list[Any]:
    """Return why actions are refused to the side that decides."""
    found = []
    for text in texts:
        try:
            error = position.why_not(text)
        except BridgeheadError as other:
            found.append((text, type(other).__name__, str(other)))
            continue
        found.append((text, error and (error.case, error.reason)))
    return found


def told(position: Any, text: str, viewer: str | None) -> list[Any]:
    """Return an action as a side reads it in record and log; nothing where it is not to know."""
    public = position.public(text, viewer)
    events = position.describe(text, viewer)
    if not public:
        assert events == []
        return []
    return [public, [(event.text, event.case, event.hexes) for event in events]]


class NoStore:
    """Keeps nothing but what the list of games would show."""

    def __init__(self) -> None:
        self.summary: dict[str, Any] = {}

    def append(self, game: str, at: int, before: int, actions: Any, summary: dict[str, Any]) -> int:
        """Take the summary."""
        self.summary = summary
        return at

    def truncate(self, game: str, at: int, before: int, count: int, summary: dict[str, Any]) -> int:
        """Take the summary."""
        self.summary = summary
        return at


class Page:
    """A side's connection to a game, served in this process: `texts` has all that it is sent."""

    def __init__(self, start: Any, viewer: str | None) -> None:
        others = {side: "recruit" for side in start.game.sides if side != viewer}
        record = Record(start.game, start=start, players=others, program="test")
        self.store, self.viewer = NoStore(), viewer
        self.session = Session("game", record, self.store, 0)  # type: ignore[arg-type]
        self.store.summary = self.session._summary(self.session.record.position, 0)
        self.connection = Connection()
        self.texts: list[str] = []
        self.session.enter(self.connection)
        self._read()

    def _read(self) -> None:
        while not self.connection.queue.empty():
            self.texts.append(str(self.connection.queue.get_nowait()))

    async def do(self, action: str) -> None:
        """Carry out an action, of whomever."""
        if self.session.mine:
            message = {"type": "do", "action": action, "at": self.session.view.length, "id": 1}
            await _take(self.session, self.connection, json.dumps(message))
        else:
            await self.session._carry_out(action)
            self.session.flush()
        self._read()

    async def ask(self, texts: list[str], units: list[str]) -> None:
        """Ask what a page may ask."""
        asked = [{"type": "ask", "what": "why", "action": text} for text in texts]
        asked += [{"type": "ask", "what": "movement", "unit": unit} for unit in units]
        asked.append({"type": "ask", "what": "turn"})
        for number, message in enumerate(asked):
            await _take(self.session, self.connection, json.dumps({**message, "id": number}))
        self._read()

    async def ask_layers(self, units: list[str]) -> None:
        """Ask for every layer of the map, about these units and a place, and for what holds."""
        game, at = self.session.record.game, self.session.view.length
        about = {"unit": units[0], "place": game.hexes[len(units[0]) % len(game.hexes)], "at": at}
        asked = [{**about, "name": one["id"]} for one in layers.listed(game)]
        asked += [{"name": "conditions", "unit": unit, "at": at} for unit in units]
        for number, message in enumerate(asked):
            text = json.dumps({**message, "type": "layer", "id": number})
            await _take(self.session, self.connection, text)
        self._read()

    async def rest(self, draw: random.Random) -> list[str]:
        """Return what the other addresses answer: story, earlier positions, pictures, list."""
        view = self.session.view
        found = [json.dumps(view.story_data()), json.dumps(self.store.summary)]
        for number in {0, view.length // 2, view.length, view.length + 1}:
            try:
                found.append(json.dumps(await view.state_at(number)))
            except IndexError as error:
                found.append(str(error))
        seen = view.seen(view.record.position)
        found.append(small_units(view.record.game, seen, view.viewer))
        if draw.random() < 0.2:
            if title_of(view.record.game.id).kind == "points":
                found.append(points.picture(view.record.game, seen, view.viewer))
            else:
                scene = positions.scene(view.record.position, seen, positions.Layers())
                found.append(positions.render.svg(scene))
        try:
            view.check_export()
            found.append("may be exported")
        except BridgeheadError as error:
            found.append(str(error))
        return found


def serve(task: Any) -> Any:
    """Run something that needs the server's loop."""
    return asyncio.run(task)
