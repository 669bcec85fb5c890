"""Passwords: hashed with Argon2id in separate threads, because hashing is slow on purpose."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from bridgehead.core.errors import BridgeheadError

T = TypeVar("T")

SHORTEST, LONGEST = 10, 200  # characters
AT_ONCE = 2  # hashes that are computed at the same time; each takes 64 MiB of memory


class WeakPasswordError(BridgeheadError):
    """A password is not allowed."""


class Passwords:
    """Hashes passwords and checks them."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()  # the parameters of RFC 9106
        self._threads = ThreadPoolExecutor(AT_ONCE, "password")
        # compared with for unknown names, so that they take as long as known ones
        self._nobody = self._hasher.hash(secrets.token_hex(16))

    async def hash(self, password: str) -> str:
        """Return the hash of a new password; WeakPasswordError if it is too weak."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise WeakPasswordError(f"a password must have {SHORTEST} to {LONGEST} characters")
        if len(set(password)) < 4:
            raise WeakPasswordError("a password must have at least four different characters")
        return await self._aside(self._hasher.hash, password)

    async def is_right(self, password: str, kept: str | None) -> bool:
        """Whether a password matches a stored hash; it takes as long if there is no hash."""
        right = await self._aside(self._matches, kept or self._nobody, password[: LONGEST + 1])
        return right and kept is not None

    def is_outdated(self, kept: str) -> bool:
        """Whether a hash was made with weaker parameters than today's."""
        return self._hasher.check_needs_rehash(kept)

    def _matches(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _aside(self, work: Callable[..., T], *args: str) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)
