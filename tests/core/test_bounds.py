"""An index out of range raises instead of reading garbage: in plain Python it always does.

Compiled rules are checked so every night (`make nightly`). Here a recorded game of each title is
gone through in plain Python, with players that think about it: every module with kernels is called.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core import compiled
from bridgehead.core.kernel import units
from bridgehead.core.registry import package_of
from bridgehead.players.agent import Agent
from bridgehead.players.weights import load as weights
from tests.records.test_records import FOLDER

pytestmark = [pytest.mark.plain, pytest.mark.slow]


@pytest.fixture
def called(package: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[set[Any]]:
    """Return the code of all functions that are called during a test, with plain kernels."""
    unit = compiled._load_modules(package)
    monkeypatch.setattr(compiled, "load_for", lambda _: None)  # games that are loaded stay plain
    monkeypatch.setattr(compiled, "use", lambda _: False)
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


def think(agent: Agent, position: Any) -> None:
    """Look at a decision as a searching player does."""
    state = position.arrays[1].copy()
    world = agent.determinize(state, agent.owner(state))
    agent.features(world)
    agent.quick(state)
    for text in ("end", "fire", "move nobody nowhere", *position.legal_actions()[:1]):
        position.why_not(text)


def plan(agent: Agent, position: Any) -> None:
    """Make a plan with each of the title's operations, as a general does."""
    state = position.arrays[1].copy()
    world = agent.determinize(state, agent.owner(state))
    for kind in range(len(agent.operations)):
        found = agent.operation(world, kind)
        if found is not None:
            agent.rash_actions(*found)


@pytest.mark.parametrize(
    ("package", "name"),
    [
        (package_of("across-suez-1980"), "reprint-with-all-options-held"),
        (package_of("suez-56"), "suez-long"),
        (package_of("october-war"), "october-whole"),
    ],
)
def test_every_module_with_kernels_is_called(package: str, name: str, called: set[Any]) -> None:
    data = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    game: Any = bh.load(data["game"], **dict.fromkeys(data.get("options", ()), True))
    agent = Agent(game, weights(game.id).net, seed=1)
    position, planned = game.start(), set()
    for number, action in enumerate(data["actions"]):
        if position.to_move in game.sides:
            if number % 8 == 0:
                think(agent, position)
            phase = position.to_move, position.phase
            if phase not in planned and len(planned) < 6 and len(position.legal_actions()) > 5:
                planned.add(phase)
                plan(agent, position)
        if number % 8 == 1:
            position.describe(action)
        position.push(action)
    agent.rollout(game.start().arrays[1], 1)
    kernels = units[package].kernels
    silent = {kernel.__module__ for kernel in kernels}
    silent -= {kernel.__module__ for kernel in kernels if kernel.__code__ in called}
    assert not silent
    assert np.mean([kernel.__code__ in called for kernel in kernels]) > 0.6
