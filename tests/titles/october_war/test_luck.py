"""The dice of rollouts: even, and alike where plans do not differ."""

from __future__ import annotations

import numpy as np
import pytest

from bridgehead.core.kernels.kernel import JIT
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.player import luck
from bridgehead.titles.october_war.player.thinking import FEATURES, rollout
from bridgehead.titles.october_war.rules.places import refresh
from tests.titles.october_war.games import load, scatter
from tests.titles.october_war.test_thinking import OUT, STRICT, a_net

GAMES, FACES = 6000, 6


@pytest.mark.plain
def test_every_face_is_equally_likely() -> None:
    for what in (0, 5, 31):
        faces = np.array(
            [luck.mix(luck.mix(luck.mix(7919 * n, what), 3), 0) % FACES for n in range(GAMES)]
        )
        counts = np.bincount(faces, minlength=FACES)
        assert ((counts - GAMES / FACES) ** 2 / (GAMES / FACES)).sum() < 20.5  # 1 in 1000
        # a second roll for the same thing does not follow from the first
        again = np.array(
            [luck.mix(luck.mix(luck.mix(7919 * n, what), 3), 1) % FACES for n in range(GAMES)]
        )
        assert abs(np.corrcoef(faces, again)[0, 1]) < 0.05


@pytest.mark.plain
def test_the_same_shot_falls_alike_whatever_was_rolled_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    faces: list[int] = []
    monkeypatch.setattr(luck, "apply", lambda b, s, w, code: faces.append(int(code)))
    position = scatter("fog", 25, "combat 1")
    b, s, w = position.game.board[0], position.arrays[1][0], position.arrays[2][0]

    def fired(number: int, battle: int, shooter: int, earlier: int = 0) -> int:
        refresh(b, s, w)
        assert w.luck == luck.NOT_DRAWN
        for step in [st.AIR_DEFENSE_ROLL] * earlier + [st.FIRE_ROLL]:
            one = s.copy()
            one.step, one.owner, one.battle, one.shooter = step, st.DICE, battle, shooter
            luck.roll_by_luck(b, one, w, np.random.default_rng(number), -1)
        return faces[-1]

    alike = []
    for number in range(30):
        first = fired(number, 3, 40)
        assert first == fired(number, 3, 40, earlier=3)
        alike.append(first == fired(number, 4, 40))
        alike.append(first == fired(number, 3, 41))
    assert 0 < sum(alike) < len(alike) / 2  # another shot has a die of its own


@pytest.mark.skipif(not JIT, reason="whole games take minutes in plain Python")
def test_rollouts_of_the_same_number_are_alike_and_others_are_not() -> None:
    position = load("fog").start()
    board, state, work = position.arrays
    scratch, x, net = state.copy(), np.zeros(FEATURES), a_net(0.0)
    net[2 + FEATURES : 2 + 2 * FEATURES] = 1.0
    net[2 + 2 * FEATURES : -1] = 0.1

    def found(seed: int) -> float:
        random = np.random.default_rng(seed)
        return float(rollout(board, state, scratch, work, OUT, random, 2, STRICT, 0, net, x))

    assert found(1) == found(1)
    assert len({found(seed) for seed in range(8)}) > 4
