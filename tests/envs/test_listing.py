"""A list brought up to date after a move is the list made from the beginning."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from bridgehead.core.kernels import batch
from bridgehead.core.kernels.kernel import JIT
from bridgehead.envs import BatchEnv
from bridgehead.titles.across_suez.envs.listing import left_by
from tests.tiers import first
from tests.titles.across_suez.games import SETTINGS, scatter

pytestmark = pytest.mark.plain
STEPS = 60 if JIT else 25


def put(env: BatchEnv, position: Any) -> None:
    """Let all games of a batch begin at a position."""
    env._states[:] = position.arrays[1][0]
    env._advance(np.full(env.n, batch.NO_ACTION, np.int32))


def choose(env: BatchEnv, draw: random.Random) -> int:
    """Return any action, but not the end of a phase while there is another."""
    legal = env.legal[0, : env.counts[0]].tolist()
    texts = [env.actions.text(legal[-1])]
    return int(draw.choice(legal[:-1] if len(legal) > 1 and texts == ["end"] else legal))


def check(env: BatchEnv) -> None:
    legal = env.actions.legal(env.position(0))
    assert np.array_equal(env.legal[0, : env.counts[0]], legal)
    assert np.array_equal(np.flatnonzero(env.mask[0]), legal)


@pytest.mark.parametrize("seed", first(3, range(60)))
@pytest.mark.parametrize("setting", SETTINGS)
def test_after_every_action_from_crowded_maps(setting: str, seed: int) -> None:
    """Reinforcements come in, are barred, are landed; units cross; phases end and begin."""
    draw = random.Random(f"listing {setting} {seed}")
    begin = scatter(setting, seed)
    with BatchEnv(begin.game, 1, seed=seed) as env:
        put(env, begin)
        for _ in range(STEPS):
            check(env)
            env.step([choose(env, draw)])


def test_what_is_listed_anew() -> None:
    """A move is not: only what changes is written. The end of a phase and a crossing are."""
    begin = scatter("1980", 1)
    state, encode = begin.arrays[1][0], begin.game.grammar.encode
    assert begin.to_dict()["phase"] == "movement"
    text = next(iter(begin.legal_actions()))
    unit = text.split()[1]
    here = int(state.hex[begin.game.units.index(unit)])
    assert text.startswith(("move", "enter"))
    assert left_by(state, encode(text)) == here
    assert left_by(state, encode(f"cross {unit}")) == left_by(state, encode("end")) == batch.ANEW
