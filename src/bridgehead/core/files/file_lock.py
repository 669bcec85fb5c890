"""A file lock, so that of two programs that change a file neither loses a move."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from bridgehead.core.errors import BridgeheadError

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows
    fcntl = None  # type: ignore[assignment]

PATIENCE = 30.0  # seconds, on systems where a killed program may leave the lock file


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file while it is read, changed and written.

    The lock is a file beside it, `.NAME.lock`, that is removed afterwards. Other programs wait.
    BridgeheadError if the folder cannot be written.
    """
    lock = path.with_name(f".{path.name}.lock")
    held = _hold_flock(lock) if fcntl is not None else _hold_file(lock)
    with held:
        yield


@contextlib.contextmanager
def _hold_flock(lock: Path) -> Iterator[None]:
    while True:
        handle = _open(lock, os.O_RDWR | os.O_CREAT)
        fcntl.flock(handle, fcntl.LOCK_EX)
        try:
            same = os.fstat(handle).st_ino == lock.stat().st_ino
        except FileNotFoundError:
            same = False
        if same:
            break
        os.close(handle)  # the previous holder has removed the file: lock the new one
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)
        os.close(handle)


@contextlib.contextmanager
def _hold_file(lock: Path) -> Iterator[None]:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            break
        except FileExistsError:
            if time.monotonic() > deadline:
                raise BridgeheadError(
                    f"{lock} has existed for {PATIENCE:.0f} seconds: another program is "
                    "changing the game, or one was stopped while doing so (then remove the file)"
                ) from None
            time.sleep(0.05)
        except OSError as error:
            raise BridgeheadError(f"{lock}: cannot be written: {error.strerror}") from error
    os.close(handle)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def _open(lock: Path, flags: int) -> int:
    try:
        return os.open(lock, flags, 0o600)
    except OSError as error:
        raise BridgeheadError(f"{lock}: cannot be written: {error.strerror}") from error
