"""Shared kernels: each title has its own copy, which knows that title's kernels."""

from __future__ import annotations

import traceback
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bridgehead.core.kernels.binding import Boards, bind, shared_entry, shared_kernel, title
from bridgehead.core.kernels.kernel import Kind, Numbers, Unit, units
from bridgehead.core.search import thinking
from bridgehead.core.titles.games import games, package_of, title_of

pytestmark = pytest.mark.plain
KINDS: Any = SimpleNamespace(Boards=Numbers, States=Numbers, Works=Numbers)


@shared_kernel
def taxed(amount: int) -> int:
    """Return an amount with its tax."""
    return amount + int(title.tax(amount))


@shared_entry
def due(board: Boards) -> int:
    """Return what has to be paid."""
    return int(title.taxed(board[0])) * int(title.RATE)


@pytest.fixture
def bound(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return `due` as two titles have it; their units are forgotten afterwards."""
    taxes = {"east": lambda amount: 1, "west": lambda amount: 1 // (int(amount) * 0)}
    found = {}
    for name, tax in taxes.items():
        module = f"bridgehead.titles.{name}.rules.entry_points"
        monkeypatch.setitem(units, f"bridgehead.titles.{name}", Unit(name))
        found[name] = bind(module, KINDS, taxed, due, tax=tax, RATE=2)[1]
    return found


def test_each_title_has_its_own(bound: dict[str, Any]) -> None:
    assert bound["east"](np.array([3])) == 8
    with pytest.raises(ZeroDivisionError):
        bound["west"](np.array([3]))
    unit = units["bridgehead.titles.east"]
    assert [kernel.__name__ for kernel in unit.kernels] == ["taxed", "due"]
    (entry,) = unit.entries.values()
    assert entry.name == "bridgehead.titles.east.rules.entry_points.due"
    assert entry.kinds() == [Kind(np.dtype(np.int64))]
    assert bound["east"].__doc__ == "Return what has to be paid."


def test_a_traceback_shows_the_shared_lines(bound: dict[str, Any]) -> None:
    with pytest.raises(ZeroDivisionError) as failed:
        bound["west"](np.array([3]))
    lines = [frame.line for frame in traceback.extract_tb(failed.tb) if frame.filename == __file__]
    assert "return int(title.taxed(board[0])) * int(title.RATE)" in lines
    assert "return amount + int(title.tax(amount))" in lines


def test_what_is_given_comes_before_what_is_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(units, "bridgehead.titles.north", Unit("north"))
    module = "bridgehead.titles.north.rules.entry_points"
    _, own = bind(module, KINDS, taxed, due, taxed=lambda amount: -amount, RATE=1)
    assert own(np.array([3])) == -3


def test_the_shared_function_itself_belongs_to_no_title() -> None:
    with pytest.raises(AttributeError):
        taxed(3)
    assert not any(
        kernel.__module__ == thinking.__name__ for unit in units.values() for kernel in unit.kernels
    )


def test_titles_share_code_and_nothing_else() -> None:
    looks = {package_of(info.id): title_of(info.id).thinking.rollout for info in games()}
    assert len({look.func.__code__ for look in looks.values()}) in (1, len(looks))
    assert len({id(look) for look in looks.values()}) == len(looks) == 3
    for package, look in looks.items():
        assert look.__module__ == f"{package}.player.thinking"
