"""Machine code: when it is compiled, where it is kept, and what happens where it cannot be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bridgehead.core.kernels import compiled

pytestmark = pytest.mark.small

SUMS = """
import numpy as np
from bridgehead.core.kernels.kernel import Codes, Numbers, entry, kernel
from bridgehead.little import law

@kernel
def mixed(number, change, truly):
    number += change
    return number * 1000 if truly else -number

@entry
def ask(small: Codes, answer: Numbers) -> int:
    answer[0] = mixed(small[0], 100, True)
    answer[1] = mixed(small[1], -1, False)
    answer[2] = mixed(small[0], np.int32(200), answer[0] > answer[1])
    return mixed(small[1], law.tax(small[0]), True)

@entry
def pick(numbers: Numbers, place: int) -> int:
    return numbers[place]
"""
LAW = """
from bridgehead.core.kernels.kernel import kernel

@kernel
def tax(number):
    return number
"""

# Kernels that make arrays, and some that do not
OWNED = """
from __future__ import annotations
import numpy as np
from bridgehead.core.kernels.kernel import Codes, Random, entry, kernel

@kernel
def fresh(size: int) -> Matrix[int]:
    return np.zeros(size, np.int32)

@kernel
def total(size: int) -> int:
    made = fresh(size)
    made[0] = 5
    return made[0] + len(made)

@kernel
def shift(codes: Codes) -> None:
    codes[1:] = codes[:-1]

@kernel
def first(codes: Codes) -> int:
    part = codes[:2]
    return part[0]

@entry
def use(codes: Codes) -> int:
    shift(codes)
    return total(4) * 10 + first(codes)

@kernel
def face(random: Random) -> int:
    return int(random.random() * 6)

@entry
def roll(random: Random) -> int:
    return face(random)
"""

# What two titles share, each with a tax of its own
SHARED = """
from __future__ import annotations
from bridgehead.core.kernels.binding import Boards, shared_entry, shared_kernel, title
from bridgehead.core.kernels.kernel import kernel

@shared_kernel
def taxed(amount):
    return amount + title.tax(amount)

@shared_entry
def due(board: Boards) -> int:
    return title.taxed(board[0]) * title.RATE
"""
TITLE = """
from bridgehead.core import sums
from bridgehead.core.kernels.binding import bind
from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.{name} import kinds

@kernel
def tax(amount):
    return {tax}

taxed, due = bind(__name__, kinds, sums.taxed, sums.due, tax=tax, RATE={rate})
"""
KINDS = "from bridgehead.core.kernels.kernel import Numbers\nBoards = States = Works = Numbers\n"
TAXES = {"east": ("amount // 2", 1), "west": ("7", 100)}


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a copy of the package, which has one more unit, `bridgehead.little`."""
    folder = tmp_path_factory.mktemp("clone")
    package = Path(compiled.__file__).parents[2]
    ignored = shutil.ignore_patterns("__pycache__", "web", "*.ttf")
    shutil.copytree(package, folder / "bridgehead", ignore=ignored)
    (folder / "bridgehead" / "little").mkdir()
    (folder / "bridgehead" / "little" / "__init__.py").write_text("")
    (folder / "bridgehead" / "little" / "sums.py").write_text(SUMS)
    (folder / "bridgehead" / "little" / "law.py").write_text(LAW)
    (folder / "bridgehead" / "owners").mkdir()
    (folder / "bridgehead" / "owners" / "__init__.py").write_text("")
    (folder / "bridgehead" / "owners" / "owned.py").write_text(OWNED)
    (folder / "bridgehead" / "core" / "sums.py").write_text(SHARED)
    for name, (tax, rate) in TAXES.items():
        title = folder / "bridgehead" / "titles" / name
        title.mkdir()
        (title / "__init__.py").write_text("")
        (title / "kinds.py").write_text(KINDS)
        (title / "dues.py").write_text(TITLE.format(name=name, tax=tax, rate=rate))
    return folder


