"""The second generator itself: random games to the end."""

import random
from collections import Counter

import pytest

from tests.tiers import first

from .choosing import choose
from .data import SIDES
from .game import Game
from .places import OFF, here, in_play, weight

pytestmark = pytest.mark.plain  # the generators are plain Python


def check(game, state):
    """What must hold in every position."""
    g = game.data
    for u in g.order:
        place = state.where[u]
        assert in_play(g, state, u) or place in OFF or place.split(":")[0] in ("sinai", "golan")
        assert not in_play(g, state, u) or not g.units[u].air
    for p in g.points:
        for side in SIDES:
            units = here(g, state, p, side)
            if units:
                assert not g.points[p].water
                assert weight(g, units, p) <= g.tables["stacking"][side]
            if units and not here(g, state, p, "arab" if side == "israel" else "israel"):
                assert state.control[p] == side
    for stock in state.points:
        assert state.points[stock] >= 0
        assert state.ew[stock] >= 0


@pytest.mark.parametrize("seed", first(0, range(2)))
def test_random_games(seed):
    game = Game(fog=seed % 2 == 0)
    dice = random.Random(seed)
    state = game.start()
    seen = Counter()
    for number in range(20000):
        actions = game.legal(state)
        if state.phase == "over":
            break
        assert actions, "a dead end"
        assert len(actions) == len(set(actions))
        seen[state.step] += 1
        action = choose(game.data, state, actions, dice)
        if number % 500 == 0:
            twin = game.copy(state)
            assert twin.data() == state.data()
            assert game.legal(twin) == actions
        game.apply(state, action)
        check(game, state)
    assert state.winner in (*SIDES, "draw")
    assert state.turn <= 9
