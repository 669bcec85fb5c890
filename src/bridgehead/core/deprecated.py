"""What an earlier version offered in another form, and still understands for a while."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TypeVar

Value = TypeVar("Value")


class Called(dict[str, Value]):
    """The dict that a property gives where there was a method: calling it still works.

    The call warns with DeprecationWarning and returns a plain dict.
    """

    def __init__(self, name: str, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self._name = name

    def __call__(self) -> dict[str, Value]:
        """Return the same as a plain dict, with a DeprecationWarning."""
        warnings.warn(
            f"position.{self._name}() is a property now: write position.{self._name}",
            DeprecationWarning,
            stacklevel=2,
        )
        return dict(self)

    def __reduce__(self) -> tuple[type[dict[str, Value]], tuple[dict[str, Value]]]:
        return dict, (dict(self),)
