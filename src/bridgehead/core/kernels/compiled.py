"""The machine code of titles: cached on disk, compiled if missing, and loaded.

A title's machine code consists of its own kernels and of those in `bridgehead.core`, which all
titles share. It is in a folder named by the unit and the digest of all sources that it depends on:
a changed source means a new folder. The place of the package does not matter: two clones of the
same sources share their machine code.

`use` only reads the cache. `build` compiles what is missing. A server and a screen leave both to
threads and processes of their own (`core.kernels.warming`); a running game uses the result from its
next call on.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import os
import re
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from platformdirs import user_cache_path

from bridgehead.core.kernels.kernel import ALWAYS, BOUNDSCHECK, ENVS, JIT, SHARED, Unit, units

KEPT_CACHES = 4  # per unit; older ones are deleted
HALF = "half-"  # prefix of a file that is being written
WRITING = 60  # seconds; older unfinished files were left by killed processes
COMPILER = "core/kernels/machine_code.py"  # defines how kernels are compiled, and the file format
Tell = Callable[[int, int], None]  # kernels compiled, kernels known

_PACKAGE = Path(__file__).resolve().parents[2]
_IMPORT = re.compile(r"^from bridgehead((?:\.\w+)+) import (\([^)]*\)|.*)$", re.MULTILINE)
_HAS_KERNELS = re.compile(r"^(@kernel|@entry)$|^\S.* = bind\(", re.MULTILINE)
_one_at_a_time = threading.RLock()
_STARTED = time.time()


# The cache


def source_digest(unit: str) -> str:
    """Return a short digest of the sources of a unit's kernels, of Numba and of Python."""
    texts = _texts()
    digest = hashlib.sha256(f"{sys.version}|{np.__version__}|{version('numba')}".encode())
    for name in sorted(_depended_on(texts, [*_with_kernels(texts, unit), COMPILER])):
        digest.update(name.encode())
        digest.update(texts[name].encode())
    return digest.hexdigest()[:16]


def _edited_since_the_start(unit: str) -> bool:
    """Whether the imported modules of a unit may differ from the files on disk.

    If so, their machine code must not be cached under the digest of the files.
    """
    texts, now = _texts(), time.time()
    places = _depended_on(texts, [*_with_kernels(texts, unit), COMPILER])
    return any(_STARTED < _made(_PACKAGE / place) <= now for place in places)


def _read_texts() -> dict[str, str]:
    """Return the sources of the package by path."""
    return {
        path.relative_to(_PACKAGE).as_posix(): path.read_text(encoding="utf-8")
        for path in _PACKAGE.rglob("*.py")
    }


_texts = cache(_read_texts)


def _with_kernels(texts: dict[str, str], unit: str) -> list[str]:
    """Return the paths of a unit's modules that contain kernels."""
    within = f"{_stem(unit) or unit}/"
    return [
        place
        for place, text in texts.items()
        if place.startswith(within)
        and not place.startswith(f"{within}{ENVS}/")  # a separate unit
        and _HAS_KERNELS.search(text)
    ]


def _stem(unit: str) -> str:
    """Return a unit's folder in the package."""
    return unit.partition(".")[2].replace(".", "/")


def _depended_on(texts: dict[str, str], places: list[str]) -> set[str]:
    """Return these paths and those of all modules that they import, directly or indirectly."""
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
    """Return the possible paths of modules that a source imports from this package."""
    places = []
    for module, names in _IMPORT.findall(text):
        stem = module.strip(".").replace(".", "/")
        places.append(f"{stem}.py")  # from bridgehead.core.kernels.kernel import kernel
        places += [f"{stem}/{name}.py" for name in re.findall(r"\w+", names)]  # from … import state
    return places


def cache_root() -> Path:
    """Return the folder that contains the cache folders of all units."""
    named = os.environ.get("BRIDGEHEAD_CACHE")
    return Path(named) if named else Path(user_cache_path("bridgehead")) / "kernels"


def cache_folder(unit: str) -> Path:
    """Return the cache folder of a unit for its present sources."""
    checked = "-checked" if BOUNDSCHECK else ""
    name = unit.rpartition(".")[2]
    if name == ENVS:
        name = "_".join(unit.split(".")[-2:])
    return cache_root() / f"{name}-{source_digest(unit)}{checked}"


def can_keep() -> bool:
    """Whether the cache can be written."""
    root = cache_root()
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError:  # a read-only home
        return False
    return True


def make_sure_of_a_cache() -> None:
    """Use a temporary folder, also for child processes, if the cache cannot be written."""
    if not can_keep():
        folder = tempfile.TemporaryDirectory(prefix="bridgehead-kernels-")
        _temporary.append(folder)  # removed when this process ends
        os.environ["BRIDGEHEAD_CACHE"] = folder.name


_temporary: list[tempfile.TemporaryDirectory[str]] = []


