"""A ladder on disk: a JSON line that identifies the ladder, then one line per pair.

A pair is added as soon as it is played, so an interrupted ladder continues from there. A last line
that was only partly written is dropped.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from bridgehead.core.errors import BridgeheadError
from bridgehead.lab.matches import DRAW
from bridgehead.lab.pairs import Clock, Pair, Played

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
Meeting = tuple[int, int]  # two players, by their place in the list


class InvalidLadder(BridgeheadError):  # noqa: N818 - like its siblings in core.errors
    """A file contains no ladder, or another one. The message names the file and the reason."""


class LadderFile:
    """An open ladder file: the pairs in it, and the place where new ones are added."""

    def __init__(self, path: Path, handle: BinaryIO, sides: tuple[str, ...]) -> None:
        self.path = path
        self.sides = sides
        self.held: dict[tuple[Meeting, int], Pair] = {}
        self._handle = handle

    def add(self, meeting: Meeting, pairs: Iterable[Pair]) -> None:
        """Write pairs to disk, safe from crashes of the program and the machine."""
        self._append("".join(_line(pair_to_dict(meeting, pair, self.sides)) for pair in pairs))

    def begin(self, header: Mapping[str, Any]) -> None:
        """Read the file; write the header if it is empty. InvalidLadder if it is not ours."""
        data = self._handle.read()
        first = _line(header)
        if first.encode().startswith(data):  # empty, or cut short in its first line
            self._cut(0)
            self._append(first)
            return
        lines = data.split(b"\n")
        self._compare(lines[0], header)
        whole = len(lines[0]) + 1
        for number, line in enumerate(lines[1:-1], start=2):
            try:
                meeting, pair = pair_from_dict(json.loads(line), len(header["players"]), self.sides)
            except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
                if number == len(lines) - 1:
                    break
                raise InvalidLadder(
                    f"{self.path}, line {number}: is not a pair of games"
                ) from error
            self.held.setdefault((meeting, pair.number), pair)
            whole += len(line) + 1
        self._cut(whole)

    def _compare(self, line: bytes, header: Mapping[str, Any]) -> None:
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict) or "ladder" not in found:
            raise InvalidLadder(f"{self.path}: is not a ladder file, so it is left unchanged")
        for key, asked in header.items():
            if found.get(key) != asked:
                raise InvalidLadder(
                    f"{self.path}: is of another ladder: {key} is {_short(found.get(key))} there, "
                    f"and {_short(asked)} is asked for"
                )

    def _cut(self, size: int) -> None:
        self._handle.seek(size)
        self._handle.truncate()

    def _append(self, text: str) -> None:
        try:
            self._handle.write(text.encode())
            self._handle.flush()
            os.fsync(self._handle.fileno())
        except OSError as error:
            raise _unwritable(self.path, error) from error


@contextlib.contextmanager
def opened(path: Path, header: Mapping[str, Any], sides: tuple[str, ...]) -> Iterator[LadderFile]:
    """Open a ladder's file, creating it if needed, with the pairs in it.

    InvalidLadder if it is no ladder, another one, or in use; BridgeheadError if it cannot be
    written.
    """
    try:
        handle = path.open("r+b" if path.exists() else "x+b")
    except OSError as error:
        raise _unwritable(path, error) from error
    with handle:
        _lock(path, handle)
        file = LadderFile(path, handle, sides)
        file.begin(header)
        yield file


def _lock(path: Path, handle: BinaryIO) -> None:
    if fcntl is None:  # pragma: no cover - Windows
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise InvalidLadder(f"{path}: another program is playing this ladder") from error
    except OSError:
        return  # a file system without locks


def _unwritable(path: Path, error: OSError) -> BridgeheadError:
    return BridgeheadError(f"{path}: cannot be written: {error.strerror}")


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:117]}..."


# Pairs as data


def pair_to_dict(meeting: Meeting, pair: Pair, sides: tuple[str, ...]) -> dict[str, Any]:
    """Return a pair as JSON data: its players, its number, its two games."""
    games = [_game_to_dict(game, sides) for game in pair.games]
    return {"players": list(meeting), "pair": pair.number, "games": games}


def pair_from_dict(
    data: Mapping[str, Any], players: int, sides: tuple[str, ...]
) -> tuple[Meeting, Pair]:
    """Return a pair from JSON data. ValueError or a similar error if they are invalid."""
    a, b = data["players"]
    number = data["pair"]
    if not (isinstance(number, int) and number >= 0 and 0 <= a < b < players):
        raise ValueError("no such pair")
    first, second = (_game_from_dict(game, sides) for game in data["games"])
    return (a, b), Pair(number, (first, second))


def _game_to_dict(game: Played, sides: tuple[str, ...]) -> dict[str, Any]:
    data: dict[str, Any] = {
        "winner": "draw" if game.winner == DRAW else sides[game.winner],
        "ending": game.ending,
        "turns": game.turns,
        "decisions": game.decisions,
    }
    if game.lead is not None:
        data["lead"] = game.lead
    if game.clocks:
        data["clocks"] = {
            side: _clock_to_dict(clock) for side, clock in zip(sides, game.clocks, strict=True)
        }
    if game.faulty is not None:
        data["fault"] = {"side": sides[game.faulty], "reason": game.reason}
    return data


def _game_from_dict(data: Mapping[str, Any], sides: tuple[str, ...]) -> Played:
    winner, fault, lead = data["winner"], data.get("fault"), data.get("lead")
    clocks = data.get("clocks", {})
    return Played(
        winner=DRAW if winner == "draw" else sides.index(winner),
        ending=str(data["ending"]),
        turns=int(data["turns"]),
        decisions=int(data["decisions"]),
        clocks=tuple(_clock_from_dict(clocks[side]) for side in sides) if clocks else (),
        lead=None if lead is None else float(lead),
        faulty=sides.index(fault["side"]) if fault else None,
        reason=str(fault["reason"]) if fault else "",
    )


def _clock_to_dict(clock: Clock) -> dict[str, Any]:
    return {
        "decisions": clock.decisions,
        "mean": round(clock.mean, 7),
        "p99": round(clock.quantile(0.99), 7),
        "longest": round(clock.longest, 7),
        "classes": clock.classes,
    }


def _clock_from_dict(data: Mapping[str, Any]) -> Clock:
    return Clock(
        decisions=int(data["decisions"]),
        seconds=float(data["mean"]) * int(data["decisions"]),
        longest=float(data["longest"]),
        classes={int(number): int(count) for number, count in data["classes"].items()},
    )
