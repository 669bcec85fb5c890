"""Web Push (RFC 8030, 8291, 8292).

Messages to browsers are encrypted for the browser and signed by us. The push service sees neither
text nor length nor game: the payload always has the same size, and the topic, by which a newer push
replaces an older one, is a keyed hash.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

from py_vapid import Vapid02
from pywebpush import WebPusher, WebPushException

from bridgehead.online.notices import user_addresses
from bridgehead.online.notices.channels import Channel
from bridgehead.online.notices.outbox import Sender

SIZE = 2000  # bytes of every payload before encryption
LASTS = 24 * 3600  # seconds for which the push service keeps it if the browser is offline
SIGNED = 12 * 3600  # seconds for which a signature is valid
NOBODY = "mailto:nobody@localhost"  # contact for the push service if we have no address


def packed(
    channel: Channel, told: Mapping[str, Any], sender: Sender
) -> tuple[bytes, Mapping[str, str]]:
    """Return the body and the headers of a push. ValueError if the keys are invalid."""
    topic = sender.keys.hashed("topic", channel.account, told["game"] or told["path"])
    shown = {"text": told["text"], "path": told["path"], "topic": topic}
    data = json.dumps(shown, ensure_ascii=False).encode("utf-8", "replace").ljust(SIZE)
    if len(data) > SIZE:
        raise ValueError("the push is too long")
    subscription = {"endpoint": channel.target, "keys": dict(channel.keys)}
    try:
        body = WebPusher(subscription).encode(data, "aes128gcm")["body"]
    except WebPushException as error:
        raise ValueError("the keys of this browser's subscription are invalid") from error
    claims = {
        "aud": user_addresses.checked(channel.target).origin,
        "sub": sender.public if sender.public.startswith("https://") else NOBODY,
        "exp": int(time.time()) + SIGNED,
    }
    headers = {
        **Vapid02(sender.keys.private).sign(claims),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(LASTS),
        "Topic": topic,
        "Urgency": "high" if "clock" in told["events"] else "normal",
    }
    return bytes(body), headers
