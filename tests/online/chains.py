"""Somebody's browser, as far as the dice go: computed with hashlib and hmac alone."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

from tests.online.conftest import Seat


def before(link: str) -> str:
    return hashlib.sha256(bytes.fromhex(link)).hexdigest()


def chain(name: str, length: int = 40) -> list[str]:
    """Return a chain: its anchor, then its links."""
    found = [hashlib.sha256(name.encode()).hexdigest()]
    for _ in range(length):
        found.append(before(found[-1]))
    return found[::-1]


def header(game: str, title: str, commitment: str, *anchors: str) -> str:
    """Return the header; an anchor is "israel 12ab…"."""
    lines = ["bridgehead dice 1", game, title, commitment, *anchors]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def roll(secret: str, number: int, head: str, links: list[str], outcomes: int = 6) -> int:
    digest = hashlib.sha256("\n".join([head, *links]).encode()).hexdigest()
    for block in range(100):
        message = f"{number}|{digest}|{block}".encode()
        for byte in hmac.new(secret.encode(), message, hashlib.sha256).digest():
            if byte < 256 // outcomes * outcomes:
                return byte % outcomes
    raise AssertionError("no byte is small enough")


class ChainSeat(Seat):
    """An open window whose browser has a chain; it gives by itself what the dice want."""

    def __init__(self, socket: Any, name: str, *, alone: bool = True) -> None:
        self.chain = chain(name)
        self.alone = alone  # whether it gives what is wanted by itself
        self.asked: list[str] = []
        super().__init__(socket)
        if alone:
            self.give()

    @property
    def dice(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["dice"]
        return found

    @property
    def next(self) -> str:
        """The next link, where the last one is known."""
        last = self.dice["last"]
        return self.chain[self.chain.index(last) + 1] if last in self.chain else ""

    def give(self) -> None:
        """Give what the dice want, until they want nothing."""
        while want := self.dice["want"]:
            self.asked.append(f"{want} {self.dice['ticket']}")
            assert self.hand(want)["ok"]

    def hand(self, want: str, **more: Any) -> Any:
        if want == "anchor":
            return self.call(type="anchor", **{"anchor": self.chain[0], **more})
        return self.call(type="link", **{"link": self.next, "ticket": self.dice["ticket"], **more})

    def do(self, action: str, **more: Any) -> Any:
        return super().do(action, **{"link": self.next, **more})
