"""The server's key for pushes, stored beside `seal.key`, and values derived from it.

Browsers bind a push subscription to one key (VAPID), so with another key every subscription is
lost. Topics of pushes, unsubscribe links and the secrets of web hooks are hashes with the same key.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.database.key_file import BYTES, read_key

VARIABLE, FILE = "BRIDGEHEAD_PUSH_KEY", "push.key"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256


class PushKeyError(BridgeheadError):
    """The key for pushes is missing or invalid."""


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
        """Return the keys from BRIDGEHEAD_PUSH_KEY or from a file, which is created if needed."""
        return cls(read_key(folder / FILE, VARIABLE, PushKeyError))

    @property
    def public(self) -> str:
        """The public key in the form that browsers expect."""
        point = self.private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def hashed(self, purpose: str, *parts: str) -> str:
        """Return a keyed hash of these texts, 32 characters long."""
        return base64.urlsafe_b64encode(self.secret(purpose, *parts)[:24]).decode()

    def secret(self, purpose: str, *parts: str) -> bytes:
        """Return the 32 bytes of a keyed hash of these texts."""
        told = "\n".join((purpose, *parts)).encode("utf-8", "replace")
        return hmac.new(self._key, told, "sha256").digest()
