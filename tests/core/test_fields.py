"""A record is declared once: its types, its dtype, and its columns in an observation."""

from importlib import import_module
from typing import Annotated, Any, Protocol, get_type_hints

import numpy as np
import pytest

from bridgehead.core.kernels.fields import (
    Int16,
    Int64,
    Kept,
    columns,
    copier,
    dtype_of,
    entries,
    fields,
    listed,
    named,
    numbered,
)
from bridgehead.core.kernels.kernel import record, units
from bridgehead.core.kernels.record_types import Cube, Matrix, Vector
from bridgehead.core.titles.games import games, package_of

pytestmark = pytest.mark.plain

PACKAGES = sorted({package_of(info.id) for info in games()})
ARRAYS: dict[int, Any] = {1: Vector, 2: Matrix, 3: Cube}


class Sample(Protocol):
    turn: Annotated[Int16, "game turn"]
    side: Int64
    moved: Annotated[Vector[int], np.int16, 3, "has moved"]
    points: Annotated[Vector[int], np.int64, 2, ("red", "blue"), "points of {}"]
    air: Annotated[Vector[int], np.int64, 2, "aircraft of kind {}"]
    plan: Annotated[Int16, Kept("what one side has planned")]
    weights: Annotated[Matrix[float], np.float64, 2, 4]


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("name", ["Board", "State", "Work"])
def test_a_type_checker_sees_the_kind_of_number_that_is_stored(package: str, name: str) -> None:
    declared = getattr(import_module(f"{package}.records"), name)
    seen = get_type_hints(declared)
    for field, one in fields(declared).items():
        number = float if np.issubdtype(one.number, np.floating) else int
        kind: Any = number
        if one.shape:
            kind = ARRAYS[len(one.shape)][number]
        assert seen[field] == kind, field


@pytest.mark.parametrize("package", PACKAGES)
def test_the_types_of_arguments_keep_the_kinds_that_are_compiled(package: str) -> None:
    kinds = import_module(f"{package}.rules.kinds")
    records = import_module(f"{package}.records")
    for hint, declared in (
        (kinds.Boards, records.Board), (kinds.States, records.State), (kinds.Works, records.Work)
    ):  # fmt: skip
        assert hint.__metadata__[0].dtype.fields == dtype_of(declared).fields


def test_the_dtype_has_the_fields_in_their_order() -> None:
    assert dtype_of(Sample) == np.dtype(
        [
            ("turn", "i2"), ("side", "i8"), ("moved", "i2", 3), ("points", "i8", 2),
            ("air", "i8", 2), ("plan", "i2"), ("weights", "f8", (2, 4)),
        ]
    )  # fmt: skip


def test_a_field_says_how_it_is_stored() -> None:
    class Careless(Protocol):
        turn: int

    with pytest.raises(TypeError, match=r"Careless\.turn: say how it is stored"):
        dtype_of(Careless)


def test_a_field_with_a_text_is_a_column() -> None:
    assert columns(Sample) == (("turn", "game turn"), ("plan", "what one side has planned"))
    assert columns(Sample, 3) == (("moved", "has moved"),)
    assert named(Sample, "moved", "turn") == (("moved", "has moved"), ("turn", "game turn"))
    assert entries(Sample, "air", "points") == (
        ("air 0", "aircraft of kind 0"), ("air 1", "aircraft of kind 1"),
        ("points 0", "points of red"), ("points 1", "points of blue"),
    )  # fmt: skip
    assert numbered("step", ("move", "end")) == "step: 0 move, 1 end"
    assert listed("result, from 1", ("A1", "D1")) == "result, from 1: A1, D1"


def test_what_is_kept_back_or_computed_is_not_copied() -> None:
    s = record(dtype_of(Sample))
    s.turn, s.side, s.plan, s.points[1], s.air[0] = 3, 1, 9, 7, 5
    s.moved[2] = 1
    seen = (("side", "computed"), *columns(Sample), *entries(Sample, "points", "air"))
    before = {name: list(unit.kernels) for name, unit in units.items()}
    try:
        x = np.full(len(seen), -1)
        copier(__name__, Sample, seen)(s, x)
        assert x.tolist() == [-1, 3, -1, 0, 7, 5, 0]
        rows = np.full((3, 2), -1)
        copy_row = copier(__name__, Sample, (("hex", "computed"), *columns(Sample, 3)), rows=True)
        for u in range(3):
            copy_row(s, u, rows.reshape(-1))
        assert rows.tolist() == [[-1, 0], [-1, 0], [-1, 1]]
    finally:
        for name in set(units) - set(before):
            del units[name]
