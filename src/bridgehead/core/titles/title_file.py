"""TOML files in a title's `data` folder that contain only texts."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from bridgehead.core.errors import InvalidData

PLAYERS = "players.toml"  # styles, levels and bids of computer players


def has_title_file(package: str, name: str) -> bool:
    """Whether a title's package has a file `data/NAME`."""
    return files(package).joinpath("data", name).is_file()


def title_file(package: str, name: str) -> dict[str, Any]:
    """Return `data/NAME` of a title's package. It comes with the program, so no limits apply.

    InvalidData if it is not TOML.
    """
    source = files(package).joinpath("data", name)
    try:
        return tomllib.loads(source.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidData(f"{source}: is not TOML: {error}") from error


def title_file_if_any(package: str, name: str) -> dict[str, Any]:
    """Return `data/NAME` of a title's package, {} if there is none."""
    return title_file(package, name) if has_title_file(package, name) else {}
