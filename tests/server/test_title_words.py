"""Each language has the words of each title that the page shows, with the same values in them."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import bridgehead
from bridgehead.core.titles.games import games
from bridgehead.core.titles.layers import About
from bridgehead.render import style_of
from bridgehead.server.languages import title_words
from bridgehead.server.languages.languages import ENGLISH, languages, speaking
from bridgehead.server.position_setup.position_checks import opened
from bridgehead.server.views import layers, title_data
from bridgehead.server.views.hello import hello_text
from tests.web.test_languages import faults

pytestmark = pytest.mark.plain
OTHERS = [code for code in languages() if code != ENGLISH]
PACKAGES = sorted({info.title_object.package for info in games()} - {"bridgehead.titles.skeleton"})
TEXTS_OF = {"Sentence": slice(1), "Condition": slice(1, 3)}  # where their texts stand
IDS = ("verbs", "part", "about", "target", "moves", "after", "objects")


def texts(data: Any, name: str = "") -> Iterator[str]:
    """Yield the texts in data that the page shows, not the ids."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            if key not in IDS or isinstance(value, dict):
                yield from texts(value, key)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from texts(value, name)


def labels(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "label":
                yield str(value)
            else:
                yield from labels(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from labels(value)


def shown(package: str) -> tuple[set[str], set[str]]:
    """Return the English words of a title's games, and the names of places."""
    found, places = set[str](), set[str]()
    for info in games():
        if info.title_object.package != package:
            continue
        options = dict.fromkeys(info.options, True)
        game = bridgehead.load(info.id, **options)
        hello = json.loads(hello_text(game))
        for part in ("decisions", "words", "setUps"):
            found |= set(texts(hello[part]))
        found |= {layer[part] for layer in hello["layers"] for part in ("name", "about")}
        found |= {each["name"] for each in hello["game"]["options"]}
        found |= {each["label"] for each in hello["game"]["sides"]}
        for unit in hello["units"]:
            found |= {unit["typeLabel"], unit.get("group", ""), unit.get("size", "")}
        found |= set(labels(opened(game)["controls"])) | set(labels(opened(game)["offMap"]))
        names = _places(game, hello)
        for place in hello.get("hexes", {}).values():
            found |= {part.partition(" toward ")[0] for part in place["text"].split(", ")[1:]}
        for place in hello.get("places", []):
            found |= set(place["text"].split(", ")[1:])
        found -= names
        places |= names
    words = {
        text for text in found if re.search("[A-Za-z]", text) and not text.startswith("entry ")
    }
    return words, places


def sentences(package: str) -> set[str]:
    """Return the sentences in a package's modules, and what holds for units and what does not."""
    found = set[str]()
    for path in Path(str(files(package))).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                texts_of = TEXTS_OF.get(node.func.id, slice(0))
                for text in node.args[texts_of]:
                    assert isinstance(text, ast.Constant), f"{path}, {node.lineno}: not a text"
                    found.add(str(text.value))
    return found


def _places(game: Any, hello: dict[str, Any]) -> set[str]:
    if "places" in hello:
        return {each["name"] for each in hello["places"]}
    named = set(game.map.names.values()) | set(game.map.objectives.values())
    return named - {look.label for look in style_of(game.id).terrain.values()}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", PACKAGES)
def test_a_language_has_the_words_of_a_title(package: str, language: str) -> None:
    own, common = (title_words.own_words(each, language) for each in (package, title_words.COMMON))
    english, places = shown(package)
    english = (english - common.keys()) | sentences(package)
    told = {key: own[key] for key in own.keys() & english}
    missing = sorted(key for key in english if known(key, own) is None)
    assert missing == [], f"{package}, languages/{language}.toml"
    used = {key for key in own if {key, key[:1].lower() + key[1:]} & (english | places)}
    assert sorted(own.keys() - used - {"entry"}) == [], f"{package}, languages/{language}.toml"
    assert faults(told, {key: key for key in told}, language) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_words_of_all_titles(language: str) -> None:
    own = title_words.own_words(title_words.COMMON, language)
    english = sentences("bridgehead.core")
    of_layers = set().union(*(shown(package)[0] for package in PACKAGES)) - english
    assert own.keys() - of_layers == english
    assert faults(own, {key: key for key in own}, language) == []


@pytest.mark.parametrize("game_id", ["across-suez-1980", "suez-56", "el-arish-67", "october-war"])
def test_layers_are_in_the_language_of_the_reader(game_id: str) -> None:
    game = bridgehead.load(game_id)
    position, unit = game.start(), game.units[0]
    wanted = [("conditions", About(unit=unit))] if game_id == "october-war" else []
    wanted += [(one["id"], About(unit, game.hexes[0])) for one in layers.listed(game)]
    for name, about in wanted:
        english = layers.answer(position, None, name, about)
        with speaking("de"):
            german = layers.answer(position, None, name, about)
        told, other = list(words_in(english)), list(words_in(german))
        assert len(told) == len(other)
        assert not {*told} & {*other}, name
        assert layers.answer(position, None, name, about) == english


def words_in(data: Any) -> Iterator[str]:
    """Yield the texts of sentences and conditions in a layer."""
    if isinstance(data, dict):
        for key, value in data.items():
            is_text = key in ("holds", "fails") or (key == "text" and "values" in data)
            yield from [value] if is_text else words_in(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from words_in(value)


def known(text: str, own: dict[str, str]) -> str | None:
    return own.get(text) or own.get(text[:1].upper() + text[1:])


def test_the_page_gets_the_words_of_the_reader_and_names_stay() -> None:
    game = bridgehead.load("across-suez-1980")
    with speaking("de"):
        german = json.loads(hello_text(game))
        assert title_data.game_data("across-suez-1980")["sides"][1]["label"] == "Ägypten"
    english = json.loads(hello_text(game))
    assert german["decisions"]["steps"]["movement"]["ask"] == "Ziehe deine Einheiten"
    assert english["decisions"]["steps"]["movement"]["ask"] == "Move your units"
    assert german["decisions"]["steps"]["movement"]["verbs"][0] == "move"
    assert german["units"][0]["name"] == english["units"][0]["name"] == "Reshef 1"
    assert german["units"][0]["typeLabel"] == "Panzergrenadiere"
    assert german["hexes"]["0101"]["neighbors"] == english["hexes"]["0101"]["neighbors"]
    assert "Straße" in {
        part for one in german["hexes"].values() for part in one["text"].split(", ")
    }


@pytest.mark.parametrize("game_id", ["across-suez-1980", "suez-56", "october-war"])
def test_who_comes_second_reads_another_language(game_id: str) -> None:
    """What is kept of the first reader's page is never in the second one's."""
    game = bridgehead.load(game_id)
    english = hello_text(game)
    with speaking("de"):
        german = hello_text(game)
    for part in ("decisions", "words", "units"):
        assert json.loads(english)[part] != json.loads(german)[part], part
    assert hello_text(game) == english
