"""From plain Python to machine code in the middle of a game: nobody notices, in any title."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.core.kernels.kernel import JIT, Unit, units
from bridgehead.core.titles.games import build_game, package_of
from bridgehead.players.search.agent import Agent, empty_net
from tests.titles.october_war.games import scatter

pytestmark = pytest.mark.skipif(not JIT, reason="there is no machine code to switch to")

# how many actions are played
TITLES = {"across-suez-1980": 260, "suez-56": 180, "el-arish-67": 120, "october-war": 110}
FIGHTS = ("attack", "with", "fire", "bombard", "barrage", "raid", "battle", "lose", "retreat")


@pytest.fixture
def unit(request: pytest.FixtureRequest) -> Iterator[Unit]:
    """Return the unit of the title that a test is about, and leave it compiled."""
    package = package_of(request.getfixturevalue("game"))
    build_game(request.getfixturevalue("game"))
    found, made = units[package], units[package].compiled
    yield found
    found.switch(made)


def play(game: str, seed: int, most: int, before: Callable[[Any], None]) -> tuple[Any, Any]:
    """Play actions drawn by a seed, fights first; return the record and all that was seen."""
    draw = random.Random(seed)
    start = scatter("fog", seed, "combat 1") if game == "october-war" else None
    record = bh.Record.new(bh.load(game), "seeded", seed=seed, start=start)
    seen = []
    while record.position.to_move is not None and len(record.actions) < most:
        before(record.position)
        actions = list(record.position.legal_actions())
        fights = [text for text in actions if text.split()[0] in FIGHTS]
        if record.position.to_move == "dice":
            record.roll()
        else:
            record.do(draw.choice(fights if fights and draw.random() < 0.8 else actions))
        told = record.position.to_dict(), actions, record.position.view(None)
        seen.append((*told, record.position.state.tobytes()))
    return record.to_dict(), seen


@pytest.mark.slow_for("el-arish-67")
@pytest.mark.parametrize("game", TITLES)
def test_a_game_goes_on_as_it_would_have(game: str, unit: Unit) -> None:
    """The first third in plain Python, the rest compiled."""
    most = TITLES[game]
    made, plain_for = unit.compiled, most // 3
    whole = play(game, 5, most, lambda _: None)

    def switch(position: Any) -> None:
        done = len(position._history)
        if done == 0:
            unit.switch(None)
        elif done == plain_for:
            unit.switch(made)

    assert play(game, 5, most, switch) == whole


@pytest.mark.slow_for("suez-56", "el-arish-67")
@pytest.mark.parametrize("game", TITLES)
def test_it_does_not_matter_at_which_decision(game: str, unit: Unit) -> None:
    """Back and forth before every decision, in the middle of combats too."""
    most = TITLES[game]
    made, whole = unit.compiled, play(game, 6, most, lambda _: None)
    draw, steps = random.Random(1), set()

    def switch(position: Any) -> None:
        wanted = made if draw.random() < 0.5 else None
        if wanted is not unit.compiled:
            steps.add((position.phase, int(position.state.step)))
        unit.switch(wanted)

    assert play(game, 6, most, switch) == whole
    combats = {step for phase, step in steps if phase.startswith("combat")}
    assert len(combats) > 2, steps  # in the middle of attacks


@pytest.mark.parametrize("game", ["across-suez-1980"])
def test_not_even_while_somebody_thinks(game: str, unit: Unit) -> None:
    """A general that counts its looks finds the same, while its kernels are switched under it."""
    position, made = bh.load(game).start(), unit.compiled
    found = players.create(position.game, "general@4n", 3).choose(position)
    over = threading.Event()

    def switch() -> None:
        for _ in range(20):
            unit.switch(None)
            over.wait(0.02)  # it thinks on; the moment is left to chance
            unit.switch(made)
            if over.wait(0.02):
                return

    other = threading.Thread(target=switch)
    other.start()
    try:
        assert players.create(position.game, "general@4n", 3).choose(position) == found
    finally:
        over.set()
        other.join()


@pytest.mark.parametrize("game", TITLES)
def test_thinking_in_steps_finds_what_the_kernels_find(game: str, unit: Unit) -> None:
    loaded = bh.load(game)
    agents = [Agent(loaded, empty_net(loaded), seed=4) for _ in range(2)]
    state = loaded.start().arrays[1]
    plan, end = agents[0].principal_line(state)
    agents[1]._states[0] = state[0]
    drafted, other = agents[1]._line_in_steps(0.0, 0, -1)
    assert (drafted, other.tobytes()) == (plan, end.tobytes())
    now = end.copy()
    agents[0].play_out(now, turns=1)
    for agent in agents:
        agent.random = np.random.default_rng(9)
    whole = agents[0].rollout(now, 1, face=2)
    stepped = agents[1]._rollout_in_steps(now, 1, 2, agents[1]._strict)
    assert agents[1].turn_of(agents[1]._scratch) == agents[0].turn_of(agents[0]._scratch)
    assert 0 <= stepped <= 1
    if game != "october-war":  # where a kernel moves several counters at a time
        assert stepped == whole
        assert agents[0]._scratch.tobytes() == agents[1]._scratch.tobytes()
