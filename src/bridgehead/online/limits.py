"""How often something may be tried here, and how many windows may be open."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator

from bridgehead.core.errors import BridgeheadError
from bridgehead.server.limits import Limit

LIMITS = {
    "log in from": Limit(20, 30),  # an address
    "log in as": Limit(10, 60),  # an address for one name: no stranger locks anybody out
    "register": Limit(10, 360),  # an address
    "challenge": Limit(20, 60),  # an account
    "invitation": Limit(30, 10),  # an address that follows links
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
    "picture": Limit(10, 6),  # an account, or an address, that wants a board as PNG
    "mail to": Limit(3, 3600),  # an address that is asked to confirm
    # Of an account, or of an address that watches, over all its windows:
    "open": Limit(60, 0.5),  # windows that are opened
    "message": Limit(100, 0.1),  # whatever a window sends
    "flood": Limit(50, 1),  # messages beyond that limit, before its windows are closed
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
