"""The texts of pages, mails and notices, by their keys, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any

from babel import Locale
from babel.dates import format_date, format_time
from markupsafe import Markup, escape

from bridgehead.server.languages.languages import ENGLISH, catalog, language

# texts and groups of the game page's catalog that these pages have, too
SHARED = ("doors", "language", "direction")
NAMED = re.compile(r"\{(\w+)(?::([^{}]*\|[^{}]*))?\}")  # {name}, or {name:one|many}
CATEGORIES = ("zero", "one", "two", "few", "many", "other")  # of plurals, in the order of the forms


@cache
def texts(language: str = ENGLISH) -> Any:
    """Return the texts of the server-rendered pages, with those that the game's page has too."""
    page = catalog(language)
    return {**catalog(f"site.{language}"), **{group: page[group] for group in SHARED}}


def t(key: str, **values: object) -> str:
    """Return a text by its key, with {name} replaced by values. KeyError if there is none.

    {name:one|many} is the form that agrees with a number. If a value is markup, the text is markup,
    too, and everything else in it is escaped.
    """
    told = language()
    found = _found(key, told)
    if any(isinstance(value, Markup) for value in values.values()):
        return Markup(NAMED.sub(_filling(told, values, escape), escape(found)))
    return NAMED.sub(_filling(told, values, str), found)


def rank(computer: str) -> str:
    """Return the name of a computer player: "sergeant", or "captain@20n" with its options."""
    name = re.split(r"[^a-z]", computer, maxsplit=1)[0]
    told = _of_players()["short"].get(name, name)
    return f"{told}{computer.removeprefix(name)}"


def rank_in_a_list(computer: str) -> str:
    """Return how a list of computer players names one: "Sergeant: sound play, quick"."""
    return str(_of_players().get(computer) or rank(computer))


def about_rank(computer: str) -> str:
    """Return sentences about a computer player, "" if there are none."""
    return str(_of_players()["about"].get(computer, ""))


def _of_players() -> Any:
    """Return the game page's texts about players, in the reader's language."""
    return catalog(language())["players"]


def day_and_time(local: datetime) -> str:
    """Return a date and a time of day in the language of the reader."""
    told = language()
    day = format_date(local, "medium", locale=told)
    return f"{day}, {format_time(local, 'short', locale=told)}"


def _found(key: str, language: str) -> str:
    """Return the text of a key in a language, in English if that has none."""
    found = texts(language)
    for part in key.split("."):
        found = found.get(part, {})
    if isinstance(found, str):
        return found
    if language == ENGLISH:
        raise KeyError(key)
    return _found(key, ENGLISH)


def _filling(
    language: str, values: dict[str, object], told: Callable[[object], str]
) -> Callable[[re.Match[str]], str]:
    def filled(named: re.Match[str]) -> str:
        value, forms = values[named[1]], named[2]
        return told(value) if forms is None else form(language, value, forms.split("|"))

    return filled


def form(language: str, number: object, forms: list[str]) -> str:
    """Return the form that agrees with a number: a language has one for each plural category."""
    rule = Locale.parse(language).plural_form
    here = [name for name in CATEGORIES if name in {*rule.tags, "other"}]
    return forms[min(here.index(rule(Decimal(str(number)))), len(forms) - 1)]
