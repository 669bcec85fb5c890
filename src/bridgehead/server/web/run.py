"""`bridgehead play`: start the server on this machine, and open the browser at its page."""

from __future__ import annotations

import contextlib
import socket
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

from bridgehead.core.dice.dice import Secrets
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.records.record import Record
from bridgehead.server.games.one_server import OtherServerError, note_address, only_server

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

    A `record` is imported first, and the page opens at it. If a server already has the data folder,
    its page is opened instead of starting a second one; with a `port`, OtherServerError.
    """
    folder = Secrets().folder.parent
    try:
        with only_server(folder):
            _serve(folder, port, browser, record, say)
    except OtherServerError as error:
        if port is not None or not error.address:
            raise
        url = error.address + _path_of(record)
        say(f"Bridgehead runs already: {url}")
        if browser:
            webbrowser.open(url)
    return 0


def _serve(
    folder: Path,
    port: int | None,
    browser: bool,
    record: Record | None,
    say: Callable[[str], None],
) -> None:
    with _listen(port) as listener:
        address = f"http://{HOST}:{listener.getsockname()[1]}/"
        note_address(folder, address)
        url = address + _path_of(record)

        def listens() -> None:
            say(f"Bridgehead is at {url} - Ctrl-C ends it; games are saved at every action.")
            if browser:  # in a thread: some browsers are waited for
                threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

        from bridgehead.server.web.app import create_app
        from bridgehead.server.web.shutdown import Server

        with contextlib.suppress(KeyboardInterrupt):
            Server(create_app(), listens=listens).run(sockets=[listener])


def _path_of(record: Record | None) -> str:
    """Return where the page opens: at a record, which is stored first, or at its start."""
    return "" if record is None else f"#/game/{_keep(record)}"


def _keep(record: Record) -> str:
    from bridgehead.server.games.open_games import keep
    from bridgehead.server.games.store import open_store

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
