"""The JSON in requests of the pages' scripts."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from bridgehead.core.files.bounded_text import read_json
from bridgehead.online.pages.site import FORM_BYTES
from bridgehead.server.games.open_games import BadRequestError


async def json_of(request: Request) -> dict[str, Any]:
    """Return the JSON object of a request; BadRequestError if it is invalid or too large."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind != "application/json":
        raise HTTPException(415, "the request must be JSON")
    length = request.headers.get("content-length", "")
    if not (length.isascii() and length.isdigit()) or int(length) > FORM_BYTES:
        raise HTTPException(413, "the request is too large, or has no Content-Length")
    text = (await request.body()).decode("utf-8", "replace")
    data = read_json(text, "the request", BadRequestError)
    if not isinstance(data, dict):
        raise BadRequestError("the request must be a JSON object")
    return data


def text_in(data: dict[str, Any], name: str) -> str:
    """Return a string of a request, "" if it is missing; BadRequestError if it is not a string."""
    value = data.get(name, "")
    if not isinstance(value, str):
        raise BadRequestError(f"{name}: must be a string")
    if "\0" in value:
        raise BadRequestError(f"{name}: contains a NUL character")
    return value.encode("utf-8", "replace").decode()  # half a surrogate pair is not valid text
