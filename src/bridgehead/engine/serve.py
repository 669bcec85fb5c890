"""Our players for another program: one request a line in, one answer a line out.

>>> from bridgehead.engine.serve import Engine
>>> engine = Engine("recruit", seed=1)
>>> engine.answer_line(b'{"id": 1, "request": "new", "game": "across-suez-1980"}')["to_move"]
'israel'
>>> engine.answer_line(b'{"id": 2, "request": "undo"}')["error"]["kind"]
'request'
"""

from __future__ import annotations

import gc
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import IO, Any

from bridgehead import players
from bridgehead._version import __version__
from bridgehead.core.errors import BridgeheadError, InvalidPosition, InvalidRecord, UnknownPlayer
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.records.record_data import check_data, data_in, scenario_in
from bridgehead.core.titles.games import build_game, check_options, games, load_with
from bridgehead.engine import sight
from bridgehead.engine.fields import NEEDED, boolean, integer, number, text, texts
from bridgehead.engine.protocol import (
    LONGEST_REQUEST,
    PROTOCOL,
    RequestError,
    decode,
    encode,
    error_data,
    is_id,
    read_line,
)
from bridgehead.players.ranks.thinker import STANDARD_LOOKS
from bridgehead.players.title_players import THINKERS

Answer = dict[str, Any]
POSITION_FIELDS = ("game", "start", "actions", "view")  # with one of them a request brings its own
MOST_PLAYERS = 8  # kept ready, by name and thinking time
MOST_LOOKS = 1_000_000


@cache
def _settle(game_id: str) -> None:
    """Exclude a game's objects from garbage collection, which would delay thinking."""
    gc.freeze()


