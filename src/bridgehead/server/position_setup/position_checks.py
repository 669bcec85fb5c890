"""Checks of a position that somebody sets up: what is wrong with it, or the position and its view.

`game.position` alone decides what can be; here its errors become faults with units and places.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from bridgehead import players
from bridgehead.analysis.win_probability import WinProbabilities
from bridgehead.core.errors import BridgeheadError, InvalidPosition
from bridgehead.core.files.bounded_text import read_json
from bridgehead.core.kernels.warming import READY, Warming
from bridgehead.core.positions.position_line import is_line
from bridgehead.core.positions.setup import is_set_up
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import game_info, load_with
from bridgehead.core.titles.positions import is_position, position_of
from bridgehead.core.words.grammar import capital
from bridgehead.server.languages.languages import language
from bridgehead.server.position_setup.controls import TIMES, WITHOUT_CONTROL, Controls
from bridgehead.server.views import positions
from bridgehead.server.views.hello import hello_head, hello_text
from bridgehead.server.views.reader import GameView

ROLLOUTS = 200  # for the win probability of a test


class PositionRequestError(BridgeheadError):
    """A request about a position has the wrong form."""


def load(game_id: Any, options: Any) -> Any:
    """Return a game. UnknownGame, UnknownOption, or PositionRequestError for a wrong form."""
    if not isinstance(game_id, str):
        raise PositionRequestError("game: must be the id of a game")
    if not isinstance(options, list) or not all(isinstance(name, str) for name in options):
        raise PositionRequestError("options: must be a list of names")
    game_info(game_id)
    return load_with(game_id, options)


def check(wanted: Any) -> dict[str, Any]:
    """Check a position, and return its fault, or its data and how the page shows it.

    `wanted` has the position as `position` (data), `text` (a line or the text of a file) or `game`
    and `options` (its start, or with `empty` a map without units). `set` has fields to change
    first. With `open`, what never changes in the game is returned too.
    """
    if not isinstance(wanted, Mapping):
        raise PositionRequestError("must be an object with position, text or game")
    change = wanted.get("set", {})
    if not isinstance(change, Mapping):
        raise PositionRequestError("set: must be an object of fields")
    data = None
    try:
        data = _given(wanted)
        position = _changed(data, change) if change else _read(data)
    except InvalidPosition as error:
        return {"fault": fault_of(error, _game_of(data))}
    found = {"fault": None, **shown(position)}
    return {**found, **opened(position.game)} if wanted.get("open") is True else found


def _given(wanted: Mapping[str, Any]) -> Any:
    """Return the position that a request is about, as data, or as a line."""
    if "text" in wanted:
        return _in_text(wanted["text"])
    if "position" in wanted:
        return wanted["position"]
    game = load(wanted.get("game"), wanted.get("options", []))
    if wanted.get("empty") is True:
        return {"game": game.id, "options": list(game.options), "units": {}}
    return _start(game)


def _start(game: Any) -> dict[str, Any]:
    """Return the start of a game; if it begins with setting up, after the suggested set-up."""
    start = game.start()
    data: dict[str, Any] = start.to_dict()
    if not is_set_up(start):
        return data
    left_out = {"units", "side", "phase", *controls_of(game).pending}
    return {name: value for name, value in data.items() if name not in left_out}


def _in_text(text: Any) -> Any:
    if not isinstance(text, str):
        raise PositionRequestError("text: must be a line, or the text of a file")
    if is_line(text):
        return text
    data = read_json(text, "the position", InvalidPosition)
    if not is_position(data):
        raise InvalidPosition(
            "this is no position: paste a line that begins with bh1:, or open a file with a "
            "position; import a whole game on the first page"
        )
    return data


def _read(data: Any) -> Any:
    try:
        return position_of(data)
    except (TypeError, OverflowError, RecursionError) as error:
        raise InvalidPosition(f"the position holds a value of the wrong kind: {error}") from error


def _changed(data: Any, change: Mapping[str, Any]) -> Any:
    """Return the position with fields changed; None stands for a field's default.

    Another turn, side or phase ends the pending decision. What does not fit to it and was not
    changed takes its default.
    """
    whole = _read(data).to_dict() if isinstance(data, str) else data
    if not isinstance(whole, Mapping):
        raise PositionRequestError("position: must be an object of fields, or a line")
    given = {name: value for name, value in {**whole, **change}.items() if value is not None}
    if not change.keys() & set(TIMES):
        return _read(given)
    pending = controls_of(load(whole.get("game"), whole.get("options", []))).pending
    given = {name: value for name, value in given.items() if name not in pending}
    others = [name for name in reversed(TIMES) if name not in change and name != TIMES[0]]
    refused = None
    for without in ([], *([name] for name in others), others):
        try:
            return _fitting(given, {*change, *TIMES}, without)
        except InvalidPosition as error:
            refused = refused or error
    raise refused or InvalidPosition("the position cannot be changed")


def _fitting(given: Mapping[str, Any], kept: Collection[str], without: Collection[str]) -> Any:
    """Return the position without some fields, and without others that do not fit.

    The fields in `kept`, the header and the places of units stay.
    """
    fields = {name: value for name, value in given.items() if name not in without}
    while True:
        try:
            return _read(fields)
        except InvalidPosition as error:
            name = error.field.partition(", ")[0]
            if name not in fields or name in kept or name in WITHOUT_CONTROL:
                raise
            del fields[name]


@lru_cache(maxsize=16)
def controls_of(game: Any) -> Controls:
    """Return the controls for the positions of a game."""
    return Controls(game)


def _game_of(data: Any) -> Any:
    """Return the game that a refused position names, None if it names none."""
    if not isinstance(data, Mapping):
        return None
    try:
        return load(data.get("game"), data.get("options", []))
    except BridgeheadError:
        return None


def fault_of(error: InvalidPosition, game: Any) -> dict[str, Any]:
    """Return what is wrong with a position: a sentence, the field, and the ids it is about."""
    text = str(error)
    table, _, unit = error.field.partition(", ")
    if game is not None and error.field:
        controls = controls_of(game)
        reason = controls.plain(positions.named(game, error.reason))
        if table != "units":
            text = f"{controls.label(table)}: {reason}"
        else:
            text = f"{positions.named(game, unit)}: {reason}" if unit else capital(reason)
    return {
        "text": text,
        "field": table,
        "units": list(error.units),
        "places": list(error.places),
    }


def shown(position: Any) -> dict[str, Any]:
    """Return a position as data, with all its values, as a line, and as the page shows it."""
    view = GameView[Any].whole(Record.new(position.game, "open", start=position))
    return {
        "game": position.game.id,
        "options": list(position.game.options),
        "position": position.to_dict(),
        "values": position.to_dict(full=True),
        "line": position.to_line(),
        "pending": _is_pending(position),
        "state": {**view.present(mine=False), "board": view.board()},
    }


def _is_pending(position: Any) -> bool:
    """Whether something has been begun: a combat, or another part of a phase."""
    data, pending = position.to_dict(), controls_of(position.game).pending
    try:
        return bool(_read({k: v for k, v in data.items() if k not in pending}) != position)
    except InvalidPosition:
        return True


def opened(game: Any) -> dict[str, Any]:
    """Return what never changes: what the page is told of the game, and the controls."""
    return _opened(game, language())


@lru_cache(maxsize=16)
def _opened(game: Any, language: str) -> dict[str, Any]:
    del language  # it is the reader's; here a key only
    head = hello_head("", Record.new(game, "open"), {"kind": "open"})
    return {"hello": {**json.loads(hello_text(game)), **head}, **controls_of(game).to_dict()}


def evaluate(wanted: Any, warming: Warming) -> dict[str, Any]:
    """Return who is to decide in a position, how many legal actions there are, and the chances.

    `wanted` has the position as `position`. InvalidPosition if it cannot be. `chance` is that of
    the first side to win, None without compiled rules or when the game is over.
    """
    if not isinstance(wanted, Mapping) or "position" not in wanted:
        raise PositionRequestError("must be an object with position")
    position = _read(wanted["position"])
    game = position.game
    warming.want(game.id)
    found = {
        "toMove": position.to_move,
        "count": len(position.legal_codes()),
        "result": None if position.result is None else position.result.to_dict(),
        "side": game.sides[0],
        "chance": None,
        "compiled": warming.progress(game.id).state == READY,
    }
    if not found["compiled"] or position.result is not None:
        return found
    thinker = players.thinker(game, threads=players.spare_cores())
    chance = WinProbabilities(thinker, ROLLOUTS).chance(position)
    return {**found, "chance": {"value": round(chance.value, 4), "error": round(chance.error, 4)}}
