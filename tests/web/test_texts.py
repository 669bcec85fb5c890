"""Every text of the page stands in text/en.json, and every text there is used."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bridgehead
from bridgehead.core.titles.games import title_of

WEB = Path(bridgehead.__file__).parent / "web"
# the first argument of t("play.end"), t(`sides.${side}`), t(many ? "units.many" : "units.one")
ASKED = re.compile(r"""\bt\((?P<argument>(?:[^,()`"]|"[^"]*"|`[^`]*`)*)""")
KEY = re.compile(r"""(["`])(?P<key>[a-z]\w*\..+?)\1""")
NAMED = re.compile(r"""\bnamed\("(?P<group>[\w.]+)",""")  # named("sides", side)
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
WORDS = re.compile(r"""(["`])[A-Z][a-z]+,? [a-z][^"`\n]*\1""")  # a sentence, or the start of one


def sources() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each module, without its comments."""
    modules = [*WEB.glob("js/**/*.js"), *WEB.parent.glob("titles/*/screen/page/**/*.js")]
    for path in sorted(modules):
        yield path.name, COMMENT.sub("", path.read_text(encoding="utf-8"))


def keys(group: Any, before: str = "") -> Iterator[str]:
    """Yield the key of every text."""
    for name, value in group.items():
        if isinstance(value, dict):
            yield from keys(value, f"{before}{name}.")
        else:
            yield f"{before}{name}"


def texts() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((WEB / "text" / "en.json").read_text(encoding="utf-8"))
    return data


def asked(source: str) -> dict[str, re.Pattern[str]]:
    """Return what a source asks for, and the keys that each can mean."""
    found = {
        key["key"]: key["key"]
        for call in ASKED.finditer(source)
        for key in KEY.finditer(call["argument"])
    }
    found |= {f"{name['group']}.*": f"{name['group']}.${{id}}" for name in NAMED.finditer(source)}
    return {
        said: re.compile(re.sub(r"\\\$\\\{.*?\\\}", r"[\\w-]*", re.escape(key)) + "$")
        for said, key in found.items()
    }


@pytest.mark.by_day
def test_every_text_that_is_asked_for_is_there() -> None:
    known = list(keys(texts()))
    for module, source in sources():
        for said, pattern in asked(source).items():
            assert any(pattern.match(key) for key in known), f"{module}: {said}"


@pytest.mark.by_day
@pytest.mark.parametrize("path", sorted((WEB / "text").glob("*.json")), ids=lambda path: path.stem)
def test_no_group_of_texts_is_there_twice(path: Path) -> None:
    def group(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        assert len(names) == len(set(names)), [name for name in names if names.count(name) > 1]
        return dict(pairs)

    json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=group)


@pytest.mark.by_day
def test_every_text_is_used() -> None:
    everything = "\n".join(source for _, source in sources())
    patterns = asked(everything).values()
    unused = [
        key
        for key in keys(texts())
        if not any(pattern.match(key) for pattern in patterns) and f'"{key}"' not in everything
    ]
    assert unused == ["languageName", "direction", "nouns", "page.noScript"]  # found without t


@pytest.mark.by_day
def test_there_is_no_text_in_the_code() -> None:
    for module, source in sources():
        left = [found.group() for found in WORDS.finditer(source) if "use strict" not in found[0]]
        assert left == [], module


@pytest.mark.by_day
def test_a_text_fits_all_that_its_title_calls_so() -> None:
    """Units are not all brigades."""
    words = title_of("across-suez-reprint").page_words
    assert "brigade" not in words["options"]["kuwaiti_palestinian"]
