"""Positions that name their game: as data, or as one line of text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from bridgehead.core.errors import InvalidPosition, UnknownGame, UnknownOption
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.positions.position_line import NAME, digest_with, take_apart
from bridgehead.core.titles.dataset import all_data, known_data
from bridgehead.core.titles.games import game_info, load_with
from bridgehead.core.titles.options import SCENARIO, value_of


def from_line(text: str) -> Position:
    """Return the position in a line that `Position.to_line` made, in the game that it names.

    The package's data of earlier versions are found by their digest. With data of your own, load
    the game and use `Game.from_line`. InvalidPosition if the line is invalid.
    """
    line = take_apart(text)
    try:
        info = game_info(line.game)
        known = all_data(info.data)
        name = value_of(line.options, SCENARIO)
        scenario = info.scenario(name) if name else None
        data = next(
            (d for d in known if digest_with(d.digest, scenario).startswith(line.digest)), None
        )
        if data is None:
            raise InvalidPosition(
                f"{NAME}: was written with data of its own, or of a newer version, or with "
                f"another text of its scenario (digest {line.digest}…): load the game with "
                "these to read it"
            )
        game = load_with(line.game, line.options, data=data)
    except (UnknownGame, UnknownOption) as error:
        raise InvalidPosition(f"{NAME}: {error}") from error
    return cast("Position", game.from_line(text))


def is_position(data: Any) -> bool:
    """Whether data are meant as a position, not as a record."""
    if not isinstance(data, Mapping):
        return isinstance(data, str)
    return "game" in data and not {"actions", "dice", "program"} & set(data)


def position_of(data: Any) -> Position:
    """Return the position in data, or in a line, of the game that it names.

    InvalidPosition if it is invalid.
    """
    if isinstance(data, str):
        return from_line(data)
    if not isinstance(data, Mapping) or not isinstance(data.get("game"), str):
        raise InvalidPosition("position, game: is missing: it must be the id of a game")
    try:
        game = load_with(data["game"], options_in(data))
    except (UnknownGame, UnknownOption) as error:
        raise InvalidPosition(f"position, game: {error}") from error
    return with_data_in(game, data).position(data)


def options_in(data: Any) -> list[str]:
    """Return the options that a position, as data or as a line, names."""
    if isinstance(data, str):
        return list(take_apart(data).options)
    given = data.get("options", []) if isinstance(data, Mapping) else []
    if isinstance(given, list) and all(isinstance(option, str) for option in given):
        return list(given)
    return []


def with_data_in(game: Game, data: Any) -> Game:
    """Return the game with the data of an earlier version if a position names these."""
    digest = data.get("data") if isinstance(data, Mapping) else None
    if not game.data.own or not isinstance(digest, str):
        return game
    known = known_data(game_info(game.id).data, digest)
    return game if known is None else load_with(game.id, game.options, data=known)