def _keep(folder: Path, name: str, kept: bytes) -> None:
    """Write a cache file atomically; when a folder is new, delete old ones."""
    if not folder.exists():
        _sweep(folder)
        folder.mkdir(parents=True, exist_ok=True)
    _remove_halves(folder.parent)
    half = tempfile.NamedTemporaryFile(dir=folder, prefix=HALF, delete=False)  # noqa: SIM115
    try:
        with half:
            half.write(kept)
        Path(half.name).chmod(0o644)  # another user may have built the container image
        os.replace(half.name, folder / name)
    except BaseException:
        Path(half.name).unlink(missing_ok=True)
        raise


def _remove_halves(root: Path) -> None:
    """Remove unfinished files of killed processes from all folders of the cache."""
    for half in root.glob(f"*-*/{HALF}*"):
        if time.time() - _made(half) > WRITING:
            with contextlib.suppress(OSError):
                half.unlink(missing_ok=True)


def _sweep(current: Path) -> None:
    """Remove all but the newest folders of a unit.

    One in use elsewhere is made again when needed.
    """
    unit = current.name.partition("-")[0]
    others = [path for path in current.parent.glob(f"{unit}-*") if path != current]
    others.sort(key=_made, reverse=True)
    for path in others[KEPT_CACHES:]:
        shutil.rmtree(path, ignore_errors=True)


def _made(path: Path) -> float:
    """Return the modification time of a path, 0 if another process has removed it."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


# Loading


def is_kept(unit: str) -> bool:
    """Whether there seems to be machine code for a unit; this does not import Numba to check."""
    return all(any(cache_folder(each).glob("*.code")) for each in _needed(unit))


def is_used(unit: str) -> bool:
    """Whether a unit's kernels run as machine code."""
    return all(each in units and units[each].compiled is not None for each in _needed(unit))


def use(unit: str) -> bool:
    """Load the cached machine code of a unit, if any; return whether there was some."""
    if is_used(unit):
        return True
    if not JIT or not is_kept(unit):
        return False
    with _one_at_a_time:
        return all(_use(each) for each in _needed(unit))


def tell_nobody(done: int, known: int) -> None:
    """Ignore the progress."""


def build(unit: str, tell: Tell = tell_nobody) -> None:
    """Load the machine code of a unit; compile it first if it is not cached.

    `tell(done, known)` is called as kernels are compiled; never if nothing is to be compiled.
    """
    if not JIT or is_used(unit):
        return
    with _one_at_a_time:
        missing = [each for each in _needed(unit) if not _use(each)]
        known = sum(len(_load_modules(each).kernels) for each in missing)
        before = 0
        for each in missing:
            _compile(each, functools.partial(_tell_of_all, tell, before, known))
            before += len(units[each].kernels)
        if missing:
            tell(known, known)


def _tell_of_all(tell: Tell, before: int, known: int, done: int) -> None:
    """Report progress over all units.

    The last kernel counts only when the machine code is ready.
    """
    tell(min(before + done, known - 1), known)


def load_for(unit: str) -> None:
    """Prepare a unit when a game is loaded: load cached machine code, compile it if configured."""
    if ALWAYS:
        build(unit)
    elif _eager[0]:
        use(unit)


_eager = [True]


def use_what_is_kept(wanted: bool) -> None:
    """Set whether `load` uses cached machine code; by default it does.

    For a single answer, loading it takes longer than plain Python.
    """
    _eager[0] = wanted


@cache
def _needed(unit: str) -> tuple[str, ...]:
    """Return the units that a title needs: the shared one, and its own if it has kernels."""
    return (SHARED, unit) if unit != SHARED and _with_kernels(_texts(), unit) else (SHARED,)


def _load_modules(unit: str) -> Unit:
    """Import all modules of a unit that have kernels, and return it."""
    for place in _with_kernels(_texts(), unit):
        importlib.import_module(f"{_PACKAGE.name}.{place.removesuffix('.py').replace('/', '.')}")
    return units[unit]


def _numba() -> Any:
    """Return the module that imports Numba, which takes time to import."""
    return importlib.import_module("bridgehead.core.kernels.machine_code")


def _use(name: str) -> bool:
    unit = _load_modules(name)
    if unit.compiled is not None:
        return True
    folder = cache_folder(name)
    if not folder.exists():
        return False
    numba = _numba()
    for file in (f"{numba.platform()}.code", f"{numba.platform(generic=True)}.code"):
        try:
            kept = (folder / file).read_bytes()
            found = numba.load(kept, unit.entries, boundscheck=BOUNDSCHECK, folder=folder)
        except (OSError, numba.UnfitError):  # compile it again and overwrite it
            continue
        unit.switch(found)
        return True
    return False


def _compile(name: str, tell: Callable[[int], None]) -> None:
    make_sure_of_a_cache()
    unit, folder, numba = units[name], cache_folder(name), _numba()
    entries = list(unit.entries.values())
    found, kept = numba.build(name, entries, boundscheck=BOUNDSCHECK, tell=tell, folder=folder)
    if kept is not None and not _edited_since_the_start(name):
        with contextlib.suppress(OSError):  # for example a full disk: this process can continue
            _keep(folder, f"{numba.platform()}.code", kept)
    unit.switch(found)
