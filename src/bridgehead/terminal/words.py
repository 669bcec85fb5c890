"""What the terminal says of units, hexes, odds and the state of a game, as plain lines of text."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from bridgehead.across_suez import screen
from bridgehead.across_suez.board import tables
from bridgehead.core.hexmap import HexMap, hexside
from bridgehead.core.registry import game_info
from bridgehead.terminal.session import Session

SIDES = {"israel": "Israel", "egypt": "Egypt", "dice": "the dice"}
RESULTS = {
    "Ar": "attackers retreat",
    "Ae": "attackers eliminated",
    "Ee": "equal elimination",
    "Dr": "defender retreats",
    "De": "defender eliminated",
}
PROMPTS = {
    "setup": "place the units that start beside Reshef, then end",
    "movement": "move your units, then end the phase",
    "bombardment": "choose units to bombard, then end",
    "combat": "choose a hex to attack, or end the phase",
    "attackers": "add attackers, then fire",
    "loss": "choose a unit to lose",
    "retreat": "choose a retreat",
    "advance": "advance, or stay",
    "roll": "the die is to be rolled",
    "over": "the game is over",
}
_SHORT = {
    "14-21": "14",
    "aj-pal": "ajpal",
    "6-ku": "6ku",
    "sharon": "SHA",
    "i-130": "1/130",
    "ii-130": "2/130",
    "iii-130": "3/130",
    "i-35": "I/35",
    "ii-23": "II/23",
}


def points(value: float) -> str:
    """Return movement points as printed: 8.5 is "8½"."""
    whole, half = divmod(round(value * 2), 2)
    return (f"{whole or ''}½" if half else str(whole)) if value else "0"


def code(counter: dict[str, Any]) -> str:
    """Return a unit's code of at most five characters: MAT3, 16.10, 14.2, cdoa.

    Israel's codes are words in capitals, Egypt's numbers or small letters.
    """
    unit = str(counter["id"])
    if unit in _SHORT:
        return _SHORT[unit]
    formation, _, number = unit.rpartition("-")
    formation = _SHORT.get(formation, formation)
    if counter["side"] == "israel":
        return f"{formation[:3]}{number}".upper()[:5]
    joint = "" if formation.isalpha() else "."
    return f"{formation}{joint}{number}"[:5]


def strength(counter: dict[str, Any]) -> str:
    """Return a unit's strength and movement as printed: "4-12"."""
    return f"{counter['strength']}-{counter['movement']}"


def counters(game: Any) -> dict[str, dict[str, Any]]:
    """Return the counters in play by their ids."""
    return {counter["id"]: counter for counter in game.counters}


def occupants(position: Any) -> dict[str, str]:
    """Return the unit in each occupied hex."""
    return {place: unit for unit, place in position.units.items() if place.isdigit()}


def unit_line(session: Session, unit: str) -> str:
    """Return a unit in one line: its name, type, strength, movement, and what it has done."""
    counter = counters(session.game)[unit]
    done = [
        word
        for word in ("moved", "fought", "attacked", "bombarded", "landed")
        if unit in session.decision.data.get(word, ())
    ]
    kind = counter["type"].replace("_", " ")
    return ", ".join([f"{counter['name']} ({SIDES[counter['side']]}, {kind}) {strength(counter)}",
                      *done])  # fmt: skip


def hex_costs(game_map: HexMap, number: str) -> str:
    """Return the terrain of a hex and what it costs to enter it."""
    terrain = game_map.terrain_of(number)
    charts = tables()["movement"]
    price = charts.get(terrain)
    cost = f"costs {points(price / 2)}" if isinstance(price, int) else "closed to units"
    return f"{terrain.replace('_', ' ')}, {cost}"


def hex_features(game_map: HexMap, number: str) -> list[str]:
    """Return the roads, trails and ridges of a hex, with the directions they lie in."""
    found = []
    for kind in ("road", "trail"):
        steps = game_map.path_steps(kind)
        ways = [
            _direction(game_map, number, other)
            for other in game_map.grid.neighbors(number)
            if hexside(number, other) in steps
        ]
        if ways:
            found.append(f"{kind} {' '.join(ways)}")
    ridges = [
        _direction(game_map, number, other)
        for other in game_map.grid.neighbors(number)
        if hexside(number, other) in game_map.hexsides.get("ridge", frozenset())
    ]
    if ridges:
        found.append(f"ridge {' '.join(ridges)}")
    found += [f"entry {name}" for name, place in game_map.entries.items() if place == number]
    return found


