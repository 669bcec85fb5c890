"""A position as one line of text, `bh1:GAME:…`, which can be pasted into a mail and back.

docs/notation.md describes the line. White space and the `>` of quoted mail do not count, so a
wrapped or quoted line is read, too.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
import zlib
from dataclasses import dataclass
from typing import Any

from bridgehead.core.errors import InvalidPosition
from bridgehead.core.files.bounded_text import read_json, shown

VERSION = 1
MARK = f"bh{VERSION}:"
LONGEST = 16 * 1024  # characters of a line; the longest of the package's games has some 2,500
MOST_BYTES = 128 * 1024  # of the position that is unpacked
CHECKSUM = 4  # bytes
DIGEST = 8  # bytes of the digest of the data
NAME = "the line"

_MARKED = re.compile(r"bh(\d{1,4}):")
_FORM = re.compile(r"bh\d+:([a-z0-9-]{1,80}):([A-Za-z0-9_-]+)")
_IGNORED = re.compile(r"[\s>]+")


@dataclass(frozen=True)
class PositionLine:
    """A line that was taken apart, its checksum checked: which game it is of, and the rest."""

    game: str
    options: tuple[str, ...]
    digest: str  # of the game's data: the first digits
    packed: bytes


def digest_with(data: str, scenario: Any) -> str:
    """Return the digest of a game's data and of its scenario, if it has one."""
    if scenario is None:
        return data
    return hashlib.sha256(f"{data} {scenario.digest}".encode()).hexdigest()


def is_line(text: str) -> bool:
    """Whether a text is meant as the line of a position, of any version."""
    return _MARKED.match(_plain(text[:1000])) is not None


def write_line(position: Any) -> str:
    """Return a position as one line."""
    game = position.game
    digest = bytes.fromhex(digest_with(game.data.digest, game.scenario))[:DIGEST]
    head = digest + ",".join(game.options).encode() + b"\n"
    packer = zlib.compressobj(level=9, zdict=_usual(game))
    body = head + packer.compress(_text(position.to_dict())) + packer.flush()
    whole = _checksum(game.id, body) + body
    return f"{MARK}{game.id}:{base64.urlsafe_b64encode(whole).decode().rstrip('=')}"


def take_apart(text: str) -> PositionLine:
    """Return the parts of a line; InvalidPosition says what is wrong with it."""
    if len(text) > LONGEST:
        raise InvalidPosition(f"{NAME}: has {len(text)} characters; {LONGEST} is the limit")
    plain = _plain(text)
    marked = _MARKED.match(plain)
    if marked is None:
        raise InvalidPosition(
            f'{NAME}: {shown(plain[:40])} is not a position: it must begin with "{MARK}"'
        )
    if int(marked[1]) != VERSION:
        raise InvalidPosition(
            f"{NAME}: is of version {int(marked[1])}; this Bridgehead reads version {VERSION}"
        )
    found = _FORM.fullmatch(plain)
    if found is None:
        raise InvalidPosition(
            f"{NAME}: must have the form {MARK}GAME:LETTERS, without any other characters"
        )
    game, letters = found.groups()
    try:
        whole = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except (binascii.Error, ValueError):
        whole = b""
    checksum, body = whole[:CHECKSUM], whole[CHECKSUM:]
    if checksum != _checksum(game, body) or len(checksum) < CHECKSUM:
        raise InvalidPosition(
            f"{NAME}: was cut short or changed, because its checksum is wrong: copy all of it"
        )
    names, _, packed = body[DIGEST:].partition(b"\n")
    options = tuple(filter(None, names.decode("utf-8", "replace").split(",")))
    return PositionLine(game, options, body[:DIGEST].hex(), packed)


def read_line(game: Any, text: str) -> Any:
    """Return the position in a line; InvalidPosition if it is invalid or of another game."""
    line = take_apart(text)
    if line.game != game.id:
        raise InvalidPosition(f"{NAME}: is a position of {line.game}, not of {game.id}")
    if sorted(line.options) != sorted(game.options):
        raise InvalidPosition(
            f"{NAME}: was written with the options {_named(line.options)}, but the game was "
            f"loaded with {_named(game.options)}"
        )
    digest = digest_with(game.data.digest, game.scenario)
    if not digest.startswith(line.digest):
        raise InvalidPosition(
            f"{NAME}: was written with other data (digest {line.digest}…) than those of the game "
            f"({digest[: 2 * DIGEST]}…)"
        )
    return game.position(_unpacked(line.packed, _usual(game)))


def _unpacked(packed: bytes, usual: bytes) -> Any:
    unpacker = zlib.decompressobj(zdict=usual)
    wrong = InvalidPosition(
        f"{NAME}: cannot be unpacked: it was not written by Bridgehead, or by one in which this "
        "game starts in another way"
    )
    try:
        data = unpacker.decompress(packed, MOST_BYTES)
    except zlib.error:
        raise wrong from None
    if unpacker.unconsumed_tail:
        raise InvalidPosition(f"{NAME}: holds more than {MOST_BYTES // 1024} KB: that is the limit")
    if not unpacker.eof:
        raise wrong
    return read_json(data.decode("utf-8", "replace"), NAME, InvalidPosition)


def _usual(game: Any) -> bytes:
    """Return the text that packing begins with, so that usual places of units cost little."""
    return _text(game.start().to_dict()["units"])


def _text(data: Any) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode()


def _checksum(game: str, body: bytes) -> bytes:
    return hashlib.sha256(game.encode() + b":" + body).digest()[:CHECKSUM]


def _plain(text: str) -> str:
    return _IGNORED.sub("", text)


def _named(options: tuple[str, ...]) -> str:
    return ", ".join(options) or "none"
