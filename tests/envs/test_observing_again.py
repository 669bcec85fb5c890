"""An observation brought up to date is one written anew, whatever has happened in between."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.titles.games import title_of
from bridgehead.envs import BatchEnv, ObservationSpace
from tests.envs.walks import positions
from tests.secrecy.worlds import PAIRS

pytestmark = pytest.mark.plain


def write_again(space: ObservationSpace, position: Any, side: str | None, out: Any) -> None:
    """Bring an observation up to date with the title's kernel."""
    viewer = -1 if side is None else space.game.sides.index(side)
    board, state, work = (array[0] for array in position.arrays)
    title_of(space.game.id).environments.observe_again(
        board, state, work, viewer, space.cell, space.cells,
        out.map.reshape(-1), out.units.reshape(-1), out.scalars,
    )  # fmt: skip


def check(found: list[Any]) -> int:
    """Write each of these positions over the one before; return how many numbers changed."""
    space, changed = ObservationSpace(found[0].game), 0
    viewers = (*space.game.sides, None)
    kept = space.observe(found[0], viewers[0])
    for number, position in enumerate(found):
        viewer, before = viewers[number % 3], kept.map.copy()
        write_again(space, position, viewer, kept)
        anew = space.observe(position, viewer).to_dict()
        for name, array in kept.to_dict().items():
            assert np.array_equal(array, anew[name]), f"{name} of {position!r} for {viewer}"
        changed += int((kept.map != before).sum())
    return changed


@pytest.mark.parametrize("title", PAIRS)
def test_positions_are_written_over_one_another(title: str) -> None:
    """The next one, the start of the game, and back again to the first."""
    for seed in range(2):
        found = [position.copy() for position in positions(title, seed, 5)]
        assert check([*found, found[0].game.start(), *reversed(found)]) > 10


@pytest.mark.slow
@pytest.mark.parametrize("game_id", [info.id for info in bh.games()])
def test_batches_are_written_anew_at_every_decision(game_id: str) -> None:
    """Random games of both sides, from one end over the next beginning, all decisions of each."""
    with BatchEnv(bh.load(game_id), 8, seed=3) as env:
        sides, ended = env.game.sides, 0
        for step in range(1500 if JIT else 3):
            env.step(env.random_actions())
            ended += int(env.terminated.sum())
            seen = env.observations
            for g in range(step % 4, env.n, 4):
                anew = env.space.observe(env.position(g), sides[env.to_move[g]])
                assert np.array_equal(seen.map[g], anew.map)
                assert np.array_equal(seen.units[g], anew.units)
                assert np.array_equal(seen.scalars[g], anew.scalars)
                legal = env.legal[g, : env.counts[g]]
                assert np.array_equal(np.flatnonzero(env.mask[g]), legal)
        assert ended or not JIT or game_id == "october-war"
