"""The layers of the map against the independent generator, with and without hidden units."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.positions.position import EVERYTHING
from bridgehead.core.titles.games import title_of
from bridgehead.core.titles.layers import About, Layer
from bridgehead.core.words.sentence import in_english
from bridgehead.titles.october_war import state as st
from tests.reference.october_war import bridge
from tests.reference.october_war import movement as moves
from tests.reference.october_war import places as rules
from tests.reference.october_war.game import Game
from tests.reference.october_war.state import MARKS, State
from tests.server.test_october import deployed
from tests.tiers import first
from tests.titles.october_war.games import choose, scatter, walk

CASES = [(setting, seed) for seed in range(1, 16) for setting in ("open", "fog")]


def layer(position: Any, viewer: str | None, name: str, **about: str) -> Layer:
    """Return a layer as a viewer sees it."""
    layers = title_of(position.game.id).layers
    assert layers is not None
    return layers.layer(position, viewer, name, About(**about))


def places(found: Layer, number: int = 0) -> set[str]:
    return set(found.areas[number].places) if len(found.areas) > number else set()


def positions(setting: str, seed: int) -> Any:
    """Return a position of a random game, or a crowded one that was played on a little."""
    draw = random.Random(seed)
    if seed % 3 == 0:
        *_, (position, _) = walk(setting, seed, None, draw.randrange(60, 900))
        return position
    position = scatter(setting, seed)
    for _ in range(draw.randrange(25)):
        if position.to_move is not None:
            position.push_code(choose(position, draw))
    return position


def reference_of(position: Any, setting: str, hidden: frozenset[str] = frozenset()) -> Any:
    """Return the independent generator's data and state; hidden units are nowhere."""
    g = Game(**({"fog": False} if setting == "open" else {})).data
    data = position.to_dict(full=True)
    s = State(g)
    where, s.arrives = bridge.places(data, g.order)
    s.where = {u: "available" if u in hidden else at for u, at in where.items()}
    s.turn, s.side, s.phase, s.step = data["turn"], data["side"], data["phase"], data["step"]
    s.control = {**s.control, **data.get("control", {})}
    s.bridges = dict(data.get("bridges", {}))
    s.known, s.back = set(data.get("known", ())), set(data.get("back", ()))
    s.marks = {m: set(data.get(m, ())) for m in MARKS}
    s.came = dict(data.get("came", {}))
    s.cache = {}
    return g, s


def ordinary(g: Any, side: str) -> str:
    """Return a unit without abilities of its own."""
    return next(
        u for u in g.ground
        if g.units[u].side == side and not g.units[u].flags and g.units[u].type == "armor"
    )  # fmt: skip


@pytest.mark.plain
@pytest.mark.parametrize(("setting", "seed"), first(1, CASES))
def test_supply_command_and_cover_are_those_of_the_independent_generator(
    setting: str, seed: int
) -> None:
    position = positions(setting, seed)
    g, s = reference_of(position, setting)
    for side in st.SIDES:
        enemy = st.SIDES[1 - st.SIDES.index(side)]
        lines = {
            p for p in g.points
            if rules.place_loc(g, s, side, p) and not rules.here(g, s, p, enemy)
        }  # fmt: skip
        supply = layer(position, EVERYTHING, f"supply-{side}")
        assert places(supply) == lines
        lacking = {
            s.where[u] for u in g.ground
            if g.units[u].side == side and s.where[u] in g.points and not rules.loc(g, s, u)
        }  # fmt: skip
        assert {tag.place for tag in supply.tags} == lacking
        covered = {p for p in g.points if rules.covering(g, s, side, p)}
        assert places(layer(position, EVERYTHING, f"umbrella-{side}")) == covered
        commanded = places(layer(position, EVERYTHING, f"command-{side}"))
        probe = ordinary(g, side)
        found = set()
        for nation in {g.units[u].nation for u in g.ground if g.units[u].type == "hq"}:
            unit = next(
                (u for u in g.ground if g.units[u].nation == nation
                 and g.units[u].side == side and g.units[u].type != "hq"), None,
            )  # fmt: skip
            for p in g.points if unit else ():
                was, s.where[unit or probe] = s.where[unit or probe], p
                if rules.in_command(g, s, unit):
                    found.add(p)
                s.where[unit or probe] = was
        assert commanded == found


