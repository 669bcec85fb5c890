"""The data of a game as its record carries them, and an engine's request too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridgehead.core.dataset import MAP, DataRules, DataSet, from_texts
from bridgehead.core.errors import InvalidRecord
from bridgehead.core.position import Game
from bridgehead.core.registry import game_info


def data_of(game: Game) -> dict[str, Any]:
    """Return the data of a game that differ from ours, as a record carries them."""
    found: dict[str, Any] = {}
    texts = dict(game.data.texts)
    if MAP in texts:
        about = {"name": game.map.name, "digest": game.map.digest}
        found["map"] = {**about, "text": texts.pop(MAP)}
    if texts:
        found["data"] = {"digest": game.data.digest, "files": texts}
    return found


def data_in(data: Mapping[str, Any]) -> DataSet | None:
    """Return the data that a record, or an engine's request, carries; None where it has none.

    A digest alone names data that the package had in an earlier version: that of their map, or
    their own. Files that were written beside former ones are read beside these.
    InvalidRecord where it holds something else, InvalidMap or InvalidData where they are refused.
    """
    own_map, own = data.get("map", {}), data.get("data", {})
    if not isinstance(own_map, Mapping) or not isinstance(own, Mapping):
        raise InvalidRecord('record: "map" and "data" must be objects with a digest')
    files = own.get("files", {})
    if not isinstance(files, Mapping) or not all(isinstance(one, str) for one in files.values()):
        raise InvalidRecord(
            "record, data: files must be an object with the text of each file by name"
        )
    texts = {str(name): text for name, text in files.items()}
    if own_map.get("text") is not None:
        if not isinstance(own_map["text"], str):
            raise InvalidRecord("record, map: must be the text of a map file")
        texts[MAP] = own_map["text"]
    rules = game_info(data["game"]).data
    digest = str(own.get("digest"))
    if not texts:
        return rules.former(str(own_map.get("digest")), digest)
    made = from_texts(rules, texts)
    former = rules.former_texts()
    if "digest" in own and made.digest != digest and former:
        older = from_texts(rules, {**former, **texts})
        return older if older.digest == digest else made
    return made


def unnamed(rules: DataRules, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a record that was played with the former data, and names none, says of them."""
    own_map = data.get("map")
    if isinstance(own_map, Mapping) and own_map.get("text") is not None:
        return {"files": dict(rules.former_texts())}
    return {"digest": from_texts(rules, rules.former_texts()).digest}
