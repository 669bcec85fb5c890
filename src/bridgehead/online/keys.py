"""The server's key for pushes, and what is derived from it: kept beside `seal.key`.

Browsers give out addresses for pushes to one key alone (VAPID), so that with another key every
subscription is lost. Topics of pushes and links that end mails are hashes with the same key.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import hmac
import os
import secrets
import tempfile
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bridgehead.core.errors import BridgeheadError

BYTES = 32
VARIABLE = "BRIDGEHEAD_PUSH_KEY"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256


class PushKeyError(BridgeheadError):
    """The key for pushes is missing or is invalid."""


class Keys:
    """Signs pushes and makes keyed hashes."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        number = int.from_bytes(key) % (ORDER - 1) + 1
        self.private = ec.derive_private_key(number, ec.SECP256R1())

    @classmethod
    def fresh(cls) -> Keys:
        """Return new keys that are not stored."""
        return cls(secrets.token_bytes(BYTES))

    @classmethod
    def of_folder(cls, folder: Path) -> Keys:
        """Return the keys of BRIDGEHEAD_PUSH_KEY or of a file, which is created if needed."""
        given = os.environ.get(VARIABLE)
        if given is not None:
            return cls(_decoded(given, VARIABLE))
        path = folder / "push.key"
        try:
            _make(path)
            return cls(_decoded(path.read_text(encoding="ascii"), str(path)))
        except (OSError, UnicodeError) as error:
            raise PushKeyError(f"{path}: cannot be read or written: {error}") from error

    @property
    def public(self) -> str:
        """The public key as browsers want it."""
        point = self.private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def hashed(self, purpose: str, *parts: str) -> str:
        """Return a keyed hash of these texts, 32 characters."""
        told = "\n".join((purpose, *parts)).encode("utf-8", "replace")
        digest = hmac.new(self._key, told, "sha256").digest()[:24]
        return base64.urlsafe_b64encode(digest).decode()


def _make(path: Path) -> None:
    """Write a new key file atomically, unless there is one."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, aside = tempfile.mkstemp(dir=path.parent, prefix=".push.")  # its owner's alone
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(base64.b64encode(secrets.token_bytes(BYTES)))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):  # another process was quicker
            os.link(aside, path)
    finally:
        Path(aside).unlink()


def _decoded(text: str, whence: str) -> bytes:
    try:
        key = base64.b64decode(text.strip(), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if len(key) != BYTES:
        raise PushKeyError(f"{whence}: must be a key of {BYTES} bytes in base64")
    return key
