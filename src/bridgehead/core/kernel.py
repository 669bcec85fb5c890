"""`@kernel`: the one place where rules become machine code.

A kernel is a plain function over records and arrays. Numba compiles it at its first call and
keeps the result on disk. Three environment variables, read once, when this module is imported:

`BRIDGEHEAD_JIT=0`
    leaves every kernel the plain Python function that stands in the source: to be stepped
    through, and measured for coverage. Numba is then not even imported.
`BRIDGEHEAD_BOUNDSCHECK=1`
    compiles with bounds checks: an index out of range raises, as it does in plain Python.
`BRIDGEHEAD_CACHE=FOLDER`
    where compiled kernels are kept, instead of the user's cache folder.

Numba does not notice a change in a *called* function's file. So the compiled kernels of a module
live in a folder named by the module and the digest of all that it imports, itself included: a
changed source is a new folder for the modules that depend on it, and for no others. Where the
package itself lies makes no difference: two clones of the same sources share their kernels.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from platformdirs import user_cache_path

JIT = os.environ.get("BRIDGEHEAD_JIT", "1") != "0"
BOUNDSCHECK = os.environ.get("BRIDGEHEAD_BOUNDSCHECK", "0") == "1"
KEPT_CACHES = 4  # of a module; older ones are swept away

_PACKAGE = Path(__file__).resolve().parent.parent
_IMPORT = re.compile(r"^from bridgehead((?:\.\w+)+) import (\([^)]*\)|.*)$", re.MULTILINE)

_Function = TypeVar("_Function", bound=Callable[..., Any])


def source_digest(place: str | None = None) -> str:
    """Return a short digest of what a module's kernels depend on, of Numba and of Python.

    `place` is the module's file within the package; without it all modules with kernels count.
    """
    texts = _texts()
    digest = hashlib.sha256(f"{sys.version}|{np.__version__}|{version('numba')}".encode())
    for name in sorted(_depended_on(texts, _with_kernels(texts) if place is None else [place])):
        digest.update(name.encode())
        digest.update(texts[name].encode())
    return digest.hexdigest()[:16]


def _read_texts() -> dict[str, str]:
    """Return the sources of the package by their place in it."""
    return {
        path.relative_to(_PACKAGE).as_posix(): path.read_text(encoding="utf-8")
        for path in _PACKAGE.rglob("*.py")
    }


_texts = cache(_read_texts)


def _with_kernels(texts: dict[str, str]) -> list[str]:
    return [place for place, text in texts.items() if "\n@kernel\n" in text]


def _depended_on(texts: dict[str, str], places: list[str]) -> set[str]:
    """Return these places and all that they import, from these on."""
    found: set[str] = set()
    waiting = list(places)
    while waiting:
        place = waiting.pop()
        if place in texts and place not in found:
            found.add(place)
            waiting += _imports(texts[place])
    return found


@cache
def _imports(text: str) -> list[str]:
    """Return where the modules lie that a source imports from this package."""
    places = []
    for module, names in _IMPORT.findall(text):
        stem = module.strip(".").replace(".", "/")
        places.append(f"{stem}.py")  # from bridgehead.core.kernel import kernel
        places += [f"{stem}/{name}.py" for name in re.findall(r"\w+", names)]  # from … import state
    return places


def cache_root() -> Path:
    """Return the folder under which each module has its own."""
    named = os.environ.get("BRIDGEHEAD_CACHE")
    return Path(named) if named else Path(user_cache_path("bridgehead")) / "kernels"


def cache_folder(file: str | None = None) -> Path:
    """Return where the compiled kernels of a source file are kept, for its present text.

    Without a file: a folder that belongs to the present text of all kernels together.
    """
    place = None
    if file is not None:
        path = Path(file).resolve()
        place = path.relative_to(_PACKAGE).as_posix() if _is_ours(path) else path.name
    name = "all" if place is None else place.removesuffix(".py").replace("/", ".")
    return cache_root() / f"{name}-{source_digest(place)}{'-checked' if BOUNDSCHECK else ''}"


def _is_ours(path: Path) -> bool:
    return path.is_relative_to(_PACKAGE)


def _can_keep(root: Path) -> bool:
    """Say whether kernels can be kept in the cache.

    Where they cannot, nothing is kept at all: left to itself, Numba would fall back on the
    `__pycache__` beside the sources, whose kernels outlive a change in what they call.
    """
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError:  # a read-only home: compile in memory, every time
        return False
    return True


@cache
def _open(file: str) -> str:
    """Return the folder for the kernels of a file; where it is new, old ones are swept away."""
    folder = cache_folder(file)
    if not folder.exists():
        _sweep(folder)
        folder.mkdir(parents=True, exist_ok=True)
    return str(folder)


def _sweep(current: Path) -> None:
    """Remove all but the newest folders of a module; one in use elsewhere is simply made again."""
    module = current.name.partition("-")[0]
    others = [path for path in current.parent.glob(f"{module}-*") if path != current]
    others.sort(key=_made, reverse=True)
    for path in others[KEPT_CACHES:]:
        shutil.rmtree(path, ignore_errors=True)


def _made(folder: Path) -> float:
    """Return when a folder was made, 0 where another process has swept it away since."""
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0


if JIT:
    import numba
    from numba.core import event, types

    _CACHE = _can_keep(cache_root())
    _CONFIG: Any = numba.config
    _making = threading.Lock()  # titles are imported by several threads of the server


class Locator:
    """Tells Numba where a kernel of the package is kept: by what it is, not by where it lies.

    The name of the folder is a digest of all that its kernels depend on. Numba from 0.62 on asks;
    an older one keeps kernels by the place of their source.
    """

    def __init__(self, function: Any, file: str) -> None:
        self._line = function.__code__.co_firstlineno
        self._folder = _open(file)

    @classmethod
    def from_function(cls, function: Any, file: str) -> Locator:
        """Return the locator of a function; there always is one."""
        return cls(function, file)

    def ensure_cache_path(self) -> None:
        """Make the folder, which a sweep may have taken away."""
        Path(self._folder).mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """Return the folder of the module's kernels."""
        return self._folder

    def get_source_stamp(self) -> str:
        """Return what says that a kept kernel is up to date: in this folder all are."""
        return Path(self._folder).name

    def get_disambiguator(self) -> str:
        """Return what tells functions of one name apart."""
        return str(self._line)


