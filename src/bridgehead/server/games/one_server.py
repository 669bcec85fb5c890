"""One server for each data folder: a second one is refused, and learns where the first one is.

The lock is an open transaction on a file of its own. It ends with the process, even if the process
is killed, on every system. A file beside it names the process that holds the lock.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from bridgehead.core.errors import BridgeheadError

LOCK, HOLDER = "server.lock", "server.json"


class OtherServerError(BridgeheadError):
    """Another server has the data folder; `address` is its page, "" if that is not known."""

    def __init__(self, folder: Path, process: object, address: str) -> None:
        where = f", at {address}" if address else ""
        super().__init__(
            f"another Bridgehead already serves the games in {folder}: process {process}{where}. "
            "Use its page, or end that process first, or name another folder with BRIDGEHEAD_DATA"
        )
        self.address = address


@contextlib.contextmanager
def only_server(folder: Path) -> Iterator[None]:
    """Keep a data folder for this process. OtherServerError if another server has it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise _unusable(folder, error) from error
    with contextlib.closing(lock):
        try:
            lock.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise _unusable(folder, error) from error
            raise OtherServerError(folder, *_holder(folder)) from None
        _forget(folder)  # a server that was killed has left its note
        try:
            yield
        finally:
            _forget(folder)


def note_address(folder: Path, address: str) -> None:
    """Note, for servers that come later, where this one is. Call it within `only_server`."""
    fresh = folder / f".{HOLDER}"
    fresh.write_text(json.dumps({"process": os.getpid(), "address": address}), encoding="utf-8")
    fresh.replace(folder / HOLDER)


def _forget(folder: Path) -> None:
    (folder / HOLDER).unlink(missing_ok=True)


def _unusable(folder: Path, error: Exception) -> BridgeheadError:
    return BridgeheadError(
        f"{folder}: the games cannot be saved there: {error}; BRIDGEHEAD_DATA names another folder"
    )


def _holder(folder: Path) -> tuple[object, str]:
    """Return process and address of the server that has the folder, as far as it has noted them."""
    try:
        data = json.loads((folder / HOLDER).read_text(encoding="utf-8"))
        return int(data["process"]), str(data["address"])
    except (OSError, ValueError, LookupError, TypeError):
        return "unknown", ""
