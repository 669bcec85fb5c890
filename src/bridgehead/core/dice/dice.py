"""The dice of a record: `open`, `seeded`, `committed` or `chained`.

open
    Drawn from the system at each roll. Foreseeable by nobody, checkable by nobody.
seeded
    Derived from a seed that stands in the record. Reproducible, and so foreseeable.
committed
    Derived from a secret that the host keeps to itself; the record holds its SHA-256 from the
    start, and the secret itself once the game is over. Foreseeable by nobody who reads the
    record, checkable by everybody afterwards.
chained
    Of a game on `bridgehead serve`: from a secret of the server and from what each player's browser
    adds (`core/dice/verifiable.py`). The record has all of it once the game is over.

What the dice decide is one of the legal actions, each equally likely: a face of a die, or what is
drawn. Of n actions a derived draw is the first byte below 256 - 256 % n of HMAC-SHA256(key,
"number|actions|block"), modulo n, counted from 0: number is that of the draw, rolls and draws
counted together from 1, actions the digest of every action before it, block a counter. For seeded
dice the actions are left out, so that a seed is a sequence of rolls.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from bridgehead.core.errors import BridgeheadError, InvalidRecord

KINDS = ("open", "seeded", "committed")  # the kinds for new games
FIELDS_OF = {
    "open": ("kind",),
    "seeded": ("kind", "seed"),
    "committed": ("kind", "commitment", "secret"),
    "chained": ("kind", "version", "game", "title", "strict", "people", "secrets", "events"),
}
CHAINED_VERSION = 1


@dataclass(frozen=True)
class Dice:
    """The dice of a record, as its header describes them. `secret` is set only after the game."""

    kind: str
    seed: int | None = None
    commitment: str | None = None
    secret: str | None = None
    trail: dict[str, Any] | None = None  # for chained dice: their whole history

    def to_dict(self) -> dict[str, Any]:
        """Return the dice as a record stores them."""
        if self.trail is not None:
            return dict(self.trail)
        data: dict[str, Any] = {"kind": self.kind}
        for field in ("seed", "commitment", "secret"):
            if getattr(self, field) is not None:
                data[field] = getattr(self, field)
        return data

    def header(self) -> dict[str, Any]:
        """Return the data for the page: everything except the trail."""
        return {"kind": self.kind} if self.trail is not None else self.to_dict()

    @classmethod
    def from_dict(cls, data: Any) -> Dice:
        """Read the dice of a record; InvalidRecord if they are invalid."""
        if not isinstance(data, dict) or data.get("kind") not in tuple(FIELDS_OF):
            raise InvalidRecord(f"record, dice: the kind must be one of {', '.join(FIELDS_OF)}")
        kind = data["kind"]
        for field in data:
            if field not in FIELDS_OF[kind]:
                raise InvalidRecord(f"record, dice: {field!r} is unknown with {kind} dice")
        if kind == "chained":
            if data.get("version") != CHAINED_VERSION:
                raise InvalidRecord(
                    f"record, dice, version: is {data.get('version')!r}; this program reads "
                    f"{CHAINED_VERSION}"
                )
            return cls(kind, trail=data)
        if kind == "seeded" and type(data.get("seed")) is not int:
            raise InvalidRecord("record, dice: seeded dice need a seed, a whole number")
        if kind == "committed" and not is_digest(data.get("commitment")):
            raise InvalidRecord("record, dice: committed dice need a commitment, 64 hex digits")
        if "secret" in data and not is_digest(data["secret"]):
            raise InvalidRecord("record, dice: a secret must be a string of 64 hex digits")
        return cls(kind, data.get("seed"), data.get("commitment"), data.get("secret"))


def is_digest(value: object) -> bool:
    """Whether a value is a SHA-256 in hexadecimal."""
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def commitment_to(secret: str) -> str:
    """Return the commitment to a secret: its SHA-256."""
    return hashlib.sha256(secret.encode()).hexdigest()


def derived_draw(key: str, number: int, actions: Sequence[str], outcomes: int) -> int:
    """Return draw number `number` (from 1), 0 to `outcomes` - 1, after these actions.

    ValueError if there are no outcomes, or more than a byte can tell apart.
    """
    if not 1 <= outcomes <= 256:
        raise ValueError(f"a draw must have 1 to 256 outcomes, not {outcomes}")
    digest = hashlib.sha256("\n".join(actions).encode()).hexdigest() if actions else ""
    limit = 256 - 256 % outcomes  # below this limit every outcome has the same number of bytes
    block = 0
    while True:
        message = f"{number}|{digest}|{block}".encode()
        for byte in hmac.new(key.encode(), message, hashlib.sha256).digest():
            if byte < limit:
                return byte % outcomes
        block += 1


def seeded_draw(seed: int, number: int, outcomes: int) -> int:
    """Return draw number `number` of a seed, 0 to `outcomes` - 1."""
    return derived_draw(f"seed {seed}", number, (), outcomes)


def open_draw(outcomes: int) -> int:
    """Return a draw from the system's entropy, 0 to `outcomes` - 1."""
    return secrets.randbelow(outcomes)


