"""Simulation, ladder and perft of the games of Middle East Battles."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.lab import perft as module
from bridgehead.lab.ladder import ladder
from bridgehead.lab.perft import divide, perft
from bridgehead.lab.simulate import simulate
from tests.lab import compiled_only

SETTINGS: dict[str, tuple[str, dict[str, bool]]] = {
    "suez": ("suez-56", {}),
    "what-if": ("suez-56", {"what_if": True}),
    "el arish": ("el-arish-67", {}),
}
every_setting = pytest.mark.parametrize("setting", SETTINGS)


def load(setting: str) -> bh.Game:
    game, options = SETTINGS[setting]
    return bh.load(game, **options)


def all_but_seconds(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key != "seconds"}


def another_recruit(game: bh.Game, seed: int) -> players.Player:
    return players.create(game, "recruit", seed)


@compiled_only
@every_setting
def test_counts_add_up_and_depend_on_the_seed_alone(setting: str) -> None:
    game = load(setting)
    found = simulate(game, games=6, seed=3).to_dict()
    assert set(found["wins"]) == {*game.sides, "draw"}
    assert sum(found["wins"].values()) == sum(found["endings"].values()) == 6
    assert set(found["endings"]) <= {"points", "draw"}
    assert found["endings"].get("draw", 0) == found["wins"]["draw"]
    least, most = (11, 11) if game.id == "el-arish-67" else (6, 12)
    assert 6 * least <= found["turns"] <= 6 * most
    assert found["decisions"] > found["rolls"] > 0
    again = simulate(game, games=6, seed=3).to_dict()
    assert all_but_seconds(again) == all_but_seconds(found)
    other = simulate(game, games=6, seed=4).to_dict()
    assert all_but_seconds(other) != all_but_seconds(found)


@compiled_only
def test_a_ladder_knows_draws() -> None:
    found = ladder(load("suez"), ["recruit", another_recruit], pairs=2, seed=1)
    assert sum(found["score"].values()) == pytest.approx(1)
    (pairing,) = found["pairings"]
    won = sum(sum(sides.values()) for sides in pairing["wins"].values())
    assert won + pairing["draws"] == found["games"] == 4


def in_the_middle(setting: str, seed: int) -> Any:
    """A position some decisions on."""
    draw = random.Random(seed)
    position = load(setting).start()
    position.push("deploy")
    position.push("end")
    for _ in range(draw.randrange(250)):
        if position.to_move is None:
            break
        listed = position.legal_actions()
        end = "end" in listed and draw.random() < 0.1
        position.push("end" if end else listed[draw.randrange(len(listed))])
    return position


@pytest.mark.slow_for("el arish", "what-if")
@compiled_only
@every_setting
def test_kernel_and_plain_push_and_pop_agree(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(8):
        position = in_the_middle(setting, seed)
        count = len(position.legal_actions())
        depth = 1 if count > 400 else 2 if count > 12 else 3
        fast = divide(position, depth)
        before = position.to_dict()
        with monkeypatch.context() as patch:
            patch.setattr(module.title_players, "kernels", lambda game: None)
            assert divide(position, depth) == fast
        assert list(fast) == list(position.legal_actions())
        assert sum(fast.values()) == perft(position, depth)
        assert position.to_dict() == before


def test_the_recruit_is_there() -> None:
    for setting in SETTINGS:
        assert players.names(load(setting).id)[0] == "recruit"
