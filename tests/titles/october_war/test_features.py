"""What the judgement looks at: named, finite, of a sensible size, and right in small positions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bridgehead.core.kernels.kernel import JIT
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.player.features import FEATURES, NAMES, features
from bridgehead.titles.october_war.rules import entry_points
from tests.titles.october_war.games import load, scatter, walk

OUT = np.zeros(st.MAX_ACTIONS, np.int32)


def seen(position: Any) -> dict[str, float]:
    """Return the features of a position by name."""
    board, state, work = position.arrays
    fresh, x = np.zeros(1, work.dtype), np.full(FEATURES, np.nan)
    entry_points.refresh(board, state, fresh)
    features(board, state, fresh, OUT, x)
    return dict(zip(NAMES, x.tolist(), strict=True))


def given(**more: Any) -> Any:
    game = load("fog")
    return game.position({"game": game.id, **more})


@pytest.mark.plain
def test_every_feature_has_a_name_of_its_own() -> None:
    assert len(NAMES) == len(set(NAMES)) == FEATURES


def test_they_are_finite_and_small_in_every_position() -> None:
    most = 0.0
    for seed in range(3 if JIT else 1):
        for number, (position, _) in enumerate(walk("fog", 40 + seed, None, 900 if JIT else 20)):
            if number % 9 == 0:
                x = np.array(list(seen(position).values()))
                assert np.isfinite(x).all()
                most = max(most, float(np.abs(x).max()))
    assert 1.0 <= most < 12.0


@pytest.mark.plain
def test_looking_changes_nothing() -> None:
    position = scatter("fog", 41)
    was = position.state.tobytes()
    assert seen(position) == seen(position)
    assert position.state.tobytes() == was


@pytest.mark.plain
def test_clock() -> None:
    first = seen(given(turn=1, side="arab", phase="movement 1"))
    last = seen(given(turn=9, side="israel", phase="movement 2"))
    assert (first["turns left"], last["turns left"]) == (2.0, 0.0)
    assert (first["last turn"], last["last turn"]) == (0.0, 1.0)
    assert (first["Israeli player turn"], last["Israeli player turn"]) == (0.0, 1.0)
    assert seen(given(turn=2, phase="air commitment"))["joint phases"] == 1.0


@pytest.mark.plain
def test_points_and_casualties() -> None:
    units = {"armor-1": "cairo-road", "armor-2": "suez-city"}
    even = seen(given(turn=4, units=units))
    bled = seen(given(turn=4, units=units, casualties={"israel": 64, "egypt": 3, "syria": 0}))
    assert even["Israeli points"] > 0
    assert even["lead"] > bled["lead"]
    assert bled["casualties of Israel"] == pytest.approx(64 / 70)
    assert bled["casualties of Israel near the limit"] == pytest.approx((64 / 70 - 0.6) / 0.4)
    assert bled["casualties of Egypt near the limit"] == 0.0
    assert even["Egyptian cities Israeli"] == 0.5


@pytest.mark.plain
def test_points_of_the_map_one_by_one() -> None:
    position = given(turn=3, units={"armor-1": "refidim", "eg-mech-1": "mitla-pass"})
    found = seen(position)
    assert found["Arab objective 1: held"] == 1.0
    assert found["Arab objective 1: forces near"] > 0
    assert found["Arab objective 2: held"] == 0.5
    assert found["pass 2: forces near"] < found["pass 1: forces near"]
    assert found["Egyptian city 1: held"] == -0.5


@pytest.mark.plain
def test_armies_and_boxes() -> None:
    units = {"armor-1": "tasa", "hq-252": "tasa", "eg-eng-1": "ismailia",
             "2-inf-div": "fort-purkan", "armor-3": "refit", "armor-4": "israeli-reserve",
             "sy-sam-1": "nawa"}  # fmt: skip
    found = seen(given(turn=3, units=units, points={"israel": 4}, ew={"syria": 2}))
    assert found["Israeli strength in the Sinai"] == pytest.approx(4 / 60)
    assert found["Arab strength in the Bar-Lev line"] == pytest.approx(18 / 60)
    assert found["strength in reserve of Israel"] == pytest.approx(4 / 60)
    assert found["strength of Israel in refit"] == pytest.approx(4 / 80)
    assert found["Israeli headquarters in the Sinai"] == 0.5
    assert found["Arab engineers"] == 0.5
    assert found["SAM units in the Golan"] == pytest.approx(0.2)
    assert found["mobilization points of Israel"] == 0.5
    assert found["EW markers of Syria"] == 0.5


@pytest.mark.plain
def test_sky_and_events() -> None:
    units = {"tac-1": "ready", "tac-2": "refit", "ww-1": "ready"}
    found = seen(given(turn=5, units=units, air_master={"golan": "israel"}, ceasefires=1))
    assert found["strikes of Israel at hand"] == pytest.approx(0.1)
    assert found["strikes of Israel in refit"] == pytest.approx(0.1)
    assert found["Wild Weasels at hand"] == 0.25
    assert (found["sky over the Sinai"], found["sky over the Golan"]) == (0.0, 1.0)
    assert found["Ceasefires drawn"] == 0.5
    assert found["US resupply in the pool"] == 1.0
