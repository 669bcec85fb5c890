"""What every test shares: small positions, forced attacks and refusals with their case.

Everything here goes through the public contract only; nothing is taken from the engine's inside.
Half of the tests stand in a patch of clear ground of the El Arish map about 2642.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pytest

import bridgehead as bh
from tests.rules.helpers import illegal, legal, play, reach, verb  # noqa: F401 - for the tests

SUEZ = "suez-56"
EL = "el-arish-67"
GAMES = (SUEZ, EL)
WEST = {SUEZ: "anglo_french", EL: "israel"}
both_games = pytest.mark.parametrize("game_id", GAMES)

# Clear ground in El Arish '67, far from roads and fortifications: a hex and its neighbors
CENTER = "2642"
NORTH, NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST, NORTHWEST = (
    "2641", "2742", "2743", "2643", "2543", "2542",
)  # fmt: skip


@cache
def game(game_id: str, *options: str) -> Any:
    """Return the game, loaded once."""
    return bh.load(game_id, **dict.fromkeys(options, True))


def pos(
    game_id: str,
    units: Mapping[str, str],
    *,
    turn: int = 2,
    side: str = "west",
    phase: str = "movement",
    options: Sequence[str] = (),
    **more: Any,
) -> Any:
    """Return a position with these units alone; every other unit counts as eliminated."""
    data = {
        "game": game_id,
        "turn": turn,
        "side": WEST[game_id] if side == "west" else side,
        "phase": phase,
        "units": dict(units),
        **more,
    }
    if options:
        data["options"] = list(options)
    return game(game_id, *options).position(data)


def combat(game_id: str, units: Mapping[str, str], side: str = "west", **more: Any) -> Any:
    """Return the beginning of a Combat Phase."""
    return pos(game_id, units, side=side, phase="combat", **more)


def cost(p: Any, unit: str, hex_: str, word: str = "move") -> float:
    """Return what it costs a unit to get to a hex."""
    found: float = p.movement(unit, word).cost(hex_)
    return found


def neighbors(game_id: str, hex_: str) -> list[str]:
    """Return the hexes next to a hex."""
    return list(game(game_id).map.grid.neighbors(hex_))


def in_order(p: Any, units: Sequence[str]) -> list[str]:
    """Return units in the order of the counter list."""
    return sorted(units, key=list(p.game.units).index)


def declare(p: Any, hexes: str, *attackers: str, markers: Sequence[str] = ()) -> Any:
    """Declare an attack on one or several hexes ("2642 2643") and fire it."""
    first, *others = sorted(hexes.split())
    play(p, f"attack {first}", *(f"also {hex_}" for hex_ in others))
    play(p, *(f"with {unit}" for unit in in_order(p, attackers)), *markers)
    return play(p, "fire")


def protect(p: Any, *fire: str) -> Any:
    """Give protective fire ("sf-artillery", "british-air 2"), or none, where it is asked for."""
    if p.step != "fpf":
        assert not fire, p
        return p
    guns = in_order(p, [one for one in fire if one in p.game.units])
    markers = [one for one in fire if one not in p.game.units]
    return play(p, *(f"fpf {unit}" for unit in guns), *markers, "done")


def fight(
    p: Any,
    hexes: str,
    *attackers: str,
    roll: int,
    table: str = "",
    markers: Sequence[str] = (),
    fpf: Sequence[str] = (),
    night: int | None = None,
) -> Any:
    """Fight one attack with a forced die; `table` is named where the West has the choice."""
    declare(p, hexes, *attackers, markers=markers)
    protect(p, *fpf)
    if p.step == "table":
        play(p, table or "mobile")
    else:
        assert not table, "there was no choice of tables"
    if p.step == "night roll":
        play(p, f"roll {night}")
    assert p.step == "roll", p.step
    return play(p, f"roll {roll}")


def decline(p: Any) -> Any:
    """Let nobody advance, where an advance is asked for."""
    return play(p, "stay") if p.step == "advance" else p


def retreat(p: Any, *ways: str) -> Any:
    """Make retreats: "7-armor 2643 2644" is that unit's way, hex by hex."""
    for way in ways:
        unit, *hexes = way.split()
        for hex_ in hexes:
            play(p, f"retreat {unit} {hex_}")
    return p


def odds_now(p: Any) -> Any:
    """Return the odds of the attack being declared."""
    odds = p.pending_odds()
    assert odds is not None
    return odds


def after(p: Any, side: str) -> float:
    """Return a side's victory points."""
    found: float = p.points[side]
    return found


def gained(p: Any, entry: str) -> float:
    """Return the points given for one thing."""
    return sum(entries.get(entry, 0) for entries in p.ledger.values())


def lost(p: Any) -> set[str]:
    """Return the units that are eliminated, of those that the position was about."""
    return {unit for unit, place in p.units.items() if place == "eliminated"}
