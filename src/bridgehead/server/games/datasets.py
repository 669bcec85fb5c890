"""The data sets that players import; each is one file in a folder, checked when it is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bridgehead.core.errors import BridgeheadError, InvalidData, UnknownGame
from bridgehead.core.files.bounded_text import JSON_BYTES, read_json, read_text, shown
from bridgehead.core.files.whole_file import write_whole
from bridgehead.core.files.zip_folder import read_zip
from bridgehead.core.titles.data_report import changes
from bridgehead.core.titles.dataset import ABOUT, DataSet, from_texts, read_about
from bridgehead.core.titles.games import faults, game_info

FOLDER = "data-sets"
MOST = 40  # stored sets
ID = 16  # hex digits of a digest that serve as id


class UnknownDataError(BridgeheadError):
    """There is no data set with this id."""


class DataSets:
    """The imported data sets in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / FOLDER

    def list(self) -> list[dict[str, Any]]:
        """Return the data sets, sorted by name; unreadable files are left out."""
        found = []
        for path in sorted(self.folder.glob("*.json"))[:MOST]:
            try:
                kept = _read(path)
                game = str(kept["game"])
                found.append(
                    {
                        "id": path.stem,
                        "name": str(kept["name"]),
                        "game": game,
                        "games": list(game_info(game).data.games),
                        "changes": int(kept["changes"]),
                        "against": [str(text) for text in kept["against"]],
                    }
                )
            except (BridgeheadError, LookupError, TypeError, ValueError):
                continue
        return sorted(found, key=lambda one: (one["name"], one["id"]))

    def take(self, data: bytes) -> dict[str, Any]:
        """Store the data set in a zip file.

        Return its description. InvalidData if it is invalid.
        """
        texts = read_zip(data)
        if ABOUT not in texts:
            raise InvalidData(
                f"the zip file has no {ABOUT}, which names the game: `bridgehead data export` "
                "writes a folder with all that is needed"
            )
        about = read_about(texts.pop(ABOUT), ABOUT)
        try:
            info = game_info(about["game"])
        except UnknownGame as error:
            raise InvalidData(f"{ABOUT}: {error}") from None
        found = from_texts(info.data, texts)
        if found.own:
            raise InvalidData(f"these are the data of {info.id} that Bridgehead has already")
        for fault in faults(info.data, found):
            raise fault
        return self._keep(info.id, about.get("name", info.title), found)

    def _keep(self, game: str, name: str, found: DataSet) -> dict[str, Any]:
        id_ = found.digest[:ID]
        path = self.folder / f"{id_}.json"
        self.folder.mkdir(parents=True, exist_ok=True)
        if not path.exists() and len(list(self.folder.glob("*.json"))) >= MOST:
            raise InvalidData(f"{MOST} data sets are stored, which is the limit: delete one first")
        rules = game_info(game).data
        differing = changes(rules, found)
        against = [f"{one.file}: {one.where}" for one in differing if one.stated]
        kept = {
            "game": game,
            "name": name,
            "changes": len(differing) + (not found.own_map),
            "against": against[:20],
            "files": found.texts,
        }
        write_whole(path, json.dumps(kept, ensure_ascii=False))
        return next(one for one in self.list() if one["id"] == id_)

    def get(self, id_: object, game: str) -> DataSet:
        """Return a stored data set for one of the games that it supports."""
        path = self._path(id_)
        kept = _read(path)
        rules = game_info(game).data
        if kept.get("game") not in rules.games:
            raise InvalidData(f"the data {shown(kept.get('name'))} are not for {game}")
        files = kept.get("files")
        if not isinstance(files, dict) or not all(isinstance(text, str) for text in files.values()):
            raise InvalidData(f"the data {path.stem} are damaged: import them again")
        return from_texts(rules, files, name=str(kept.get("name", "")))

    def delete(self, id_: object) -> None:
        """Delete a data set. Games that were started with it contain its data."""
        self._path(id_).unlink(missing_ok=True)

    def _path(self, id_: object) -> Path:
        known = {path.stem: path for path in self.folder.glob("*.json")}
        if not isinstance(id_, str) or id_ not in known:
            raise UnknownDataError(f"there is no data set {shown(id_)}")
        return known[id_]


def _read(path: Path) -> dict[str, Any]:
    found = read_json(read_text(path, InvalidData, JSON_BYTES), path.name, InvalidData)
    if not isinstance(found, dict):
        raise InvalidData(f"{path.name}: is damaged")
    return found
