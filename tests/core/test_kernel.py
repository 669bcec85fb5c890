"""The kernel decorator: what the environment makes of it, and where compiled kernels are kept."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bridgehead.core import kernel as kernel_module

TINY = """
from bridgehead.core.kernel import kernel

@kernel
def pick(array, place):
    return array[place]
"""


def python(folder: Path, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh Python that can import the module `tiny`, with a cache of its own."""
    (folder / "tiny.py").write_text(TINY, encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BRIDGEHEAD")}
    settings = {"BRIDGEHEAD_CACHE": str(folder / "cache"), "PYTHONPATH": str(folder), **environment}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=kept | settings,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def output(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_without_the_compiler_a_kernel_is_its_function_and_numba_is_not_imported(
    tmp_path: Path,
) -> None:
    code = """
import sys, types, tiny, bridgehead as bh
from bridgehead.core.kernel import on_compile
from bridgehead.across_suez import movement
on_compile(print)
assert type(tiny.pick) is types.FunctionType and type(movement.search) is types.FunctionType
position = bh.load("across-suez-1980").start()
position.push(position.legal_actions()[0])
print(tiny.pick([7, 8], -1), "numba" in sys.modules)
"""
    assert output(python(tmp_path, code, BRIDGEHEAD_JIT="0")) == "8 False"
    assert not (tmp_path / "cache").exists()


COUNT = """
import tiny, numpy as np
from bridgehead.core.kernel import on_compile, cache_folder
on_compile(print)
print(tiny.pick(np.arange(3), 2))
"""


def test_a_cold_cache_tells_what_is_compiled_and_a_warm_one_is_silent(tmp_path: Path) -> None:
    assert output(python(tmp_path, COUNT)).splitlines() == ["pick", "2"]
    assert output(python(tmp_path, COUNT)).splitlines() == ["2"]
    (folder,) = (tmp_path / "cache").glob("tiny-*")
    assert len(folder.name) == len("tiny-") + 16
    assert list(folder.rglob("*.nbi"))
    # bounds checks are kept apart
    assert output(python(tmp_path, COUNT, BRIDGEHEAD_BOUNDSCHECK="1")).splitlines() == ["pick", "2"]
    names = {path.name for path in (tmp_path / "cache").glob("tiny-*")}
    assert names == {folder.name, f"{folder.name}-checked"}


SUMS = """
import numpy as np
from bridgehead.core.kernel import kernel, on_compile

@kernel
def mixed(number, change, truly):
    number += change
    return number * 1000 if truly else -number

@kernel
def ask(small, middle, answer):
    answer[0] = mixed(small[0], 100, True)
    answer[1] = mixed(middle[0], -1, False)
    answer[2] = mixed(small[0], np.int32(200), answer[0] > answer[1])
    return mixed(middle[0], small[0], True)

on_compile(lambda name: print(name, end=" "))
answer = np.zeros(3, np.int64)
print(ask(np.array([100], np.int8), np.array([30000], np.int16), answer), *answer)
"""


def test_other_kernels_have_a_kernel_compiled_once_for_all_integers(tmp_path: Path) -> None:
    """Sums that would not fit a narrow integer, and what a literal decides, come out the same."""
    (tmp_path / "sums.py").write_text(SUMS, encoding="utf-8")
    told = output(python(tmp_path, "import sums"))
    assert told == "ask mixed 30100000 200000 -29999 300000"


def test_the_same_sources_share_their_kernels_wherever_they_lie(tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    package = Path(kernel_module.__file__).parents[1]
    for place in ("here", "there", "changed"):
        shutil.copytree(package, tmp_path / place / "bridgehead")
        (tmp_path / place / "bridgehead" / "little.py").write_text(TINY, encoding="utf-8")
    changed = tmp_path / "changed" / "bridgehead" / "core" / "kernel.py"  # what it imports
    changed.write_text(changed.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    code = COUNT.replace("import tiny", "import bridgehead.little as tiny")
    told = [
        output(python(tmp_path / place, code, BRIDGEHEAD_CACHE=cache)).splitlines()
        for place in ("here", "there", "changed")
    ]
    assert told == [["pick", "2"], ["2"], ["pick", "2"]]


def test_a_module_beside_the_package_is_kept_by_its_place(tmp_path: Path) -> None:
    """What it imports is not known there."""
    cache = str(tmp_path / "cache")
    for place in ("here", "there"):
        (tmp_path / place).mkdir()
        told = output(python(tmp_path / place, COUNT, BRIDGEHEAD_CACHE=cache)).splitlines()
        assert told == ["pick", "2"]


def test_bounds_checks_raise(tmp_path: Path) -> None:
    code = "import tiny, numpy as np; tiny.pick(np.arange(3), 99)"
    done = python(tmp_path, code, BRIDGEHEAD_BOUNDSCHECK="1")
    assert done.returncode == 1
    assert "IndexError" in done.stderr
    plain = python(tmp_path, code, BRIDGEHEAD_JIT="0")
    assert "IndexError" in plain.stderr


def test_a_cache_that_cannot_be_made_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code = COUNT + "\nfrom bridgehead.core import kernel; print(kernel._CACHE)"
    done = python(tmp_path, code, BRIDGEHEAD_CACHE=str(tmp_path / "file" / "below"))
    assert output(done).splitlines() == ["pick", "2", "False"]
    # nor is anything kept beside the sources instead, where stale kernels would survive
    assert not list(tmp_path.rglob("*.nbi"))


def test_a_cache_that_is_there_but_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> object:
        raise PermissionError(13, "Permission denied")

    assert kernel_module._can_keep(tmp_path / "a")
    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    assert not kernel_module._can_keep(tmp_path / "a")


def test_the_folder_is_named_by_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "title").mkdir()
    (tmp_path / "cli").mkdir()
    rule, command = tmp_path / "title" / "rule.py", tmp_path / "cli" / "command.py"
    law = tmp_path / "title" / "state.py"
    rule.write_text("from bridgehead.title import state\n\n@kernel\ndef f(): ...")
    law.write_text("a = 1")
    command.write_text("b = 1")
    monkeypatch.setattr(kernel_module, "_PACKAGE", tmp_path)
    monkeypatch.setattr(kernel_module, "_texts", kernel_module._read_texts)
    seen = [kernel_module.cache_folder()]
    assert kernel_module.cache_folder() == seen[0]
    command.write_text("b = 2")  # no kernels there, and none imports it
    assert kernel_module.cache_folder() == seen[0]
    law.write_text("a = 2")  # a kernel may hold what it imports
    seen.append(kernel_module.cache_folder())
    rule.write_text("\n@kernel\ndef f(): return 1")
    seen.append(kernel_module.cache_folder())
    rule.rename(tmp_path / "title" / "law.py")
    seen.append(kernel_module.cache_folder())
    monkeypatch.setattr(kernel_module, "version", lambda _: "99.0")  # another Numba
    seen.append(kernel_module.cache_folder())
    assert len(set(seen)) == len(seen)


def test_the_folders_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIDGEHEAD_CACHE", str(tmp_path))
    assert kernel_module.cache_folder().parent == tmp_path
    monkeypatch.delenv("BRIDGEHEAD_CACHE")
    assert kernel_module.cache_root().parts[-2:] == ("bridgehead", "kernels")


def test_a_change_moves_the_modules_that_depend_on_it_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "title").mkdir()
    texts = {
        "state": "a = 1",
        "rule": "from bridgehead.title import state\n\n@kernel\ndef f(): ...",
        "play": "from bridgehead.title.rule import f\n\n@kernel\ndef g(): ...",
        "other": "\n@kernel\ndef h(): ...",
    }
    for name, text in texts.items():
        (tmp_path / "title" / f"{name}.py").write_text(text)
    monkeypatch.setattr(kernel_module, "_PACKAGE", tmp_path)
    monkeypatch.setattr(kernel_module, "_texts", kernel_module._read_texts)

    def folders() -> dict[str, Path]:
        return {
            name: kernel_module.cache_folder(str(tmp_path / "title" / f"{name}.py"))
            for name in texts
        }

    first = folders()
    assert first["rule"].name.startswith("title.rule-")
    (tmp_path / "title" / "play.py").write_text(texts["play"] + "\n")
    second = folders()
    assert {name for name in texts if first[name] != second[name]} == {"play"}
    (tmp_path / "title" / "state.py").write_text("a = 2")
    third = folders()
    assert {name for name in texts if second[name] != third[name]} == {"state", "rule", "play"}


def test_old_caches_are_swept(tmp_path: Path) -> None:
    for age, name in enumerate(["now", "one", "two", "three", "four", "five", "six"]):
        folder = tmp_path / f"rule-{name}"
        folder.mkdir()
        (folder / "kernel.nbi").write_text("")
        os.utime(folder, (1000 - age, 1000 - age))
    (tmp_path / "rules-seven").mkdir()
    (tmp_path / "note.txt").write_text("no folder, not ours")
    (tmp_path / "rule-gone").symlink_to(tmp_path / "swept-away-meanwhile")
    kernel_module._sweep(tmp_path / "rule-now")
    left = {path.name for path in tmp_path.iterdir() if path.exists()}
    kept = {f"rule-{name}" for name in ("now", "one", "two", "three", "four")}
    assert left == kept | {"rules-seven", "note.txt"}


def test_a_record_is_zeroed_and_has_its_fields_by_name() -> None:
    found = kernel_module.record(np.dtype([("a", "i2"), ("b", "i8", 3)], align=True))
    assert found.a == 0
    found.b[1] = 5
    assert found.b.tolist() == [0, 5, 0]
    assert bytes(8) == found.tobytes()[:8]