def _direction(game_map: HexMap, number: str, other: str) -> str:
    direction = game_map.grid.direction(number, other)
    return ("N", "NE", "SE", "S", "SW", "NW")[direction] if direction is not None else "?"


def hex_lines(session: Session, number: str) -> list[str]:
    """Return what there is to say of a hex."""
    game_map = session.game.map
    name = game_map.names.get(number, "")
    lines = [f"{number}{f' {name}' if name else ''}: {hex_costs(game_map, number)}"]
    features = hex_features(game_map, number)
    if features:
        lines.append(", ".join(features))
    unit = occupants(session.position).get(number)
    if unit:
        lines.append(unit_line(session, unit))
    return lines


def odds_lines(odds: Any) -> list[str]:
    """Return an attack's odds: differential, each shift with its case, the column, the chances."""
    lines = []
    for shift in odds.shifts:
        way = "right" if shift.columns > 0 else "left"
        lines.append(f"{shift.name}: {abs(shift.columns)} {way} [{shift.case}]")
    lines.append(
        f"differential {odds.differential:+d} ({odds.attack}-{odds.defense}), "
        f"column {odds.column_label}"
    )
    for result, chance in odds.results.items():
        lines.append(f"{result} {RESULTS[result]} {share(chance)}")
    return lines


def share(chance: Fraction) -> str:
    """Return a chance in sixths and in percent: "2/6 33%"."""
    return f"{chance * 6}/6 {round(float(chance) * 100)}%"


def counts(session: Session) -> dict[str, dict[str, int]]:
    """Return for each side how many units are on the map, across, eliminated, due and to come."""
    return screen.counts(session.position)


def arrivals(session: Session) -> dict[tuple[str, int], list[str]]:
    """Return the codes of the units that are off the map, by side and first turn."""
    found: dict[tuple[str, int], list[str]] = {}
    where = session.position.units
    for counter in session.game.counters:
        turn = screen.first_turn(counter)
        if turn is None and session.position.phase == "setup":
            turn = 1
        if where[counter["id"]] == "off" and turn is not None:
            found.setdefault((counter["side"], turn), []).append(code(counter))
    return found


def arrival(game: Any, unit: str, verb: str) -> str:
    """Return a unit that can arrive in one line: how, its name, its values, where."""
    counter = counters(game)[unit]
    entry = str(counter.get("entry", "")) if verb in ("enter", "cross") else ""
    place = f"at {entry} {game.map.entries.get(entry, '')}".rstrip() if entry else ""
    return f"{verb:<6} {counter['name']:<10} {strength(counter):<6} {place}".rstrip()


def headline(session: Session) -> str:
    """Return turn, time of day, phase and whose decision it is, in one line."""
    position = session.position
    if position.result is not None:
        return f"{SIDES[position.result.winner]} wins: {position.result.reason}"
    day = "night" if position.is_night else "day"
    return (
        f"Turn {position.turn} of {tables()['turns']['count']}, {day} · "
        f"{SIDES[position.side]}'s {position.phase} phase · {prompt(session)}"
    )


def prompt(session: Session) -> str:
    """Return whose decision is pending and what it is about."""
    side = session.to_move
    if side is None:
        return PROMPTS["over"]
    if side == "dice":
        return PROMPTS["roll"]
    return f"{SIDES[side]}: {PROMPTS[session.decision.step]}"


def reconstructed(game: Any) -> list[str]:
    """Return, in plain sentences, what of a game is a reconstruction."""
    said = [game.map.reconstructed.strip()] if game.map.reconstructed else []
    options = game_info(game.id).options
    said += [f"{option}: {options[option]}." for option in game.options]
    return said


def result_lines(session: Session) -> list[str]:
    """Return how a game ended."""
    result = session.position.result
    if result is None:
        return []
    count = counts(session)
    lines = [f"{SIDES[result.winner].upper()} WINS", f"{result.reason} [{result.case}]", ""]
    lines.append(f"across the canal: {count['israel']['across']}")
    lines += [f"{SIDES[side]} lost {count[side]['eliminated']} units" for side in count]
    return lines


def columns(texts: Iterable[str], width: int) -> list[str]:
    """Return texts in as many columns as a width holds."""
    texts = list(texts)
    if not texts:
        return []
    each = max(map(len, texts)) + 2
    across = max(1, width // each)
    return [
        "".join(text.ljust(each) for text in texts[at : at + across]).rstrip()
        for at in range(0, len(texts), across)
    ]
