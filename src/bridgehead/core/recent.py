"""What was made last, kept for who asks for the same again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """The values of the last few keys. Threads may share it; then a value may be made twice."""

    def __init__(self, kept: int) -> None:
        """`kept`: how many values are kept."""
        self._kept = kept
        self._values: dict[Hashable, T] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value of a key; `make` makes it where it is not there any more."""
        with self._lock:
            if key in self._values:
                self._values[key] = value = self._values.pop(key)  # the last used stands last
                return value
        value = make()
        with self._lock:
            self._values[key] = value
            while len(self._values) > self._kept:
                del self._values[next(iter(self._values))]
        return value
