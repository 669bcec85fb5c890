"""The engine against the independent generator in tests/reference, decision by decision."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.reference import across_suez as reference
from tests.tiers import at_night, first
from tests.titles.across_suez.games import SETTINGS, choose, load, scatter

# By night the reprint without its options too: all its rules are in the others.
BY_DAY = ["1980", at_night("reprint"), "reprint with all options"]


def reference_game(setting: str) -> Any:
    options = {key for key, value in SETTINGS[setting].items() if value is True}
    return reference.Game(SETTINGS[setting]["game"], frozenset(options))


def same(position: Any, rules: Any, state: Any) -> None:
    """Everything that both can tell of a position is the same."""
    mine = list(position.legal_actions())
    theirs = rules.legal(state)
    assert mine == theirs, (position.to_dict(), set(mine) ^ set(theirs))
    assert position.to_move == rules.to_move(state)


def play_both(setting: str, position: Any, seed: int, decisions: int) -> None:
    draw = random.Random(seed)
    rules = reference_game(setting)
    state = rules.from_dict(position.to_dict())
    for _ in range(decisions):
        if position.to_move is None:
            break
        same(position, rules, state)
        action = choose(position, draw)
        position.push(action)
        state = rules.apply(state, action)
    if position.to_move is not None:
        mine, theirs = position.to_dict(), position.game.position(state.to_dict()).to_dict()
        spent = {  # what is of former phases: the engine forgets it at the end of the Player-Turn
            "movement": (),
            "bombardment": ("moved", "ferried"),
            "combat": ("moved", "ferried", "bombarded", "bombardments"),
        }
        for field in spent.get(position.phase, ()):
            mine.pop(field, None)
            theirs.pop(field, None)
        assert mine == theirs
        return
    theirs = state.to_dict()
    assert rules.to_move(state) is None
    assert theirs["result"]["winner"] == position.result.winner
    assert {u: h for u, h in position.units.items() if h != "eliminated"} == theirs["units"]


@pytest.mark.slow_for("0-1980")
@pytest.mark.parametrize("setting", BY_DAY)
@pytest.mark.parametrize("seed", first(1, range(2)))
def test_a_whole_game(setting: str, seed: int) -> None:
    play_both(setting, load(setting).start(), seed, 3000)


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("seed", first(4, range(25)))
def test_crowded_positions(setting: str, seed: int) -> None:
    play_both(setting, scatter(setting, seed), seed, 60)


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_games_and_crowds(setting: str, seed: int) -> None:
    play_both(setting, load(setting).start(), seed, 3000)
    for more in range(20):
        play_both(setting, scatter(setting, seed * 100 + more), seed, 200)


@pytest.mark.slow_for("1-reprint with all options")
@pytest.mark.parametrize("setting", BY_DAY)
@pytest.mark.parametrize("seed", first(2, range(4)))
def test_ways_costs_and_reasons_for_every_hex(setting: str, seed: int) -> None:
    position = scatter(setting, 1000 + seed)
    data = position.to_dict() | {"phase": "movement"}
    position = position.game.position(data)
    rules = reference_game(setting)
    state = rules.from_dict(data)
    cases = reference_cases(position.game)
    draw = random.Random(seed)
    units = [
        unit for unit, place in position.units.items() if place not in ("across", "eliminated")
    ]
    for unit in draw.sample(units, min(6, len(units))):
        movement = position.movement(unit)
        if position.game.board[0].by_air_from[position.game.unit_index(unit)]:
            continue
        for hex_ in position.game.hexes:
            mine = movement.why_not(hex_)
            theirs = rules.why_not_reachable(state, unit, hex_)
            assert (mine and mine.case) == (theirs and cases.get(theirs, theirs)), (
                unit,
                hex_,
                mine,
            )
            if mine is None:
                assert movement.cost(hex_) * 2 == rules.movement_cost(state, unit, hex_)
                way = movement.path(hex_)
                assert way[-1] == hex_


def reference_cases(game: Any) -> dict[str, str]:
    """The reference speaks 1980; this is the edition's number for it."""
    rules = {
        "3.0": "sequence", "4.0": "movement", "4.1": "allowance", "4.2": "terrain",
        "4.3": "enemy_hex", "4.4": "stacking", "7.2": "entry_hex", "4.5": "zone", "5.6": "off_map",
        "7.4": "arrival", "9.1": "confusion_move", "11.3": "stays_across",
        "14.2": "bridge_route",
    }  # fmt: skip
    return {number: game.case(rule) for number, rule in rules.items()}


@pytest.mark.slow_for("1980")
@pytest.mark.parametrize("setting", BY_DAY)
def test_lines_of_communication(setting: str) -> None:
    open_ones = 0
    for seed in range(60):
        position = scatter(setting, 3000 + seed)
        rules = reference_game(setting)
        state = rules.from_dict(position.to_dict())
        line = position.line_of_communication()
        assert (line is not None) == rules.line_of_communication(state)
        open_ones += line is not None
    assert 0 < open_ones < 60
