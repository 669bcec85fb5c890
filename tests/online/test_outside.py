"""Addresses that users name: no way into our own network, whatever the name says or becomes."""

from __future__ import annotations

import asyncio
import datetime
import ssl
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from bridgehead.online.notices.user_addresses import (
    Answer,
    InternetRequests,
    OutsideError,
    checked,
    is_public,
)

pytestmark = pytest.mark.plain
HOST = "push.example.org"


@pytest.mark.parametrize(
    "url",
    ["http://a.example/", "https://localhost/", "https://127.0.0.1/", "https://[::1]/x",
     "https://10.0.0.1/", "https://2130706433/", "https://0x7f000001/", "https://127.1/",
     "https://a.example:8443/", "https://a.example:22/", "https://user@a.example/",
     "https://a.example@127.0.0.1/", "ftp://a.example/", "file:///etc/passwd", "//a.example/x",
     "https://a.example/\r\nX: y", "https://a.example/ x", "https://ä.example/", "https://",
     "https://a.example/#x", "https://a.example/" + "x" * 1000, "https://a..example/",
     "https://a.example:99999/", "gopher://a.example", "", "https://printer/",
     "https://169.254.169.254/latest"],
)  # fmt: skip
def test_what_is_not_asked(url: str) -> None:
    with pytest.raises(OutsideError):
        checked(url)


def test_an_address_with_path_and_query() -> None:
    found = checked("https://Hooks.Example.org:443/a/b?c=d%20e")
    assert (found.host, found.path) == ("hooks.example.org", "/a/b?c=d%20e")
    assert checked("https://hooks.example.org").path == "/"


@pytest.mark.parametrize(
    ("address", "public"),
    [("93.184.216.34", True), ("2606:2800:220:1::1", True), ("127.0.0.1", False),
     ("10.1.2.3", False), ("172.16.0.1", False), ("192.168.1.1", False), ("169.254.169.254", False),
     ("100.64.0.1", False), ("0.0.0.0", False), ("224.0.0.1", False), ("255.255.255.255", False),
     ("198.18.0.1", False), ("::1", False), ("::", False), ("fe80::1%eth0", False),
     ("ff02::1", False), ("::ffff:127.0.0.1", False), ("::ffff:10.0.0.1", False),
     ("::ffff:93.184.216.34", True), ("64:ff9b::7f00:1", False), ("2002:7f00:1::", False),
     ("fc00::1", False), ("::127.0.0.1", False), ("2001:0:1::1", False),
     ("192.88.99.1", False), ("::ffff:192.88.99.1", False), ("192.0.0.8", False),
     ("fec0::1", False), ("3fff::1", False), ("5f00::1", False), ("::ffff:0:7f00:1", False),
     ("64:ff9b:1::1", False), ("2620:4f:8000::1", True), ("192.89.0.1", True)],
)  # fmt: skip
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(address) is public


class Service:
    """Something that answers at https://push.example.org, on this machine."""

    def __init__(self, folder: Path, answer: bytes = b"HTTP/1.1 201 Created\r\n\r\n") -> None:
        self.answer = answer
        self.asked: list[bytes] = []
        self.looked_up: list[str] = []
        self.found: list[Sequence[str]] = []  # what the next look-ups give; then 127.0.0.1
        certificate, key = _certificate(folder)
        self._context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._context.load_cert_chain(certificate, key)
        self.trusting = ssl.create_default_context(cafile=str(certificate))

    async def __aenter__(self) -> Service:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._context)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    def outside(self, **more: Any) -> InternetRequests:
        async def resolve(host: str) -> Sequence[str]:
            self.looked_up.append(host)
            return self.found.pop(0) if self.found else ["127.0.0.1"]

        settings: dict[str, Any] = {"is_allowed": lambda ip: ip == "127.0.0.1"}
        settings |= {"context": self.trusting, "port": self.port}
        return InternetRequests(resolve, **{**settings, **more})

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        self.asked.append(head + await reader.readexactly(length))
        writer.write(self.answer)
        await writer.drain()
        writer.close()


