"""Logs: one event a line, as text or, with --log-json, as JSON, by structlog.

What is logged names games, accounts and mails by their ids. Parameters of statements are hidden
(`database.py`), and requests are logged by their route, so that no token gets into a log.
"""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog

SECRET = ("password", "token", "cookie", "secret", "authorization", "key")
OWN = ("bridgehead", "uvicorn", "procrastinate", "alembic")


def configure(*, as_json: bool, requests: bool = True) -> None:
    """Write everything that is logged to standard error."""
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ExtraAdder(),
        hide,
    ]
    last: list[Any] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if as_json:
        last += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        last += [structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0)]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=last)
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("bridgehead").setLevel(logging.INFO)
    logging.getLogger("bridgehead.online.watch").disabled = not requests


def hide(_: Any, __: str, event: dict[str, Any]) -> dict[str, Any]:
    """Hide values that are named like secrets."""
    for name in event:
        if any(word in name.lower() for word in SECRET):
            event[name] = "hidden"
    return event
