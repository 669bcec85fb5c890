"""What a judgement looks at: positions whose numbers are known, and many that are not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bridgehead.core.kernels.kernel import JIT
from bridgehead.titles.middle_east_battles.player.features import FEATURES, LIMIT, NAMES, features
from tests.titles.middle_east_battles.games import SETTINGS, load, scatter, walk

ROOT = Path(__file__).parents[3]


def vector(position: Any) -> Any:
    """Return a position's features."""
    x = np.full(FEATURES, np.nan)
    out = np.zeros(position.game.max_actions, np.int32)
    features(*position.arrays, out, x)
    return x


def seen(position: Any) -> dict[str, float]:
    """Return a position's features by name."""
    return dict(zip(NAMES, vector(position).tolist(), strict=True))


def given(setting: str, **data: Any) -> Any:
    """Return a position at the start of a Movement Phase."""
    game = load(setting)
    return game.position({"game": game.id, **data})


def test_features_have_names_of_their_own() -> None:
    assert len(NAMES) == FEATURES == len(set(NAMES))


def test_the_clock() -> None:
    x = seen(given("suez", turn=3, side="egypt", units={}))
    assert (x["egypt to move"], x["turns left"], x["last turn"]) == (1.0, 4 / 6, 0.0)
    assert (x["worth of an exit"], x["worth of an exit next turn"]) == (1.0, 0.5)
    assert [x[f"after turn {turn}"] for turn in (1, 3, 5, 7)] == [1.0, 0.0, 0.0, 0.0]
    x = seen(given("suez", turn=7, side="anglo_french", units={}, last_turn=9))
    assert (x["turns left"], x["turns beyond the regular ones"]) == (0.5, 0.5)
    x = seen(given("suez", turn=9, side="anglo_french", units={}, last_turn=9))
    assert (x["last turn"], x["worth of an exit next turn"]) == (1.0, 0.0)
    x = seen(given("el arish", turn=3, side="israel", units={}))
    assert (x["night"], x["next turn at night"]) == (0.0, 1.0)
    x = seen(given("el arish", turn=4, side="israel", units={}))
    assert (x["night"], x["next turn at night"]) == (1.0, 0.0)


def test_points_as_they_are_and_as_they_will_be() -> None:
    units = {"1-p": "4211", "4-inf": "2810", "1r-inf": "2715"}
    ledger = {"world opinion": 8, "units exited": 4}
    x = seen(given("suez", turn=3, side="anglo_french", units=units, ledger=ledger))
    assert x["ledger: world opinion"] == 16 / 40
    assert x["ledger: units exited"] == 8 / 40
    assert x["lead"] == -8 / 40
    # four points for the one objective of the West, two each turn for Egypt's, four turns
    assert x["lead if all stay"] == (-8 + 4 - 4 * 2) / 40
    assert x["the same to a win of egypt"] == (-12 + 10) / 8
    x = seen(given("suez", turn=8, side="egypt", units=units, ledger=ledger, last_turn=9))
    assert x["lead if all stay"] == pytest.approx((-8 + 4 - 2 * 2 - 2 * 9) / 40)


def test_forces_and_who_is_to_come() -> None:
    units = {"1-p": "4611", "4-inf": "4711", "a-6-rtr": "2715", "1-rcp": "off", "militia-1": "off"}
    x = seen(given("suez", turn=2, side="egypt", units={**units, "js-helicopter": "exited"}))
    assert x["west foot"] == 4 / 25
    assert x["west vehicles"] == 3 / 25
    assert x["egypt foot"] == 2 / 25
    assert (x["west units"], x["egypt units"]) == (0.1, 0.05)
    assert (x["egypt pinned"], x["egypt next to enemies"], x["west next to enemies"]) == (0.1,) * 3
    assert x["west pinned"] == x["west helicopters"] == x["egypt nowhere to retreat"] == 0.0
    assert x["west foot to come"] == pytest.approx(4 / 30)
    assert (x["drops to come"], x["militia to come"]) == (0.2, 0.2)
    assert x["west units exited"] == 0.1
    assert x["cities of egypt"] == pytest.approx(50 / 51)  # the squadron stands in the other
    units = {"1-4a": "off", "1-ma": "off", "88-202": "off", "4a-cavalry": "off", "1-shf": "3030"}
    x = seen(given("el arish", turn=2, side="israel", units=units, withdrawn=True))
    assert x["4th division to come"] == pytest.approx(8 / 30)
    assert x["3rd division to come"] == x["shazli force to come"] == x["west foot to come"] == 0.0
    assert x["matt to come"] == x["west late to come"] == pytest.approx(3 / 30)
    assert (x["withdrawn"], x["cities of egypt"]) == (1.0, 0.0)


