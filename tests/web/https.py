"""HTTPS in front of a server, as a reverse proxy gives it, with a certificate of its own."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import ipaddress
import logging
import socket
import ssl
import subprocess
import sys
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.waiting import wait_until

HOST = "127.0.0.1"


def certificate(folder: Path) -> Path:
    """Write a key and a certificate of this machine into one file, and return it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    now, day = datetime.datetime.now(datetime.UTC), datetime.timedelta(days=1)
    here = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(HOST))])
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - day)
        .not_valid_after(now + day)
        .add_extension(here, critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    form = serialization.PrivateFormat.PKCS8
    path = folder / "certificate.pem"
    path.write_bytes(
        key.private_bytes(pem, form, serialization.NoEncryption()) + signed.public_bytes(pem)
    )
    return path


class HttpsProxy:
    """Takes HTTPS at a port and passes it on as HTTP to a server on this machine, in a process."""

    def __init__(self, folder: Path, port: int, to: int) -> None:
        """Listen at `port`, and pass on to the port `to`; the certificate lies in the folder."""
        words = [str(certificate(folder)), str(port), str(to)]
        self._process = subprocess.Popen([sys.executable, "-m", "tests.web.https", *words])
        wait_until(lambda: is_open(port))

    def kill(self) -> None:
        """End it, and all its connections."""
        self._process.kill()
        self._process.wait()


def is_open(port: int) -> bool:
    """Whether somebody listens at a port."""
    with socket.socket() as trial:
        return trial.connect_ex((HOST, port)) == 0


async def pass_all_on(file: str, port: int, to: int) -> None:
    """Do what the process does, until it is killed."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(HOST, to)
        with contextlib.suppress(OSError):  # one end has gone
            await asyncio.gather(pass_on(reader, back), pass_on(there, writer))

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    server = await asyncio.start_server(serve, HOST, port, ssl=context)
    await server.serve_forever()


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on what is read until there is no more."""
    try:
        while data := await reader.read(2**16):
            writer.write(data)
            await writer.drain()
    finally:
        writer.close()


if __name__ == "__main__":
    logging.disable()  # a browser that goes away in the middle is no fault
    asyncio.run(pass_all_on(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
