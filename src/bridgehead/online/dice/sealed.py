"""The dice of games between people: every draw derives from a secret fixed before the game.

The secret is in the database, sealed with a key that is kept elsewhere (`Seal`). Over HTTPS the
players' browsers contribute to the draws (`verifiable.py`). Without HTTPS, draw number k follows
from the secret, the game and k alone. In both cases a request that is sent again, even after a
crash, gets the same roll, and the order of actions does not change it. Draws that were taken back
still count, so no draw is used twice.
"""

from __future__ import annotations

import base64
import secrets
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from bridgehead.core.dice.dice import commitment_to, derived_draw
from bridgehead.core.errors import BridgeheadError
from bridgehead.online.database.key_file import BYTES, read_key

NONCE = 12
VARIABLE, FILE = "BRIDGEHEAD_SEAL_KEY", "seal.key"
SEALED, CHAINS, STRICT = "sealed", "chains", "strict"


class SealError(BridgeheadError):
    """The key that seals the secrets of dice is missing or wrong."""


@dataclass(frozen=True)
class NewDice:
    """The dice of a new game: the published values and the sealed secret."""

    commitment: str
    sealed: str
    chained: bool = False  # whether the players' browsers add to them

    def mode(self, pace: str) -> str:
        """Return the dice mode for a pace.

        Mode "strict" is for live games, where each roll needs a link of the other player.
        """
        if not self.chained:
            return SEALED
        return STRICT if pace.startswith("live") else CHAINS


class Seal:
    """Seals the secrets of dice with a key that is kept outside the database.

    `chained`: whether browsers can contribute to the dice of new games, which needs HTTPS.
    """

    chained = False

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    @classmethod
    def of_folder(cls, folder: Path) -> Seal:
        """Return the seal with the key in BRIDGEHEAD_SEAL_KEY, or in a file (created if needed)."""
        return cls(read_key(folder / FILE, VARIABLE, SealError))

    def fresh(self, game: str) -> NewDice:
        """Return the dice of a new game."""
        secret = secrets.token_hex(BYTES)
        nonce = secrets.token_bytes(NONCE)
        sealed = nonce + self._cipher.encrypt(nonce, secret.encode(), game.encode())
        return NewDice(commitment_to(secret), base64.b64encode(sealed).decode(), self.chained)

    def open(self, game: str, sealed: str) -> str:
        """Return the secret of a game; SealError if it was sealed with another key."""
        try:
            data = base64.b64decode(sealed, validate=True)
            return self._cipher.decrypt(data[:NONCE], data[NONCE:], game.encode()).decode()
        except (InvalidTag, ValueError) as error:
            raise SealError(
                f"game {game}: its dice were sealed with another key; put the key back "
                f"({VARIABLE}, or {FILE} in the data folder)"
            ) from error

    def opens(self, game: str, sealed: str) -> bool:
        """Whether the secret of a game was sealed with this key."""
        try:
            self.open(game, sealed)
        except SealError:
            return False
        return True


def draw(secret: str, game: str, number: int, outcomes: int) -> int:
    """Return draw number `number` (from 1) of a game, 0 to `outcomes` - 1, each equally likely."""
    return derived_draw(secret, number, (game,), outcomes)
