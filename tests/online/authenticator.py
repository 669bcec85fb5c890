"""A device with passkeys, made of `cryptography` and by the letter of WebAuthn alone."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Authenticator:
    """One passkey; what it gets wrong can be set."""

    origin: str
    host: str
    flags: int = PRESENT | VERIFIED
    uses: int = 0
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    def make(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return a new credential."""
        numbers = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        kept = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(self.flags | WITH_KEY) + kept
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", asked)
        return self._given({"clientDataJSON": text(client), "attestationObject": text(attestation)})

    def sign(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return a signature of what is asked."""
        self.uses += 1
        client, data = self._client("webauthn.get", asked), self._data(self.flags)
        whole = data + hashlib.sha256(client).digest()
        signature = self.key.sign(whole, ec.ECDSA(hashes.SHA256()))
        told = {"clientDataJSON": client, "authenticatorData": data, "signature": signature}
        return self._given({name: text(value) for name, value in told.items()})

    def _given(self, response: dict[str, str]) -> dict[str, Any]:
        own = text(self.id)
        return {"id": own, "rawId": own, "type": "public-key", "response": response}

    def _data(self, flags: int) -> bytes:
        host = hashlib.sha256(self.host.encode()).digest()
        return host + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _client(self, kind: str, asked: dict[str, Any]) -> bytes:
        told = {"type": kind, "challenge": asked["challenge"], "origin": self.origin}
        return json.dumps(told).encode()
