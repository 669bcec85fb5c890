"""`bridgehead new-title`: make the skeleton of a new title."""

from __future__ import annotations

import argparse
import importlib.util
import keyword
import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from bridgehead.cli import console
from bridgehead.cli.console import WrongUsageError
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.files.whole_file import write_whole
from bridgehead.core.titles.games import games
from bridgehead.titles.own_games import VARIABLE

TITLES, TEMPLATE = "bridgehead.titles", "skeleton"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40
KINDS = (".py", ".toml")
PAGE = "docs/adding-a-title.md"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument(
        "name", metavar="NAME", help="the id of its game, such as my-title; lower-case words"
    )
    parser.add_argument(
        "--to", metavar="FOLDER", type=Path, default=Path(),
        help="the folder to make it in; created if it does not exist (the present folder)",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Make the folder of a title that can be played at once, and say how."""
    check_name(args.name)
    folder = args.to / package_of(args.name)
    if folder.exists():
        raise BridgeheadError(f"{folder}: exists already; choose another name or another --to")
    try:
        for path, text in texts(args.name):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            write_whole(folder / path, text)
    except OSError as error:
        raise BridgeheadError(f"{folder}: cannot be created: {error.strerror}") from error
    console.say(f"{folder}: a title with one small game, {args.name}. {PAGE} says what is where.")
    console.say(f"Tell Bridgehead of it:  export {VARIABLE}={folder.resolve()}")
    console.say(f"Play it:                bridgehead play {args.name}")
    console.say(f"Run its tests:          python -m pytest {folder}")
    return 0


def check_name(name: str) -> None:
    """Raise WrongUsageError for a name that no title can have."""
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise WrongUsageError(
            f"{name!r} is no name for a title: lower-case letters, digits and single hyphens, "
            f"a letter first, at most {LONGEST} characters, as in my-title"
        )
    package = package_of(name)
    titles = {info.title_object.package.rpartition(".")[2] for info in games()}
    if name in (info.id for info in games()) or package in titles:
        raise WrongUsageError(f"{name!r} is a title of Bridgehead already: choose another name")
    if keyword.iskeyword(package) or importlib.util.find_spec(package) is not None:
        raise WrongUsageError(f"{package!r} is a word or a module of Python: choose another name")


def package_of(name: str) -> str:
    """Return the name of a title's package."""
    return name.replace("-", "_")


def texts(name: str) -> Iterator[tuple[Path, str]]:
    """Yield the files of a new title: their places in its folder, and their texts."""
    words = name.split("-")
    told = " ".join(word.capitalize() for word in words)
    changes = {
        f"{TITLES}.{TEMPLATE}": package_of(name),
        '"Skeleton"': f'"{told}"',
        "Skeleton": "".join(word.capitalize() for word in words),
        '"skeleton"': f'"{name}"',
        TEMPLATE: package_of(name),
    }
    pattern = re.compile("|".join(map(re.escape, changes)))
    for path, source in _files(files(TITLES).joinpath(TEMPLATE), Path()):
        text = source.read_text(encoding="utf-8")
        yield path, pattern.sub(lambda found: changes[found.group()], text)


def _files(folder: Traversable, path: Path) -> Iterator[tuple[Path, Traversable]]:
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir() and not one.name.startswith("__"):
            yield from _files(one, path / one.name)
        elif one.name.endswith(KINDS):
            yield path / one.name, one
