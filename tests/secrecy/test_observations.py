"""Two worlds that a side cannot tell apart give it the same observation, byte for byte."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bridgehead.envs import ObservationSpace
from bridgehead.titles.loading import load
from tests.secrecy.test_secrecy import ONWARD, step
from tests.secrecy.worlds import PAIRS

pytestmark = pytest.mark.plain


def look(title: str, seed: int) -> tuple[int, int]:
    """Compare both worlds, played on; return observations compared, and those of other worlds."""
    draw = random.Random(f"observations {title} {seed}")
    pair = PAIRS[title](draw)
    space, compared, differ = ObservationSpace(pair.one.game), 0, 0
    for _ in range(ONWARD):
        mine, its = (space.observe(position, pair.viewer) for position in (pair.one, pair.other))
        for name, array in mine.to_dict().items():
            assert array.tobytes() == its.to_dict()[name].tobytes(), (name, pair.viewer, seed)
        compared += 1
        differ += pair.one != pair.other
        if pair.one.to_move is None or pair.other.to_move is None or step(pair, draw) is None:
            break
    return compared, differ


@pytest.mark.slow
def test_hidden_counters_change_no_observation() -> None:
    found = [look("october-war", seed) for seed in range(2)]
    assert sum(differ for _, differ in found) > 0


def test_the_secret_last_turn_changes_no_observation() -> None:
    one = load("suez-56").start()
    other, space = one.copy(), ObservationSpace(one.game)
    one._state[0].last_turn, other._state[0].last_turn = 10, 12
    for viewer in ("egypt", None):
        assert space.observe(one, viewer).tobytes() == space.observe(other, viewer).tobytes()
    seen = space.observe(other, one.game.sides[0])
    assert space.scalar(seen, "last_turn") == 12


def without_actions(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name != "legal_actions"}


def test_what_changes_no_view_changes_no_observation() -> None:
    """Set-up and air commitment are made in secret: what the other side sees stays the same."""
    position, draw, same = load("october-war").start(), random.Random(73), 0
    space = ObservationSpace(position.game)
    for number in range(24):
        views = [without_actions(position.view(side)) for side in (*position.game.sides, None)]
        seen = [space.observe(position, side).tobytes() for side in (*position.game.sides, None)]
        legal = position.legal_actions()
        deploys = number in (4, 8) and "deploy" in legal
        position.push("deploy" if deploys else legal[draw.randrange(len(legal))])
        for k, side in enumerate((*position.game.sides, None)):
            if without_actions(position.view(side)) == views[k]:
                assert space.observe(position, side).tobytes() == seen[k], side
                same += 1
    assert position.phase != "setup"
    assert same > 10


@pytest.mark.slow
@pytest.mark.parametrize("title", PAIRS)
def test_what_is_hidden_changes_no_observation_at_many_positions(title: str) -> None:
    found = [look(title, 1000 + seed) for seed in range(1000)]
    assert sum(compared for compared, _ in found) > 1000
