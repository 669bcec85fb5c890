"""`@kernel` and `@entry`: the functions that are compiled, and how Python calls them.

A *kernel* is a plain function over records and arrays that only other kernels call. An *entry
point* is a kernel that Python calls, too; its annotations say of which kinds its arguments are.
Both stay plain Python. The kernels of one package form a `Unit`, which is compiled as a whole into
one library of machine code (`core.kernels.compiled`). Until that is there, and wherever it is not
wanted, an entry point runs its plain function. Then `Unit.switch` makes every entry point call the
machine code instead. Kernels keep nothing between two calls, so it does not matter when that
happens: the same records go in, and the same come out.

A record does not keep the array alive that it is part of: compiled, an array that a function makes
is freed after its last use there, even if a record of it is used later. So a function that makes an
array of records only fills it and hands it to another kernel, which takes records out of it.

Three environment variables, read once, when this module is imported:

`BRIDGEHEAD_JIT`
    `0` never uses machine code, and Numba is not even imported: for debuggers, and for measuring
    coverage. `1` compiles a title when a game of it is loaded, and waits for that. Without it,
    `load` uses machine code that is kept in the cache, and plain Python where there is none.
`BRIDGEHEAD_BOUNDSCHECK=1`
    compiles with bounds checks: an index out of range raises, as it does in plain Python.
`BRIDGEHEAD_CACHE=FOLDER`
    where machine code is kept, instead of the user's cache folder.
"""

from __future__ import annotations

import copyreg
import functools
import operator
import os
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.kernels.record_types import Vector

JIT = os.environ.get("BRIDGEHEAD_JIT", "") != "0"
ALWAYS = os.environ.get("BRIDGEHEAD_JIT", "") == "1"
BOUNDSCHECK = os.environ.get("BRIDGEHEAD_BOUNDSCHECK", "0") == "1"

_Function = TypeVar("_Function", bound=Callable[..., Any])


# The kinds of arguments


@dataclass(frozen=True)
class Kind:
    """The type of an argument of an entry point: a C-contiguous array of this dtype and dimension.

    If it is not `writable`, read-only arrays are accepted, too.
    """

    dtype: np.dtype[Any]
    ndim: int = 1
    writable: bool = True


def rows(dtype: np.dtype[Any], *, writable: bool = True) -> Kind:
    """Return the kind of an array of records; most such arrays have a single record."""
    return Kind(record_type(dtype), writable=writable)


Codes = Annotated[NDArray[np.int32], Kind(np.dtype(np.int32))]  # numbers of actions
Listed = Annotated[Vector[int], Kind(np.dtype(np.int32), writable=False)]  # only read
CodeRows = Annotated[NDArray[np.int32], Kind(np.dtype(np.int32), 2)]
Numbers = Annotated[NDArray[np.int64], Kind(np.dtype(np.int64))]
NumberRows = Annotated[NDArray[np.int64], Kind(np.dtype(np.int64), 2)]
Floats = Annotated[NDArray[np.float64], Kind(np.dtype(np.float64))]
Net = Annotated[
    NDArray[np.float64], Kind(np.dtype(np.float64), writable=False)
]  # `core.search.net`
Random = np.random.Generator  # only its `random()` is used


# Kernels and entry points


@dataclass(eq=False)
class Entry:
    """An entry point: its plain function, and the function that is currently called."""

    plain: Callable[..., Any]
    slot: functools.partial[Any]

    @property
    def name(self) -> str:
        """Its unique name: module and function."""
        return f"{self.plain.__module__}.{self.plain.__name__}"

    def kinds(self) -> list[Any]:
        """Return the kinds of its arguments: a `Kind`, or int, float, bool, Random.

        TypeError if an annotation cannot be used by a compiler.
        """
        hints = typing.get_type_hints(self.plain, include_extras=True)
        found = []
        for name in self.plain.__code__.co_varnames[: self.plain.__code__.co_argcount]:
            kind = hints.get(name)
            if typing.get_origin(kind) is Annotated:
                kind = typing.get_args(kind)[1]
            if not isinstance(kind, Kind) and kind not in (int, float, bool, Random):
                raise TypeError(f"{self.name}: {name} has no kind that can be compiled: {kind}")
            found.append(kind)
        return found

    def switch(self, compiled: Callable[..., Any] | None) -> None:
        """Call machine code from now on; None: the plain function again."""
        # a partial is called from C and exchanged in one step, whoever holds a reference to it
        vars_ = self.slot.__dict__
        self.slot.__setstate__((compiled or self.plain, (), {}, vars_))  # type: ignore[attr-defined]


