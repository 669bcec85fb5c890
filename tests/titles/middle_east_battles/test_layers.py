"""The layers of the map against the independent generator, and against the legal actions."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from bridgehead.core.titles.games import title_of
from bridgehead.core.titles.layers import About, Layer
from bridgehead.core.words.sentence import in_english
from bridgehead.titles.middle_east_battles import state as st
from tests.reference.middle_east_battles.bridge import from_engine
from tests.reference.middle_east_battles.game import Game
from tests.tiers import first
from tests.titles.middle_east_battles.games import SETTINGS, choose, load, scatter

CASES = [(setting, seed) for seed in range(1, 13) for setting in reversed(SETTINGS)]


def layer(position: Any, name: str, **about: str) -> Layer:
    """Return a layer, as everybody sees it."""
    layers = title_of(position.game.id).layers
    assert layers is not None
    return layers.layer(position, None, name, About(**about))


def places(found: Layer, number: int = 0) -> set[str]:
    return set(found.areas[number].places) if len(found.areas) > number else set()


def positions(setting: str, seed: int) -> Any:
    """Return a crowded position that was played on a little."""
    draw, position = random.Random(seed), scatter(setting, seed)
    for _ in range(draw.randrange(12)):
        if position.to_move is not None:
            position.push(choose(position, draw))
    return position


def reference_game(setting: str) -> Game:
    return Game(SETTINGS[setting]["game"], bool(SETTINGS[setting].get("what_if")))


def begun(position: Any, side: str) -> Any:
    """Return the independent generator's state in which a side begins to move; None if over."""
    sides, step = list(position.game.sides), position.step
    state = from_engine(position)
    if step in ("movement", "onward") and position.side == side:
        return state
    opens = position.side == side and step in ("air roll", "withdrawal", "militia roll", "militia")
    if not opens and sides.index(side) <= sides.index(position.side):
        state.turn += 1
    b = position.game.board[0]
    if state.turn > max(int(b.turns), int(b.optional_last)):
        return None
    fresh = type(state)({})
    for name in (
        "moved", "entered", "column_hex", "entering", "placed", "landed", "fixed", "disengaged",
        "bound", "owed", "fought", "attacked", "drops", "landings", "militia_left",
    ):  # fmt: skip
        setattr(state, name, getattr(fresh, name))
    state.step, state.side, state.dropping = "movement", side, side != "egypt"
    return state


def goals(rules: Game, state: Any) -> dict[str, set[str]]:
    """Return where each unit can go, as the independent generator lists it."""
    found: dict[str, set[str]] = {}
    for text in rules.legal(state):
        verb, *objects = text.split()
        if not objects or not objects[-1].isdigit() or verb in ("exit", "liftoff"):
            continue
        found.setdefault(objects[0], set()).add(objects[-1])
        if verb == "enter":
            onward = rules.apply(copy.deepcopy(state), text)
            if onward.step == "onward":
                found[objects[0]] |= {each.split()[-1] for each in rules.legal(onward)}
    return found


@pytest.mark.plain
@pytest.mark.parametrize(("setting", "seed"), first(1, CASES))
def test_zones_are_those_of_the_independent_generator(setting: str, seed: int) -> None:
    position = positions(setting, seed)
    rules, state = reference_game(setting), from_engine(position)
    for side in position.game.sides:
        theirs = set(rules.zone(state, side)) & set(position.game.hexes)
        assert places(layer(position, f"zones-{side}")) == theirs


@pytest.mark.parametrize(("setting", "seed"), first(1, CASES))
def test_next_moves_are_those_that_are_legal_then(setting: str, seed: int) -> None:
    position = positions(setting, seed)
    if position.to_move is None or position.step == "onward":
        return
    owner, rules = {c["id"]: c["side"] for c in position.game.counters}, reference_game(setting)
    for side in position.game.sides:
        found, state = layer(position, f"reach-{side}"), begun(position, side)
        if state is None:
            assert found.areas == ()
            continue
        theirs = goals(rules, state)
        here = {at for u, at in position.units.items() if owner[u] == side and at.isdigit()}
        assert places(found) == here.union(*theirs.values())
        for unit in (u for u in position.game.units if owner[u] == side):
            assert places(layer(position, "unit", unit=unit)) == theirs.get(unit, set()), unit