class Engine:
    """One conversation: the game and position that were set up, and the player."""

    def __init__(
        self, player: str | None = None, seed: int | None = None, threads: int = 1
    ) -> None:
        self.player = player
        self.seed = seed
        self.threads = threads
        self.leaving = False
        self._position: Position | None = None
        self._players: dict[tuple[Any, ...], Any] = {}
        self._requests: dict[str, Callable[[Mapping[str, Any]], Answer]] = {
            "hello": self._hello, "new": self._new, "position": self._set, "play": self._play,
            "legal": self._legal, "choose": self._choose, "analyse": self._analyse,
            "chance": self._chance, "quit": self._quit,
        }  # fmt: skip

    # Lines

    def run(self, source: IO[bytes], sink: IO[bytes]) -> None:
        """Answer line by line until `quit` or the end of input."""
        while not self.leaving:
            try:
                line = read_line(source, LONGEST_REQUEST)
            except RequestError as error:
                sink.write(encode({"id": None, "error": error_data(error)}))
                sink.flush()
                continue
            if line is None:
                return
            if line.strip():
                sink.write(encode(self.answer_line(line)))
                sink.flush()

    def answer_line(self, line: bytes) -> Answer:
        """Return the answer to a line. No exception is raised, whatever the line contains."""
        id_ = None
        try:
            request = decode(line)
            id_ = request.get("id") if is_id(request.get("id")) else None
            return {"id": id_, **self.answer(request)}
        except (RequestError, BridgeheadError) as error:
            return {"id": id_, "error": error_data(error)}
        except Exception as error:  # a fault of ours must not end somebody's long analysis
            traceback.print_exc(file=sys.stderr)
            reason = f"{type(error).__name__}: {error}"
            return {"id": id_, "error": {"kind": "internal", "reason": reason}}

    def answer(self, request: Mapping[str, Any]) -> Answer:
        """Return the answer to a request, without its id."""
        if not is_id(request.get("id")):
            raise RequestError("request", '"id" is a text or a whole number')
        name = request.get("request")
        if not isinstance(name, str) or name not in self._requests:
            known = ", ".join(self._requests)
            raise RequestError("request", f'"request" is {name!r}; there are {known}')
        return self._requests[name](request)

    # What is asked

    def _hello(self, request: Mapping[str, Any]) -> Answer:
        spoken = integer(request, "protocol", PROTOCOL)
        if spoken != PROTOCOL:
            raise RequestError("protocol", f"this is protocol {PROTOCOL}, not {spoken}")
        return {
            "protocol": PROTOCOL,
            "name": "Bridgehead" + (f" {self.player}" if self.player else ""),
            "version": __version__,
            "games": [
                {
                    "id": info.id,
                    "title": info.title,
                    "sides": list(info.sides),
                    "options": dict(info.options),
                    "bids": info.bids,
                    "players": list(players.names(info.id)),
                }
                for info in games()
            ],
        }

    def _new(self, request: Mapping[str, Any]) -> Answer:
        game = self._game(request)
        side = text(request, "side", "")
        if side and side not in game.sides:
            raise RequestError("request", f'"side" is {side!r}; there are {", ".join(game.sides)}')
        spec, seed = self._spec(request, game), integer(request, "seed", self.seed)
        players.check(game.id, spec)
        _get_ready(game, spec)
        if "player" in request:
            self.player = spec
        self.seed = seed
        self._players.clear()
        self._position = game.start()
        return _state(self._position)

    def _set(self, request: Mapping[str, Any]) -> Answer:
        self._position = self._given(request)
        return _state(self._position)

    def _play(self, request: Mapping[str, Any]) -> Answer:
        position = self._current().copy()
        _push_all(position, texts(request, "actions"))
        self._position = position
        return _state(position)

    def _legal(self, request: Mapping[str, Any]) -> Answer:
        position = self._asked(request)
        return {"to_move": position.to_move, "legal": list(position.legal_actions())}

    def _choose(self, request: Mapping[str, Any]) -> Answer:
        position = self._asked(request)
        _decider(position, text(request, "side", ""))
        spec = self._spec(request, position.game)
        player = self._asked_player(request, position.game, spec)
        if boolean(request, "tell", False) and _thinks(position.game, spec):
            thought = player.think(position)
            found = {**_line(thought.best), "looks": thought.looks, "seconds": thought.seconds}
        else:
            found = {"action": player.choose(position)}
        if found["action"] not in texts(request, "legal", [found["action"]]):
            raise RequestError("view", '"legal" does not match the legal actions of the position')
        return found

    def _analyse(self, request: Mapping[str, Any]) -> Answer:
        position = self._asked(request)
        side = _decider(position, text(request, "side", ""))
        thought = self._thinker(request, position.game).think(position)
        most = integer(request, "lines", len(thought.lines))
        return {
            "side": side,
            "lines": [_line(line) for line in thought.lines[: max(1, most)]],
            "looks": thought.looks,
            "seconds": thought.seconds,
        }

    def _chance(self, request: Mapping[str, Any]) -> Answer:
        if sight.hides(request.get("view")):
            raise RequestError("view", "a chance needs a position without hidden facts")
        position = self._asked(request)
        looks = integer(request, "looks", STANDARD_LOOKS)
        if not 1 <= looks <= MOST_LOOKS:
            raise RequestError("request", f'"looks" is a number from 1 to {MOST_LOOKS}')
        first, second = position.game.sides
        chance = float(self._thinker(request, position.game).chance(position, looks))
        return {"chance": {first: chance, second: 1 - chance}, "looks": looks}

    def _quit(self, _request: Mapping[str, Any]) -> Answer:
        self.leaving = True
        return {}

    # Positions

    def _current(self) -> Position:
        if self._position is None:
            raise RequestError("position", "no game is set up: send `new` or `position` first")
        return self._position

    def _asked(self, request: Mapping[str, Any]) -> Position:
        """Return the position of a request: a given one, or the one that was set up."""
        if any(field in request for field in POSITION_FIELDS):
            return self._given(request)
        return self._current()

    def _given(self, request: Mapping[str, Any]) -> Position:
        """Return the position given in a request: its fields as in a record, or as a view."""
        game = self._game(request)
        try:
            if "view" in request:
                position = sight.from_view(game, request["view"])
            elif "start" in request:
                position = game.position(request["start"])
            else:
                position = game.start()
        except (TypeError, OverflowError, RecursionError) as error:
            raise InvalidPosition(f"position: holds a value of the wrong kind: {error}") from error
        _push_all(position, texts(request, "actions", []))
        return position

    def _game(self, request: Mapping[str, Any]) -> Game:
        """Return the game named in a request, or the current one."""
        playing: Game | None = None if self._position is None else self._position.game
        if (
            playing is not None
            and not {"game", "options", "scenario", "map", "data"} & request.keys()
        ):
            return playing
        id_ = text(request, "game", playing.id if playing is not None else NEEDED)
        options = texts(request, "options", [])
        try:
            with scenario_in(request, options):
                check_options(id_, options)
                game = load_with(id_, options, data=data_in({**request, "game": id_}))
            check_data(request, game)
        except InvalidRecord as error:
            raise RequestError("request", str(error).removeprefix("record, ")) from error
        _settle(id_)
        return game

    # Players

    def _spec(self, request: Mapping[str, Any], game: Game) -> str:
        """Return the name of the player: the request's, ours, or the strongest one."""
        return str(text(request, "player", self.player or players.names(game.id)[-1]))

    def _asked_player(self, request: Mapping[str, Any], game: Game, spec: str) -> Any:
        """Return a player, limited to the thinking time of the request."""
        given = number(request, "seconds", None)
        player = self._kept(game, spec)
        if _thinks(game, spec):
            player.limit(None if given is None else min(max(given, 0.001), players.MOST_SECONDS))
        return player

    def _thinker(self, request: Mapping[str, Any], game: Game) -> Any:
        """Return the player for a request that needs thinking.

        A named player that cannot think is refused. If the request names no player and ours does
        not think, it is the strongest one.
        """
        spec = self._spec(request, game)
        if not _thinks(game, spec):
            if "player" in request:
                raise UnknownPlayer(f"{spec} does not look ahead, so it has no thoughts to report")
            spec = players.names(game.id)[-1]
        return self._asked_player(request, game, spec)

    def _kept(self, game: Game, spec: str) -> Any:
        """Return a player: the one in use, or a new one."""
        key = (game.key, spec)
        if key not in self._players:
            if len(self._players) >= MOST_PLAYERS:
                self._players.clear()
            self._players[key] = players.create(game, spec, self.seed, self.threads)
        return self._players[key]