class Secrets:
    """The folder in which a host keeps the secrets of its committed games, one file each.

    The files are readable by their owner only, and named by the commitment. A published secret has
    an empty file beside it, COMMITMENT.disclosed: no game uses that secret for rolls any more.
    """

    def __init__(self, folder: Path | None = None) -> None:
        named = os.environ.get("BRIDGEHEAD_DATA")
        root = Path(named) if named else Path(user_data_path("bridgehead"))
        self.folder = folder or root / "secrets"

    def new(self) -> str:
        """Create and store a secret; return its commitment.

        A BridgeheadError says why it could not be stored; then there is no commitment either.
        """
        secret = secrets.token_hex(32)
        commitment = commitment_to(secret)
        path = self.folder / f"{commitment}.json"
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump({"secret": secret}, file)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise BridgeheadError(
                f"{path}: the secret of the dice cannot be saved: {error.strerror}; set "
                "BRIDGEHEAD_DATA to another folder, or use open dice"
            ) from error
        return commitment

    def get(self, commitment: str) -> str:
        """Return the secret behind a commitment; InvalidRecord if this host does not hold it."""
        path = self.folder / f"{commitment}.json"
        try:
            secret = str(json.loads(path.read_text(encoding="utf-8"))["secret"])
        except (OSError, ValueError, KeyError, TypeError):
            raise InvalidRecord(
                "the dice of this game are committed, and their secret is on the host that "
                f"started it: {path} is missing or unreadable"
            ) from None
        if commitment_to(secret) != commitment:
            raise InvalidRecord(f"{path} does not hold the secret of this commitment")
        return secret

    def disclose(self, commitment: str) -> str:
        """Return a secret to publish it; nothing is drawn with it any more.

        InvalidRecord if this host does not have it, or cannot note that it was published.
        """
        secret = self.get(commitment)
        try:
            self._note(commitment).touch(mode=0o600)
        except OSError as error:
            raise InvalidRecord(
                f"{self._note(commitment)}: cannot be written, so the secret is not "
                f"published: {error.strerror}"
            ) from error
        return secret

    def to_draw(self, commitment: str) -> str:
        """Return a secret to draw with it; InvalidRecord if this is not allowed.

        A secret that was published here, at the end of this game or of a copy of it, would make
        every roll predictable.
        """
        secret = self.get(commitment)
        if self._note(commitment).exists():
            raise InvalidRecord(
                "the secret of these dice has been disclosed because a copy of this game ended "
                "here. Every roll could be foreseen, so this game cannot be continued; "
                "start another game"
            )
        return secret

    def _note(self, commitment: str) -> Path:
        return self.folder / f"{commitment}.disclosed"
