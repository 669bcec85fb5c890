"""Logs by structlog: one event per line, as text or, with --log-json, as JSON.

Logs name games, accounts and mails by their ids. Parameters of statements are hidden
(`database.py`), and requests are logged by their route, so that no token gets into a log. An
exception is logged with its places in the code and a short message without anything like a token:
no local variables, which hold cookies and texts of users, and take long to write.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from types import TracebackType
from typing import Any, TextIO

import structlog

from bridgehead.server.web.repeated_log_lines import OncePerSecond

SECRET = ("password", "token", "cookie", "secret", "authorization", "key")
TOKEN = re.compile(r"[\w+/=-]{32,}")  # in a message: long enough to be a token or a cookie
SHOWN = 300  # characters of an exception's message that are logged
FRAMES = 40  # the innermost places of an exception that are logged
Raised = tuple[type[BaseException], BaseException, TracebackType | None]


def configure(*, as_json: bool, requests: bool = True) -> None:
    """Configure logging to standard error."""
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ExtraAdder(),
        hide,
    ]
    last: list[Any] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if as_json:
        renderer = structlog.processors.ExceptionRenderer(told_of)
        last += [renderer, structlog.processors.JSONRenderer()]
    else:
        last += [
            structlog.dev.ConsoleRenderer(
                colors=False, pad_event_to=0, exception_formatter=_write_exception
            )
        ]
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(OncePerSecond())
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=last)
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("bridgehead").setLevel(logging.INFO)
    logging.getLogger("bridgehead.online.work.monitoring").disabled = not requests


def hide(_: Any, __: str, event: dict[str, Any]) -> dict[str, Any]:
    """Hide values whose names suggest secrets."""
    for name in event:
        if any(word in name.lower() for word in SECRET):
            event[name] = "hidden"
    return event


def told_of(exc_info: Raised) -> str:
    """Return the log text of an exception and its causes, the causes first."""
    chain: list[BaseException] = []
    error: BaseException | None = exc_info[1]
    while error is not None and error not in chain:
        chain.append(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\n\n".join(_told_of_one(error) for error in reversed(chain))


def _told_of_one(error: BaseException) -> str:
    places = "".join(traceback.format_tb(error.__traceback__, limit=-FRAMES))
    message = TOKEN.sub("hidden", str(error))
    if len(message) > SHOWN:
        message = f"{message[:SHOWN]}…"
    return f"Traceback (most recent call last):\n{places}{type(error).__qualname__}: {message}"


def _write_exception(file: TextIO, exc_info: Raised) -> None:
    file.write(f"\n{told_of(exc_info)}")
