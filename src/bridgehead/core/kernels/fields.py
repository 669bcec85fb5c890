"""Records declared once: a class with annotations, from which dtype and columns are derived.

    class State(Protocol):
        turn: Annotated[Int16, "game turn"]
        hex: Annotated[Vector[int], np.int16, MAX_UNITS]  # negative where it is in none

A type checker sees `turn: int` and `hex: Vector[int]`. `dtype_of` makes the structured dtype. A
field with a text is a column of what a side observes, and the text is its meaning. Modules with
such classes evaluate their annotations at once: they have no `from __future__ import annotations`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import cache
from typing import Annotated, Any, NamedTuple, cast

import numpy as np

from bridgehead.core.kernels.kernel import kernel

Int16 = Annotated[int, np.int16]
Int32 = Annotated[int, np.int32]
Int64 = Annotated[int, np.int64]

Lines = tuple[tuple[str, str], ...]  # names of columns, and their meanings


class Kept(str):
    """The meaning of a column that not every side may see: `copier` leaves it out."""

    __slots__ = ()


class Field(NamedTuple):
    """A field of a record: the type of its numbers, its shape, and its meaning as a column."""

    number: type
    shape: tuple[int, ...]
    meaning: str = ""
    labels: tuple[str, ...] = ()  # of the entries of an array; without, they are numbered


@cache
def fields(record: type) -> dict[str, Field]:
    """Return the fields of a record by name, in their order."""
    found = {}
    for name, hint in record.__annotations__.items():
        number, *rest = getattr(hint, "__metadata__", (None,))
        if number is None:
            raise TypeError(
                f"{record.__name__}.{name}: say how it is stored: Annotated[int, np.int16]"
            )
        shape = tuple([one for one in rest if type(one) is int])
        meaning, labels = "", ()
        for one in rest[len(shape) :]:
            if isinstance(one, str):
                meaning = one
            else:
                labels = one
        found[name] = Field(number, shape, meaning, labels)
    return found


def dtype_of(record: type) -> np.dtype[Any]:
    """Return the structured dtype of a record."""
    return np.dtype([(name, one.number, one.shape) for name, one in fields(record).items()])


# What an observation says of a record


def numbered(meaning: str, names: Iterable[str]) -> str:
    """Return the meaning of a field whose numbers, from 0, have names."""
    return f"{meaning}: " + ", ".join(f"{number} {name}" for number, name in enumerate(names))


def listed(meaning: str, names: Iterable[str]) -> str:
    """Return the meaning of a field with the names of its values."""
    return f"{meaning}: {', '.join(names)}"


def columns(record: type, *shape: int) -> Lines:
    """Return the columns of all fields of a shape that have a meaning; no shape: of scalars."""
    return tuple(
        (n, f.meaning) for n, f in fields(record).items() if f.meaning and f.shape == shape
    )


def named(record: type, *names: str) -> Lines:
    """Return the columns of the fields of these names."""
    return tuple((name, fields(record)[name].meaning) for name in names)


def entries(record: type, *names: str) -> Lines:
    """Return the columns of arrays: one for each entry, its label put into the field's meaning."""
    return tuple(
        (f"{name} {k}", fields(record)[name].meaning.format(label))
        for name in names
        for k, label in enumerate(fields(record)[name].labels or range(*fields(record)[name].shape))
    )


def copier(module: str, record: type, table: Lines, *, rows: bool = False) -> Callable[..., None]:
    """Return a kernel `(s, x)` that copies the fields of a record that a table of columns has.

    It belongs to the module of that name. `rows`: the fields are arrays by unit, and the kernel is
    `(s, u, x)`, for the row of one unit. All other columns are left to the caller.
    """
    known, lines = fields(record), []
    for place, (column, _) in enumerate(table):
        name, _, entry = column.partition(" ")
        if name not in known or not known[name].meaning or isinstance(known[name].meaning, Kept):
            continue
        index = "[u]" if rows else f"[{entry}]" if entry else ""
        lines.append(f"    x[{f'u * {len(table)} + ' if rows else ''}{place}] = s.{name}{index}")
    called, takes = ("copy_row", "s, u, x") if rows else ("copy_scalars", "s, x")
    text = "\n".join([f"def {called}({takes}) -> None:", *lines])
    space: dict[str, Any] = {"__name__": module}
    exec(compile(text, str(sys.modules[module].__file__), "exec"), space)
    return kernel(cast(Callable[..., None], space[called]))
