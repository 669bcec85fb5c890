"""A small cache of recently used values."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """A cache with the values of the last few keys.

    Several threads may share it; then a value may be computed twice.
    """

    def __init__(self, kept: int) -> None:
        """`kept`: the size of the cache."""
        self._kept = kept
        self._values: dict[Hashable, T] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value of a key; `make` computes it if it is not in the cache."""
        with self._lock:
            if key in self._values:
                self._values[key] = value = self._values.pop(key)  # keep the latest last
                return value
        value = make()
        with self._lock:
            self._values[key] = value
            while len(self._values) > self._kept:
                del self._values[next(iter(self._values))]
        return value
