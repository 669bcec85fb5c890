"""Every language has every text, with the same values in it, and is chosen as readers want it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel import Locale
from starlette.requests import HTTPConnection

import bridgehead
from bridgehead.online.web.texts import CATEGORIES, NAMED, form
from bridgehead.server.languages.languages import ENGLISH, asked_for, language_of, languages

pytestmark = pytest.mark.by_day
TEXTS = Path(bridgehead.__file__).parent / "web" / "text"
OTHERS = [code for code in languages() if code != ENGLISH]


def catalog(name: str) -> dict[str, str]:
    """Return the texts of a file by their keys."""
    path = TEXTS / f"{name}.json"
    return dict(flat(json.loads(path.read_text(encoding="utf-8"))))


def flat(group: dict[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    for name, value in group.items():
        if isinstance(value, dict):
            yield from flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def pairs() -> list[tuple[str, str]]:
    """Return the files of each language, with the English ones."""
    return [(name.replace("en", code), name) for code in OTHERS for name in ("en", "site.en")]


def faults(told: dict[str, str], english: dict[str, str], language: str) -> list[str]:
    """Return what is wrong with the texts of a language."""
    found = [f"{key}: is missing" for key in english if key not in told]
    found += [f"{key}: English has no such text" for key in told if key not in english]
    tags = Locale.parse(language).plural_form.tags | {"other"}
    for key in told.keys() & english.keys():
        if not told[key].strip():
            found.append(f"{key}: is empty")
        names = [{found[1] for found in NAMED.finditer(text)} for text in (told[key], english[key])]
        if names[0] != names[1]:
            found.append(f"{key}: must have the values {sorted(names[1])}, not {sorted(names[0])}")
        for forms in (each[2].split("|") for each in NAMED.finditer(told[key]) if each[2]):
            if len(forms) != len(tags):
                found.append(f"{key}: {forms} must be {len(tags)} forms")
        if re.sub(NAMED, "", told[key]).count("{"):
            found.append(f"{key}: has a brace that is not part of a value")
    return found


@pytest.mark.parametrize(("own", "english"), pairs())
def test_a_language_has_every_text_and_no_other(own: str, english: str) -> None:
    found = faults(catalog(own), catalog(english), own.rpartition(".")[2])
    assert found == [], f"src/bridgehead/web/text/{own}.json"


@pytest.mark.parametrize("name", ["en", "site.en"])
def test_english_has_as_many_forms_as_it_needs(name: str) -> None:
    english = catalog(name)
    assert faults(english, english, "en") == []


def test_faults_of_a_language_are_found() -> None:
    english = {"a": "{n} {n:unit|units}", "b": "to {place}", "c": "x", "d": "y"}
    polish = {"a": "{n} {n:oddział|oddziały}", "b": "do {miejsce}", "c": " ", "e": "z"}
    found = sorted(faults(polish, english, "pl"))
    assert found == [
        "a: ['oddział', 'oddziały'] must be 4 forms",
        "b: must have the values ['place'], not ['miejsce']",
        "c: is empty",
        "d: is missing",
        "e: English has no such text",
    ]


@pytest.mark.parametrize(
    ("language", "number", "chosen"),
    [
        ("en", 1, "a"), ("en", 0, "b"), ("en", 1.5, "b"), ("fr", 0, "a"), ("ja", 1, "a"),
        ("pl", 1, "a"), ("pl", 3, "b"), ("pl", 5, "c"), ("pl", 1.5, "d"), ("ar", 0, "a"),
    ],
)  # fmt: skip
def test_a_form_agrees_with_a_number(language: str, number: float, chosen: str) -> None:
    assert form(language, number, list("abcdef")) == chosen
    assert len(CATEGORIES) == 6


def asked(header: str = "", cookie: str = "", account: str | None = None) -> str:
    headers = [(b"accept-language", header.encode()), (b"cookie", cookie.encode())]
    scope = {"type": "http", "headers": headers, "state": {"language": account}}
    return language_of(HTTPConnection(scope))


def test_the_language_is_that_of_the_account_the_cookie_or_the_browser(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = {"en": "English", "de": "Deutsch", "fr": "Français"}
    monkeypatch.setattr("bridgehead.server.languages.languages.languages", lambda: known)
    assert asked() == "en"
    assert asked("de-AT,de;q=0.9,en;q=0.5") == "de"
    assert asked("nl,en;q=0.5,fr;q=0.8") == "fr"
    assert asked("de;q=0, *;q=0.1") == "en"
    assert asked("de;q=x,;;;,fr-FR") == "fr"
    assert asked("de", "language=fr") == "fr"
    assert asked("de", "language=../en") == "de"
    assert asked("de", "language=de", "fr") == "fr"
    assert asked_for("x" * 100_000) == "en"