@pytest.mark.parametrize(("setting", "seed"), first(1, CASES))
def test_threats_are_the_units_that_can_get_near_enough(setting: str, seed: int) -> None:
    position = positions(setting, seed)
    if position.to_move is None or position.step == "onward":
        return
    game, b = position.game, position.game.board[0]
    owner, rules = {c["id"]: c["side"] for c in game.counters}, reference_game(setting)
    draw = random.Random(seed)
    there = [(u, at) for u, at in position.units.items() if at.isdigit()]
    for unit, place in draw.sample(there, min(2, len(there))):
        side = next(one for one in game.sides if one != owner[unit])
        state = begun(position, side)
        if state is None:
            continue
        theirs, could = goals(rules, state), set()
        for u, at in position.units.items():
            ends = theirs.get(u, set()) | ({at} if at.isdigit() else set())
            n = game.unit_index(u)
            far = int(b.range[n]) if b.artillery[n] else 1
            if owner[u] == side and any(0 < game.map.grid.distance(h, place) <= far for h in ends):
                could.add(u)
        found = layer(position, "threat", place=place)
        assert places(found) == {position.units[u] for u in could if position.units[u].isdigit()}
        assert found.tags[0].text.split(" ")[0] == str(len(could))


@pytest.mark.parametrize(("setting", "seed"), first(1, CASES))
def test_attacks_are_those_that_are_legal(setting: str, seed: int) -> None:
    position = positions(setting, seed)
    if position.step not in ("movement", "combat", "declare"):
        return
    found = layer(position, "attacks")
    data = {k: v for k, v in position.to_dict().items() if k != "combat"}
    combat = position.game.position(data)
    if combat.step == "movement":
        if "end" not in combat.legal_actions():
            assert found.areas[0].places == ()
            return
        combat.push("end")
    legal = {text[7:] for text in combat.legal_actions() if text.startswith("attack ")}
    assert places(found) == legal
    for tag in found.tags:
        trial = combat.copy()
        trial.push(f"attack {tag.place}")
        while joins := [text for text in trial.legal_actions() if text.startswith("with ")]:
            trial.push(joins[0])
        odds = trial.pending_odds()
        assert in_english(tag.about).startswith(f"{odds.attack} against {odds.defense}, ")


def test_whose_turn_comes_next() -> None:
    """The West moves first in a turn; what opens a player turn belongs to it."""
    position = load("suez").start()
    while position.step != "movement":
        position.push(choose(position, random.Random(1)))
    layers = title_of("suez-56").layers
    assert layers is not None
    west, egypt = position.game.sides
    now = int(position.turn)
    assert in_english(layer(position, f"reach-{west}").note) == f"Turn {now}."
    assert in_english(layer(position, f"reach-{egypt}").note) == f"Turn {now}."
    while position.side == west:
        position.push("end")
    assert in_english(layer(position, f"reach-{west}").note) == f"Turn {now + 1}."
    position.state.turn = position.game.board[0].optional_last
    position.state.step = st.COMBAT
    assert (
        in_english(layer(position, f"reach-{west}").note) == "The game ends before they move again."
    )


def test_layers_of_a_game_that_is_over_are_answered() -> None:
    """Nobody moves or attacks any more; zones stay."""
    position = load("suez").start()
    position.push("deploy")
    position.push("resign")
    layers = title_of(position.game.id).layers
    assert layers is not None
    for one in layers.layers(position.game):
        found = layer(position, one.id, unit=position.game.units[0], place=position.game.hexes[0])
        assert found.areas or found.note
