"""How often something may be tried, and how many windows may be open.

There is a bucket of tries for each kind and each account, name or address.

A bucket holds so many tries and fills again at a steady rate. The buckets are this process's own:
several processes together allow as many times more.
"""

from __future__ import annotations

import contextlib
import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bridgehead.core.errors import BridgeheadError

NETWORK = 64  # bits of an IPv6 address
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
    "log in as": Limit(10, 60),  # an address for one name: no stranger locks anybody out
    "register": Limit(10, 360),  # an address
    "challenge": Limit(20, 60),  # an account
    "invitation": Limit(30, 10),  # an address that follows links
    "act": Limit(100, 0.1),  # an account: actions, offers, questions
    "orders": Limit(20, 3),  # an account that changes its standing orders
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


class TooManyError(BridgeheadError):
    """Too many windows are open."""

    def __init__(self) -> None:
        super().__init__(
            "too many games are open in this account or at this address: close some of them, "
            "and load this page again"
        )


class OpenWindows:
    """Counts the windows (WebSockets) that are open at this process, by account and by address."""

    def __init__(self, account: int = 50, address: int = 200) -> None:
        """`account`, `address`: how many may be open at most."""
        self._most = {"account": account, "address": address}
        self._open: Counter[tuple[str, str]] = Counter()

    @contextlib.contextmanager
    def one_more(self, account: str, address: str) -> Iterator[None]:
        """Count a window as long as it is open; TooManyError. Without an account it is ""."""
        keys = [(kind, who) for kind, who in (("account", account), ("address", address)) if who]
        if any(self._open[key] >= self._most[key[0]] for key in keys):
            raise TooManyError
        self._open.update(keys)
        try:
            yield
        finally:
            self._open.subtract(keys)
            for key in keys:
                if self._open[key] <= 0:
                    del self._open[key]


def network_of(address: str) -> str:
    """Return what is counted as one address: of IPv6 the network that a customer gets."""
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
    """Return a network as `network_of` does, None if it is a home's or a proxy's own."""
    try:
        found = ipaddress.ip_network(address)
    except ValueError:
        return None
    return address if found.is_global else None


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
