"""`bridgehead data export` and `bridgehead data check`: your own data for a game."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from bridgehead._version import __version__
from bridgehead.cli import console
from bridgehead.cli.arguments import add_json
from bridgehead.cli.program_commands import maps
from bridgehead.core.errors import BridgeheadError, InvalidData
from bridgehead.core.files.whole_file import write_whole
from bridgehead.core.titles.data_report import changes
from bridgehead.core.titles.dataset import ABOUT, DataSet, about_folder, from_folder
from bridgehead.core.titles.games import default_game, faults, game_info

PAGE = "docs/your-own-data.md"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the two commands."""
    commands = parser.add_subparsers(metavar="export|check", required=True)
    export = commands.add_parser(
        "export", description=export_data.__doc__, help="write a game's data into a folder"
    )
    export.add_argument("game", metavar="GAME", help="game id, as listed by `games`")
    export.add_argument(
        "folder", metavar="DIR", help="the folder to write to; created if it does not exist"
    )
    export.add_argument("--force", action="store_true", help="overwrite existing files")
    export.set_defaults(run_data=export_data)
    check = commands.add_parser(
        "check", description=check_data.__doc__, help="report errors and differences"
    )
    check.add_argument("folder", metavar="DIR", help="a data folder")
    check.add_argument(
        "--game", metavar="G", help=f"the game the data are for, if the folder has no {ABOUT}"
    )
    add_json(check)
    check.set_defaults(run_data=check_data)


def run(args: argparse.Namespace) -> int:
    """Run the chosen command."""
    status: int = args.run_data(args)
    return status


def about_text(game_id: str, name: str) -> str:
    """Return the text of the file that names the game of a data folder."""
    return (
        f"# Data for `bridgehead --data`, written by Bridgehead {__version__}. {PAGE}\n"
        "# explains how to change them. If a file is missing here, Bridgehead uses its own.\n\n"
        f'game = "{game_id}"\n'
        "format = 1\n"
        f'name = "{name}"\n'
    )


def export_data(args: argparse.Namespace) -> int:
    """Write a game's map, counters, charts and set-up into a folder, as TOML files to edit."""
    info = game_info(args.game)
    folder = Path(args.folder)
    texts = {ABOUT: about_text(info.id, f"{info.title}, my own data")}
    texts |= {file: info.data.own_text(file) for file in info.data.files}
    there = [file for file in texts if (folder / file).exists()]
    if there and not args.force:
        raise BridgeheadError(
            f"{folder}: {', '.join(there)} already exist; --force overwrites them"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BridgeheadError(f"{folder}: cannot be created: {error.strerror}") from error
    for file, text in texts.items():
        write_whole(folder / file, text)
    console.say(f"{folder}: {', '.join(texts)}")
    console.say(f"Edit the files, then run: bridgehead data check {folder}")
    return 0


def check_data(args: argparse.Namespace) -> int:
    """Report errors in data, contradictions with the rulebook, and differences from ours."""
    folder = Path(args.folder)
    game_id = _game(folder, args.game)
    found = _report(folder, game_id)
    sound = not found["errors"] and not found["statements"]
    if args.json:
        console.say_json(found)
    else:
        for line in _lines(folder, found):
            console.say(line)
    if not sound:
        broken = len(found["errors"]) + len(found["statements"])
        console.complain(f"{folder}: {broken} {'fault' if broken == 1 else 'faults'}")
    return 0 if sound else 1


def _game(folder: Path, given: str | None) -> str:
    """Return the game that a data folder is for."""
    if given is not None:
        return game_info(given).id
    about = about_folder(folder) if folder.is_dir() else {}
    if folder.is_dir() and not about:
        raise InvalidData(
            f"{folder}: there is no {ABOUT} to say which game the data are for; use --game"
        )
    return game_info(about["game"]).id if about else default_game()


def _report(folder: Path, game_id: str) -> dict[str, Any]:
    """Return a report on the data in a folder, as JSON data."""
    try:
        data = from_folder(game_info(game_id).data, folder)
    except InvalidData as error:
        return {"game": game_id, "name": "", "digest": "", "errors": [str(error)],
                "statements": [], "warnings": [], "differences": [], "map": []}  # fmt: skip
    return {"game": game_id, **report(game_id, data)}


def report(game_id: str, data: DataSet) -> dict[str, Any]:
    """Return a report on data that have been read, as JSON data."""
    rules = game_info(game_id).data
    errors = [str(error) for error in faults(rules, data)]
    found = changes(rules, data)
    of_map: dict[str, Any] = {}
    if not data.own_map:
        of_map = maps.knowledge(game_id).report(data.map, game_id)
        errors += of_map["errors"]
    stated = [
        f"{one.file}: {one.where} is {one.theirs or 'missing'}; {one.ours or 'nothing'} is stated "
        f"({one.stated})"
        for one in found
        if one.stated
    ]
    return {
        "name": data.name,
        "digest": data.digest,
        "errors": list(dict.fromkeys(errors)),
        "statements": [one["text"] for one in of_map.get("statements", [])] + stated,
        "warnings": of_map.get("warnings", []),
        "differences": [one.to_dict() for one in found],
        "map": of_map.get("differences", []),
    }


def _lines(folder: Path, found: dict[str, Any]) -> list[str]:
    lines = [f"{folder}: {found['name'] or 'data'} for {found['game']}"]
    lines += [f"cannot be played with: {text}" for text in found["errors"]]
    lines += [f"against the rulebook: {text}" for text in found["statements"]]
    if not found["errors"] and not found["statements"]:
        lines.append("everything agrees with the rulebook")
    lines += [f"warning: {text}" for text in found["warnings"]]
    if found["map"]:
        lines += maps.differences(found["map"])
    for one in found["differences"]:
        told = f"{one['ours'] or 'nothing'} → {one['theirs'] or 'nothing'}"
        lines.append(f"{one['file']}: {one['where']}: {told}")
    if not found["errors"] and not found["map"] and not found["differences"]:
        lines.append("no difference from Bridgehead's data")
    return lines
