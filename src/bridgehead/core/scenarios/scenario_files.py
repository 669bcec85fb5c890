"""Where scenarios are found: in a title's package, and in folders of your own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from pathlib import Path

from bridgehead.core.errors import InvalidData
from bridgehead.core.files.bounded_text import read_text
from bridgehead.core.scenarios.scenario import Scenario, read

FOLDER, ENDING = "scenarios", ".toml"
# A scenario that a record brings along, while its game is loaded
_brought: ContextVar[Scenario | None] = ContextVar("brought", default=None)
_own: dict[str, dict[str, Scenario]] = {}  # by game


@cache
def _of_package(package: str) -> tuple[Scenario, ...]:
    folder = files(package).joinpath("data", FOLDER)
    if not folder.is_dir():
        return ()
    found = sorted(
        (one for one in folder.iterdir() if one.name.endswith(ENDING)), key=lambda one: one.name
    )
    return tuple(
        read(one.read_text(encoding="utf-8"), one.name.removesuffix(ENDING), one.name)
        for one in found
    )


def scenarios_of(package: str, game: str) -> dict[str, Scenario]:
    """Return the scenarios of a game by id: those of its title's package, then your own."""
    found = {one.id: one for one in _of_package(package) if game in one.games}
    return {**found, **_own.get(game, {})}


@contextmanager
def bringing(scenario: Scenario | None) -> Iterator[None]:
    """Let a scenario be found by its id, before any other, within the block."""
    token = _brought.set(scenario)
    try:
        yield
    finally:
        _brought.reset(token)


def brought(name: str) -> Scenario | None:
    """Return the scenario that is brought along, if it has this id."""
    found = _brought.get()
    return found if found is not None and found.id == name else None


def read_file(path: Path) -> Scenario:
    """Return the scenario in a file. InvalidData says what is wrong."""
    return read(read_text(path, InvalidData), path.name.removesuffix(ENDING), str(path))


def add(scenario: Scenario, game: str) -> None:
    """Add a scenario of your own to those of a game; another one of its id is replaced."""
    _own.setdefault(game, {})[scenario.id] = scenario


def remove(scenario: Scenario, game: str) -> None:
    """Remove a scenario of your own from those of a game."""
    _own.get(game, {}).pop(scenario.id, None)
