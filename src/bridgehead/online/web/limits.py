"""Limits: how often something may be tried, and how many windows may be open."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator

from bridgehead.core.errors import BridgeheadError
from bridgehead.server.web.rate_limits import Limit

LIMITS = {
    "change": Limit(120, 0.5),  # per account or address: requests that change something
    "log in from": Limit(20, 30),  # per address
    "log in as": Limit(10, 60),  # per address and name, so that no stranger can lock anybody out
    "register": Limit(10, 360),  # per address
    "challenge": Limit(20, 60),  # per account
    "invitation": Limit(30, 10),  # per address: following links
    "orders": Limit(20, 3),  # per account: changes of standing orders
    "away": Limit(20, 20),  # per account: absences in which a computer plays
    "chat": Limit(10, 3),  # per account
    "analysis": Limit(5, 600),  # per account or address: requests
    "password": Limit(10, 60),  # per account: entering its own password again
    "passkey": Limit(30, 10),  # per address: challenges and signed answers
    "recover": Limit(5, 600),  # per address, and per name: lost passwords
    "email": Limit(5, 600),  # per account: new addresses
    "export": Limit(5, 600),  # per account: exports of all its data
    "report": Limit(10, 120),  # per account: reports and blocks
    "follow": Limit(60, 10),  # per account: players and games that are followed
    "search": Limit(30, 2),  # per account or address: looking for people
    "list": Limit(60, 0.5),  # per account or address: pages that are made of many games
    "note": Limit(30, 1),  # per account: private notes
    "channel": Limit(20, 60),  # per account: changes of channels, and test messages
    "picture": Limit(10, 6),  # per account or address: boards as PNG
    "preview": Limit(10, 6),  # per address: preview pictures of links
    "puzzle": Limit(60, 2),  # per account or address: puzzles that are listed, shown or begun
    "position": Limit(60, 1),  # per account or address: changes of positions that are set up
    "grade": Limit(10, 10),  # per account or address: plans that are checked
    "mail to": Limit(3, 3600),  # per address that gets a confirmation mail
    # Per account, or per address of spectators, for all its windows together:
    "open": Limit(60, 0.5),  # windows that are opened
    "layer": Limit(60, 0.25),  # layers of a map that are computed
    "message": Limit(100, 0.1),  # messages of any kind
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
        """`account`, `address`: the most windows that may be open for each."""
        self._most = {"account": account, "address": address}
        self._open: Counter[tuple[str, str]] = Counter()

    @contextlib.contextmanager
    def one_more(self, account: str, address: str) -> Iterator[None]:
        """Count a window while it is open.

        TooManyError if there are too many. `account` may be "".
        """
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
