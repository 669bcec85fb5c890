"""Games of Middle East Battles played at random, for tests that look at every decision."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

import bridgehead as bh

SETTINGS: dict[str, dict[str, Any]] = {
    "suez": {"game": "suez-56"},
    "what if": {"game": "suez-56", "what_if": True},
    "el arish": {"game": "el-arish-67"},
}

# Where Egypt stands in tests that were written with this set-up; the suggested one may change
SUEZ_SETUP = {
    "4-inf": "2912", "1r-inf": "3711", "2r-inf": "3512", "1ng-inf": "2612", "2ng-inf": "1929",
    "3ng-inf": "2415", "ps-armor": "4211", "ps-antitank": "2810", "ps-antiaircraft": "3108",
    "ps-coastal": "2510",
}  # fmt: skip


def load(setting: str) -> Any:
    """Load one of the settings."""
    return bh.load(**SETTINGS[setting])


def choose(position: Any, draw: random.Random) -> str:
    """Choose an action so that games differ in shape and there is much fighting.

    A unit or a word is drawn first, then what it does: units with many ways count no more than
    others. Set-up is cut short, phases are ended early now and then.
    """
    actions = position.legal_actions()
    if position.phase == "setup" and "deploy" in actions and draw.random() < 0.4:
        return "deploy"
    if "end" in actions and draw.random() < (0.06 if position.phase == "movement" else 0.3):
        return "end"
    if "fire" in actions and draw.random() < 0.5:
        return "fire"
    if len(actions) > 40:
        return _drawn_by_unit(position, actions, draw)
    return str(actions[draw.randrange(len(actions))])


def _drawn_by_unit(position: Any, actions: Any, draw: random.Random) -> str:
    """Draw a unit, then one of its ways: half the time one that leads next to an enemy."""
    grammar = position.game.grammar
    units = actions.codes // grammar.packing.unit
    mine = actions.codes[units == draw.choice(np.unique(units))]
    zone = position.work[0].zone[1 - position.state.side]
    places = mine % grammar.packing.verb
    near = mine[np.isin(places, np.flatnonzero(zone))]
    if len(near) and draw.random() < 0.5:
        mine = near
    return str(grammar.decode(draw.choice(mine)))


def walk(setting: str, seed: int, start: Any = None) -> Iterator[tuple[Any, str]]:
    """Yield (position, action about to be taken) through one game; the position goes on."""
    draw = random.Random(seed)
    position = start.copy() if start is not None else load(setting).start()
    while position.to_move is not None:
        action = choose(position, draw)
        yield position, action
        position.push(action)
    yield position, ""


def scatter(setting: str, seed: int) -> Any:
    """Return a position with units thrown about the map: closer to fights than games get."""
    draw = random.Random(seed)
    game = load(setting)
    b = game.board[0]
    land = [h for i, h in enumerate(game.hexes) if b.land[i]]
    heart = draw.choice(land)
    near = sorted(land, key=lambda at: (game.map.grid.distance(at, heart), at))[:90]
    draw.shuffle(near)
    units: dict[str, str] = {}
    for counter in game.counters:
        chance = draw.random()
        if chance < 0.5 and near:
            units[counter["id"]] = near.pop()
        elif chance < 0.75:
            units[counter["id"]] = "off"
        elif chance < 0.8 and counter["side"] != "egypt":
            units[counter["id"]] = "exited"
    data = {
        "game": game.id,
        "turn": draw.randrange(1, int(b.turns) + 1),
        "side": draw.choice(game.sides),
        "phase": draw.choice(["movement", "combat", "combat"]),
        "units": units,
    }
    if data["side"] != "egypt":
        data["airstrikes"] = dict.fromkeys(game.air, draw.randrange(5))
    return game.position(data)
