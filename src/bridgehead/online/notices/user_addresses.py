"""Requests to addresses that users have entered: pushes and web hooks.

A user may enter an address in our own network, or a name that resolves to one, now or later. So
only HTTPS on port 443 is allowed. The name is resolved once, every resolved address must be public,
and the connection goes to a checked address, with the certificate checked for the name. Redirects
are not followed, and only the status of the answer is read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from bridgehead.core.errors import BridgeheadError

LONGEST = 1000  # characters of an address
PATIENCE = 10.0  # seconds for all of a request
HEAD = 16_384  # bytes that are read of an answer at most
PORT = 443
HOST = re.compile(r"(?=.{4,253}\Z)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]")
PATH = re.compile(r"[!-~]*")  # visible ASCII
UNICAST = ipaddress.IPv6Network("2000::/3")  # all public addresses of IPv6 are in it
# Not public, although Python says so: addresses of protocols, ways into IPv4 (6to4, Teredo), and
# addresses for documents.
NOT_PUBLIC = tuple(
    ipaddress.ip_network(net)
    for net in ("192.0.0.0/24", "192.88.99.0/24", "2002::/16", "2001::/32", "3fff::/20")
)
Resolve = Callable[[str], Awaitable[Sequence[str]]]


class OutsideError(BridgeheadError):
    """A request to this address is not allowed, or there was no answer."""


@dataclass(frozen=True)
class Address:
    """A web address to which requests are allowed, as far as its text shows."""

    host: str
    path: str  # including the query

    @property
    def origin(self) -> str:
        """The origin: scheme and host."""
        return f"https://{self.host}"


@dataclass(frozen=True)
class Answer:
    """The answer: its status, and how many seconds to wait before the next request."""

    status: int
    wait: int = 0


def checked(url: str) -> Address:
    """Return a web address; OutsideError if requests to it are not allowed."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise OutsideError("this is not a web address") from None
    if not url.isascii() or not PATH.fullmatch(url) or len(url) > LONGEST or parts.fragment:
        raise OutsideError(f"an address can have at most {LONGEST} characters, all printable ASCII")
    if parts.scheme != "https" or "@" in parts.netloc or port not in (None, PORT):
        raise OutsideError("an address must begin with https:// and have no user and no port")
    host = (parts.hostname or "").lower()
    if not HOST.fullmatch(host):
        raise OutsideError("an address must have a public host name, like hooks.example.org")
    return Address(host, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def is_public(address: str) -> bool:
    """Whether an IP address is in the public internet and is not mapped to another address."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        elif ip not in UNICAST:
            return False
    if any(ip in net for net in NOT_PUBLIC):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


async def look_up(host: str) -> Sequence[str]:
    """Return the IP addresses of a host."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


class InternetRequests:
    """Sends requests to the internet."""

    def __init__(
        self,
        resolve: Resolve = look_up,
        is_allowed: Callable[[str], bool] = is_public,
        context: ssl.SSLContext | None = None,
        port: int = PORT,
        patience: float = PATIENCE,
    ) -> None:
        """Keep the defaults; other values are for tests."""
        self._resolve = resolve
        self._is_allowed = is_allowed
        self._context = context
        self._port = port
        self._patience = patience

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Send a body by POST.

        OutsideError if there is no answer, or the address is not allowed.
        """
        address = checked(url)
        try:
            async with asyncio.timeout(self._patience):
                return await self._post(address, body, headers)
        except OutsideError:
            raise
        except TimeoutError:
            raise OutsideError("the other server takes too long") from None
        except (OSError, ValueError, EOFError, asyncio.LimitOverrunError) as error:
            raise OutsideError(
                f"the other server cannot be reached: {type(error).__name__}"
            ) from error

    async def _post(self, address: Address, body: bytes, headers: Mapping[str, str]) -> Answer:
        found = await self._resolve(address.host)
        if not found or not all(self._is_allowed(each) for each in found):
            raise OutsideError("this host name has no public address")
        if self._context is None:
            self._context = ssl.create_default_context()
        reader, writer = await self._connect(address.host, found)
        try:
            lines = [f"POST {address.path} HTTP/1.1", f"Host: {address.host}"]
            lines += [f"{name}: {value}" for name, value in headers.items()]
            lines += [f"Content-Length: {len(body)}", "Connection: close", "", ""]
            writer.write("\r\n".join(lines).encode("ascii") + body)
            await writer.drain()
            return _answer(await reader.readuntil(b"\r\n\r\n"))
        finally:
            writer.transport.abort()  # the rest of the answer is not needed

    async def _connect(
        self, host: str, found: Sequence[str]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect to the first of these addresses that answers."""
        for number, ip in enumerate(found, start=1):
            try:
                return await asyncio.open_connection(
                    ip, self._port, ssl=self._context, server_hostname=host, limit=HEAD
                )
            except OSError:
                if number == len(found):
                    raise
        raise OutsideError("this host name cannot be resolved")


def _answer(head: bytes) -> Answer:
    first, *lines = head.decode("latin-1").split("\r\n")
    found = re.match(r"HTTP/1\.[01] (\d{3})\b", first)
    if found is None:
        raise ValueError("no HTTP")
    wait = 0
    for line in lines:
        name, _, value = line.partition(":")
        if name.lower() == "retry-after" and value.strip().isdigit():
            wait = min(int(value.strip()[:6]), 24 * 3600)
    return Answer(int(found[1]), wait)
