"""The JSON that pages' scripts send."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from bridgehead.core.outside import read_json
from bridgehead.online.site import FORM_BYTES
from bridgehead.server.registry import BadRequestError


async def json_of(request: Request) -> dict[str, Any]:
    """Return the JSON object of a request. An error where it is none, or too large."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind != "application/json":
        raise HTTPException(415, "JSON is needed")
    length = request.headers.get("content-length", "")
    if not (length.isascii() and length.isdigit()) or int(length) > FORM_BYTES:
        raise HTTPException(413, "the request is too large, or does not say how large it is")
    text = (await request.body()).decode("utf-8", "replace")
    data = read_json(text, "the request", BadRequestError)
    if not isinstance(data, dict):
        raise BadRequestError("a JSON object is needed")
    return data


def text_in(data: dict[str, Any], name: str) -> str:
    """Return a text of a request, "" where there is none; BadRequestError where it is no text."""
    value = data.get(name, "")
    if not isinstance(value, str):
        raise BadRequestError(f"{name}: a text is needed")
    if "\0" in value:
        raise BadRequestError(f"{name}: there is a character in it that no text has")
    return value.encode("utf-8", "replace").decode()  # half a surrogate pair is no text
