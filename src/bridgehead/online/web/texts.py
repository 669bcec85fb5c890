"""The texts of pages, mails and notices, by their keys."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

from markupsafe import Markup, escape

FILES = ("site.en.json", "en.json")
SHARED = ("doors",)  # groups of the second file
NAMED = re.compile(r"\{(\w+)\}")


@cache
def texts() -> Any:
    """Return the texts of the server-rendered pages, with those that the game's page has too."""
    folder = files("bridgehead.web") / "text"
    own, page = (json.loads((folder / name).read_text(encoding="utf-8")) for name in FILES)
    return {**own, **{group: page[group] for group in SHARED}}


def t(key: str, **values: object) -> str:
    """Return a text by its key, with {name} replaced by values. KeyError if there is none.

    If a value is markup, the text is markup, too, and everything else in it is escaped.
    """
    found = texts()
    for part in key.split("."):
        found = found[part]
    if any(isinstance(value, Markup) for value in values.values()):
        return Markup(NAMED.sub(lambda named: escape(values[named[1]]), escape(found)))
    return NAMED.sub(lambda named: str(values[named[1]]), str(found))
