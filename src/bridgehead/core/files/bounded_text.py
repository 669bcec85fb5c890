"""Untrusted text: TOML and JSON from users, read within limits.

A few kilobytes can make a parser use gigabytes: a key of twenty thousand parts, a thousand
brackets. So every text that does not come with the package is measured before it is parsed. A
violation raises the caller's error class, with the limit that was exceeded.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from pathlib import Path
from typing import Any

from bridgehead.core.errors import BridgeheadError

TOML_BYTES = 256 * 1024  # of one file; the largest of the package has 33 KB
TOML_LINES = 8_000
KEY_PARTS = 6  # of one key: a.b.c has three
NESTING = 8  # brackets within brackets
TOML_ITEMS = 20_000  # keys, parts of keys, lists and tables together

JSON_BYTES = 4 * 2**20
JSON_NESTING = 100
JSON_TABLES = 100_000  # objects and lists together
JSON_ITEMS = 300_000  # values

BYTE_ORDER_MARK = "\ufeff"  # some editors write it at the beginning of a text

SHOWN = 200  # characters of a value in a message

_TOKEN = re.compile(
    r"(?P<quote>\"\"\"|'''|\"|')|(?P<comment>#[^\n]*)|(?P<open>[\[{])|(?P<close>[\]}])"
    r"|(?P<dot>\.)|(?P<word>[A-Za-z0-9_+:-]+)|(?P<space>[ \t\r]+)|(?P<mark>.|\n)",
    re.DOTALL,
)
_ENDS = {  # the end of each kind of string or comment, and what it skips
    '"""': re.compile(r'\\.|"{3,5}', re.DOTALL),
    "'''": re.compile(r"'{3,5}"),
    '"': re.compile(r'\\.|"|\n', re.DOTALL),
    "'": re.compile(r"'|\n"),
}
_BRACKETS = re.compile(r'\\.|["\[{\]}]', re.DOTALL)

Refusal = type[BridgeheadError]


def read_text(path: Path, refusal: Refusal, most: int = TOML_BYTES) -> str:
    """Return a file's text, at most `most` bytes of it; errors are raised as `refusal`."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
        if len(data) > most:
            raise refusal(f"{path}: is larger than {most // 1024} KB, which is the limit")
        return data.decode("utf-8-sig").replace("\r\n", "\n")  # Windows editors add a mark
    except (OSError, UnicodeDecodeError) as error:
        raise refusal(f"{path}: cannot be read: {_told(error)}") from error


def read_toml(text: str, source: str, refusal: Refusal) -> dict[str, Any]:
    """Return the tables of a TOML text; `refusal` is raised if it is invalid or too complex."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    try:
        size = len(text.encode())  # lone surrogates can come from a record's JSON
    except UnicodeEncodeError as error:
        raise refusal(f"{source}: cannot be read as TOML: {error.reason}") from error
    if size > TOML_BYTES:
        raise refusal(f"{source}: has {size} bytes; {TOML_BYTES} is the limit")
    if (lines := text.count("\n")) > TOML_LINES:
        raise refusal(f"{source}: has {lines} lines; {TOML_LINES} is the limit")
    _measure(text, source, refusal)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise refusal(f"{source}: no TOML: {error}") from error
    except (ValueError, RecursionError, OverflowError) as error:
        raise refusal(f"{source}: cannot be read as TOML: {error}") from error


def _measure(text: str, source: str, refusal: Refusal) -> None:
    """Reject keys and brackets that are nested too deeply, and too many of them.

    It recognizes strings and comments as a parser does, up to the first syntax error, at which the
    parser would stop.
    """
    at, depth, parts, items, line = 0, 0, 1, 0, 1

    def too_much(what: str, most: int) -> BridgeheadError:
        return refusal(f"{source}:{line}: {what}: {most} is the limit")

    while found := _TOKEN.match(text, at):
        kind, at = found.lastgroup, found.end()
        if kind == "quote":
            end = _end_of_text(text, at, found[0])
            line += text.count("\n", at, end)
            at = end
        elif kind == "dot":
            parts, items = parts + 1, items + 1
            if parts > KEY_PARTS:
                raise too_much("a key with too many parts", KEY_PARTS)
        elif kind == "open":
            depth, items, parts = depth + 1, items + 1, 1
            if depth > NESTING:
                raise too_much("brackets nested too deeply", NESTING)
        elif kind == "close":
            depth, parts = max(0, depth - 1), 1
        elif kind == "mark":
            items, parts = items + (found[0] == "="), 1
            line += found[0] == "\n"
        if items > TOML_ITEMS:
            raise too_much("too many keys and tables", TOML_ITEMS)


def _end_of_text(text: str, at: int, quote: str) -> int:
    """Return the end of a string that begins at `at`, after its quote."""
    while found := _ENDS[quote].search(text, at):
        at = found.end()
        if not found[0].startswith("\\"):
            return at
    return len(text)


def read_json(text: str, source: str, refusal: Refusal, most: int = JSON_BYTES) -> Any:
    """Return the data of a JSON text; `refusal` is raised if it is invalid or too complex.

    NaN and infinite numbers, which Python's parser accepts, are not valid JSON and are rejected.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    if len(text) > most:
        raise refusal(f"{source}: has {len(text)} characters; {most} is the limit")
    tables = text.count("[") + text.count("{")
    if tables > JSON_TABLES:
        raise refusal(f"{source}: has {tables} lists and objects; {JSON_TABLES} are the most")
    if (items := text.count(",")) > JSON_ITEMS:
        raise refusal(f"{source}: has {items} values; {JSON_ITEMS} is the limit")
    if tables > JSON_NESTING and _json_depth(text) > JSON_NESTING:
        raise refusal(f"{source}: not readable JSON: nested deeper than {JSON_NESTING}")
    try:
        return json.loads(text, parse_constant=_not_a_number, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise refusal(
            f"{source}: not valid JSON, perhaps cut short: {error.msg} at line {error.lineno}, "
            f"column {error.colno}"
        ) from error
    except (ValueError, RecursionError) as error:  # numbers or nesting beyond the parser's limits
        raise refusal(f"{source}: not readable JSON: {error}") from error


def _not_a_number(name: str) -> float:
    raise ValueError(f"{name} is not a number of JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is too large a number")
    return number


def _json_depth(text: str) -> int:
    depth = deepest = 0
    within = False  # a quoted string
    for found in _BRACKETS.finditer(text):
        if found[0] == '"':
            within = not within
        elif not within and found[0] in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif not within and found[0] in "]}":
            depth -= 1
    return deepest


def shown(value: object) -> str:
    """Return a value as text for a message, shortened to a line or two."""
    told = repr(value)
    return told if len(told) <= SHOWN else f"{told[:SHOWN]}…"


def _told(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return "it is not UTF-8 text"
