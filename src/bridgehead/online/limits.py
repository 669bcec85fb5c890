"""How often something may be tried: a bucket for each kind and each account, name or address.

A bucket holds so many tries and fills again at a steady rate. The buckets are this process's own:
several processes together allow as many times more.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from bridgehead.core.errors import BridgeheadError

BUCKETS = 100_000  # kept at most; the one that was not used for longest goes


class TooOftenError(BridgeheadError):
    """Something was tried too often."""

    def __init__(self, wait: float) -> None:
        self.wait = max(1, round(wait))
        super().__init__(f"that was too often: try again in {self.wait} s")


@dataclass(frozen=True)
class Limit:
    """So many tries at once, and one more each so many seconds."""

    tries: int
    each: float


LIMITS = {
    "log in from": Limit(20, 30),  # an address
    "log in as": Limit(10, 60),  # a name
    "register": Limit(10, 360),  # an address
    "challenge": Limit(20, 60),  # an account
    "invitation": Limit(30, 10),  # an address that follows links
    "act": Limit(100, 0.1),  # an account: actions, offers, questions
    "chat": Limit(10, 3),  # an account
    "analysis": Limit(5, 600),  # an account, or an address, that asks for one
    "password": Limit(10, 60),  # an account that gives its own once more
    "passkey": Limit(30, 10),  # an address that asks what to sign, or sends it signed
    "recover": Limit(5, 600),  # an address that has lost its password, and a name that has
    "email": Limit(5, 600),  # an account that gives another address
    "export": Limit(5, 600),  # an account that wants all its data
    "report": Limit(10, 120),  # an account that reports or blocks somebody
    "note": Limit(30, 1),  # an account that writes private notes
    "channel": Limit(20, 60),  # an account: ways to tell it of something, and tests of them
    "mail to": Limit(3, 3600),  # an address that is asked to confirm
}


class Limits:
    """Counts tries."""

    def __init__(
        self, limits: dict[str, Limit] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._limits = limits or LIMITS
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def check(self, kind: str, who: str) -> None:
        """Count a try; TooOftenError if there were too many."""
        limit, now, key = self._limits[kind], self._clock(), (kind, who)
        left, since = self._buckets.pop(key, (float(limit.tries), now))
        left = min(left + (now - since) / limit.each, limit.tries)
        allowed = left >= 1
        self._buckets[key] = (left - allowed, now)
        while len(self._buckets) > BUCKETS:
            self._buckets.popitem(last=False)
        if not allowed:
            raise TooOftenError((1 - left) * limit.each)
