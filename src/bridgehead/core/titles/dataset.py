"""The data of a game: its map, counters, charts and set-up, from the package or a player.

A data set consists of a few TOML files. The package's files are used for those that are not given,
so your own map is a data set in which only the map differs. Each title names its files and their
allowed content in its `DataRules`.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from bridgehead.core.errors import BridgeheadError, InvalidData
from bridgehead.core.files.bounded_text import read_text, read_toml, shown
from bridgehead.core.maps.gamemap import GameMap
from bridgehead.core.positions.schema import OneOf, Shape, Table, Text, Whole
from bridgehead.core.records.earlier_data import FormerFiles

FORMAT = 1
MAP = "map.toml"
ABOUT = "data.toml"  # names the game of a folder


@dataclass(frozen=True)
class DataRules:
    """The rules of a title for the data of one of its games."""

    files: tuple[str, ...]  # file names, the map first
    own_text: Callable[[str], str]  # the text of the package's file
    own_map: Callable[[], GameMap]
    parse_map: Callable[[str, str], GameMap]  # arguments: the text, and its name in errors
    games: tuple[str, ...]  # the games that use these data
    source: str = "the package"  # its name in errors about a game's own data
    shapes: Callable[[], Mapping[str, Shape]] = dict  # shapes of the other files
    check: Callable[[DataSet], None] = lambda data: None  # what shapes cannot check; InvalidData
    # the rulebook's statement about a place in our files, "" if there is none
    stated: Callable[[str, tuple[str, ...]], str] = lambda file, path: ""
    # the package's files of earlier versions, for games that began with them; the latest first
    former_files: Callable[[], tuple[FormerFiles, ...]] = tuple


class DataSet:
    """The data of a game, read and checked. Immutable."""

    def __init__(
        self,
        game_map: GameMap,
        tables: Mapping[str, Any],
        texts: Mapping[str, str],
        own: DataSet | None,
        source: str,
        name: str = "",
        former: bool = False,
    ) -> None:
        self.map = game_map
        self.tables = tables  # by file, except the map
        self.source = source  # its name in errors
        self.name = name
        self.own_map = own is None or game_map.digest == own.map.digest
        self.own_tables = own is None or tables == own.tables
        self.own = self.own_map and self.own_tables
        # The files that a record must contain. The package knows its former data by their digest.
        self.texts: dict[str, str] = {}
        if not former:
            if not self.own_map:
                self.texts[MAP] = game_map.text
            for file in tables:
                if own is not None and tables[file] != own.tables[file]:
                    self.texts[file] = texts[file]

    @property
    def place(self) -> str:
        """The name used in errors about a board: the player's own map, or the data."""
        return self.source if self.own_map else self.map.source

    def __getitem__(self, file: str) -> Any:
        """Return the contents of a file other than the map: `data["units.toml"]`."""
        return self.tables[file]

    @cached_property
    def digest(self) -> str:
        """Return the SHA-256 of the content. Comments count only in maps."""
        told = json.dumps([self.map.digest, dict(self.tables)], default=str)
        return hashlib.sha256(told.encode()).hexdigest()


@lru_cache(maxsize=16)
def own_data(rules: DataRules) -> DataSet:
    """Return the package's data of a game."""
    tables = {file: tomllib.loads(rules.own_text(file)) for file in rules.files[1:]}
    return DataSet(rules.own_map(), tables, {}, None, rules.source)


def with_map(rules: DataRules, game_map: GameMap) -> DataSet:
    """Return the package's data with another map."""
    own = own_data(rules)
    made = DataSet(game_map, own.tables, {}, own, game_map.source)
    return own if made.own else made


@lru_cache(maxsize=16)
def former_data(rules: DataRules) -> tuple[DataSet, ...]:
    """Return the package's data of earlier versions, the latest first.

    Records refer to them by digest and need not contain them.
    """
    own = own_data(rules)
    found = []
    for former in rules.former_files():
        texts = dict(former.texts)
        text = texts.pop(MAP, None)
        game_map = own.map if text is None else rules.parse_map(text, f"{former.name}: {MAP}")
        tables = {**own.tables, **{file: tomllib.loads(texts[file]) for file in texts}}
        found.append(DataSet(game_map, tables, {}, own, former.name, former.name, former=True))
    return tuple(found)


