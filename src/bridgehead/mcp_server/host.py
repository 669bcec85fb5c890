"""The games of one server: available games, starting games, and games in progress."""

from __future__ import annotations

import itertools
import re
import threading
from pathlib import Path
from typing import Any

from bridgehead import players
from bridgehead.core.errors import UnknownPlayer
from bridgehead.core.kernels.warming import Warming
from bridgehead.core.titles.games import build_game, check_options, game_info, games, load_with
from bridgehead.mcp_server.seat import Seat, SeatError

MOST_GAMES = 8  # in memory at once
MOST_SECONDS = 5.0  # that an opponent may think about a decision
MOST_ROLLOUTS = 2000
PATIENCE = 20.0  # seconds that the start of a game waits for compiled rules
RECORD_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class Host:
    """The games that models play on this server. Its methods may be called from several threads."""

    def __init__(
        self,
        *,
        opponent: str = "sergeant",
        records: Path | None = None,
        warming: Warming | None = None,
    ) -> None:
        """Save records into the folder `records`, if there is one.

        `warming` compiles rules in the background; without it they are compiled when a game starts.
        """
        self.opponent = opponent
        self.records = records
        self._warming = warming
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._seats: dict[str, Seat] = {}

    # What there is

    @staticmethod
    def offered() -> list[dict[str, Any]]:
        """Return the available games, with their sides, options and opponents."""
        return [
            {
                "game": info.id,
                "title": info.title,
                "edition": info.edition,
                "about": info.about,
                "sides": list(info.sides),
                "options": dict(info.options),
                "opponents": list(players.names(info.id)),
            }
            for info in games()
        ]

    # Games

    def begin(
        self,
        game: str,
        side: str,
        opponent: str | None = None,
        options: list[str] | None = None,
        seed: int | None = None,
    ) -> tuple[str, Seat]:
        """Start a game; return its id and the model's seat.

        If there are too many games, a finished one is dropped. SeatError if none is finished.
        """
        info = game_info(game)
        on = list(options or [])
        check_options(info.id, on)
        against = opponent or self.opponent
        check_opponent(info.id, against)
        if side not in info.sides:
            raise SeatError(
                f"{info.id} has no side {side!r}: choose one of {', '.join(info.sides)}"
            )
        self._get_ready(info.id)
        return self.add(Seat(load_with(info.id, on), side, against, seed))

    def add(self, seat: Seat) -> tuple[str, Seat]:
        """Add a game; return its id. SeatError if there are too many."""
        with self._lock:
            self._make_room()
            name = f"game-{next(self._numbers)}"
            self._seats[name] = seat
        return name, seat

    def seat(self, name: str) -> Seat:
        """Return a game by its id; SeatError if there is none."""
        found = self._seats.get(name)
        if found is None:
            there = ", ".join(self._seats) or "none: start one"
            raise SeatError(f"there is no game {name[:40]!r}; the games are {there}")
        return found

    def going_on(self) -> list[dict[str, Any]]:
        """Return the games in memory: id, game, side, opponent, whether it is over."""
        return [
            {
                "game_id": name,
                "game": seat.game.id,
                "side": seat.side,
                "opponent": seat.opponent,
                "over": seat.over or bool(seat.given_up),
            }
            for name, seat in self._seats.items()
        ]

    def record_path(self, name: str) -> Path:
        """Return the file for a record's name.

        SeatError if there is no folder, or the name is invalid. Only plain file names are allowed,
        so that nothing outside the folder is written.
        """
        if self.records is None:
            raise SeatError("this server saves no records: start it with --records FOLDER")
        stem = name.removesuffix(".json")
        if RECORD_NAME.fullmatch(stem) is None:
            raise SeatError(
                f"{name[:80]!r} is not a file name: use letters, digits, '.', '_' and '-', "
                "at most 64, and no folder"
            )
        return self.records / f"{stem}.json"

    def _make_room(self) -> None:
        if len(self._seats) < MOST_GAMES:
            return
        done = next((name for name, seat in self._seats.items() if seat.over), None)
        if done is None:
            raise SeatError(
                f"there are {MOST_GAMES} games going on, the most at once: play one to its end or "
                f"resign it ({', '.join(self._seats)})"
            )
        del self._seats[done]

    def _get_ready(self, game: str) -> None:
        """Compile the rules, or wait a while for them; a game can also start in plain Python."""
        if self._warming is None:
            build_game(game)
            return
        self._warming.want(game)
        self._warming.wait(game, PATIENCE)


def check_opponent(game: str, name: str) -> None:
    """Raise UnknownPlayer if a game has no such player, or it thinks too long for a tool call."""
    _, seconds, looks = players.check(game, name)
    if (seconds or 0) > MOST_SECONDS or (looks or 0) > MOST_ROLLOUTS:
        raise UnknownPlayer(
            f"{name}: an opponent thinks at most {MOST_SECONDS:g} seconds or {MOST_ROLLOUTS} "
            "rollouts a decision (captain@0.5, general@200n)"
        )
