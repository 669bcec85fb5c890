"""Typed fields of a request; RequestError names an invalid field."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from bridgehead.engine.protocol import RequestError

NEEDED: Any = object()


def text(request: Mapping[str, Any], field: str, default: Any = NEEDED) -> Any:
    """Read a text."""
    return _of(request, field, default, lambda value: isinstance(value, str), "a text")


def integer(request: Mapping[str, Any], field: str, default: Any = NEEDED) -> Any:
    """Read a whole number from 0; numbers too large for a seed or a count are invalid."""
    return _of(
        request, field, default,
        lambda value: type(value) is int and 0 <= value < 2**63, "a whole number from 0",
    )  # fmt: skip


def number(request: Mapping[str, Any], field: str, default: Any = NEEDED) -> Any:
    """Read a number of seconds above 0."""

    def fits(value: Any) -> bool:
        return type(value) in (int, float) and math.isfinite(value) and 0 < value <= 86400

    return _of(request, field, default, fits, "a number of seconds above 0")


def boolean(request: Mapping[str, Any], field: str, default: Any = NEEDED) -> Any:
    """Read true or false."""
    return _of(request, field, default, lambda value: isinstance(value, bool), "true or false")


def texts(request: Mapping[str, Any], field: str, default: Any = NEEDED) -> Any:
    """Read a list of texts."""

    def fits(value: Any) -> bool:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)

    return _of(request, field, default, fits, "a list of texts")


def _of(request: Mapping[str, Any], field: str, default: Any, fits: Any, form: str) -> Any:
    value = request.get(field, default)
    if value is NEEDED:
        raise RequestError("request", f'"{field}" is missing: {form}')
    if field in request and not fits(value):
        told = repr(value)
        told = told if len(told) <= 60 else f"{told[:60]}…"
        raise RequestError("request", f'"{field}" is {told}; it is {form}')
    return value