@pytest.fixture(scope="module")
def warm(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cache in which the little unit is kept."""
    cache = tmp_path_factory.mktemp("cache")
    assert output(python(clone, cache, BUILD)).splitlines()[0] == "compiled"
    return cache


def python(
    clone: Path, cache: Path, code: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh Python on a copy of the package, with a cache of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BRIDGEHEAD")}
    settings = {"BRIDGEHEAD_CACHE": str(cache), "PYTHONPATH": str(clone), **environment}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=kept | settings,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def output(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


ASK = """
from bridgehead.little import sums
answer = np.zeros(3, np.int64)
print(sums.ask(np.array([100, 30000], np.int32), answer), *answer)
"""
BUILD = f"""
import numpy as np
from bridgehead.core.kernels import compiled
told = []
compiled.build("bridgehead.little", lambda done, known: told.append((done, known)))
print("compiled" if told else "kept")
assert told == sorted(told) and (not told or told[-1][0] == told[-1][1])
{ASK}"""
USE = f"""
import numpy as np
from bridgehead.core.kernels import compiled
print(compiled.is_kept("bridgehead.little"), compiled.use("bridgehead.little"))
{ASK}"""
ANSWER = "30100000 200000 -29999 300000"


def test_a_unit_is_compiled_once_and_read_from_then_on(clone: Path, warm: Path) -> None:
    """Sums that would not fit a narrow integer, and what a literal decides, come out the same."""
    assert output(python(clone, warm, BUILD)).splitlines() == ["kept", ANSWER]
    assert output(python(clone, warm, USE)).splitlines() == ["True True", ANSWER]
    folders = {path.name.partition("-")[0] for path in warm.iterdir()}
    assert folders == {"core", "little"}
    assert len(list(warm.glob("little-*/*.code"))) == 1


def test_nothing_is_compiled_by_use(clone: Path, tmp_path: Path) -> None:
    assert output(python(clone, tmp_path / "cache", USE)).splitlines() == ["False False", ANSWER]
    assert not (tmp_path / "cache").exists()
    plain = python(clone, tmp_path / "cache", BUILD, BRIDGEHEAD_JIT="0")
    assert output(plain).splitlines() == ["kept", ANSWER]  # that is, not compiled


@pytest.mark.slow
def test_the_same_sources_share_machine_code_wherever_they_lie(
    clone: Path, warm: Path, tmp_path: Path
) -> None:
    shutil.copytree(clone / "bridgehead", tmp_path / "there" / "bridgehead")
    assert output(python(tmp_path / "there", warm, USE)).splitlines()[0] == "True True"
    law = tmp_path / "there" / "bridgehead" / "little" / "law.py"  # what it imports
    law.write_text(law.read_text() + "\n")
    assert output(python(tmp_path / "there", warm, USE)).splitlines()[0] == "False False"


@pytest.mark.parametrize("all_found", [True, False])
def test_of_numba_only_what_the_code_needs_is_imported(
    clone: Path, warm: Path, all_found: bool
) -> None:
    """All of Numba takes half a second, which is only spent where a symbol would be missing."""
    missing = "from bridgehead.core.kernels import machine_code\n"
    missing += "machine_code.llvm.address_of_symbol = lambda name: None\n"
    told = '\nimport sys; print("numba.np.arraymath" in sys.modules)'
    lines = output(python(clone, warm, ("" if all_found else missing) + USE + told)).splitlines()
    assert lines == ["True True", ANSWER, str(not all_found)]


@pytest.mark.slow
def test_bounds_checks_raise_and_are_kept_apart(clone: Path, tmp_path: Path) -> None:
    code = """
import numpy as np
from bridgehead.core.kernels import compiled
compiled.build("bridgehead.little")
from bridgehead.little import sums
sums.pick(np.arange(3), 99)
"""
    done = python(clone, tmp_path, code, BRIDGEHEAD_BOUNDSCHECK="1")
    assert done.returncode == 1
    assert "IndexError" in done.stderr
    assert all(path.name.endswith("-checked") for path in tmp_path.iterdir())
    plain = python(clone, tmp_path, code, BRIDGEHEAD_JIT="0")
    assert "IndexError" in plain.stderr


def test_arguments_of_another_type_are_refused_not_misread(clone: Path, warm: Path) -> None:
    code = USE + 'sums.pick(np.arange(3, dtype="f8"), 1)'
    done = python(clone, warm, code)
    assert done.returncode == 1
    assert "TypeError: No matching definition" in done.stderr
    narrow = USE + "print(sums.pick(np.arange(3), np.int16(2)))"
    assert output(python(clone, warm, narrow)).splitlines()[-1] == "2"


@pytest.mark.slow
def test_nothing_is_kept_by_a_process_whose_sources_were_edited(
    clone: Path, warm: Path, tmp_path: Path
) -> None:
    """It may have imported one text, and taken the digest of the other."""
    law = clone / "bridgehead" / "little" / "law.py"
    before = law.stat()
    cache = tmp_path / "cache"
    shutil.copytree(warm, cache)
    for folder in cache.glob("little-*"):
        shutil.rmtree(folder)
    edit = f"from pathlib import Path\nlaw = Path({str(law)!r})\nlaw.write_text(law.read_text())\n"
    edited = BUILD.replace("told = []", f"told = []\n{edit}")
    assert output(python(clone, cache, edited)).splitlines() == ["compiled", ANSWER]
    assert not list(cache.glob("little-*"))
    os.utime(law, (before.st_atime, before.st_mtime))
    assert output(python(clone, cache, BUILD)).splitlines() == ["compiled", ANSWER]
    assert len(list(cache.glob("little-*/*.code"))) == 1


@pytest.mark.slow
def test_a_damaged_file_is_compiled_anew(clone: Path, warm: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    shutil.copytree(warm, cache)
    (file,) = cache.glob("little-*/*.code")
    file.write_bytes(file.read_bytes()[:1000])
    assert output(python(clone, cache, USE)).splitlines() == ["True False", ANSWER]
    assert output(python(clone, cache, BUILD)).splitlines() == ["compiled", ANSWER]
    assert output(python(clone, cache, USE)).splitlines() == ["True True", ANSWER]


@pytest.mark.slow
def test_where_nothing_can_be_kept_a_temporary_folder_serves_child_processes_too(
    clone: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    code = (
        BUILD
        + """
import os, subprocess, sys
from pathlib import Path
print(compiled.is_kept("bridgehead.little"))
kept = [compiled.is_kept, os.environ["BRIDGEHEAD_CACHE"]]
child = "from bridgehead.core.kernels import compiled; print(compiled.use('bridgehead.little'))"
print(subprocess.run([sys.executable, "-c", child], capture_output=True, text=True).stdout.strip())
print(kept[1])
"""
    )
    told = output(python(clone, tmp_path / "file" / "below", code)).splitlines()
    assert told[:4] == ["compiled", ANSWER, "True", "True"]
    assert not Path(told[4]).exists()  # it went with the process
    # nor is anything kept beside the sources instead, where stale kernels would survive
    assert not list(clone.rglob("*.nbi"))


@pytest.mark.slow
def test_an_unknown_version_of_numba_compiles_in_the_ordinary_way(
    clone: Path, tmp_path: Path
) -> None:
    other = "from bridgehead.core.kernels import machine_code as m; m.KNOWN = ((9, 0), (9, 0))\n"
    many = other + BUILD + "\nprint(sorted({done for done, known in told}), told[0][1])\n"
    built = output(python(clone, tmp_path, many)).splitlines()
    assert built[:2] == ["compiled", ANSWER]
    done, known = built[2].rsplit("] ", 1)  # kernels are counted, of all that there are
    assert int(done.rsplit(", ", 1)[-1]) == int(known)
    assert int(done.rsplit(", ", 2)[-2]) == int(known) - 1
    assert list(tmp_path.rglob("*.nbc"))  # Numba's own
    assert output(python(clone, tmp_path, other + USE)).splitlines() == ["True True", ANSWER]
    assert output(python(clone, tmp_path, USE)).splitlines() == ["True True", ANSWER]


DUES = """
import numpy as np
from bridgehead.core.kernels import compiled
from bridgehead.core.kernels import machine_code
machine_code.KNOWN = {known}
for title in {titles}:
    compiled.{verb}("bridgehead.titles." + title)
    assert compiled.is_used("bridgehead.titles." + title)
from bridgehead.titles.east import dues as east
from bridgehead.titles.west import dues as west
print(east.due(np.array([10])), west.due(np.array([10])))
"""


@pytest.mark.slow
@pytest.mark.parametrize("known", ["machine_code.KNOWN", "((9, 0), (9, 0))"])
def test_a_kernel_that_two_titles_share_answers_to_each_as_its_own(
    clone: Path, warm: Path, tmp_path: Path, known: str
) -> None:
    """Each is compiled in a process of its own, so that Numba gives both the same numbers."""
    cache = tmp_path / "cache"
    shutil.copytree(warm, cache)
    for title in TAXES:
        one = DUES.format(known=known, titles=(title,), verb="build")
        assert output(python(clone, cache, one)) == "15 1700"
    both = DUES.format(known=known, titles=tuple(TAXES), verb="use")
    assert output(python(clone, cache, both)) == "15 1700"
    assert len(list(cache.glob("east-*"))) == len(list(cache.glob("west-*"))) == 1


OWN = """
import sys
import numpy as np
from bridgehead.core.kernels import compiled, machine_code
compiled.build("bridgehead.owners")
from bridgehead.owners import owned
from numba.core.runtime import _nrt_python, rtsys
twins = machine_code._Twins({})
print(*(name for name in ("fresh", "total", "shift", "first", "face") if
        twins._counts(getattr(owned, name))))
print(twins._counts(next(
    one.plain for one in machine_code.units["bridgehead.owners"].entries.values()
    if one.plain.__name__ == "roll")))
codes = np.array([7, 8, 9], np.int32)
_nrt_python.memsys_enable_stats()
print(*(owned.use(codes) for _ in range(3)), *codes)
made = rtsys.get_allocation_stats()
print(made.alloc == made.free, made.mi_alloc == made.mi_free > 0)
random = np.random.default_rng(1)
rolled = [owned.roll(random) for _ in range(9)]
made = rtsys.get_allocation_stats()
print(sys.getrefcount(random), made.mi_alloc == made.mi_free)
"""


def test_only_kernels_that_own_an_array_or_are_handed_dice_count_references(
    clone: Path, tmp_path: Path
) -> None:
    """And whatever is made or handed over is given back."""
    owners, rolls, answers, freed, given_back = output(python(clone, tmp_path, OWN)).splitlines()
    assert owners == "fresh total shift"
    assert rolls == "True"  # Python calls it: `face`, which it calls, need not count
    assert given_back == "2 True"
    assert answers == "97 97 97 7 7 7"
    assert freed == "True True"


@pytest.mark.slow
def test_code_for_any_processor_is_used_by_every_one(clone: Path, tmp_path: Path) -> None:
    built = python(clone, tmp_path, BUILD, NUMBA_CPU_NAME="generic")
    assert output(built).splitlines() == ["compiled", ANSWER]
    assert output(python(clone, tmp_path, USE)).splitlines() == ["True True", ANSWER]


# Where it is kept


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a package made up for a test."""
    monkeypatch.setattr(compiled, "_PACKAGE", tmp_path)
    monkeypatch.setattr(compiled, "_texts", compiled._read_texts)
    for place, text in {
        "title/state": "a = 1",
        "title/rule": "from bridgehead.title import state\n\n@kernel\ndef f(): ...",
        "title/entry_points": "from bridgehead.title.rule import f\n\n@entry\ndef g(): ...",
        "title/prose": "c = 1",
        "other/play": "\n@entry\ndef h(): ...",
        "cli/command": "b = 1",
    }.items():
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / f"{place}.py").write_text(text)
    return tmp_path


