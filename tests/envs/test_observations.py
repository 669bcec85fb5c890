"""Observations say what the position is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core.errors import BridgeheadError
from bridgehead.envs import ObservationSpace
from bridgehead.envs.actions import action_space
from tests.envs.walks import positions
from tests.secrecy.worlds import PAIRS

pytestmark = pytest.mark.plain
DOCS = Path(__file__).parents[2] / "docs"
SECRET = {"october-war": {"committed", "drops"}, "suez-56": {"last_turn"}}


def test_research_states_the_width_of_each_mask() -> None:
    lines = (DOCS / "research.md").read_text(encoding="utf-8").splitlines()
    for info in bh.games():
        (row,) = [line for line in lines if line.startswith(f"| `{info.id}` |")]
        assert f" {action_space(bh.load(info.id)).n:,} " in row


def check_scalars(space: ObservationSpace, position: Any, side: str) -> int:
    """Compare the scalars that are fields of the state by their names; return how many."""
    seen, state, count = space.observe(position, side), position.state, 0
    for field in space.scalar_fields:
        name, _, k = field.name.rpartition(" ")
        if field.name in SECRET.get(space.game.id, ()):
            continue
        if field.name in state.dtype.names and field.name not in ("owner", "flyer"):
            assert space.scalar(seen, field.name) == state[field.name], field.name
            count += 1
        elif name in state.dtype.names and k.isdigit():
            assert space.scalar(seen, field.name) == state[name][int(k)], field.name
            count += 1
    return count


def check_units(space: ObservationSpace, position: Any, side: str) -> None:
    """Compare the rows of the units that the view shows, and count who stands on the map."""
    seen, game, shown = space.observe(position, side), space.game, position.view(side)["units"]
    state, mine = position.state, game.sides.index(side)
    for u, unit in enumerate(game.units):
        if unit not in shown:
            assert space.unit(seen, "box", unit) == 99
            continue
        if shown[unit] in space.places:
            place = space.places.index(shown[unit])
            assert seen.units[u, 0] == place
        else:
            assert seen.units[u, 0] == -1
            assert seen.units[u, 1] > 0
        if position.game.board[0].side[u] != mine and position.phase == "setup":
            continue
        for k, field in enumerate(space.unit_fields):
            if field.name in state.dtype.names and field.name not in ("hex", "mark"):
                assert seen.units[u, k] == state[field.name][u], field.name


def check_map(space: ObservationSpace, position: Any, side: str) -> None:
    """See that everybody who stands in a hex or a point is counted there."""
    nodes = space.nodes(space.observe(position, side).map)
    names = [field.name for field in space.map_fields]
    first = {"across_suez": 0, "middle_east_battles": 0, "october_war": 1}
    counted = nodes[:, [k for k in range(len(names)) if k - first[_title(space)] in (0, 1)]]
    view = position.view(side)
    for p, place in enumerate(space.places):
        there = [unit for unit, at in view["units"].items() if at == place]
        assert counted[p].sum() == len(there) + view.get("hidden", {}).get(place, 0), place


def _title(space: ObservationSpace) -> str:
    return bh.game_info(space.game.id).title_object.package.rpartition(".")[2]


@pytest.mark.slow_for("middle-east-battles", "october-war")
@pytest.mark.parametrize("title", PAIRS)
def test_observations_say_what_the_view_shows(title: str) -> None:
    for seed in range(2):
        for position in positions(title, seed, 1):
            space = ObservationSpace(position.game)
            for side in position.game.sides:
                assert check_scalars(space, position, side) > 10
                check_units(space, position, side)
                check_map(space, position, side)
                seen = space.observe(position, side)
                assert space.scalar(seen, "viewer") == position.game.sides.index(side)


def test_planes_lie_as_the_hexes_do() -> None:
    game = bh.load("across-suez-1980")
    space, position = ObservationSpace(game), game.start()
    seen = space.observe(position, "israel")
    at = dict(zip(game.units, seen.units[:, 0].tolist(), strict=True))["reshef-1"]
    place = space.places[at]
    column, row = int(place[:2]) - 1, int(place[2:]) - 1
    assert seen.map[0, row, column] == 1
    assert space.at(seen, "israel", place) == 1
    assert space.at(seen, "egypt", place) == 0
    assert np.array_equal(space.nodes(seen.map)[at], seen.map[:, row, column])
    edges, kinds = space.edges(), space.edge_kinds()
    for start, end, kind in [*zip(*edges.tolist(), kinds.tolist(), strict=True)][::57]:
        assert game.map.grid.neighbor(space.places[start], kind) == space.places[end]


def test_edges_of_points_are_routes() -> None:
    game = bh.load("october-war")
    space = ObservationSpace(game)
    edges = {(space.places[a], space.places[b]) for a, b in space.edges().T.tolist()}
    assert edges == {(b, a) for a, b in edges}
    assert len(edges) == space.edges().shape[1] == len(space.edge_kinds())
    assert space.map_facts().shape == (len(space.places), len(space.map_fact_fields))
    assert space.unit_facts().shape == (len(game.units), len(space.unit_fact_fields))


def test_wrong_questions_are_refused_with_a_reason() -> None:
    game = bh.load("across-suez-1980")
    space = ObservationSpace(game)
    with pytest.raises(BridgeheadError, match="'syria' is not a side; the sides are israel, egypt"):
        space.observe(game.start(), "syria")
    with pytest.raises(BridgeheadError, match="is not a position of"):
        space.observe(bh.load("suez-56").start(), None)
    seen = space.observe(game.start(), None)
    assert space.scalar(seen, "viewer") == -1
    with pytest.raises(BridgeheadError, match="no field 'height'; there are viewer, owner"):
        space.scalar(seen, "height")
