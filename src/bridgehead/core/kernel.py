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

Numba does not notice a change in a *called* function's file. So the compiled kernels live in a
folder named by the digest of all sources that hold kernels, and of what these import: a changed
source is a new folder.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from platformdirs import user_cache_path

JIT = os.environ.get("BRIDGEHEAD_JIT", "1") != "0"
BOUNDSCHECK = os.environ.get("BRIDGEHEAD_BOUNDSCHECK", "0") == "1"
KEPT_CACHES = 4  # older digests are swept away

_PACKAGE = Path(__file__).resolve().parent.parent
_IMPORT = re.compile(r"^from bridgehead((?:\.\w+)+) import (\([^)]*\)|.*)$", re.MULTILINE)

_Function = TypeVar("_Function", bound=Callable[..., Any])


def source_digest() -> str:
    """Return a short digest of every source that kernels depend on, of Numba and of Python."""
    digest = hashlib.sha256(f"{sys.version}|{np.__version__}|{version('numba')}".encode())
    for place, text in sorted(_kernel_sources().items()):
        digest.update(place.encode())
        digest.update(text.encode())
    return digest.hexdigest()[:16]


def _kernel_sources() -> dict[str, str]:
    """Return the sources that hold kernels and, from these on, all that they import."""
    texts = {
        path.relative_to(_PACKAGE).as_posix(): path.read_text(encoding="utf-8")
        for path in _PACKAGE.rglob("*.py")
    }
    found: dict[str, str] = {}
    waiting = [place for place, text in texts.items() if "\n@kernel\n" in text]
    while waiting:
        place = waiting.pop()
        if place in texts and place not in found:
            found[place] = texts[place]
            waiting += _imported_by(texts[place])
    return found


def _imported_by(text: str) -> list[str]:
    """Return where the modules lie that a source imports from this package."""
    places = []
    for module, names in _IMPORT.findall(text):
        stem = module.strip(".").replace(".", "/")
        places.append(f"{stem}.py")  # from bridgehead.core.kernel import kernel
        places += [f"{stem}/{name}.py" for name in re.findall(r"\w+", names)]  # from … import state
    return places


def cache_root() -> Path:
    """Return the folder under which each digest has its own."""
    named = os.environ.get("BRIDGEHEAD_CACHE")
    return Path(named) if named else Path(user_cache_path("bridgehead")) / "kernels"


def cache_folder() -> Path:
    """Return where this version's compiled kernels are kept."""
    return cache_root() / (source_digest() + ("-checked" if BOUNDSCHECK else ""))


def _open_cache(folder: Path) -> bool:
    """Make the cache folder ready and say whether kernels can be kept there.

    Where they cannot, nothing is kept at all: left to itself, Numba would fall back on the
    `__pycache__` beside the sources, whose kernels outlive a change in what they call.
    """
    fresh = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        if fresh:
            _sweep(folder.parent, folder)
    except OSError:  # a read-only home: compile in memory, every time
        return False
    return True


def _sweep(root: Path, current: Path) -> None:
    """Remove all but the newest caches; a folder in use elsewhere is simply made again."""
    others = [path for path in root.iterdir() if path.is_dir() and path != current]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEPT_CACHES:]:
        shutil.rmtree(path, ignore_errors=True)


if JIT:
    import numba
    from numba.core import event

    _FOLDER = cache_folder()
    _CACHE = _open_cache(_FOLDER)
    if _CACHE:
        numba.config.CACHE_DIR = str(_FOLDER)  # type: ignore[attr-defined]


def kernel(function: _Function) -> _Function:
    """Compile a function over records and arrays; with `BRIDGEHEAD_JIT=0` leave it as it is."""
    if not JIT:
        return function
    return cast(_Function, numba.njit(cache=_CACHE, boundscheck=BOUNDSCHECK)(function))


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
