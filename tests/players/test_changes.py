"""How captain and general change plans, and when plans are judged."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core.kernels.kernel import JIT
from bridgehead.players.search.agent import Agent, empty_net
from bridgehead.players.search.search import ROUND, USUAL, Budget, Candidate, Evolution, Plan
from tests.players.games import both_sergeants, play
from tests.tiers import first

GAMES = ("suez-56", "across-suez-1980", "el-arish-67", "october-war")
compiled = pytest.mark.skipif(not JIT, reason="search takes minutes in plain Python")


def search_of(game: Any, position: Any, seed: int = 1) -> Evolution:
    agent = Agent(game, empty_net(game), seed)
    return Evolution(agent, position.arrays[1].copy(), Budget(rollouts=10**6))


@compiled
@pytest.mark.parametrize("game_id", first(1, GAMES[:2]))
def test_plans_that_end_a_turn_and_plans_that_do_not_are_judged_at_the_same_time(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One player turn fewer is played where the plan has ended the side's own."""
    game = bh.load(game_id)
    kinds = set()
    for seed in range(12):
        position = game.start()
        play(position, both_sergeants(game), seed, 40 + 25 * seed)
        if position.to_move in (None, "dice"):
            continue
        search = search_of(game, position)
        agent = search.agent
        came: list[int] = []
        rollout = Agent.rollout

        def seen(self: Agent, *args: Any, rollout: Any = rollout, came: list[int] = came) -> float:
            found = float(rollout(self, *args))
            if self.owner(self._scratch) >= 0:
                came.append(self.turn_of(self._scratch))
            return found

        monkeypatch.setattr(Agent, "rollout", seen)
        for _ in range(30):
            plan = search.change(search.sergeants().plan, odd=True)
            if plan is not None:
                kinds.add(agent.turn_of(plan.ends[0]) != agent.turn_of(search.root))
                search.rollout(plan, ROUND)
        monkeypatch.undo()
        assert len(set(came)) <= 1
    assert kinds == {False, True}


@compiled
@pytest.mark.parametrize("game_id", first(1, GAMES))
def test_other_weights_are_those_of_one_side_and_for_a_while(game_id: str) -> None:
    game = bh.load(game_id)
    agent = Agent(game, empty_net(game), 1)
    usual = agent.board
    own = usual[0]["weights"].copy()
    with agent.varied(1, 0.5):
        varied = agent.board[0]["weights"]
        assert (varied[0] == own[0]).all()
        known = own[1] != 0
        assert (varied[1][known] != own[1][known]).all()
        assert (np.sign(varied[1]) == np.sign(own[1])).all()
        assert not agent.board.flags.writeable
    assert agent.board is usual
    assert (usual[0]["weights"] == own).all()


@compiled
def test_changes_are_odd_only_where_other_weights_find_nothing_new() -> None:
    """A set-up is the same by all weights, a movement phase is not."""
    game = bh.load("suez-56")
    asked: list[bool] = []

    class Watched(Evolution):
        def propose(self, plan: Plan, odd: bool) -> Candidate | None:
            asked.append(odd)
            return super().propose(plan, odd)

    agent = Agent(game, empty_net(game), 3)
    Watched(agent, game.start().arrays[1].copy(), Budget(rollouts=60)).run()
    assert asked[:USUAL] == [False] * USUAL
    assert any(asked[USUAL:])


@compiled
@pytest.mark.parametrize(("odd", "believed"), [(False, True), (True, False)])
def test_an_odd_change_needs_more_proof(odd: bool, believed: bool) -> None:
    """It is ahead by a little more than the title asks for: enough for other changes alone."""
    game = bh.load("suez-56")
    agent = Agent(game, empty_net(game), 1)
    search = Evolution(agent, game.start().arrays[1], Budget(seconds=0.0))
    error = agent.spread / math.sqrt(31 * 30)
    best = Candidate((1,), {}, points=[0.5] * 30)
    found = Candidate((2,), {}, points=[0.5 + (agent.doubt + 0.2) * error] * 30, odd=odd)
    assert search._beats(found, best) is believed
