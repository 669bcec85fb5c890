"""Reading and writing the files of the commands: records, positions, pictures."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from bridgehead.cli.arguments import chosen_game, options_of
from bridgehead.cli.console import WrongUsageError
from bridgehead.core.errors import BridgeheadError, InvalidPosition, InvalidRecord
from bridgehead.core.files.bounded_text import JSON_BYTES, read_json, read_text
from bridgehead.core.files.file_lock import locked
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.positions.position_line import is_line
from bridgehead.core.records.record import Record
from bridgehead.core.titles.positions import is_position, options_in, position_of, with_data_in

STDIN = "-"


def read_input(name: str, refusal: type[BridgeheadError]) -> Any:
    """Return what a user names: the data of a JSON file, or the line of a position as a text.

    `name` is a file, "-" for standard input, or the line itself; a file may contain either.
    `refusal` is raised on errors.
    """
    if is_line(name):
        return name
    source = _source(name)
    if name != STDIN:
        text = read_text(Path(name), refusal, JSON_BYTES)
    else:
        try:
            text = sys.stdin.read(JSON_BYTES + 1)
        except UnicodeDecodeError as error:
            raise refusal(f"{source}: cannot be read: it is not UTF-8 text") from error
    return text if is_line(text) else read_json(text, source, refusal)


def load_record(name: str, *, to_change: bool = False) -> Record:
    """Return the record in a file, replayed; that of a position begins there and has no actions.

    `to_change`: only a record is taken, because it will be written back. InvalidRecord or a similar
    error names file and fault.
    """
    return record_from(name, read_input(name, InvalidRecord), to_change=to_change)


def record_from(name: str, data: Any, *, to_change: bool = False) -> Record:
    """Return the record of data that `read_input` returned."""
    source = _source(name)
    if is_position(data):
        if to_change:
            raise InvalidRecord(
                f"{source}: is a position, not a record of a game: `bridgehead new --position` "
                "starts a game from it"
            )
        position = load_position(name, None, data)
        return Record(position.game, start=position)
    try:
        return Record.from_dict(data)
    except BridgeheadError as error:
        raise type(error)(f"{source}: {error}") from error
    except (TypeError, OverflowError, RecursionError) as error:
        raise InvalidRecord(f"{source}: holds a value of the wrong kind: {error}") from error


def start_of(args: argparse.Namespace) -> tuple[Game, Position | None]:
    """Return the game that the arguments name, and the position of --position, if it is given.

    A position names its game and options, so they need not be repeated. If it names data of an
    earlier version, the game is loaded with those.
    """
    if args.position is None:
        if args.game is None:
            raise WrongUsageError("GAME is missing: name a game, or a position with --position")
        return chosen_game(args.game, args), None
    data = read_input(args.position, InvalidPosition)
    if args.game is None:
        position = load_position(args.position, None, data)
        return position.game, position
    options = options_of(args.option) or options_in(data)
    game = with_data_in(chosen_game(args.game, args, options), data)
    return game, load_position(args.position, game, data)


def load_position(name: str, game: Game | None, data: Any) -> Position:
    """Return the position in data that `read_input` returned, of the game that it names if None.

    InvalidPosition names file and field.
    """
    source = _source(name)
    try:
        if game is None:
            return position_of(data)
        return cast(
            "Position", game.from_line(data) if isinstance(data, str) else game.position(data)
        )
    except InvalidPosition as error:
        told = str(error)
        raise InvalidPosition(told if told.startswith(source) else f"{source}: {told}") from error
    except (TypeError, OverflowError, RecursionError) as error:
        raise InvalidPosition(f"{source}: holds a value of the wrong kind: {error}") from error


def record_path(name: str) -> Path:
    """Return the path of a record that will be changed, with links resolved."""
    if name == STDIN:
        raise InvalidRecord("a record from standard input cannot be changed: give its file name")
    if is_line(name):
        raise InvalidRecord(
            "a position cannot be changed: `bridgehead new --position` starts a game from it"
        )
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


def check_new(name: str, *, force: bool) -> None:
    """Raise an error if a new record cannot have this file name."""
    if name == STDIN:
        raise WrongUsageError("-: a new record needs a file name")
    if record_path(name).exists() and not force:
        raise BridgeheadError(f"{name} already exists; --force overwrites it")


def write_new(name: str, begin: Callable[[], Record], *, force: bool) -> Record:
    """Write a new record, which `begin` makes once its file can be written; return it."""
    check_new(name, force=force)
    path = record_path(name)
    with locked(path):
        check_new(name, force=force)
        record = begin()
        record.save(path)
    return record


def _source(name: str) -> str:
    if is_line(name):
        return f"{name[:24]}…"
    return "standard input" if name == STDIN else name