def _thinks(game: Game, spec: str) -> bool:
    """Whether a player searches, and can report its thinking; UnknownPlayer if there is none."""
    return players.check(game.id, spec)[0] in THINKERS


def _get_ready(game: Game, spec: str) -> None:
    """Compile the rules, and let a player load its data."""
    build_game(game.id)
    players.create(game, spec, 1)


def _state(position: Position) -> Answer:
    """Return the answer after a position is set up."""
    whose: dict[str, Any] = {"to_move": position.to_move}
    for field in ("turn", "phase"):
        whose[field] = getattr(position, field)
    if position.result is not None:
        whose["result"] = position.result.to_dict()
    return whose


def _decider(position: Position, side: str) -> str:
    """Return the side to decide; RequestError if it is the dice, nobody or another side."""
    mover = position.to_move
    if mover is None:
        raise RequestError("over", "the game is over: nothing to choose")
    if mover == "dice":
        raise RequestError("dice", "a roll is due: `play` it, such as roll 4")
    if side and side != mover:
        raise RequestError("side", f"{mover} is to decide, not {side}")
    return mover


def _push_all(position: Position, actions: Iterable[str]) -> None:
    for action in actions:
        position.push(action)


def _line(line: Any) -> Answer:
    return {
        "action": line.action,
        "plan": list(line.plan),
        "chance": float(line.chance),
        "looks": int(line.looks),
    }
