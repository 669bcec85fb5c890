"""Another program as a player: `engine:COMMAND LINE` in a ladder.

>>> from bridgehead.engine import ExternalPlayer, is_engine
>>> is_engine("engine:python3 my_player.py"), is_engine("sergeant")
(True, False)
>>> ExternalPlayer("engine@2:python3 my_player.py").seconds
2.0
"""

from __future__ import annotations

import math
import os
import re
import shlex
import shutil
from typing import Any

from bridgehead._version import __version__
from bridgehead.core.errors import UnknownPlayer
from bridgehead.core.positions.position import Position
from bridgehead.core.records.record_data import data_of
from bridgehead.engine.process import EngineFailure, EngineTimeout, Process
from bridgehead.engine.protocol import PROTOCOL, encode
from bridgehead.engine.sight import sent

TO_START = 60.0  # seconds an engine has to say hello
TO_GET_READY = 600.0  # ... and for a new game: it may have to compile or to load something
TO_CHOOSE = 60.0  # ... and for an action, where no thinking time is set
GRACE = 10.0  # ... and beyond a thinking time that is set
RESIGN = "resign"  # always legal, and never listed
_SPEC = re.compile(r"engine(?:@([^:]*))?:(.*)", re.DOTALL)


def is_engine(name: object) -> bool:
    """Whether a player's name is that of another program: "engine:…", "engine@SECONDS:…"."""
    return isinstance(name, str) and _SPEC.fullmatch(name) is not None


def read_spec(name: str) -> tuple[list[str], float | None]:
    """Return the words of the command and the thinking time; UnknownPlayer if malformed."""
    found = _SPEC.fullmatch(name)
    if found is None:
        raise UnknownPlayer(f"{name!r} is not an engine: write engine:COMMAND LINE")
    seconds = _seconds(name, found[1]) if found[1] is not None else None
    try:
        words = shlex.split(found[2], posix=os.name != "nt")
    except ValueError as error:
        raise UnknownPlayer(f"{name!r} is not a command line: {error}") from error
    if not words:
        raise UnknownPlayer(f"{name!r} names no command: write engine:COMMAND LINE")
    return words, seconds


def _seconds(name: str, text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= 86400:
        raise UnknownPlayer(f"{name!r}: {text!r} is not a number of seconds")
    return seconds


def check_spec(name: str) -> None:
    """Raise UnknownPlayer if an engine's name is malformed, or its program does not exist."""
    words, _ = read_spec(name)
    if shutil.which(words[0]) is None:
        raise UnknownPlayer(f"{name!r}: cannot start the program {words[0]!r}: it was not found")


class ExternalPlayer:
    """A player that is another program; it is started for the first decision.

    It gets only what the side to decide may know. `seed` is for the program's own random numbers,
    so that a game can be repeated; `grace` is added to the thinking time as the time limit of an
    answer. Before it is started it can be pickled, and a pickled copy is not started.
    """

    def __init__(self, name: str, seed: int | None = None, *, grace: float = GRACE) -> None:
        self.name = name
        self.words, self.seconds = read_spec(name)
        self.seed = seed
        self.grace = grace
        self.introduction: dict[str, Any] = {}  # what it has answered to `hello`
        self._process: Process | None = None
        self._playing: tuple[Any, str] | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "introduction": {}, "_process": None, "_playing": None}

    def __enter__(self) -> ExternalPlayer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def limit(self) -> float:
        """The time limit for an action in seconds."""
        return TO_CHOOSE if self.seconds is None else self.seconds + self.grace

    def begin(self, seed: int | None = None) -> None:
        """Start a new game with the next decision; the program may keep running."""
        self.seed = seed
        self._playing = None

    def choose(self, position: Position) -> str:
        """Return the program's choice, which is legal; EngineFailure if there is none.

        ValueError if no side is to decide. The position is not changed.
        """
        side = position.to_move
        if side is None or side == "dice":
            raise ValueError("no side has to decide now")
        try:
            return self._choose(position, side)
        except BaseException:  # an interruption too: what it says next would be out of step
            self.kill()
            raise

    def _choose(self, position: Position, side: str) -> str:
        process = self.start(position.game.id)
        if self._playing != (position.game.key, side):
            process.ask(self._new(position.game, side), TO_GET_READY)
            self._playing = (position.game.key, side)
        request: dict[str, Any] = {"request": "choose", **sent(position, side)}
        if self.seconds is not None:
            request["seconds"] = self.seconds
        answer = process.ask(request, self.limit)
        action = answer.get("action")
        if isinstance(action, str) and (action == RESIGN or action in request["legal"]):
            return action
        right = '"action": one of "legal", or "resign"'
        why = position.why_not(action) if isinstance(action, str) else None
        told = (
            f"chose an illegal action: {why}" if why else "chose an action that is not in the list"
        )
        raise process.failure(told, encode(answer), right)

    def start(self, game_id: str | None = None) -> Process:
        """Start the program if it does not run; EngineFailure if it does not support the game."""
        if self._process is None:
            self._process = Process(self.words)
            self.introduction = self._hello(self._process)
        games = game_ids(self.introduction)
        if game_id is not None and games is not None and game_id not in games:
            raise EngineFailure(
                f"engine {self.name!r} does not play {game_id}; it plays {', '.join(games) or '-'}"
            )
        return self._process

    def _hello(self, process: Process) -> dict[str, Any]:
        us = {"name": "Bridgehead", "version": __version__}
        request = {"request": "hello", "protocol": PROTOCOL, "program": us}
        answer = process.ask(request, TO_START)
        fault = fault_of_hello(answer)
        if fault:
            raise process.failure("gave a wrong answer to hello", encode(answer), fault)
        return answer

    def _new(self, game: Any, side: str) -> dict[str, Any]:
        request: dict[str, Any] = {"request": "new", "game": game.id, "options": list(game.options)}
        request |= data_of(game)
        request["side"] = side
        return request | ({} if self.seed is None else {"seed": self.seed})

    def close(self) -> None:
        """Stop the program: tell it to quit, and kill it if it does not."""
        process, self._process, self._playing = self._process, None, None
        if process is not None:
            process.send(encode({"id": "quit", "request": "quit"}))
            process.close()

    def kill(self) -> None:
        """Kill the program."""
        process, self._process, self._playing = self._process, None, None
        if process is not None:
            process.kill()


def fault_of_hello(answer: dict[str, Any]) -> str:
    """Return what is wrong with an answer to `hello`; "" if it is correct."""
    if answer.get("protocol") != PROTOCOL:
        return f'"protocol": {PROTOCOL}'
    if not isinstance(answer.get("name"), str) or not answer["name"].strip():
        return '"name": the name of the engine'
    if not isinstance(answer.get("version", ""), str):
        return '"version": a text'
    if "games" in answer and game_ids(answer) is None:
        return '"games": a list of ids, or of objects with an id'
    return ""


def game_ids(introduction: dict[str, Any]) -> list[str] | None:
    """Return the games that an engine supports, None if it does not name them."""
    games = introduction.get("games")
    if not isinstance(games, list):
        return None
    ids = [game.get("id") if isinstance(game, dict) else game for game in games]
    texts = [id_ for id_ in ids if isinstance(id_, str)]
    return texts if len(texts) == len(ids) else None


__all__ = ["EngineFailure", "EngineTimeout", "ExternalPlayer", "check_spec", "is_engine"]
