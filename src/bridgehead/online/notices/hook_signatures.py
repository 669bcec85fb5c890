"""Signatures of web hooks, in the form of standardwebhooks.com.

With a signature the receiver can check that a request comes from this server and that nobody has
changed it. The id tells whether it has come before. Each hook has a secret of its own, derived from
the server's key. It is not stored.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Mapping

from bridgehead.online.notices.push_keys import Keys


def secret_of(keys: Keys, channel: str) -> str:
    """Return the secret of a hook in the form in which its owner gets it."""
    return "whsec_" + base64.b64encode(keys.secret("hook", channel)).decode()


def headers(secret: str, message: str, time: int, body: bytes) -> Mapping[str, str]:
    """Return the headers that sign a body; `message` is its id, `time` is in seconds."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = hmac.digest(key, f"{message}.{time}.".encode() + body, "sha256")
    return {
        "webhook-id": message,
        "webhook-timestamp": str(time),
        "webhook-signature": f"v1,{base64.b64encode(signed).decode()}",
    }
