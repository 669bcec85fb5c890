"""Games from outside of the package: the folders that BRIDGEHEAD_GAMES names.

A folder is the package of a title (it has an `__init__.py`, which registers its games), or a
further game of a known title (it has an `edition.toml`, whose `system` names the title's package).
Scenarios of any games may lie in its subfolder `scenarios`, or it has nothing but that. All
processes of a program have the same environment, so all of them know the same games.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from bridgehead.core.errors import InvalidData
from bridgehead.core.files.bounded_text import read_text, read_toml
from bridgehead.core.scenarios import scenario_files
from bridgehead.core.titles import games
from bridgehead.core.titles.games import GameInfo

VARIABLE = "BRIDGEHEAD_GAMES"
EDITION, PACKAGE = "edition.toml", "__init__.py"


def add_named(environment: Mapping[str, str] = os.environ) -> None:
    """Add the games in all folders that the environment names. InvalidData says what is wrong."""
    for folder in filter(None, environment.get(VARIABLE, "").split(os.pathsep)):
        add_folder(Path(folder))


def add_folder(folder: Path) -> list[GameInfo]:
    """Add the games and scenarios in a folder to those that are known, and return the games.

    InvalidData and InvalidMap say what is wrong in it.
    """
    folder = folder.resolve()
    scenarios = folder / scenario_files.FOLDER
    if (folder / PACKAGE).is_file():
        return _add_package(folder)
    if (folder / EDITION).is_file():
        found = [games.game_info(_add_edition(folder))]
        _add_scenarios(scenarios)
        return found
    if scenarios.is_dir():
        _add_scenarios(scenarios)
        return []
    what = (
        f"has neither {PACKAGE} (a title) nor {EDITION} (a game of a known title) nor a folder "
        f"{scenario_files.FOLDER}"
    )
    raise InvalidData(f"{folder}: {what if folder.is_dir() else 'is not a folder'} ({VARIABLE})")


def _add_scenarios(folder: Path) -> None:
    """Add the scenarios in a folder to their games; each is set up when it is played or checked."""
    for path in sorted(folder.glob(f"*{scenario_files.ENDING}")):
        one = scenario_files.read_file(path)
        for info in games.games_of(one):
            if one.id in info.scenarios:
                raise InvalidData(
                    f"{path}: {info.id} has another scenario {one.id}: rename the file"
                )
            scenario_files.add(one, info.id)


def _add_edition(folder: Path) -> str:
    path = folder / EDITION
    found = read_toml(read_text(path, InvalidData), str(path), InvalidData)
    titles = {
        info.title_object.package.rpartition(".")[2]: info.title_object for info in games.games()
    }
    if found.get("system") not in list(titles):  # it may be a list, too
        raise InvalidData(f"{path}: [system] must be the title's package: {', '.join(titles)}")
    return titles[found["system"]].add_edition(folder)


def _add_package(folder: Path) -> list[GameInfo]:
    name, parent = folder.name, str(folder.parent)
    if parent not in sys.path:
        sys.path.append(parent)
    before = {info.id for info in games.games()}
    module = importlib.import_module(name)
    if module.__file__ is None or Path(module.__file__).resolve().parent != folder:
        raise InvalidData(f"{folder}: there is another module {name}: give the folder another name")
    found = [info for info in games.games() if info.title_object.package == name]
    if not found:
        told = "registers no game" if len(before) == len(games.games()) else "has another name"
        raise InvalidData(f"{folder / PACKAGE}: {told} (core.titles.games.register)")
    return found


games.add_before_use(add_named)
