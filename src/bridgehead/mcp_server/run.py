"""Running the server: on standard input and output, or over HTTP for local programs."""

from __future__ import annotations

from pathlib import Path

import anyio

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.kernels.warming import Warming
from bridgehead.mcp_server.host import Host
from bridgehead.mcp_server.tools import create_server

HTTP_HOST = "127.0.0.1"  # no other machine can connect


def serve(*, port: int | None, opponent: str, records: Path | None) -> int:
    """Serve until standard input ends, or over HTTP until Ctrl-C; return the exit status, 0.

    Rules that are not compiled yet are compiled in the background.
    """
    if records is not None and not records.is_dir():
        raise BridgeheadError(f"--records {records}: is not a folder")
    warming = Warming(everything=False)
    server = create_server(Host(opponent=opponent, records=records, warming=warming))
    warming.start()
    try:
        if port is None:
            anyio.run(server.run_stdio_async)
        else:
            _check_free(port)
            anyio.run(lambda: server.run_streamable_http_async(host=HTTP_HOST, port=port))
    finally:
        warming.stop()
    return 0


def _check_free(port: int) -> None:
    """Raise BridgeheadError if a port is not free."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((HTTP_HOST, port))
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise BridgeheadError(f"--http {port}: cannot be used: {why}") from error