def known_data(rules: DataRules, digest: str) -> DataSet | None:
    """Return the package's data with this digest, of any version; None if there are none."""
    return next((data for data in all_data(rules) if data.digest == digest), None)


def all_data(rules: DataRules) -> tuple[DataSet, ...]:
    """Return all data that the package has for a game: today's first, then earlier ones."""
    return (own_data(rules), *former_data(rules))


def from_texts(
    rules: DataRules, texts: Mapping[str, str], source: str = "", name: str = ""
) -> DataSet:
    """Return a data set of these files, with ours for those that are missing.

    InvalidMap or InvalidData says what is wrong, by file, place and limit.
    """
    own = own_data(rules)
    before = f"{source}/" if source else ""
    tables = dict(own.tables)
    for file in texts:
        OneOf(rules.files).check(file, "file")
    game_map = rules.parse_map(texts[MAP], f"{before}{MAP}") if MAP in texts else own.map
    shapes = rules.shapes()
    for file in rules.files[1:]:
        if file in texts:
            table = read_toml(texts[file], f"{before}{file}", InvalidData)
            with named(f"{before}{file}"):
                shapes[file].check(table, "")
            tables[file] = table
    data = DataSet(game_map, tables, texts, own, source or "data", name)
    if data.own:
        return own
    with named(data.source):
        rules.check(data)
    return data


@contextmanager
def named(source: str) -> Iterator[None]:
    """Put the name of the file before the message of an error in it."""
    try:
        yield
    except InvalidData as error:
        raise type(error)(f"{source}: {error}") from None


def from_folder(rules: DataRules, folder: Path) -> DataSet:
    """Return the data in a folder. Files that belong to no data set are ignored."""
    if not folder.is_dir():
        raise InvalidData(f"{folder}: is not a folder; a data set is a folder of TOML files")
    texts = {file: _text(folder / file) for file in rules.files if (folder / file).exists()}
    if not texts:
        raise InvalidData(f"{folder}: contains none of {', '.join(rules.files)}")
    about = about_folder(folder)
    if about and about["game"] not in rules.games:
        raise InvalidData(
            f"{folder / ABOUT}: [game] is {about['game']}; the data of this game are those of "
            f"{', '.join(rules.games)}"
        )
    return from_texts(rules, texts, str(folder), about.get("name", folder.resolve().name))


def about_folder(folder: Path) -> dict[str, Any]:
    """Return a folder's description of its data; empty if there is none."""
    path = folder / ABOUT
    return read_about(_text(path), str(path)) if path.exists() else {}


def _text(path: Path) -> str:
    """Return the text of a file; pipes and devices are not opened."""
    if not path.is_file():
        raise InvalidData(f"{path}: cannot be read: it is not a file")
    return read_text(path, InvalidData)


def read_about(text: str, source: str) -> dict[str, Any]:
    """Read `data.toml`, which names the game that the data are for."""
    found = read_toml(text, source, InvalidData)
    with named(source):
        needed: dict[str, Shape] = {"game": Text(), "format": Whole(FORMAT, FORMAT)}
        Table(needed, {"name": Text()}).check(found, "")
    return found


def check_own(rules: DataRules, source: str) -> None:
    """Check a game's own data, where they come from outside of the package. `source` names them.

    InvalidMap or InvalidData says what is wrong.
    """
    for file in rules.files[1:]:
        read_toml(rules.own_text(file), f"{source}/{file}", InvalidData)
    own = own_data(rules)
    with named(source):
        shapes = rules.shapes()
    for file in rules.files[1:]:
        with named(f"{source}/{file}"):
            shapes[file].check(own[file], "")
    with named(source):
        rules.check(own)


@contextmanager
def building(data: DataSet, outside: str = "") -> Iterator[None]:
    """Turn any error of making a board into InvalidData with an explanation.

    The package's own data are trusted, but not those of a game from `outside`.
    """
    try:
        yield
    except BridgeheadError:
        raise
    except (LookupError, TypeError, ValueError, ArithmeticError) as error:
        if data.own and not outside:
            raise
        kind = "is missing" if isinstance(error, LookupError) else "does not fit"
        told = f"{outside or data.source}: {shown(str(error))} {kind}: no game can be set up"
        raise InvalidData(told) from error