def test_the_ways_out() -> None:
    x = seen(given("suez", turn=2, side="anglo_french", units={"1-p": "4711", "gds": "1929"}))
    assert [x[f"units out within {n} moves"] for n in (1, 2, 3, 4)] == [0.08, 0.08, 0.08, 0.16]
    # two points for who leaves now, one for who leaves in turn 5
    assert x["points of those who could leave"] == pytest.approx((4 + 2) / 20)
    assert x["nearest to the way out"] < 0.3
    later = seen(given("suez", turn=3, side="egypt", units={"1-p": "4711"}))
    assert later["points of those who could leave"] == 2 / 20  # in turn 4 it is worth less
    nobody = seen(given("suez", turn=2, side="egypt", units={"4-inf": "4711"}))
    assert nobody["units out within 4 moves"] == 0.0
    assert nobody["nearest to the way out"] == 3.0


def test_objectives_and_who_is_near() -> None:
    units = {"1-p": "4311", "4-inf": "2810", "js-helicopter": "4211"}
    x = seen(given("suez", turn=3, side="anglo_french", units=units))
    held = [x[f"objective {i} held"] for i in range(1, 9)]
    assert held == [0.0, -1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0]  # a helicopter holds one too
    assert x["objective 7 garrison"] == 1.0
    assert x["objective 2 garrison"] == -0.5
    assert x["objective 7 balance close by"] == pytest.approx(4 / 15)
    assert x["objective 2 balance close by"] == pytest.approx(-2 / 15)
    assert x["objective 2 balance near"] == pytest.approx(-2 / 30)
    distance = load("suez").map.grid.distance
    assert x["objective 7 race"] == pytest.approx(distance("4311", "2810") / 10)
    assert x["objective 2 race"] == -x["objective 7 race"]


def test_objectives_together() -> None:
    units = {"1-p": "4311", "4-inf": "2810", "40-cdo": "2710", "js-helicopter": "4211"}
    x = seen(given("suez", turn=4, side="egypt", units=units))
    game = load("suez")
    assert game.map.grid.distance("2710", "2810") == 1
    assert (x["west's objectives"], x["egypt's objectives"]) == (0.5, 0.25)
    assert x["egypt's objectives next to enemies"] == 0.25
    assert x["west's objectives next to enemies"] == 0.0
    assert x["egypt's objectives surrounded by strength"] == pytest.approx(0.25 * 4 / (4 * 2))
    assert x["west's objectives surrounded by strength"] == 0.0  # the battalion is too far away
    assert x["open objectives nearer to west"] + x["open objectives nearer to egypt"] > 0.0
    # the battalion that stands next to an objective, and nobody who holds one
    assert x["west on the way to objectives"] == pytest.approx(4 / 20 * 9 / 10)
    assert x["egypt on the way to objectives"] == 0.0


@pytest.mark.slow_for("what if")
@pytest.mark.parametrize("setting", SETTINGS)
def test_any_position_has_features_and_is_left_alone(setting: str) -> None:
    found = set()
    positions = [scatter(setting, seed) for seed in range(30 if JIT else 4)]
    for number, (position, _) in enumerate(walk(setting, seed=5)):
        if number % (7 if JIT else 60) == 0:
            positions.append(position.copy())
        if number > (4000 if JIT else 120):
            break
    for position in positions:
        before = position.copy()
        x = vector(position)
        assert np.isfinite(x).all()
        assert np.abs(x).max() <= LIMIT
        assert position == before
        fresh = before.arrays[2][0]
        for field in ("head", "next", "count", "zone", "fort_zone"):
            assert (position.work[0][field] == fresh[field]).all()
        assert position.legal_actions() == before.legal_actions()
        found.add(x.tobytes())
    assert len(found) > 0.8 * len(positions)


def digest(setting: str) -> str:
    """Return the features of some positions, exactly."""
    positions = [scatter(setting, seed) for seed in range(3)]
    return " ".join(number.hex() for position in positions for number in vector(position).tolist())


@pytest.mark.slow_for("what if", "el arish")
@pytest.mark.skipif(not JIT, reason="compares compiled features with plain ones")
@pytest.mark.parametrize("setting", SETTINGS)
def test_compiled_and_plain_features_agree(setting: str) -> None:
    plain = subprocess.run(
        [sys.executable, "-m", "tests.titles.middle_east_battles.test_features", setting],
        env={**os.environ, "BRIDGEHEAD_JIT": "0"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.strip() == digest(setting)


if __name__ == "__main__":
    print(digest(sys.argv[1]))