def kernel(function: _Function) -> _Function:
    """Compile a function over records and arrays; with `BRIDGEHEAD_JIT=0` leave it as it is."""
    if not JIT:
        return function
    with _making:  # Numba reads these settings when it makes a kernel
        file = function.__code__.co_filename
        if _CACHE:
            _CONFIG.CACHE_DIR = _open(file)
            ours = _is_ours(Path(file).resolve())
            _CONFIG.CACHE_LOCATOR_CLASSES = f"{__name__}.Locator" if ours else ""
        try:
            # no C callback is made of a kernel: compiling the wrapper for it would only take time
            options: Any = {"cache": _CACHE, "boundscheck": BOUNDSCHECK, "no_cfunc_wrapper": True}
            made = numba.njit(**options)(function)
            _compile_once_for_all_integers(made)
            return cast(_Function, made)
        finally:
            _CONFIG.CACHE_LOCATOR_CLASSES = ""


def _compile_once_for_all_integers(made: Any) -> None:
    """Let other kernels call this one with 64-bit signed integers, and with no literal types.

    Left to itself, Numba compiles a kernel anew for int16, int32 and each number that stands in a
    call: a quarter of all that it would compile. Sums of integers are of 64 bits in any case, so
    that nothing else comes out. Kernels must not call themselves, which Numba looks up by the types
    as they were.
    """
    ask = made.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return ask(tuple(_widened(of) for of in args), {n: _widened(of) for n, of in kws.items()})

    made.get_call_template = get_call_template


def _widened(of: Any) -> Any:
    """Return the type that stands for a type in calls between kernels."""
    if isinstance(of, (types.IntegerLiteral, types.BooleanLiteral)):
        of = of.literal_type
    return types.int64 if of in types.signed_domain else of


def on_compile(tell: Callable[[str], None]) -> None:
    """Call `tell(name)` whenever a kernel is compiled afresh (not when it is read from the cache).

    The command line uses this to say what a first start is waiting for.
    """
    if not JIT:
        return

    class _Listener(event.Listener):
        def on_start(self, happening: Any) -> None:
            tell(happening.data["dispatcher"].py_func.__name__)

        def on_end(self, happening: Any) -> None:
            pass

    event.register("numba:compile", _Listener())  # type: ignore[no-untyped-call]


def record(dtype: np.dtype[Any]) -> Any:
    """Return one zeroed record of a structured dtype, as kernels take it: fields by name.

    Padding is zeroed with the rest, so that a record's bytes can be hashed.
    """
    return np.zeros(1, dtype=np.dtype((np.record, dtype)))[0]
