"""The protocols of records say what the dtypes say: the same fields, with the same kinds."""

from __future__ import annotations

from importlib import import_module
from typing import Any, get_type_hints

import numpy as np
import pytest

from bridgehead.core.records import Cube, Matrix, Vector, annotation
from bridgehead.core.registry import games, package_of

pytestmark = pytest.mark.plain

PACKAGES = sorted(
    package
    for package in {package_of(info.id) for info in games()}
    if not hasattr(import_module(f"{package}.records"), "STATE")
)
RECORDS = (
    ("Board", "data.layout", "BOARD"),
    ("State", "state", "STATE"),
    ("Work", "state", "WORK"),
)
NAMES = {
    int: "int", float: "float", Vector[int]: "Vector[int]", Vector[float]: "Vector[float]",
    Matrix[int]: "Matrix[int]", Matrix[float]: "Matrix[float]",
    Cube[int]: "Cube[int]", Cube[float]: "Cube[float]",
}  # fmt: skip


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize(("name", "module", "dtype"), RECORDS)
def test_protocols_have_the_fields_of_the_dtypes(
    package: str, name: str, module: str, dtype: str
) -> None:
    protocol = getattr(import_module(f"{package}.records"), name)
    found = getattr(import_module(f"{package}.{module}"), dtype)
    said = [(field, NAMES[hint]) for field, hint in get_type_hints(protocol).items()]
    assert said == [(field, annotation(found.fields[field][0])) for field in found.names]


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        (("x", "i2"), "int"),
        (("x", "f8"), "float"),
        (("x", "i4", 3), "Vector[int]"),
        (("x", "i8", (2, 3)), "Matrix[int]"),
        (("x", "f8", (2, 3)), "Matrix[float]"),
        (("x", "i8", (2, 2, 3)), "Cube[int]"),
    ],
)
def test_how_a_field_is_annotated(field: Any, expected: str) -> None:
    fields = np.dtype([field]).fields
    assert fields is not None
    assert annotation(fields["x"][0]) == expected


def test_the_types_of_arguments_keep_the_kinds_that_are_compiled() -> None:
    for package in PACKAGES:
        kinds = import_module(f"{package}.rules.kinds")
        board = import_module(f"{package}.data.layout").BOARD
        state = import_module(f"{package}.state")
        for hint, dtype in (
            (kinds.Boards, board), (kinds.States, state.STATE), (kinds.Works, state.WORK)
        ):  # fmt: skip
            assert hint.__metadata__[0].dtype.fields == dtype.fields
