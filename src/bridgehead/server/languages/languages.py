"""The language of a reader: what they chose, otherwise what their browser asks for.

A language is there where `web/text` has its catalog: `de.json` for German (`docs/translating.md`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Any

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

ENGLISH = "en"  # what is missing in another language is told in this one
COOKIE = "language"  # the cookie with the reader's choice
RANGE = re.compile(r"\s*([\w-]+|\*)\s*(?:;\s*q=([0-9.]+))?\s*")  # one entry of Accept-Language
LONGEST = 200  # characters of an Accept-Language header that are read

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


@cache
def catalog(name: str) -> Any:
    """Return the texts of a file of `web/text`: "de", or "site.de"."""
    path = files("bridgehead.web") / "text" / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))


@cache
def languages() -> Mapping[str, str]:
    """Return the name of each language in itself, by its code; English is the first."""
    folder = files("bridgehead.web") / "text"
    codes = {path.name.removesuffix(".json") for path in folder.iterdir()}
    others = sorted(code for code in codes if code.isalpha() and code != ENGLISH)
    return {code: catalog(code)["languageName"] for code in (ENGLISH, *others)}


@contextmanager
def speaking(language: str | None) -> Iterator[None]:
    """Tell texts in a language, in English if it is not known."""
    token = _language.set(known(language) or ENGLISH)
    try:
        yield
    finally:
        _language.reset(token)


def language() -> str:
    """Return the language in which texts are told now."""
    return _language.get()


def known(code: str | None) -> str | None:
    """Return a language that there is, None if there is no such language."""
    return code if code in languages() else None


def asked_for(header: str) -> str:
    """Return the best language for a browser's Accept-Language header."""
    wishes = []
    for place, part in enumerate(header[:LONGEST].split(",")):
        if found := RANGE.fullmatch(part):
            try:
                weight = float(found[2] or 1)
            except ValueError:
                continue
            wishes.append((-weight, place, found[1].partition("-")[0].lower()))
    for weight, _, code in sorted(wishes):
        if weight < 0 and (code == "*" or code in languages()):
            return ENGLISH if code == "*" else code
    return ENGLISH


def language_of(connection: HTTPConnection) -> str:
    """Return the language of a request: of the account, of the cookie, or of the browser."""
    of_account: str | None = connection.scope.get("state", {}).get("language")
    chosen = known(of_account) or known(connection.cookies.get(COOKIE))
    return chosen or asked_for(connection.headers.get("accept-language", ""))


class ReadersLanguage:
    """Middleware: texts are told in the language of each request."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] in ("http", "websocket"):
            with speaking(language_of(HTTPConnection(scope))):
                await self.app(scope, receive, send)
        else:
            await self.app(scope, receive, send)
