"""Plans that begin with a joint attack are legal, repeat themselves, and trap an enemy."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.titles.games import title_of
from bridgehead.players.search.agent import Agent, empty_net
from bridgehead.players.search.search import Budget, Evolution
from tests.players.games import both_sergeants, play
from tests.tiers import first

GAMES = ("across-suez-1980", "across-suez-reprint", "suez-56", "el-arish-67", "october-war")
POSITIONS = 5
BESIDE_0810 = {"0710", "0711", "0809", "0811", "0910", "0911"}
compiled = pytest.mark.skipif(not JIT, reason="search takes minutes in plain Python")


def operations(game_id: str) -> Any:
    return title_of(game_id).thinking.OPERATIONS


def positions(game: Any, count: int) -> Any:
    """Yield positions at which a side decides, from games between sergeants."""
    for seed in range(count):
        position = game.start()
        play(position, both_sergeants(game), seed, random.Random(seed).randrange(30, 400))
        if position.to_move == "dice":
            continue
        if position.to_move is not None:
            yield position


@compiled
@pytest.mark.parametrize("game_id", first(1, GAMES))
def test_a_plan_with_an_operation_is_legal(game_id: str) -> None:
    game = bh.load(game_id)
    hides = game_id in title_of(game_id).hiding
    agent = Agent(game, empty_net(game), 1)
    tried = 0
    for position in positions(game, POSITIONS):
        state = position.arrays[1]
        world = agent.determinize(state, agent.owner(state)) if hides else state.copy()
        old, _ = agent.principal_line(world)
        for kind in range(-1, len(operations(game_id))):
            for at in (0, len(old) // 2):
                found = agent.operation(world, kind, old[:at], old[at:])
                if found is None:
                    assert kind >= 0  # without an operation there is always a plan
                    continue
                plan, end = found
                tried += 1
                if hides:
                    assert agent.after(world, plan).tobytes() == end.tobytes()
                    continue
                follow = position.copy()
                for code in plan:
                    follow.push(game.grammar.decode(code))
                assert follow.arrays[1].tobytes() == end.tobytes()
    assert tried >= POSITIONS


@compiled
@pytest.mark.parametrize("game_id", first(1, GAMES))
def test_the_same_seed_draws_the_same_operation(game_id: str) -> None:
    game = bh.load(game_id)
    (position,) = list(positions(game, 1)) or [game.start()]
    drawn = []
    for _ in range(2):
        agent = Agent(game, empty_net(game), 5)
        kinds = range(len(operations(game_id)))
        found = [agent.operation(position.arrays[1].copy(), kind) for kind in kinds]
        drawn.append([one and one[0] for one in found])
    assert drawn[0] == drawn[1]


def test_a_strike_of_across_suez_traps_its_target() -> None:
    """One Egyptian stands in the open, and three brigades can come at it from any side."""
    game = bh.load("across-suez-1980")
    units = {"16-9": "0810", "raviv-1": "1008", "raviv-2": "1108", "erez-1": "1111"}
    everybody = dict.fromkeys(game.units, "eliminated")
    position = game.position(
        {"game": game.id, "turn": 3, "side": "israel", "units": everybody | units}
    )
    agent = Agent(game, empty_net(game), 2)
    strike = [name for name, _ in operations(game.id)].index("strike")
    trapped = 0
    for _ in range(10):
        found = agent.operation(position.arrays[1].copy(), strike)
        assert found is not None
        actions = [game.grammar.decode(code) for code in found[0]]
        moves = actions[: actions.index("end")]
        assert actions[len(moves) + 1] == "attack 0810"
        assert {action.split()[2] for action in moves} <= BESIDE_0810
        trapped += len(moves) >= 2
    assert trapped >= 8


@compiled
def test_an_odd_action_that_does_not_matter_is_taken_back() -> None:
    """A plan that differs from the sergeant's in moves of no account becomes the sergeant's."""
    game = bh.load("across-suez-1980")
    position = game.start()
    agent = Agent(game, empty_net(game), 3)  # all plans are worth the same to it
    search = Evolution(agent, position.arrays[1].copy(), Budget(rollouts=4000))
    odd = search.sergeants()
    while odd.plan == (usual := search.sergeants().plan):
        changed = search.change(usual)
        odd = changed if changed is not None else odd
    assert search.tidied(odd).plan == usual
