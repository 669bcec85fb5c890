"""`bridgehead play`: start the server on this machine, and open the browser at its page."""

from __future__ import annotations

import json
import socket
import threading
import urllib.request
import webbrowser
from collections.abc import Callable

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.record import Record

HOST = "127.0.0.1"
PORT = 8073  # October 1973
TRIED = 20  # ports from PORT on that are tried if no port is given


class PortTakenError(BridgeheadError):
    """Another program uses the requested port."""


def serve(
    *,
    port: int | None = None,
    browser: bool = True,
    record: Record | None = None,
    say: Callable[[str], None] = print,
) -> int:
    """Serve until Ctrl-C or SIGTERM, and return the exit status, 0.

    A `record` is imported first, and the page opens at it. If a server of ours already runs on the
    usual port, its page is opened instead of starting a second server.
    """
    path = ""
    if record is not None:
        path = f"#/game/{_keep(record)}"
    if port is None and _is_ours(PORT):
        url = f"http://{HOST}:{PORT}/{path}"
        say(f"Bridgehead runs already: {url}")
        if browser:
            webbrowser.open(url)
        return 0
    listener = _listen(port)
    url = f"http://{HOST}:{listener.getsockname()[1]}/{path}"
    say(f"Bridgehead is at {url} - Ctrl-C ends it; games are saved at every action.")
    if browser:
        threading.Timer(0.4, webbrowser.open, (url,)).start()
    from bridgehead.server.app import create_app
    from bridgehead.server.ending import Server

    try:
        Server(create_app()).run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()
    return 0


def _keep(record: Record) -> str:
    from bridgehead.server.registry import keep, open_store

    store = open_store(record.secrets)
    try:
        return keep(store, record)
    finally:
        store.close()


def _listen(port: int | None) -> socket.socket:
    """Return a listening socket: on this port, or on the first free one of the usual ports."""
    tried = (port,) if port is not None else range(PORT, PORT + TRIED)
    for number in tried:
        # named TCP, because only then does asyncio send small answers at once (TCP_NODELAY)
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, number))
        except (OSError, OverflowError) as error:
            listener.close()
            if port is not None:
                why = getattr(error, "strerror", None) or str(error)
                raise PortTakenError(
                    f"--port {port}: cannot be used: {why}; another number may be free, and "
                    "without --port one is looked for"
                ) from error
            continue
        return listener
    raise PortTakenError(f"no port from {PORT} to {PORT + TRIED - 1} is free; name one with --port")


def _is_ours(port: int) -> bool:
    """Whether a server of this program answers on a port."""
    try:
        with urllib.request.urlopen(f"http://{HOST}:{port}/api/ready", timeout=1) as answer:
            return bool(json.load(answer).get("program") == "bridgehead")
    except (OSError, ValueError, AttributeError):
        return False
