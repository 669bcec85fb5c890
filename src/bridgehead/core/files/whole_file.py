"""Writing a file completely or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from bridgehead.core.errors import BridgeheadError


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file atomically. A BridgeheadError says why it could not be written."""
    # lone surrogates are written as JSON escapes
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise BridgeheadError(f"{path}: cannot be written: {error.strerror}") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException as error:
        Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise BridgeheadError(f"{path}: cannot be written: {error.strerror}") from error
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