def test_a_folder_is_named_by_all_that_its_kernels_depend_on(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def name(unit: str = "bridgehead.title") -> str:
        return compiled.cache_folder(unit).name

    first, other = name(), name("bridgehead.other")
    assert first.startswith("title-")
    for place in ("cli/command.py", "title/prose.py"):  # no kernels there, and none imports it
        (package / place).write_text("b = 2")
        assert name() == first
    (package / "title/state.py").write_text("a = 2")  # a kernel may hold what it imports
    second = name()
    (package / "core").mkdir()
    (package / "core/shared.py").write_text("d = 1")  # what it binds
    (package / "title/rule.py").write_text(
        "from bridgehead.core import shared\n\n(f,) = bind(\n    shared.f)\n"
    )
    bound = name()
    (package / "core/shared.py").write_text("d = 2")
    assert len({second, bound, name()}) == 3
    second = name()
    (package / "title/rule.py").rename(package / "title/law.py")
    third = name()
    assert name("bridgehead.other") == other
    monkeypatch.setattr(compiled, "version", lambda _: "99.0")  # another Numba
    assert len({first, second, third, name()}) == 4


def test_the_folders_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIDGEHEAD_CACHE", str(tmp_path))
    assert compiled.cache_folder("bridgehead.titles.across_suez").parent == tmp_path
    monkeypatch.delenv("BRIDGEHEAD_CACHE")
    assert compiled.cache_root().parts[-2:] == ("bridgehead", "kernels")


def test_a_cache_that_is_there_but_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setenv("BRIDGEHEAD_CACHE", str(tmp_path / "a"))
    assert compiled.can_keep()
    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    assert not compiled.can_keep()


def test_what_a_killed_process_was_writing_is_removed_when_the_next_one_writes(
    tmp_path: Path,
) -> None:
    halves = [
        tmp_path / "rule-one" / f"{compiled.HALF}abc",
        tmp_path / "law-two" / f"{compiled.HALF}xyz",
    ]
    fresh = tmp_path / "law-two" / f"{compiled.HALF}now"
    for file in (*halves, fresh):
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(b"half of it")
    for half in halves:
        os.utime(half, (1000, 1000))
    compiled._keep(tmp_path / "rule-one", "x.code", b"all of it")
    assert (tmp_path / "rule-one" / "x.code").read_bytes() == b"all of it"
    assert not any(half.exists() for half in halves)
    assert fresh.exists()  # another process may be writing it now


def test_a_write_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(OSError, match="No space left"):
        compiled._keep(tmp_path / "rule-one", "x.code", b"all of it")
    assert list((tmp_path / "rule-one").iterdir()) == []


def test_old_caches_are_swept(tmp_path: Path) -> None:
    for age, name in enumerate(["now", "one", "two", "three", "four", "five", "six"]):
        folder = tmp_path / f"rule-{name}"
        folder.mkdir()
        (folder / "kernel.code").write_text("")
        os.utime(folder, (1000 - age, 1000 - age))
    (tmp_path / "rules-seven").mkdir()
    (tmp_path / "note.txt").write_text("no folder, not ours")
    (tmp_path / "rule-gone").symlink_to(tmp_path / "swept-away-meanwhile")
    compiled._sweep(tmp_path / "rule-now")
    left = {path.name for path in tmp_path.iterdir() if path.exists()}
    kept = {f"rule-{name}" for name in ("now", "one", "two", "three", "four")}
    assert left == kept | {"rules-seven", "note.txt"}