@pytest.mark.plain
@pytest.mark.parametrize(("setting", "seed"), first(1, CASES))
def test_what_cuts_a_line_is_on_the_way_and_closed(setting: str, seed: int) -> None:
    position = positions(setting, seed)
    g, s = reference_of(position, setting)
    for side in st.SIDES:
        enemy = st.SIDES[1 - st.SIDES.index(side)]
        for place in places(layer(position, EVERYTHING, f"supply-{side}"), 1):
            held = s.control[place] != side or rules.here(g, s, place, enemy)
            assert held or g.points[place].water or place not in rules.loc_points(g, s, side, False)


@pytest.mark.plain
@pytest.mark.parametrize(("setting", "seed"), first(1, CASES))
def test_the_conditions_of_a_unit_are_those_of_the_independent_generator(
    setting: str, seed: int
) -> None:
    position = positions(setting, seed)
    layers = title_of(position.game.id).layers
    assert layers is not None
    g, s = reference_of(position, setting)
    draw = random.Random(seed)
    on_map = [u for u in g.ground if s.where[u] in g.points]
    for unit in draw.sample(on_map, min(12, len(on_map))):
        told = {c.name: set(c.places) for c in layers.conditions(position, EVERYTHING, unit)}
        here = s.where[unit]
        assert (here in told["supply"]) == rules.loc(g, s, unit)
        assert (here in told["cover"]) == bool(rules.covering(g, s, g.units[unit].side, here))
        if g.units[unit].type == "hq":
            assert "command" not in told
        else:
            assert (here in told["command"]) == rules.in_command(g, s, unit)
        for place in draw.sample(sorted(g.points), 8):
            if place == here:
                continue
            assert (place in told["supply"]) == rules.loc(g, s, unit, place) or s.has("flew", unit)


def begun(position: Any, setting: str, side: str) -> Any:
    """Return data and state in which a side begins its next movement phase; None if none comes."""
    g, s = reference_of(position, setting)
    mine = s.side == side
    if mine and s.phase in ("movement 1", "movement 2"):
        s.step = "movement"
        return g, s
    ends = position.state.phase == st.ADMINISTRATION or (mine and s.phase == "combat 2")
    if side == "arab" and not mine and position.state.phase >= st.EVENT:
        ends = True
    s.turn += int(ends)
    if s.turn > position.game.last_turn or position.result is not None:
        return None
    second = (mine and s.phase == "combat 1") or (s.turn == 1 and side == "israel")
    if not second:
        s.marks["moved"] = set()
        s.marks["fought"] = set()
    s.side, s.phase = side, "movement 2" if second else "movement 1"
    if s.turn == 1 and side == "israel":
        s.marks["moved"], s.marks["fought"] = set(), set()
    moves.begin_movement(g, s)
    s.looking = False
    return g, s


@pytest.mark.parametrize(("setting", "seed"), first(1, CASES))
def test_next_moves_are_those_that_are_legal_then(setting: str, seed: int) -> None:
    position = positions(setting, seed)
    for side in st.SIDES:
        found, there = layer(position, EVERYTHING, f"reach-{side}"), begun(position, setting, side)
        if there is None:
            assert found.areas == ()
            continue
        g, s = there
        theirs: dict[str, set[str]] = {}
        for text in moves.legal_movement(g, s):
            verb, *objects = text.split()
            if verb in ("move", "cross", "fly"):
                theirs.setdefault(objects[0], set()).add(objects[-1])
        here = {s.where[u] for u in g.ground if g.units[u].side == side and s.where[u] in g.points}
        assert places(found) == here.union(*theirs.values())
        for unit, ends in theirs.items():
            assert places(layer(position, EVERYTHING, "unit", unit=unit)) == ends, unit


