"""Keys that are kept outside the database: in the environment, or in a file of the data folder."""

from __future__ import annotations

import base64
import binascii
import contextlib
import os
import secrets
import tempfile
from pathlib import Path

from bridgehead.core.errors import BridgeheadError

BYTES = 32


def read_key(path: Path, variable: str, error: type[BridgeheadError]) -> bytes:
    """Return the key in an environment variable, or in a file, which is created if needed.

    Raise `error` if the key is invalid, or the file cannot be read or written.
    """
    given = os.environ.get(variable)
    if given is not None:
        return _decoded(given, variable, error)
    try:
        _make(path)
    except OSError as failure:
        raise error(f"{path}: cannot be written: {failure.strerror}") from failure
    try:
        text = path.read_text(encoding="ascii")
    except (OSError, UnicodeError) as failure:
        raise error(f"{path}: cannot be read: {failure}") from failure
    return _decoded(text, str(path), error)


def is_given(path: Path, variable: str) -> bool:
    """Whether there is a key in the environment variable or in the file."""
    return variable in os.environ or path.exists()


def new_key() -> str:
    """Return a new key as text."""
    return base64.b64encode(secrets.token_bytes(BYTES)).decode()


def _make(path: Path) -> None:
    """Write a new key file atomically, unless there is one."""
    if path.exists():
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # mkstemp: only the owner can read the file
    handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}.")
    try:
        with os.fdopen(handle, "w") as file:
            file.write(new_key())
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):  # another process was quicker
            os.link(aside, path)
    finally:
        Path(aside).unlink()


def _decoded(text: str, whence: str, error: type[BridgeheadError]) -> bytes:
    try:
        key = base64.b64decode(text.strip(), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if len(key) != BYTES:
        raise error(f"{whence}: must be a key of {BYTES} bytes in base64")
    return key
