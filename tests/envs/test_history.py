"""The last actions as an observation: in order, per side, and nothing that a side does not know."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.kernels.kernel import JIT
from bridgehead.envs import BatchEnv, aec
from bridgehead.envs.gymnasium import GameEnv
from bridgehead.envs.history import IN_PART, NOTHING, History
from bridgehead.envs.spaces import spaces
from tests.rules.middle_east_battles.helpers import SUEZ, combat, play
from tests.secrecy.test_secrecy import ONWARD, step
from tests.secrecy.worlds import PAIRS
from tests.tiers import first

pytestmark = pytest.mark.plain
GAME = "across-suez-1980"
STEPS = 40 if JIT else 6
DICE = 2


def last(env: Any, agent: str) -> Any:
    return env.observe(agent)["observation"]["history"]


def test_pettingzoo_shows_the_last_actions_of_everybody_the_dice_included() -> None:
    env = aec(GAME, observation="parts", history=3, chance="player")
    env.reset(seed=2)
    assert (last(env, "israel") == NOTHING).all()
    expected = [[NOTHING, NOTHING]] * 3
    rolled = False
    for _ in range(300 if JIT else 60):
        agent = env.agent_selection
        action = int(np.flatnonzero(env.observe(agent)["action_mask"])[-1])
        env.step(action)
        mover = {"israel": 0, "egypt": 1, "dice": DICE}[agent]
        rolled |= mover == DICE
        expected = [*expected[1:], [mover, action]]
        for viewer in ("israel", "egypt", "dice"):
            assert last(env, viewer).tolist() == expected
            assert env.observation_space(viewer).contains(env.observe(viewer))
        if rolled or env.terminations[env.agent_selection]:
            break
    assert rolled
    env.reset(seed=2)
    assert (last(env, "egypt") == NOTHING).all()


def test_gymnasium_shows_what_the_opponent_and_the_dice_did() -> None:
    env: Any = gymnasium.make(
        GameEnv.id_of(GAME), side="egypt", opponent="recruit", observation="parts", history=64
    )
    seen, _ = env.reset(seed=4)
    rows = seen["history"][seen["history"][:, 0] != NOTHING]
    assert len(rows) > 0
    assert set(rows[:, 0].tolist()) <= {0, DICE}  # the first side's turn
    # the same actions lead from the start to where the game is
    position, actions = env.unwrapped.episode.game.start(), spaces(bh.load(GAME)).actions
    if len(rows) < 64:
        for _, number in rows.tolist():
            position.push_code(actions.code(number))
        assert position == env.unwrapped.episode.position
    assert env.observation_space.contains(seen)
    env.close()


def test_a_whole_attack_in_one_text_is_its_decisions() -> None:
    from bridgehead.envs.episode import Episode

    one, each = Episode(bh.load(GAME), 8), Episode(bh.load(GAME), 8)
    for episode in (one, each):
        episode.roll(np.random.default_rng(1))
    text = one.position.legal_actions()[0]
    one.push_text(text)
    each.push(each.spaces.actions.index_of(text))
    assert one.history.of("israel").tolist() == each.history.of("israel").tolist()


def test_a_batch_shows_what_was_given_to_it() -> None:
    with BatchEnv(bh.load(GAME), 3, seed=1, mask=False, history=4) as env:
        assert env.history.shape == (3, 4, 2)
        assert (env.history == NOTHING).all()
        expected = np.full((3, 4, 2), NOTHING)
        for step in range(STEPS):
            movers, chosen = env.to_move.copy(), env.random_actions()
            if step == STEPS // 2:
                saved, kept = env.save(), env.history.copy()
            env.step(chosen)
            expected = np.concatenate(
                [expected[:, 1:], np.stack([movers, chosen], 1)[:, None]], axis=1
            )
            expected[env.terminated] = NOTHING
            assert env.history.tolist() == expected.tolist()
        env.restore(saved)
        assert (env.history == kept).all()
        env.reset(seed=1)
        assert (env.history == NOTHING).all()
    other = BatchEnv(env.game, 3, seed=1, mask=False)
    with pytest.raises(BridgeheadError, match="has a history of 4 actions; this batch has one"):
        other.restore(saved)


@pytest.mark.slow
def test_a_batch_shows_each_side_what_it_may_read() -> None:
    game, n = bh.load("october-war"), 2
    with BatchEnv(game, n, seed=3, mask=False, history=5) as env:
        alone = [History(game, env.actions, 5) for _ in range(n)]
        partly = unknown = 0
        for _ in range(400 if JIT else 12):
            chosen = env.random_actions()
            for g, action in enumerate(chosen.tolist()):
                alone[g].add(env.position(g), env.actions.code(action))
            env.step(chosen)
            for g in range(n):
                if env.terminated[g]:
                    alone[g].clear()
                rows = [alone[g].of(side).tolist() for side in game.sides]
                assert env.history[g].tolist() == rows[env.to_move[g]]
                unknown += rows[0] != rows[1]
                partly += any(row[1] == IN_PART for row in (*rows[0], *rows[1]))
    assert unknown
    assert partly or not JIT


def both(seed: int) -> tuple[int, int]:
    """Compare what a side reads in two worlds; return rows, and rows of different actions."""
    draw = random.Random(f"history {seed}")
    pair = PAIRS["october-war"](draw)
    game = pair.one.game
    mine, its = (History(game, spaces(game).actions, 8) for _ in range(2))
    compared = differ = 0
    for _ in range(ONWARD):
        before = pair.one.copy(), pair.other.copy()
        texts = step(pair, draw)
        if texts is None:
            break
        mine.add(before[0], game.grammar.encode(texts[0]))
        its.add(before[1], game.grammar.encode(texts[1]))
        assert mine.of(pair.viewer).tobytes() == its.of(pair.viewer).tobytes(), texts
        compared += 1
        differ += texts[0] != texts[1]
    return compared, differ


@pytest.mark.parametrize("seeds", first(1, [range(2), range(100, 500)]))
def test_worlds_that_a_side_cannot_tell_apart_give_it_the_same_rows(seeds: range) -> None:
    found = [both(seed) for seed in seeds]
    assert sum(compared for compared, _ in found) > len(seeds)
    assert len(seeds) < 100 or sum(differ for _, differ in found) > 0


def test_secret_plans_leave_no_row_with_the_enemy() -> None:
    position = bh.load("october-war").start()
    assert position.step == "setup"
    code = position.legal_codes()[0]
    mover, enemy = position.to_move, next(s for s in position.game.sides if s != position.to_move)
    actions = spaces(position.game).actions
    history = History(position.game, actions, 2)
    history.add(position, int(code))
    assert (history.of(enemy) == NOTHING).all()
    assert (history.of(None) == NOTHING).all()
    assert history.of(mover)[-1, 1] == actions.index(int(code))


def test_how_long_the_west_goes_on_is_read_in_part() -> None:
    position = play(combat(SUEZ, {}, "egypt", turn=6), "end")
    actions, rows = spaces(position.game).actions, []
    for text in ("continue 9", "continue 12"):
        history = History(position.game, actions, 2)
        history.add(position, position.game.grammar.encode(text))
        assert history.of("anglo_french")[-1].tolist() == [0, actions.index_of(text)]
        rows.append([history.of("egypt").tolist(), history.of(None).tolist()])
    assert rows[0] == rows[1] == [[[NOTHING, NOTHING], [0, IN_PART]]] * 2


def test_wrong_settings_are_told() -> None:
    with pytest.raises(ValueError, match='needs observation="parts"'):
        aec(GAME, history=3)
    with pytest.raises(ValueError, match="history=-1: it is a number of actions"):
        BatchEnv(bh.load(GAME), 1, history=-1)
