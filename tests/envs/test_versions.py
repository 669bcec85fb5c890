"""The version of an environment is raised when what happens in it changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.titles import games
from bridgehead.core.titles.games import game_info
from bridgehead.envs.names import Played, gymnasium_ids, module_names
from tests.envs import dynamics

IDS = [info.id for info in bh.games()]
TOLD = "raise its environment_version, then run python -m tests.envs.dynamics"


def check(game_id: str, found: Any, kept: Any) -> None:
    assert dynamics.kept()[game_id]["version"] == game_info(game_id).environment_version, (
        "run python -m tests.envs.dynamics"
    )
    assert found == kept, f"what happens in {game_id} has changed: {TOLD}"


@pytest.mark.parametrize("game_id", IDS)
def test_data_actions_and_observations_belong_to_the_version(game_id: str) -> None:
    told = dynamics.kept()[game_id]
    found = dynamics.tables(game_id)
    check(game_id, found, {name: told[name] for name in found})


@pytest.mark.skipif(not JIT, reason="whole games take too long in plain Python")
@pytest.mark.parametrize(
    "game_id",
    [
        game_id if game_id in ("across-suez-1980", "suez-56", "october-war")
        else pytest.param(game_id, marks=pytest.mark.slow)
        for game_id in IDS
    ],
)  # fmt: skip
def test_a_game_goes_as_in_the_version(game_id: str) -> None:
    check(game_id, dynamics.whole_game(game_id, 0), dynamics.kept()[game_id]["games"][0])


@pytest.mark.slow
@pytest.mark.skipif(not JIT, reason="whole games take too long in plain Python")
@pytest.mark.parametrize("game_id", IDS)
def test_games_go_as_in_the_version(game_id: str) -> None:
    found = [dynamics.whole_game(game_id, seed) for seed in range(dynamics.GAMES)]
    check(game_id, found, dynamics.kept()[game_id]["games"])


def test_every_name_has_the_version_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    info = replace(game_info("october-war"), environment_version=3)
    monkeypatch.setitem(games._games, "october-war", info)
    assert gymnasium_ids()["bridgehead/OctoberWar-v3"] == Played("october-war")
    assert module_names()["october_war_v3"] == Played("october-war")
    assert module_names()["across_suez_v0"] == Played("across-suez-1980")