@dataclass(eq=False)
class Unit:
    """The kernels of one package, which are compiled together."""

    name: str
    kernels: list[Callable[..., Any]] = field(default_factory=list)  # entry points among them
    entries: dict[str, Entry] = field(default_factory=dict)
    compiled: Mapping[str, Callable[..., Any]] | None = None  # by the names of entry points

    def switch(self, compiled: Mapping[str, Callable[..., Any]] | None) -> None:
        """Make every entry point call machine code; None: the plain functions again."""
        self.compiled = compiled
        for name, entry in self.entries.items():
            entry.switch(None if compiled is None else compiled.get(name))


units: dict[str, Unit] = {}


TITLES = "bridgehead.titles."  # each package in there is one unit, with all its rooms but this:
SHARED = "bridgehead.core"  # one unit, too, which every title uses
ENVS = "envs"  # the room for research is a unit of its own, and its entry points release the GIL


def unit_of(module: str) -> str:
    """Return the name of the unit of a module's kernels: its title, or its package."""
    if module.startswith(TITLES):
        parts = module.split(".")
        return ".".join(parts[: 4 if parts[3:4] == [ENVS] else 3])
    if module.startswith(f"{SHARED}."):
        return SHARED
    return module.rpartition(".")[0] or module


def _unit(function: Callable[..., Any]) -> Unit:
    name = unit_of(function.__module__)
    return units.setdefault(name, Unit(name))


def kernel(function: _Function) -> _Function:
    """Register a function over records and arrays as a kernel, to be compiled with its unit."""
    _unit(function).kernels.append(function)
    return function


def entry(function: _Function) -> _Function:
    """Make a kernel an entry point, which Python calls with arrays of records, never records.

    (A record costs microseconds to pass to machine code, an array of one record a fraction.)
    """
    unit = _unit(function)
    slot = functools.partial(function)
    functools.update_wrapper(slot, function)
    made = Entry(function, slot)
    unit.kernels.append(function)
    unit.entries[made.name] = made
    if unit.compiled is not None:  # a module that is imported after its unit was switched
        made.switch(unit.compiled.get(made.name))
    return cast(_Function, slot)


def record(dtype: np.dtype[Any]) -> Any:
    """Return one zeroed record of a structured dtype, in the form that kernels take.

    Padding is zeroed, too, so that a record's bytes can be hashed.
    """
    found: Any = np.zeros(1, dtype=record_type(dtype))[0]
    return found


class _RecordClass(type):
    """The metaclass of record classes, which are pickled as their dtype."""

    plain: np.dtype[Any]


def _class_of(dtype: np.dtype[Any]) -> Any:
    return record_type(dtype).type


copyreg.pickle(_RecordClass, lambda made: (_class_of, (made.plain,)))


@functools.cache
def record_type(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return a structured dtype whose records have their fields as attributes.

    `np.record` offers the same; it looks a name up in Python at each access, and plain kernels do
    little else. Here each field is a property of the record's class, which is six times as fast.
    """
    fields: dict[str, Any] = {"__slots__": (), "plain": dtype}
    for name in dtype.names or ():
        fields[name] = property(operator.itemgetter(name), functools.partial(_put, name))
    return np.dtype((_RecordClass("Record", (np.void,), fields), dtype))


def _put(name: str, of: Any, value: Any) -> None:
    of[name] = value