def _certificate(folder: Path) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name)
        .public_key(key.public_key()).serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    paths = folder / "certificate.pem", folder / "key.pem"
    paths[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return paths


def test_a_request_reaches_the_checked_address(tmp_path: Path) -> None:
    async def run() -> None:
        async with Service(tmp_path, b"HTTP/1.1 429 Slow\r\nRetry-After: 90\r\n\r\nno") as service:
            answer = await service.outside().post(f"https://{HOST}/a?b", b"body", {"TTL": "5"})
            assert answer == Answer(429, 90)
            assert service.asked[0].startswith(b"POST /a?b HTTP/1.1\r\nHost: push.example.org\r\n")
            assert service.asked[0].endswith(b"\r\n\r\nbody")
            assert b"TTL: 5\r\n" in service.asked[0]

    asyncio.run(run())


def test_a_name_that_leads_into_our_network_is_not_asked(tmp_path: Path) -> None:
    async def run() -> None:
        async with Service(tmp_path) as service:
            strict = service.outside(is_allowed=is_public)
            for found in (["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["::ffff:127.0.0.1"], []):
                service.found = [found]
                with pytest.raises(OutsideError, match="public"):
                    await strict.post(f"https://{HOST}/", b"", {})
            assert service.asked == []

    asyncio.run(run())


def test_a_name_is_looked_up_once_for_check_and_connection(tmp_path: Path) -> None:
    """A name that means something else a moment later (rebinding) changes nothing."""

    async def run() -> None:
        async with Service(tmp_path) as service:
            service.found = [["127.0.0.1"], ["10.0.0.1"]]
            outside = service.outside()
            assert (await outside.post(f"https://{HOST}/", b"", {})).status == 201
            assert service.looked_up == [HOST]
            with pytest.raises(OutsideError, match="public"):  # looked up anew, checked anew
                await outside.post(f"https://{HOST}/", b"", {})

    asyncio.run(run())


def test_nothing_is_followed_and_no_certificate_of_another_name_is_taken(tmp_path: Path) -> None:
    async def run() -> None:
        moved = b"HTTP/1.1 307 Moved\r\nLocation: https://127.0.0.1/\r\n\r\n"
        async with Service(tmp_path, moved) as service:
            assert (await service.outside().post(f"https://{HOST}/", b"", {})).status == 307
            assert len(service.asked) == 1
            with pytest.raises(OutsideError, match="reached"):
                await service.outside().post("https://other.example.org/", b"", {})
            strangers = service.outside(context=ssl.create_default_context())
            with pytest.raises(OutsideError, match="reached"):
                await strangers.post(f"https://{HOST}/", b"", {})
            assert len(service.asked) == 1

    asyncio.run(run())


@pytest.mark.parametrize("answer", [b"", b"SSH-2.0-x\r\n\r\n", b"HTTP/1.1 200" + b"x" * 20_000])
def test_what_is_no_answer(answer: bytes, tmp_path: Path) -> None:
    async def run() -> None:
        async with Service(tmp_path, answer) as service:
            with pytest.raises(OutsideError):
                await service.outside().post(f"https://{HOST}/", b"", {})

    asyncio.run(run())


def test_nobody_is_waited_for_long(tmp_path: Path) -> None:
    async def run() -> None:
        closed = asyncio.Event()

        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            while await reader.read(1000):
                pass
            writer.close()
            closed.set()

        server = await asyncio.start_server(silent, "127.0.0.1", 0)
        async with Service(tmp_path) as service:
            port = server.sockets[0].getsockname()[1]
            outside = service.outside(port=port, patience=0.2)
            with pytest.raises(OutsideError, match="too long"):
                await outside.post(f"https://{HOST}/", b"", {})
        server.close()
        await asyncio.wait_for(closed.wait(), 60)  # the other end closes, too

    asyncio.run(run())
