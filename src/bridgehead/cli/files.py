"""Reading and writing the files of the commands: records, positions, pictures."""

from __future__ import annotations

import argparse
import errno
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bridgehead.cli.arguments import chosen_game, options_of
from bridgehead.core.errors import BridgeheadError, InvalidPosition, InvalidRecord
from bridgehead.core.files.bounded_text import JSON_BYTES, read_text
from bridgehead.core.files.bounded_text import read_json as read_json_text
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.records.record import Record
from bridgehead.core.titles.dataset import known_data
from bridgehead.core.titles.games import game_info, load_with

STDIN = "-"


def read_json(name: str, refusal: type[BridgeheadError]) -> Any:
    """Return the data of a JSON file, "-" for standard input; `refusal` is raised on errors."""
    source = _source(name)
    if name != STDIN:
        return read_json_text(read_text(Path(name), refusal, JSON_BYTES), source, refusal)
    try:
        text = sys.stdin.read(JSON_BYTES + 1)
    except UnicodeDecodeError as error:
        raise refusal(f"{source}: cannot be read: it is not UTF-8 text") from error
    return read_json_text(text, source, refusal)


def load_record(name: str) -> Record:
    """Return the record in a file, replayed.

    InvalidRecord or a similar error names file and fault.
    """
    return record_from(name, read_json(name, InvalidRecord))


def record_from(name: str, data: Any) -> Record:
    """Return the record of data that were read from a file."""
    source = _source(name)
    try:
        return Record.from_dict(data)
    except BridgeheadError as error:
        raise type(error)(f"{source}: {error}") from error
    except (TypeError, OverflowError, RecursionError) as error:
        raise InvalidRecord(f"{source}: holds a value of the wrong kind: {error}") from error


def start_of(args: argparse.Namespace) -> tuple[Game, Position | None]:
    """Return the game that the arguments name, and the position of --position, if it is given.

    A position names its options, so they need not be repeated. If it names data of an earlier
    version, the game is loaded with those.
    """
    if args.position is None:
        return chosen_game(args.game, args), None
    data = read_json(args.position, InvalidPosition)
    options = options_of(args.option) or _options_in(data)
    game = _game_of_position(chosen_game(args.game, args, options), data)
    return game, load_position(args.position, game, data)


def _options_in(data: Any) -> list[str]:
    given = data.get("options", []) if isinstance(data, Mapping) else []
    if isinstance(given, list) and all(isinstance(option, str) for option in given):
        return list(given)
    return []


def _game_of_position(game: Game, data: Any) -> Game:
    """Return the game with the data of an earlier version if a position names these."""
    digest = data.get("data") if isinstance(data, Mapping) else None
    if not game.data.own or not isinstance(digest, str):
        return game
    known = known_data(game_info(game.id).data, digest)
    return game if known is None else load_with(game.id, game.options, data=known)


def load_position(name: str, game: Game, data: Any = None) -> Position:
    """Return the position in a JSON file; InvalidPosition names file and field."""
    source = _source(name)
    try:
        given = read_json(name, InvalidPosition) if data is None else data
        return game.position(given)
    except InvalidPosition as error:
        told = str(error)
        raise InvalidPosition(told if told.startswith(source) else f"{source}: {told}") from error
    except (TypeError, OverflowError, RecursionError) as error:
        raise InvalidPosition(f"{source}: holds a value of the wrong kind: {error}") from error


def record_path(name: str) -> Path:
    """Return the path of a record that will be changed, with links resolved."""
    if name == STDIN:
        raise InvalidRecord("a record from standard input cannot be changed: give its file name")
    try:
        path = Path(name).resolve()
        if path.is_symlink():  # part of a loop of links, which some versions of Python miss
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: a loop of links
        why = getattr(error, "strerror", None) or str(error)
        raise InvalidRecord(f"{name}: cannot be read: {why}; name a file") from error
    if not path.name:
        raise InvalidRecord(f"{name}: is a folder; name a file")
    return path


def write_picture(name: str, data: bytes) -> None:
    """Write a picture completely or not at all. BridgeheadError if it could not be written."""
    path = Path(name)
    try:
        handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(aside, 0o644)
    except OSError as error:
        raise BridgeheadError(f"{path}: cannot be written: {error.strerror}") from error
    try:
        os.replace(aside, path)
    except OSError as error:
        Path(aside).unlink(missing_ok=True)
        raise BridgeheadError(f"{path}: cannot be written: {error.strerror}") from error


def _source(name: str) -> str:
    return "standard input" if name == STDIN else name
