"""Rate limits by token buckets.

There is one bucket for each kind of action and each account, name or address. It holds a number of
tries and refills at a steady rate. Each process has its own buckets, so several processes together
allow more tries.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from bridgehead.core.errors import BridgeheadError

NETWORK = 64  # bits of an IPv6 address
BUCKETS = 100_000  # most buckets; the least recently used is dropped


class TooOftenError(BridgeheadError):
    """There were too many tries."""

    def __init__(self, wait: float) -> None:
        self.wait = max(1, round(wait))
        super().__init__(f"that was too often: try again in {self.wait} s")


@dataclass(frozen=True)
class Limit:
    """A limit: `tries` tries at once, and one more every `each` seconds."""

    tries: int
    each: float


class Limits:
    """Counts tries and enforces the limits."""

    def __init__(
        self, limits: Mapping[str, Limit], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`limits`: the limit for each kind of try."""
        self._limits = limits
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


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return the network that counts as one address: for IPv6, the network of one customer."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, NETWORK), strict=False))


def public_network(address: str) -> str | None:
    """Return a network as `network_of` does, None if it is private or a proxy."""
    try:
        found = ipaddress.ip_network(address)
    except ValueError:
        return None
    return address if found.is_global else None
