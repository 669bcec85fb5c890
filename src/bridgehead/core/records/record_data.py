"""The data of a game in a record, and in the request of an engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from bridgehead.core.errors import InvalidData, InvalidRecord
from bridgehead.core.files.bounded_text import shown
from bridgehead.core.positions.position import Game
from bridgehead.core.scenarios.scenario import read
from bridgehead.core.scenarios.scenario_files import bringing
from bridgehead.core.titles.dataset import (
    MAP,
    DataRules,
    DataSet,
    former_data,
    from_texts,
)
from bridgehead.core.titles.games import game_info, load_with
from bridgehead.core.titles.options import SCENARIO, value_of


def data_of(game: Game) -> dict[str, Any]:
    """Return those data of a game that differ from ours, as a record contains them.

    Data of earlier versions of the package are named by their digest.
    """
    found: dict[str, Any] = {}
    if not game.data.own and not game.data.texts:
        found["map"] = {"name": game.map.name, "digest": game.map.digest}
        found["data"] = {"digest": game.data.digest}
    texts = dict(game.data.texts)
    if MAP in texts:
        about = {"name": game.map.name, "digest": game.map.digest}
        found["map"] = {**about, "text": texts.pop(MAP)}
    if texts:
        found["data"] = {"digest": game.data.digest, "files": texts}
    if game.scenario is not None:
        scenario = game.scenario
        found["scenario"] = {"digest": scenario.digest, "text": scenario.text}
    return found


@contextmanager
def scenario_in(data: Mapping[str, Any], options: Iterable[str]) -> Iterator[None]:
    """Let the scenario in a record be found, within the block.

    InvalidRecord if the form is wrong, InvalidData if the scenario is rejected.
    """
    name, given = value_of(options, SCENARIO), data.get("scenario")
    if given is None:
        yield
        return
    if not isinstance(given, Mapping) or not isinstance(given.get("text"), str) or not name:
        raise InvalidRecord(
            "record, scenario: must be an object with the text of the scenario among the options"
        )
    brought = read(given["text"], name, "record, scenario")
    if given.get("digest", brought.digest) != brought.digest:
        raise InvalidRecord(
            f"record, scenario: was played with a text of digest {shown(given['digest'])}; the "
            f"text here has {brought.digest!r}: one of them was changed"
        )
    with bringing(brought):
        yield


def data_in(data: Mapping[str, Any]) -> DataSet | None:
    """Return the data in a record or an engine's request; None if there are none.

    A digest alone names data of an earlier version of the package. Files that were written for such
    data are combined with these.

    InvalidRecord if the form is wrong, InvalidMap or InvalidData if the data are rejected.
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
    digest = str(own.get("digest", ""))
    if not texts:
        return next((former for former in former_data(rules) if former.digest == digest), None)
    return _with_files(rules, texts, digest)


def load_carried(game: str, options: tuple[str, ...], carried: Mapping[str, Any]) -> Game:
    """Return a game by its id and options, with data in the form of `data_of`.

    Used for unpickling.
    """
    with scenario_in(carried, options):
        return load_with(game, options, data=data_in({"game": game, **carried}))


def check_data(data: Mapping[str, Any], game: Game, by: str = "") -> None:
    """Raise InvalidRecord if a record or an engine's request names other data than a game has."""
    given = data.get("map", {})
    digest = given.get("digest", game.map.digest)
    if digest != game.map.digest:
        raise InvalidRecord(
            f"record, map: was played on the map {given.get('name')!r} with digest {digest!r}{by}; "
            f"here it is {game.map.digest!r}"
        )
    played = data.get("data", {}).get("digest", game.data.digest)
    if played != game.data.digest:
        raise InvalidRecord(
            f"record, data: was played with data of digest {shown(played)}{by}; here they have "
            f"{game.data.digest!r}"
        )


def _with_files(rules: DataRules, texts: Mapping[str, str], digest: str) -> DataSet:
    """Return data with these files; the others are of the version with this digest.

    They are today's if the digest is "" or unknown.
    """
    try:
        made = from_texts(rules, texts)
    except InvalidData:  # files for an earlier version may not fit today's others
        older = _with_former_files(rules, texts, digest)
        if older is None:
            raise
        return older
    if digest in ("", made.digest):
        return made
    return _with_former_files(rules, texts, digest) or made


def _with_former_files(rules: DataRules, texts: Mapping[str, str], digest: str) -> DataSet | None:
    for former in rules.former_files() if digest else ():
        with suppress(InvalidData):
            made = from_texts(rules, {**former.texts, **texts})
            if made.digest == digest:
                return made
    return None