@pytest.mark.plain
@pytest.mark.parametrize(("setting", "seed"), first(1, CASES))
def test_the_second_movement_is_that_of_the_independent_generator(setting: str, seed: int) -> None:
    draw = random.Random(seed)
    *_, (position, _) = walk(setting, seed, None, draw.randrange(60, 600))
    while position.phase not in ("movement 1", "combat 1", "movement 2"):
        position.push_code(choose(position, draw))
    g, s = reference_of(position, setting)
    if s.phase != "movement 2":
        s.phase = "movement 2"
        moves.begin_movement(g, s)
    able = [u for u in g.of_side[s.side] if not g.units[u].air and moves.may_act(g, s, u)]
    found = layer(position, s.side, "second")
    assert places(found) == {s.where[u] for u in able}
    assert in_english(found.note).split()[0] == str(len(able))


@pytest.mark.plain
@pytest.mark.parametrize(
    ("fields", "now", "later"),
    [
        ({}, 2, 3),
        ({"sortie": ["eg-tac-1"]}, 1, 3),
        ({"side": "israel", "owner": "israel"}, 0, 3),  # the Arabs have had their turn
        ({"turn": 9}, 2, 0),  # the last one
    ],
    ids=["both", "one-has-flown", "arabs-are-over", "last-turn"],
)
def test_the_threat_counts_the_strikes_that_could_come(
    fields: dict[str, Any], now: int, later: int
) -> None:
    air = {"eg-tac-1": "sinai:ground-attack", "eg-tac-2": "sinai:ground-attack", "sy-tac-1": "used"}
    air["libya-tac"] = "ready"
    arabs = {"side": "arab", "owner": "arab", "looking": 0}
    start: Any = bh.load("october-war").start()
    strikes = [one["id"] for one in start.game.counters if one.get("class") == "air"]
    there = {unit: air.get(unit, "eliminated") for unit in strikes}
    position = bh.load("october-war").position(deployed(**arabs | fields, units=there))
    found = layer(position, "israel", "threat", place="um-hashiba")
    could = f"{now} {'strike' if now == 1 else 'strikes'} on ground attack could raid it."
    told = in_english(found.note)
    assert (could in told) == (now > 0)
    assert (f"up to {later} could be sent" in told) == (later > 0)
    assert (f"✈{now}" in found.tags[0].text) == (now > 0)
    golan = layer(position, "israel", "threat", place="nafah")  # they are in the other theater
    assert "ground attack" not in in_english(golan.note)
    assert ("up to 1 could be sent" in in_english(golan.note)) == (later > 0)


@pytest.mark.parametrize("seed", first(1, range(1, 40)))
def test_layers_show_what_is_known_and_nothing_else(seed: int) -> None:
    """In the fog they are those of a position without the units that the viewer cannot see."""
    position = positions("fog", seed)
    if position.phase == "setup" or position.result is not None:
        return
    for viewer in st.SIDES:
        seen = position.view(viewer)
        hidden = frozenset(u for u in position.game.units if u not in seen["units"])
        g, s = reference_of(position, "fog", hidden)
        enemy = st.SIDES[1 - st.SIDES.index(viewer)]
        covered = {p for p in g.points if rules.covering(g, s, enemy, p)}
        assert places(layer(position, viewer, f"umbrella-{enemy}")) == covered
        full = reference_of(position, "fog")[1]
        mine = {p for p in g.points if rules.covering(g, full, viewer, p)}
        assert places(layer(position, viewer, f"umbrella-{viewer}")) == mine
        # an enemy bars a line even if nobody knows which unit it is
        supply = layer(position, viewer, f"supply-{viewer}")
        lines = {
            p for p in g.points
            if rules.place_loc(g, full, viewer, p) and not rules.here(g, full, p, enemy)
        }  # fmt: skip
        assert places(supply) == lines
        for place in seen["hidden"]:  # where a hidden counter is, something may come from
            if place in g.points:
                reach = layer(position, viewer, f"reach-{enemy}")
                assert not reach.areas or place in places(reach)
