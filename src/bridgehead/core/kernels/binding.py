"""Kernels shared by all titles, and how each title gets its own copy of them.

A shared kernel is written once, in a module of `core`. It takes everything that differs between
titles from `title`: `title.apply(b, s, w, code)`. A title binds it to its own kernels and numbers:

    line, rollout = bind(
      __name__, kinds, thinking.principal_line, thinking.rollout, apply=apply, OVER=st.OVER
  )

To follow a call, read the shared function, and look up `title.apply` among the arguments of `bind`.
Breakpoints and tracebacks are in the shared function.

Shared kernels are annotated with `Boards`, `States` and `Works` of this module; `bind` replaces
them by the title's, which needs `from __future__ import annotations`.

A copy has the code of the shared function, but its own global names, in which `title` holds the
given arguments. It belongs to the module that binds it, and is compiled with that title's kernels.
Machine code is named by module and stored in a folder for each title, so that the copies of two
titles are never confused.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, TypeAlias, TypeVar, TypeVarTuple, cast

from bridgehead.core.kernels.kernel import entry, kernel

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Functions = TypeVarTuple("_Functions")

# What shared kernels are written with. `bind` puts what is the title's in their place.
title: Any = None
Boards: TypeAlias = Any
States: TypeAlias = Any
Works: TypeAlias = Any
_KINDS = ("Boards", "States", "Works")


def shared_kernel(function: _Function) -> _Function:
    """Mark a function that `bind` turns into a kernel of each title."""
    return _shared(function, kernel)


def shared_entry(function: _Function) -> _Function:
    """Mark a function that `bind` turns into an entry point of each title."""
    return _shared(function, entry)


def _shared(function: _Function, register: Callable[[Any], Any]) -> _Function:
    function.__dict__["register"] = register
    return function


def bind(module: str, kinds: ModuleType, *functions: *_Functions, **own: Any) -> tuple[*_Functions]:
    """Return copies of shared functions in which `title` has the given names.

    `module` is the `__name__` of the calling module, `kinds` the title's `rules/kinds.py`.
    Functions bound together find each other in `title`, unless a name is given explicitly.
    """
    space = ModuleType(module)  # the compiler reads attributes of modules as constants
    bound = []
    for function in functions:
        copy = _copy(cast(FunctionType, function), module, {**vars(kinds), "title": space})
        bound.append(copy)
        setattr(space, copy.__name__, copy)
    vars(space).update(own)
    return cast("tuple[*_Functions]", tuple(bound))


def _copy(shared: FunctionType, module: str, names: dict[str, Any]) -> Any:
    space = shared.__globals__ | {name: names[name] for name in ("title", *_KINDS)}
    copy = FunctionType(shared.__code__, space, shared.__name__, shared.__defaults__)
    copy.__module__, copy.__doc__ = module, shared.__doc__
    copy.__annotations__ = shared.__annotations__
    return shared.__dict__["register"](copy)
