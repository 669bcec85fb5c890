"""The common part of both directions of the protocol: lines, sizes, and errors as data.

A line contains one JSON object in UTF-8. A request has an `id`, a text or a whole number, and its
answer has the same; the answer to an unreadable line has the id null.
"""

from __future__ import annotations

import json
from typing import IO, Any

from bridgehead.core.errors import (
    BridgeheadError,
    IllegalAction,
    InvalidData,
    InvalidMap,
    InvalidPosition,
    InvalidRecord,
    UnknownGame,
    UnknownOption,
    UnknownPlayer,
)
from bridgehead.core.files.bounded_text import read_json

PROTOCOL = 1
LONGEST_REQUEST = 8 << 20  # bytes: all the actions there can be, and a position besides
LONGEST_ANSWER = 1 << 20
KINDS: dict[type[BridgeheadError], str] = {
    IllegalAction: "action",
    InvalidPosition: "position",
    InvalidRecord: "record",
    InvalidMap: "map",
    InvalidData: "data",
    UnknownGame: "game",
    UnknownOption: "option",
    UnknownPlayer: "player",
}


class RequestError(Exception):
    """A request that cannot be answered; `kind` says what is wrong in one word."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason

    def __reduce__(self) -> tuple[type[RequestError], tuple[str, str]]:
        return RequestError, (self.kind, self.reason)


def error_data(error: RequestError | BridgeheadError) -> dict[str, str]:
    """Return an error as data for an answer: `kind`, `reason`, and the rules `case` if any."""
    if isinstance(error, RequestError):
        return {"kind": error.kind, "reason": error.reason}
    if isinstance(error, IllegalAction):
        return {"kind": "action", "case": error.case, "reason": error.reason}
    kind = next((name for type_, name in KINDS.items() if isinstance(error, type_)), "request")
    return {"kind": kind, "reason": str(error)}


def read_line(source: IO[bytes], longest: int) -> bytes | None:
    """Return the next line without its end, None at the end of input.

    RequestError of the kind "too long" for a longer line, which is read to its end and dropped.
    """
    line = source.readline(longest + 2)
    if not line:
        return None
    if len(line) > longest + 1 or (len(line) > longest and not line.endswith(b"\n")):
        while line and not line.endswith(b"\n"):
            line = source.readline(longest + 2)
        raise RequestError("too long", f"a line has {longest} bytes at most")
    return line.rstrip(b"\r\n")


def decode(line: bytes) -> dict[str, Any]:
    """Return the object in a line; RequestError of the kind "json" if there is none."""
    try:
        data = read_json(line.decode("utf-8"), "the line", BridgeheadError, LONGEST_REQUEST)
    except UnicodeDecodeError as error:
        raise RequestError("json", "the line is not UTF-8") from error
    except BridgeheadError as error:
        raise RequestError("json", str(error)) from error
    if not isinstance(data, dict):
        raise RequestError("json", "the line is JSON, but not an object")
    return data


def encode(data: dict[str, Any]) -> bytes:
    """Return an object as one line."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace") + b"\n"


def is_id(value: object) -> bool:
    """Whether a value can be the id of a request: a text or a whole number."""
    return isinstance(value, str) or type(value) is int
