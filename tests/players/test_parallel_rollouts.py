"""Rollouts in several threads: the same play, with nothing shared that one of them changes."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.core.kernels.kernel import JIT
from bridgehead.players.learned.weights import load as weights_of
from bridgehead.players.ranks.thinker import Thinker
from bridgehead.players.search import parallel_rollouts
from bridgehead.players.search.agent import Agent, InterruptedThoughtError
from bridgehead.players.search.parallel_rollouts import ParallelAgents, spare_cores
from tests.players.games import play
from tests.tiers import first

pytestmark = pytest.mark.skipif(not JIT, reason="plain rollouts are made one after the other")


@pytest.mark.parametrize("game_id", first(1, ("across-suez-1980", "suez-56", "october-war")))
@pytest.mark.parametrize("rank", ["captain", "general"])
def test_threads_do_not_change_what_is_chosen(game_id: str, rank: str) -> None:
    game = bh.load(game_id)
    ends = []
    for threads in (1, 3):
        position = game.start()
        sides = {
            side: players.create(game, f"{rank}@30n", 5, threads=threads) for side in game.sides
        }
        play(position, sides, 7, 25)
        ends.append(position)
    assert ends[0] == ends[1]


@pytest.mark.parametrize("game_id", first(1, ("across-suez-1980", "october-war")))
def test_a_thought_and_a_measure_are_the_same_too(game_id: str) -> None:
    game = bh.load(game_id)
    found = []
    for threads in (1, 4):
        thinker = Thinker(game, "general", 3, looks=40, threads=threads)
        thought = thinker.think(game.start())
        told = [(line.plan, line.chance, line.looks) for line in thought.lines]
        measured = thinker.measure(game.start(), 24)
        found.append((told, measured, thinker.win_probability(game.start())))
    assert found[0] == found[1]


def test_work_is_shared_out_and_comes_back_in_order() -> None:
    game = bh.load("across-suez-1980")
    agent = Agent(game, weights_of(game.id).net, 1)
    four, gate = ParallelAgents(agent, 4), threading.Barrier(4, timeout=30)

    def work(of: Agent, number: int) -> tuple[int, int, str]:
        if number < 4:
            gate.wait()  # only when four threads are at it
        return number, id(of), threading.current_thread().name

    found = four.each(work, range(10))
    assert [number for number, _, _ in found] == list(range(10))
    assert len({agent for _, agent, _ in found}) == len({name for _, _, name in found}) == 4
    assert found[0][1] == id(agent)
    assert found[0][2] == threading.current_thread().name


def test_when_time_is_up_there_is_no_gap() -> None:
    game = bh.load("across-suez-1980")
    three = ParallelAgents(Agent(game, weights_of(game.id).net, 1), 3)
    for limit in range(1, 12):
        begun: list[int] = []

        def work(of: Agent, number: int, begun: list[int] = begun) -> int:
            begun.append(number)
            return number

        def is_over(begun: list[int] = begun, limit: int = limit) -> bool:
            return len(begun) >= limit

        found = three.each(work, range(12), is_over)
        assert found == list(range(len(found)))
        assert 1 <= len(found) <= len(begun)


def test_an_error_in_any_thread_is_raised_when_all_have_ended() -> None:
    game = bh.load("across-suez-1980")
    three = ParallelAgents(Agent(game, weights_of(game.id).net, 1), 3)
    for wrong in range(3):
        ended: list[int] = []

        def work(of: Agent, number: int, wrong: int = wrong, ended: list[int] = ended) -> None:
            if number == wrong:
                raise InterruptedThoughtError
            ended.append(number)

        with pytest.raises(InterruptedThoughtError):
            three.each(work, range(3))
        assert sorted(ended) == [number for number in range(3) if number != wrong]


@pytest.mark.slow
def test_rollouts_let_other_threads_run() -> None:
    """Python itself does not change threads here, so that only rollouts can let the other run."""
    game = bh.load("across-suez-1980")
    usual = sys.getswitchinterval()
    agents = [Agent(game, weights_of(game.id).net, seed) for seed in range(2)]
    start, told = game.start().arrays[1], []
    began = threading.Barrier(2, timeout=30)

    def roll(agent: Agent) -> None:
        began.wait()
        for _ in range(300):
            agent.rollout(start, -1)
            told.append(id(agent))

    sys.setswitchinterval(1000)
    try:
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(roll, agents))
    finally:
        sys.setswitchinterval(usual)
    halves = told[:300], told[300:]
    assert all(len(set(half)) == 2 for half in halves)


def test_how_many_threads_there_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    game = bh.load("across-suez-1980")
    for threads in (0, 65):
        with pytest.raises(ValueError, match=f"{threads} threads: there may be 1 to 64"):
            players.create(game, "general", threads=threads)
    for cores, spare in ((1, 1), (2, 1), (4, 3), (32, 6)):
        monkeypatch.setattr(
            parallel_rollouts.os, "sched_getaffinity", lambda _, n=cores: set(range(n))
        )
        assert spare_cores() == spare
