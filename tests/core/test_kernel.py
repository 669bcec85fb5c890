"""The decorators: what stays plain, what an entry point takes, and how it is switched."""

from __future__ import annotations

import ast
import functools
import os
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core.kernels import kernel as kernel_module
from bridgehead.core.kernels.kernel import (
    Codes,
    Entry,
    Kind,
    Random,
    Unit,
    entry,
    kernel,
    record,
    units,
)
from bridgehead.core.words import notation


def test_without_the_compiler_numba_is_not_imported() -> None:
    code = """
import sys, types, bridgehead as bh
from bridgehead.titles.across_suez.rules import entry_points, movement
from bridgehead.core.titles.games import build_game
assert type(movement.search) is types.FunctionType
position = bh.load("across-suez-1980").start()
build_game("across-suez-1980", print)
position.push(position.legal_actions()[0])
print(type(entry_points.refresh.func).__name__, "numba" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=os.environ | {"BRIDGEHEAD_JIT": "0"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "function False"


def arrays_of_records(function: ast.FunctionDef) -> set[str]:
    """Return the local names that are bound to `np.zeros(…, of.dtype)`, or the like."""
    found = set()
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign):
            continue
        target, value = node.targets[0], node.value
        pairs = [(target, value)]
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = list(zip(target.elts, value.elts, strict=True))
        for name, made in pairs:
            if isinstance(made, ast.Call) and isinstance(name, ast.Name):
                arguments = [*made.args, *(keyword.value for keyword in made.keywords)]
                if any(isinstance(a, ast.Attribute) and a.attr == "dtype" for a in arguments):
                    found.add(name.id)
    return found


def test_no_record_outlives_its_array() -> None:
    """What a function makes is freed after its last use, whatever records are left of it."""
    looked_at = 0
    for path in sorted(Path(bh.__file__).parent.glob("titles/*/**/*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef) or not function.decorator_list:
                continue
            if not {"kernel", "entry"} & {ast.unparse(one) for one in function.decorator_list}:
                continue
            made = arrays_of_records(function)
            looked_at += len(made)
            for node in ast.walk(function):
                taken = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)
                if taken and isinstance(node.value, ast.Name) and node.value.id in made:
                    raise AssertionError(f"{path}:{node.lineno}: {ast.unparse(node)}")
    assert looked_at


@pytest.fixture
def unit(monkeypatch: pytest.MonkeyPatch) -> Unit:
    """Return a unit for the kernels of this module, empty and not compiled."""
    found = Unit(__name__.rpartition(".")[0])
    monkeypatch.setitem(units, found.name, found)
    return found


def test_a_kernel_is_its_function_and_belongs_to_its_package(unit: Unit) -> None:
    @kernel
    def twice(number: int) -> int:
        return 2 * number

    assert isinstance(twice, types.FunctionType)
    assert unit.kernels == [twice]
    assert not unit.entries


def test_an_entry_point_is_switched_wherever_it_was_imported_to(unit: Unit) -> None:
    @entry
    def count(codes: Codes) -> int:
        """Count."""
        return len(codes)

    elsewhere: Any = count
    assert (count(np.zeros(3, np.int32)), count.__doc__, count.__name__) == (3, "Count.", "count")
    (found,) = unit.entries.values()
    unit.switch({found.name: lambda codes: -len(codes)})
    assert elsewhere(np.zeros(3, np.int32)) == -3
    assert elsewhere.__doc__ == "Count."
    unit.switch(None)
    assert elsewhere(np.zeros(3, np.int32)) == 3


def test_an_entry_point_that_comes_later_is_switched_as_its_unit_is(unit: Unit) -> None:
    unit.switch({f"{__name__}.later": lambda: "compiled", f"{__name__}.other": lambda: "other"})

    @entry
    def later() -> str:
        return "plain"

    assert later() == "compiled"


def test_the_kinds_of_arguments_are_read_from_annotations() -> None:
    (find,) = [
        one for one in units["bridgehead.core"].entries.values() if one.slot is notation.find
    ]
    assert find.name == "bridgehead.core.words.notation.find"
    assert find.kinds() == [Kind(np.dtype(np.int32), writable=False), int]


def _draws(codes: Codes, random: Random, loose: float, strict: bool) -> None: ...


def _says_nothing(board: Any) -> None: ...


def test_what_no_compiler_could_use_is_refused() -> None:
    def made(function: Any) -> Entry:
        return Entry(function, functools.partial(function))

    assert made(_draws).kinds() == [Kind(np.dtype(np.int32)), Random, float, bool]
    with pytest.raises(TypeError, match="_says_nothing: board has no kind that can be compiled"):
        made(_says_nothing).kinds()


def test_every_entry_point_of_every_title_says_what_it_takes() -> None:
    from bridgehead.core.kernels import compiled
    from bridgehead.core.titles.games import games, package_of

    for package in {package_of(info.id) for info in games()}:
        found = compiled._load_modules(package)
        assert found.entries
        for one in found.entries.values():
            assert one.kinds()


def test_a_record_is_zeroed_and_has_its_fields_by_name() -> None:
    found = record(np.dtype([("a", "i2"), ("b", "i8", 3)], align=True))
    assert found.a == 0
    found.b[1] = 5
    assert found.b.tolist() == [0, 5, 0]
    assert bytes(8) == found.tobytes()[:8]


def test_the_unit_of_a_module_is_its_package() -> None:
    assert (
        kernel_module.unit_of("bridgehead.titles.across_suez.rules.zones")
        == "bridgehead.titles.across_suez"
    )
    assert kernel_module.unit_of("alone") == "alone"
