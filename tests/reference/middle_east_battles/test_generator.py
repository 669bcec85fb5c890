"""The second generator itself: worked examples of the rulings, and random games to the end."""

import random
from collections import defaultdict

import pytest

from tests.tiers import at_night

from . import fire
from .game import Game
from .state import AWAY

pytestmark = pytest.mark.plain  # the generators are plain Python

GAMES = (("suez-56", False), ("suez-56", True), ("el-arish-67", False))


@pytest.fixture(scope="module")
def games():
    return {key: Game(*key) for key in GAMES}


def at(game, turn, side, step, **places):
    state = game.start()
    state.turn, state.side, state.step = turn, side, step
    for unit, hex_ in places.items():
        state.hex[unit.replace("_", "-")] = hex_
    return state


def test_the_coast_road_of_el_arish(games):
    game = games["el-arish-67", False]
    state = at(game, 1, "israel", "movement")
    name = "79-7-tal"
    game.apply(state, f"enter {name} 4819")
    hex_ = "3326"  # fifteen steps on
    assert f"move {name} {hex_}" in game.legal(state)
    game.apply(state, f"move {name} {hex_}")
    state.turn, state.moved = 2, set()
    assert game.movement_cost(state, name, "1929") == 14
    assert f"exit {name} 1929" in game.legal(state)


def test_the_streets_of_port_said(games):
    game = games["suez-56", False]
    state = at(game, 5, "anglo_french", "movement", a_6_rtr="2411")
    assert game.movement_cost(state, "a-6-rtr", "2512") == 4  # 2 points
    assert "exit a-6-rtr 4811" not in game.legal(state)
    state.hex["a-6-rtr"] = "2513"
    assert "exit a-6-rtr 4811" in game.legal(state)


def test_the_columns_beyond_the_table(games, monkeypatch):
    game = games["suez-56", False]
    crt = game.tables["crt"]
    state = at(game, 1, "anglo_french", "roll")
    for number, shift, label in crt["off_table"]["examples"]:
        monkeypatch.setattr(fire, "differential", lambda *_, n=number: n)
        monkeypatch.setattr(fire, "terrain_shift", lambda *_, n=shift: n)
        assert crt["columns"][fire.column(game, state)] == label


def check(game, state):
    """What must hold in every position."""
    places = defaultdict(list)
    for unit, hex_ in state.hex.items():
        if hex_ not in AWAY:
            assert hex_ in game.board.land
            places[hex_].append(unit)
    for units in places.values():
        assert len({game.side_of(u) for u in units}) == 1
        if len(units) > 1 and not state.placed:
            assert len(units) == 2
            assert any(game.flies(u) for u in units)


@pytest.mark.parametrize("key", [GAMES[0], *map(at_night, GAMES[1:])])
def test_random_games(games, key):
    game = games[key]
    dice = random.Random(str(key))
    state = game.start()
    decisions = 0
    while game.owner(state):
        actions = game.legal(state)
        assert actions, "a dead end"
        assert len(actions) == len(set(actions))
        kinds = defaultdict(list)
        for action in actions:
            kinds[action.split()[0]].append(action)
        kinds.pop("deploy", None)
        verb = dice.choice(sorted(kinds))
        if state.step == "movement" and "end" in kinds:
            verb = "end" if dice.random() < 0.1 else verb
        game.apply(state, dice.choice(kinds[verb]))
        check(game, state)
        decisions += 1
        assert decisions < 5000
    assert state.winner in (*game.sides, "draw")
