"""What of learning on afterstates needs no PyTorch: drafts, doubts, settings, staggered games."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core.errors import BridgeheadError
from bridgehead.envs import BatchEnv
from bridgehead.learning import afterstates, sharing
from bridgehead.learning.drafts import Drafter, check_open, pick
from bridgehead.learning.features import Features
from bridgehead.learning.staggering import stagger
from tests.lab import compiled_only

GAME = "across-suez-1980"


@pytest.mark.plain
def test_another_draft_must_be_better_by_more_than_the_doubt() -> None:
    odds = np.array([0.5, 0.9, 1.2], np.float32)
    assert pick(odds, 0.5) == 2
    assert pick(odds, 0.8) == 0
    assert odds.tolist() == pytest.approx([0.5, 0.9, 1.2])  # it is left as it was


@pytest.mark.plain
def test_a_game_that_hides_something_is_refused() -> None:
    with pytest.raises(BridgeheadError, match="suez-56 hides something"):
        check_open(bh.load("suez-56"))
    check_open(bh.load("el-arish-67"))


@pytest.mark.plain
def test_wrong_settings_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert afterstates.main([GAME, "--out", str(tmp_path), "--sergeants", "0"]) == 1
    assert "sergeants is 0.0; it must be above 0, at most 1" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        afterstates.main([GAME])


@pytest.mark.plain
def test_who_plays_the_games_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        afterstates.main([GAME, "--out", str(tmp_path), "--processes", "2", "--ray", "auto"])
    assert "not allowed with argument" in capsys.readouterr().err
    given = argparse.Namespace(processes=0, ray=None)
    with pytest.raises(BridgeheadError, match="processes is 0; it must be 1 or more"):
        sharing.workers_of(given, GAME).__enter__()


@pytest.mark.slow
@compiled_only
def test_drafts_are_plans_that_can_be_carried_out() -> None:
    game = bh.load(GAME)
    drafter = Drafter(Features(game), side=0)
    position = game.start()
    while position.to_move != "israel":
        position.push(position.legal_actions()[0])
    drafts = drafter.draft(position.arrays[1], 6, np.random.default_rng(1))
    assert len(set(drafts.plans)) == len(drafts.plans) > 1
    for plan, after in zip(drafts.plans, drafts.after, strict=True):
        played = position.copy()
        for code in plan:
            played.push(game.grammar.decode(code))
        assert played.arrays[1].tobytes() == after.tobytes()
        assert played.to_move != "israel"


@pytest.mark.slow
@compiled_only
def test_a_plan_is_followed_to_its_end_and_not_into_another_position() -> None:
    class First:
        def judge(self, units: object, scalars: object) -> object:
            del scalars
            asked.append(len(units))  # type: ignore[arg-type]
            return np.zeros(len(units), np.float32)  # type: ignore[arg-type]

    asked: list[int] = []
    game = bh.load(GAME)
    drafter, random = Drafter(Features(game), side=0), np.random.default_rng(2)
    position = game.start()
    while position.to_move != "israel":
        position.push(position.legal_actions()[0])
    before = position.copy()
    plan = drafter.draft(position.arrays[1], 1, random).plans[0]
    chosen = []
    while position.to_move == "israel":
        chosen.append(drafter.choose(First(), position.arrays[1], 4, 0.0, random))
        position.push(game.grammar.decode(chosen[-1]))
    assert tuple(chosen) == plan
    assert len(asked) == 1
    drafter.choose(First(), before.arrays[1], 4, 0.0, random)
    assert len(asked) == 2


@pytest.mark.slow
@compiled_only
def test_staggered_games_are_those_of_the_seed_some_decisions_on() -> None:
    def first(env: BatchEnv) -> np.ndarray:
        return env.legal[:, 0].copy()

    game, n = bh.load(GAME), 12
    with BatchEnv(game, n, seed=4, mask=False) as env, BatchEnv(game, n, seed=4) as even:
        ahead = stagger(env, first, seed=1, most=40)
        assert len(set(ahead.tolist())) > n // 2
        assert (env.decisions == ahead).all()
        for step in range(int(ahead.max()) + 1):
            for g in np.flatnonzero(ahead == step).tolist():
                assert env.position(g) == even.position(g)
                assert (
                    env.legal[g, : env.counts[g]].tolist() == np.flatnonzero(even.mask[g]).tolist()
                )
            even.step(first(even))
