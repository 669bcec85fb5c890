"""Perft of the engine and of the independent generator, and of the engine with itself."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.kernels.kernel import JIT
from bridgehead.lab import perft as module
from bridgehead.lab.perft import divide, perft
from tests.lab import compiled_only
from tests.reference import across_suez as reference
from tests.tiers import first
from tests.titles.across_suez.games import SETTINGS, choose, load, scatter

LEAVES = 2500 if JIT else 150


def reference_count(setting: str, position: Any, depth: int) -> int:
    options = {key for key, value in SETTINGS[setting].items() if value is True}
    rules = reference.Game(SETTINGS[setting]["game"], frozenset(options))
    data = position.to_dict()
    if "bombarding" in data:  # the reference counts a bombardment when its die is rolled
        data["bombardments"] -= 1
    return int(rules.perft(rules.from_dict(data), depth))


def in_the_middle(setting: str, seed: int) -> Any:
    """A crowded position, some decisions on: in combats too."""
    draw = random.Random(seed)
    position = scatter(setting, seed)
    for _ in range(draw.randrange(40)):
        if position.to_move is None:
            break
        position.push(choose(position, draw))
    return position


@pytest.mark.parametrize("setting", SETTINGS)
def test_from_the_start(setting: str) -> None:
    position = load(setting).start()
    depth = 2 if JIT and setting == "reprint with all options" else 1
    assert perft(position, depth) == reference_count(setting, position, depth)


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS)
def test_two_decisions_from_the_start(setting: str) -> None:
    position = load(setting).start()
    assert perft(position, 2) == reference_count(setting, position, 2)


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("seed", first(4, range(2000, 2012 if JIT else 2003)))
def test_from_the_middle_as_deep_as_time_allows(setting: str, seed: int) -> None:
    position = in_the_middle(setting, seed)
    depth = 1
    while depth < 8 and perft(position, depth) < LEAVES / 10:
        if perft(position, depth + 1) > LEAVES:
            break
        depth += 1
    assert perft(position, depth) == reference_count(setting, position, depth)


@compiled_only
def test_known_counts() -> None:
    """Of the package's own map: a change of rules or data shows here."""
    start = bh.load("across-suez-1980").start()
    assert [perft(start, depth) for depth in range(4)] == [1, 321, 88932, 20867727]


@pytest.mark.parametrize("setting", SETTINGS)
def test_kernel_and_plain_push_and_pop_agree(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(3000, 3006 if JIT else 3003):
        position = in_the_middle(setting, seed)
        wide = len(position.legal_actions()) > LEAVES / 10
        depth = 1 if wide else 2 if perft(position, 2) > LEAVES else 3
        fast = divide(position, depth)
        before = position.to_dict()
        with monkeypatch.context() as patch:
            patch.setattr(module.title_players, "kernels", lambda game: None)
            assert divide(position, depth) == fast
        assert list(fast) == list(position.legal_actions())
        assert sum(fast.values()) == perft(position, depth)
        assert position.to_dict() == before


def test_a_finished_game_has_no_sequences() -> None:
    position = bh.load("across-suez-1980").start()
    position.push("resign")
    assert [perft(position, depth) for depth in range(3)] == [1, 0, 0]
    assert divide(position, 2) == {}


def test_a_depth_that_makes_no_sense_is_refused() -> None:
    position = bh.load("across-suez-1980").start()
    with pytest.raises(ValueError, match="depth is -1"):
        perft(position, -1)
    with pytest.raises(ValueError, match="depth is 0"):
        divide(position, 0)
