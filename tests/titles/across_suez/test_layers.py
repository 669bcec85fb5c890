"""The layers of the map against the independent generator, and against the legal actions."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bridgehead.core.titles.games import title_of
from bridgehead.core.titles.layers import About, Layer
from bridgehead.core.words.sentence import in_english
from tests.reference import movement as reference
from tests.tiers import first
from tests.titles.across_suez.games import SETTINGS, choose, load, scatter
from tests.titles.across_suez.test_against_reference import reference_game

pytestmark = pytest.mark.plain
CASES = [(setting, seed) for seed in range(1, 31) for setting in reversed(SETTINGS)]


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


def begun(position: Any, side: str, turn: int) -> dict[str, Any]:
    """Return the data of a position in which a side begins to move in a turn."""
    units = position.to_dict()["units"]
    head = {"game": position.game.id, "options": list(position.game.options)}
    return {**head, "turn": turn, "side": side, "phase": "movement", "units": units}


def goals(setting: str, data: dict[str, Any]) -> dict[str, set[str]]:
    """Return where each unit can go, as the independent generator lists it."""
    rules = reference_game(setting)
    found: dict[str, set[str]] = {}
    for text in rules.legal(rules.from_dict(data)):
        words = text.split()
        if words[-1].isdigit():
            found.setdefault(words[1], set()).add(words[-1])
    return found


def next_turn(position: Any, side: str) -> int | None:
    """Return the turn in which a side that is not moving moves next; None if the game ends."""
    later = position.side == "egypt" or side == "israel"
    turn = int(position.turn) + (1 if later and position.phase != "setup" else 0)
    return turn if turn <= 7 else None


@pytest.mark.parametrize(("setting", "seed"), first(1, CASES))
def test_zones_are_those_of_the_independent_generator(setting: str, seed: int) -> None:
    position = positions(setting, seed)
    rules = reference_game(setting)
    state = rules.from_dict(position.to_dict())
    for side in position.game.sides:
        theirs = reference.zones(rules, state, side) & set(position.game.hexes)
        assert places(layer(position, f"zones-{side}")) == theirs


@pytest.mark.parametrize(("setting", "seed"), first(1, CASES))
def test_next_moves_are_those_that_are_legal_then(setting: str, seed: int) -> None:
    position = positions(setting, seed)
    if position.to_move is None:
        return
    owner = {one["id"]: one["side"] for one in position.game.counters}
    for side in position.game.sides:
        found = layer(position, f"reach-{side}")
        if position.phase == "movement" and position.side == side:
            data = position.to_dict()
        elif (turn := next_turn(position, side)) is not None:
            data = begun(position, side, turn)
        else:
            assert found.areas == ()
            continue
        theirs = goals(setting, data)
        here = {at for u, at in position.units.items() if owner[u] == side and at.isdigit()}
        assert places(found) == here.union(*theirs.values())
        for unit in (u for u in position.game.units if owner[u] == side):
            assert places(layer(position, "unit", unit=unit)) == theirs.get(unit, set())


@pytest.mark.parametrize(("setting", "seed"), first(1, CASES))
def test_threats_are_the_units_that_can_get_beside_a_hex(setting: str, seed: int) -> None:
    position = positions(setting, seed)
    owner = {one["id"]: one["side"] for one in position.game.counters}
    by_air = {one["id"] for one in position.game.counters if "by_air_from" in one}
    draw = random.Random(seed)
    targets = [(u, at) for u, at in position.units.items() if at.isdigit()]
    for unit, place in draw.sample(targets, min(3, len(targets))):
        side = "egypt" if owner[unit] == "israel" else "israel"
        if position.to_move is None or (
            (position.phase, position.side) != ("movement", side)
            and next_turn(position, side) is None
        ):
            continue
        moves_now = position.phase == "movement" and position.side == side
        turn = next_turn(position, side)
        data = position.to_dict() if moves_now else begun(position, side, turn or 0)
        theirs, near = goals(setting, data), set(position.game.map.grid.neighbors(place))
        could = {
            u for u, at in position.units.items()
            if owner[u] == side and near & ({at} | theirs.get(u, set()))
            and not (u in by_air and at == "off")
        }  # fmt: skip
        found = layer(position, "threat", place=place)
        assert places(found) == {position.units[u] for u in could if position.units[u].isdigit()}
        assert found.tags[0].text.split(" ")[0] == str(len(could))


@pytest.mark.parametrize(("setting", "seed"), first(1, CASES))
def test_a_threat_is_at_least_what_any_moves_bring(setting: str, seed: int) -> None:
    """No attack that units make by moving at random is stronger."""
    from bridgehead.core.positions import next_turn as ahead
    from bridgehead.titles.across_suez.screen import layers

    position = positions(setting, seed)
    if position.to_move is None:
        return
    draw = random.Random(seed)
    phase = layers.movement_phase(position, position.side)
    enemies = [u for u, at in position.units.items() if at.isdigit()]
    owner = {one["id"]: one["side"] for one in position.game.counters}
    for unit in [u for u in enemies if owner[u] != position.side][:2]:
        place = position.units[unit]
        if phase is None:
            continue
        best = ahead.best_attack(phase, position.side, place, layers.attack_hexes, layers.moves_as)
        for _ in range(6):
            trial, ways = phase.copy(), ahead.ways(phase)
            near = set(layers.attack_hexes(phase, unit, place))
            for mover in draw.sample(list(ways), len(ways)):
                ends = sorted(near & set(ways[mover]))
                text = ways[mover][draw.choice(ends)][0] if ends else ""
                if text and text in trial.legal_actions():
                    trial.push(text)
            other = ahead.attacks(trial).get(place)
            if other is not None and other.odds is not None and best.odds is not None:
                assert best.odds.attack >= other.odds.attack


@pytest.mark.parametrize(("setting", "seed"), first(1, CASES))
def test_attacks_are_those_that_are_legal(setting: str, seed: int) -> None:
    position = positions(setting, seed)
    if position.phase not in ("movement", "bombardment", "combat") or position.result is not None:
        return
    if "combat" in position.to_dict() and position.to_dict()["combat"].get("step", "") not in (
        "", "attackers",
    ):  # fmt: skip
        assert layer(position, "attacks").tags == ()
        return
    found = layer(position, "attacks")
    combat = position.game.position(
        {k: v for k, v in position.to_dict().items() if k not in ("combat", "bombarding")}
    )
    while combat.phase in ("movement", "bombardment") and "end" in combat.legal_actions():
        combat.push("end")
    legal = {text[7:] for text in combat.legal_actions() if text.startswith("attack ")}
    assert places(found) == legal
    assert {tag.place for tag in found.tags} == legal
    for tag in found.tags:  # nobody more can join, and nothing is better
        trial = combat.copy()
        trial.push(f"attack {tag.place}")
        while joins := [text for text in trial.legal_actions() if text.startswith("with ")]:
            trial.push(joins[0])
        strength, against = trial.pending_odds().attack, trial.pending_odds().defense
        assert in_english(tag.about).startswith(f"{strength} against {against}, ")


@pytest.mark.parametrize(("setting", "seed"), first(1, CASES))
def test_the_line_is_cut_exactly_where_it_is_said(setting: str, seed: int) -> None:
    position = positions(setting, seed)
    found = layer(position, "line")
    line = position.line_of_communication()
    assert bool(places(found)) == (line is None)
    (way,) = found.lines
    assert (way[0], way[-1]) == ("0112", "1708")
    if line is None:
        owner = {one["id"]: one["side"] for one in position.game.counters}
        held = {at: owner[u] for u, at in position.units.items()}
        zone = places(layer(position, "zones-egypt"))
        for hex_ in way:
            barred = held.get(hex_) == "egypt" or (hex_ in zone and hex_ not in held)
            assert (hex_ in places(found)) == barred
    else:
        assert len(way) == len(line)


@pytest.mark.parametrize(("setting", "seed"), first(1, CASES))
def test_what_follows_a_move_is_what_is_legal_after_it(setting: str, seed: int) -> None:
    position = positions(setting, seed)
    layers = title_of(position.game.id).layers
    assert layers is not None
    draw = random.Random(seed)
    moves = [text for text in position.legal_actions() if text.startswith("move ")]
    for text in draw.sample(moves, min(3, len(moves))):
        _, unit, place = text.split()
        told = layers.ahead(position, position.side, unit, place)
        trial = position.copy()
        trial.push(text)
        threat = layer(trial, "threat", place=place)
        cut = len(told.tags) - len(threat.tags)
        assert told.tags[cut:] == threat.tags
        while trial.phase in ("movement", "bombardment") and "end" in trial.legal_actions():
            trial.push("end")
        could = set()
        for attack in [one for one in trial.legal_actions() if one.startswith("attack ")]:
            after = trial.copy()
            after.push(attack)
            if f"with {unit}" in after.legal_actions():
                could.add(attack[7:])
        assert {tag.place for tag in told.tags[:cut]} == could


def test_a_threat_names_its_column_as_the_table_does() -> None:
    position = load("1980").start()
    notes = [in_english(layer(position, "threat", place=place).note) for place in ("0512", "0208")]
    columns = {note.rsplit("column ", 1)[1] for note in notes if "column " in note}
    assert "9 or more." in columns
    assert not [column for column in columns if set("≥≤+/") & set(column)]


def test_nothing_follows_a_move_that_is_not_legal() -> None:
    position = load("1980").start()
    layers = title_of(position.game.id).layers
    assert layers is not None
    assert layers.ahead(position, "israel", "matt-1", "1712") == Layer()
    assert layers.ahead(position, "egypt", "16-1", "0909") == Layer()
    position.push("resign")
    for one in layers.layers(position.game):
        found = layer(position, one.id, unit="matt-1", place="0909")
        assert found.areas or found.note
