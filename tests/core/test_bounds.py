"""An index out of range raises instead of reading garbage: in plain Python it always does.

Compiled rules are checked so every night (`make nightly`). Here sergeants play each title for a
while in plain Python, through every module with kernels.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

import numpy as np
import pytest

from bridgehead.core.kernels import compiled
from bridgehead.core.kernels.kernel import units
from bridgehead.core.titles.games import package_of
from bridgehead.players.learned.weights import load as weights
from bridgehead.players.search.agent import Agent
from tests.titles.across_suez import games as across_suez
from tests.titles.middle_east_battles import games as middle_east_battles
from tests.titles.october_war import games as october_war

pytestmark = [pytest.mark.plain, pytest.mark.slow]


@pytest.fixture
def called(package: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[set[Any]]:
    """Return the code of all functions that are called during a test, with plain kernels."""
    unit = compiled._load_modules(package)
    monkeypatch.setattr(compiled, "load_for", lambda _: None)  # a game is loaded: it stays plain
    made, codes = unit.compiled, set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            codes.add(frame.f_code)

    unit.switch(None)
    sys.setprofile(note)
    try:
        yield codes
    finally:
        sys.setprofile(None)
        unit.switch(made)


def play_on(position: Any, most: int) -> None:
    """Let sergeants play, and look at each decision as a searching player does; then resign."""
    game = position.game
    agent = Agent(game, weights(game.id).net, seed=1)
    agent.deadline = float("inf")  # in steps
    for _ in range(most):
        side = position.to_move
        if side is None:
            return
        if side == "dice":
            position.push(position.legal_actions()[-1])
            continue
        state = position.arrays[1].copy()
        world = agent.determinize(state, agent.owner(state))
        agent.features(world)
        code = agent.quick(state)
        for text in ("end", "fire", position.game.grammar.decode(code)):
            position.why_not(text)
        position.push_code(code)
    while position.to_move == "dice":
        position.push(position.legal_actions()[-1])
    if position.to_move is not None:
        position.push("resign")


def crowded(starts: Any) -> Any:
    """Return a position of a movement phase in which there is much to attack."""
    for seed in range(100):
        position = starts.scatter(next(iter(starts.SETTINGS)), seed)
        if position.phase.startswith("movement") and position.to_move in position.game.sides:
            return position
    raise AssertionError("no movement phase is among these positions")


def operate(position: Any) -> None:
    """Make a plan with each of the title's operations, as a general does."""
    agent = Agent(position.game, weights(position.game.id).net, seed=1)
    for kind in range(len(agent.operations)):
        agent.operation(position.arrays[1], kind)


@pytest.mark.parametrize(
    ("package", "starts"),
    [
        (package_of("across-suez-1980"), across_suez),
        (package_of("suez-56"), middle_east_battles),
        (package_of("october-war"), october_war),
    ],
)
def test_every_module_with_kernels_is_played_through(
    package: str, starts: Any, called: set[Any]
) -> None:
    for number, setting in enumerate(starts.SETTINGS):
        position = starts.load(setting).start()
        position.why_not("move nobody nowhere")
        play_on(position, 15)
        for seed in (1, 2):
            play_on(starts.scatter(setting, 10 * number + seed), 15)
    operate(crowded(starts))
    kernels = units[package].kernels
    silent = {kernel.__module__ for kernel in kernels}
    silent -= {kernel.__module__ for kernel in kernels if kernel.__code__ in called}
    assert not silent
    assert np.mean([kernel.__code__ in called for kernel in kernels]) > 0.6
