"""The types of records and their fields, for annotations only: they cost nothing at run time.

Each title declares its board, its state and its work records in `records.py` (`core.kernels.fields`
makes their dtypes). A field with one number is an `int` or a `float`, a field with an array a
`Vector`, `Matrix` or `Cube`, by its dimensions.

In plain Python a field of a record is a NumPy number. It is annotated as the corresponding Python
number: kernels do their arithmetic in plain ints.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

_Number = TypeVar("_Number", int, float)
_Record_co = TypeVar("_Record_co", covariant=True)


class _Array(Protocol):
    """The common part of arrays of all dimensions."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of the dimensions."""

    def any(self) -> Any:
        """Return whether any number is not 0."""

    def __len__(self) -> int:
        """Return the size of the first dimension."""

    def __array__(self) -> NDArray[Any]:
        """Return it as an array of NumPy."""


class Vector(_Array, Protocol[_Number]):
    """A row of numbers."""

    @overload
    def __getitem__(self, at: int, /) -> _Number: ...
    @overload
    def __getitem__(self, at: slice, /) -> Vector[_Number]: ...
    @overload
    def __setitem__(self, at: int, value: _Number, /) -> None: ...
    @overload
    def __setitem__(self, at: slice, value: Any, /) -> None: ...
    def __iter__(self) -> Iterator[_Number]:
        """Iterate over the numbers."""

    def copy(self) -> Vector[_Number]:
        """Return a copy."""


class Matrix(_Array, Protocol[_Number]):
    """Numbers by two indices."""

    @overload
    def __getitem__(self, at: tuple[int, int], /) -> _Number: ...
    @overload
    def __getitem__(self, at: int | tuple[int, slice], /) -> Vector[_Number]: ...
    @overload
    def __setitem__(self, at: tuple[int, int], value: _Number, /) -> None: ...
    @overload
    def __setitem__(self, at: int | slice | tuple[int, slice], value: Any, /) -> None: ...


class Cube(_Array, Protocol[_Number]):
    """Numbers by three indices."""

    @overload
    def __getitem__(self, at: tuple[int, int, int], /) -> _Number: ...
    @overload
    def __getitem__(self, at: tuple[int, int], /) -> Vector[_Number]: ...
    @overload
    def __getitem__(self, at: int, /) -> Matrix[_Number]: ...
    @overload
    def __setitem__(self, at: tuple[int, int, int], value: _Number, /) -> None: ...
    @overload
    def __setitem__(self, at: int | slice | tuple[int, int], value: Any, /) -> None: ...


class Records(Protocol[_Record_co]):
    """An array of records."""

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype of the records."""

    def __getitem__(self, at: int, /) -> _Record_co:
        """Return a record of the array, not a copy."""

    def __setitem__(self, at: int, value: Any, /) -> None:
        """Copy a record into the array."""
